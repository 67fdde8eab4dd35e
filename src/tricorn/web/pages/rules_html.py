"""The rules of an edition as HTML: the Markdown of the rulebook, rendered."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

from tricorn.editions import Edition
from tricorn.locales.i18n import Language
from tricorn.rulebook import sections
from tricorn.web.work.pacing import paced

__all__ = ["HtmlSection", "html_sections"]

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


class HtmlSection(NamedTuple):
    """A section of the rulebook with its text as HTML."""

    key: str
    title: str
    html: Markup


@lru_cache(maxsize=100)  # enough for all editions in every language; with house rules there is no limit
def html_sections(edition: Edition, language: Language) -> tuple[HtmlSection, ...]:
    """The sections of an edition's rules in a language."""
    texts = paced(sections(edition, language.gettext))
    return tuple(HtmlSection(section.key, section.title, _html(section.text)) for section in texts)


def _html(text: str) -> Markup:
    """Render Markdown. It is safe: the text is our own, and HTML in it is escaped."""
    return Markup(_MARKDOWN.render(text).replace("<table>", '<table class="figures">'))
