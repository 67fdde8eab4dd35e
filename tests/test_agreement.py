"""The program agrees with the independently written oracle on games, positions and wrong records."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cheating import played
from tests.helpers import HOUSE_EDITIONS, checked, first_placed, games, on_table, other_readings, refusal
from tests.oracle import oracle
from tests.oracle.alter import CHILDREN, FAMILY, KINDS, SAMPLES, alterations, samples
from tests.oracle.positions import POSITIONS, Position
from tests.physical import simulated

from tricorn.editions import EDITIONS, edition_named
from tricorn.errors import Mismatch, TricornError
from tricorn.game import Game
from tricorn.moves import Place
from tricorn.record import Placed
from tricorn.round import Round
from tricorn.wording import SEATS

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.tri"))
TABLES = [(name, players) for name, edition in EDITIONS.items() for players in edition.player_counts()]
REASONS = {
    "mirrored": "mirrored",
    "twice": "is already on the table",
    "occupied": "already holds a tile",
    "side": "shares a side",
    "corner": " would meet ",
}


def oracles_game(edition: str, players: int, style: str, seed: int = 0) -> str:
    return oracle.play(edition, players, Random(f"{edition} {players} {style} {seed}"), style)


# Valid records.


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_golden_games_are_accepted_and_written_back_to_the_byte(path: Path) -> None:
    text = path.read_bytes().decode()
    game = checked(text)
    assert game.outcome() is not None
    assert game.record() == text


@pytest.mark.parametrize("style", oracle.STYLES)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_oracles_games_of_every_table_are_accepted_and_written_back_to_the_byte(
    edition: str, players: int, style: str
) -> None:
    for house in ("", " clock=30 target=150"):
        text = oracles_game(edition + house, players, style)
        assert oracle.is_finished(text)
        assert checked(text).record() == text


@pytest.mark.parametrize("house", [*HOUSE_EDITIONS, FAMILY, CHILDREN])
@pytest.mark.parametrize("style", oracle.STYLES)
def test_the_oracles_games_by_house_rules_are_accepted_and_written_back_to_the_byte(house: str, style: str) -> None:
    for players in range(2, edition_named(house).max_players + 1):
        text = oracles_game(house, players, style)
        assert checked(text).record() == text


@pytest.mark.parametrize("style", oracle.STYLES)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_oracles_games_by_every_other_reading_are_accepted_and_written_back_to_the_byte(
    edition: str, players: int, style: str
) -> None:
    for reading in other_readings(edition):
        text = oracles_game(reading, players, style)
        assert checked(text).record() == text


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_simulated_games_by_the_edition_and_every_other_reading_are_accepted_by_the_oracle(
    edition: str, players: int
) -> None:
    for reading in (edition, *other_readings(edition)):
        for game in simulated(reading, (["random", "greedy"] * 3)[:players], 1, seed=players):
            oracle.check(game.record())


@given(games())
def test_the_programs_games_are_accepted_by_the_oracle(game: Game) -> None:
    oracle.check(game.record())


@given(games())
def test_the_programs_views_are_the_oracles_except_for_the_hands_shown(game: Game) -> None:
    for seat in range(game.players):
        text = game.view(seat).record()
        oracle.check(text)
        lines = [line for line in text.splitlines() if not line.startswith("left ")]
        assert lines == oracle.view(game.record(), SEATS[seat]).splitlines()


# Deals that can be checked.


@pytest.mark.parametrize(("edition", "players"), TABLES[::5])
def test_the_oracles_committed_games_are_accepted_in_full_in_part_and_written_back(edition: str, players: int) -> None:
    rng = Random(f"{edition} {players}")
    text = oracle.play(f"{edition} target=60", players, rng, "random", committed=True)
    for record in (text, oracle.view(text, "B"), oracle.physical(text, rng, "mixed"), oracle.without_cells(text, rng)):
        oracle.check(record)
        game = checked(record)
        assert game.record() == record
        assert game.deals_checked == game.rounds


def test_the_programs_committed_games_are_accepted_by_the_oracle() -> None:
    game = played()
    for text in (game.record(), game.view(0).record(), game.view(None).record()):
        oracle.check(text)


# Incomplete records.

INCOMPLETE = st.builds(
    lambda table, house, style, seed: oracles_game(table[0] + house, table[1], style, seed),
    st.sampled_from(TABLES),
    st.sampled_from(
        [
            " target=60",
            " target=60 clock=30",
            " target=60 beside=bridge",
            " target=60 beside=none empty_well_free=yes",
            " rounds=1 start=choice scoring=tiles",
            " target=60 draw_limit=3 draw_optional=yes pass_after_draw=yes",
        ]
    ),
    st.sampled_from(oracle.STYLES),
    st.integers(0, 10**9),
)


def _left_out(line: str, rng: Random) -> bool:
    """Whether to leave a line out: half of the deals, and the well, which would reveal them."""
    return line.startswith("well") or (line.startswith("deal") and rng.random() < 0.5)


@given(INCOMPLETE, st.integers(0, 10**9))
def test_a_valid_record_with_tiles_hidden_is_valid(text: str, seed: int) -> None:
    rng = Random(seed)
    checked(oracle.view(text, rng.choice("AB")))
    checked("\n".join(line for line in text.splitlines() if not _left_out(line, rng)) + "\n")


@pytest.mark.parametrize("left", ["tiles", "sum", "count", "mixed", "none"])
@given(text=INCOMPLETE, seed=st.integers(0, 10**9))
def test_a_valid_record_of_a_physical_game_is_valid_and_written_back_to_the_byte(
    left: str, text: str, seed: int
) -> None:
    bare = oracle.physical(text, Random(seed), left)
    assert checked(bare).record() == bare
    loose = oracle.without_cells(bare, Random(seed), 0.1)
    assert checked(loose).record() == loose


@given(INCOMPLETE, st.sampled_from([0.05, 0.5, 1.0]), st.integers(0, 10**9))
def test_a_valid_record_without_some_cells_is_valid(text: str, chance: float, seed: int) -> None:
    loose = oracle.without_cells(text, Random(seed), chance)
    assert checked(loose).record() == loose


# Wrong records.


@pytest.mark.parametrize("per_kind", [1, pytest.param(4, marks=pytest.mark.soak)])
@pytest.mark.parametrize("sample", range(len(SAMPLES)), ids=[sample[0] for sample in SAMPLES])
def test_every_altered_record_is_refused_and_nearly_always_in_the_oracles_line(sample: int, per_kind: int) -> None:
    """The line may differ: an error in the header is found there or in the first line that contradicts it."""
    text = samples()[sample]
    checked(text)
    elsewhere = []
    count = 0
    for altered in alterations(text, Random(sample), per_kind):
        error = refusal(altered.text, valid=text)
        assert error.expected, altered.name
        assert error.found, altered.name
        count += 1
        if error.line != altered.line:
            elsewhere.append(altered.name)
    assert count > len(KINDS) // 2
    assert len(elsewhere) < count / 50, elsewhere


@pytest.mark.soak
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_altered_golden_game_is_refused_with_its_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for altered in alterations(text, Random(4), per_kind=1):
        refusal(altered.text, valid=text)


# Positions.


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_a_position_has_the_result_that_the_oracle_has(position: Position) -> None:
    if position.refused:
        with pytest.raises(TricornError) as caught:
            _placed(position)
        assert any(REASONS[reason] in str(caught.value) for reason in position.refused), caught.value
        return
    event = _placed(position)
    assert (event.points, event.bonus or "") == (position.points, position.bonus)


def _placed(position: Position) -> Placed:
    """The line for the position's last placement."""
    place = Place.parse(position.then)
    if not position.before:
        edition = edition_named(position.edition)
        event = first_placed(place, edition)
        Round(edition, players=2).apply(event)
        return event
    placed = on_table(position.before, position.edition).event_for(place)
    assert isinstance(placed, Placed)
    return placed


def test_a_start_for_other_points_than_the_oracles_is_refused() -> None:
    for position in POSITIONS:
        if not position.before and not position.refused:
            edition = edition_named(position.edition)
            place = Place.parse(position.then)
            assert position.points is not None
            wrong = Placed(0, place.tile, place, position.points + 1)
            with pytest.raises(Mismatch):
                Round(edition, players=2).apply(wrong)
