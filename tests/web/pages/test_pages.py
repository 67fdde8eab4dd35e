"""Pages, static files, headers, languages and the description of the API."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from babel.messages.jslexer import tokenize
from starlette.requests import Request
from tests.web.clients import BOT, HUMAN, Caller, new_table
from tests.web.server_process import Server

import tricorn.web
from tricorn.editions import EDITIONS, HOUSE_RULES, PRESETS
from tricorn.web.pages.assets import STATIC, Assets
from tricorn.web.refusals import Refused

WEB = Path(tricorn.web.__file__).parent
PAGES = ["/", "/replay", "/rules", *(f"/rules/{name}" for name in (*EDITIONS, *PRESETS)), "/tv", "/offline"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "es"])
async def test_every_page_is_served_in_the_users_language(server: Server, path: str, language: str) -> None:
    answer = await Caller(server, **{"Accept-Language": language}).get(path)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert answer.headers["content-language"] == language
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


async def test_the_cookie_and_the_address_choose_the_language_before_the_browser(server: Server) -> None:
    for headers, path, language in (
        ({"Accept-Language": "de, es;q=0.5, en;q=0.1"}, "/", "es"),
        ({"Accept-Language": "en"}, "/?lang=es", "es"),
        ({"Accept-Language": "en", "Cookie": "lang=es"}, "/", "es"),
        ({"Accept-Language": "es", "Cookie": "lang=en"}, "/", "en"),
        ({"Accept-Language": "es;q=x, ;;;,", "Cookie": "lang=<b>"}, "/?lang=xx", "en"),
        ({}, "/", "en"),
    ):
        answer = await Caller(server, **headers).get(path)
        assert f'<html lang="{language}"' in answer.text


@pytest.mark.parametrize("path", ["/", "/score"])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_every_house_rule_is_in_the_form_once(server: Server, path: str, language: str) -> None:
    page = await form_for(server, path, language)
    assert sorted(re.findall(r'data-rule="?(\w+)', page)) == sorted(HOUSE_RULES)


async def form_for(server: Server, path: str, language: str = "en") -> str:
    """The form for a new table or score sheet, which a page fetches when it is opened."""
    page = (await Caller(server, **{"Accept-Language": language}).get(path)).text
    address = re.search(r'data-form="([^"]+)"', page)
    assert address
    return (await Caller(server).get(address[1])).text


async def test_pictures_are_in_the_users_language(server: Server) -> None:
    for language, names, order in (
        ("en", "on", "order they were placed"),
        ("es", "en", "orden en que se colocaron"),
    ):
        page = (await Caller(server, **{"Accept-Language": language}).get("/rules")).text
        assert set(re.findall(r"<title>\d-\d-\d (\w+) \S+</title>", page)) == {names}
        assert page.count("<desc>") == page.count(order) > 0


async def test_a_table_has_a_page_a_replay_and_a_qr_code(server: Server) -> None:
    host = await new_table(server, HUMAN, BOT)
    for path in ("", "/replay", "/tv"):
        answer = await host.calls.get(f"/t/{host.code}{path}")
        assert answer.status_code == 200
        assert host.code in answer.text
        assert str(host.key) not in answer.text
    picture = await host.calls.get(f"/t/{host.code}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")


async def test_a_link_to_a_table_shows_who_plays_what_and_a_picture(server: Server) -> None:
    host = await new_table(server, {**HUMAN, "name": "Ana <3"}, BOT, edition="spanish target=200")
    page = (await host.calls.get(f"/t/{host.code}")).text
    shown = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    assert shown["title"] == f"Table {host.code} · Tricorn"
    assert shown["description"].startswith("Ana &lt;3 · ")
    assert shown["description"].endswith(" · Spanish · 200 points to win")
    picture = await host.calls.get(shown["image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "path", ["/t/ZZZZZ", "/t/<script>", "/t/ZZZZZ/replay", "/t/ZZZZZ/tv", "/t/x/qr.svg", "/nowhere", "/rules/checkers"]
)
async def test_an_unknown_address_gets_an_error_page(server: Server, path: str) -> None:
    answer = await Caller(server, **{"Accept-Language": "es"}).get(path)
    assert answer.status_code == 404
    assert re.search("No hay ninguna mesa|Un código son|No existe esa página", answer.text)
    assert "<script>" not in answer.text.replace("<script src", "")


async def test_house_rules_change_the_rules_page_and_wrong_ones_are_refused(server: Server) -> None:
    answer = await Caller(server).get("/rules/spanish?target=275&lang=en")
    assert "275" in answer.text
    answer = await Caller(server).get("/rules/spanish?deal=8/7&lang=es")
    assert (answer.status_code, "El reglamento calla: " in answer.text) == (200, True)
    answer = await Caller(server).get("/rules/spanish?target=nought")
    assert answer.status_code == 422
    assert "whole number" in answer.text


async def test_the_page_for_score_sheets_tells_editions_apart_by_what_is_on_a_box(server: Server) -> None:
    page = await form_for(server, "/score")
    rows = re.findall(r"<tr>((?:<td>.*?</td>\s*){5})</tr>", page, re.DOTALL)
    cells = {
        edition: re.findall(r"<td>\s*(.*?)\s*</td>", row, re.DOTALL)[:4]
        for row in rows
        for edition in re.findall(r'data-edition="([\w-]+)"', row)
    }
    assert list(cells) == list(EDITIONS)
    assert cells["pressman-deluxe"] == ["Pressman", "2–4", '<span lang="en">English</span>', "2009"]
    assert cells["spanish"] == ["–", "2–4", '<span lang="es">Español</span>', "–"]
    assert cells["goliath"][2].startswith('<span lang="fr">Français</span>, <span lang="de">Deutsch</span>, ')


async def test_every_response_has_the_security_headers(server: Server) -> None:
    documents = ("/", "/nowhere", "/api/tables", "/api/tables/ZZZZZ", "/manifest.webmanifest")
    files = ("/static/x/js/local/worker.js", "/static/x/icons/icon.svg")
    script = (await Caller(server).get("/static/x/js/home/home.js")).headers
    assert script["x-content-type-options"] == "nosniff"
    for path in (*documents, *files):
        headers = (await Caller(server).get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # compiles WebAssembly, no scripts
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "frame-ancestors 'none'" in policy
        assert "camera=()" in headers["permissions-policy"]
        assert "set-cookie" not in headers
        assert "server" not in headers


@pytest.mark.parametrize("path", PAGES)
async def test_no_page_has_inline_code_or_loads_from_another_host(server: Server, path: str) -> None:
    text = (await Caller(server).get(path)).text
    for script in re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL):
        assert 'type="application/json"' in script[0] or not script[1].strip()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
    addresses = re.findall(r"(?:src|href|action)=\"([^\"]+)\"", text)
    external = re.compile(r"(?!data:)(?:[a-z]+:|//)")
    assert not list(filter(external.match, addresses))


async def test_static_files_are_cached_for_ever_under_their_version(server: Server) -> None:
    page = (await Caller(server).get("/")).text
    match = re.search(r"/static/([0-9a-f]{12})/[^\"]+\.js", page)
    assert match is not None
    answer = await Caller(server, **{"Accept-Encoding": "gzip"}).get(match[0])
    assert answer.headers["cache-control"] == "max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"] == "text/javascript"
    plain = await Caller(server, **{"Accept-Encoding": "identity"}).get(match[0])
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    old = await Caller(server).get(match[0].replace(match[1], "0" * 12))
    assert old.headers["cache-control"] == "no-cache"
    for path in ("/static/x/../app.py", "/static/x/%2e%2e/app.py", "/static/x/no.js"):
        assert (await Caller(server).get(path)).status_code == 404


def test_the_version_changes_with_any_file(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    file = tmp_path / "js" / "a.js"
    file.write_text("1")
    assets = Assets(tmp_path, seconds_fresh=0)
    first = assets.version
    assert assets.url("js/a.js") == f"static/{first}/js/a.js"
    file.write_text("22")
    assert assets.version != first
    file.unlink()
    file.write_text("1")
    assert assets.version == first


def test_rules_and_analysis_are_among_the_files_for_play_without_a_network(tmp_path: Path) -> None:
    modules = {part: tmp_path / f"tricorn-{part}-1.wasm" for part in ("play", "analysis")}
    for part, path in modules.items():
        path.write_bytes(part.encode())
    (tmp_path / "static").mkdir()
    assets = Assets(tmp_path / "static", modules=lambda: modules)
    addresses = assets.modules()
    assert set(addresses) == {"play", "analysis"}
    assert set(addresses.values()) <= set(assets.urls_to_cache())
    assert assets.contents("tricorn-analysis-1.wasm") == b"analysis"


def test_scripts_are_served_without_their_comments_and_with_their_line_numbers(tmp_path: Path) -> None:
    lines = [
        "/**",
        " * A block.",
        " */",
        "// A line.",
        "const a = /** @type {1} */ (1); // A comment.",
        "/* b */ c();",
        "/* d */",
        '  f("//");',
        "",
    ]
    served = served_script(tmp_path, "\n".join(lines)).split("\n")
    assert served == ["", "", "", "", "const a = (1);", "c();", "", 'f("//");', ""]


def served_script(folder: Path, script: str) -> str:
    """A script as a browser gets it."""
    (folder / "a.js").write_text(script)
    return (Assets(folder, seconds_fresh=0).contents("a.js") or b"").decode()


@pytest.mark.parametrize(
    "literal",
    ["`\n// not a comment\n  /* nor this */\n`", '`\n  // "\\`\n`', "`a ${b}\n  // c\n`", "`'\n// it's\n`"],
)
def test_what_looks_like_a_comment_in_a_template_literal_is_served(tmp_path: Path, literal: str) -> None:
    script = f"// It's `this`.\n  const a = {literal}; // a ` here\n  /* b */\n"
    assert served_script(tmp_path, script) == f"\nconst a = {literal};\n\n"


def test_every_script_is_served_with_all_its_code() -> None:
    assets = Assets()
    scripts = [name for name in assets.names() if name.endswith(".js")]
    assert len(scripts) > 100
    for name in scripts:
        served = (assets.contents(name) or b"").decode()
        assert code_in(served) == code_in((STATIC / name).read_text(encoding="utf-8")), name


def code_in(script: str) -> list[tuple[int, str]]:
    """The tokens of a script that are no comments, with their line numbers."""
    tokens = tokenize(script, jsx=False)
    return [(token.lineno, token.value) for token in tokens if "comment" not in token.type]


def test_style_sheets_of_a_page_are_one_file_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "css/shared").mkdir(parents=True)
    (tmp_path / "css/shared/base.css").write_text("a{}\n")
    (tmp_path / "css/home.css").write_text("b{}\n")
    assets = Assets(tmp_path)
    request = Request({"type": "http", "headers": []})
    address = assets.style_url("shared/base", "home")
    assert address == f"static/{assets.version}/css/joined/shared.base+home.css"
    assert bytes(assets.respond(request, "css/joined/shared.base+home.css").body) == b"a{}b{}"
    for name in (
        "css/joined/no.css",
        "css/joined/shared.base+no.css",
        "css/joined/" + "+".join(["home"] * 13) + ".css",
    ):
        with pytest.raises(Refused):
            assets.respond(request, name)


def test_a_page_lists_its_modules_and_all_that_they_import(tmp_path: Path) -> None:
    scripts = {
        "page.js": 'import { b } from "./lib/b.js";\nimport {\n  c,\n  d,\n} from "./lib/c.js";\n',
        "lib/b.js": '/** @typedef {import("./types.js").T} T */\nimport { c } from "./c.js";\n',
        "lib/c.js": 'export { e } from "../e.js";\nconst later = () => import("./later.js");\n',
        "e.js": "",
    }
    for name, text in scripts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert sorted(Assets(tmp_path).imported_by("page.js")) == ["e.js", "lib/b.js", "lib/c.js", "page.js"]


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/manifest.webmanifest", "application/manifest+json"), ("/sw.js", "text/javascript")],
)
async def test_manifest_and_service_worker_are_at_the_root(server: Server, path: str, kind: str) -> None:
    answer = await Caller(server).get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "no-cache"


async def test_pages_are_compressed(server: Server) -> None:
    answer = await Caller(server, **{"Accept-Encoding": "gzip"}).get("/")
    assert answer.headers["content-encoding"] == "gzip"
    assert len(gzip.compress(answer.content)) < len(answer.content)


async def test_the_api_description_is_consistent(server: Server) -> None:
    answer = await Caller(server).get("/api/openapi.json")
    document = answer.json()
    assert document["openapi"].startswith("3.")
    operations = {
        (path, method): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert ("/api/tables/{code}/moves", "post") in operations
    assert all(path.startswith("/api/") for path, _ in operations)
    for (path, _), operation in operations.items():
        named = set(re.findall(r"\{(\w+)\}", path))
        parameters = {field["name"] for field in operation.get("parameters", []) if field["in"] == "path"}
        assert named == parameters, path
        assert operation["summary"]
        assert "4XX" in operation["responses"] or "422" in operation["responses"]
    references = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert references <= document["components"]["schemas"].keys()


async def test_every_call_of_the_protocol_is_described(server: Server) -> None:
    protocol = (WEB.parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(GET|POST|DELETE) (/api/[\w/-]+)`", protocol))
    document = (await Caller(server).get("/api/openapi.json")).json()
    described = {
        (method.upper(), re.sub(r"\{(\w+)\}", lambda field: field[1].upper(), path))
        for path, methods in document["paths"].items()
        for method in methods
    }
    assert documented == described


async def test_templates_reveal_nothing_about_other_peoples_tables(server: Server) -> None:
    host = await new_table(server, {"kind": "human", "name": "Zacarías Q"})
    page = await Caller(server).get("/")
    assert host.code not in page.text
    assert "Zacarías Q" not in page.text
