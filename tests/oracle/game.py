"""A whole record being read, line by line."""

from __future__ import annotations

import copy
import re

from tests.oracle.dealing import deal_lines, deal_order, lot, receipt, sha256
from tests.oracle.errors import InvalidRecord, Refused
from tests.oracle.knowledge import Counts
from tests.oracle.reading import BODY, HASH, HEAD, KEY, UNKNOWN, is_well_formed
from tests.oracle.round import Round
from tests.oracle.rules import EDITIONS, game_winner, read_rules
from tests.oracle.table import SEATS, TILES

FIGURE = re.compile("0|-?[1-9][0-9]{0,8}")


class Game:
    """A record being read line by line."""

    def __init__(self) -> None:
        self.stage = "format"
        self.rules = EDITIONS["wooden"]
        self.seats = ""
        self.scores: dict[str, int] = {}
        self.rounds = 0
        self.round: Round | None = None
        self.round_winner: str | None = None
        self.commit = ""  # the expected hash of the next secret
        self.receipts: dict[str, str] = {}
        self.numbers: dict[str, str] = {}
        self.round_lines: list[list[str]] = []
        self.has_secrets = False

    def read(self, line: str) -> None:
        if self.stage == "format":
            if line != "tricorn 1":
                raise Refused("form", f"expected 'tricorn 1', found {line!r}")
            self.stage = "edition"
            return
        if not line or line.startswith("#"):
            return
        if any(ord(character) < 32 or ord(character) == 127 for character in line):
            raise Refused("form", "a control character")
        words = line.split(" ")
        if "" in words:
            raise Refused("form", "expected single spaces and none at either end")
        if self.stage in ("edition", "header"):
            self._read_header(words)
        elif self.stage == "round":
            self._read_in_round(words)
        elif self.stage == "score":
            self._read_score(words)
        elif self.stage in ("between", "published"):
            self._read_between(words)
        else:
            raise Refused("order", f"nothing follows the winner, found {line!r}")

    def _read_header(self, words: list[str]) -> None:
        if words[0] == "edition" and self.stage == "edition":
            self.rules = read_rules(words[1:])
            self.stage = "header"
        elif words[0] == "player" and self.stage == "header":
            seat = SEATS[len(self.seats)] if len(self.seats) < self.rules.players[1] else None
            if seat is None or words[1:2] != [seat] or len(words) < 3:
                raise Refused("seat", f"expected seat {seat} and a name, found {' '.join(words)!r}")
            self.seats += seat
            given = self.rules.head_start
            self.scores[seat] = given[len(self.seats) - 1] if len(self.seats) <= len(given) else 0
        elif words[0] == "round" and self.stage == "header":
            if not self.rules.players[0] <= len(self.seats) <= self.rules.players[1]:
                raise Refused("seat", f"{len(self.seats)} players in {self.rules.edition}")
            if any(self.rules.head_start[len(self.seats) :]):
                raise Refused("rule", f"a head start for more than {len(self.seats)} players")
            if len(self.seats) - 2 >= len(self.rules.deal):
                raise Refused("rule", f"no deal for {len(self.seats)} players")
            if self.rules.hand(len(self.seats)) * len(self.seats) > len(TILES):
                raise Refused("rule", "a deal of more tiles than there are")
            self._read_round(words)
        elif self.stage == "edition" or words[0] in HEAD + BODY:
            raise Refused("order", f"unexpected {' '.join(words)!r}")
        elif words[0] == "commit" and len(words) == 2 and HASH.fullmatch(words[1]) and not self.commit:
            self.commit = words[1]
        elif not KEY.fullmatch(words[0]) or len(words) < 2:
            raise Refused("form", f"expected a lower-case word and its value, found {' '.join(words)!r}")

    def _read_round(self, words: list[str]) -> None:
        if words != ["round", str(self.rounds + 1)]:
            raise Refused("order", f"expected round {self.rounds + 1}, found {' '.join(words)!r}")
        self.rounds += 1
        self.round = Round(self.rules, self.seats)
        self.receipts, self.numbers, self.round_lines = {}, {}, []
        self.stage = "round"

    def _read_in_round(self, words: list[str]) -> None:
        assert self.round is not None
        first, rest = words[0], words[1:]
        if first == "receipt":
            if self.numbers:
                raise Refused("order", "a receipt after a number")
            self._read_hash(rest, self.receipts)
            return
        if first == "number":
            self._read_hash(rest, self.numbers)
            return
        if words[-1] == "anyway":
            self._read_anyway(words[:-1])
            return
        self.round_lines.append(words)
        if first == "deal":
            self.round.read_deal(rest)
        elif first == "well":
            self.round.read_well(rest)
        elif first == "starts":
            self.round.read_starts(rest)
        elif first == "left":
            self.round.read_left(rest)
        elif words[0] == "score" and len(self.round_lines) == 1 and not self.commit:
            self._read_points_alone(words)
        elif first == "out":
            self.round_winner = self.round.read_out(rest)
            self.stage = "score"
        elif first == "blocked":
            self.round_winner = self.round.read_blocked(rest)
            self.stage = "score"
        elif len(first) == 1 and first in self.seats:
            self.round.read_turn(first, rest)
        else:
            raise Refused("order", f"unexpected {' '.join(words)!r}")

    def _read_anyway(self, words: list[str]) -> None:
        """A line marked ``anyway``: against the rules, but well formed."""
        assert self.round is not None
        if self.round.dealt or self.round.well_read or words[0] in ("deal", "well"):
            raise Refused("anyway", "no anyway in a round whose deal is recorded")
        trial = copy.deepcopy(self)
        try:
            trial._read_in_round(words)
        except Refused:
            if not is_well_formed(words, self.seats):
                raise
        else:
            if not isinstance(self.round.knowledge, Counts):  # Counts accept too much to decide it
                raise Refused("anyway", f"{' '.join(words)!r} is valid without anyway")
        self.round_lines.append(words)
        winner = self.round.apply_anyway(words[0], words[1:])
        if words[0] in ("out", "blocked"):
            self.round_winner, self.stage = winner, "score"

    def _read_hash(self, words: list[str], hashes: dict[str, str]) -> None:
        """Add a receipt or a number to the others of its kind."""
        if not self.commit or self.round_lines:
            raise Refused("order", "a number or receipt without a commitment, or not at the beginning of a round")
        seat = words[0]
        if len(words) != 2 or seat not in self.seats or len(seat) != 1 or not HASH.fullmatch(words[1]):
            raise Refused("form", f"expected a seat and 64 digits, found {' '.join(words)!r}")
        if seat <= max(hashes, default=""):
            raise Refused("order", f"a second one of {seat}, or one out of order")
        hashes[seat] = words[1]
        self.has_secrets = True

    def _read_secret(self, words: list[str]) -> None:
        if len(words) != 1 or not HASH.fullmatch(words[0]):
            raise Refused("form", f"expected a secret, found {' '.join(words)!r}")
        if not self.commit or (self.rounds > 1 and not self.has_secrets):
            raise Refused("order", "a secret without a commitment, or after a round without a secret")
        if sha256(words[0]) != self.commit:
            raise Refused("secret", f"the hash of the secret is {sha256(words[0])}, not {self.commit}")
        self.commit, self.has_secrets = words[0], True
        for seat, text in self.receipts.items():
            if seat not in self.numbers or receipt(words[0], self.rounds, self.numbers[seat]) != text:
                raise Refused("receipt", f"the number of {seat} is not the one that the receipt {text} is for")
        self._check_deal(words[0])
        self.stage = "published"

    def _check_deal(self, secret: str) -> None:
        """Check that the record of a round agrees with the deal of this secret, and is legal with it."""
        source = (secret, self.rounds, self.numbers)
        starter = self.seats[lot(*source, len(self.seats))] if self.rules.start == "choice" else None
        expected = deal_lines(deal_order(*source), self.rules, self.seats, starter)
        again = Game()
        again.stage, again.rules, again.seats = "round", self.rules, self.seats
        again.round = Round(self.rules, self.seats)
        well = expected[len(self.seats)].split(" ")[1:]
        for line in expected:
            again._read_in_round(line.split(" "))
        by_start = {tuple(line.split(" ")[: 2 if line[0] == "d" else 1]): line.split(" ") for line in expected}
        for words in self.round_lines:
            if words[0] in ("deal", "well", "starts"):
                _check_same(words, by_start[tuple(words[: 2 if words[0] == "deal" else 1])])
            elif words[0] == "left":
                again.round.check_left(words[1:])
            else:
                drawn = words[1] == "draw"
                again._read_in_round([*words[:2], well.pop(0), *words[3:]] if drawn and UNKNOWN in words else words)
                if drawn and UNKNOWN not in words:
                    well.pop(0)

    def _read_points_alone(self, words: list[str]) -> None:
        """The scores after a round of which nothing else is known; nobody is known to have won it."""
        names, figures = words[1::2], words[2::2]
        if names != list(self.seats) or len(figures) != len(names) or not all(map(FIGURE.fullmatch, figures)):
            raise Refused("score", f"expected the scores of all seats, found {' '.join(words)!r}")
        self.scores = dict(zip(names, map(int, figures), strict=True))
        self.round_winner, self.stage = None, "between"

    def _read_score(self, words: list[str]) -> None:
        assert self.round is not None
        for seat in self.seats:
            self.scores[seat] += self.round.points[seat]
        expected = ["score"]
        for seat in self.seats:
            expected += [seat, str(self.scores[seat])]
        if words != expected:
            raise Refused("score", f"expected {' '.join(expected)!r}, found {' '.join(words)!r}")
        self.stage = "between"

    def _read_between(self, words: list[str]) -> None:
        if words[0] == "secret" and self.stage == "between":
            self._read_secret(words[1:])
            return
        if self.has_secrets and self.stage == "between":
            raise Refused("secret", f"expected the secret of the round, found {' '.join(words)!r}")
        winner = game_winner(self.rules, self.scores, self.round_winner, self.rounds)
        if winner is None:
            self._read_round(words)
        elif words == ["winner", winner]:
            self.stage = "over"
        else:
            raise Refused("winner", f"expected 'winner {winner}', found {' '.join(words)!r}")


def _check_same(words: list[str], expected: list[str]) -> None:
    """Compare the tiles of a hand in any order, those of the well in drawing order, and who starts."""
    if words[0] != "deal":
        wrong = any(word not in (UNKNOWN, other) for word, other in zip(words, expected, strict=True))
    else:
        wrong = not set(words) - {UNKNOWN} <= set(expected)
    if wrong:
        raise Refused("deal", f"the secret deals {' '.join(expected)!r}, not {' '.join(words)!r}")


def check(text: str) -> None:
    """Raise ``InvalidRecord`` at the first line of a record that is malformed or breaks a rule."""
    game = Game()
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines:
        raise InvalidRecord(1, "expected 'tricorn 1', found nothing")
    for number, line in enumerate(lines, start=1):
        try:
            game.read(line.removesuffix("\r"))
        except Refused as refused:
            raise InvalidRecord(number, str(refused)) from refused


def is_finished(text: str) -> bool:
    """Whether the record's last line names the winner."""
    return text.rstrip("\n").rsplit("\n", 1)[-1].startswith("winner ")
