"""Negotiates the language of a response."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from babel.core import negotiate_locale
from starlette.requests import HTTPConnection
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from tricorn.locales.i18n import SOURCE, Language

__all__ = ["negotiate_language"]

_MAX_HEADER_LENGTH = 200  # no browser sends more, and parsing time grows with the length


def negotiate_language(connection: HTTPConnection, languages: Mapping[str, Language]) -> Language:
    """The user's language: `?lang=`, else the cookie `lang`, else the best of Accept-Language, else English."""
    chosen = connection.query_params.get("lang") or connection.cookies.get("lang")
    if chosen is not None and chosen in languages:
        return languages[chosen]
    return languages[
        _best_accepted(connection.headers.get("accept-language", "")[:_MAX_HEADER_LENGTH], tuple(languages))
    ]


@lru_cache(1000)
def _best_accepted(header: str, codes: tuple[str, ...]) -> str:
    # Werkzeug's own `best_match` would give English to a user who accepts es-MX first and English second.
    wanted = [tag.lower() for tag, quality in parse_accept_header(header, LanguageAccept) if quality > 0]
    return negotiate_locale(wanted, codes, sep="-") or SOURCE
