"""Turns what the store has into live tables and score sheets; raises `Damaged` if that fails."""

from __future__ import annotations

import logging
from typing import get_args

from tricorn.web.channel import Channel
from tricorn.web.context import ServerContext
from tricorn.web.score.info import SheetInfo, is_sheet
from tricorn.web.score.live_sheet import LiveSheet
from tricorn.web.score.stored_sheets import load_sheet
from tricorn.web.store import Damaged, StoredGame, StoredTable
from tricorn.web.store.digests import checked_table
from tricorn.web.tables.game import TableGame, load_game
from tricorn.web.tables.info import Phase, TableInfo
from tricorn.web.tables.state import TableState
from tricorn.web.tables.table import Table

__all__ = ["DamageLog", "load_channel", "load_turn", "read_info"]

_log = logging.getLogger(__name__)


def read_info(stored: StoredTable) -> TableInfo | SheetInfo:
    """The description of a stored table or sheet; `Damaged` if it does not match its digest or is not valid."""
    checked_table(stored)
    if is_sheet(stored.phase):
        return SheetInfo.from_json(stored.about)
    if stored.phase not in get_args(Phase):
        raise Damaged("its phase is not as it was stored")
    return TableInfo.from_json(stored.about)


def load_channel(context: ServerContext, stored: StoredTable, game: StoredGame | None) -> Channel:
    """A stored table or sheet as a live one, with its latest game replayed."""
    info = read_info(stored)
    if isinstance(info, TableInfo):
        return _load_table(context, stored, info, game)
    if game is None:
        raise Damaged("its changes are missing")
    return LiveSheet(context, stored.code, info, load_sheet(game), game.lines, stored.version)


def _load_table(context: ServerContext, stored: StoredTable, info: TableInfo, game: StoredGame | None) -> Table:
    replayed = _replay(info, game)
    state = TableState(stored.code, info, stored.version, replayed)
    if replayed is not None and game is not None:
        state.replies.add_stored(replayed.moves_with_ids(1, game.lines))
    return Table(context, state)


def load_turn(stored: StoredTable, game: StoredGame | None) -> int | None:
    """The seat on turn at a stored table; None if there is none."""
    info = read_info(stored)
    replayed = _replay(info, game) if isinstance(info, TableInfo) else None
    return None if replayed is None else replayed.turn


def _replay(info: TableInfo, game: StoredGame | None) -> TableGame | None:
    if game is None:
        return None
    replayed = load_game(game, info.chain(game.number))
    replayed.ending = info.ending_of(game.number)
    return replayed


class DamageLog:
    """Logs each damaged table once, however often it is requested."""

    def __init__(self) -> None:
        self._logged: set[str] = set()

    def add(self, code: str, damage: Damaged) -> None:
        if code not in self._logged:
            self._logged.add(code)
            _log.error("A table cannot be opened: %s. tricorn backup names it.", damage)
