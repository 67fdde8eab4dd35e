"""Hints in words, and what helped a player: hints and moves taken back, which the record's header counts."""

from __future__ import annotations

from tricorn.analysis.hints import Hint
from tricorn.cli.terminal.panel import shortest_word
from tricorn.cli.terminal.sentences import Audience, arithmetic
from tricorn.cli.terminal.table_picture import numbered_placements
from tricorn.game import Game
from tricorn.locales.i18n import Language, Translator
from tricorn.moves import DRAW, Place
from tricorn.view import View

__all__ = ["HINTS", "TAKEN_BACK", "add_help", "help_used", "hint_lines"]

HINTS, TAKEN_BACK = "hints", "taken-back"  # keys of the header


def add_help(game: Game, key: str) -> None:
    """Count one more hint or move taken back."""
    others = [pair for pair in game.keys if pair[0] != key]
    game.keys = (*others, (key, str(_count(game, key) + 1)))


def _count(game: Game, key: str) -> int:
    value = dict(game.keys).get(key, "")
    return int(value) if value.isascii() and value.isdecimal() else 0


def help_used(game: Game, language: Language) -> list[str]:
    """`2 hints, 1 move taken back`; empty if there was no help."""
    hints, taken_back = _count(game, HINTS), _count(game, TAKEN_BACK)
    say_n = language.ngettext
    counts = [
        *([say_n("{n} hint", "{n} hints", hints).format(n=hints)] if hints else []),
        *(
            [say_n("{n} move taken back", "{n} moves taken back", taken_back).format(n=taken_back)]
            if taken_back
            else []
        ),
    ]
    return [", ".join(counts)] if counts else []


def hint_lines(view: View, hint: Hint, audience: Audience) -> list[str]:
    """The move, what to type for it, the chance of winning, and each reason."""
    say = audience.language.gettext
    chance = "" if hint.chance is None else " " + say("Your chance of winning: {percent} %.")
    lines = [_move(view, hint, audience) + chance.format(percent=round(100 * (hint.chance or 0)))]
    translator = Translator(audience.language, audience.names)
    return [*lines, *(reason.words(translator) for reason in hint.reasons)]


def _move(view: View, hint: Hint, audience: Audience) -> str:
    say, move = audience.language.gettext, hint.move
    if not isinstance(move, Place):
        template = say("Type {word} to draw a tile.") if move == DRAW else say("Type {word} to pass.")
        return template.format(word=shortest_word(move, audience.language))
    number, place, points, bonus = next(each for each in numbered_placements(view) if each.place == move)
    sum_ = arithmetic(place.tile, points, bonus, view.edition, say)
    return say("Type {word} to place {tile}: {sum}.").format(word=number, tile=place.tile, sum=sum_)
