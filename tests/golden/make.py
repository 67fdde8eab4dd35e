"""Makes the golden records that reach every figure in which an edition differs: `python -m tests.golden.make`.

A game begins with scripted rounds. Then rounds are shuffled by seeds, and every player makes the move that scores most,
until the game has a winner. The seeds were searched for: in one blocked round the two measures have different winners,
and so do the two rules for the winner of the game. Some games are played by the oracle; their seeds were searched for
in the same way. The other records in this folder are arbitrary games.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.oracle import oracle
from tests.oracle.alter import CHILDREN

from tricorn.game import Game
from tricorn.moves import DRAW, PASS, Place
from tricorn.tiles import TILES, Tile

HERE = Path(__file__).parent
NAMES = ("Ana", "Bo Li", "Çelik", "Dora", "Émile", "Fu")

# A ring around a gap at 0,0^ that closes three hexagons, and an arc that closes two.
THREE_HEXAGONS = (
    "1,-1v444 1,0^344 0,0v433 0,1^233 -1,1v322 -1,1^235 -1,0v553 -1,0^551 -1,-1v015 0,-1^550 0,-1v554 1,-1^445 0,0^345"
)
OPTIONAL_DRAW = THREE_HEXAGONS.replace(" 0,0v433", " draw 0,0v433")
TWO_HEXAGONS = "0,1^000 0,0v400 1,0^014 1,-1v241 1,-1^422 0,-1v244 -1,1v050 -1,1^505 -1,0v450 0,0^044"
# Rings with a gap between two tiles: one of them was placed as a bridge, or neither was (R15).
AT_BRIDGE = (
    "-1,0^554 -1,0v551 -1,-1v045 -1,-1^401 -1,-2v010 0,-2^040 0,-2v402 1,-2^224 1,-2v221 1,-1^112 0,-1v251 0,0^115"
)
AWAY = "0,-1v515 0,-1^150 0,-2v505 0,-2^050 -1,-2v020 -1,-1^402 -2,-1v244 -2,0^044 -2,0v400 -1,0^014 -1,0v101 0,0^151"


@dataclass(frozen=True)
class ScriptedRound:
    """A round dealt so that the first seat starts and these moves can be made; then the best moves are played.

    The word `close` draws and passes until the round is blocked.
    """

    moves: str
    also_held: str = ""  # other tiles of the first seat


@dataclass(frozen=True)
class Golden:
    """A record to make: scripted rounds, then rounds from these seeds and from others derived from the last one."""

    name: str
    edition: str
    players: int
    rounds: tuple[ScriptedRound, ...]
    seeds: tuple[int, ...]


GOLDEN = (
    Golden("classic-figures-2p", "pressman-classic", 2, (), (111, 7)),
    Golden("classic-figures-6p", "pressman-classic", 6, (), (1,)),
    Golden("deluxe-figures-2p", "pressman-deluxe", 2, (), (111, 7)),
    Golden("wooden-figures-2p", "wooden", 2, (), (111, 7)),
    Golden(
        "spanish-figures-2p",
        "spanish",
        2,
        (
            # An optional draw, and passes of both players that do not block the round.
            ScriptedRound(f"{OPTIONAL_DRAW} draw draw draw pass draw draw draw pass"),
            ScriptedRound(f"{TWO_HEXAGONS} close", also_held="5-5-5"),
        ),
        (111, 4),
    ),
    Golden("domino-site-ends-2p", "domino-site", 2, (), (111, 7)),
    Golden(
        "domino-site-figures-2p",
        "domino-site",
        2,
        (ScriptedRound(AT_BRIDGE), ScriptedRound(AWAY), ScriptedRound("0,0^555", also_held="0-0-0")),
        (1,),
    ),
)


@dataclass(frozen=True)
class OraclesGame:
    """A record to make: a game that the oracle plays."""

    name: str
    edition: str
    players: int
    style: str
    seed: int

    def record(self) -> str:
        return oracle.play(self.edition, self.players, Random(self.seed), self.style)


ORACLES_GAMES = (
    OraclesGame("goliath-figures-2p", "goliath", 2, "random", 3562),
    # The highest score is shared after the agreed round.
    OraclesGame("rounds-tie-2p", CHILDREN.replace("rounds=3", "rounds=1"), 2, "greedy", 547),
)


def golden_game(golden: Golden) -> Game:
    """Play the game of a golden record."""
    game = Game(golden.edition, NAMES[: golden.players], keys=(("event", "figures of the edition"),), dealt=False)
    for scripted in golden.rounds:
        play_scripted(game, scripted)
    seeds = list(golden.seeds)
    while game.outcome() is None:
        seed = seeds.pop(0) if len(seeds) > 1 else seeds[0] + game.rounds
        game.deal(Random(seed).sample(TILES, len(TILES)))
        play_best(game)
    return game


def play_scripted(game: Game, scripted: ScriptedRound) -> None:
    """Deal and play a scripted round."""
    words = scripted.moves.split()
    placed = [Place.parse(word).tile for word in words if word not in ("draw", "pass", "close")]
    hands = [placed[seat :: game.players] for seat in range(game.players)]
    hands[0] += map(Tile.parse, scripted.also_held.split())
    game.deal(deal_order(hands, game.edition.tiles_dealt(game.players)))
    for word in words:
        if word == "close":
            close(game)
        else:
            game.play(word)
    play_best(game)


def deal_order(hands: list[list[Tile]], hand_size: int) -> list[Tile]:
    """The 56 tiles with these hands first; the lowest tiles fill them up, because those never start."""
    used = {tile for hand in hands for tile in hand}
    rest = [tile for tile in TILES if tile not in used]
    low = [tile for tile in rest if not tile.is_triple]
    order: list[Tile] = []
    for hand in hands:
        order += hand + [low.pop(0) for _ in range(hand_size - len(hand))]
    well = [tile for tile in rest if tile not in order]
    return order + Random(len(used)).sample(well, len(well))


def play_best(game: Game) -> None:
    """Play the round to its end with the moves that score most."""
    number = game.rounds
    while game.round is not None and game.round.ended is None and game.rounds == number:
        game.play(game.legal_moves()[0])


def close(game: Game) -> None:
    """Draw the well empty and pass until the round is blocked, although there are placements."""
    assert game.round is not None
    while game.round.ended is None:
        game.play(DRAW if DRAW in game.legal_moves() else PASS)


def main() -> None:
    for golden in GOLDEN:
        (HERE / f"{golden.name}.tri").write_bytes(golden_game(golden).record().encode())
    for game in ORACLES_GAMES:
        (HERE / f"{game.name}.tri").write_bytes(game.record().encode())


if __name__ == "__main__":
    main()
