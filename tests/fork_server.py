"""A process that has loaded the program once and forks a server, or another program, for each test that needs one.

A forked server can be stopped and killed like any other, but saves the second of CPU time that loading takes.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tricorn.locales.i18n import load_languages

ROOT = Path(__file__).parents[1]


class ForkServer:
    """A process that starts servers and reports their exit codes."""

    def __init__(self, compiled: bool) -> None:
        settings = {"PYTHONPATH": str(ROOT / "src"), "TRICORN_COMPILE": "1" if compiled else "0"}
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fork_server"],
            cwd=ROOT,
            env={**os.environ, **settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, module: str, *args: str, log: Path | None = None) -> tuple[int, str]:
        """Run a module's `main` in a new process: its process id and the first line it prints."""
        pid, line = self._ask([module, str(log or ""), *args])
        return pid, line

    def output_of(self, module: str, *args: str) -> str:
        """Run a module's `main`, which prints one line, in a new process: that line."""
        pid, line = self.start(module, *args)
        assert self.exit_code(pid) == 0
        return line

    def exit_code(self, pid: int) -> int:
        """Wait until a server has ended, and return its exit code."""
        code: int = self._ask(pid)
        return code

    def _ask(self, request: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            print(json.dumps(request), file=self._process.stdin, flush=True)
            return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End the process; servers that it has started go on."""
        with self._process:
            self._process.kill()


@cache
def fork_server(compiled: bool) -> ForkServer:
    """The fork server of this test process; it ends with the process."""
    server = ForkServer(compiled)
    atexit.register(server.close)
    return server


def _fork(module: str, log: str, *args: str) -> tuple[int, str]:
    main = import_module(module).main  # here, so that it is imported once
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        with os.fdopen(reading) as output:
            return pid, output.readline()
    os.close(reading)
    os.dup2(writing, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if log:
        os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    main(*args)
    raise SystemExit(0)


def _wait(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main() -> None:
    import_module("tests.web.cheating_server")  # loads the server, and the patches of servers that cheat
    load_languages()
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(_wait(request) if isinstance(request, int) else _fork(*request)), flush=True)


if __name__ == "__main__":
    main()
