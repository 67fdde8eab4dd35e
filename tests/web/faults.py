"""Faults of one of two nodes: it stops, its link is cut, or its commits do not reach the database."""

from __future__ import annotations

import asyncio
import ctypes
import os
import shutil
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.postgres import Postgres
from tests.web import server_process
from tests.web.server_process import Server

__all__ = ["FAULTS", "CommitStalled", "Fault", "LinkCut", "Stopped", "cannot_cut"]


class Fault(ABC):
    """A fault of one node, which is started with it; it can begin and end repeatedly."""

    node: Server

    async def __aenter__(self) -> Fault:
        await asyncio.to_thread(self.node.start)
        return self

    async def __aexit__(self, *exception: object) -> None:
        await asyncio.to_thread(self.node.kill)

    @abstractmethod
    def begin(self) -> None: ...

    @abstractmethod
    def end(self) -> None: ...


class Stopped(Fault):
    """The process is suspended and later resumed."""

    def __init__(self, postgres: Postgres, database: str, **settings: Any) -> None:
        self.node = Server(database, **settings)

    def begin(self) -> None:
        assert self.node.pid is not None
        os.kill(self.node.pid, signal.SIGSTOP)

    def end(self) -> None:
        assert self.node.pid is not None
        os.kill(self.node.pid, signal.SIGCONT)


# Commits that do not arrive.


class CommitStalled(Fault):
    """Everything the node sends reaches the database, except commits, which are held back."""

    def __init__(self, postgres: Postgres, database: str, **settings: Any) -> None:
        self._proxy = _Proxy(f"{parse_qs(urlsplit(database).query)['host'][0]}/.s.PGSQL.5432")
        self._path = urlsplit(database).path
        self._settings = settings

    async def __aenter__(self) -> Fault:
        port = await self._proxy.open()
        self.node = Server(f"postgresql://postgres@127.0.0.1:{port}{self._path}", **self._settings)
        return await super().__aenter__()

    async def __aexit__(self, *exception: object) -> None:
        await super().__aexit__(*exception)
        await self._proxy.close()

    def begin(self) -> None:
        self._proxy.commits.clear()

    def end(self) -> None:
        self._proxy.commits.set()


_COMMITS = frozenset({b"COMMIT", b"COMMIT;"})
_SSL_REQUEST, _GSS_REQUEST = 80877103, 80877104


class _Proxy:
    """Forwards traffic between a node and the database, and can hold commits back."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.commits = asyncio.Event()  # whether they may pass
        self.commits.set()

    async def open(self) -> int:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, node: asyncio.StreamReader, to_node: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            database, to_database = await asyncio.open_unix_connection(self._database)
            with closing(to_database), closing(to_node):
                both = (self._to_database(node, to_database), _copy(database, to_node))
                ways = [asyncio.ensure_future(way) for way in both]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)
        except OSError:
            to_node.close()
        except asyncio.CancelledError:
            pass  # the proxy is being closed
        finally:
            self._tasks.discard(task)

    async def _to_database(self, node: asyncio.StreamReader, database: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:  # before the startup message is complete, messages have no type
                message = await _sized(node)
                database.write(message)
                if int.from_bytes(message[4:8]) not in (_SSL_REQUEST, _GSS_REQUEST):
                    break
            is_open = False  # a transaction that the next Sync would commit
            while True:
                kind = await node.readexactly(1)
                message = kind + await _sized(node)
                is_open = is_open or kind == b"E"
                if (kind == b"S" and is_open) or (kind == b"Q" and message[5:-1].upper() in _COMMITS):
                    await self.commits.wait()
                    is_open = False
                database.write(message)
                await database.drain()


async def _sized(reader: asyncio.StreamReader) -> bytes:
    size = await reader.readexactly(4)
    return size + await reader.readexactly(int.from_bytes(size) - 4)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


# A link that is cut.

_HERE, _THERE, _NETWORK = "10.213.7.1", "10.213.7.2", "10.213.7.0/30"
_NEW_NETWORK = 0x40000000  # CLONE_NEWNET


def cannot_cut() -> str:
    """Why network namespaces cannot be used here; empty if they can."""
    if os.geteuid() != 0 or not shutil.which("ip") or not shutil.which("unshare"):
        return "cutting a link needs root and the programs ip and unshare"
    command = ["unshare", "--net", "ip", "link", "add", "here", "type", "veth"]
    done = subprocess.run(command, check=False, capture_output=True)
    return "" if done.returncode == 0 else "this system does not allow network namespaces"


class LinkCut(Fault):
    """The node runs in a network namespace of its own, as on another machine, whose link is cut."""

    def __init__(self, postgres: Postgres, database: str, **settings: Any) -> None:
        self._postgres = postgres
        self._name = f"tricorn-{os.getpid()}"
        self.node = _NamespacedServer(self._name, postgres.network_url(_HERE, database), **settings)

    async def __aenter__(self) -> Fault:
        for words in self._setting_up():
            _ip(*words)
        await asyncio.to_thread(self._postgres.listen, _HERE, _NETWORK)
        return await super().__aenter__()

    async def __aexit__(self, *exception: object) -> None:
        await super().__aexit__(*exception)
        _ip("netns", "delete", self._name)

    def _setting_up(self) -> Iterator[Sequence[str]]:
        yield "link", "set", "lo", "up"
        yield "netns", "add", self._name
        yield "link", "add", "here", "type", "veth", "peer", "name", "there", "netns", self._name
        yield "address", "add", f"{_HERE}/30", "dev", "here"
        yield "link", "set", "here", "up"
        yield "-n", self._name, "address", "add", f"{_THERE}/30", "dev", "there"
        yield "-n", self._name, "link", "set", "there", "up"
        yield "-n", self._name, "link", "set", "lo", "up"

    def begin(self) -> None:
        _ip("-n", self._name, "link", "set", "there", "down")

    def end(self) -> None:
        _ip("-n", self._name, "link", "set", "there", "up")


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


class _NamespacedServer(Server):
    """A server in another network namespace."""

    def __init__(self, namespace: str, database: str, **settings: Any) -> None:
        super().__init__(database, program=("tests.web.faults", namespace), **settings)

    @property
    def address(self) -> str:
        return f"http://{_THERE}:{self.port}"


def main(namespace: str, *args: str) -> None:
    """Enter the other namespace and run a server there."""
    handle = os.open(Path("/run/netns", namespace), os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).setns(handle, _NEW_NETWORK) != 0:
        raise OSError(ctypes.get_errno(), "cannot enter the namespace")
    database, port, changes = args
    server_process.main(database, port, changes, _THERE)


FAULTS: dict[str, type[Stopped] | type[CommitStalled] | type[LinkCut]] = {
    "stopped": Stopped,
    "cut": LinkCut,
    "stalled": CommitStalled,
}
