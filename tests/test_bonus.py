"""The one list of bonuses: words, shapes and names agree with each other and with everything made from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tricorn.bonus import PLAIN, SHAPES, Bonus, from_shape, to_shape
from tricorn.core.rules import rules_for
from tricorn.editions import EDITIONS, Edition
from tricorn.errors import TricornError
from tricorn.moves import Place
from tricorn.record import Placed, parse_event
from tricorn.sheet import Sheet
from tricorn.sheet.challenge import Claim, explain, explain_line
from tricorn.sheet.entry import typed


def test_every_bonus_has_a_different_shape_and_none_is_plain() -> None:
    assert [from_shape(shape) for shape in range(SHAPES)] == [None, *Bonus]
    assert [to_shape(bonus) for bonus in (None, *Bonus)] == list(range(SHAPES))
    assert to_shape(None) == PLAIN


def test_every_shape_fits_the_three_bits_that_the_log_has_for_it() -> None:
    assert SHAPES <= 8


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.id)
def test_every_edition_has_a_figure_for_every_shape(edition: Edition) -> None:
    points = rules_for(edition).bonuses
    assert len(points) == SHAPES
    assert points[PLAIN] == 0


@pytest.mark.parametrize("bonus", Bonus)
def test_a_record_writes_a_bonus_by_its_word(bonus: Bonus) -> None:
    event = parse_event(f"B -1,1v144 +49 {bonus}")
    assert isinstance(event, Placed)
    assert event.bonus is bonus
    assert str(event).endswith(f" {bonus}")


@pytest.mark.parametrize("bonus", Bonus)
def test_a_bonus_is_typed_by_its_short_form(bonus: Bonus) -> None:
    assert typed(f"144 {bonus.short}", 0) == f"A 1-4-4 {bonus}"


@pytest.mark.parametrize("bonus", Bonus)
def test_a_challenge_can_explain_every_bonus(bonus: Bonus) -> None:
    sheet = Sheet(entries=["A 0,0^444", f"B 1-4-4 {bonus}"])
    claim = explain_line(sheet, 2)
    assert isinstance(claim, Claim)
    made = replace(explain(claim.before, Place.parse("0,0v441")), bonus=bonus)
    word = bonus.rstrip("23")
    assert any(sentence.startswith("it was entered as") and word in sentence for sentence in claim.sentences())
    assert bonus.made.fields == ({"sides"} if bonus is Bonus.BESIDE else set())
    assert any("so it" in sentence or "which earns" in sentence for sentence in made.sentences())


def test_a_word_that_is_no_bonus_is_refused() -> None:
    with pytest.raises(TricornError, match="a bonus is bridge, beside, hexagon, hexagon2, hexagon3, not 'star'"):
        Bonus("star")
