"""Rate limits per client address, as token buckets."""

from __future__ import annotations

import time

from tricorn.web.refusals import too_fast_refusal
from tricorn.web.setting_kinds import Rate

__all__ = ["RateLimiter", "TokenBucket"]

_MAX_BUCKETS = 10_000


class TokenBucket:
    """A token bucket: it holds up to `burst` tokens and is refilled at a steady rate.

    `delay` also keeps at least `spacing` seconds between two requests.
    """

    __slots__ = ("_left", "_next", "_rate", "_spacing", "_time")

    def __init__(self, rate: Rate, spacing: float = 0.0) -> None:
        self._rate, self._spacing = rate, spacing
        self._left = float(rate.burst)
        self._time = self._next = time.monotonic()

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._time) * self._rate.per_second)
        self._time = now

    def take(self, count: int = 1) -> bool:
        """Take some tokens; False if there are not enough."""
        self._refill()
        if self._left < count:
            return False
        self._left -= count
        return True

    def delay(self, max_delay: float) -> float | None:
        """Take one token, in advance if there is none; returns the seconds to wait, or None if over `max_delay`."""
        self._refill()
        seconds = max(0.0, (1 - self._left) / self._rate.per_second, self._next - self._time)
        if seconds > max_delay:
            return None
        self._left -= 1
        self._next = self._time + seconds + self._spacing
        return seconds

    def spend(self, amount: float) -> None:
        """Take an amount that was already used, even if that overdraws the bucket."""
        self._refill()
        self._left -= amount

    def seconds_until(self, count: float) -> float:
        """The seconds until the bucket has this many tokens."""
        self._refill()
        return max(0.0, (count - self._left) / self._rate.per_second)

    @property
    def left(self) -> float:
        self._refill()
        return self._left

    @property
    def is_full(self) -> bool:
        self._refill()
        return self._left >= self._rate.burst


class RateLimiter:
    """A token bucket for each address."""

    def __init__(self, rate: Rate, spacing: float = 0.0) -> None:
        self._rate, self._spacing = rate, spacing
        self._buckets: dict[str, TokenBucket] = {}

    def take_or_refuse(self, address: str) -> None:
        """Take a token; raises `Refused` if the bucket is empty."""
        if not self.take(address):
            raise too_fast_refusal(self.seconds_until(address, 1))

    def delay(self, address: str, max_delay: float) -> float:
        """Take a token; returns the seconds to wait; raises `Refused` if more than `max_delay`."""
        delay = self._bucket(address).delay(max_delay)
        if delay is None:
            raise too_fast_refusal(self.seconds_until(address, 1))
        return delay

    def check(self, address: str) -> None:
        """Refuse an address whose bucket is empty, without taking a token."""
        if self.left(address) < 1:
            raise too_fast_refusal(self.seconds_until(address, 1))

    def left(self, address: str) -> float:
        """The tokens that an address has left."""
        bucket = self._buckets.get(address)
        return self._rate.burst if bucket is None else bucket.left

    def take(self, address: str) -> bool:
        """Take a token; False if there is none."""
        return self._bucket(address).take()

    def spend(self, address: str, amount: float) -> None:
        """Take an amount that an address has already used, even if that overdraws its bucket."""
        self._bucket(address).spend(amount)

    def seconds_until(self, address: str, count: float) -> float:
        """The seconds until the bucket of an address has this many tokens."""
        bucket = self._buckets.get(address)
        return 0.0 if bucket is None else bucket.seconds_until(count)

    def _bucket(self, address: str) -> TokenBucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= _MAX_BUCKETS:
                self._evict()
            bucket = self._buckets[address] = TokenBucket(self._rate, self._spacing)
        return bucket

    def _evict(self) -> None:
        """Evict full buckets, which are as good as new, and keep at most half as many as allowed of the others."""
        used = [(address, bucket) for address, bucket in self._buckets.items() if not bucket.is_full]
        self._buckets = dict(used[-_MAX_BUCKETS // 2 :])
