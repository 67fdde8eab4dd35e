"""How often one address may do something: a bucket that fills with time and is emptied by doing."""

from __future__ import annotations

import ipaddress
import time

from starlette.requests import HTTPConnection

from tricorn.web.refusals import Refused
from tricorn.web.settings import Rate

__all__ = ["Bucket", "Buckets", "Networks", "address_of", "network_of"]

_MOST_BUCKETS = 10_000


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return network_of(connection.client.host if connection.client is not None else "")


def network_of(host: str) -> str:
    """The address that a host counts as: of an IPv6 address its network, as whoever has one has all of it."""
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
    """Addresses and networks, as a list with commas names them."""

    def __init__(self, listed: str | None) -> None:
        parts = [] if listed is None else listed.split(",")
        self._networks = [ipaddress.ip_network(part.strip()) for part in parts]

    def __contains__(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


class Bucket:
    """A rate kept: `take` says whether it may be done once more."""

    __slots__ = ("_left", "_next", "_rate", "_spacing", "_time")

    def __init__(self, rate: Rate, spacing: float = 0.0) -> None:
        self._rate, self._spacing = rate, spacing
        self._left = float(rate.burst)
        self._time = self._next = time.monotonic()

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._time) * self._rate.a_second)
        self._time = now

    def take(self, count: int = 1) -> bool:
        self._fill()
        if self._left < count:
            return False
        self._left -= count
        return True

    def delay(self, most: float) -> float | None:
        """Take one, in advance if there is none: the seconds until it may be used, or None if that is too long."""
        self._fill()
        seconds = max(0.0, (1 - self._left) / self._rate.a_second, self._next - self._time)
        if seconds > most:
            return None
        self._left -= 1
        self._next = self._time + seconds + self._spacing
        return seconds

    def spend(self, amount: float) -> None:
        """Take what has been used already, even if the bucket is overdrawn by it."""
        self._fill()
        self._left -= amount

    @property
    def debt(self) -> float:
        """The seconds until the bucket is no longer overdrawn."""
        self._fill()
        return max(0.0, -self._left / self._rate.a_second)

    @property
    def left(self) -> float:
        self._fill()
        return self._left

    @property
    def is_full(self) -> bool:
        self._fill()
        return self._left >= self._rate.burst


class Buckets:
    """A bucket for each address; those who wait for their turn go on at least `spacing` seconds apart."""

    def __init__(self, rate: Rate, spacing: float = 0.0) -> None:
        self._rate, self._spacing = rate, spacing
        self._buckets: dict[str, Bucket] = {}

    def check(self, address: str) -> None:
        """Refuse what comes too often from one address."""
        if not self.take(address):
            raise _too_fast()

    def delay(self, address: str, most: float) -> float:
        """How long an address has to wait for its turn; refused if that is longer than `most` seconds."""
        delay = self._of(address).delay(most)
        if delay is None:
            raise _too_fast()
        return delay

    def check_not_empty(self, address: str) -> None:
        """Refuse an address that has used up its bucket, without taking from it."""
        if self.left(address) < 1:
            raise _too_fast()

    def left(self, address: str) -> float:
        """How often an address may still do it now."""
        bucket = self._buckets.get(address)
        return self._rate.burst if bucket is None else bucket.left

    def take(self, address: str) -> bool:
        """Count something that is done; whether it may be done."""
        return self._of(address).take()

    def spend(self, address: str, amount: float) -> None:
        """Count what an address has used already."""
        self._of(address).spend(amount)

    def debt(self, address: str) -> float:
        """The seconds until an address may go on."""
        bucket = self._buckets.get(address)
        return 0.0 if bucket is None else bucket.debt

    def _of(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= _MOST_BUCKETS:
                self._forget_some()
            bucket = self._buckets[address] = Bucket(self._rate, self._spacing)
        return bucket

    def _forget_some(self) -> None:
        """Forget the addresses that have done nothing for long, and the older half if that is not enough."""
        used = [(name, each) for name, each in self._buckets.items() if not each.is_full]
        self._buckets = dict(used[-_MOST_BUCKETS // 2 :])


def _too_fast() -> Refused:
    return Refused("too-fast", "That was too often; please wait a moment.", 429)
