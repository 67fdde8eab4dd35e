"""Rate limits for each client address, as token buckets."""

from __future__ import annotations

import ipaddress
import time
from functools import lru_cache

from starlette.requests import HTTPConnection

from tricorn.web.refusals import Refused
from tricorn.web.settings import Rate

__all__ = ["Bucket", "Buckets", "Networks", "address_of", "network_of"]

_MAX_BUCKETS = 10_000


def address_of(connection: HTTPConnection) -> str:
    """The address that a request counts for."""
    return network_of(connection.client.host if connection.client is not None else "")


@lru_cache(_MAX_BUCKETS)
def network_of(host: str) -> str:
    """The address that a host counts as: an IPv6 address counts as its /64 network, which one client usually owns."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


class Networks:
    """A set of addresses and networks, given as a comma-separated list."""

    def __init__(self, listed: str | None) -> None:
        parts = [] if listed is None else listed.split(",")
        self._networks = [ipaddress.ip_network(part.strip()) for part in parts]

    def __contains__(self, host: str) -> bool:
        if not self._networks:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


class Bucket:
    """A token bucket: `take` returns whether something may be done now."""

    __slots__ = ("_left", "_next", "_rate", "_spacing", "_time")

    def __init__(self, rate: Rate, spacing: float = 0.0) -> None:
        self._rate, self._spacing = rate, spacing
        self._left = float(rate.burst)
        self._time = self._next = time.monotonic()

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._time) * self._rate.per_second)
        self._time = now

    def take(self, count: int = 1) -> bool:
        self._fill()
        if self._left < count:
            return False
        self._left -= count
        return True

    def delay(self, most: float) -> float | None:
        """Take one token, in advance if there is none; returns the seconds to wait, or None if more than `most`."""
        self._fill()
        seconds = max(0.0, (1 - self._left) / self._rate.per_second, self._next - self._time)
        if seconds > most:
            return None
        self._left -= 1
        self._next = self._time + seconds + self._spacing
        return seconds

    def spend(self, amount: float) -> None:
        """Take an amount that was already used, even if that overdraws the bucket."""
        self._fill()
        self._left -= amount

    @property
    def debt(self) -> float:
        """The seconds until the bucket is no longer overdrawn."""
        self._fill()
        return max(0.0, -self._left / self._rate.per_second)

    @property
    def left(self) -> float:
        self._fill()
        return self._left

    @property
    def is_full(self) -> bool:
        self._fill()
        return self._left >= self._rate.burst


class Buckets:
    """A bucket for each address; delayed requests continue at least `spacing` seconds apart."""

    def __init__(self, rate: Rate, spacing: float = 0.0) -> None:
        self._rate, self._spacing = rate, spacing
        self._buckets: dict[str, Bucket] = {}

    def check(self, address: str) -> None:
        """Take a token; raises `Refused` if the bucket is empty."""
        if not self.take(address):
            raise _too_fast()

    def delay(self, address: str, most: float) -> float:
        """Take a token; returns the seconds to wait; raises `Refused` if more than `most`."""
        delay = self._of(address).delay(most)
        if delay is None:
            raise _too_fast()
        return delay

    def check_not_empty(self, address: str) -> None:
        """Refuse an address whose bucket is empty, without taking a token."""
        if self.left(address) < 1:
            raise _too_fast()

    def left(self, address: str) -> float:
        """The tokens that an address has left."""
        bucket = self._buckets.get(address)
        return self._rate.burst if bucket is None else bucket.left

    def take(self, address: str) -> bool:
        """Take a token; False if there is none."""
        return self._of(address).take()

    def spend(self, address: str, amount: float) -> None:
        """Take what an address has already used."""
        self._of(address).spend(amount)

    def debt(self, address: str) -> float:
        """The seconds until the bucket of an address is no longer overdrawn."""
        bucket = self._buckets.get(address)
        return 0.0 if bucket is None else bucket.debt

    def _of(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= _MAX_BUCKETS:
                self._evict()
            bucket = self._buckets[address] = Bucket(self._rate, self._spacing)
        return bucket

    def _evict(self) -> None:
        """Evict full buckets, which are as good as new, and the older half of the others if there are too many."""
        used = [(name, each) for name, each in self._buckets.items() if not each.is_full]
        self._buckets = dict(used[-_MAX_BUCKETS // 2 :])


def _too_fast() -> Refused:
    return Refused("too-fast", "That was too often; please wait a moment.", 429)
