"""A deal that does not follow from the commitment is found by the record, in full or as one seat saw it."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from tests.cheating import BY_LOT, CHAIN, CHEATS, cheated, device_nonces, played
from tests.helpers import checked, record, refusal

from tricorn import fairness
from tricorn.dealing import lot_of, order_of, receipt_of
from tricorn.game import Game
from tricorn.record import DealNumber, RoundStart, Secret, Starts
from tricorn.sheet import Sheet
from tricorn.wording import SEATS

HASH = "0a" * 32


@pytest.fixture(scope="module")
def fair() -> Game:
    return played()


def test_a_fair_game_is_valid_in_full_and_as_every_seat_sees_it(fair: Game) -> None:
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


def test_a_view_has_no_secret_before_its_round_is_over(fair: Game) -> None:
    playing = Game(fair.edition, fair.names, keys=fair.keys, dealt=False)
    for event in fair.events:
        playing.apply(event)
        published = sum(isinstance(line, Secret) for line in playing.events)
        for seat in (0, None):
            assert playing.view(seat).record().count("\nsecret ") == published
            assert published in (playing.rounds, playing.rounds - 1)


def test_numbers_are_public_once_the_round_is_dealt(fair: Game) -> None:
    numbers = [str(event) for event in fair.events if isinstance(event, DealNumber)]
    assert len(numbers) == fair.rounds + 1
    spectator = fair.view(None).record().splitlines()
    assert [line for line in spectator if line.startswith("number")] == numbers


# Cheats.


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_is_detected(cheat: str) -> None:
    text = cheated(cheat).record()
    error = refusal(text)
    assert text.splitlines()[error.line - 1].startswith("secret ")
    assert CHEATS[cheat][1] in error.expected


@pytest.mark.parametrize("cheat", sorted(set(CHEATS) - {"a late tile is exchanged"}))
def test_a_cheat_is_detected_by_a_player_who_saw_only_one_hand(cheat: str) -> None:
    seen = cheated(cheat).view(1).record()
    assert seen.splitlines()[refusal(seen).line - 1].startswith("secret ")


def test_a_game_with_lots_is_valid_in_full_and_as_every_seat_sees_it() -> None:
    fair = played(edition=BY_LOT)
    lots = [event.seat for event in fair.events if isinstance(event, Starts)]
    secrets = [event.secret for event in fair.events if isinstance(event, Secret)]
    numbers = range(1, fair.rounds + 1)
    assert lots == [lot_of(secret, n, device_nonces(n), 3) for n, secret in zip(numbers, secrets, strict=True)]
    for text in [fair.record(), *(fair.view(seat).record() for seat in (0, 1, 2, None))]:
        assert checked(text).deals_checked == fair.rounds
        assert text.count("\nstarts ") == fair.rounds


def test_without_the_line_of_the_lot_the_first_placement_must_be_its_seats() -> None:
    fair, cheat = (
        re.sub(r"\nstarts .", "", game.record()) for game in (played(edition=BY_LOT), cheated("another lot is cast"))
    )
    assert checked(fair).deals_checked
    error = refusal(cheat)
    assert cheat.splitlines()[error.line - 1].startswith("secret ")
    assert "'starts " in error.expected


# Receipts.


def with_receipts(text: str, receipts: dict[int, str]) -> str:
    """A record to which a device has added receipts for round 1."""
    lines = "".join(f"\nreceipt {SEATS[seat]} {receipt}" for seat, receipt in sorted(receipts.items()))
    return text.replace("\nround 1", f"\nround 1{lines}")


def receipts_for(nonces: Mapping[int, str], round_number: int = 1) -> dict[int, str]:
    secret = CHAIN.secret(round_number)
    return {seat: receipt_of(secret, round_number, nonce) for seat, nonce in nonces.items()}


def test_receipts_that_a_device_added_are_checked_with_the_deal(fair: Game) -> None:
    for receipts in (receipts_for(device_nonces(1)), {1: receipts_for(device_nonces(1))[1]}):
        for text in [fair.record(), *(fair.view(seat).record() for seat in (0, 1, None))]:
            again = checked(with_receipts(text, receipts))
            assert again.record() == with_receipts(text, receipts)
            assert again.deals_checked == fair.rounds


def fairly_dealt(nonces: Mapping[int, str]) -> Game:
    """A game with these nonces in round 1, instead of those of the devices; its deals follow from its record."""
    changed = {1: nonces}
    return played(
        lambda secret, number, original: order_of(secret, number, changed.get(number, original)),
        recorded=lambda original: changed.pop(1, original),
    )


NONCES = device_nonces(1)


@pytest.mark.parametrize(
    ("dealt", "receipts", "found"),
    [
        ({0: NONCES[0]}, receipts_for(NONCES), "none"),
        ({0: NONCES[0], 1: HASH}, receipts_for(NONCES), f"one whose receipt is {receipts_for({1: HASH})[1]}"),
        (NONCES, {1: receipts_for(NONCES, 2)[1]}, f"one whose receipt is {receipts_for(NONCES)[1]}"),
        (NONCES, {1: receipts_for({1: HASH})[1]}, f"one whose receipt is {receipts_for(NONCES)[1]}"),
    ],
    ids=["left out", "replaced", "a receipt for another round", "a receipt for another nonce"],
)
def test_a_deal_without_a_number_that_has_a_receipt_is_detected(
    dealt: dict[int, str], receipts: dict[int, str], found: str
) -> None:
    text = fairly_dealt(dealt).record()
    checked(text)
    error = refusal(with_receipts(text, receipts))
    assert error.expected == f"a number of B in round 1 whose receipt is {receipts[1]}"
    assert error.found == found


# The order of lines.


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([f"number A {HASH}"], "a commitment in the header"),
        ([f"receipt A {HASH}"], "a commitment in the header"),
        ([f"secret {HASH}"], "a commitment in the header"),
    ],
)
def test_numbers_receipts_and_secrets_need_a_commitment(lines: list[str], expected: str) -> None:
    assert refusal(record(*lines)).expected.startswith(expected)
    assert refusal(record(*lines).replace("round 1", "commit to be early\nround 1")).expected.startswith(expected)


@pytest.mark.parametrize(
    ("lines", "line", "expected"),
    [
        ([f"number B {HASH}", f"number A {HASH}"], 2, "one number per seat, in seat order"),
        ([f"number A {HASH}", f"number A {HASH}"], 2, "one number per seat, in seat order"),
        ([f"number C {HASH}"], 1, "one number per seat, in seat order"),
        (["A 0,0^444 +22", f"number A {HASH}"], 2, "numbers directly after the round's first line"),
        ([f"receipt B {HASH}", f"receipt A {HASH}"], 2, "one receipt per seat, in seat order"),
        ([f"receipt C {HASH}"], 1, "one receipt per seat, in seat order"),
        ([f"number A {HASH}", f"receipt A {HASH}"], 2, "receipts directly after the round's first line"),
        ([f"secret {HASH}"], 1, "one secret per round, after its scores"),
        ([f"number A {HASH[:-1]}"], 1, "64 lower-case hexadecimal digits"),
        ([f"number A {HASH.upper()}"], 1, "64 lower-case hexadecimal digits"),
        ([f"number {HASH}"], 1, "a seat A to F"),
        ([f"receipt A {HASH}0"], 1, "64 lower-case hexadecimal digits"),
        ([f"secret {HASH}0"], 1, "64 lower-case hexadecimal digits"),
        ([f"secret {HASH} {HASH}"], 1, "the end of the line"),
    ],
)
def test_a_line_in_the_wrong_place_or_form_is_refused(lines: list[str], line: int, expected: str) -> None:
    text = record(*lines).replace("round 1", f"commit {HASH}\nround 1")
    error = refusal(text)
    assert (error.line, error.expected) == (6 + line, expected)


def test_a_secret_after_a_round_without_one_is_refused(fair: Game) -> None:
    lines = [line for line in fair.record().splitlines() if not line.startswith("number")]
    first = next(n for n, line in enumerate(lines) if line.startswith("secret"))
    del lines[first]
    error = refusal("\n".join(lines) + "\n")
    assert error.expected == "no secret, as the previous round has none"


def test_a_commitment_without_secrets_and_keys_with_the_new_words_are_valid_as_before(fair: Game) -> None:
    bare = [line for line in fair.record().splitlines() if not line.startswith(("number", "secret"))]
    text = "\n".join([*bare[:5], "receipt kept", "number 7", "secret of the sea", *bare[5:]]) + "\n"
    again = checked(text)
    assert again.record() == text
    assert (again.commitment, again.deals_checked) == (CHAIN.commitment, 0)


def test_a_move_taken_back_takes_its_rounds_secret_back(fair: Game) -> None:
    copy = fair.copy()
    copy.undo()
    assert copy.deals_checked == fair.rounds - 1
    start = max(index for index, event in enumerate(copy.events) if isinstance(event, RoundStart))
    assert fairness.secret_due(copy.events[: start - 1])


def test_a_score_sheet_takes_the_game_over_without_its_deals(fair: Game) -> None:
    sheet = Sheet.from_record(fair.record())
    assert checked(sheet.record()).scores == fair.scores
    assert "secret" not in sheet.record()
