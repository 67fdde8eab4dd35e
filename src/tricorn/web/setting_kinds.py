"""What the values of settings look like as text, and how they are read."""

from __future__ import annotations

import ipaddress
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tricorn.web.host_names import is_host_name, is_port
from tricorn.web.location import location_from, without_password

__all__ = [
    "ADDRESSES",
    "BASE_PATH",
    "BOTS",
    "CONTACT",
    "DATABASE",
    "HOSTS",
    "LISTENER",
    "LOG",
    "PORT",
    "PROXIES",
    "RATE",
    "SERVICES",
    "SPAN",
    "SWITCH",
    "Kind",
    "Rate",
    "decimal",
    "read_base_path",
    "whole",
]

_ON, _OFF = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
_THIS_COMPUTER = ("127.0.0.1", "::1")
_BASE_PATH = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
_MAX_BASE_PATH = 200


class Rate(NamedTuple):
    """How often something may happen: `burst` times at once, then `per_second` times per second."""

    burst: int
    per_second: float


class Kind(NamedTuple):
    """The values that a setting can have."""

    form: str  # how a value is named in help, like NUMBER
    read: Callable[[str], Any]  # raises `ValueError` with what was expected
    is_list: bool = False  # its option may be repeated; elsewhere its values are separated by commas
    is_switch: bool = False  # its option needs no value
    shown: Callable[[str], str] = str  # the text as it may be printed


def _number(text: str, pattern: str, expected: str) -> float:
    if not re.fullmatch(pattern, text) or len(text) > 20:
        raise ValueError(expected)
    return float(text)


def whole(minimum: int, maximum: float = math.inf) -> Kind:
    """A whole number."""
    limits = f"from {minimum}" if maximum == math.inf else f"from {minimum} to {maximum}"
    expected = f"expected a whole number {limits}"

    def read(text: str) -> int:
        number = int(_number(text, "[0-9]+", expected))
        if not minimum <= number <= maximum:
            raise ValueError(expected)
        return number

    return Kind("N", read)


def decimal(minimum: float) -> Kind:
    """A number that may have decimals."""
    expected = f"expected a number from {minimum:g}"

    def read(text: str) -> float:
        number = _number(text, r"[0-9]+(\.[0-9]+)?", expected)
        if number < minimum:
            raise ValueError(expected)
        return number

    return Kind("N", read)


def _pair(text: str, expected: str) -> tuple[float, float]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2:
        raise ValueError(expected)
    first, second = (_number(part, r"[0-9]+(\.[0-9]+)?", expected) for part in parts)
    return first, second


def _read_rate(text: str) -> Rate:
    expected = "expected how many at once and how many a second after that, like 30,0.2"
    burst, per_second = _pair(text, expected)
    if burst < 1 or burst % 1 or not per_second:
        raise ValueError(expected)
    return Rate(int(burst), per_second)


def _read_span(text: str) -> tuple[float, float]:
    expected = "expected the least and the most, like 0.1,0.4"
    least, most = _pair(text, expected)
    if least > most:
        raise ValueError(expected)
    return least, most


def _read_switch(text: str) -> bool:
    if text.lower() not in _ON + _OFF:
        raise ValueError("expected 1 or 0")
    return text.lower() in _ON


def _list_of(check: Callable[[str], bool], expected: str) -> Callable[[str], tuple[str, ...]]:
    """Reads a list of texts in lower case that pass a check."""

    def read(text: str) -> tuple[str, ...]:
        parts = [part.strip().lower() for part in text.split(",")]
        if not all(map(check, parts)):
            raise ValueError(f"expected {expected}")
        return tuple(dict.fromkeys(parts))

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"expected {' or '.join(words)}")
        return text

    return read


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def _read_proxies(text: str) -> tuple[str, ...]:
    """Addresses and networks, checked: with a typo the server would trust no one, or everyone."""
    if text.lower() in _ON + _OFF:
        return _THIS_COMPUTER if text.lower() in _ON else ()
    return _list_of(_is_network, "an address or a network, like 10.0.0.5,10.1.0.0/16")(text)


def _is_service(name: str) -> bool:
    host, colon, port = name.removeprefix(".").partition(":")
    return is_host_name(host) and (not colon or (is_port(port) and not name.startswith(".")))


def _is_address(text: str) -> bool:
    host, _, port = text.rpartition(":")
    in_brackets = host.startswith("[") and host.endswith("]") and ":" in host
    return is_port(port) and (_is_network(host[1:-1]) if in_brackets else is_host_name(host))


def _read_contact(text: str) -> str:
    if not text.startswith(("mailto:", "https:")):
        raise ValueError("expected an address like mailto:me@example.org or https://example.org")
    return text


def read_base_path(text: str) -> str:
    """A path that all addresses begin with, without a slash at its end."""
    path = text.rstrip("/")
    if len(path) > _MAX_BASE_PATH or not _BASE_PATH.fullmatch(path):
        raise ValueError("expected a path like /games/tricorn")
    return path


def _shown_location(text: str) -> str:
    return without_password(text if "://" in text else Path(text))


SWITCH = Kind("1|0", _read_switch, is_switch=True)
PORT = whole(0, 65535)
RATE = Kind("N,N", _read_rate)
SPAN = Kind("N,N", _read_span)
DATABASE = Kind("URL", location_from, shown=_shown_location)
LISTENER = Kind("ADDRESS", str)
ADDRESSES = Kind("HOST:PORT", _list_of(_is_address, "an address like 192.168.1.5:8000"), is_list=True)
PROXIES = Kind("ADDRESS", _read_proxies, is_list=True, is_switch=True)
BASE_PATH = Kind("PATH", read_base_path)
HOSTS = Kind("NAME", _list_of(is_host_name, "a name like games.example.org, without a scheme or port"), is_list=True)
LOG = Kind("plain|json", _one_of("plain", "json"))
BOTS = Kind("NAME", lambda text: tuple(dict.fromkeys(part.strip() for part in text.split(","))), is_list=True)
CONTACT = Kind("ADDRESS", _read_contact)
SERVICES = Kind("HOST", _list_of(_is_service, "HOST, HOST:PORT or .DOMAIN, without a scheme"), is_list=True)
