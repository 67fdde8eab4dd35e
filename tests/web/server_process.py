"""A real server in its own process, which can be stopped, killed and started again on the same tables."""

from __future__ import annotations

import dataclasses
import json
import os
import secrets
import signal
import socket
import tempfile
from pathlib import Path
from typing import Any, Self

from tests.fork_server import fork_server

from tricorn.web.run import serve
from tricorn.web.setting_kinds import Rate
from tricorn.web.settings import Settings

# All clients of a test share one address and are fast; the limits are tested separately.
_UNLIMITED = Rate(100_000, 10_000.0)
QUICK: dict[str, Any] = {
    "bot_seconds": (0.0, 0.0),
    "pause_between_rounds": 0.0,
    "clock_grace": 0.1,
    "away_after": 0.0,
    "host_grace": 0.0,
    "connections_per_address": 10_000,
    **dict.fromkeys(("new_connections", "connection_pace", "new_tables", "joins"), _UNLIMITED),
    **dict.fromkeys(("wrong_codes", "requests", "files"), _UNLIMITED),
    **dict.fromkeys(("records", "imports", "work", "frames", "messages"), _UNLIMITED),
}


class Server:
    """A server on a loopback port, with the settings of `QUICK` unless others are given.

    Its rules run as plain Python, which starts sooner, unless `compiled`. With `log` (plain, json) its log goes to a
    file. `program` is a module and its arguments to run in place of this one.
    """

    def __init__(
        self,
        database: Path | str,
        compiled: bool = False,
        log: str | None = None,
        program: tuple[str, ...] = ("tests.web.server_process",),
        **settings: Any,
    ) -> None:
        self.database = database
        base = database if isinstance(database, Path) else Path(tempfile.gettempdir(), secrets.token_hex(8))
        self.log = base.with_suffix(".log")  # its stderr, with `log`
        self._log = log
        self._program = program
        self._fork_server = fork_server(compiled)
        self._settings = {**QUICK, "log": log, **settings}
        self.pid: int | None = None
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Start, on the port it had before if it had one, and wait until it answers."""
        args = (str(self.database), str(self.port), json.dumps(self._settings))
        self.pid, line = self._fork_server.start(*self._program, *args, log=self.log if self._log else None)
        assert line.strip().isdecimal(), f"the server did not start: {line!r}"
        self.port = int(line)
        return self

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop it as a system shutdown does, and return its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        if self.pid is None:
            return 0
        os.kill(self.pid, number)
        code, self.pid = self._fork_server.exit_code(self.pid), None
        return code

    @property
    def memory(self) -> int:
        """Its resident memory in KiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *exception: object) -> None:
        self.kill()


def _settings(database: str, changes: dict[str, Any]) -> Settings:
    defaults = {field.name: field.default for field in dataclasses.fields(Settings)}
    for name, value in changes.items():
        changes[name] = Rate(*value) if isinstance(defaults[name], Rate) else value
    return Settings(database if "://" in database else Path(database), **changes)


def main(database: str, port: str, changes: str, host: str = "127.0.0.1") -> None:
    listener = socket.create_server((host, int(port)), backlog=1024)
    actual_port = listener.getsockname()[1]
    serve(_settings(database, json.loads(changes)), listener, lambda: print(actual_port, flush=True))
