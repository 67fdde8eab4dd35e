"""Formats for figures, with as many digits as their confidence intervals need."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["ELO", "HUNDREDTHS", "PERCENT", "SIGNED", "TENTHS", "NumberFormat"]

_MAX_DECIMALS = 4


@dataclass(frozen=True)
class NumberFormat:
    """How to write a figure: its decimals, and whether it is a percentage or has a sign."""

    decimals: int
    percent: bool = False
    signed: bool = False

    def __call__(self, figure: float) -> str:
        return self._format(figure, self.decimals)

    def with_interval(self, figure: float, low: float, high: float) -> tuple[str, str]:
        """A figure and its interval, with enough digits to distinguish the ends of the interval.

        >>> PERCENT.with_interval(0.2713, 0.2704, 0.2721), PERCENT.with_interval(0.27129, 0.27127, 0.27131)
        (('27.1 %', '27.0 % to 27.2 %'), ('27.129 %', '27.127 % to 27.131 %'))
        """
        decimals = self._decimals(high - low)
        return self._format(figure, decimals), f"{self._format(low, decimals)} to {self._format(high, decimals)}"

    def plus_minus(self, figure: float, low: float, high: float) -> str:
        """A figure and half the width of its interval.

        >>> HUNDREDTHS.plus_minus(0.952, 0.948, 0.956), SIGNED.plus_minus(24.5, 24.2, 24.8)
        ('0.952 ±0.004', '+24.5 ±0.3')
        """
        decimals = self._decimals((high - low) / 2)
        half = replace(self, signed=False)._format((high - low) / 2, decimals)
        return f"{self._format(figure, decimals).removesuffix(' %')} ±{half}"

    def _format(self, figure: float, decimals: int) -> str:
        number = f"{figure * (100 if self.percent else 1):{'+' if self.signed else ''}.{decimals}f}"
        return f"{number} %" if self.percent else number

    def _decimals(self, width: float) -> int:
        """The usual number of decimals, or more if an interval of this width would be rounded to 0."""
        decimals, shown_width = self.decimals, width * (100 if self.percent else 1)
        while 0 < shown_width < 0.5 * 10**-decimals and decimals < _MAX_DECIMALS:
            decimals += 1
        return decimals


TENTHS = NumberFormat(1)
HUNDREDTHS = NumberFormat(2)
SIGNED = NumberFormat(1, signed=True)
PERCENT = NumberFormat(1, percent=True)
ELO = NumberFormat(0, signed=True)
