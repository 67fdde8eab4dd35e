"""Draws the icons of the app from the tile shapes: `python docs/make_icons.py` writes them to the static folder."""

from __future__ import annotations

from pathlib import Path

from tricorn.lattice import ORIGIN
from tricorn.render.palette import LIGHT
from tricorn.render.png import png
from tricorn.render.shapes import corner, middle, triangle

ICONS = Path(__file__).parent.parent / "src/tricorn/web/static/icons"
NUMBERS = (2, 3, 5)
LIFT = 7  # a triangle looks centred if its middle is a little low


def icon(half: float, rounding: float) -> str:
    """A tile on a square background with sides of `2 * half` units."""
    x, y = middle(ORIGIN)
    left, top = x - half, y - half - LIFT
    outline = triangle(ORIGIN)
    corners = "".join(
        f'<path d="{corner(ORIGIN, i)}" fill="{LIGHT.fills[number]}" stroke="{LIGHT.rims[number]}"/>'
        for i, number in enumerate(NUMBERS)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.2f} {top:.2f} {2 * half} {2 * half}">'
        f'<rect x="{left:.2f}" y="{top:.2f}" width="{2 * half}" height="{2 * half}" '
        f'rx="{rounding}" fill="{LIGHT.table}"/>'
        f'<path d="{outline}" transform="translate(0 3.4)" fill="{LIGHT.shadow}"/>'
        f'<path d="{outline}" fill="{LIGHT.tile}"/>{corners}'
        f'<path d="{outline}" fill="none" stroke="{LIGHT.tile}" stroke-width="3"/></svg>\n'
    )


def main() -> None:
    rounded, square, maskable = icon(52, 24), icon(56, 0), icon(68, 0)
    (ICONS / "icon.svg").write_text(rounded)
    for width in (192, 512):
        (ICONS / f"icon-{width}.png").write_bytes(png(rounded, width=width))
    (ICONS / "icon-180.png").write_bytes(png(square, width=180))
    (ICONS / "icon-maskable-512.png").write_bytes(png(maskable, width=512))


if __name__ == "__main__":
    main()
