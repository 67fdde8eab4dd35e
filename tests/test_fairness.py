"""Whoever deals otherwise than the commitment says is found out by the record, in full or as one seat saw it."""

from __future__ import annotations

import pytest
from tests.cheating import CHAIN, CHEATS, cheated, played
from tests.helpers import checked, record, refusal

from tricorn import fairness
from tricorn.game import Game
from tricorn.record import Number, RoundStart, Secret
from tricorn.sheet import Sheet

HASH = "0a" * 32


@pytest.fixture(scope="module")
def fair() -> Game:
    return played()


def test_a_fair_game_is_right_in_full_and_as_every_seat_sees_it(fair: Game) -> None:
    assert fair.rounds > 1
    for text in [fair.record(), *(fair.view(seat).record() for seat in (0, 1, 2, None))]:
        again = checked(text)
        assert again.record() == text
        assert again.deals_checked == fair.rounds


def test_a_record_may_stop_after_any_line_but_a_finished_round_is_followed_by_its_secret(fair: Game) -> None:
    lines = fair.record().splitlines()
    for end in range(len(lines)):
        checked("\n".join(lines[: max(end, 5)]) + "\n")
    secret = next(n for n, line in enumerate(lines) if line.startswith("secret"))
    del lines[secret]
    error = refusal("\n".join(lines) + "\n")
    assert (error.line, error.expected, error.found) == (secret + 1, "the secret of round 1", "round 2")


def test_a_view_tells_no_secret_before_its_round_is_over(fair: Game) -> None:
    playing = Game(fair.edition, fair.names, keys=fair.keys)
    for event in fair.events:
        playing.apply(event)
        over = sum(isinstance(each, Secret) for each in playing.events)
        for seat in (0, None):
            assert playing.view(seat).record().count("\nsecret ") == over
            assert over in (playing.rounds, playing.rounds - 1)


def test_numbers_are_public_once_the_round_is_dealt(fair: Game) -> None:
    numbers = [str(event) for event in fair.events if isinstance(event, Number)]
    assert len(numbers) == fair.rounds + 1
    spectator = fair.view(None).record().splitlines()
    assert [line for line in spectator if line.startswith("number")] == numbers


# Cheats.


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_is_found_out(cheat: str) -> None:
    text = cheated(cheat).record()
    error = refusal(text)
    assert text.splitlines()[error.line - 1].startswith("secret ")
    assert CHEATS[cheat][1] in error.expected


@pytest.mark.parametrize("cheat", sorted(set(CHEATS) - {"a late tile is exchanged"}))
def test_a_cheat_is_found_out_by_somebody_who_saw_one_hand_alone(cheat: str) -> None:
    seen = cheated(cheat).view(1).record()
    assert seen.splitlines()[refusal(seen).line - 1].startswith("secret ")


# Where the lines may stand.


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([f"number A {HASH}"], "a commitment in the header"),
        ([f"secret {HASH}"], "a commitment in the header"),
    ],
)
def test_numbers_and_secrets_need_a_commitment(lines: list[str], expected: str) -> None:
    assert refusal(record(*lines)).expected.startswith(expected)
    assert refusal(record(*lines).replace("round 1", "commit to be early\nround 1")).expected.startswith(expected)


@pytest.mark.parametrize(
    ("lines", "line", "expected"),
    [
        ([f"number B {HASH}", f"number A {HASH}"], 2, "one number a seat, in the order of the seats"),
        ([f"number A {HASH}", f"number A {HASH}"], 2, "one number a seat, in the order of the seats"),
        ([f"number C {HASH}"], 1, "one number a seat, in the order of the seats"),
        (["A 0,0^444 +22", f"number A {HASH}"], 2, "numbers straight after the round's first line"),
        ([f"secret {HASH}"], 1, "the secret once a round, after its scores"),
        ([f"number A {HASH[:-1]}"], 1, "64 hexadecimal digits in lower case"),
        ([f"number A {HASH.upper()}"], 1, "64 hexadecimal digits in lower case"),
        ([f"number {HASH}"], 1, "a seat A to F"),
        ([f"secret {HASH}0"], 1, "64 hexadecimal digits in lower case"),
        ([f"secret {HASH} {HASH}"], 1, "the end of the line"),
    ],
)
def test_a_line_in_the_wrong_place_or_form_is_refused(lines: list[str], line: int, expected: str) -> None:
    text = record(*lines).replace("round 1", f"commit {HASH}\nround 1")
    error = refusal(text)
    assert (error.line, error.expected) == (6 + line, expected)


def test_a_secret_after_a_round_that_told_none_is_refused(fair: Game) -> None:
    lines = [line for line in fair.record().splitlines() if not line.startswith("number")]
    first = next(n for n, line in enumerate(lines) if line.startswith("secret"))
    del lines[first]
    error = refusal("\n".join(lines) + "\n")
    assert error.expected == "no secret, as the round before has none"


def test_a_commitment_without_secrets_and_keys_with_the_new_words_are_right_as_they_always_were(fair: Game) -> None:
    bare = [line for line in fair.record().splitlines() if not line.startswith(("number", "secret"))]
    text = "\n".join([*bare[:5], "number 7", "secret of the sea", *bare[5:]]) + "\n"
    again = checked(text)
    assert again.record() == text
    assert (again.commitment, again.deals_checked) == (CHAIN.commitment, 0)


def test_a_move_taken_back_takes_its_rounds_secret_back(fair: Game) -> None:
    copy = fair.copy()
    copy.undo()
    assert copy.deals_checked == fair.rounds - 1
    start = max(index for index, event in enumerate(copy.events) if isinstance(event, RoundStart))
    assert fairness.secret_due(copy.events[: start - 1])


def test_a_score_sheet_takes_the_game_over_without_its_dealing(fair: Game) -> None:
    sheet = Sheet.from_record(fair.record())
    assert checked(sheet.record()).scores == fair.scores
    assert "secret" not in sheet.record()
