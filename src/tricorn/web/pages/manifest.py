"""The manifest of the installed app: its name, icons, shortcuts and screenshots, in a language."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tricorn.locales.i18n import Language
from tricorn.render.palette import LIGHT
from tricorn.wording import Say

__all__ = ["SCREENSHOTS", "write_manifest"]

_PAPER = "#f6f1e3"  # --page in css/shared/tokens.css
# In static/screenshots, by the shape of the device; tests/browser/pictures.py takes them.
SCREENSHOTS = {"table-narrow": (720, 1280), "score-narrow": (720, 1280), "table-wide": (1280, 800)}


def write_manifest(language: Language, root: str, page: Callable[..., str], version: str) -> bytes:
    """The manifest; `page` returns the URL of a page, `version` is that of the static files below the root."""
    say = language.gettext
    static = f"{root}static/{version}"
    manifest = {
        "name": "Tricorn",
        "short_name": "Tricorn",
        "description": say("The triangular domino game"),
        "lang": language.code,
        "start_url": page(),
        "scope": root,
        "display": "standalone",
        "display_override": ["standalone", "minimal-ui"],
        "background_color": _PAPER,
        "theme_color": LIGHT.table,
        "categories": ["games"],
        "icons": _icons(static),
        "shortcuts": [
            {"name": name, "url": url, "icons": [_png(static, 192)]}
            for name, url in (
                (say("Play now"), f"{page()}#play"),
                (say("Keep score"), page("score")),
                (say("Today's puzzle"), page("puzzles")),
            )
        ],
        "screenshots": _screenshots(static, say),
    }
    return json.dumps(manifest, ensure_ascii=False, indent=2).encode()


def _icons(static: str) -> list[dict[str, str]]:
    drawing = {"src": f"{static}/icons/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    return [drawing, _png(static, 192), _png(static, 512), _png(static, 512, "maskable")]


def _png(static: str, size: int, purpose: str = "any") -> dict[str, str]:
    name = f"icon-{size}.png" if purpose == "any" else f"icon-{purpose}-{size}.png"
    return {"src": f"{static}/icons/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _screenshots(static: str, say: Say) -> list[dict[str, Any]]:
    labels = {"table": say("A game against a bot"), "score": say("The score of a game with real tiles")}
    shots = []
    for name, (width, height) in SCREENSHOTS.items():
        subject, _, shape = name.partition("-")
        source = {"src": f"{static}/screenshots/{name}.webp", "sizes": f"{width}x{height}", "type": "image/webp"}
        shots.append({**source, "form_factor": shape, "label": labels[subject]})
    return shots
