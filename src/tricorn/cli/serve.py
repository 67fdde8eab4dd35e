"""`tricorn serve`: the web app."""

from __future__ import annotations

import argparse
import errno
import ipaddress
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from functools import partial

import segno

from tricorn.bots import BOTS
from tricorn.bots.own.names import installed_bots
from tricorn.cli import database
from tricorn.cli.environment import read_environment
from tricorn.cli.failure import CHECK_FAILED, OptionFailure
from tricorn.cli.options import check_bots
from tricorn.core.compile import accelerate
from tricorn.web.lan import WILDCARD_ADDRESSES, reachable_addresses
from tricorn.web.push.sender import CAN_ENCRYPT
from tricorn.web.run import serve
from tricorn.web.security.origins import is_host_name
from tricorn.web.settings import Settings
from tricorn.web.store import StoreError

_DEFAULT_PORT = 8000
_PORTS_TRIED = 20
_MAX_PORT = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        metavar="H",
        default="127.0.0.1",
        help="the address to listen on (default: 127.0.0.1); 0.0.0.0 for all addresses",
    )
    parser.add_argument(
        "--port", metavar="P", type=int, help=f"the port (default: {_DEFAULT_PORT} or the next free one)"
    )
    database.add_argument(parser)
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument(
        "--behind-proxy",
        metavar="ADDRESS",
        nargs="?",
        const="127.0.0.1,::1",
        help="trust the X-Forwarded headers of the proxy at this address (default: this computer); name the host that "
        "it serves with --allow-host",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="a host name that clients may use, in addition to this computer's own; may be repeated",
    )
    parser.add_argument("--metrics", action="store_true", help="serve /metrics to everybody, not only to this computer")
    parser.add_argument("--log", choices=("plain", "json"), help="log every event to standard error, in this format")
    parser.add_argument(
        "--allow-bot",
        metavar="NAME",
        action="append",
        default=[],
        help="a bot from an installed package that players may choose; may be repeated",
    )
    parser.add_argument(
        "--push-contact",
        metavar="ADDRESS",
        help="send web push notifications of turns in games without a clock; push services contact the operator at "
        "this mailto: or https: address",
    )
    parser.add_argument(
        "--push-service",
        metavar="HOST",
        action="append",
        default=[],
        help="a push service to send to, instead of those of the known browsers: HOST, HOST:PORT or .DOMAIN; may be "
        "repeated",
    )
    read_environment(parser)


def run(args: argparse.Namespace) -> int:
    accelerate()
    location = database.location_for_writing(args.db)
    hosts, proxy = _hosts(args.allow_host), _proxy(args.behind_proxy)
    bots = _bots(args.allow_bot)
    with _listener(args.host, args.port) as listener:
        port = listener.getsockname()[1]
        addresses = reachable_addresses(args.host, port)
        settings = Settings(location, addresses, hosts=hosts, proxy=proxy, open_metrics=args.metrics, bots=bots)
        settings = _with_push(settings, args.push_contact, args.push_service)
        try:
            serve(settings, listener, partial(_announce, args, port, settings), args.log)
        except StoreError as error:
            raise OptionFailure({"--db": database.without_password(location)}, str(error), CHECK_FAILED) from None
    return 0


def _hosts(names: list[str]) -> tuple[str, ...]:
    for name in names:
        if not is_host_name(name.lower()):
            raise OptionFailure(
                {"--allow-host": name}, "expected a name like games.example.org, without a scheme or port"
            )
    return tuple(name.lower() for name in names)


def _bots(names: list[str]) -> tuple[str, ...]:
    """The bots that the operator allows, without duplicates; each must be installed and start."""
    installed = installed_bots()
    for name in names:
        if name not in installed or name in BOTS:
            available = ", ".join(installed) or "none"
            raise OptionFailure(
                {"--allow-bot": name}, f"expected a bot from an installed package; available: {available}"
            )
    check_bots(names)
    return tuple(dict.fromkeys(names))


def _with_push(settings: Settings, contact: str | None, services: list[str]) -> Settings:
    if contact is not None and not contact.startswith(("mailto:", "https:")):
        expected = "expected an address like mailto:me@example.org or https://example.org"
        raise OptionFailure({"--push-contact": contact}, expected)
    if contact is not None and not CAN_ENCRYPT:
        raise OptionFailure({"--push-contact": contact}, "needs the package cryptography: pip install 'tricorn[push]'")
    for service in services:
        if contact is None:
            raise OptionFailure({"--push-service": service}, "expected --push-contact too; nothing is sent without it")
        if not _is_service(service.lower()):
            raise OptionFailure({"--push-service": service}, "expected HOST, HOST:PORT or .DOMAIN, without a scheme")
    services = [service.lower() for service in services]
    return replace(settings, push_contact=contact, push_services=tuple(services) or settings.push_services)


def _is_service(name: str) -> bool:
    host, colon, port = name.removeprefix(".").partition(":")
    return is_host_name(host) and (not colon or (_is_port(port) and not name.startswith(".")))


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 0 < int(text) <= _MAX_PORT


def _proxy(addresses: str | None) -> str | None:
    """The addresses or networks of proxies, checked: with a typo the server would trust no one, or everyone."""
    try:
        for address in [] if addresses is None else addresses.split(","):
            ipaddress.ip_network(address.strip())
    except ValueError:
        expected = "expected an address or a network, like 10.0.0.5,10.1.0.0/16"
        raise OptionFailure({"--behind-proxy": addresses}, expected) from None
    return addresses


def _listener(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port, on the default one or the next free one."""
    if port is not None and not 0 <= port <= _MAX_PORT:
        raise OptionFailure({"--port": port}, f"expected a number from 0 to {_MAX_PORT}")
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


def _announce(args: argparse.Namespace, port: int, settings: Settings) -> None:
    location = database.without_password(settings.database)
    print(f"Tricorn is at {_address(args.host, port)} (tables in {location}; press Ctrl-C to stop)", flush=True)
    if settings.addresses:
        _print_network_addresses(settings.addresses)
    if args.open:
        _open_browser(port)


def _address(host: str, port: int) -> str:
    name = "localhost" if host in WILDCARD_ADDRESSES else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def _print_network_addresses(addresses: tuple[str, ...]) -> None:
    """Print the address for phones, with its QR code on a terminal."""
    address = f"http://{addresses[0]}/"
    print(f"For phones in the same network: {address}", flush=True)
    if sys.stdout.isatty():
        segno.make(address, micro=False).terminal(compact=True, border=2)
    for other in addresses[1:]:
        print(f"If that does not work: http://{other}/", flush=True)


def _open_browser(port: int) -> None:
    """Open the browser in a thread, because a text-mode browser would block the server."""
    threading.Thread(target=webbrowser.open, args=(f"http://localhost:{port}/",), daemon=True).start()
