"""Steps many games at once and writes the results into the caller's arrays; compiled.

The core has all the rules. This module converts actions (layout.py) to the core's choices, begins rounds and episodes,
and keeps track of what all players learn from a play.
"""

from __future__ import annotations

from tricorn.core import layout as at
from tricorn.core.board import CELLS, PLACED, cell_x, cell_y, corner_numbers, points_down, slot_number, unpack_corners
from tricorn.core.compile import Bytes, Floats, Ints, fill_zeros, inline, jit, jit_internal, jit_nogil, not_literal
from tricorn.core.log import LOG_DRAW, LOG_PASS, NO_TILE
from tricorn.core.playout import CHOICE_STREAM, MAX_ROUNDS, game_seed, seat_knowledge
from tricorn.core.policy import choose, choose_start
from tricorn.core.rng import seed_rng
from tricorn.core.rules import NOBODY, game_winner, shown_triple
from tricorn.core.state import (
    DRAW,
    PASS,
    START_CELL,
    apply_choice,
    choice_cell,
    choice_tile,
    deal,
    deal_in_order,
    pack_placement,
    proved_absent,
    start_with,
)
from tricorn.envs.layout import ACTIONS, DRAW_ACTION, FOR_EACH_TILE, PASS_ACTION, PLACEMENTS, TILE_NUMBER
from tricorn.envs.observing import clear_mask, is_legal, write_legal_actions, write_mask, write_seat, write_table
from tricorn.envs.rows import (
    BOARD_SIZE,
    CHOICE_RNG,
    DEAL_RNG,
    DRAWN_TILES,
    GAME_RESULT,
    INDEX,
    MASKED_SLOTS,
    PASSED_LAST,
    ROUND,
    ROUND_POINTS,
    RULED_OUT,
    SEED,
    SEED_PENDING,
    SHOWN,
    SHOWN_BY,
    SOURCE,
    STRIDE,
    Batch,
    Row,
    StepOutput,
    game_row,
)

__all__ = [
    "action_for",
    "begin_games",
    "begin_rounds",
    "choose_actions",
    "deal_games",
    "first_illegal",
    "legal_actions",
    "observe_games",
    "step_games",
]


@jit
def first_illegal(batch: Batch, actions: Ints) -> int:
    """The first game whose action is illegal, or -1."""
    for game in range(len(actions)):
        if not is_legal(batch, game_row(batch, game), actions[game]):
            return game
    return -1


@jit
def observe_games(batch: Batch, observers: Ints, observations: Bytes) -> None:
    """Write what one seat of each game sees."""
    for game in range(len(observers)):
        row = game_row(batch, game)
        observation = observations[game * batch.observation_length : (game + 1) * batch.observation_length]
        write_table(batch, row, observation)
        write_seat(batch, row, observers[game], observation)


@inline
def _write_game(batch: Batch, row: Row, out: StepOutput, game: int, table_changed: bool) -> None:
    """Write the seat on turn, its legal actions and its observation."""
    seat = row.state[at.SEAT]
    out.current_seats[game] = seat
    if len(out.masks) and not row.state[at.OVER]:
        write_mask(batch, row, out.masks[game * ACTIONS : (game + 1) * ACTIONS])
    if len(out.observations):
        observation = out.observations[game * batch.observation_length : (game + 1) * batch.observation_length]
        if table_changed:
            write_table(batch, row, observation)
        write_seat(batch, row, seat, observation)


@inline
def _begin_round(batch: Batch, row: Row) -> None:
    fields = row.fields
    fields[ROUND] += 1
    deals = fields[DEAL_RNG : DEAL_RNG + 4]
    seed_rng(deals, fields[SEED], fields[ROUND])
    row.state[at.ROUND] = fields[ROUND]
    deal(row.state, batch.rules, deals, batch.hand_size)
    _clear_round_fields(batch, row)


@inline
def _clear_round_fields(batch: Batch, row: Row) -> None:
    """Clear the fields that describe the previous round."""
    fields = row.fields
    fields[SHOWN] = -1
    fields[PASSED_LAST] = 0
    for seat in range(batch.players):
        fields[DRAWN_TILES + seat] = fields[RULED_OUT + seat] = 0
    fill_zeros(row.board, not_literal(0), not_literal(BOARD_SIZE))


@inline
def _begin_episode(batch: Batch, row: Row) -> None:
    """Begin the row's next game, with the pending seed or with the next seed of its source."""
    fields = row.fields
    choices = fields[CHOICE_RNG : CHOICE_RNG + 4]
    if fields[SEED_PENDING]:
        fields[SEED_PENDING] = 0
    else:
        fields[SEED] = game_seed(choices, fields[SOURCE], fields[INDEX])
        fields[INDEX] += fields[STRIDE]
    seed_rng(choices, fields[SEED], not_literal(CHOICE_STREAM))
    for seat in range(batch.players):
        row.state[at.SCORES + seat] = batch.rules.head_start[seat]
    fields[ROUND] = 0
    _begin_round(batch, row)


@jit_nogil
def begin_games(batch: Batch, out: StepOutput) -> None:
    """Begin a new episode in every game."""
    fill_zeros(out.masks, not_literal(0), len(out.masks))
    for game in range(len(out.current_seats)):
        row = game_row(batch, game)
        row.fields[MASKED_SLOTS] = 0
        _begin_episode(batch, row)
        _write_game(batch, row, out, game, True)


@jit
def begin_rounds(batch: Batch, out: StepOutput) -> None:
    """Begin the next round in every game whose round is over, for batches that stop at the end of a round."""
    for game in range(len(out.current_seats)):
        row = game_row(batch, game)
        if row.state[at.OVER]:
            _begin_round(batch, row)
            _write_game(batch, row, out, game, True)


@jit
def deal_games(batch: Batch, well: int, starter: int) -> None:
    """Begin a round in every game with the tiles in the order of ORDER, `well` of them in the well.

    The lot has fallen on `starter`; with NOBODY the tiles decide who starts.
    """
    for game in range(len(batch.boards) // BOARD_SIZE):
        row = game_row(batch, game)
        for seat in range(batch.players):
            row.state[at.SCORES + seat] = 0
        row.fields[ROUND] = row.state[at.ROUND] = 1
        deal_in_order(row.state, batch.hand_size, well, starter)
        _clear_round_fields(batch, row)


@jit
def legal_actions(batch: Batch, actions: Ints) -> int:
    """Write the legal actions of the first game in ascending order; return how many there are."""
    return write_legal_actions(batch, game_row(batch, not_literal(0)), actions)


@inline
def _write_board_tile(row: Row, cell: int, tile: int) -> None:
    """Add a tile to the board of the observations. The numbers of a tile ascend clockwise from its first corner."""
    apex, second, third = unpack_corners(corner_numbers(row.state, cell))
    rotation = 2 if apex > second else 1 if second > third else 0
    row.board[tile * FOR_EACH_TILE] = 1 + rotation + 3 * points_down(cell)
    row.board[tile * FOR_EACH_TILE + 1] = cell_x(cell)
    row.board[tile * FOR_EACH_TILE + 2] = cell_y(cell)


@inline
def _place(batch: Batch, row: Row, action: int) -> None:
    fields, state = row.fields, row.state
    seat, tile, cell = state[at.SEAT], action % TILE_NUMBER, START_CELL
    if state[PLACED]:
        cell = state[CELLS + action // TILE_NUMBER]
        apply_choice(state, batch.rules, pack_placement(cell, tile))
    else:
        shown = shown_triple(batch.rules, state[at.HANDS + seat], tile)
        if shown != NO_TILE:
            fields[SHOWN], fields[SHOWN_BY] = shown, seat
        start_with(state, batch.rules, tile)
    if tile == fields[SHOWN]:
        fields[SHOWN] = -1
    fields[PASSED_LAST] &= ~(1 << seat)
    _write_board_tile(row, cell, tile)


@inline
def _draw_or_pass(batch: Batch, row: Row, action: int) -> None:
    """Draw or pass. A draw discards earlier proofs of what the seat does not hold: they do not cover the new tile."""
    fields, state = row.fields, row.state
    seat = state[at.SEAT]
    if action == DRAW_ACTION:
        fields[RULED_OUT + seat] = proved_absent(state, batch.rules, not_literal(LOG_DRAW), False, not_literal(0))
        fields[DRAWN_TILES + seat] += 1
        apply_choice(state, batch.rules, not_literal(DRAW))
    else:
        fields[RULED_OUT + seat] |= proved_absent(state, batch.rules, not_literal(LOG_PASS), False, not_literal(0))
        fields[PASSED_LAST] |= 1 << seat
        apply_choice(state, batch.rules, not_literal(PASS))


@inline
def _write_result(rewards: Floats, first: int, players: int, winner: int) -> None:
    """Write a reward of 1 for the winner, and equal rewards for the others, so that the sum is 0."""
    if winner != NOBODY:
        for seat in range(players):
            rewards[first + seat] = 1.0 if seat == winner else -1.0 / (players - 1)


@inline
def _finish(batch: Batch, row: Row, out: StepOutput, game: int) -> bool:
    """Write the result if the episode ends with this round; return whether it does."""
    winner = row.state[at.WINNER]
    if batch.reward == GAME_RESULT:
        winner = game_winner(batch.rules, row.state, not_literal(at.SCORES), batch.players, winner, row.fields[ROUND])
        if winner == NOBODY and row.fields[ROUND] < MAX_ROUNDS:
            return False
    truncated = batch.reward == GAME_RESULT and winner == NOBODY
    out.truncated[game] = 1 if truncated else 0
    out.terminated[game] = 0 if truncated else 1
    out.winners[game] = winner
    first = game * batch.players
    for seat in range(batch.players):
        out.final_scores[first + seat] = row.state[at.SCORES + seat]
    if batch.reward != ROUND_POINTS:
        _write_result(out.rewards, first, batch.players, winner)
    return True


@inline
def _step(batch: Batch, row: Row, action: int, out: StepOutput, game: int) -> None:
    state, first, points = row.state, game * batch.players, batch.reward == ROUND_POINTS
    for seat in range(batch.players):
        out.rewards[first + seat] = -state[at.SCORES + seat] if points else 0
    out.terminated[game] = out.truncated[game] = 0
    if action < PLACEMENTS:
        _place(batch, row, action)
    else:
        _draw_or_pass(batch, row, action)
    if points:
        for seat in range(batch.players):
            out.rewards[first + seat] += state[at.SCORES + seat]
    if state[at.OVER]:
        ended = _finish(batch, row, out, game)
        if batch.stop_at_round_end:
            return
        if ended:
            _begin_episode(batch, row)
        else:
            _begin_round(batch, row)


@jit_nogil
def step_games(batch: Batch, actions: Ints, out: StepOutput, first: int, last: int) -> None:
    """Carry out legal actions in the games from `first` up to, not including, `last`."""
    for game in range(first, last):
        row, action = game_row(batch, game), actions[game]
        if len(out.masks):
            clear_mask(row, out.masks[game * ACTIONS : (game + 1) * ACTIONS])
        _step(batch, row, action, out, game)
        _write_game(batch, row, out, game, action < PLACEMENTS or row.state[PLACED] == 0)


@jit_nogil
def choose_actions(batch: Batch, policies: Ints, policy: int, actions: Ints) -> None:
    """Write the action that a policy of the core chooses in every game, with the game's own generator."""
    for game in range(len(actions)):
        row = game_row(batch, game)
        state, rng = row.state, row.fields[CHOICE_RNG : CHOICE_RNG + 4]
        if state[PLACED] == 0:
            hand = state[at.HANDS + state[at.SEAT]]
            actions[game] = choose_start(batch.rules, hand, policy, rng)
            continue
        choice = choose(state, batch.rules, policy, seat_knowledge(state), policies, rng)
        actions[game] = action_for(state, choice)


@jit_internal
def action_for(state: Ints, choice: int) -> int:
    """The action of the core's choice."""
    if choice < 0:
        return DRAW_ACTION if choice == DRAW else PASS_ACTION
    slot = slot_number(state, choice_cell(choice)) - 1 if state[PLACED] else 0
    return slot * TILE_NUMBER + choice_tile(choice)
