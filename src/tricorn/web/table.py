"""A live table: a game, the people and bots on its seats, and everybody who is watching."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from tricorn.dealing import receipt_of
from tricorn.errors import IllegalMove, TricornError
from tricorn.moves import Move, parse_move
from tricorn.view import View
from tricorn.web import frames
from tricorn.web.answers import Answers
from tricorn.web.clock import Turn, TurnClock
from tricorn.web.hosting import Attendance
from tricorn.web.languages import Language
from tricorn.web.later import Later
from tricorn.web.live import LiveGame, new_live_game, stored_live_game
from tricorn.web.numbers import GivenNumber, NextDeal
from tricorn.web.refusals import Refused
from tricorn.web.room import House, Overtaken, Room, Watcher
from tricorn.web.seating import SeatWish, seat_before_start, seat_during_game
from tricorn.web.seats import (
    About,
    Seat,
    State,
    bot_name,
    check_level,
    hash_of,
    human_name,
    new_key,
    same_key,
)
from tricorn.web.store import News, Presence, StoredGame, StoredLine, StoredTable, StoreError

__all__ = ["Sent", "Table"]

_log = logging.getLogger(__name__)
_CLAIM_EVERY = 0.5  # seconds between two looks whether this node runs the table by now


class Sent(NamedTuple):
    """A move as a client sends it."""

    seat: int
    move: str
    after: int
    id: str | None = None


class Table(Room):
    """One table. Keys are given as their hashes."""

    def __init__(self, house: House, code: str, about: About, version: int = 0, live: LiveGame | None = None) -> None:
        super().__init__(house, code, version)
        self.about = about
        self.live = live
        self._ready: set[int] = set()  # of the seats whose people said so here
        self._next_chain = (1, about.chain(1))  # of the game that comes next, with its number
        self._elsewhere: dict[str, Presence] = {}  # who is at the table on other nodes
        self._announced = Presence()
        self._attendance = Attendance(house.settings.host_grace, about.host_key, time.monotonic())
        self._absence = Later()  # tells everybody who hosts once the host was away for long
        self.answers = Answers()
        self._step = Later(_report)  # what happens next by itself
        self._clock = TurnClock()

    # What is.

    @property
    def state(self) -> State:
        if self.live is None:
            return "waiting"
        return "over" if self.live.over else "playing"

    def stored(self, about: About, state: State, version: int) -> StoredTable:
        """The table as the store keeps it."""
        return StoredTable(self.code, about.to_json(), state, about.listed, about.keys(), version=version)

    def _here(self) -> set[int]:
        """The seats whose people are there; bots always are."""
        keys = self._keys_here()
        return {n for n, seat in enumerate(self.about.seats) if seat.key in keys or seat.is_machine}

    def _keys_here(self) -> set[str]:
        keys = {watcher.key for watcher in self.watchers if watcher.key is not None}
        return keys.union(*(presence.keys for presence in self._elsewhere.values()))

    def _who(self) -> tuple[set[int], set[int], str | None]:
        """Who is there, who is ready, who hosts."""
        return self._here(), self._seats_ready(), self._host()

    def _note_who(self) -> None:
        """Take down who is there, and tell everybody later if a host who is gone does not come back."""
        now = time.monotonic()
        self._attendance.note(self._keys_here().intersection(self.about.keys()), now)
        self._absence.cancel()
        seconds = self._attendance.next_change(now)
        if seconds is not None and self.watchers:
            self._absence.arrange(self._tell_after(seconds))

    async def _tell_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        async with self.lock:
            if not self.failed:
                self._note_who()
                self._tell_table()

    def _seats_ready(self) -> set[int]:
        """The seats that are ready for the next round, here or on another node."""
        if self.live is None or not self.live.round_over:
            return set()
        moment = (self.live.number, self.live.n)
        return self._ready.union(*(each.ready for each in self._elsewhere.values() if each.moment == moment))

    def _people(self) -> set[int]:
        return {n for n, seat in enumerate(self.about.seats) if seat.kind == "human"}

    def _table(self, key: str | None) -> dict[str, Any]:
        return frames.table_object(
            self.code,
            self.about,
            0 if self.live is None else self.live.number,
            self.about.seats_of(key),
            self._hosts(key),
            self._here(),
            self._seats_ready(),
            self.due,
        )

    def _seconds_left(self) -> float | None:
        deadline = self._clock.deadline
        return None if deadline is None else deadline - asyncio.get_running_loop().time()

    # Looking and watching.

    async def look(self, key: str | None, language: Language) -> dict[str, Any]:
        """The table and the game as a key's holder may see them now."""
        async with self._locked():
            now = None
            if self.live is not None:
                common = frames.now_common(self.live, self._seconds_left())
                now = common | frames.now_own(self.live, self.about.seats_of(key), language)
            return {"table": self._table(key), "now": now}

    async def enter(self, watcher: Watcher, game: int | None, last: int) -> None:
        """Begin to tell somebody what happens, after the lines up to `last` of a game that they have."""
        await self.begin_if_asked(watcher.key)
        async with self._locked():
            if len(self.watchers) >= self.house.settings.watchers_a_table:
                raise Refused("too-many", "Too many people are watching this table.", 429)
            if self.live is not None and game == self.live.number and last > self.live.n:
                await self._pull(self.live)  # they come from another node, which was ahead
            before = self._who()
            self.watchers.add(watcher)
            self._note_who()
            if self._who() != before:
                self._tell_table(besides=watcher)
            self._announce()
            watcher.send(frames.encode(self._table(watcher.key)))
            if self.live is not None:
                self._catch_up(watcher, self.live, last if game in (None, self.live.number) else 0)
            self._go_on_if_idle()

    def _catch_up(self, watcher: Watcher, live: LiveGame, last: int) -> None:
        seats = self.about.seats_of(watcher.key)
        watcher.send(frames.header_frame(live))
        watcher.send(frames.amend_frame(live, live.resend_from(last), seats))
        common = frames.encode(frames.now_common(live, self._seconds_left()))
        watcher.send(frames.now_frame(common, frames.now_own(live, seats, watcher.language)))

    async def leave(self, watcher: Watcher) -> None:
        """Stop telling somebody."""
        async with self.lock:
            before = self._who()
            self.watchers.discard(watcher)
            self.used = time.monotonic()
            if self.failed:
                return
            self._note_who()
            if self._who() != before:
                self._tell_table()
            self._announce()
            if not self.watchers:
                if self._next_step() is None:
                    self._step.cancel()  # it may still wait for the claim, which somebody else needs
                await self.house.store.release(self.code)

    # Games. A game is public once its own lines say that it is over.

    async def finished(self, number: int | None = None) -> LiveGame:
        """A game at this table, the latest by default; refused while it is not over."""
        async with self._locked():
            earlier = await self._earlier(number)
            if earlier is None:
                return _checked_over(self._begun())
        return await self._load_finished(earlier)

    async def record(self, key: str | None, number: int | None = None) -> str:
        """The record of a game at this table as a key's holder may see it; in full once it is over."""
        async with self._locked():
            earlier = await self._earlier(number)
            if earlier is None:
                return self._begun().record_for(self.about.seats_of(key))
        return (await self._load_finished(earlier)).game.record()

    async def _earlier(self, number: int | None) -> int | None:
        """The number of a game before the latest one; None if the latest is meant. Under the lock."""
        if number is not None and (self.live is None or number > self.live.number):
            if await self.house.store.load_game(self.code, number) is None:
                raise Refused("no-game", "There is no such game at this table.", 404)
            await self._refresh()  # another node has begun it
        is_earlier = number is not None and self.live is not None and number < self.live.number
        return number if is_earlier else None

    async def _load_finished(self, number: int) -> LiveGame:
        """A game before the latest one. Its lines do not change any more, so the table need not wait for it."""
        stored = await self.house.store.load_game(self.code, number)
        if stored is None:
            raise Refused("no-game", "There is no such game at this table.", 404)
        return _checked_over(await asyncio.to_thread(stored_live_game, stored, self.about.chain(number)))

    # Sitting down and beginning.

    async def join(self, name: str | None, language: Language) -> tuple[int, str]:
        """Take the first open seat; its number and its key."""
        async with self._changing():
            while True:
                with suppress(Overtaken):  # there may be another open seat
                    return await self._join(name, language)

    async def _join(self, name: str | None, language: Language) -> tuple[int, str]:
        number = None if self.about.started else self.about.first_open()
        if number is None:
            raise Refused("full", "No seat is open at this table; you can watch the game.")
        key = new_key()
        name = human_name(name, number, self.about.seats, language)
        await self._change(self.about.with_seat(number, Seat("human", name, key=hash_of(key))))
        return number, key

    async def start(self, key: str | None, fill: str | None) -> None:
        """Begin the first game; open seats go, or bots take them."""
        async with self._changing():
            self._check_host(key)
            if self.about.started:
                raise Refused("started", "The game has begun already.")
            await self._begin(replace(self.about, started=True, seats=self._seats_at_start(fill)))

    async def begin_if_asked(self, key: str | None) -> None:
        """Begin the game that was asked for with the table: whoever made it has seen the commitment by now."""
        if not self._begins_for(key):
            return
        async with self._changing():
            while self._begins_for(key) and not self.failed:
                with suppress(Overtaken):
                    await self._begin(replace(self.about, started=True))

    def _begins_for(self, key: str | None) -> bool:
        """Whether a game is to begin now that a key's holder is here; one among bots begins for anybody."""
        return self.about.starting and (same_key(key, self.about.host_key) or not self._people())

    def _seats_at_start(self, fill: str | None) -> tuple[Seat, ...]:
        if fill is None:
            return tuple(seat for seat in self.about.seats if seat.kind != "open")
        level, seats = check_level(fill), list(self.about.seats)
        for number, seat in enumerate(seats):
            if seat.kind == "open":
                seats[number] = Seat("bot", bot_name(seats), level)
        return tuple(seats)

    async def rematch(self, key: str | None) -> None:
        """Begin another game with the same people and bots; who is back from a stand-in plays again."""
        async with self._changing():
            self._check_host(key)
            _checked_over(self._begun())
            here = self._here()
            seats = tuple(
                replace(seat, kind="human", level=None) if seat.stands_in and n in here else seat
                for n, seat in enumerate(self.about.seats)
            )
            await self._begin(replace(self.about, seats=seats))

    async def _begin(self, about: About) -> None:
        number = 1 if self.live is None else self.live.number + 1
        try:
            names, numbers = [seat.name for seat in about.seats], about.numbers(self.due)
            live = new_live_game(number, about.edition, names, about.bots(), about.chain(number), numbers)
        except TricornError as error:
            raise Refused.by_rules(error, "players") from None
        about = replace(about, starting=False, given=())
        game = StoredGame(number, tuple(live.header()), tuple(live.stored_lines(1)))
        async with self._keeping(0 if self.live is None else self.live.n):
            await self.house.store.begin_game(self.stored(about, "playing", self.version + 1), game)
        self.about, self.version, self.live = about, self.version + 1, live
        _log.info("game begun", extra={"seats": len(about.seats), "game": number})
        self._ready.clear()
        self.answers = Answers()
        self._tell_table()
        for watcher in self.watchers:
            watcher.send(frames.header_frame(live))
        self._tell_lines(live, 1)
        self._go_on()

    # Seats.

    async def set_seat(self, key: str | None, number: int, wish: SeatWish, language: Language) -> None:
        """Before the start give a seat to a bot or leave it open; later let a bot stand in, or end that."""
        async with self._changing():
            if not 0 <= number < len(self.about.seats):
                raise Refused("no-seat", "There is no such seat at this table.", 404)
            seat = self.about.seats[number]
            is_own = same_key(key, seat.key)
            if not self.about.started or not is_own:
                self._check_host(key)
            if self.about.started:
                changed = seat_during_game(seat, wish, number in self._here() and not is_own)
            else:
                changed = seat_before_start(self.about, number, wish, language)
            if changed != seat:
                await self._change(self.about.with_seat(number, changed))
                if self.live is not None and not await self._deal_if_ready():
                    self._tell_lines(self.live, self.live.n + 1)  # no line, but a clock may run or stop
                self._go_on()

    async def _change(self, about: About) -> None:
        """Store a changed description and tell everybody."""
        async with self._keeping(0 if self.live is None else self.live.n):
            await self.house.store.update_table(self.stored(about, self.state, self.version + 1))
        self.about, self.version = about, self.version + 1
        self._tell_table()

    # Rounds.

    async def ready(self, key: str | None, seat: int | None) -> None:
        """Somebody is ready for the next round; it is dealt when all people are."""
        async with self._changing():
            seats = self._seats_meant(key, seat)
            live = self._begun()
            if not live.round_over or live.over:
                return  # a tap too many, or too late
            self._check_length(live)
            self._ready.update(seats)
            self._tell_table()
            if await self._deal_if_ready():
                self._go_on()

    def _seats_meant(self, key: str | None, seat: int | None) -> tuple[int, ...]:
        seats = self.about.seats_of(key)
        if not seats or (seat is not None and seat not in seats):
            raise Refused("not-your-seat", "This is not your seat.", 403)
        return seats if seat is None else (seat,)

    def _check_length(self, live: LiveGame) -> None:
        if self._too_long(live):
            raise Refused("too-long", "This game has become too long to go on.")

    def _too_long(self, live: LiveGame) -> bool:
        return live.n > self.house.settings.lines_a_game or not live.can_go_on

    async def _deal_if_ready(self) -> bool:
        """Deal the next round if it is due and all people are ready."""
        while (live := self.live) is not None and self._all_ready(live):
            ready, moment = set(self._ready), (live.number, live.n)
            try:
                await self._deal(live)
                return True
            except Overtaken:
                if self.live is None or (self.live.number, self.live.n) != moment:
                    return True  # dealt elsewhere is dealt too
                self._ready = ready  # another node has stored a number for this deal
        return False

    def _all_ready(self, live: LiveGame) -> bool:
        people = self._people()
        return live.round_over and not live.over and bool(people) and people <= self._seats_ready()

    async def _deal(self, live: LiveGame, owned: bool = False) -> None:
        """Deal the next round, with the numbers that are stored for it: no other node may store one meanwhile."""
        about, version = replace(self.about, given=()), self.version + 1
        async with self._keeping(live.n):
            first = live.deal(self.about.numbers(self.due))
            table, lines = self.stored(about, "playing", version), live.stored_lines(first)
            await self.house.store.deal(table, live.number, first - 1, lines, owned)
        self.about, self.version = about, version
        self._ready.clear()
        self._tell_table()
        self._tell_lines(live, first)

    @property
    def due(self) -> NextDeal | None:
        """What is dealt next; None where it is bound by no commitment, or nothing can be dealt."""
        live = self.live
        if live is not None and not live.over:
            commit = live.game.commitment
            return NextDeal(live.number, live.game.rounds + 1, commit) if commit and live.can_go_on else None
        number = 1 if live is None else live.number + 1
        if self._next_chain[0] != number:
            self._next_chain = (number, self.about.chain(number))
        return NextDeal(number, 1, self._next_chain[1].commitment)

    async def add_number(self, key: str | None, game: int, round_number: int, number: str) -> str | None:
        """Store a device's number for the round that is dealt next: its receipt, None if it is not in the deal.

        The first number of a key counts. A receipt is a promise, so the number is stored before it is given.
        """
        async with self._changing():
            self._seats_meant(key, None)
            assert key is not None, "somebody on a seat has a key"
            while True:
                with suppress(Overtaken):
                    return await self._add_number(key, game, round_number, number)

    async def _add_number(self, key: str, game: int, round_number: int, number: str) -> str | None:
        due = self.due
        if due is None or (game, round_number) != (due.game, due.round):
            return None
        given = self.about.number_of(key, due)
        if given is None:
            secret = self.about.chain(game).secret(round_number)
            given = GivenNumber(game, round_number, key, number, receipt_of(secret, round_number, number))
            await self._change(self.about.with_number(given, due))
        return given.receipt if given.number == number else None

    # Moves.

    async def play(self, key: str | None, sent: Sent) -> int:
        """Play a move that a client sent: the number of its line. The same id is played once."""
        async with self._changing():
            live = self._begun()
            if sent.after > live.n:
                await self._pull(live)  # they come from another node, which was ahead
            self._seats_meant(key, sent.seat)
            answer = self.answers.of(sent.seat, sent.id)
            if answer is not None:
                return answer
            try:
                return await self._play_sent(live, sent)
            except Refused as refusal:
                # A move whose storing broke off may have been stored all the same.
                answer = self.answers.of(sent.seat, sent.id) if isinstance(refusal, Overtaken) else None
                if answer is not None:
                    return answer
                self.answers.refused(sent.seat, sent.id, refusal)
                raise

    async def _play_sent(self, live: LiveGame, sent: Sent) -> int:
        if self.about.seats[sent.seat].kind == "bot":
            raise Refused("not-your-turn", "A bot is playing on this seat; take it back first.")
        if sent.after != live.n:
            raise Refused("stale", "The table has moved on in the meantime; look again and choose.")
        if live.turn != sent.seat:
            raise Refused("not-your-turn", "It is not your turn.")
        try:
            move = parse_move(sent.move)
        except TricornError as error:
            raise Refused.by_rules(error, "malformed", 422) from None
        first = await self._play(live, move, "person", sent.id)
        self.answers.played(sent.seat, sent.id, first)
        self._go_on()
        return first

    async def _play(self, live: LiveGame, move: Move, by: str, id: str | None = None) -> int:
        """Play a move of the seat on turn, store it and tell it."""
        try:
            first = live.play(move)
        except IllegalMove as error:
            raise Refused.by_rules(error, "unlawful", names=live.game.names) from None
        lines = live.stored_lines(first, {} if id is None else {first: id})
        async with self._keeping(first - 1):
            await self.house.store.append_lines(
                self.code, live.number, first - 1, lines, self._state_change(live), owned=by == "bot"
            )
        self.house.metrics.moves.labels(by).inc()
        if live.over:
            _log.info("game over", extra={"lines": live.n})
        self._tell_lines(live, first)
        return first

    def _state_change(self, live: LiveGame) -> State | None:
        return "over" if live.over else None

    def close(self) -> None:
        self._step.cancel()
        self._absence.cancel()
        if self._announced != Presence():
            self.house.store.announce(self.code, Presence())
        super().close()

    def _begun(self) -> LiveGame:
        if self.live is None:
            raise Refused("not-started", "The game has not begun yet.")
        return self.live

    def _hosts(self, key: str | None) -> bool:
        """Whether a key hosts: the host's own always, another one while the host is away for long."""
        return same_key(key, self.about.host_key) or same_key(key, self._host())

    def _host(self) -> str | None:
        return self._attendance.host(self.about, time.monotonic())

    def _check_host(self, key: str | None) -> None:
        if not self._hosts(key):
            raise Refused("not-host", "Only the host of the table can do this.", 403)

    # Telling.

    def _tell_table(self, besides: Watcher | None = None) -> None:
        self._announce()
        for watcher in self.watchers:
            if watcher is not besides:
                watcher.send(frames.encode(self._table(watcher.key)))

    def _tell_lines(self, live: LiveGame, first: int, amended: bool = False) -> None:
        """Send the lines from a number on and what is now, made once for all who may see the same."""
        self._set_clock(live)
        common = frames.encode(frames.now_common(live, self._seconds_left()))
        made: dict[tuple[tuple[int, ...], str], list[str]] = {}
        for watcher in self.watchers:
            seats = self.about.seats_of(watcher.key)
            alike = (seats, watcher.language.code)
            if alike not in made:
                lines = frames.new_lines_frames(live, first, seats, amended)
                own = frames.now_own(live, seats, watcher.language)
                made[alike] = [*lines, frames.now_frame(common, own)]
            for frame in made[alike]:
                watcher.send(frame)
        if live.over:
            self._tell_table()  # now the next deal is that of another game, bound by another commitment

    # What happens by itself: bots, the clock, rounds among bots.

    def go_on(self) -> None:
        """Set a table going that was just loaded."""
        if self.live is not None:
            self._set_clock(self.live)
        self._go_on()

    def _go_on_if_idle(self) -> None:
        if not self._step.is_arranged:
            self._go_on()

    def _go_on(self) -> None:
        """Arrange for what happens next by itself, in place of what was arranged before."""
        self._step.cancel()
        step = self._next_step()
        if step is not None:
            self._step.arrange(self._when_claimed(step))

    async def _when_claimed(self, step: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Take a step once this node is the one that runs the table; another node that does may die."""
        while not await self.house.store.claim(self.code):
            await asyncio.sleep(_CLAIM_EVERY)
        with suppress(Overtaken):
            await step()

    def _next_step(self) -> Callable[[], Coroutine[Any, Any, None]] | None:
        live = self.live
        if live is None or live.over or not (self._people() or self.watchers):
            return None
        if live.round_over:
            if self._people() or self._too_long(live):
                return None
            return partial(self._deal_after_pause, live)
        assert live.turn is not None
        seat = self.about.seats[live.turn]
        if seat.kind == "bot":
            return partial(self._bot_turn, live, live.turn, seat.level or "")
        self._set_clock(live)
        deadline = self._clock.deadline
        return None if deadline is None else partial(self._clock_turn, live, deadline)

    async def _bot_turn(self, live: LiveGame, seat: int, level: str) -> None:
        n = live.n
        pause = random.uniform(*self.house.settings.bot_seconds)
        thought = self._think(level, live.game.view(seat))
        move, _ = await asyncio.gather(thought, asyncio.sleep(pause))
        async with self._locked():
            if self.live is live and live.n == n:
                await self._play(live, move, "bot")
                self._go_on()

    async def _think(self, level: str, view: View) -> Move:
        with self.house.metrics.thoughts.time():
            return await self.house.thinkers.choose(level, view, self.address)

    def _set_clock(self, live: LiveGame) -> None:
        """Have the clock run if a person is on turn; bots need none."""
        seconds, seat = live.game.edition.clock, live.turn
        if seconds is None or seat is None or self.about.seats[seat].kind == "bot":
            self._clock.stop()
        else:
            turn = Turn(live.number, live.turn_began_after, seat)
            self._clock.run(turn, seconds, asyncio.get_running_loop().time())

    async def _clock_turn(self, live: LiveGame, deadline: float) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(deadline + self.house.settings.clock_grace - loop.time())
        async with self._locked():
            if self.live is live and self._clock.deadline == deadline:
                await self._time_out(live)
                self._go_on()

    async def _time_out(self, live: LiveGame) -> None:
        before = live.n
        async with self._keeping(live.turn_began_after):
            first = live.time_out()
            lines = live.stored_lines(first, self.answers.ids_from(first))  # draws of this turn keep their places
            await self.house.store.replace_tail(
                self.code, live.number, first - 1, before, lines, self._state_change(live)
            )
        self.house.metrics.moves.labels("clock").inc()
        self._tell_lines(live, first, amended=first <= before)

    async def _deal_after_pause(self, live: LiveGame) -> None:
        await asyncio.sleep(self.house.settings.pause_between_rounds)
        async with self._locked():
            if self.live is live and live.round_over:
                await self._deal(live, owned=True)
                self._go_on()

    # Other nodes on the same store.

    async def _take_in(self, news: News) -> None:
        live = self.live
        if news.kind == "lines" and live is not None and news.game == live.number and not news.amended:
            if news.first > live.n:
                await self._pull(live)
        elif news.kind in ("lines", "table"):
            await self._refresh()
        elif news.kind == "who":
            self._announce(always=True)
        elif news.kind == "missed":
            self._elsewhere.clear()
            self._note_who()
            await self._refresh()
            self._announce(always=True)
            self.house.store.ask_who(self.code)
        else:
            await self._note_presence(news.node, news.presence)

    async def _note_presence(self, node: str, presence: Presence) -> None:
        before = self._who()
        self._elsewhere.pop(node, None)
        if presence != Presence():
            self._elsewhere[node] = presence
        self._note_who()
        if self._who() != before:
            self._tell_table()
            if await self._deal_if_ready():
                self._go_on()

    def _announce(self, always: bool = False) -> None:
        """Tell the other nodes who is here, if that has changed."""
        presence = self._presence()
        if presence != self._announced or (always and presence != Presence()):
            self._announced = presence
            self.house.store.announce(self.code, presence)

    def _presence(self) -> Presence:
        known = self.about.keys()
        keys = frozenset(watcher.key for watcher in self.watchers if watcher.key in known)
        presence = Presence(keys)
        if self.live is not None and self._ready:
            return presence._replace(ready=frozenset(self._ready), moment=(self.live.number, self.live.n))
        return presence

    async def _pull(self, live: LiveGame) -> None:
        """Take over the lines that other nodes have added."""
        self._take_over(live, await self.house.store.load_lines(self.code, live.number, live.n))

    def _take_over(self, live: LiveGame, lines: Sequence[StoredLine]) -> None:
        if not lines:
            return
        first = live.take(lines)
        self.answers.take(live.answers(first, lines))
        self._moved_on()
        self._tell_lines(live, first)
        self._go_on()

    def _moved_on(self) -> None:
        """Nobody is ready any more for what is over."""
        if self._ready:
            self._ready.clear()
            self._tell_table()

    async def _refresh(self, told: int | None = None) -> None:
        """Take over what the store has; lines after `told`, if given, are known to nobody and may be wrong."""
        found = await self.house.store.load_table(self.code)
        if found is None:
            self.close()
            return
        stored, game = found
        about, described_anew = About.from_json(stored.about), stored.version != self.version
        same = 0 if game is None else self._same_lines(game, told)
        replayed = None
        if game is not None and (self.live is None or self.live.number != game.number or same < self.live.n):
            replayed = await asyncio.to_thread(stored_live_game, game, about.chain(game.number))
        # No await from here on: a description and a game that do not belong together would show the wrong hands.
        seats_changed = about.seats != self.about.seats
        if described_anew:
            self.about, self.version = about, stored.version
            self._tell_table()
        if game is None:
            return
        if replayed is not None:
            self._replace(replayed, game, same)
        elif self.live is not None and len(game.lines) > same:
            self._take_over(self.live, game.lines[same:])
        elif self.live is not None and seats_changed:  # a bot may have come for a person, or a person for a bot
            self._tell_lines(self.live, self.live.n + 1)
            self._go_on()

    def _same_lines(self, game: StoredGame, told: int | None) -> int:
        """How many lines of a stored game are here already, and known to be right."""
        live = self.live
        if live is None or live.number != game.number:
            return 0
        return min(live.agrees_with(game.lines), live.n if told is None else told)

    def _replace(self, live: LiveGame, game: StoredGame, same: int) -> None:
        """Put a game as the store has it in the place of the one here, which has the same lines up to a number."""
        if self.live is None or self.live.number != live.number:
            self.answers = Answers()
        self.live = live
        self.answers.take(live.answers(1, game.lines))
        self._ready.clear()
        self._tell_table()
        for watcher in self.watchers:
            watcher.send(frames.header_frame(live))
        self._tell_lines(live, same + 1, amended=True)
        self._go_on()


def _checked_over(live: LiveGame) -> LiveGame:
    """A game that is over, so that everybody may see all of it; refused otherwise."""
    if not live.over:
        raise Refused("not-over", "The game is not over yet.")
    return live


def _report(step: asyncio.Task[None]) -> None:
    error = None if step.cancelled() else step.exception()
    # A table that could not be stored has been noted, and is loaded again when somebody comes back.
    if error is not None and not isinstance(error, StoreError | Refused):
        _log.error("A table's next step failed.", exc_info=error)
