"""A record made under an earlier reading of a rulebook is refused with the house rule that would make it valid."""

from __future__ import annotations

import re

import pytest
from tests.earlier_records import earlier_record

from tricorn.errors import RecordError
from tricorn.game import Game, check_record
from tricorn.readings import with_readings

# The earlier readings that the game at each of these tables needs.
NEEDED = {
    "SPNBC": ("blocked_when=passes",),
    "SPNDF": ("blocked_when=passes",),
    "WDNBC": ("blocked_when=passes",),
    "STTBC": ("zero_option=yes",),
    "STTDF": ("beside=sides",),
}


def refused(record: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        check_record(record)
    return caught.value


def with_rules(record: str, *rules: str) -> str:
    return re.sub("^(edition .*)$", rf"\1 {' '.join(rules)}", record, count=1, flags=re.MULTILINE)


@pytest.mark.parametrize("code", NEEDED)
def test_an_older_record_is_valid_under_the_house_rules_that_its_error_names(code: str) -> None:
    record = earlier_record(code)
    error = with_readings(refused(record), record)
    assert error.house_rules == NEEDED[code]
    assert check_record(with_rules(record, *error.house_rules)) is not None


def test_a_record_that_needs_several_earlier_readings_gets_all_of_them_as_a_hint() -> None:
    rules = ("beside=sides", "zero_option=yes")
    for seed in range(71, 1000):  # about one game in 200 needs both, and this is one
        game = Game(f"domino-site target=150 {' '.join(rules)}", 4, seed=seed)
        while not game.outcome():
            game.play(max(game.options(), key=lambda option: option.points).move)
        record = game.record().replace(f" {rules[0]}", "").replace(f" {rules[1]}", "")
        if " shows " not in record or " beside" not in record:
            continue
        if all(_is_refused(with_rules(record, rule)) for rule in rules):
            assert with_readings(refused(record), record).house_rules == rules
            return
    pytest.fail("no game needed both")


def _is_refused(record: str) -> bool:
    try:
        check_record(record)
    except RecordError:
        return True
    return False


@pytest.mark.parametrize("code", NEEDED)
def test_a_record_that_is_wrong_for_another_reason_gets_no_such_hint(code: str) -> None:
    record = earlier_record(code)
    score = re.search(r"^score A (-?\d+)", record, re.MULTILINE)
    assert score is not None
    wrong = record.replace(score[0], f"score A {int(score[1]) + 1}")
    assert with_readings(refused(wrong), wrong).house_rules == ()


def test_a_record_that_cannot_be_parsed_gets_no_such_hint() -> None:
    text = earlier_record("SPNBC").replace("round 1", "round one")
    assert with_readings(refused(text), text).house_rules == ()


def test_a_parsed_record_is_tried_too() -> None:
    text = earlier_record("SPNBC")
    game = Game.from_record(with_rules(text, "blocked_when=passes"))
    assert with_readings(refused(text), game.source).house_rules == (), "this one has the house rule already"
