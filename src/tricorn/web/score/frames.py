"""Builds the frames that a score sheet sends (docs/protocol.md), and its other JSON responses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tricorn.bonus import Bonus, to_shape
from tricorn.core.rules import pass_cost
from tricorn.editions import Edition
from tricorn.locales.i18n import Language, sentence
from tricorn.moves import Option, Place
from tricorn.record import Blocked, Drew, Left, Out, Passed, Placed, Score, Summed
from tricorn.round import Round
from tricorn.sheet import Line, Sheet
from tricorn.sheet.challenge import Challenge, Claim
from tricorn.sheet.entry import RoundPoints, SheetEvent
from tricorn.tiles import Tile
from tricorn.web import protocol
from tricorn.web.score import protocol as score_protocol
from tricorn.web.score import responses
from tricorn.web.score.info import SheetInfo
from tricorn.web.score.protocol import PlacedTile, SheetLine, SheetLines, SheetNow
from tricorn.web.security.keys import KeyHash
from tricorn.web.work.pacing import paced

__all__ = ["cells", "challenge_data", "lines", "now", "sheet", "sheet_lines", "sheet_rules"]

_KINDS: dict[type[SheetEvent], score_protocol.EntryKind] = {
    Placed: "place",
    Summed: "place",
    Drew: "draw",
    Passed: "pass",
    Left: "left",
    Out: "out",
    Blocked: "blocked",
    RoundPoints: "points",
}


def sheet(code: str, info: SheetInfo, sheet: Sheet, key: KeyHash | None, following: int) -> score_protocol.Sheet:
    """The sheet as the holder of a key sees it."""
    return {
        "type": "sheet",
        "code": code,
        "edition": info.edition,
        "names": list(sheet.names),
        "writing": info.can_write(key),
        "made": info.is_creator(key),
        "offered": info.offered,
        "following": following,
        "next": info.next_code,
        "rules": sheet_rules(sheet.edition),
    }


def sheet_rules(edition: Edition) -> score_protocol.SheetRules:
    """The rules of an edition that a client shows."""
    points = edition.bonus_points()
    earned = [bonus for bonus in Bonus if bonus is not Bonus.BESIDE or edition.beside != "none"]
    return {
        "target": edition.target,
        "rounds": edition.rounds,
        "start": edition.start,
        "scoring": edition.scoring,
        "bonus_points": {bonus: points[to_shape(bonus)] for bonus in earned},
        "draw_penalty": edition.draw_penalty,
        "show_triple": edition.start == "triple" and edition.zero_option and edition.show_triple,
    }


def lines(sheet: Sheet, n: int, first: int, changed: list[SheetLine], language: Language) -> SheetLines:
    """The lines from a number on, and the state after change `n`."""
    return {"type": "lines", "first": first, "lines": changed, "now": now(sheet, n, language)}


def sheet_lines(names: Sequence[str], lines: Iterable[Line], language: Language) -> list[SheetLine]:
    """Lines of a sheet as they are sent, in a language."""
    return [_line(line, names, language) for line in paced(lines)]


def _line(line: Line, names: Sequence[str], language: Language) -> SheetLine:
    event = line.entry.event
    data: SheetLine = {
        "number": line.number,
        "round": line.round,
        "entry": str(line.entry),
        "seat": event.seat,
        "what": _KINDS[type(event)],
        "tile": _tile(event),
        "bonus": line.bonus,
        "points": line.points,
        "scores": list(line.scores),
        "reason": None if line.reason is None else sentence(line.reason, language, names),
        "overruled": line.overruled,
        "counted": line.counted,
        "end": None if line.end is None else _end(line.end),
    }
    if isinstance(event, Placed | Summed):
        place = event.place if isinstance(event, Placed) else None
        shows = event.shows if isinstance(event, Placed) else None
        data["cell"] = None if place is None else str(place.cell)
        data["numbers"] = [] if place is None else list(place.numbers)
        data["shows"] = None if shows is None else str(shows)
    elif isinstance(event, Left):
        data["sum"] = event.sum
    return data


def _tile(event: SheetEvent) -> str | None:
    match event:
        case Placed(tile=tile):
            return str(tile)
        case Summed(total=total):
            return f"={total}"
        case Drew(tile=tile) if tile is not None:
            return str(tile)
        case Left(tiles=tiles) if tiles is not None:
            return " ".join(map(str, tiles))
        case _:
            return None


def _end(end: Out | Blocked | Score) -> score_protocol.RoundEnd:
    if isinstance(end, Score):
        return {"what": "points", "seat": None, "points": 0}
    return {"what": "out" if isinstance(end, Out) else "blocked", "seat": end.seat, "points": end.points}


def now(sheet: Sheet, n: int, language: Language) -> SheetNow:
    """The current state: what is entered next, the scores, the table as far as it is known."""
    current, outcome = sheet.round, sheet.outcome
    return {
        "n": n,
        "round": sheet.rounds,
        "asked": {"what": sheet.prompt.what, "seats": list(sheet.prompt.seats)},
        "scores": list(sheet.scores),
        "located": sheet.located,
        "pass_cost": _pass_cost(sheet.edition, current),
        "unseen": [str(tile) for tile in sheet.unseen()],
        "placed": _placed(current),
        "held": [] if current is None else [current.tiles_held(seat) for seat in range(current.players)],
        "undo": sheet.can_undo,
        "redo": sheet.can_redo,
        "added": sheet.trailing_additions,
        "problems": len(sheet.problems),
        "over": None if outcome is None else {"winner": outcome.winner, "reason": sentence(outcome.reason, language)},
    }


def _pass_cost(edition: Edition, current: Round | None) -> int:
    if current is None:
        return edition.pass_penalty
    return pass_cost(current.rules, len(current.drawn), len(current.well))


def _placed(current: Round | None) -> list[PlacedTile]:
    """The tiles whose cells are known, in the order in which they were placed."""
    placements = [] if current is None else current.placements
    return [_placed_tile(p.place, p.bonus) for p in placements if p.place is not None]


def _placed_tile(place: Place, bonus: Bonus | None) -> PlacedTile:
    return {"tile": str(place.tile), "bonus": bonus, "cell": str(place.cell), "numbers": list(place.numbers)}


def cells(sheet: Sheet, tile: Tile) -> responses.Cells:
    """Where a tile fits, with points and bonus."""
    is_seen = tile not in sheet.unseen()
    options = [] if is_seen or sheet.outcome is not None else sheet.cells(tile)
    return {
        "tile": str(tile),
        "seen": is_seen,
        "located": sheet.located,
        "placed": _placed(sheet.round),
        "options": [_option(option) for option in options],
    }


def _option(option: Option) -> protocol.Option:
    move = option.move
    assert isinstance(move, Place)
    return {"move": str(move), "cell": str(move.cell), "points": option.points, "bonus": option.bonus}


def challenge_data(challenge: Challenge | Claim, language: Language) -> responses.Challenge:
    """A challenged placement: the table to draw, the answer, the rulings."""
    judged = challenge if isinstance(challenge, Challenge) else None
    edition = challenge.before.edition
    return {
        "placed": [_placed_tile(place, None) for place in challenge.before.places],
        "place": None if judged is None else _placed_tile(judged.place, judged.bonus),
        "possible": judged is None or judged.reason is None,
        "sentences": [sentence(phrase, language) for phrase in challenge.sentences()],
        "rulings": [
            {
                "id": ruling.id,
                "title": language.gettext(ruling.title),
                "text": ruling.text_for(edition, language.gettext),
                "note": note,
            }
            for ruling, note in challenge.rulings(language.gettext)
        ],
    }
