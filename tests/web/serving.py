"""A real server in a process of its own, to be stopped, killed and started again on the same tables."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from tricorn.web.run import serve
from tricorn.web.settings import Rate, Settings

ROOT = Path(__file__).parents[2]

# A test is one address and in a hurry; the limits have tests of their own.
_ROOMY = Rate(100_000, 10_000.0)
QUICK: dict[str, Any] = {
    "bot_seconds": (0.0, 0.0),
    "pause_between_rounds": 0.0,
    "clock_grace": 0.1,
    **dict.fromkeys(("new_tables", "joins", "wrong_codes", "requests", "records", "messages"), _ROOMY),
}


class Server:
    """A server on a loopback port. Settings are those of `QUICK` unless said otherwise.

    Its rules run as plain Python, which starts in half the time, unless they are to be `compiled`.
    """

    def __init__(self, database: Path, compiled: bool = False, **settings: Any) -> None:
        self.database = database
        self._compiled = compiled
        self._settings = {**QUICK, **settings}
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Start, on the port it had before if it had one, and wait until it answers."""
        command = [sys.executable, "-m", "tests.web.serving", str(self.database), str(self.port)]
        compiled = {"TRICORN_COMPILE": "1" if self._compiled else "0"}
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **compiled}
        self._process = subprocess.Popen(
            [*command, json.dumps(self._settings)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.strip().isdecimal(), f"the server did not start: {line!r}"
        self.port = int(line)
        return self

    def kill(self) -> None:
        """Stop it as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(20)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *exception: object) -> None:
        self.kill()


def _settings(database: str, changes: dict[str, Any]) -> Settings:
    known = {field.name: field.default for field in dataclasses.fields(Settings)}
    for name, value in changes.items():
        changes[name] = Rate(*value) if isinstance(known[name], Rate) else value
    return Settings(Path(database), **changes)


def main(database: str, port: str, changes: str) -> None:
    listener = socket.create_server(("127.0.0.1", int(port)), backlog=1024)
    number = listener.getsockname()[1]
    serve(_settings(database, json.loads(changes)), listener, lambda: print(number, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
