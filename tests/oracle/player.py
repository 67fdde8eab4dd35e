"""Whole games played by the oracle, as records."""

from __future__ import annotations

from random import Random

from tests.oracle.dealing import deal_lines, deal_order, lot, receipt, sha256
from tests.oracle.rules import Rules, blocked_winner, game_winner, read_rules, start_order
from tests.oracle.table import SEATS, TILES, ZERO, Table, Tile, cell_name, is_triple, rotations, tile_name, tile_of

NAMES = ("Ana", "Bo Li", "Çelik", "Dora", "Émile", "Fu")
STYLES = ("random", "greedy")


def play(edition: str, players: int, rng: Random, style: str, max_rounds: int = 60, committed: bool = False) -> str:
    """The canonical record of a whole game.

    ``edition`` is all that follows ``edition`` in the record, house rules too. ``random`` plays any legal
    move, ``greedy`` the placement that scores most. With a clock some turns run out of time, and the placement
    that scores least is made. A game that has no winner after ``max_rounds`` is left unfinished. A
    ``committed`` one has receipts, numbers, secrets and the deals that follow from them.
    """
    if style not in STYLES:
        raise ValueError(f"unknown style {style!r}")
    rules = read_rules(edition.split(" "))
    seats = SEATS[:players]
    lines = ["tricorn 1", f"edition {edition}"]
    lines += [f"player {seat} {name}" for seat, name in zip(seats, NAMES * 5, strict=False)]
    lines.append(f"event oracle {style}")
    scores = dict.fromkeys(seats, 0) | dict(zip(seats, rules.head_start, strict=False))
    secrets = [sha256(rng.randbytes(9).hex())] if committed else []
    while committed and len(secrets) <= max_rounds:
        secrets.append(sha256(secrets[-1]))
    lines += [f"commit {secrets[-1]}"] if committed else []
    for number in range(1, max_rounds + 1):
        lines.append(f"round {number}")
        pack = list(TILES)
        rng.shuffle(pack)
        starter = rng.choice(seats) if rules.start == "choice" else None
        if committed:
            numbers = {seat: sha256(rng.randbytes(9).hex()) for seat in seats if rng.random() < 0.6}
            saved = {seat: sent for seat, sent in numbers.items() if sent[0] < "e"}  # only some devices save receipts
            lines += [f"receipt {seat} {receipt(secrets[-1 - number], number, sent)}" for seat, sent in saved.items()]
            lines += [f"number {seat} {sent}" for seat, sent in numbers.items()]
            pack = deal_order(secrets[-1 - number], number, numbers)
            starter = seats[lot(secrets[-1 - number], number, numbers, players)] if rules.start == "choice" else None
        points, winner = _play_round(rules, seats, pack, starter, rng, style, lines)
        for seat in seats:
            scores[seat] += points[seat]
        lines.append("score " + " ".join(f"{seat} {scores[seat]}" for seat in seats))
        lines += [f"secret {secrets[-1 - number]}"] if committed else []
        champion = game_winner(rules, scores, winner, number)
        if champion is not None:
            lines.append(f"winner {champion}")
            break
    return "\n".join(lines) + "\n"


def _play_round(
    rules: Rules, seats: str, pack: list[Tile], starter: str | None, rng: Random, style: str, lines: list[str]
) -> tuple[dict[str, int], str | None]:
    """Play one round dealt in this order, add its lines, and return its points and its winner.

    The ``starter`` is the seat that the lot fell on, where a lot decides (R19).
    """
    lines += deal_lines(pack, rules, seats, starter)
    hands: dict[str, set[Tile]] = {}
    for seat in seats:
        size = rules.hand(len(seats))
        hands[seat], pack = set(pack[:size]), pack[size:]
    points = dict.fromkeys(seats, 0)
    table = Table()
    seat = _play_start(rules, hands, table, points, starter, rng, style, lines)
    passes = 0
    while hands[seat] and passes < len(seats):
        seat = seats[(seats.index(seat) + 1) % len(seats)]
        placed = _play_turn(rules, seat, hands[seat], pack, table, points, rng, style, lines)
        passes = 0 if placed else passes + rules.blocks(len(pack))
    sums = {other: rules.hand_points(hands[other]) for other in seats}
    if not hands[seat]:
        gain = rules.out_bonus + sum(sums.values())
        points[seat] += gain
        lines.append(f"out {seat} {gain:+}")
        return points, seat
    winner = blocked_winner(rules, hands)
    if winner is None:
        lines.append("blocked draw +0")
        return points, None
    own = sums.pop(winner)
    gain = sum(sums.values()) - own * rules.blocked_own
    points[winner] += gain
    lines.append(f"blocked {winner} {gain:+}")
    return points, winner


def _play_start(
    rules: Rules,
    hands: dict[str, set[Tile]],
    table: Table,
    points: dict[str, int],
    starter: str | None,
    rng: Random,
    style: str,
    lines: list[str],
) -> str:
    """Put down the first tile, add its line, and return the seat that started."""
    all_held = [(tile, seat) for seat in hands for tile in hands[seat]]
    tile, seat = max(all_held, key=lambda held: (is_triple(held[0]), start_order(held[0])))
    timeout = _runs_out(rules, rng)
    choices = [tile]
    if starter is not None:
        seat, choices = starter, sorted(hands[starter])
    elif rules.zero_option and is_triple(tile) and tile != ZERO and ZERO in hands[seat]:
        choices = [ZERO, tile]
    if timeout:
        choices = [min(choices, key=rules.start_worth)]
    elif style == "greedy":
        choices = [max(choices, key=lambda held: (rules.start_worth(held), start_order(held)))]
    chosen = choices[int(rng.random() * len(choices))] if len(choices) > 1 else choices[0]
    shows = f" shows {tile_name(tile)}" if starter is None and chosen != tile and rules.show_triple else ""
    digits = chosen if style == "greedy" else rng.choice(rotations(chosen))
    table.put((0, 0, "^"), digits)
    hands[seat].remove(chosen)
    points[seat] += rules.start_worth(chosen)
    numbers = "".join(map(str, digits))
    lines.append(f"{seat} 0,0^{numbers} {rules.start_worth(chosen):+}{shows}{' timeout' * timeout}")
    return seat


def _runs_out(rules: Rules, rng: Random) -> bool:
    return rules.clock is not None and rng.random() < 0.2


def _play_turn(
    rules: Rules,
    seat: str,
    hand: set[Tile],
    pack: list[Tile],
    table: Table,
    points: dict[str, int],
    rng: Random,
    style: str,
    lines: list[str],
) -> bool:
    """Play one turn, add its lines, and return whether a tile was placed."""
    timeout = _runs_out(rules, rng)
    mark = " timeout" * timeout
    draws = 0
    while True:
        choices = [
            (rules.worth(tile, table.shape(cell, rules.beside)), cell, digits)
            for tile, places in table.placements().items()
            if tile in hand
            for cell, digits in places
        ]
        prefers_drawing = rules.draw_optional and style == "random" and not timeout and rng.random() < 0.25
        if choices and not prefers_drawing:
            if timeout or style == "greedy":
                wanted = (min if timeout else max)(choices)[0]
                choices = [choice for choice in choices if choice[0] == wanted]
            worth, cell, digits = rng.choice(choices)
            word = table.shape(cell, rules.beside)
            table.put(cell, digits, word)
            hand.remove(tile_of(digits))
            points[seat] += worth
            numbers = "".join(map(str, digits))
            lines.append(f"{seat} {cell_name(cell)}{numbers} {worth:+}{' ' * bool(word)}{word}{mark}")
            return True
        ends_turn = rules.ends_free(draws) and (timeout or style == "greedy" or rng.random() < 0.5)
        if pack and not ends_turn and not rules.at_limit(draws):
            tile = pack.pop(0)
            hand.add(tile)
            draws += 1
            points[seat] -= rules.draw_penalty
            lines.append(f"{seat} draw {tile_name(tile)} -{rules.draw_penalty}{mark}")
            continue
        if rules.passes_free(draws, len(pack)):
            lines.append(f"{seat} pass +0{mark}")
            return False
        points[seat] -= rules.pass_penalty
        lines.append(f"{seat} pass -{rules.pass_penalty}{mark}")
        return False
