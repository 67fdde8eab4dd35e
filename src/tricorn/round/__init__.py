"""One round, as far as it is known: `Round` and the modules that it uses."""

from tricorn.round.round import Round
from tricorn.round.state import Result

__all__ = ["Result", "Round"]
