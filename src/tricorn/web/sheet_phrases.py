"""Every sentence of a score sheet that is its own: against an entry or a change, and in answer to a challenge."""

from __future__ import annotations

from tricorn.challenge import SENTENCES

__all__ = ["SHEET_PHRASES"]

SHEET_PHRASES = (
    "no round is on whose end could be told",
    "the round went on after this",
    "the round is not blocked: by this sheet, {count} tiles are still in the well (R9)",
    "the round is not blocked: not all {count} players have passed one after the other",
    "{seat} is not out: {count} tile is still in hand",
    "{seat} is not out: {count} tiles are still in hand",
    "there is nothing to undo",
    "there is nothing to redo",
    "there is no line {number}; the lines are 1 to {most}",
    "an entry is a line like A 1-4-4, B draw, left A =17 or out B, not {text}",
    "nobody is on turn: say who is out, as in out A",
    "nobody is on turn: say who it was first, as in A 4-4-4",
    "a change is a line like add A =9, replace 3 A =8 or undo, not {text}",
    "line {number} tells of no tile that was placed",
    *SENTENCES.values(),
)
