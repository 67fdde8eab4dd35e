"""The reference in docs/ names every public module, and every public name has a docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
# The names that a page lists of a module; None if it shows all of them.
MEMBERS = {
    module: members.split(", ") if members else None
    for page in PAGES
    for module, members in re.findall(
        r"^::: (\S+)$(?:\n    options:\n      members: \[(.+)\])?", page.read_text(), re.MULTILINE
    )
}
MODULES = sorted(MEMBERS)

# Packages whose public names must come from documented modules.
PACKAGES = (
    "tricorn",
    "tricorn.analysis",
    "tricorn.bots",
    "tricorn.envs",
    "tricorn.record",
    "tricorn.render",
    "tricorn.round",
    "tricorn.sheet",
)


def tree_of(module: str) -> ast.Module:
    path = SOURCE / (module.replace(".", "/") + ".py")
    path = path if path.is_file() else SOURCE / module.replace(".", "/") / "__init__.py"
    return ast.parse(path.read_text(encoding="utf-8"))


def public_names(tree: ast.Module) -> set[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def undocumented(tree: ast.Module) -> Iterator[str]:
    public = public_names(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in public:
            if not ast.get_docstring(node):
                yield node.name
            if isinstance(node, ast.ClassDef):
                yield from (f"{node.name}.{name}" for name in undocumented_methods(node))


def undocumented_methods(node: ast.ClassDef) -> Iterator[str]:
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_") and not ast.get_docstring(method):
            yield method.name


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_a_docstring(module: str) -> None:
    tree = tree_of(module)
    assert ast.get_docstring(tree)
    assert public_names(tree)
    assert not list(undocumented(tree))
    assert set(MEMBERS[module] or ()) <= public_names(tree)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_that_a_package_offers_is_in_the_reference(package: str) -> None:
    imported = import_module(package)
    modules = {name: getattr(getattr(imported, name), "__module__", None) for name in imported.__all__}
    missing = {
        name: home
        for name, home in modules.items()
        if str(home).startswith("tricorn.") and (home not in MEMBERS or name not in (MEMBERS[home] or imported.__all__))
    }
    assert not missing


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert not [page for page in pages if page not in navigation]


def test_the_check_finds_what_is_missing() -> None:
    tree = ast.parse('__all__ = ["A", "b"]\nclass A:\n    def c(self): ...\ndef b(): ...\ndef _d(): ...')
    assert list(undocumented(tree)) == ["A", "A.c", "b"]
