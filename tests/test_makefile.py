"""`make test` says which packages it installs on the machine before it does."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[1] / "Makefile"
SAID = "== Installing Debian packages for the tests: apt-get install -y chromium chromium-headless-shell"
SKIPPED = [
    f"There is no {program}, and it could not be installed: its tests are skipped."
    for program in ("chromium", "chromium-headless-shell")
]


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder with the Makefile, and in `bin` the programs of a machine with nginx and without chromium.

    Its apt-get installs nothing; it notes how it was called, and what had been said by then.
    """
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("cat", "make", "sh", "touch"):
        (programs / name).symlink_to(str(shutil.which(name)))
    write_program(programs / "nginx", "")
    write_program(programs / "apt-get", 'echo "$@" >> calls\ncat said > said-before')
    shutil.copy(MAKEFILE, tmp_path)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/pyvenv.cfg").touch()
    return tmp_path


def write_program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def install_programs(machine: Path, user: int) -> list[str]:
    """Run the step of `make test` that installs programs, as a user; returns what it says."""
    write_program(machine / "bin/id", f"echo {user}")
    with (machine / "said").open("w") as said:
        command = ["make", "--no-print-directory", ".venv/.stamp-programs"]
        environment = {"PATH": str(machine / "bin")}
        subprocess.run(command, cwd=machine, env=environment, stdout=said, stderr=subprocess.STDOUT, check=True)
    return (machine / "said").read_text().split("\n")


def test_make_test_names_the_packages_and_the_command_once_before_root_installs_them(machine: Path) -> None:
    assert install_programs(machine, user=0) == ["", SAID, *SKIPPED, ""]
    assert (machine / "said-before").read_text() == f"\n{SAID}\n"
    calls = ["update -qq", "install -y -qq chromium", "install -y -qq chromium-headless-shell"]
    assert (machine / "calls").read_text().splitlines() == calls


def test_make_test_installs_nothing_on_the_machine_unless_root_runs_it(machine: Path) -> None:
    assert install_programs(machine, user=1000) == [*SKIPPED, ""]
    assert not (machine / "calls").exists()
