"""What a client is sent, as JSON texts (docs/protocol.md), each made for the seats that its reader holds."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from tricorn.locales.i18n import Language, sentence
from tricorn.moves import Option, Place
from tricorn.web.next_deal import NextDeal
from tricorn.web.refusals import Refused
from tricorn.web.table_game import TableGame
from tricorn.web.table_info import TableInfo

__all__ = [
    "ack_frame",
    "amend_frame",
    "encode",
    "header_frame",
    "new_lines_frames",
    "now_common",
    "now_frame",
    "now_own",
    "pong_frame",
    "receipt_frame",
    "refused_frame",
    "table_object",
]

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(frame: Mapping[str, Any]) -> str:
    """A frame as text."""
    return _encoder.encode(frame)


def header_frame(game: TableGame) -> str:
    return encode({"type": "header", "game": game.number, "lines": game.header()})


def _line_frame(game: TableGame, n: int, seats: Collection[int]) -> str:
    return encode({"type": "line", "game": game.number, "n": n, "lines": game.cut(n, seats)})


def amend_frame(game: TableGame, first: int, seats: Collection[int]) -> str:
    """All lines from a number on, in the place of whatever the client has there."""
    lines = [game.cut(n, seats) for n in range(first, game.n + 1)]
    return encode({"type": "amend", "game": game.number, "n": first, "lines": lines})


def new_lines_frames(game: TableGame, first: int, seats: Collection[int], amended: bool) -> list[str]:
    """The lines from a number on, one frame each; or all in one if they take the place of others."""
    if amended:
        return [amend_frame(game, first, seats)]
    return [_line_frame(game, n, seats) for n in range(first, game.n + 1)]


def ack_frame(id: str, n: int) -> str:
    return encode({"type": "ack", "id": id, "n": n})


def receipt_frame(id: str, game: int, round_number: int, receipt: str | None) -> str:
    return encode({"type": "receipt", "id": id, "game": game, "round": round_number, "receipt": receipt})


def refused_frame(id: str | None, refusal: Refused, language: Language) -> str:
    reason, message = refusal.text(language), refusal.message
    return encode({"type": "refused", "id": id, "reason": reason, "code": refusal.code, "message": message})


def pong_frame() -> str:
    return '{"type":"pong"}'


def table_object(
    code: str,
    info: TableInfo,
    game_number: int,
    seats: Collection[int],
    hosting: bool,
    here: Collection[int],
    ready: Collection[int],
    due: NextDeal | None,
) -> dict[str, Any]:
    """The table as its reader sees it: who sits where, who of them is there, and what is dealt next."""
    return {
        "type": "table",
        "code": code,
        "edition": info.edition,
        "host": info.host,
        "hosting": hosting,
        "you": sorted(seats),
        "listed": info.listed,
        "pass_and_play": info.pass_and_play,
        "started": info.started,
        "game": game_number,
        "next": None if due is None else {**due._asdict(), "receipts": info.receipts(due)},
        "seats": [
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "person": seat.key is not None,
                "here": number in here,
                "ready": number in ready,
            }
            for number, seat in enumerate(info.seats)
        ],
    }


def now_common(game: TableGame, deadline: float | None) -> dict[str, Any]:
    """The part of `now` that everybody may see; the deadline is in seconds from now."""
    round_, edition = game.round, game.game.edition
    return {
        "type": "now",
        "game": game.number,
        "n": game.n,
        "round": game.game.rounds,
        "turn": game.turn,
        "scores": game.game.scores,
        "held": [round_.tiles_held(seat) for seat in range(round_.players)],
        "well": len(round_.well),
        "passes": round_.passes,
        "starting": not round_.started,
        "drawn": len(round_.drawn),
        "rules": {
            "draw_penalty": edition.draw_penalty,
            "pass_penalty": edition.pass_penalty,
            "draw_limit": edition.draw_limit,
            "draw_optional": edition.draw_optional,
            "clock": edition.clock,
            "target": edition.target,
        },
        "open": [str(cell) for cell in round_.open_cells()],
        "deadline": None if deadline is None else round(max(deadline, 0.0), 1),
    }


def now_own(game: TableGame, seats: Collection[int], language: Language) -> dict[str, Any]:
    """The part of `now` that differs from reader to reader."""
    round_ = game.round
    on_turn = game.turn is not None and game.turn in seats
    return {
        "hands": {str(seat): [str(tile) for tile in round_.hand(seat)] for seat in sorted(seats)},
        "drawn_tiles": {str(game.turn): [str(tile) for tile in round_.drawn]} if on_turn else {},
        "options": [_option(game, option) for option in game.options()] if on_turn else [],
        "over": _over(game, language),
    }


def now_frame(common: str, own: Mapping[str, Any]) -> str:
    """Both parts joined; the common one was encoded once for all readers."""
    return f"{common[:-1]},{encode(own)[1:]}"


def _option(game: TableGame, option: Option) -> dict[str, Any]:
    move, points = option.move, option.points
    if not isinstance(move, Place):
        return {"move": str(move), "points": points}
    found = {
        "move": str(move),
        "tile": str(move.tile),
        "cell": str(move.cell),
        "points": points,
        "bonus": option.bonus,
    }
    shows = game.shows(move)
    return found if shows is None else {**found, "shows": shows}


def _over(game: TableGame, language: Language) -> dict[str, Any] | None:
    """The arithmetic of a round that is over, and the game's result if it is over too."""
    round_, result = game.round, game.round.result
    if result is None:
        return None
    left = {str(seat): hand for seat, hand in enumerate(round_.hands)}
    over: dict[str, Any] = {
        "round": {
            "reason": result.reason,
            "winner": result.winner,
            "points": result.points,
            "left": {seat: [str(tile) for tile in tiles] for seat, tiles in left.items() if tiles},
            "sums": {seat: sum(tile.sum for tile in tiles) for seat, tiles in left.items()},
            "bonus": game.game.edition.out_bonus if result.reason == "out" else 0,
            "own": game.game.edition.blocked_own,
        }
    }
    outcome = game.game.outcome()
    if outcome is not None:
        over["game"] = {"winner": outcome.winner, "reason": sentence(outcome.reason, language)}
    return over
