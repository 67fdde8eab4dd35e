"""Compilation is an accelerator: the package works at once without it, and uses machine code once it exists."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import llvmlite
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
_BLOCK = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite", "numpy"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Block())
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
shutil.copytree(sys.argv[1], Path(tricorn.__file__).parent / "core" / "__pycache__", dirs_exist_ok=True)
assert accelerate()
assert is_compiled()
assert type(tricorn.core.judging.judge) is type(len), "it is still the plain function"
assert type(tricorn.round.round.judge) is type(len), "it is still the plain function"
while game.outcome() is None:
    game.play(game.legal_moves()[0])
print(game.record(), end="")
"""
_ACCELERATE = """
from tricorn.core.compile import accelerate
from tricorn import Game
print(accelerate(), accelerate(), len(Game("spanish", players=2, seed=1).legal_moves()))
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


def test_a_game_needs_neither_numba_nor_llvmlite_nor_numpy() -> None:
    assert python(_BLOCK + _FIRST_GAME) == (f"{moves_of_the_first_game()} False []\n", "")


def test_a_game_needs_nothing_but_the_standard_library() -> None:
    without_site_packages = "-S"
    assert python(_FIRST_GAME, without_site_packages) == (f"{moves_of_the_first_game()} False []\n", "")


def test_a_game_starts_before_anything_is_compiled_and_compiles_nothing(fresh: Path) -> None:
    out, err = python(_FIRST_GAME, source=fresh)
    assert (out.split()[1], err) == ("False", "")
    assert not list(fresh.rglob("*.o"))


@needs_machine_code
def test_machine_code_that_is_there_is_used() -> None:
    assert python(_FIRST_GAME) == (f"{moves_of_the_first_game()} True ['llvmlite']\n", "")


def test_compilation_can_be_switched_off() -> None:
    assert python(_FIRST_GAME, TRICORN_COMPILE="0") == (f"{moves_of_the_first_game()} False []\n", "")
    assert python(_ACCELERATE, TRICORN_COMPILE="0") == (f"False False {moves_of_the_first_game()}\n", "")


@needs_machine_code
def test_a_game_begun_as_plain_python_goes_on_compiled(fresh: Path, tmp_path: Path) -> None:
    built = tmp_path / "built"
    built.mkdir()
    for part in loading.PARTS:
        shutil.copy(loading.code_file(part), built)
    record, _ = python(_SWITCH, "-B", str(built), source=fresh)
    game = Game("spanish", players=2, seed=1)
    while game.outcome() is None:
        game.play(game.legal_moves()[0])
    assert record == game.record()


def test_if_compilation_fails_the_reason_is_printed_once_and_the_game_goes_on(fresh: Path) -> None:
    (fresh / "numba.py").write_text("raise ImportError('there is no numba here')\n", encoding="utf-8")
    out, err = python(_ACCELERATE, source=fresh)
    assert out == f"False False {moves_of_the_first_game()}\n"
    reason = "compilation failed: ImportError: there is no numba here"
    assert (
        err == f"Compiling the rules, once ...\nThe rules run as plain Python, more than 200 times slower ({reason}).\n"
    )


def test_a_missing_llvmlite_is_reported_once_and_the_game_goes_on() -> None:
    out, err = python(_BLOCK + _ACCELERATE)
    assert out == f"False False {moves_of_the_first_game()}\n"
    assert err == "The rules run as plain Python, more than 200 times slower (llvmlite is not installed).\n"


def test_a_build_replaces_those_of_other_sources_for_the_same_python_and_processor_only(tmp_path: Path) -> None:
    name = loading.code_file("core").name
    own = tmp_path / name
    machine, digest = name.removesuffix(".o").rsplit("-", 1)
    other_python = tmp_path / name.replace(str(sys.implementation.cache_tag), "cpython-399")
    other_processor = tmp_path / f"{machine[:-8]}01234567-{digest}.o"
    other_part = tmp_path / name.replace("-core-", "-bots-")
    older = tmp_path / f"{machine}-0123456789abcdef.o"
    for path in (own, other_python, other_processor, other_part, older):
        path.touch()
    loading.remove_outdated(own)
    assert set(tmp_path.iterdir()) == {own, other_python, other_processor, other_part}


def test_modules_with_other_messages_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(loading._PACKAGE, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "web"))
    monkeypatch.setattr(loading, "_PACKAGE", tmp_path)
    current = loading._digest.__wrapped__()
    assert current == loading._digest.__wrapped__()
    with (tmp_path / "messages.py").open("a", encoding="utf-8") as file:
        file.write("# another word\n")
    assert current != loading._digest.__wrapped__()


def test_machine_code_of_another_numba_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "numba-0.1.dist-info").mkdir()
    (tmp_path / "numba-0.1.dist-info" / "METADATA").write_text("Name: numba\nVersion: 0.1\n", encoding="utf-8")
    script = "from tricorn.core.loading import code_file; print(code_file('core').name)"
    current, _ = python(script)
    other, _ = python(script, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT / 'src'}")
    assert current != other
    assert current.rsplit("-", 1)[0] == other.rsplit("-", 1)[0]


def test_machine_code_of_another_llvmlite_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    current = loading._digest()
    monkeypatch.setattr(llvmlite, "__version__", "0.1")
    assert loading._digest.__wrapped__() != current


@pytest.mark.parametrize("package", ["numba", "llvmlite"])
def test_the_newest_compiler_that_is_allowed_is_the_one_tested(package: str) -> None:
    """building.py uses numba's internals, so a new series must be tested before it is allowed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (allowed,) = [
        requirement for requirement in map(Requirement, project["dependencies"]) if requirement.name == package
    ]
    tested = Version(metadata.version(package))
    assert tested in allowed.specifier
    assert f"{tested.major}.{tested.minor + 1}.0" not in allowed.specifier
