"""The packages of a release, installed outside the repository for every Python that the machine has.

The one for Linux on x86-64 is run here, and that for aarch64 under qemu, if it is installed. Those for macOS and
Windows are only examined, as `make release` does too: it checks that all use only the stable ABI.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import urllib.request
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "tests/golden").glob("*.tri"))
GAMES, PLAIN_GAMES = 200_000, 20
X86, AARCH64, WINDOWS = "manylinux_2_17_x86_64.whl", "manylinux_2_17_aarch64.whl", "win_amd64.whl"
PURE, SOURCES = "any.whl", ".tar.gz"

pytestmark = [pytest.mark.soak, pytest.mark.skipif(sys.platform != "linux", reason="the packages for Linux are run")]


def run(*command: object, folder: str = "/", **environment: str) -> str:
    """What a command prints, outside the repository and without the settings of Python and Tricorn."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TRICORN"))}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=kept | environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pythons() -> list[str]:
    """A Python of each version from 3.11 on that the machine has."""
    folders = [*map(Path, os.environ["PATH"].split(os.pathsep)), *Path.home().glob(".pyenv/versions/*/bin")]
    found: dict[str, str] = {}
    for python in (folder / f"python3.{minor}" for minor in range(11, 20) for folder in folders):
        works = python.exists() and subprocess.run([python, "-c", "import ensurepip"], capture_output=True, check=False)
        if works and works.returncode == 0:
            found.setdefault(python.name, str(python))
    return list(found.values())


class Installed(NamedTuple):
    """A command that runs Python with a package, and its environment."""

    python: tuple[object, ...]
    environment: dict[str, str]

    def tricorn(self, *arguments: object) -> str:
        return run(*self.python, "-m", "tricorn", *arguments, **self.environment)

    def simulated(self, games: int) -> tuple[float, dict[str, Any]]:
        """The processor time and the figures of a simulation."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        options = ("--bots", "greedy", "--players", 2, "--games", games, "--seed", 1, "--workers", 1)
        figures: dict[str, Any] = json.loads(self.tricorn("simulate", *options, "--json", "-"))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime, figures["statistics"]

    def home_page(self, folder: Path) -> str:
        """The home page of a server."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        arguments = ["-m", "tricorn", "serve", "--port", port, "--db", folder / "tables.sqlite"]
        command = [str(word) for word in (*self.python, *arguments)]
        with subprocess.Popen(command, cwd="/", env=os.environ | self.environment, stdout=subprocess.PIPE) as server:
            assert server.stdout is not None
            server.stdout.readline()  # it says so once it answers
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as response:
                page: bytes = response.read()
            server.terminate()
        return page.decode()


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The packages of a release, by how their names end."""
    for needed in ("numba", "ziglang", "abi3audit"):
        pytest.importorskip(needed)
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, ROOT / ".ci/release.py", folder)
    endings = (X86, AARCH64, WINDOWS, PURE, SOURCES)
    return {ending: next(path for path in folder.iterdir() if path.name.endswith(ending)) for ending in endings}


@pytest.fixture(scope="module")
def checkout() -> tuple[float, dict[str, Any]]:
    """What a simulation takes and finds in this checkout."""
    return Installed((sys.executable,), {}).simulated(GAMES)


def install(python: str, package: Path, folder: Path) -> Installed:
    run(python, "-m", "venv", folder / "env")
    environment = folder / "env/bin/python"
    run(environment, "-m", "pip", "install", "--quiet", "--no-cache-dir", package)
    return Installed((environment,), {})


def check(installed: Installed, folder: Path) -> None:
    """Check what every package does."""
    assert installed.tricorn("verify", *RECORDS).count(": ok (") == len(RECORDS)
    assert 'data-local-levels="gentle' in installed.home_page(folder), "the page cannot play in the browser"


@pytest.mark.parametrize("python", pythons())
def test_a_compiled_package_plays_at_full_speed_without_a_compiler(
    python: str, packages: dict[str, Path], checkout: tuple[float, dict[str, Any]], tmp_path: Path
) -> None:
    installed = install(python, packages[X86], tmp_path)
    assert "compiled rules" in installed.tricorn("--version")
    assert not {"numba", "llvmlite", "numpy"} & {path.name for path in tmp_path.glob("env/lib/*/site-packages/*")}
    check(installed, tmp_path)
    seconds, figures = installed.simulated(GAMES)
    assert figures == checkout[1]
    assert seconds < 1.5 * checkout[0]


def extension_module(package: Path) -> bytes:
    with ZipFile(package) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith((".abi3.so", ".pyd"))]
        return archive.read(name)


@pytest.mark.parametrize("ending", [X86, AARCH64])
def test_the_module_for_linux_exports_one_function_and_needs_no_library(ending: str, packages: dict[str, Path]) -> None:
    elffile = pytest.importorskip("elftools.elf.elffile").ELFFile(BytesIO(extension_module(packages[ending])))
    defined = [
        each.name for each in elffile.get_section_by_name(".dynsym").iter_symbols() if each["st_shndx"] != "SHN_UNDEF"
    ]
    assert defined == ["PyInit_native"]
    assert not list(elffile.get_section_by_name(".dynamic").iter_tags("DT_NEEDED"))


def test_the_module_for_windows_exports_one_function_and_needs_only_python_and_windows(
    packages: dict[str, Path],
) -> None:
    module = pytest.importorskip("pefile").PE(data=extension_module(packages[WINDOWS]))
    assert [each.name for each in module.DIRECTORY_ENTRY_EXPORT.symbols] == [b"PyInit_native"]
    assert [each.dll for each in module.DIRECTORY_ENTRY_IMPORT] == [b"python3.dll", b"ntdll.dll"]


def test_what_the_readme_shows_works_in_its_order(packages: dict[str, Path], tmp_path: Path) -> None:
    """In an empty folder, except for commands that wait for people; the record that a game saves is another one."""
    install(sys.executable, packages[X86], tmp_path)
    folder, readme = tmp_path / "empty", (ROOT / "README.md").read_text(encoding="utf-8")
    folder.mkdir()
    shown = re.findall(r"^    tricorn (.+?)(?: {2,}#.*)?$|```python\n(from [^`]+)```", readme, re.MULTILINE)
    assert len(shown) > 15
    for arguments, bot in shown:
        words = arguments.split()
        if bot:
            (folder / "mybot.py").write_text(bot, encoding="utf-8")
        elif "--save" in words:
            shutil.copyfile(RECORDS[0], folder / words[words.index("--save") + 1])
        elif words[0] not in ("serve", "play"):
            run(tmp_path / "env/bin/tricorn", *words, folder=str(folder))
    names = {path.name for path in folder.iterdir()}
    assert names == {
        "public",
        "game.tri",
        "game.png",
        "figures.json",
        "games",
        "report.html",
        "tournament.html",
        "mybot.py",
    }


@pytest.mark.parametrize("ending", [PURE, SOURCES])
def test_a_package_for_any_system_has_the_rules_for_browsers(
    ending: str, packages: dict[str, Path], tmp_path: Path
) -> None:
    installed = install(sys.executable, packages[ending], tmp_path)
    assert "plain rules" in installed.tricorn("--version")
    check(installed, tmp_path)
    assert installed.simulated(PLAIN_GAMES)[1] == Installed((sys.executable,), {}).simulated(PLAIN_GAMES)[1]


def test_the_package_for_aarch64_does_the_same_under_qemu(
    packages: dict[str, Path], checkout: tuple[float, dict[str, Any]], tmp_path: Path
) -> None:
    qemu = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")
    if qemu is None or shutil.which("apt-get") is None:
        pytest.skip("there is no qemu-aarch64 or no Debian (apt-get install qemu-user)")
    root, packages_folder = debian_python("arm64", tmp_path), tmp_path / "site"
    platform = ("--platform", "manylinux_2_17_aarch64", "--platform", "manylinux_2_28_aarch64")
    for_debian = ("--python-version", "3.11", "--implementation", "cp", "--only-binary", ":all:", *platform)
    target = ("--quiet", "--no-cache-dir", "--target", packages_folder)
    run(sys.executable, "-m", "pip", "install", *target, *for_debian, packages[AARCH64])
    emulated = (qemu, "-L", root, root / "usr/bin/python3.11")
    installed = Installed(emulated, {"PYTHONPATH": str(packages_folder)})
    assert "on linux-aarch64, compiled rules" in installed.tricorn("--version")
    check(installed, tmp_path)
    assert installed.simulated(GAMES)[1] == checkout[1]


def debian_python(architecture: str, folder: Path) -> Path:
    """A folder with Debian's Python for another processor, and all that it needs."""
    for name in ("state/lists/partial", "cache/archives/partial", "packages", "root"):
        (folder / name).mkdir(parents=True)
    (folder / "state/status").touch()
    options = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Sandbox::User": "root",
        "Dir::State": folder / "state",
        "Dir::State::status": folder / "state/status",
        "Dir::Cache": folder / "cache",
    }
    config = folder / "apt.conf"
    config.write_text("".join(f'{name} "{value}";\n' for name, value in options.items()))
    run("apt-get", "update", "-qq", APT_CONFIG=str(config))
    needed = ("install", "--yes", "--no-install-recommends", "--download-only", "-qq", "python3")
    run("apt-get", *needed, APT_CONFIG=str(config))
    for package in (folder / "cache/archives").glob("*.deb"):
        run("dpkg", "-x", package, folder / "root")
    return folder / "root"
