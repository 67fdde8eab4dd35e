"""Rate limits: a burst, then so many a second, separately for each address."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from tricorn.web.refusals import Refused
from tricorn.web.security import limits
from tricorn.web.security.addresses import client_address
from tricorn.web.security.limits import RateLimiter, TokenBucket
from tricorn.web.setting_kinds import Rate


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def test_a_bucket_gives_its_burst_and_then_fills_with_time(clock: Clock) -> None:
    bucket = TokenBucket(Rate(3, 2.0))
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_do_not_share_a_bucket(clock: Clock) -> None:
    buckets = RateLimiter(Rate(1, 1.0))
    buckets.take_or_refuse("a")
    buckets.take_or_refuse("b")
    with pytest.raises(Refused):
        buckets.take_or_refuse("a")
    clock.now += 1
    buckets.take_or_refuse("a")


def test_a_burst_of_requests_is_spread_out(clock: Clock) -> None:
    buckets = RateLimiter(Rate(3, 1.0), spacing=0.01)
    delays = [buckets.delay("a", max_delay=5.0) for _ in range(5)]
    assert delays == pytest.approx([0.0, 0.01, 0.02, 1.0, 2.0])
    assert buckets.delay("b", max_delay=5.0) == 0.0
    clock.now += 10
    assert buckets.delay("a", max_delay=5.0) == 0.0


def test_spending_may_overdraw_a_bucket(clock: Clock) -> None:
    buckets = RateLimiter(Rate(2, 0.5))
    assert buckets.seconds_until("a", 0) == 0.0
    buckets.spend("a", 3.0)
    assert buckets.seconds_until("a", 0) == pytest.approx(2.0)
    clock.now += 2.5
    assert buckets.seconds_until("a", 0) == 0.0


def test_a_refusal_says_when_the_bucket_has_a_token_again(clock: Clock) -> None:
    buckets = RateLimiter(Rate(1, 0.1))
    buckets.take_or_refuse("a")
    clock.now += 2
    with pytest.raises(Refused) as refused:
        buckets.take_or_refuse("a")
    assert refused.value.retry_after == 8
    assert refused.value.copy().retry_after == 8


def test_an_empty_bucket_is_noticed_without_taking_a_token(clock: Clock) -> None:
    buckets = RateLimiter(Rate(2, 1.0))
    for _ in range(3):
        buckets.check("a")
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(Refused):
        buckets.check("a")


def test_memory_is_limited_however_many_addresses_there_are(clock: Clock) -> None:
    buckets = RateLimiter(Rate(5, 0.001))
    for n in range(25_000):
        buckets.take(f"address {n}")
        assert len(buckets._buckets) <= 10_000
    for _ in range(4):
        buckets.take_or_refuse("address 24999")
    with pytest.raises(Refused):
        buckets.take_or_refuse("address 24999")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(host: str, address: str) -> None:
    assert client_address(HTTPConnection({"type": "http", "client": (host, 1234), "headers": []})) == address
