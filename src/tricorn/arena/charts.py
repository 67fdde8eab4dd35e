"""Small SVG charts: columns for distributions, horizontal bars for comparing figures.

Elements of a chart have CSS classes, so that a page defines the colours once, for light and dark; `standalone` adds the
same style to a chart that becomes a separate file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import floor, log10
from typing import NamedTuple

__all__ = ["STYLE", "Bar", "Column", "bar_chart", "column_chart", "standalone"]

STYLE = """\
.chart {
  --ink: #1f2430; --soft: #5c6370; --line: #d5d9e0; --fill: #2a6f97; --mark: #b3541e; --paper: #ffffff;
}
@media (prefers-color-scheme: dark) {
  .chart {
    --ink: #e8eaf0; --soft: #a4abb8; --line: #3a404c; --fill: #6fb1d6; --mark: #f0a36b; --paper: #171a21;
  }
}
.chart text { font: 12px system-ui, sans-serif; fill: var(--ink) }
.chart .soft { fill: var(--soft) }
.chart .end { text-anchor: end }
.chart .middle { text-anchor: middle }
.chart .fill { fill: var(--fill) }
.chart .line { stroke: var(--line) }
.chart .mark { stroke: var(--mark); stroke-width: 2 }
.chart .marked { fill: var(--mark) }
"""

_WIDTH = 680
_TOP, _BOTTOM, _LEFT, _RIGHT = 40, 40, 52, 12
_PLOT_HEIGHT = 180
_BAR_HEIGHT, _BARS_TOP = 20, 26
_MAX_LABEL, _LETTER_WIDTH = 52, 7.0  # characters of a bar's label, and the width of one
_VALUE_WIDTH = 90  # of a bar's figure


class Column(NamedTuple):
    """One column: the value at its left edge, and its height."""

    at: float
    height: float


class Bar(NamedTuple):
    """One horizontal bar: a label, a figure, its 95 % interval if there is one, and whether there is a gap above it."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    gap: bool = False


def standalone(chart: str) -> str:
    """A chart as a separate file, with its own background."""
    head, rest = chart.split(">", 1)
    paper = '<rect width="100%" height="100%" style="fill: var(--paper)"/>'
    return f"{head}>\n<style>\n{STYLE}</style>\n{paper}{rest}\n"


def _svg(title: str, height: float, elements: Iterator[str]) -> str:
    name = escape(title)
    content = "\n".join(elements)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {_WIDTH} {height:.0f}" '
        f'width="{_WIDTH}" height="{height:.0f}" role="img" aria-label="{name}">\n'
        f'<title>{name}</title>\n<text x="0" y="14">{name}</text>\n{content}\n</svg>'
    )


def _step(span: float, max_steps: int) -> float:
    """The smallest round step that divides a span into at most `max_steps` pieces."""
    power: float = 10.0 ** floor(log10(span / max_steps))
    return next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= max_steps)


def _ticks(low: float, high: float, max_steps: int, min_step: float = 0.0) -> list[float]:
    """Round figures from low to high."""
    step = max(min_step, _step(high - low or 1.0, max_steps))
    first = -floor(-low / step)
    return [step * number for number in range(first, floor(high / step + 1e-9) + 1)]


def column_chart(
    title: str,
    columns: Sequence[Column],
    width: float,
    axis: str,
    mean: float,
    format_height: Callable[[float], str],
    height_label: str = "share of rounds",
) -> str:
    """A column chart with the mean marked; `width` is that of a column on the axis."""
    low, high = columns[0].at, columns[-1].at + width
    top = max(column.height for column in columns)
    floor_y = _TOP + _PLOT_HEIGHT
    scale = (_WIDTH - _LEFT - _RIGHT) / (high - low)

    def x(value: float) -> float:
        return _LEFT + (value - low) * scale

    def elements() -> Iterator[str]:
        for tick in _ticks(0, top, 4):
            y = floor_y - _PLOT_HEIGHT * tick / top
            yield f'<line class="line" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield f'<text class="soft end" x="{_LEFT - 6}" y="{y + 4:.1f}">{format_height(tick)}</text>'
        for column in columns:
            column_height = _PLOT_HEIGHT * column.height / top
            yield (
                f'<rect class="fill" x="{x(column.at):.1f}" y="{floor_y - column_height:.1f}" '
                f'width="{max(1.0, width * scale - 1):.1f}" height="{column_height:.1f}"/>'
            )
        # The label of a whole number is centred under its column; that of a range is at the left edge.
        shift = width / 2 if width == 1 else 0.0
        for tick in _ticks(low, high - width, 12, min_step=1):
            yield f'<text class="soft middle" x="{x(tick + shift):.1f}" y="{floor_y + 16}">{tick:g}</text>'
        yield from _mean_mark(x(mean + shift), floor_y, mean)
        yield f'<text class="soft middle" x="{_WIDTH / 2:.0f}" y="{floor_y + 34}">{escape(axis)}</text>'
        yield f'<text class="soft" x="0" y="{_TOP - 6}">{escape(height_label)}</text>'

    return _svg(title, floor_y + _BOTTOM, elements())


def _mean_mark(x: float, floor_y: float, mean: float) -> Iterator[str]:
    yield f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{floor_y}"/>'
    yield f'<text class="marked middle" x="{x:.1f}" y="{_TOP - 6}">mean {mean:.1f}</text>'


def bar_chart(title: str, bars: Sequence[Bar], format_value: Callable[[float], str]) -> str:
    """A chart of horizontal bars with labels, figures, an axis and, if known, 95 % intervals."""
    low = min(0.0, *(bar.value if bar.low is None else bar.low for bar in bars))
    high = max(0.0, *(bar.value if bar.high is None else bar.high for bar in bars))
    left = min(_MAX_LABEL, max(len(bar.label) for bar in bars)) * _LETTER_WIDTH + 16
    scale = (_WIDTH - left - _VALUE_WIDTH) / (high - low or 1.0)
    bottom = _BARS_TOP + _BAR_HEIGHT * len(bars) + _BAR_HEIGHT / 2 * sum(bar.gap for bar in bars)

    def x(value: float) -> float:
        return left + (value - low) * scale

    def elements() -> Iterator[str]:
        for tick in _ticks(low, high, 6):
            yield f'<line class="line" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{_BARS_TOP - 4}" y2="{bottom:.0f}"/>'
            yield f'<text class="soft middle" x="{x(tick):.1f}" y="{bottom + 14:.0f}">{format_value(tick)}</text>'
        y = float(_BARS_TOP)
        for bar in bars:
            y += _BAR_HEIGHT / 2 if bar.gap else 0
            yield from _bar(bar, x, y, left, format_value)
            y += _BAR_HEIGHT

    return _svg(title, bottom + 22, elements())


def _bar(
    bar: Bar, x: Callable[[float], float], y: float, left: float, format_value: Callable[[float], str]
) -> Iterator[str]:
    begin, end = sorted((x(0), x(bar.value)))
    middle = y + _BAR_HEIGHT / 2
    yield f'<text class="end" x="{left - 8:.1f}" y="{middle + 4:.1f}">{escape(_truncated(bar.label))}</text>'
    yield f'<rect class="fill" x="{begin:.1f}" y="{y + 3:.1f}" width="{end - begin:.1f}" height="{_BAR_HEIGHT - 6}"/>'
    if bar.low is not None and bar.high is not None:
        yield f'<line class="mark" x1="{x(bar.low):.1f}" x2="{x(bar.high):.1f}" y1="{middle:.1f}" y2="{middle:.1f}"/>'
    yield f'<text class="end" x="{_WIDTH - 4}" y="{middle + 4:.1f}">{format_value(bar.value)}</text>'


def _truncated(label: str) -> str:
    """A label that fits. A long one loses its beginning, because the names of bots differ at the end."""
    return label if len(label) <= _MAX_LABEL else f"…{label[1 - _MAX_LABEL :]}"
