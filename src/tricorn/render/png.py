"""A picture as PNG, which resvg draws from its SVG. The numerals are paths, so no fonts are loaded."""

from __future__ import annotations

from tricorn.errors import TricornError
from tricorn.messages import Message

__all__ = ["WIDEST", "png"]

# A limit, because the width can come from a URL and memory grows with its square.
WIDEST = 8192


def png(svg_text: str, *, width: int | None = None) -> bytes:
    """The SVG text as PNG bytes, `width` pixels wide or in its own size; theme "auto" is drawn light."""
    if width is not None and not 1 <= width <= WIDEST:
        raise TricornError(Message.PNG_WIDTH, most=WIDEST, width=width)
    import resvg_py  # imported here because text and SVG do not need it

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg_text, skip_system_fonts=True, width=width))
    except ValueError as error:
        raise TricornError(Message.SVG_UNREADABLE, reason=str(error)) from error
