"""The golden records: every edition has some, and they reach every figure in which it differs from another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.golden.make import GOLDEN, ORACLES_GAMES, Golden, OraclesGame, golden_game

from tricorn.editions import EDITIONS
from tricorn.game import Game, check_record
from tricorn.moves import Place
from tricorn.record import Blocked, Drew, Event, Out, Passed, Placed, Score, parse_record
from tricorn.tiles import Tile

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.tri"))
ZERO = Tile.parse("0-0-0")

Moment = tuple[Game, Event]  # a game before an event
Figure = Callable[[Game, Event], bool]


@cache
def moments(edition: str) -> tuple[Moment, ...]:
    """Every moment of the edition's golden games."""
    return tuple(moment for path in FILES for moment in _moments(path) if moment[0].edition == EDITIONS[edition])


def _moments(path: Path) -> Iterator[Moment]:
    record = parse_record(path.read_text(encoding="utf-8"))
    game = Game(record.edition, record.names, keys=record.keys, dealt=False)
    for event in record.events:
        yield game.copy(), event
        game.apply(event)


# What golden games must reach.


def scores(bonus: str, extra: int) -> Figure:
    """A placement with this bonus, for this many points on top of its sum."""
    return lambda game, event: (
        isinstance(event, Placed) and event.bonus == bonus and event.points == event.tile.sum + extra
    )


def starts_with_zero(shows: bool) -> Figure:
    """A start with 0-0-0 instead of a higher triple in the same hand."""

    def is_start(game: Game, event: Event) -> bool:
        assert game.round is not None or not isinstance(event, Placed)
        if game.round is None or game.round.started or not isinstance(event, Placed):
            return False
        higher = [tile for tile in game.round.hand(event.seat) if tile.is_triple and tile != ZERO]
        return event.tile == ZERO and bool(higher) and (event.shows is not None) == shows

    return is_start


def keeps_zero_back(game: Game, event: Event) -> bool:
    """The highest triple starts although its holder has 0-0-0 too."""
    if game.round is None or game.round.started or not isinstance(event, Placed):
        return False
    return event.tile.is_triple and event.tile != ZERO and ZERO in game.round.hand(event.seat)


def can_place(game: Game) -> bool:
    return game.round is not None and game.round.started and isinstance(game.legal_moves()[0], Place)


def draws_though_able(game: Game, event: Event) -> bool:
    return isinstance(event, Drew) and can_place(game)


def passes_though_able(game: Game, event: Event) -> bool:
    return isinstance(event, Passed) and can_place(game)


def passes_after_draws(count: int) -> Figure:
    """A pass after this many draws, with tiles left in the well."""
    return lambda game, event: (
        isinstance(event, Passed)
        and game.round is not None
        and len(game.round.drawn) == count
        and bool(game.round.well)
    )


def goes_on_after_all_have_passed(game: Game, event: Event) -> bool:
    """All players have passed in a row, after draws, and the round continues."""
    turns = [line for line in game.events if isinstance(line, Placed | Passed)][-game.players :]
    return len(turns) == game.players and all(isinstance(line, Passed) for line in turns) and isinstance(event, Drew)


def two_sides(bonus: str | None) -> Figure:
    """A placement that matches two sides and closes no hexagon, with this bonus."""

    def matches(game: Game, event: Event) -> bool:
        if game.round is None or not isinstance(event, Placed) or event.place is None:
            return False
        sides = sum(game.round.board.is_filled(cell) for cell in event.place.cell.neighbours)
        return sides >= 2 and event.bonus == bonus

    return matches


def measure_decides(game: Game, event: Event) -> bool:
    """A blocked round that another player would have won by the other measure."""
    if not isinstance(event, Blocked) or event.seat is None or game.round is None:
        return False
    hands = [game.round.hand(seat) for seat in range(game.players)]
    measures = [len(hand) for hand in hands], [sum(tile.sum for tile in hand) for hand in hands]
    winners = [[seat for seat, held in enumerate(measure) if held == min(measure)] for measure in measures]
    return [event.seat] in winners and all(len(seats) == 1 for seats in winners) and winners[0] != winners[1]


def won_by_decides(edition: str) -> bool:
    """Several players reached the target in a game, and the last round's winner does not have the highest score."""
    for path in FILES:
        game = check_record(path.read_text(encoding="utf-8"))
        assert game is not None
        outcome = game.outcome()
        assert outcome is not None
        last = next(event for event in reversed(game.events) if isinstance(event, Out | Blocked))
        if game.edition != EDITIONS[edition] or last.seat is None:
            continue
        target, own = game.edition.target, outcome.scores[last.seat]
        if target <= own < max(outcome.scores):
            return (outcome.winner == last.seat) == (game.edition.won_by == "round")
    return False


def starts_by_choice(game: Game, event: Event) -> bool:
    """A tile that is no triple starts although a triple was dealt."""
    if game.round is None or game.round.started or not isinstance(event, Placed):
        return False
    hands = [tile for seat in range(game.players) for tile in game.round.hand(seat)]
    return not event.tile.is_triple and any(tile.is_triple for tile in hands)


def passes_free(game: Game, event: Event) -> bool:
    """A pass that costs nothing, because the well is empty."""
    return isinstance(event, Passed) and not event.penalty and game.round is not None and not game.round.well


def players(number: int) -> Figure:
    return lambda game, event: game.players == number


FIGURES: dict[str, dict[str, Figure]] = {
    "pressman-deluxe": {},
    "wooden": {},
    "pressman-classic": {"six players": players(6)},
    "spanish": {
        "hexagon": scores("hexagon", 50),
        "hexagon2": scores("hexagon2", 60),
        "hexagon3": scores("hexagon3", 70),
        "draws though able": draws_though_able,
        "three draws and a pass": passes_after_draws(3),
        "all pass and the round goes on (R9)": goes_on_after_all_have_passed,
        "passes though able": passes_though_able,
        "0-0-0 and nothing shown": starts_with_zero(shows=False),
    },
    "domino-site": {
        "beside a bridging tile (R15)": two_sides("beside"),
        "two sides away from one (R15)": two_sides(None),
        "no choice of 0-0-0 (R16)": keeps_zero_back,
    },
    "goliath": {
        "any tile starts (R19)": starts_by_choice,
        "free pass (R20)": passes_free,
        "two sides for the sum alone (R21)": two_sides(None),
        "hexagon": scores("hexagon", 50),
        "hexagon2": scores("hexagon2", 60),
        "draws though able": draws_though_able,
        "three draws and a pass": passes_after_draws(3),
    },
}


def test_every_edition_has_a_golden_record() -> None:
    editions = [parse_record(path.read_text(encoding="utf-8")).edition for path in FILES]
    assert {edition.id for edition in editions if not edition.house_rules()} == set(EDITIONS) == set(FIGURES)


def test_a_golden_record_goes_on_because_the_highest_score_is_shared_after_the_agreed_rounds() -> None:
    record = parse_record((FOLDER / "rounds-tie-2p.tri").read_text(encoding="utf-8"))
    scores = [event.scores for event in record.events if isinstance(event, Score)]
    assert record.edition.rounds == 1
    assert len(scores) == 2
    assert len(set(scores[0])) == 1


@pytest.mark.parametrize(
    ("edition", "figure"), [(edition, name) for edition, figures in FIGURES.items() for name in figures]
)
def test_a_golden_record_reaches_what_sets_the_edition_apart(edition: str, figure: str) -> None:
    assert any(FIGURES[edition][figure](game, event) for game, event in moments(edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_golden_record_shows_the_measure_of_a_blocked_round_and_the_rule_for_several_at_the_target(
    edition: str,
) -> None:
    assert any(measure_decides(game, event) for game, event in moments(edition))
    assert won_by_decides(edition)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_golden_record_is_what_its_script_makes(golden: Golden) -> None:
    text = (FOLDER / f"{golden.name}.tri").read_bytes().decode()
    assert golden_game(golden).record() == text, "run python -m tests.golden.make"


@pytest.mark.parametrize("game", ORACLES_GAMES, ids=lambda game: game.name)
def test_a_golden_record_of_the_oracle_is_what_it_plays(game: OraclesGame) -> None:
    text = (FOLDER / f"{game.name}.tri").read_bytes().decode()
    assert game.record() == text, "run python -m tests.golden.make"
