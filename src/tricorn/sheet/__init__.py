"""The score sheet of a game at a real table."""

from tricorn.sheet.line import Line
from tricorn.sheet.sheet import Prompt, Sheet

__all__ = ["Line", "Prompt", "Sheet"]
