"""Shows the examples of docstrings as code on the documentation site; Markdown would read `>>>` as a quotation."""

from __future__ import annotations

from typing import Any

import griffe


def fenced(text: str) -> str:
    """The text with a fence around every paragraph that is an example."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(f"```pycon\n{each}\n```" if each.startswith(">>> ") else each for each in paragraphs)


class Examples(griffe.Extension):
    """Called by mkdocstrings for everything it has read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change an object's docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
