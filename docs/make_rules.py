"""Makes docs/rules.md from the editions and the rulings; run it after a change to either."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from babel import Locale

from tricorn.editions import EDITIONS, HOUSE_RULES, PRESETS, Edition
from tricorn.rule_words import DESCRIPTIONS
from tricorn.rulebook import rulings_for, sections, source_note
from tricorn.rulings import RULINGS, Note, Ruling

OUT = Path(__file__).with_name("rules.md")

_INTRODUCTION = """\
# The rules

<!-- Made by docs/make_rules.py; change the editions or the rulings and run it again. -->

Tricorn plays the triangular domino game by five rulebooks, and by the rules in most boxes sold in Europe today,
`goliath`, which are collected from leaflets and from the pages of the official app. They agree on most things: tiles
with a number at each corner are joined side to side so that all numbers that meet are equal, every tile placed scores
its three numbers, and bridges and hexagons earn a bonus. They differ in who starts, how you draw, who wins a blocked
round, and in a few figures. Each is an *edition* here; pick one, and change any figure as a house rule.

A *preset* is an edition with house rules and a name. This page compares the editions, gives the rules of each, and
lists the *rulings* (R1, R2, …): what applies where a rulebook is silent or ambiguous. `tricorn rules EDITION` prints
the rules of one edition."""

_HOUSE_RULES = """\
## House rules

Start from an edition and change any of these fields. On a record's `edition` line they follow the edition's
id, separated by single spaces: `edition spanish target=200 clock=60`. Each may be given once.

- `deal=9/7/7` deals 9 tiles each to 2 players, 7 to 3 and 7 to 4. There must be a figure for each number of
  players up to the maximum in `players`, and no more tiles may be dealt than there are.
- `players=2-4` allows 2 to 4 players."""


_SAME_BOXES = """\
Most boxes sold in Europe are by Goliath. If none of these is yours, any edition will do if you agree on it."""


def text() -> str:
    """The whole of docs/rules.md."""
    parts = [_INTRODUCTION, _contents(), _comparison(), _boxes(), _presets()]
    parts += [_edition(edition) for edition in EDITIONS.values()]
    parts += ["## Rulings", *(_ruling(ruling) for ruling in RULINGS)]
    parts += [_HOUSE_RULES, _house_rules()]
    return "\n\n".join(parts) + "\n"


def _anchor(heading: str) -> str:
    """The anchor that Markdown renderers give a heading."""
    return "#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _link(text: str, heading: str) -> str:
    return f"[{text}]({_anchor(heading)})"


def _edition_heading(edition: Edition) -> str:
    return f"The rules of `{edition.id}`"


def _ruling_heading(ruling: Ruling) -> str:
    return f"{ruling.id} {ruling.title}"


def _contents() -> str:
    before = ("The editions compared", "Which edition is in my box?", "Presets")
    lines = [f"- {_link(heading, heading)}" for heading in before]
    lines += [
        f"- {_link(heading, heading)}, rulebook: {edition.rulebook}"
        for edition in EDITIONS.values()
        for heading in [_edition_heading(edition)]
    ]
    lines += [f"- {_link(heading, heading)}" for heading in ("Rulings", "House rules")]
    return "\n".join(lines)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _comparison() -> str:
    """Every field of every edition, spelled as in a record."""
    editions = list(EDITIONS.values())
    rows = [
        _row(["field", *(f"`{edition.id}`" for edition in editions)]),
        _row(["---"] * (len(editions) + 1)),
        _row(["rulebook", *(edition.rulebook for edition in editions)]),
    ]
    for key, rule in HOUSE_RULES.items():
        rows.append(_row([f"`{key}`", *(rule.write(_value(edition, key)) for edition in editions)]))
    opening = f"The fields are explained under {_link('House rules', 'House rules')}."
    return "\n\n".join(["## The editions compared", opening, "\n".join(rows)])


def _boxes() -> str:
    """What tells the editions apart on a box and in its rulebook."""
    rows = [_row(["publisher", "players", "languages", "year", "edition"]), _row(["---"] * 5)]
    for edition in EDITIONS.values():
        languages = ", ".join(Locale(code).english_name or code for code in edition.rulebook_languages)
        cells = [edition.rulebook_publisher or "–", HOUSE_RULES["players"].write(edition.players), languages]
        year = str(edition.rulebook_year or "–")
        rows.append(_row([*cells, year, _link(f"`{edition.id}`", _edition_heading(edition))]))
    return "\n\n".join(["## Which edition is in my box?", "\n".join(rows), _SAME_BOXES])


def _presets() -> str:
    rows = [_row(["preset", "rules", "what it means"]), _row(["---"] * 3)]
    rows += [_row([f"`{preset.id}`", f"`{preset.rules}`", preset.meaning]) for preset in PRESETS.values()]
    return "\n\n".join(["## Presets", "A record states the edition and its rules, never the preset.", "\n".join(rows)])


def _value(edition: Edition, key: str) -> Any:
    return edition.deal_allowed() if key == "deal" else getattr(edition, key)


def _edition(edition: Edition) -> str:
    """An edition's page, with links to the rulings in place of their full text."""
    opening = " ".join((f"Rulebook: {edition.rulebook}.", *source_note(edition)))
    parts = [f"## {_edition_heading(edition)}", opening]
    for section in sections(edition):
        parts += [f"### {section.title}", section.text]
    open_questions = [
        f"- {_link(_ruling_heading(ruling), _ruling_heading(ruling))}. {how}" for ruling, how in rulings_for(edition)
    ]
    return "\n\n".join([*parts, "### Where the rulebook is silent", "\n".join(open_questions)])


def _ruling(ruling: Ruling) -> str:
    parts = [f"- With {part.where}: {part.text}" for part in ruling.parts]
    notes = [_note(note) for note in ruling.notes] or ["- In no rulebook; it comes from a house rule."]
    text = [ruling.text, "\n".join(parts), "In the rulebooks:"] if parts else [ruling.text]
    return "\n\n".join([f"### {_ruling_heading(ruling)}", *text, "\n".join(notes)])


def _note(note: Note) -> str:
    books = "; ".join(f"`{id}` ({EDITIONS[id].rulebook})" for id in note.editions)
    reading = {"silent": "Silent", "two ways": "Two readings", "facts": "Not settled by the facts"}[note.reading]
    return f"- {reading} in {books}: {note.text}"


def _house_rules() -> str:
    rows = [_row(["field", "meaning", "values", "spelling in a record"]), _row(["---"] * 4)]
    for key in HOUSE_RULES:
        field = DESCRIPTIONS[key]
        rows.append(_row([f"`{key}`", field.meaning, field.values, f"`{field.example}`"]))
    return "\n".join(rows)


if __name__ == "__main__":
    OUT.write_text(text(), encoding="utf-8", newline="\n")
