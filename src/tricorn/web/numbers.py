"""What is dealt next at a table, and the numbers that devices add to the chance of it (docs/dealing.md)."""

from __future__ import annotations

from typing import NamedTuple

from tricorn.web.seats import About

__all__ = ["NextDeal", "Numbers"]


class NextDeal(NamedTuple):
    """The round that is dealt next, and the commitment that binds its deal."""

    game: int
    round: int
    commit: str


class Numbers:
    """The numbers for the next deal, one a key; those for a deal that was made are forgotten."""

    def __init__(self) -> None:
        self._due: NextDeal | None = None
        self._given: dict[str, str] = {}

    def add(self, due: NextDeal, key: str, number: str) -> None:
        """Take a number; the first of a key counts."""
        if due != self._due:
            self._due, self._given = due, {}
        self._given.setdefault(key, number)

    def given(self, due: NextDeal | None) -> dict[str, str]:
        """The numbers for a deal, by the hashes of the keys of those who gave them."""
        return self._given if due is not None and due == self._due else {}

    def by_seat(self, due: NextDeal | None, about: About) -> dict[int, str]:
        """The numbers for a deal, each under the first seat that its device holds."""
        given = self.given(due).items()
        return {about.seats_of(key)[0]: number for key, number in given if about.seats_of(key)}
