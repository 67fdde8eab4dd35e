"""nginx with a configuration of `deploy/`, run by the tests' user."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.fork_server import ROOT

DEPLOY = ROOT / "deploy"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
needs_nginx = pytest.mark.skipif(NGINX is None, reason="there is no nginx, and it could not be installed")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def configuration(name: str, changes: Mapping[str, str]) -> str:
    """A file of `deploy/` with some words replaced, each of which it must have."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{name} has no {old}"
        text = text.replace(old, new)
    return text


@contextmanager
def nginx(text: str, port: int, folder: Path) -> Iterator[None]:
    """nginx with a configuration, listening at a port."""
    conf = folder / "nginx.conf"
    conf.write_text(text, encoding="utf-8")
    ours = f"daemon off; pid {folder}/pid; error_log {folder}/error.log warn;"
    assert NGINX is not None
    process = subprocess.Popen([NGINX, "-e", f"{folder}/error.log", "-c", str(conf), "-g", ours])
    try:
        _wait_for(port)
        yield
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("nginx did not start")
