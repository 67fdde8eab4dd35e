"""The addresses that limits are counted for."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from starlette.requests import HTTPConnection

__all__ = ["Networks", "client_address", "count_down", "counted_address"]

_MAX_CACHED = 10_000


def client_address(connection: HTTPConnection) -> str:
    """The address that a request is counted for."""
    return counted_address(connection.client.host if connection.client is not None else "")


@lru_cache(_MAX_CACHED)
def counted_address(host: str) -> str:
    """The address that a host is counted for: for IPv6 its /64 network, which usually belongs to one client."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


def count_down(counts: Counter[str], address: str) -> None:
    """Count one less for an address; an address without any is removed."""
    counts[address] -= 1
    if not counts[address]:
        del counts[address]


class Networks:
    """A set of addresses and networks."""

    def __init__(self, listed: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(text) for text in listed]

    def __contains__(self, host: str) -> bool:
        if not self._networks:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)
