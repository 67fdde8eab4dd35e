"""`tricorn verify`: check records line by line against the rules."""

from __future__ import annotations

import argparse
import sys

from tricorn.cli.failure import Failure, one_line
from tricorn.cli.files import read_record, record_failure
from tricorn.errors import RecordError
from tricorn.game import Game, check_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a record, or - for standard input")


def run(args: argparse.Namespace) -> int:
    return max(_verify(name) for name in args.files)


def _verify(name: str) -> int:
    """Check one file, print the result and return the exit code; an error does not stop the check of other files."""
    try:
        game = check_record(read_record(name))
    except RecordError as error:
        failure = record_failure(name, error)
        print(one_line(str(failure)), file=sys.stderr)
        return failure.code
    except Failure as failure:
        print(f"tricorn: {one_line(str(failure))}", file=sys.stderr)
        return failure.code
    print(f"{one_line(name)}: ok ({_summary(game)})")
    return 0


def _summary(game: Game | None) -> str:
    if game is None:
        return "0 rounds, no players yet"
    rounds = f"{game.rounds} round{'' if game.rounds == 1 else 's'}"
    return f"{rounds}, {game.players} players, {_state(game)}; {_deals(game)}"


def _state(game: Game) -> str:
    """The winner, with the reason if another score is higher."""
    outcome = game.outcome()
    if outcome is None:
        return "in progress"
    name = one_line(game.names[outcome.winner])
    if outcome.scores[outcome.winner] == max(outcome.scores):
        return f"won by {name}"
    return f"won by {name} ({one_line(str(outcome.reason))})"


def _deals(game: Game) -> str:
    """Whether the deals were checked against a commitment."""
    if game.commitment is None:
        return "deals not checked: no commitment"
    if not game.deals_checked:
        return "deals not checked: no secret was published"
    scope = "" if game.deals_checked == game.rounds else f" of {game.deals_checked} of {game.rounds} rounds"
    return f"deals{scope} checked against the commitment"
