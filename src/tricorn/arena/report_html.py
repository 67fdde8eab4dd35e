"""HTML that the reports share: a page without external files, tables, lost moves, and how to repeat the run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from tricorn.arena.charts import STYLE
from tricorn.arena.faults import Faults

__all__ = ["Run", "document", "lost_moves", "origin", "table"]

Run = dict[str, Any]

# With this policy a browser makes no requests and runs no scripts.
_CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

_PAGE_STYLE = """\
:root { color-scheme: light dark; --text: #1f2430; --paper: #ffffff; --rule: #d5d9e0 }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaf0; --paper: #171a21; --rule: #3a404c } }
body { margin: 0; background: var(--paper); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
svg { width: 100%; height: auto; margin: 0.75rem 0 }
pre { white-space: pre-wrap; padding: 0.5rem 0.75rem; border: 1px solid var(--rule) }
.wide { overflow-x: auto }
table { border-collapse: collapse; margin: 0.75rem 0; font-size: 0.875rem }
th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--rule); text-align: right }
td { white-space: nowrap }
th:first-child { text-align: left; font-weight: normal }
"""


def document(title: str, body: Iterable[str]) -> str:
    """The whole page."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_CONTENT_POLICY}">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{_PAGE_STYLE}{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<h1>{escape(title)}</h1>",
            *body,
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table; the first cell of a row is its heading."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in headings)
    yield f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>'
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(text)}</td>" for text in rest)
        yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    yield "</tbody>\n</table></div>"


def origin(run: Run) -> Iterator[str]:
    """The command that repeats the run, and the conditions it ran under."""
    rules = " ".join(f"{key}={value}" for key, value in run["house_rules"].items()) or "none"
    stopped = "" if run["complete"] else " The run was stopped early."
    yield "<h2>To repeat it</h2>"
    yield f"<pre>{escape(run['command'])}</pre>"
    yield (
        f"<p>Tricorn {escape(run['version'])}, seed {run['seed']}, edition {escape(run['edition'])}, house rules: "
        f"{escape(rules)}. It took {run['seconds']:.1f} s on {escape(run['machine'])}.{stopped}</p>"
    )


def lost_moves(run: Run) -> Iterator[str]:
    """A paragraph for each bot that lost moves."""
    for line in Faults.from_json(run["faults"]).lines():
        yield f"<p><strong>{escape(line)}</strong></p>"
