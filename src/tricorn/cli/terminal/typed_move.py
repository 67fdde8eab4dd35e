"""Parses what a player types in a turn as a move."""

from __future__ import annotations

import re

from tricorn.cli.terminal.panel import shortest_word
from tricorn.cli.terminal.table_picture import numbered_placements
from tricorn.errors import TricornError
from tricorn.locales.i18n import Language
from tricorn.messages import Message, Phrase, either, listed
from tricorn.moves import DRAW, PASS, Move, Place, parse_move
from tricorn.view import View
from tricorn.wording import quoted

__all__ = ["parse_typed_move"]

_MOVES_BY_WORD: dict[str, Move] = {"d": DRAW, "draw": DRAW, "p": PASS, "pass": PASS}


def parse_typed_move(answer: str, view: View, language: Language) -> Move:
    """The move for a placement's number, a letter, a tile, or a move as records write it.

    It may be illegal: the game checks that. An error says what to type in this language.
    """
    word = answer.lower()
    if word in _MOVES_BY_WORD:
        return _MOVES_BY_WORD[word]
    if re.fullmatch("[0-9]{1,3}", word):
        return _numbered(int(word), view, language)
    if re.fullmatch("[0-5]-[0-5]-[0-5]", word):
        return _only_place(word, view)
    if not re.search(r"[v^][0-5]{3}$", word):
        raise TricornError(Message.NOT_UNDERSTOOD, text=quoted(answer, 40), wanted=_wanted(view, language))
    move = parse_move(word)
    if isinstance(move, Place) and move.tile not in view.hand:
        raise TricornError(Message.NOT_IN_RACK, tile=move.tile)
    return move


def _numbered(number: int, view: View, language: Language) -> Move:
    placements = numbered_placements(view)
    if not 1 <= number <= len(placements):
        raise TricornError(Message.NO_PLACEMENT, number=number, wanted=_wanted(view, language))
    return placements[number - 1].place


def _only_place(tile: str, view: View) -> Move:
    fitting = [placement for placement in numbered_placements(view) if str(placement.place.tile) == tile]
    if not fitting:
        raise TricornError(Message.NOT_PLACEABLE, tile=tile)
    if len(fitting) > 1:
        raise TricornError(Message.SEVERAL_PLACES, tile=tile, numbers=either(placement.number for placement in fitting))
    return fitting[0].place


def _wanted(view: View, language: Language) -> Phrase:
    """What can be typed, for an error."""
    count = len(numbered_placements(view))
    number = [1] if count == 1 else [Message.NUMBER_FROM_1(most=count)] if count else []
    other_moves = [shortest_word(move, language) for move in view.legal_moves() if not isinstance(move, Place)]
    return Message.OR_HELP(choices=listed([*number, *other_moves]))
