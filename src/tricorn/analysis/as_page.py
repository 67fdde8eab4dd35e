"""A review as one HTML file: figures, the account, a chart of winning chances, and the errors with pictures."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tricorn.analysis.as_data import line_of
from tricorn.analysis.as_text import account_text, error_title, extent_text, figure_rows, move_text
from tricorn.analysis.review import Review
from tricorn.bots.values import MoveValue
from tricorn.locales.i18n import Translator
from tricorn.moves import Place
from tricorn.render.position import Drawn, Position
from tricorn.render.svg import svg

__all__ = ["review_page"]

_PICTURE_WIDTH = 300
_CHART_WIDTH, _CHART_HEIGHT = 800, 260
_COLOURS = ("#1668b8", "#b8461a", "#2c7a3f", "#7a3f9d", "#8a6d00", "#00777a")
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .9rem .2rem 0; text-align: right; }
td:first-child, th:first-child { text-align: left; font-weight: normal; }
svg { max-width: 100%; height: auto; } pre { overflow-x: auto; }
.moves { display: flex; flex-wrap: wrap; gap: 1.5rem; } figure { margin: 0; max-width: 22rem; }
"""


def review_page(review: Review, translator: Translator) -> str:
    """The whole page; it needs no other file."""
    say = translator.gettext
    title = escape(say("Review: {names}").format(names=", ".join(review.record.names)))
    lines = [
        f'<!DOCTYPE html>\n<html lang="{translator.language.code}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>",
        *(f"<p>{escape(text)}</p>" for text in extent_text(review, say)),
        *_table(review, translator),
        f"<pre>{escape(chr(10).join(account_text(review, translator)))}</pre>",
        *_chart(review, translator),
        *_errors(review, translator),
        "</body>\n</html>\n",
    ]
    return "\n".join(lines)


def _table(review: Review, translator: Translator) -> Iterator[str]:
    yield "<table>"
    for label, cells in figure_rows(review, translator.gettext):
        tag = "td" if label else "th"
        row = "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in (label, *cells))
        yield f"<tr>{row}</tr>"
    yield "</table>"


def _chart(review: Review, translator: Translator) -> Iterator[str]:
    """A chart of each player's chance before every move, with all hands known; errors are marked."""
    if len(review.values) < 2:
        return
    say = translator.gettext
    heading = escape(say("Winning chances, all hands known"))
    yield f"<h2>{heading}</h2>"
    yield f'<svg viewBox="0 0 {_CHART_WIDTH} {_CHART_HEIGHT}" role="img" aria-label="{heading}">'
    for percent in (0, 50, 100):
        y = _CHART_HEIGHT * (1 - percent / 100)
        yield f'<line x1="0" x2="{_CHART_WIDTH}" y1="{y:.0f}" y2="{y:.0f}" stroke="gray" stroke-opacity=".4"/>'
    step = _CHART_WIDTH / (len(review.values) - 1)
    x_by_event = {event: step * number for number, (event, _) in enumerate(review.values)}
    for seat, name in enumerate(review.record.names):
        points = {
            event: (x_by_event[event], _CHART_HEIGHT * (1 - value.chances[seat])) for event, value in review.values
        }
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points.values())
        yield f'<polyline points="{path}" fill="none" stroke="{_COLOURS[seat]}" stroke-width="2">'
        yield f"<title>{escape(name)}</title></polyline>"
        for choice in review.errors:
            if choice.seat == seat and choice.event in points:
                x, y = points[choice.event]
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{_COLOURS[seat]}">'
                yield f"<title>{escape(error_title(review, choice, translator))}</title></circle>"
    yield "</svg>\n<p>"
    for seat, name in enumerate(review.record.names):
        yield f'<span style="color:{_COLOURS[seat]}">&#9632;</span> {escape(name)} '
    yield "</p>"


def _errors(review: Review, translator: Translator) -> Iterator[str]:
    say = translator.gettext
    for choice in review.errors:
        yield f'<h2 id="line-{line_of(review, choice.event)}">{escape(error_title(review, choice, translator))}</h2>'
        yield '<div class="moves">'
        for label, value in ((say("Played"), choice.played), (say("Better"), choice.best)):
            yield from _move(label, value, choice.places, translator)
        yield "</div>"


def _move(label: str, value: MoveValue, places: tuple[Place, ...], translator: Translator) -> Iterator[str]:
    """A move with its chance and reasons, and a picture if it is a placement."""
    yield "<figure>"
    if isinstance(value.move, Place):
        drawn = tuple(Drawn(place.cell, place.numbers) for place in (*places, value.move))
        position = Position(drawn, caption=f"{label}: {value.move}")
        yield svg(position, theme="auto", width=_PICTURE_WIDTH, say=translator.gettext)
    yield f"<figcaption>{escape(move_text(label, value, translator))}</figcaption>\n</figure>"
