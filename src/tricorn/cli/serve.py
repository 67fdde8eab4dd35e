"""`tricorn serve`: the web app."""

from __future__ import annotations

import argparse
import errno
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import segno

from tricorn.bots import BOTS
from tricorn.bots.own.names import installed_bots
from tricorn.cli import database
from tricorn.cli.failure import CHECK_FAILED, OptionFailure
from tricorn.cli.options import check_bots
from tricorn.cli.settings import Given, add_settings, given_settings
from tricorn.core.compile import accelerate, compile_in_background
from tricorn.extras import command_for
from tricorn.web.lan import WILDCARD_ADDRESSES, reachable_addresses
from tricorn.web.location import without_password
from tricorn.web.push.sender import CAN_ENCRYPT
from tricorn.web.run import serve
from tricorn.web.settings import Settings
from tricorn.web.store import StoreError

_DEFAULT_PORT = 8000
_PORTS_TRIED = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--show-settings", action="store_true", help="print all settings, and where each comes from, as a settings file"
    )
    add_settings(parser)
    parser.usage = f"{parser.prog} [--help] [--show-settings] [--settings FILE] [--SETTING VALUE ...]"


def run(args: argparse.Namespace) -> int:
    given = given_settings(args)
    if args.show_settings:
        print("\n".join(given.lines()))
        return 0
    settings = Settings(**(given.values | {"db": database.location_for_writing(given.values["db"])}))
    _check_bots(settings.allow_bot)
    _check_push(given)
    with _listener(settings.host, settings.port) as listener:
        port = listener.getsockname()[1]
        if not (settings.address or settings.behind_proxy):
            settings = replace(settings, address=reachable_addresses(settings.host, port))
        try:
            serve(settings, listener, partial(_announce, settings, port))
        except StoreError as error:
            raise OptionFailure({"--db": without_password(settings.db)}, str(error), CHECK_FAILED) from None
    return 0


def _check_bots(names: Sequence[str]) -> None:
    """Refuse a bot that is not installed or does not start."""
    installed = installed_bots()
    for name in names:
        if name not in installed or name in BOTS:
            available = ", ".join(installed) or "none"
            raise OptionFailure(
                {"--allow-bot": name}, f"expected a bot from an installed package; available: {available}"
            )
    check_bots(names)


def _check_push(given: Given) -> None:
    contact = given.values["push_contact"]
    if contact is not None and not CAN_ENCRYPT:
        raise OptionFailure({"--push-contact": contact}, f"needs the package cryptography: {command_for('push')}")
    if contact is None and given.is_set("push_service"):
        services = ",".join(given.values["push_service"])
        raise OptionFailure({"--push-service": services}, "expected --push-contact too; nothing is sent without it")


def _listener(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port, on the default one or the next free one."""
    ports = range(_DEFAULT_PORT, _DEFAULT_PORT + _PORTS_TRIED) if port is None else (port,)
    for number in ports:
        try:
            return socket.create_server((host, number), family=_family(host), backlog=1024)
        except OSError as error:
            failure = error
            if error.errno != errno.EADDRINUSE:
                break
    raise OptionFailure(
        {"--host": host, "--port": number},
        f"{failure.strerror or failure}; expected an address of this computer and a free port",
    )


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _announce(settings: Settings, port: int) -> None:
    location, path = without_password(settings.db), f"{settings.base_path}/"
    address = f"http://{_host_of(settings.host)}:{port}{path}"
    print(f"Tricorn is at {address} (tables in {location}; press Ctrl-C to stop)", flush=True)
    if settings.address:
        _print_network_addresses([f"http://{address}{path}" for address in settings.address])
    if settings.open:
        _open_browser(f"http://localhost:{port}{path}")
    if not accelerate():
        compile_in_background()


def _host_of(host: str) -> str:
    return "localhost" if host in WILDCARD_ADDRESSES else f"[{host}]" if ":" in host else host


def _print_network_addresses(addresses: Sequence[str]) -> None:
    """Print the address for phones, with its QR code on a terminal."""
    print(f"For phones in the same network: {addresses[0]}", flush=True)
    if sys.stdout.isatty():
        segno.make(addresses[0], micro=False).terminal(compact=True, border=2)
    for other in addresses[1:]:
        print(f"If that does not work: {other}", flush=True)


def _open_browser(address: str) -> None:
    """Open the browser in a thread, because a text-mode browser would block the server."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
