"""Compilation is an accelerator: the package works at once without it, and uses machine code once it exists."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tricorn.core import loading
from tricorn.core.compile import is_compiled
from tricorn.game import Game

ROOT = Path(__file__).parents[2]
needs_machine_code = pytest.mark.skipif(not is_compiled(), reason="compilation is switched off")

_FIRST_GAME = """
import sys
import tricorn
from tricorn.core.compile import is_compiled
game = tricorn.Game("spanish", players=2, seed=1)
print(len(game.legal_moves()), is_compiled(), sorted({"numba", "llvmlite", "numpy"} & set(sys.modules)))
"""
_SWITCH = """
import shutil, sys
from pathlib import Path
import tricorn
from tricorn.core.compile import accelerate, is_compiled
game = tricorn.Game("spanish", players=2, seed=1)
for _ in range(9):
    game.play(game.legal_moves()[0])
assert not is_compiled()
cache = Path(tricorn.__file__).parent / "core" / "__pycache__"
cache.mkdir()
shutil.copy(sys.argv[1], cache)
assert accelerate()
assert is_compiled()
assert type(tricorn.core.judging.judge) is type(len), "it is still the plain function"
assert type(tricorn.round.round.judge) is type(len), "it is still the plain function"
while game.outcome() is None:
    game.play(game.legal_moves()[0])
print(game.record(), end="")
"""
_BACKGROUND = """
import tricorn
from tricorn.core.compile import compile_in_background, is_compiled, percent_built
game = tricorn.Game("spanish", players=2, seed=1)
compile_in_background()
moves = 0
while percent_built() is not None:
    moves += game.outcome() is None and bool(game.play(game.legal_moves()[0]))
print(moves > 0, is_compiled())
"""
_ENSURE_COMPILED = """
from tricorn.core.compile import ensure_compiled
from tricorn import Game
print(ensure_compiled(), len(Game("spanish", players=2, seed=1).legal_moves()))
"""


def python(script: str, *args: str, source: Path = ROOT / "src", **environment: str) -> tuple[str, str]:
    """What a new process prints, on standard output and on standard error."""
    done = subprocess.run(
        [sys.executable, *args[:1], "-c", script, *args[1:]] if args else [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(source), "TRICORN_COMPILE": "1", **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout, done.stderr


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """The sources as they are installed, before anything has been compiled."""
    source = tmp_path / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__", "web", "cli", "arena"))
    return source


def moves_of_the_first_game() -> int:
    return len(Game("spanish", players=2, seed=1).legal_moves())


def test_a_game_needs_nothing_but_the_standard_library_plain_and_compiled(fresh: Path) -> None:
    without_site_packages = "-S"
    plain = python(_FIRST_GAME, without_site_packages, source=fresh)
    compiled = python(_FIRST_GAME, without_site_packages)
    assert plain == (f"{moves_of_the_first_game()} False []\n", "")
    assert compiled == (f"{moves_of_the_first_game()} {is_compiled()} []\n", "")


def test_a_game_starts_before_anything_is_compiled_and_compiles_nothing(fresh: Path) -> None:
    out, err = python(_FIRST_GAME, source=fresh)
    assert (out.split()[1], err) == ("False", "")
    assert not list(fresh.rglob("tricorn-*"))


def test_compilation_can_be_switched_off() -> None:
    assert python(_FIRST_GAME, TRICORN_COMPILE="0") == (f"{moves_of_the_first_game()} False []\n", "")
    assert python(_ENSURE_COMPILED, TRICORN_COMPILE="0") == (f"False {moves_of_the_first_game()}\n", "")


@needs_machine_code
def test_a_game_begun_as_plain_python_goes_on_compiled(fresh: Path) -> None:
    record, _ = python(_SWITCH, "-B", str(loading.native_file()), source=fresh)
    game = Game("spanish", players=2, seed=1)
    while game.outcome() is None:
        game.play(game.legal_moves()[0])
    assert record == game.record()


@needs_machine_code
def test_the_compiled_core_of_a_package_is_found_beside_its_sources(fresh: Path) -> None:
    package = fresh / "tricorn/core/compiled"
    package.mkdir()
    shutil.copy(loading.native_file(), package)
    assert python(_FIRST_GAME, source=fresh) == (f"{moves_of_the_first_game()} True []\n", "")


def test_a_file_that_python_cannot_load_leaves_the_rules_plain(fresh: Path) -> None:
    package = fresh / "tricorn/core/compiled"
    package.mkdir()
    names = [loading.native_file().name, *(loading.web_file(part).name for part in loading.WEB_PARTS)]
    for name in names:
        (package / name).write_bytes(b"of another system")
    out, err = python(_ENSURE_COMPILED, source=fresh)
    assert out == f"False {moves_of_the_first_game()}\n"
    assert "The rules run as plain Python, more than 200 times slower" in err
    assert names[0] in err


def test_if_compilation_fails_the_reason_is_printed_and_the_game_goes_on(fresh: Path) -> None:
    (fresh / "numba.py").write_text("raise ImportError('there is no numba here')\n", encoding="utf-8")
    out, err = python(_ENSURE_COMPILED, source=fresh)
    assert out == f"False {moves_of_the_first_game()}\n"
    reason = "compilation failed: ImportError: there is no numba here"
    assert (
        err == f"Compiling the rules, once ...\nThe rules run as plain Python, more than 200 times slower ({reason}).\n"
    )


def test_without_a_compiler_the_command_that_installs_it_is_named(fresh: Path) -> None:
    out, err = python(
        "import importlib.util\nimportlib.util.find_spec = lambda name: None\n" + _ENSURE_COMPILED, source=fresh
    )
    assert out == f"False {moves_of_the_first_game()}\n"
    assert "200 times slower (to compile them, run: pip install 'tricorn[build]')" in err


def test_another_command_can_build_the_core(fresh: Path) -> None:
    command = f"{sys.executable} -c \"print('Compiling the rules: 40 %'); exit('no room')\""
    script = (
        "from tricorn.core.loading import build\ntry:\n    build(print)\nexcept ImportError as error:\n    print(error)"
    )
    assert python(script, source=fresh, TRICORN_BUILD=command) == ("40\ncompilation failed: no room\n", "")


@needs_machine_code
def test_a_game_goes_on_while_the_core_is_compiled_in_the_background(fresh: Path) -> None:
    files = " ".join(map(str, [loading.native_file(), *loading.web_files().values()]))
    cache = fresh / "tricorn/core/__pycache__"
    cache.mkdir()
    out, _ = python(_BACKGROUND, source=fresh, TRICORN_BUILD=f"cp {files} {cache}")
    assert out == "True True\n"


def test_a_build_replaces_those_of_other_sources_for_the_same_system_only(tmp_path: Path) -> None:
    name = loading.native_file().name
    own, other_system = tmp_path / name, tmp_path / name.replace(loading.system(), "linux-riscv64")
    older = tmp_path / name.replace(loading.build_id(), "0123456789abcdef")
    web = tmp_path / f"tricorn-play-{loading.build_id()}.wasm"
    for path in (own, other_system, older, web):
        path.touch()
    loading.remove_outdated(own)
    assert set(tmp_path.iterdir()) == {own, other_system, web}


def test_modules_with_other_messages_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(loading._PACKAGE, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "web"))
    monkeypatch.setattr(loading, "_PACKAGE", tmp_path)
    current = loading.build_id.__wrapped__()
    assert current == loading.build_id.__wrapped__()
    with (tmp_path / "messages.py").open("a", encoding="utf-8") as file:
        file.write("# another word\n")
    assert current != loading.build_id.__wrapped__()


@pytest.mark.parametrize("package", ["numba", "llvmlite"])
def test_the_newest_compiler_that_is_allowed_is_the_one_tested(package: str) -> None:
    """building.py uses numba's internals, so a new series must be tested before it is allowed."""
    pytest.importorskip(package)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (allowed,) = [
        requirement
        for requirement in map(Requirement, project["optional-dependencies"]["build"])
        if requirement.name == package
    ]
    tested = Version(metadata.version(package))
    assert tested in allowed.specifier
    assert f"{tested.major}.{tested.minor + 1}.0" not in allowed.specifier
