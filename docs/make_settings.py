"""Puts the table of settings into docs/hosting.md; run it after a change to web/settings.py."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tricorn.web.settings import SETTINGS, Setting

PAGE = Path(__file__).with_name("hosting.md")
_BEGIN = "<!-- Made by docs/make_settings.py; change src/tricorn/web/settings.py and run it again. -->\n"
_END = "<!-- The end of what docs/make_settings.py makes. -->\n"


def with_settings(page: str) -> str:
    """The page with the present table of settings in the place of its own."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{_tables()}\n{_END}{after}"


def _tables() -> str:
    return "\n".join(
        line
        for section, settings in groupby(SETTINGS, lambda setting: setting.section)
        for line in _table(section, settings)
    )


def _table(section: str, settings: Iterator[Setting]) -> Iterator[str]:
    yield from (f"**{section}**", "", "| setting | default | what it is |", "| --- | --- | --- |")
    for setting in settings:
        default = setting.default_words
        shown = default if default == setting.without else f"`{default}`"
        yield f"| `{setting.name}` | {shown} | {setting.help} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(with_settings(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
