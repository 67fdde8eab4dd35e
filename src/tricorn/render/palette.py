"""The colours of a picture, one palette per theme.

The six number colours are based on the Okabe-Ito set. They differ in lightness as well as hue, so they can be told
apart under every common form of colour blindness. A corner that is too pale for its tile has a rim.
tests/render/test_palette.py measures all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["CONTRAST", "DARK", "LIGHT", "PLAIN", "PLAIN_DARK", "THEMES", "Palette"]

_INK = "#10161d"
_WHITE = "#ffffff"
_GOLD = "#fbce2b"


@dataclass(frozen=True)
class Palette:
    """Every colour of one theme; a corner with number n is `fills[n]` with the rim `rims[n]`, its numeral `inks[n]`.

    The tiles of a hand that do not fit are dimmed: their corners are `dimmed_fills[n]`, all numerals `dimmed_ink`.
    A `mark` has an outline in the colour `halo`. The table gets darker towards its rim, down to `deep`.
    """

    table: str
    deep: str
    tile: str
    edge: str
    back: str
    shadow: str
    mark: str
    halo: str
    open: str
    fills: tuple[str, str, str, str, str, str]
    rims: tuple[str, str, str, str, str, str]
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


# Ivory tiles on green felt.
LIGHT = Palette(
    table="#186350",
    deep="#104437",
    tile="#fdf9ee",
    edge="#d8d0bb",
    back="#3f8f78",
    shadow="#0b3a2d",
    mark=_GOLD,
    halo=_INK,
    open="#a9d6c5",
    fills=("#262d3b", "#4fbff2", "#047a5c", _GOLD, "#e0691a", "#8436a6"),
    rims=("#262d3b", "#1779ac", "#047a5c", "#a67c00", "#b44c06", "#8436a6"),
    inks=(_WHITE, _INK, _WHITE, _INK, _INK, _WHITE),
    dimmed_ink=_INK,
    dimming=0.6,
)

# Slate tiles on dark felt.
DARK = Palette(
    table="#17453a",
    deep="#0c2a23",
    tile="#303b48",
    edge="#8393a3",
    back="#3a8570",
    shadow="#04120e",
    mark=_GOLD,
    halo=_INK,
    open="#8fbfae",
    fills=("#dde5ea", "#4fbff2", "#12946f", _GOLD, "#dd6a1f", "#8a4fd0"),
    rims=("#dde5ea", "#4fbff2", "#2bbd91", _GOLD, "#f08a45", "#b98df0"),
    inks=(_INK, _INK, _INK, _INK, _INK, _WHITE),
    dimmed_ink=_WHITE,
    dimming=0.7,
)

# The same tiles on a grey table.
PLAIN = replace(LIGHT, table="#e4eae7", deep="#d3dcd7", edge="#84795c", shadow="#b3bcb6", open="#64746e")
PLAIN_DARK = replace(DARK, table="#12181f", deep="#0b1015", shadow="#05080b", open="#8494a5")

# White tiles on black, for low vision: numerals of at least 7 to 1, and black rims.
CONTRAST = Palette(
    table="#000000",
    deep="#000000",
    tile=_WHITE,
    edge=_WHITE,
    back="#00573f",
    shadow="#4d4d4d",
    mark="#ffe14d",
    halo="#000000",
    open=_WHITE,
    fills=("#000000", "#5cc8ff", "#00573f", "#ffe680", "#f57c1f", "#6a1f8c"),
    rims=("#000000", "#000000", "#00573f", "#000000", "#000000", "#6a1f8c"),
    inks=(_WHITE, "#000000", _WHITE, "#000000", "#000000", _WHITE),
    dimmed_ink="#000000",
    dimming=0.6,
)

# Every theme by name, for the page's style sheet and the command line as well.
THEMES = {"light": LIGHT, "dark": DARK, "plain": PLAIN, "plain-dark": PLAIN_DARK, "contrast": CONTRAST}
