"""Builds the frames that a table sends (docs/protocol.md), each as the holder of some seats may see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tricorn.locales.i18n import Language, sentence
from tricorn.moves import Option, Place
from tricorn.web.protocol import Option as MoveOption
from tricorn.web.protocol import encode
from tricorn.web.reaction import Reaction
from tricorn.web.tables import protocol
from tricorn.web.tables.game import TableGame
from tricorn.web.tables.presence import PresenceSnapshot
from tricorn.web.tables.results import PastGame, Subject
from tricorn.web.tables.state import TableState

__all__ = ["header", "join_lines", "lines", "now_for", "now_for_all", "reaction", "table"]


def table(state: TableState, seats: Collection[int], is_host: bool, presence: PresenceSnapshot) -> protocol.Table:
    """The table as a client sees it: who has which seat, who is present, and what is dealt next."""
    info, deal = state.info, state.next_deal
    return {
        "type": "table",
        "code": state.code,
        "edition": info.edition,
        "host": info.host,
        "hosting": is_host,
        "you": sorted(seats),
        "listed": info.listed,
        "pass_and_play": info.pass_and_play,
        "started": info.started,
        "game": 0 if state.game is None else state.game.number,
        "next": None
        if deal is None
        else {"game": deal.game, "round": deal.round, "commit": deal.commit, "receipts": info.receipts(deal)},
        "on_resign": info.on_resign,
        "hints": info.allows_hints,
        "take_back": info.allows_take_back,
        "taken_back": info.taken_back,
        "players": [info.rules.min_players, info.most_players],
        "agreement": _agreement(state),
        "seats": [
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "person": seat.key is not None,
                "resigned": seat.resigned,
                "here": number not in presence.away,
                "ready": number in presence.ready,
                "hints": info.hints_used_by(number),
            }
            for number, seat in enumerate(info.seats)
        ],
    }


def _agreement(state: TableState) -> protocol.Agreement | None:
    """The open proposal, if there is one, and the seats that agree."""
    game = state.game
    if game is None:
        return None
    subject: Subject = "rematch" if game.over else "end"
    seats = state.info.agreed(subject, game.number)
    return {"subject": subject, "seats": list(seats)} if seats else None


def header(game: TableGame, past: Sequence[PastGame]) -> protocol.Header:
    """What does not change during a game, including the results of earlier games at the table."""
    edition = game.full.edition
    return {
        "type": "header",
        "game": game.number,
        "lines": game.header(),
        "rules": {
            "draw_penalty": edition.draw_penalty,
            "pass_penalty": edition.pass_penalty,
            "draw_limit": edition.draw_limit,
            "draw_optional": edition.draw_optional,
            "clock": edition.clock,
            "target": edition.target,
        },
        "past": [{"game": result.game, "scores": list(result.scores), "winner": result.winner} for result in past],
    }


def lines(game: TableGame, first: int, seats: Collection[int], now: protocol.Now) -> protocol.Lines:
    """The lines from a number on, and the state after them."""
    visible = [game.visible_lines(n, seats) for n in range(first, game.n + 1)]
    return {"type": "lines", "first": first, "lines": visible, "now": now}


def join_lines(first: int, encoded: Iterable[str], now: protocol.Now) -> str:
    """The encoded frame of the lines from a number on, joined from portions that are encoded already."""
    joined = ",".join(portion for portion in encoded if portion)
    return f'{{"type":"lines","first":{first},"lines":[{joined}],"now":{encode(now)}}}'


def now_for_all(game: TableGame, seconds_left: float | None) -> protocol.Now:
    """The part of the current state that is the same for all clients."""
    round_ = game.round
    return {
        "game": game.number,
        "n": game.n,
        "round": game.full.rounds,
        "turn": game.turn,
        "scores": list(game.full.scores),
        "held": [round_.tiles_held(seat) for seat in range(round_.players)],
        "well": len(round_.well),
        "passes": round_.passes,
        "starting": not round_.started,
        "drawn": len(round_.drawn),
        "hands": {},
        "drawn_tiles": {},
        "options": [],
        "deadline": None if seconds_left is None else round(max(seconds_left, 0.0), 1),
        "over": None,
    }


def now_for(common: protocol.Now, game: TableGame, seats: Collection[int], language: Language) -> protocol.Now:
    """The current state, as the holder of some seats sees it."""
    turn = common["turn"]
    now = common.copy()
    now["hands"] = {seat: game.hand(seat) for seat in seats}
    if turn is not None and turn in seats:
        now["drawn_tiles"] = {turn: [str(tile) for tile in game.round.drawn]}
        now["options"] = [_option(game, option) for option in game.options()]
    now["over"] = _over(game, language)
    return now


def _option(game: TableGame, option: Option) -> MoveOption:
    move = option.move
    if not isinstance(move, Place):
        return {"move": str(move), "points": option.points}
    data: MoveOption = {
        "move": str(move),
        "points": option.points,
        "tile": str(move.tile),
        "cell": str(move.cell),
        "bonus": option.bonus,
    }
    shown = game.shown_triple(move)
    if shown is not None:
        data["shows"] = shown
    return data


def _over(game: TableGame, language: Language) -> protocol.Over | None:
    """The arithmetic of a finished round, and the result if the game is over too."""
    reason = game.reason()
    if not game.round_over and reason is None:
        return None
    over: protocol.Over = {"round": _round_over(game)}
    if reason is not None:
        over["game"] = {"winner": game.winner(), "reason": sentence(reason, language)}
    return over


def _round_over(game: TableGame) -> protocol.RoundOver | None:
    round_, result, edition = game.round, game.round.result, game.full.edition
    if result is None:
        return None
    counts_tiles = edition.scoring == "tiles"
    return {
        "reason": "out" if result.reason == "out" else "blocked",
        "winner": result.winner,
        "points": result.points,
        "left": {seat: [str(tile) for tile in tiles] for seat, tiles in enumerate(round_.hands) if tiles},
        "sums": {
            seat: len(tiles) if counts_tiles else sum(tile.sum for tile in tiles)
            for seat, tiles in enumerate(round_.hands)
        },
        "bonus": edition.out_bonus if result.reason == "out" else 0,
        "own": edition.blocked_own,
    }


def reaction(seat: int, sent: Reaction) -> protocol.Reacted:
    return {"type": "reaction", "seat": seat, "reaction": sent}
