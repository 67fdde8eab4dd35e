"""Pictures for links to a table: its QR code, and a preview of its tiles; drawn in other processes."""

from __future__ import annotations

import io

import segno

from tricorn.render import Position, png, svg

__all__ = ["draw_preview", "draw_qr_code"]

_PREVIEW = 1200, 630  # pixels, as messengers show links
_INK = "#10161d"


def draw_qr_code(link: str) -> bytes:
    """A link as a QR code, in SVG."""
    drawn = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", border=4, dark=_INK, light="#fff", xmldecl=False, omitsize=True)
    return drawn.getvalue()


def draw_preview(position: Position) -> bytes:
    """The tiles on a table, in PNG."""
    width, height = _PREVIEW
    return png(svg(position, theme="light", width=width, ratio=width / height))
