"""What a client that follows a score sheet is sent, as JSON texts (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

from tricorn.challenge import Challenge, Claim
from tricorn.core.rules import pass_cost, rules_of
from tricorn.locales.i18n import Language, sentence
from tricorn.moves import Option, Place
from tricorn.record import Blocked, Drew, Left, Out, Passed, Placed, Summed, TableEvent
from tricorn.round import Round
from tricorn.sheet import Line, Sheet
from tricorn.tiles import Tile
from tricorn.web.frames import encode
from tricorn.web.sheet_info import SheetInfo

__all__ = ["cells", "challenge_object", "encode", "lines_frame", "lines_of", "now", "now_frame", "sheet_object"]


def sheet_object(code: str, info: SheetInfo, sheet: Sheet, key: str | None, following: int) -> dict[str, Any]:
    """What a sheet is, as its reader may see it."""
    edition = sheet.edition
    return {
        "type": "sheet",
        "code": code,
        "edition": info.edition,
        "names": list(sheet.names),
        "writing": info.writes(key),
        "made": info.is_creator(key),
        "offered": info.offered,
        "following": following,
        "rules": {
            "target": edition.target,
            "draw_penalty": edition.draw_penalty,
            "pass_penalty": edition.pass_penalty,
            "show_triple": edition.zero_option and edition.show_triple,
        },
    }


def lines_of(sheet: Sheet, first: int, language: Language) -> list[dict[str, Any]]:
    """The lines from a number on."""
    return [_line(line, sheet, language) for line in sheet.lines[first - 1 :]]


def lines_frame(sheet: Sheet, n: int, first: int, language: Language) -> str:
    """All lines from a number on, in the place of whatever the client has there."""
    return encode({"type": "lines", "n": n, "first": first, "lines": lines_of(sheet, first, language)})


def _line(line: Line, sheet: Sheet, language: Language) -> dict[str, Any]:
    reason = None if line.reason is None else sentence(line.reason, language, sheet.names)
    return {
        "number": line.number,
        "round": line.round,
        "entry": str(line.entry),
        "seat": line.entry.event.seat,
        **_told(line.entry.event),
        "bonus": line.bonus,
        "points": line.points,
        "scores": list(line.scores),
        "reason": reason,
        "overruled": line.overruled,
        "counted": line.counted,
        "end": None if line.end is None else _end(line.end),
    }


def _end(end: Out | Blocked) -> dict[str, Any]:
    return {"what": "out" if isinstance(end, Out) else "blocked", "seat": end.seat, "points": end.points}


def _told(event: TableEvent) -> dict[str, Any]:
    """What happened, and with which tile."""
    match event:
        case Placed(tile=tile, place=place, shows=shows):
            where = {"cell": None, "numbers": []} if place is None else _where(place)
            return {"what": "place", "tile": str(tile), **where, "shows": None if shows is None else str(shows)}
        case Summed(total=total):
            return {"what": "place", "tile": f"={total}", "cell": None, "numbers": [], "shows": None}
        case Drew(tile=tile):
            return {"what": "draw", "tile": None if tile is None else str(tile)}
        case Passed():
            return {"what": "pass", "tile": None}
        case Left(tiles=tiles):
            return {"what": "left", "tile": None if tiles is None else " ".join(map(str, tiles)), "sum": event.sum}
        case Out():
            return {"what": "out", "tile": None}
        case Blocked():
            return {"what": "blocked", "tile": None}


def _where(place: Place) -> dict[str, Any]:
    return {"cell": str(place.cell), "numbers": list(place.numbers)}


def now(sheet: Sheet, n: int, language: Language) -> dict[str, Any]:
    """How things stand: what is asked, the scores, the table as far as it is known."""
    current, outcome = sheet.round, sheet.outcome
    return {
        "type": "now",
        "n": n,
        "round": sheet.rounds,
        "asked": {"what": sheet.asked.what, "seats": list(sheet.asked.seats)},
        "scores": list(sheet.scores),
        "located": sheet.located,
        "pass_cost": pass_cost(rules_of(sheet.edition), 0 if current is None else len(current.drawn)),
        "unseen": [str(tile) for tile in sheet.unseen()],
        "placed": _placed(current),
        "held": [] if current is None else [current.tiles_held(seat) for seat in range(current.players)],
        "undo": sheet.can_undo,
        "redo": sheet.can_redo,
        "problems": len(sheet.problems),
        "over": None if outcome is None else {"winner": outcome.winner, "reason": sentence(outcome.reason, language)},
    }


def _placed(current: Round | None) -> list[dict[str, Any]]:
    """The tiles whose cells are known, in the order in which they were placed."""
    placements = [] if current is None else current.placements
    return [{"tile": str(p.tile), "bonus": p.bonus, **_where(p.place)} for p in placements if p.place is not None]


def now_frame(sheet: Sheet, n: int, language: Language) -> str:
    return encode(now(sheet, n, language))


def cells(sheet: Sheet, tile: Tile) -> dict[str, Any]:
    """Where a tile fits, with points and bonus."""
    seen = tile not in sheet.unseen()
    options = [] if seen or sheet.outcome is not None else sheet.cells(tile)
    return {
        "tile": str(tile),
        "seen": seen,
        "located": sheet.located,
        "placed": _placed(sheet.round),
        "options": [_option(each) for each in options],
    }


def _option(option: Option) -> dict[str, Any]:
    move = option.move
    assert isinstance(move, Place)
    return {"move": str(move), "cell": str(move.cell), "points": option.points, "bonus": option.bonus}


def challenge_object(challenge: Challenge | Claim, language: Language) -> dict[str, Any]:
    """A placement that was called in question: the table to be drawn, the answer, the rulings."""
    judged = challenge if isinstance(challenge, Challenge) else None
    edition = challenge.before.edition
    sentences = [sentence(phrase, language) for phrase in challenge.sentences()]
    return {
        "placed": [{"tile": str(p.tile), "bonus": None, **_where(p)} for p in challenge.before.places],
        "place": judged and {"tile": str(judged.place.tile), "bonus": judged.bonus, **_where(judged.place)},
        "possible": judged is None or judged.reason is None,
        "sentences": sentences,
        "rulings": [
            {
                "id": ruling.id,
                "title": language.gettext(ruling.title),
                "text": ruling.text_for(edition, language.gettext),
                "note": how,
            }
            for ruling, how in challenge.rulings(language.gettext)
        ],
    }
