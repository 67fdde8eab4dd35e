"""Scripts in the language of a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tricorn.core.rules import WIN_REASONS
from tricorn.locales import update
from tricorn.locales.i18n import Language, load_language
from tricorn.web.pages.assets import Assets
from tricorn.web.pages.translation import messages_of, translated

FORMS = {"one": "{n} ficha", "other": "{n} fichas"}


def spanish(draw: str = 'Robar "una"') -> Language:
    return replace(load_language("es"), words={"Draw": draw, "{n} tile": FORMS})


def test_a_script_says_its_messages_in_the_language_of_the_page() -> None:
    script = 't("Draw") + t("New") + tn(\n"{n} tile",\n"{n} tiles",\nn) + at("Draw");'
    forms = '{"one":"{n} ficha","other":"{n} fichas"}'
    right = f't("Robar \\"una\\"") + t("New") + tn(\n{forms}, "",\nn) + at("Draw");'
    assert translated(script, spanish()) == right
    assert translated(script, load_language("en")) == script


def test_messages_that_are_data_come_with_the_script_that_says_them() -> None:
    script = translated('const WINS = translations("wins");', load_language("es"))
    for message in WIN_REASONS:
        assert f'"{message.value}":"' in script


def test_all_messages_that_the_catalogues_have_are_found() -> None:
    scripts = sorted((update.WEB / "static/js").rglob("*.js"))
    assert len(scripts) > 100
    for path in scripts:
        expected = [message for message, _ in update.script_messages([path])]
        assert messages_of(path.read_text(encoding="utf-8")) == expected, path.name


def test_each_language_has_the_scripts_at_its_own_address(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/a.js").write_text('t("Draw");')
    (tmp_path / "a.css").write_text("")
    assets = Assets(tmp_path, languages=[load_language("en"), spanish()])
    assert assets.url("js/a.js", "en") == f"static/{assets.version}/js/a.js"
    assert assets.url("js/a.js", "es") == f"static/{assets.version}/es/js/a.js"
    assert assets.url("a.css", "es") == f"static/{assets.version}/a.css"
    assert assets.contents("js/a.js") == b't("Draw");'
    assert assets.contents("es/js/a.js") == b't("Robar \\"una\\"");'
    assert {"js/a.js", "es/js/a.js"} <= set(assets.names())
    for name in ("de/js/a.js", "es/a.css", "es/js/b.js"):
        assert assets.contents(name) is None
    assert assets.url("js/a.js", "es") in assets.urls_to_cache("es")
    assert assets.url("js/a.js") not in assets.urls_to_cache("es")


def test_the_version_changes_with_a_translation() -> None:
    versions = {Assets(languages=[spanish(text)]).version for text in ("Robar", "Coger")}
    assert len(versions) == 2
