"""The settings of a server: where its tables are stored, its pace, and the limits that protect it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tricorn.bots import LEVELS

__all__ = ["Rate", "Settings"]


class Rate(NamedTuple):
    """How often something may happen: `burst` times at once, then `per_second` times per second."""

    burst: int
    per_second: float


@dataclass(frozen=True)
class Settings:
    """The settings of one server; the defaults suit a family and a small public server alike.

    The limits per address are generous, because a school or a café may share one address.
    """

    database: Path | str  # an SQLite file, or a postgresql:// address

    # The network.
    addresses: tuple[str, ...] = ()  # HOST:PORT at which other devices reach it, the likeliest first
    hosts: tuple[str, ...] = ()  # host names it is reached by, in addition to this computer's own
    proxy: str | None = None  # addresses of proxies that are trusted to name the client
    open_metrics: bool = False  # whether other computers may read the metrics

    # The pace. The page adds pauses, which the player can set.
    bot_seconds: tuple[float, float] = (0.1, 0.4)
    pause_between_rounds: float = 5.0  # where only bots play
    clock_grace: float = 0.5  # how late a move may arrive, to allow for the network
    away_after: float = 4.0  # until somebody who has left is shown as away: a reload takes less
    host_grace: float = 60.0  # how long a host may be away, e.g. with a locked phone, before the next person hosts

    # Bots of installed packages that players may choose in addition to the levels.
    bots: tuple[str, ...] = ()

    # Web push notifications: the push services of browsers that may be used, as HOST, .DOMAIN or HOST:PORT, and how
    # they can contact the operator.
    push_services: tuple[str, ...] = (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        ".push.apple.com",
        ".notify.windows.com",
    )
    push_contact: str | None = None  # as mailto: or https:; without it nothing is sent

    # How long data is kept.
    seconds_in_memory: float = 900.0  # an unused table
    days_in_store: float = 90.0  # an unused table that waits for a game or whose game is over
    days_in_play: float = 365.0  # an unused table or sheet with an unfinished game

    # Limits of the whole server.
    tables_in_memory: int = 5_000
    sockets: int = 10_000
    watchers_per_table: int = 500
    lines_per_game: int = 5_000  # no new round is dealt after this many lines
    head_bytes: int = 16 * 1024  # the address and the headers of a request
    body_bytes: int = 64 * 1024
    review_seconds: float = 30.0  # of processor time for one review; ordinary games need at most half of this
    record_bytes: int = 2 * 1024 * 1024  # a record to be checked; the longest game takes a quarter of this
    transfer_bytes: int = 1024 * 1024  # what a device hands to another; some hundred games
    frame_bytes: int = 4 * 1024
    outbox_bytes: int = 1024 * 1024  # may wait for a client that does not read before it is dropped
    seconds_to_request: float = 10.0  # for the head of a request, and for every 8 KiB of its body
    seconds_to_read: float = 20.0  # for every 8 KiB that a client is sent, before it is disconnected
    seconds_idle: int = 5  # a connection between two requests
    seconds_between_pings: float = 5.0  # a socket whose client or server is silent for this long gets a ping
    seconds_to_pong: float = 10.0  # for a client to answer a ping, before it is disconnected: its network is lost

    # Limits per address.
    connections_per_address: int = 400
    new_connections: Rate = Rate(200, 40.0)
    connection_pace: Rate = Rate(10, 100.0)  # how fast they are handled: ten at once, then 100 per second
    sockets_per_address: int = 200
    tables_per_address: int = 300  # in memory, and created or first opened from there
    new_tables: Rate = Rate(30, 0.2)
    joins: Rate = Rate(30, 2.0)
    wrong_codes: Rate = Rate(30, 0.1)  # only its code protects a private table
    requests: Rate = Rate(40, 40.0)
    files: Rate = Rate(400, 200.0)  # scripts, styles and pictures: a page has dozens
    seconds_to_wait: float = 5.0  # for a request over its rate; if it would have to wait longer it is refused
    records: Rate = Rate(10, 0.2)
    imports: Rate = Rate(5, 0.05)  # games played without the server: each may be thousands of lines to store
    hints: Rate = Rate(20, 0.5)
    reviews: Rate = Rate(6, 1 / 30)  # each takes seconds of a processor, at a low priority
    previews: Rate = Rate(20, 0.5)  # pictures of tables, for messengers that show a link
    transfers: Rate = Rate(6, 1 / 60)  # what devices hand to others: each is in memory for ten minutes
    work: Rate = Rate(2, 0.1)  # seconds of the workers' processor time: records, pages, loading tables

    reactions: Rate = Rate(4, 0.5)  # per seat

    # Limits per socket.
    frames: Rate = Rate(80, 40.0)  # of every kind, including control frames; a socket over this rate is closed
    messages: Rate = Rate(40, 20.0)
    seconds_to_hello: float = 10.0
    faults_per_socket: int = 50  # malformed and too frequent messages, before it is closed

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots that players may choose."""
        return (*LEVELS, *self.bots)
