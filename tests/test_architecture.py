"""The package keeps its shape: imports go one way, modules and classes stay small, editions are data."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Container, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import tricorn
from tricorn.cli import COMMANDS
from tricorn.editions import EDITIONS
from tricorn.web.pages.assets import STATIC
from tricorn.web.pages.generated import generated_files

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tricorn"

# Which level each package, or module outside one, is on (docs/architecture.md). It may import its own level and those
# before it. A module of a package can have a level of its own.
LEVELS = (
    {
        "wording",
        "messages",
        "errors",
        "extras",
        "tiles",
        "lattice",
        "bonus",
        "editions",
        "moves",
        "rulings",
        "rulebook",
        "rules_in_short",
        "rule_figures",
        "rule_words",
        "locales",
    },
    {"core", "render"},
    {"record", "dealing", "round", "fairness", "view", "game", "sheet"},
    {"bots"},
    {"analysis", "arena", "envs"},
    {
        f"web.{name}"
        for name in (
            "refusals",
            "settings",
            "setting_kinds",
            "host_names",
            "location",
            "reaction",
            "names",
            "language",
            "lan",
            "links",
            "record_checks",
            "compression",
        )
    },
    {"web.security"},
    {"web.work"},
    {"web.store", "web.stored_info"},
    {"web.push", "web.operations"},
    {
        f"web.{name}"
        for name in ("context", "channel", "protocol", "requests", "responses", "record_summary", "tables", "score")
    },
    {
        "web.loading",
        "web.listing",
        "web.registry",
        "web.socket",
        "web.review",
        "web.transfers",
        "web.operations.backup",
    },
    {"web.server", "web.dependencies", "web.worker_response", "web.pages"},
    {"web.api", "web.tables.api", "web.score.api", "web.review.api", "web.operations.monitoring", "web.http"},
    {"web.app", "web.run"},
    {"web", "cli", "warmup", "__main__", "__init__"},
)
MAX_LINES = 500
MAX_METHODS = 30
MAX_COLUMNS = 120

LEVEL = {package: level for level, packages in enumerate(LEVELS) for package in packages}


def files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def package_of(module: str) -> str:
    """The longest name in LEVELS that fits a module: `core` for tricorn.core.board."""
    parts = module.split(".")[1:] or ["__init__"]
    names = (".".join(parts[:length]) for length in (3, 2, 1))
    return next((name for name in names if name in LEVEL), parts[0])


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.Module, modules: Container[str]) -> Iterator[str]:
    """Every module of the package that a file imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "tricorn")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            if node.module is not None and node.module.split(".")[0] == "tricorn":
                names = (f"{node.module}.{alias.name}" for alias in node.names)
                yield from (name if name in modules else node.module for name in names)


@cache
def graph() -> dict[str, set[str]]:
    """The modules that each module imports, including those that the command line imports by name."""
    modules = {module_of(path): tree_of(path) for path in files()}
    imported = {name: set(imports(tree, modules)) for name, tree in modules.items()}
    imported["tricorn.cli"] |= {f"tricorn.cli.{name}" for name in COMMANDS}
    return imported


def test_every_module_has_its_level() -> None:
    assert {package_of(module) for module in graph()} <= set(LEVEL), "add it to LEVELS and to docs/architecture.md"
    assert [module for module in graph() if package_of(module) == "web"] == ["tricorn.web"], "add it to LEVELS"


def test_imports_go_one_way() -> None:
    assert not {
        f"{importer} imports {imported}"
        for importer, modules in graph().items()
        for imported in modules
        if LEVEL[package_of(imported)] > LEVEL[package_of(importer)]
    }


def test_no_modules_import_each_other_in_a_circle() -> None:
    TopologicalSorter(graph()).prepare()


def test_the_check_of_imports_would_see_a_wrong_one() -> None:
    tree = ast.parse(
        "def f():\n    from tricorn.web import page\nimport tricorn.cli\nfrom tricorn import game, Game\n"
        "from tricorn.core import rules\n"
    )
    found = set(imports(tree, {"tricorn.game", "tricorn.core.rules"}))
    assert found == {"tricorn.web", "tricorn.cli", "tricorn.game", "tricorn", "tricorn.core.rules"}


def classes(tree: ast.Module) -> Iterator[tuple[ast.ClassDef, int]]:
    """Every class, with the number of its methods."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node, sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in node.body)


def test_no_module_is_longer_than_500_lines() -> None:
    assert not [path for path in files() if len(path.read_text(encoding="utf-8").splitlines()) > MAX_LINES]


def page_files() -> list[Path]:
    """The scripts, style sheets and templates, except generated ones."""
    web = SOURCE / "web"
    generated = {STATIC / name for name in generated_files()}
    patterns = ("static/**/*.js", "static/**/*.css", "templates/*.html")
    return [path for pattern in patterns for path in web.glob(pattern) if path not in generated]


def without_comments(script: str) -> str:
    """A script without its comments, which import types too."""
    return re.sub(r"/\*\*.*?\*/", "", script, flags=re.DOTALL)


def scripts() -> dict[str, str]:
    """Every script of the pages by its path, except generated ones."""
    found = {str(path): path.read_text(encoding="utf-8") for path in page_files() if path.suffix == ".js"}
    assert len(found) > 100
    return found


def imported_scripts(name: str, script: str) -> set[str]:
    """Every script that a script imports or starts as a worker, anywhere in it."""
    found = re.findall(
        r'(?:\bfrom |^import |\bimport\(|\bnew URL\()"(\.[^"]+\.js)"', without_comments(script), re.MULTILINE
    )
    return {str((Path(name).parent / path).resolve()) for path in found}


def test_no_scripts_import_each_other_in_a_circle() -> None:
    found = {name: imported_scripts(name, script) for name, script in scripts().items()}
    assert sum(map(len, found.values())) > 400
    TopologicalSorter(found).prepare()


def test_the_check_of_scripts_would_see_every_import() -> None:
    script = """
        /** @typedef {import("./types.js").Type} Type */
        import { a } from "../shared/a.js";
        import {
          b,
        } from "./b.js";
import "./c.js";
        const d = await import("./d.js");
        new Worker(new URL("./e.js", import.meta.url));
    """
    assert imported_scripts("/x/page/main.js", script) == {
        "/x/shared/a.js",
        *(f"/x/page/{name}.js" for name in "bcde"),
    }


def script_classes(script: str) -> Iterator[tuple[str, int]]:
    """Every class of a script with the comment before it, and the number of its methods."""
    classes = re.findall(r"((?:^/\*\*[^\n]*\n)?^(?:export )?class [^\n]*)\n(.*?)^}$", script, re.MULTILINE | re.DOTALL)
    for before, body in classes:
        yield before, len(re.findall(r"^  (?:static |async |get |set )*[#\w]+\(.*\) {$", body, re.MULTILINE))


def test_a_class_of_a_script_with_more_than_30_methods_says_why() -> None:
    found = [script_class for script in scripts().values() for script_class in script_classes(script)]
    assert len(found) > 30
    reason = f"more than {MAX_METHODS} methods because"
    assert not [before for before, methods in found if methods > MAX_METHODS and reason not in before]


def is_one_string(line: str) -> bool:
    """Whether a line is long because of a single string: a message, a picture's placements, a path."""
    return any(len(text) > 80 and len(line) - len(text) < 40 for text in re.findall(r'"[^"]*"', line))


def test_no_file_of_the_pages_is_longer_than_500_lines_or_wider_than_120_columns() -> None:
    texts = {str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8").splitlines() for path in page_files()}
    assert len(texts) > 100
    assert not [name for name, lines in texts.items() if len(lines) > MAX_LINES]
    wide = [(name, line) for name, lines in texts.items() for line in lines if len(line) > MAX_COLUMNS]
    assert not [(name, line) for name, line in wide if not (name.endswith(".html") and is_one_string(line))]


def test_a_class_with_more_than_30_methods_says_why() -> None:
    large = [node for path in files() for node, methods in classes(tree_of(path)) if methods > MAX_METHODS]
    reason = f"more than {MAX_METHODS} methods because"
    assert not [node.name for node in large if reason not in (ast.get_docstring(node) or "")]


def test_the_count_of_methods_would_see_all_of_them() -> None:
    tree = ast.parse("class Both:\n    async def one(self): ...\n    def other(self): ...\n")
    assert [methods for _, methods in classes(tree)] == [2]


def exported_from_elsewhere(tree: ast.Module) -> set[str]:
    """The names in a module's `__all__` that it has imported."""
    imported = {name.name for node in tree.body if isinstance(node, ast.ImportFrom) for name in node.names}
    assignments = [node for node in tree.body if isinstance(node, ast.Assign)]
    lists = [node.value for node in assignments if "__all__" in map(ast.unparse, node.targets)]
    return imported & {name for value in lists for name in ast.literal_eval(value)}


def test_every_name_is_imported_from_the_module_that_defines_it_or_from_its_package() -> None:
    modules = [path for path in files() if path.name != "__init__.py"]
    assert not [(path.name, names) for path in modules if (names := exported_from_elsewhere(tree_of(path)))]


def test_the_check_of_exports_would_see_one() -> None:
    tree = ast.parse("from a import b, c\n__all__ = ['b', 'd']\nd = 1\n")
    assert exported_from_elsewhere(tree) == {"b"}


def branches_on_an_edition(tree: ast.Module) -> Iterator[int]:
    """The lines that compare something with an edition's name, or an edition's id with something.

    Looking an edition up in data (`edition.id in note.editions`) is no branch.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.MatchValue) and _names_an_edition(node.value):
            yield node.value.lineno
        elif isinstance(node, ast.Compare):
            equal = all(isinstance(operator, ast.Eq | ast.NotEq | ast.Is | ast.IsNot) for operator in node.ops)
            for side in (node.left, *node.comparators):
                if _names_an_edition(side) or (equal and _is_an_id(side)):
                    yield node.lineno


def _names_an_edition(node: ast.expr) -> bool:
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return any(isinstance(part, ast.Constant) and part.value in EDITIONS for part in parts)


def _is_an_id(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "id" and "edition" in ast.unparse(node.value).lower()


def test_nothing_branches_on_an_edition() -> None:
    found = {f"{path.relative_to(ROOT)}:{line}" for path in files() for line in branches_on_an_edition(tree_of(path))}
    assert not found


@pytest.mark.parametrize(
    "code",
    [
        "if edition.id == x: pass",
        "if x != self.edition.id: pass",
        "if name == 'spanish': pass",
        "a = 1 if name in ('wooden', 'other') else 2",
        "match name:\n    case 'spanish':\n        pass",
    ],
)
def test_the_check_of_branches_would_see_one(code: str) -> None:
    assert list(branches_on_an_edition(ast.parse(code)))


def texts() -> Iterator[Path]:
    """Every file of the repository that a person wrote."""
    generated = {".git", ".venv", "build", "dist", "node_modules"}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in generated and not name.endswith(("cache__", "_cache"))]
        paths = (Path(folder, name) for name in names)
        yield from (path for path in paths if path.is_file() and path.stat().st_size < 2**21)


def test_no_file_names_a_package_index() -> None:
    # In two parts, because this file is searched too.
    words = [first + second for first, second in (("index", "-url"), ("python", "hosted"), ("registry", ".npmjs"))]
    found = {
        f"{path.relative_to(ROOT)}: {word}"
        for path in texts()
        for word in words
        if word in path.read_text(encoding="utf-8", errors="replace")
    }
    assert not found


def test_every_module_opens_with_a_sentence_that_says_what_it_is_for() -> None:
    assert not [path for path in files() if path.stat().st_size and not ast.get_docstring(tree_of(path))]


@pytest.mark.parametrize("name", tricorn.__all__)
def test_every_name_the_package_offers_is_there(name: str) -> None:
    assert getattr(tricorn, name) is not None
    assert name in dir(tricorn)


def test_a_name_the_package_does_not_offer_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        tricorn.Chess  # noqa: B018


# docs/architecture.md


def architecture() -> str:
    return (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def named_file(path: str) -> Path | None:
    """A file by its path in the document, which is below one of several folders."""
    folders = (ROOT, SOURCE, SOURCE / "web", STATIC / "js", STATIC / "css")
    return next((folder / path for folder in folders if (folder / path).is_file()), None)


def test_the_files_that_the_architecture_names_exist() -> None:
    paths = set(re.findall(r"`([\w/]+/\w+\.(?:py|js|html|css|md))`", architecture())) - {"cli/NAME.py"}
    assert len(paths) > 100
    assert not {path for path in paths if named_file(path) is None}


def walks() -> list[str]:
    """The hops of all walks."""
    section = architecture().split("\n## Walks through the code\n")[1].split("\n## ")[0]
    return re.findall(r"^\d\. (.+(?:\n   .+)*)", section, re.MULTILINE)


def defines(path: str, name: str) -> bool:
    """Whether a file defines a function, a method or a private method of JavaScript."""
    file = named_file(path)
    definition = rf"^ *(?:export )?(?:async )?(?:def |function |get )?{re.escape(name)}\((?:.*[,{{:])?$"
    return file is not None and re.search(definition, file.read_text(encoding="utf-8"), re.MULTILINE) is not None


def test_what_is_written_in_both_languages_is_compared_by_the_tests_that_are_named() -> None:
    table = architecture().split("| job | in Python | in the page | compared by |\n")[1].split("\n\n")[0]
    for row in table.splitlines()[1:]:
        names = re.findall(r"`([^`]+)`", row)
        files = [name for name in names if "." in name]
        functions = [name for name in names if name not in files]
        assert any(name.startswith("test_") for name in functions), row
        assert not [name for name in functions if not any(defines(file, name) for file in files)], row


def test_the_walks_through_the_code_name_functions_of_the_files_that_they_name() -> None:
    found = 0
    for hop in walks():
        names = re.findall(r"`([^`]+)`", re.sub(r"the module `\w+`", "", hop))
        files = [name for name in names if "/" in name or name.endswith(".py")]
        functions = [name for name in names if name not in files]
        found += len(functions)
        assert not [name for name in functions if not any(defines(file, name) for file in files)], hop
    assert found > 80
