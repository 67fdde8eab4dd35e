"""Which language a reader gets."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from tricorn.locales.i18n import load_languages
from tricorn.web.language import negotiate_language

LANGUAGES = load_languages()


def language(accepted: str | None = None, cookie: str | None = None, query: str = "") -> str:
    headers = {"accept-language": accepted, "cookie": cookie}
    pairs = [(name.encode(), value.encode()) for name, value in headers.items() if value is not None]
    scope = {"type": "http", "headers": pairs, "query_string": query.encode()}
    return negotiate_language(HTTPConnection(scope), LANGUAGES).code


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("es", "es"),
        ("ES", "es"),
        ("es-MX", "es"),
        ("es-419,en;q=0.8", "es"),
        ("es; q=0.9", "es"),
        ("es ; q=0.9 , en ; q=0.1", "es"),
        ("en;q=0.4, es;q=0.5", "es"),
        ("en, es;q=0.9", "en"),
        ("de, fr;q=0.9, es;q=0.1", "es"),
        ("de-DE, *;q=0.5", "en"),
        ("es;q=0", "en"),
        ("es;q=0, en", "en"),
        ("es;q=many", "en"),
        ("es;q=-1", "en"),
        ("de", "en"),
        (";,q=;=,,", "en"),
        ("", "en"),
        ("x" * 100_000, "en"),
    ],
)
def test_accept_language_is_read_as_its_standard_says(header: str, code: str) -> None:
    assert language(header) == code


def test_the_readers_choice_comes_first() -> None:
    assert language() == "en"
    assert language("en", cookie="lang=es") == "es"
    assert language("es", cookie="lang=es", query="lang=en") == "en"
    assert language("es", cookie="lang=xx") == "es"
