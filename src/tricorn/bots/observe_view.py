"""Fills a workspace from a view: what a seat knows of a round, as flat arrays."""

from __future__ import annotations

from tricorn.bots.belief import init_belief
from tricorn.bots.workspace import Workspace, fill_workspace, new_workspace
from tricorn.core import layout as at
from tricorn.core.compile import Ints
from tricorn.core.log import LOG_STRIDE
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.round import Round
from tricorn.tiles import TILES
from tricorn.view import View

__all__ = ["belief_from_view", "log_from_view", "observe_view"]


def _located_round(view: View) -> tuple[Round, int]:
    """The view's round and its seat; refused unless the cells of all its tiles are known."""
    current = view.round
    if current is None or view.seat is None or not current.located:
        raise TricornError(Message.CANNOT_THINK_AHEAD)
    return current, view.seat


def observe_view(view: View, log: Ints, nodes: int = 2) -> Workspace:
    """A workspace with what a view shows, with room for the log of its round and a tree of this many nodes."""
    current, seat = _located_round(view)
    unseen = len(TILES) - current.state[at.LAID] - current.in_hands().bit_count()
    if unseen != sum(current.hidden) + len(current.well):
        raise TricornError(Message.TILES_DO_NOT_ADD_UP)
    workspace = new_workspace(len(log) // LOG_STRIDE, nodes, exact=current.players == 2 and not current.well)
    fill_workspace(current.state, seat, workspace)
    return workspace


def belief_from_view(view: View, rng: Ints) -> Workspace:
    """A workspace with what a view shows and the first of its worlds."""
    current, seat = _located_round(view)
    log = log_from_view(view)
    workspace = observe_view(view, log)
    init_belief(workspace.chain, workspace.board, current.rules, log, seat, workspace.known, workspace.scratch, rng)
    return workspace


def log_from_view(view: View) -> Ints:
    """The log of the view's round, without the tiles that others drew."""
    current, _ = _located_round(view)
    return current.state[at.LOG : current.state[at.LOG_END]]
