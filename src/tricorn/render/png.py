"""A picture as PNG, drawn from its SVG by resvg: the numerals are paths, so no font is looked for."""

from __future__ import annotations

from tricorn.errors import TricornError
from tricorn.messages import Message

__all__ = ["WIDEST", "png"]

# A width can come from a visitor's address line; memory grows with its square.
WIDEST = 8192


def png(svg_text: str, *, width: int | None = None) -> bytes:
    """The SVG text as PNG bytes, `width` pixels wide or its own size; theme "auto" comes out light."""
    if width is not None and not 1 <= width <= WIDEST:
        raise TricornError(Message.PNG_WIDTH, most=WIDEST, width=width)
    import resvg_py  # here, so that text and SVG do without it

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg_text, skip_system_fonts=True, width=width))
    except ValueError as error:
        raise TricornError(Message.SVG_UNREADABLE, reason=str(error)) from error
