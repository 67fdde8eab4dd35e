"""The colours of a picture, one palette per theme.

The six number colours are based on the Okabe-Ito set. They differ in lightness as well as hue, so they can be told
apart under every common form of colour blindness; tests/render/test_palette.py measures it.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DARK", "LIGHT", "THEMES", "Palette"]

_BLACK = "#10161d"
_WHITE = "#ffffff"


@dataclass(frozen=True)
class Palette:
    """Every colour of one theme; a corner with number n is `fills[n]`, its numeral `inks[n]`.

    The tiles of a hand that do not fit are dimmed: their corners are `dimmed_fills[n]`, all numerals `dimmed_ink`.
    """

    table: str
    tile: str
    edge: str
    shadow: str
    mark: str
    halo: str
    open: str
    fills: tuple[str, str, str, str, str, str]
    inks: tuple[str, str, str, str, str, str]
    dimmed_ink: str
    dimming: float  # how much of a dimmed corner is the colour of the tile

    @property
    def dimmed_fills(self) -> tuple[str, ...]:
        """The colours of the corners of a tile that cannot be placed now."""
        return tuple(_mixed(fill, self.tile, self.dimming) for fill in self.fills)


def _mixed(one: str, other: str, share: float) -> str:
    """One colour with a share of another."""
    parts = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


LIGHT = Palette(
    table="#e4eae7",
    tile="#fdf9ee",
    edge="#cdc6b3",
    shadow="#b3bcb6",
    mark="#10161d",
    halo="#ffffff",
    open="#64746e",
    fills=("#262d3b", "#4fbff2", "#047a5c", "#fbce2b", "#e0691a", "#8436a6"),
    inks=(_WHITE, _BLACK, _WHITE, _BLACK, _BLACK, _WHITE),
    dimmed_ink=_BLACK,
    dimming=0.6,
)

DARK = Palette(
    table="#12181f",
    tile="#2f3a47",
    edge="#465464",
    shadow="#05080b",
    mark="#ffffff",
    halo="#05080b",
    open="#8494a5",
    fills=("#dde5ea", "#4fbff2", "#12946f", "#fbce2b", "#dd6a1f", "#8a4fd0"),
    inks=(_BLACK, _BLACK, _BLACK, _BLACK, _BLACK, _WHITE),
    dimmed_ink=_WHITE,
    dimming=0.7,
)

# Every theme by name, for the page's style sheet and the command line as well.
THEMES = {"light": LIGHT, "dark": DARK}
