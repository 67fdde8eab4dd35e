"""Makes a puzzle from a found position: the reasons for its answer, its theme and its difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from tricorn.analysis.puzzles import SOLVERS, Puzzle, PuzzleMove
from tricorn.bonus import Bonus
from tricorn.bots import SearchBot, bot_named
from tricorn.bots.base import round_on_turn
from tricorn.bots.decision import BURN_IN_STEPS
from tricorn.bots.observe_view import belief_from_view
from tricorn.bots.snapshot import restore, save
from tricorn.bots.values import MoveValue, analyse
from tricorn.bots.worlds import STEPS_PER_WORLD, advance_chain, deal_world
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.compile import Ints
from tricorn.core.layout import MAX_SEATS
from tricorn.core.playout import advance
from tricorn.core.policy import HEURISTIC
from tricorn.core.state import apply_choice
from tricorn.messages import Message, Phrase
from tricorn.moves import Move, Place
from tricorn.round import Round
from tricorn.tiles import ALL_TILES
from tricorn.view import View

__all__ = ["Search", "make_puzzle"]

_ITERATIONS = 12_000  # playouts for the reasons; the figures come from the deep search
_WORLDS = 400  # rounds played to the end to estimate the share that is won
_TRIES = 5  # per level
_MIN_GAIN = 0.05  # by which the share of rounds won must be larger for the theme "round"

_STUCK = {Message.REASON_STUCK, Message.REASON_STUCK_FOR_GOOD}
_LEFT = {bonus.opened for bonus in Bonus}


class Search(NamedTuple):
    """Results of the searches for a position."""

    found_with: int  # worlds of the cheap search for the answer
    worlds: int  # worlds of the deep search for the answer
    ahead: float
    error: float
    figures: dict[str, tuple[float, float]]  # the chance and the gain of each move, best first


def make_puzzle(view: View, lines: Sequence[str], search: Search, rng: Ints) -> Puzzle:
    """Make the puzzle of a position."""
    assert view.seat is not None
    points = {str(option.move): option.points for option in view.options}
    tempting_name = max(search.figures, key=points.__getitem__)
    also = next(option.move for option in view.options if str(option.move) == tempting_name)
    analysis = analyse(view, rng, _ITERATIONS, also)
    values = {str(value.move): value for value in analysis.moves}
    best, tempting = analysis.best, values[tempting_name]
    assert str(best.move) == next(iter(search.figures)), "the reasons would be for another move"
    shares = dict(zip((best.move, tempting.move), _rounds_won(view, (best.move, tempting.move), rng), strict=True))
    bonuses = {str(option.move): option.bonus for option in view.options}
    moves = [
        PuzzleMove(
            name,
            values[name].points,
            bonuses[name],
            round(chance, 3),
            round(gain, 1),
            shares.get(values[name].move),
            *(_explanation(view, values[name]) if values[name] in (best, tempting) else ((),)),
        )
        for name, (chance, gain) in search.figures.items()
    ]
    current = round_on_turn(view)
    return Puzzle(
        edition=str(view.edition),
        round=current.number,
        seat=view.seat,
        scores=view.scores,
        lines=tuple(lines),
        theme=_theme(best, tempting, shares, bonuses),
        difficulty=_difficulty(view, best.move, rng),
        moves=tuple(moves),
        found_with=search.found_with,
        worlds=search.worlds,
        ahead=round(search.ahead, 4),
        error=round(search.error, 4),
    )


def _explanation(view: View, value: MoveValue) -> tuple[tuple[Phrase, ...], tuple[str, ...], tuple[str, ...]]:
    """The reasons for a move, the cells where the player keeps a bonus, and the cells where it leaves one to others.

    The points of the move are left out, because the page shows them.
    """
    reasons = tuple(reason for reason in value.reasons if reason.message is not Message.REASON_SCORES)
    if not isinstance(value.move, Place):
        return reasons, (), ()
    after = round_on_turn(view).copy()
    after.play(value.move)
    assert view.seat is not None
    own, messages = after.masks[view.seat], _messages(reasons)
    unseen = ALL_TILES & ~own & ~after.on_table
    kept = _bonus_cells(after, own) if Message.REASON_LATER in messages else ()
    return reasons, kept, _bonus_cells(after, unseen) if messages & _LEFT else ()


def _messages(reasons: Iterable[Phrase]) -> set[Message]:
    """The messages of reasons, and those within them."""
    parts = [part for reason in reasons for part in reason.params.values() if isinstance(part, Phrase)]
    return {reason.message for reason in (*reasons, *parts)}


def _bonus_cells(current: Round, tiles: int) -> tuple[str, ...]:
    """The cells where one of these tiles would earn a bonus."""
    options = current.board.options(tiles)
    cells = [str(option.move.cell) for option in options if option.bonus and isinstance(option.move, Place)]
    return tuple(dict.fromkeys(cells))


def _rounds_won(view: View, moves: Sequence[Move], rng: Ints) -> list[float]:
    """The share of rounds that the player wins after each move, if heuristic players finish the round."""
    assert view.seat is not None
    current = round_on_turn(view)
    workspace = belief_from_view(view, rng)
    state, placed = workspace.state, workspace.state[PLACED]
    for seat in range(MAX_SEATS):
        workspace.policies[seat] = HEURISTIC
    choices = [current.choice_of(move) for move in moves]
    advance_chain(workspace.chain, BURN_IN_STEPS, rng)
    wins: list[list[bool]] = [[] for _ in moves]
    for _ in range(_WORLDS):
        advance_chain(workspace.chain, STEPS_PER_WORLD, rng)
        deal_world(workspace.chain, state, workspace.known, rng)
        save(state, workspace.saved, 0)
        for index, choice in enumerate(choices):
            apply_choice(state, current.rules, choice)
            advance(state, current.rules, workspace.policies, rng)
            wins[index].append(state[at.WINNER] == view.seat)
            restore(state, workspace.saved, 0, placed)
    return [round(fmean(results), 2) for results in wins]


def _theme(best: MoveValue, tempting: MoveValue, shares: dict[Move, float], bonuses: Mapping[str, object]) -> str:
    """The first theme that applies to a puzzle."""
    messages = _messages(best.reasons)
    if not isinstance(best.move, Place):
        return "draw"
    if bonuses[str(tempting.move)] and not bonuses[str(best.move)]:
        return "bonus"
    if Message.REASON_LATER in messages:
        return "keep"
    if messages & _STUCK:
        return "block"
    if _messages(tempting.reasons) & _LEFT:
        return "defend"
    return "round" if shares[best.move] >= shares[tempting.move] + _MIN_GAIN else "plan"


def _difficulty(view: View, answer: Move, rng: Ints) -> int:
    """The weakest level that finds the answer more often than not, 1 to 4; 5 if none does."""
    for number, level in enumerate(SOLVERS, 1):
        bot = bot_named(level)
        # Without a time limit, which would depend on the machine.
        budget = bot.budget._replace(seconds=None) if isinstance(bot, SearchBot) else None
        successes = sum(bot.choose(view, budget, rng) == answer for _ in range(_TRIES))
        if 2 * successes > _TRIES:
            return number
    return len(SOLVERS) + 1
