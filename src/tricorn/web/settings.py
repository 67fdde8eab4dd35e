"""The settings of a server, as one table.

`Settings` has them as values, `SETTINGS` as data: the options, the environment variables and the keys of the settings
file (`cli/settings.py`) and the table in docs/hosting.md are made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from tricorn.bots import LEVELS
from tricorn.web.setting_kinds import (
    ADDRESSES,
    BASE_PATH,
    BOTS,
    CONTACT,
    DATABASE,
    HOSTS,
    LISTENER,
    LOG,
    PORT,
    PROXIES,
    RATE,
    SERVICES,
    SPAN,
    SWITCH,
    Kind,
    Rate,
    decimal,
    whole,
)

__all__ = ["SETTINGS", "Setting", "Settings"]


def _setting(default: Any, kind: Kind, help: str, section: str = "", without: str = "none") -> Any:
    """A field; `without` describes a default that is no value, `section` begins a part of the table."""
    about = {"kind": kind, "help": help, "section": section, "without": without}
    return field(metadata=about) if default is MISSING else field(default=default, metadata=about)


@dataclass(frozen=True)
class Settings:
    """The settings of one server; the defaults suit a family and a small public server alike.

    The limits per address are generous, because a school or a café may share one address.
    """

    db: Path | str = _setting(
        MISSING,
        DATABASE,
        "where tables are kept: a file, sqlite:///FILE or postgresql://USER@HOST/NAME",
        "Where it runs",
        without="tricorn/tables.sqlite in the user's data folder",
    )
    host: str = _setting("127.0.0.1", LISTENER, "the address to listen on; 0.0.0.0 for all addresses of this computer")
    port: int | None = _setting(None, PORT, "the port", without="8000 or the next free one")
    address: tuple[str, ...] = _setting(
        (),
        ADDRESSES,
        "where other devices reach the server, the best first, if it cannot know that, as in a container",
        without="those of this computer, if --host is 0.0.0.0 and there is no proxy",
    )
    allow_host: tuple[str, ...] = _setting(
        (), HOSTS, "a host name that clients may use, in addition to this computer's own"
    )
    behind_proxy: tuple[str, ...] = _setting(
        (),
        PROXIES,
        "trust the X-Forwarded headers of the proxy at this address or in this network; without an address, of one on "
        "this computer. Name the host that it serves with --allow-host",
    )
    base_path: str = _setting(
        "",
        BASE_PATH,
        "what the path of every address begins with, like /games/tricorn; a proxy that removes it from requests has to "
        "name it in X-Forwarded-Prefix instead",
    )
    metrics: bool = _setting(False, SWITCH, "serve /metrics to everybody, not only to this computer")
    log: str | None = _setting(None, LOG, "log every event to standard error, in this format", without="only problems")
    open: bool = _setting(False, SWITCH, "open the browser")

    allow_bot: tuple[str, ...] = _setting(
        (), BOTS, "a bot from an installed package that players may choose", "Playing"
    )
    bot_seconds: tuple[float, float] = _setting(
        (0.1, 0.4), SPAN, "the least time that a bot takes for a move; the page adds pauses, which its menu sets"
    )
    pause_between_rounds: float = _setting(5.0, decimal(0), "seconds between rounds where only bots play")
    clock_grace: float = _setting(0.5, decimal(0), "how many seconds late a move may arrive, to allow for the network")
    away_after: float = _setting(
        4.0, decimal(0), "how many seconds after somebody has left they are shown as away; a reload takes less"
    )
    host_grace: float = _setting(
        60.0,
        decimal(0),
        "how many seconds a host may be away, for example with a locked phone, before the next person hosts",
    )

    push_contact: str | None = _setting(
        None,
        CONTACT,
        "send web push notifications of turns in games without a clock; push services contact the operator at this "
        "mailto: or https: address",
        "Notifications",
    )
    push_service: tuple[str, ...] = _setting(
        (
            "fcm.googleapis.com",
            "updates.push.services.mozilla.com",
            ".push.apple.com",
            ".notify.windows.com",
        ),
        SERVICES,
        "a push service to send to, instead of those of the known browsers: HOST, HOST:PORT or .DOMAIN",
    )

    days_in_store: float = _setting(
        90.0,
        decimal(1),
        "how long a waiting table, a finished game or a finished sheet is kept after its last change",
        "How long tables are kept",
    )
    days_in_play: float = _setting(
        365.0, decimal(1), "how long an unfinished game or sheet is kept after its last change"
    )
    seconds_in_memory: float = _setting(900.0, decimal(0), "how long a table that nobody uses stays in memory")

    tables_in_memory: int = _setting(
        5_000,
        whole(1),
        "beyond that, a new one evicts idle ones, or is refused if all are in use",
        "Limits of the whole server",
    )
    sockets: int = _setting(10_000, whole(1), "sockets in all")
    watchers_per_table: int = _setting(500, whole(1), "sockets at one table")
    lines_per_game: int = _setting(5_000, whole(1), "no new round is dealt after this many")
    head_bytes: int = _setting(16 * 1024, whole(1024), "the address and the headers of a request")
    body_bytes: int = _setting(64 * 1024, whole(1024), "the body of a request")
    review_seconds: float = _setting(
        30.0, decimal(1), "processor time for one review; of a longer game the first moves are reviewed"
    )
    record_bytes: int = _setting(2 * 1024 * 1024, whole(1024), "a record to be checked")
    transfer_bytes: int = _setting(1024 * 1024, whole(1024), "what a device hands to another one in one piece")
    frame_bytes: int = _setting(4 * 1024, whole(1024), "a frame from a client")
    outbox_bytes: int = _setting(
        1024 * 1024, whole(1024), "what may wait for a client that does not read before it is dropped"
    )
    seconds_to_request: float = _setting(
        10.0, decimal(1), "how long a client may take for the head of a request, and for every 8 KiB of its body"
    )
    seconds_to_read: float = _setting(
        20.0, decimal(1), "how long a client may take to read 8 KiB before it is disconnected"
    )
    seconds_idle: int = _setting(5, whole(1), "how long a connection may be idle between two requests")
    seconds_between_pings: float = _setting(
        5.0, decimal(1), "how long a client or the server may be silent before a socket gets a ping"
    )
    seconds_to_pong: float = _setting(
        10.0, decimal(1), "how long a client may take to answer a ping before it is disconnected"
    )

    connections_per_address: int = _setting(400, whole(1), "connections at once", "Limits of an address")
    new_connections: Rate = _setting(Rate(200, 40.0), RATE, "connections opened")
    connection_pace: Rate = _setting(Rate(10, 100.0), RATE, "how fast new connections are handled")
    sockets_per_address: int = _setting(200, whole(1), "sockets at once")
    tables_per_address: int = _setting(300, whole(1), "tables in memory that were made, or first asked for, from there")
    new_tables: Rate = _setting(Rate(30, 0.2), RATE, "tables made")
    joins: Rate = _setting(Rate(30, 2.0), RATE, "seats asked for")
    wrong_codes: Rate = _setting(
        Rate(30, 0.1),
        RATE,
        "unknown codes tried, because only its code protects a private table; then none is looked up",
    )
    requests: Rate = _setting(Rate(40, 40.0), RATE, "requests, sockets too")
    files: Rate = _setting(Rate(400, 200.0), RATE, "scripts, styles and pictures, of which a page has dozens")
    seconds_to_wait: float = _setting(
        5.0,
        decimal(0),
        "how long a request over these two rates may wait; one that would have to wait longer is refused",
    )
    records: Rate = _setting(Rate(10, 0.2), RATE, "records to be checked")
    imports: Rate = _setting(Rate(5, 0.05), RATE, "games that were played without the server, each thousands of lines")
    hints: Rate = _setting(Rate(20, 0.5), RATE, "hints asked for")
    reviews: Rate = _setting(Rate(6, 0.03), RATE, "reviews begun; each takes seconds of a processor")
    previews: Rate = _setting(Rate(20, 0.5), RATE, "pictures of tables, for messengers that show a link")
    transfers: Rate = _setting(
        Rate(6, 0.02), RATE, "what devices hand to others; each is in memory for at most ten minutes"
    )
    work: Rate = _setting(
        Rate(2, 0.1), RATE, "seconds of processor time of the workers; then requests that need them are refused"
    )

    reactions: Rate = _setting(
        Rate(4, 0.5), RATE, "pictures that people send each other, from one seat", "Limits of a seat or a socket"
    )
    frames: Rate = _setting(
        Rate(80, 40.0), RATE, "frames of one socket, of every kind, control frames too; then it is closed"
    )
    messages: Rate = _setting(Rate(40, 20.0), RATE, "messages of one socket; more are refused")
    seconds_to_hello: float = _setting(10.0, decimal(1), "how long a socket may take to send its first message")
    faults_per_socket: int = _setting(50, whole(1), "invalid or too frequent messages before it is closed")

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots that players may choose."""
        return (*LEVELS, *self.allow_bot)


class Setting(NamedTuple):
    """A setting as data; `field` is its name in `Settings`."""

    field: str
    kind: Kind
    default: Any  # None without a value
    help: str
    section: str
    without: str

    @property
    def name(self) -> str:
        """Its name in a settings file: days-in-store."""
        return self.field.replace("_", "-")

    @property
    def option(self) -> str:
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        return f"TRICORN_{self.field.upper()}"

    @property
    def default_words(self) -> str:
        """The default as it could be typed, or in words if it is no value."""
        return self.without if self.default in (None, (), "") else _typed(self.default)


def _typed(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_typed, value))
    return f"{value:g}" if isinstance(value, float) else str(int(value)) if isinstance(value, bool) else str(value)


def _settings() -> Iterator[Setting]:
    section = ""
    for each in fields(Settings):
        about = each.metadata
        section = about["section"] or section
        default = None if each.default is MISSING else each.default
        yield Setting(each.name, about["kind"], default, about["help"], section, about["without"])


SETTINGS = tuple(_settings())
