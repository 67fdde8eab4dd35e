"""How long changes of a score sheet take: a new entry, and a correction of the first entry of a long game."""

from __future__ import annotations

import json
import time
from statistics import median

from tricorn.game import Game
from tricorn.sheet import Sheet


def long_game() -> Sheet:
    """The sheet of a finished game with several hundred entries."""
    game = Game("pressman-classic target=1500", players=4, seed=1)
    while game.outcome() is None:
        game.play(game.legal_moves()[-1])
    return Sheet.from_record(game.record())


def milliseconds(times: list[float]) -> dict[str, float]:
    return {"median": round(1000 * median(times), 2), "max": round(1000 * max(times), 2)}


def main() -> None:
    game = long_game()
    entries = [line.entry for line in game.lines]
    sheet, adding = Sheet(game.edition, game.names), []
    for entry in entries:
        start = time.process_time()
        sheet.add(entry)
        adding.append(time.process_time() - start)
    correcting = []
    for _ in range(10):
        start = time.process_time()
        sheet.replace(1, str(entries[0]))  # as text, so that it is parsed again
        sheet.undo()
        correcting.append((time.process_time() - start) / 2)
    print(
        json.dumps(
            {"entries": len(entries), "add_ms": milliseconds(adding), "correct_first_ms": milliseconds(correcting)}
        )
    )


if __name__ == "__main__":
    main()
