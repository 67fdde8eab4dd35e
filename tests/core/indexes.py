"""Plays rounds as plain Python over arrays that refuse an index below zero; compiled code does not wrap it around."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from tricorn.core import compile as switch


class _NonNegativeArray(array):  # type: ignore[type-arg]
    """An array that refuses negative indexes."""

    def __getitem__(self, index):
        assert isinstance(index, slice) or index >= 0, f"an array is read at {index}"
        return super().__getitem__(index)

    def __setitem__(self, index, value):
        assert isinstance(index, slice) or index >= 0, f"an array is written at {index}"
        super().__setitem__(index, value)


def _ints(size: int, fill: int = 0) -> switch.Ints:
    return _NonNegativeArray("q", [fill] * size)


def _ints_from(numbers: Iterable[int]) -> switch.Ints:
    return _NonNegativeArray("q", numbers)


def _floats(size: int) -> switch.Floats:
    return _NonNegativeArray("d", [0.0] * size)


def _floats_from(numbers: Iterable[float]) -> switch.Floats:
    return _NonNegativeArray("d", numbers)


def main() -> None:
    # Before anything imports them.
    switch.ints, switch.ints_from, switch.floats, switch.floats_from = _ints, _ints_from, _floats, _floats_from
    from tests.bots.choices import choices
    from tests.core.digest import digest

    from tricorn.bots import bot_named
    from tricorn.core.rng import new_rng
    from tricorn.game import Game

    game, rng = Game("spanish", 2, seed=1), new_rng(1, 1)
    assert isinstance(rng, _NonNegativeArray), "the arrays were made before they could be replaced"
    digest(games=1, rounds=2)
    choices()
    bots = [bot_named(name) for name in ("search:1", "heuristic", "greedy")]
    while game.rounds < 2:
        game.play(bots[len(game.events) % len(bots)].choose(game.view(game.turn), None, rng))
    print("no index below zero")


if __name__ == "__main__":
    main()
