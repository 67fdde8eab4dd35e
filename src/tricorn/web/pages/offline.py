"""The pages that need no server, all listed in `OFFLINE_PAGES`.

A server serves them, the service worker caches them, and `tricorn site` writes them as files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from babel import Locale

from tricorn.analysis.lessons import LESSONS, Lesson
from tricorn.analysis.puzzles import NAMES, SOLVERS, THEMES
from tricorn.bots import ADAPTIVE, DEFAULT_LEVEL, LEVELS
from tricorn.editions import EDITIONS, PRESETS, Edition, editions_for, preset_of
from tricorn.locales.i18n import Language, sentence
from tricorn.messages import Message
from tricorn.rule_figures import worked_points
from tricorn.rule_words import (
    NEEDED,
    edition_summary,
    example_words,
    house_rule_words,
    rules_without_effect,
)
from tricorn.rulebook import rulings_for, source_note
from tricorn.rules_in_short import in_short
from tricorn.web.pages.rules_html import html_sections
from tricorn.web.tables.bot_names import BOT_NAMES

__all__ = [
    "FIRST_PRESET",
    "OFFLINE",
    "OFFLINE_PAGES",
    "OfflinePage",
    "home_context",
    "menu_links",
    "rules_context",
    "rules_page",
    "setup_context",
]

Context = dict[str, Any]

FIRST_PRESET = next(iter(PRESETS.values()))  # the rules of *Play now*, until somebody chooses others


class OfflinePage(NamedTuple):
    """A page's template, and functions that return its context and the text of its link in the menu in a language."""

    template: str
    context: Callable[[Language], Context] = lambda language: {}
    link: Callable[[Language], str] | None = None  # None if it is not in the menu


def home_context(language: Language, levels: Sequence[str] = LEVELS) -> Context:
    """The context of the home page: the editions, the rules to begin with, bots, rule texts.

    A server may offer more bots than those of `local_levels`, which also play in the browser.
    """
    return {
        "editions": editions_for(language.code),
        "edition": str(FIRST_PRESET.edition),
        "levels": levels,
        "local_levels": (*LEVELS, ADAPTIVE),
        "bots": BOT_NAMES,
    }


def setup_context(language: Language) -> Context:
    """What the form for a new table or score sheet offers: editions, how to tell boxes apart, house rules.

    `needed` says for some rules which other rules they need to have an effect.
    """
    return {
        "presets": PRESETS.values(),
        "editions": editions_for(language.code),
        "boxes": [
            (edition, [(code, _own_name(code)) for code in edition.rulebook_languages]) for edition in EDITIONS.values()
        ],
        "examples": example_words(language.gettext),
        "needed": {key: " ".join(f"{rule}={value}" for rule, value in rules.items()) for key, rules in NEEDED.items()},
    }


@cache
def _learn(language: Language) -> Context:
    """The context of the course: the lessons, with the core's reasons for refusing wrong attempts."""
    return {
        "preset": FIRST_PRESET,
        "edition_data": [EDITIONS[FIRST_PRESET.edition.id].as_dict()],
        "level": LEVELS[0],
        "bot": BOT_NAMES[LEVELS[0]][0],
        "lessons": [_lesson_data(lesson, language) for lesson in LESSONS],
    }


def _lesson_data(lesson: Lesson, language: Language) -> dict[str, Any]:
    refusals = [
        {
            "move": str(refusal.place),
            "tile": str(refusal.tile),
            "cell": str(refusal.place.cell),
            "reason": sentence(refusal.reason, language),
        }
        for refusal in lesson.refusals()
    ]
    return {"name": lesson.name, "record": lesson.record, "goal": lesson.goal.as_data(), "refusals": refusals}


def _local_table(language: Language) -> Context:
    bots = {"levels": LEVELS, "level": DEFAULT_LEVEL, "bots": BOT_NAMES}
    return {"code": None, "links": [], "played": [], "is_waiting": False, **bots}


def _puzzles(language: Language) -> Context:
    """The context of the puzzles; the templates of reasons are under the names that puzzles use."""
    reasons = [message for message in Message if message.is_reason]
    return {
        "reasons": {message.name.lower().removeprefix("reason_"): message.forms for message in reasons},
        "themes": THEMES,
        "editions": {edition.id: edition_summary(edition, language.gettext) for edition in EDITIONS.values()},
        "edition": str(FIRST_PRESET.edition),
        "levels": SOLVERS,
        "names": NAMES,
    }


def _replay(language: Language) -> Context:
    return {"code": None, "levels": LEVELS}


def _score_home(language: Language) -> Context:
    return {"edition": editions_for(language.code)[0].id}


def _own_name(code: str) -> str:
    """A language as its readers call it."""
    return (Locale(code).language_name or code).capitalize()


def _local_sheet(language: Language) -> Context:
    """The context of a sheet that exists only in the browser, which knows its edition."""
    return {"code": "", "links": [], "rules": {"start": "", "points": ""}}


def rules_context(edition: Edition, language: Language) -> Context:
    """The context of the page with an edition's rules."""
    say = language.gettext
    return {
        "editions": editions_for(language.code),
        "edition": edition,
        "source_note": source_note(edition, say),
        "house": house_rule_words(edition, say),
        "preset": preset_of(edition),
        "without_effect": rules_without_effect(edition, say),
        "worked_points": partial(worked_points, edition),
        "in_short": in_short(edition, say),
        "sections": html_sections(edition, language),
        "rulings": [(ruling, ruling.text_for(edition, say), note) for ruling, note in rulings_for(edition, say)],
    }


def rules_page(edition: Edition) -> str:
    """The page with an edition's rules: that of its preset or rulebook, and what house rules it has besides."""
    preset = preset_of(edition)
    name, usual = (preset.id, preset.edition) if preset else (edition.id, EDITIONS[edition.id])
    rules = [f"{key}={value}" for key, value in edition.house_rules() if (key, value) not in usual.house_rules()]
    return f"rules/{name}" + ("?" + "&".join(rules) if rules else "")


# By address, without the leading slash; those with a link are in the menu in this order.
OFFLINE_PAGES = {
    "": OfflinePage("home.html", home_context, lambda language: language.gettext("Home")),
    "learn": OfflinePage("learn.html", _learn, lambda language: language.gettext("Learn")),
    "puzzles": OfflinePage("puzzles.html", _puzzles, lambda language: language.gettext("Puzzles")),
    "rules": OfflinePage(
        "rules.html",
        partial(rules_context, FIRST_PRESET.edition),
        lambda language: language.gettext("Rules"),
    ),
    "replay": OfflinePage("replay.html", _replay, lambda language: language.gettext("Open a record")),
    "statistics": OfflinePage("statistics.html", link=lambda language: language.gettext("Statistics")),
    "device": OfflinePage("device.html", link=lambda language: language.gettext("Move to another device")),
    "play": OfflinePage("table.html", _local_table),
    "score": OfflinePage("score_home.html", _score_home),
    "score/draft": OfflinePage("score.html", _local_sheet),
    **{
        f"rules/{id}": OfflinePage("rules.html", partial(rules_context, preset.edition))
        for id, preset in PRESETS.items()
    },
    **{f"rules/{id}": OfflinePage("rules.html", partial(rules_context, value)) for id, value in EDITIONS.items()},
}

# The page that is shown without a network instead of any other; it lists what the service worker caches.
OFFLINE = OfflinePage("offline.html", lambda language: {"offline_pages": list(OFFLINE_PAGES)})


def menu_links(language: Language) -> list[tuple[str, str]]:
    """The links of the menu: address and text."""
    return [(name, page.link(language)) for name, page in OFFLINE_PAGES.items() if page.link is not None]
