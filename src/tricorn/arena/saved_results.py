"""The results of a tournament in a file, one line of JSON per part, so that a tournament can be continued."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tricorn.arena.faults import Faults, Played
from tricorn.arena.tournament import Results, Tournament
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.wording import quoted

__all__ = ["SavedResults"]


class SavedResults:
    """A file of results. An incomplete last line, written when the program was killed, is dropped."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def seed(self) -> int | None:
        """The seed of the tournament in the file; None if there is no file yet."""
        seed = (self._header() or {}).get("seed")
        return seed if isinstance(seed, int) else None

    def read(self, tournament: Tournament) -> Results:
        """Read the results so far; create the file if there is none."""
        results, expected = Results(len(tournament.pairs)), _header_for(tournament)
        header = self._header()
        if header is None:
            self._append(expected)
            return results
        if header != expected:
            raise TricornError(Message.OTHER_TOURNAMENT, file=quoted(str(self.path)))
        lines = self._complete_lines()
        for number, line in enumerate(lines[1:], 2):
            part = _parse_part(line)
            if part is None or not results.accepts(part):
                raise TricornError(Message.SAVED_LINE, file=str(self.path), line=number)
            results.add(part)
        with self.path.open("r+b") as file:
            file.truncate(sum(map(len, lines)))
        return results

    def add(self, part: Played) -> None:
        """Append the result of a part."""
        self._append({"part": part.sums, "faults": part.faults.to_json()})

    def _append(self, fields: Mapping[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(fields) + "\n")

    def _complete_lines(self) -> list[bytes]:
        return [line for line in self.path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]

    def _header(self) -> dict[str, Any] | None:
        lines = self._complete_lines() if self.path.is_file() else []
        return _parse_object(lines[0]) if lines else None


def _header_for(tournament: Tournament) -> dict[str, Any]:
    """The fields that must be the same when a tournament is continued."""
    return {
        "tournament": 1,
        "edition": tournament.edition.id,
        "house_rules": dict(tournament.edition.house_rules()),
        "bots": tournament.names,
        "seed": tournament.seed,
    }


def _parse_object(line: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _parse_part(line: bytes) -> Played | None:
    fields = _parse_object(line)
    try:
        return Played([int(figure) for figure in fields["part"]], Faults.from_json(fields["faults"]))
    except (KeyError, TypeError, ValueError):
        return None
