"""A live table: what people can do at it, and what happens automatically."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial

from tricorn.dealing import receipt_of
from tricorn.errors import TricornError
from tricorn.locales.i18n import Language
from tricorn.moves import parse_move
from tricorn.web.channel import Client, Stale
from tricorn.web.context import ServerContext
from tricorn.web.refusals import Refused
from tricorn.web.security.codes import no_table_refusal
from tricorn.web.security.keys import KeyHash, same_key
from tricorn.web.store import News
from tricorn.web.tables import protocol, requests
from tricorn.web.tables.automation import Automation
from tricorn.web.tables.base import BaseTable
from tricorn.web.tables.broadcast import EncodedLines
from tricorn.web.tables.decisions import Decisions
from tricorn.web.tables.game import TableGame
from tricorn.web.tables.hints import Hints
from tricorn.web.tables.history import GameHistory
from tricorn.web.tables.info import TableInfo
from tricorn.web.tables.lobby import Lobby
from tricorn.web.tables.next_deal import DeviceNonce
from tricorn.web.tables.notifications import TurnNotifier
from tricorn.web.tables.reactions import Reactions
from tricorn.web.tables.replication import Replication
from tricorn.web.tables.seating import seat_before_start, seat_during_game
from tricorn.web.tables.state import TableState
from tricorn.web.tables.take_back import TakeBack
from tricorn.web.tables.writer import TableWriter
from tricorn.web.work.background import BackgroundTask

__all__ = ["Table"]

_MAX_ENCODED_DIRECTLY = 1_000  # lines; more, which no ordinary game has, take milliseconds and are encoded in a thread


class Table(BaseTable):
    """One table."""

    def __init__(self, context: ServerContext, state: TableState) -> None:
        super().__init__(context, state)
        self.notifier = TurnNotifier(self)
        self._writer = TableWriter(self, self.notifier)
        self._automation = Automation(self, self._writer)
        self._replication = Replication(self)
        self.history = GameHistory(self)
        self.hints = Hints(self)
        self.lobby = Lobby(self)
        self.decisions = Decisions(self, self._writer)
        self.reactions = Reactions(self)
        self.take_back = TakeBack(self, self._writer)
        self._absence = BackgroundTask()  # tells clients that somebody who has left does not come back

    def schedule(self) -> None:
        self._automation.schedule()

    def close(self) -> None:
        self._automation.cancel()
        self._absence.cancel()
        self.presence.withdraw()
        super().close()

    # Reading and following.

    async def view_for(self, key: KeyHash | None, language: Language) -> protocol.TableView:
        """The table and the game as the holder of a key may see them now."""
        async with self.locked:
            return self.broadcaster.view_for(key, language)

    async def enter(self, client: Client, game: int | None, last: int) -> None:
        await self.begin_if_due(client.key)
        early = await self._prepare_lines(client, game, last)
        async with self.locked:
            self._check_capacity()
            current = self.state.game
            if current is not None and game == current.number and last > current.n:
                await self._replication.pull(current)  # the client was connected to another node, which was ahead
            before = self.presence.snapshot()
            self.clients.add(client)
            self._update_presence()
            if self.presence.snapshot() != before:
                self.broadcaster.send_table(except_client=client)
            self.presence.announce()
            self.broadcaster.catch_up(client, self._last_line_of(game, last), early)
            self._automation.schedule_if_idle()

    def _last_line_of(self, number: int | None, last: int) -> int:
        """The last line that a client has of the current game, if it has lines up to `last` of some game.

        After a turn was taken back, the client may have lines that are no longer there, so it gets all lines.
        """
        game = self.state.game
        is_same = game is not None and number in (None, game.number) and not self.state.info.taken_back
        return last if is_same else 0

    async def _prepare_lines(self, client: Client, number: int | None, last: int) -> EncodedLines | None:
        """The lines of a long game that can no longer change, as a client may see them; encoded in a thread."""
        game = self.state.game
        last = self._last_line_of(number, last)
        if game is None or game.n - last <= _MAX_ENCODED_DIRECTLY:
            return None
        first = game.resend_from(last)
        encode = partial(EncodedLines.from_game, game, first, game.turn_began_after, self.state.seats_of(client.key))
        is_seated = bool(self.state.seats_of(client.key))
        return await self.context.workers.reads.run(client.address, encode, seated=is_seated)

    async def leave(self, client: Client) -> None:
        async with self.lock:
            before = self.presence.snapshot()
            self.clients.discard(client)
            self.last_used = time.monotonic()
            if self.closed:
                return
            self._update_presence()
            if self.presence.snapshot() != before:
                self.broadcaster.send_table()
            self.presence.announce()
            if not self.clients:
                self._automation.cancel_if_unneeded()
                await self.context.store.release_lease(self.code)

    def _update_presence(self) -> None:
        """Update who is here, and tell clients later if somebody who has left does not come back."""
        seconds = self.presence.update()
        self._absence.cancel()
        if seconds is not None and self.clients:
            self._absence.start(self._send_table_after(seconds))

    async def change(self, info: TableInfo) -> None:
        await super().change(info)
        self._update_presence()

    async def _send_table_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        async with self.lock:
            if not self.closed:
                self._update_presence()
                self.broadcaster.send_table()

    # Starting.

    async def start(self, key: KeyHash | None) -> None:
        """Start the first game."""

        async def begin() -> None:
            await self.reload()  # a person may have just joined through another node
            if self.closed:
                raise no_table_refusal(self.code)
            self.lobby.check_host(key)
            await self._begin(replace(self.state.info, started=True))

        await self.update(begin)

    async def begin_if_due(self, key: KeyHash | None) -> None:
        """Begin a game that was requested when the table was created; by now its creator has the commitment."""

        async def begin() -> None:
            if self._is_due(key):
                await self._begin(replace(self.state.info, started=True))

        if self._is_due(key):
            await self.update(begin)

    def _is_due(self, key: KeyHash | None) -> bool:
        """Whether a requested game begins when the holder of a key arrives; one among bots begins with anybody."""
        info = self.state.info
        return info.starting and (same_key(key, info.host_key) or not self.state.people)

    async def _begin(self, info: TableInfo) -> None:
        await self._writer.begin_game(info)
        self.schedule()

    # Seats.

    async def set_seat(
        self, key: KeyHash | None, number: int, request: requests.SeatChange, language: Language
    ) -> None:
        """Before the game, change a bot's level or one's own name; during it, let a bot stand in or take the seat back.

        The host may do so for every seat, others for their own.
        """
        async with self.locked_and_reachable:
            info, levels = self.state.info, self.context.settings.levels
            seat = self.state.require_seat(number)
            is_own = same_key(key, seat.key)
            if not is_own:
                self.presence.check_host(key)
            if info.started:
                changed = seat_during_game(seat, request, number in self.presence.here() and not is_own, levels)
            else:
                changed = seat_before_start(info, number, request, levels, language)
            if changed == seat:
                return
            remaining = info if changed.kind == "human" else info.without_push(seat.key)
            await self.change(remaining.with_seat(number, changed))
            await self.on_seats_changed()

    async def on_seats_changed(self) -> None:
        if self.state.game is not None and not await self._deal_if_ready():
            self.broadcaster.send_lines(self.state.game, self.state.game.n + 1)
        self.schedule()

    # Rounds.

    async def ready(self, key: KeyHash | None, seat: int | None) -> None:
        """Mark a seat, or all seats of a key, as ready for the next round; it is dealt when all people are ready."""
        async with self.locked_and_reachable:
            seats = self.state.require_seats(key, seat)
            game = self.state.require_game()
            if not game.round_over or game.over:
                return  # the client tapped twice, or too late
            if game.is_too_long(self.context.settings.lines_per_game):
                raise Refused("too-long", "This game has become too long to go on.")
            self.presence.set_ready(seats)
            self.broadcaster.send_table()
            if await self._deal_if_ready():
                self.schedule()

    async def _deal_if_ready(self) -> bool:
        """Deal the next round if it is due and all people are ready."""
        while (game := self.state.game) is not None and self.presence.is_everybody_ready():
            ready, moment = self.presence.local_ready(), game.moment
            try:
                await self._writer.deal(game)
                return True
            except Stale:
                game = self.state.game
                if game is None or game.moment != moment:
                    return True  # another node has dealt it
                self.presence.set_ready(ready)  # another node has stored a nonce for this deal
        return False

    async def add_nonce(self, key: KeyHash | None, game: int, round_number: int, nonce: str) -> str | None:
        """Store a device's nonce for the next deal; returns its receipt, or None if it will not be in the deal.

        Only the first nonce of a key counts. A receipt is a promise, so the nonce is stored before it is sent.
        """
        return await self.update(lambda: self._add_nonce(key, game, round_number, nonce))

    async def _add_nonce(self, key: KeyHash | None, game: int, round_number: int, nonce: str) -> str | None:
        self.state.require_seats(key)
        assert key is not None, "a key that holds a seat"
        deal, info = self.state.next_deal, self.state.info
        if deal is None or (game, round_number) != (deal.game, deal.round):
            return None
        accepted = info.nonce_for(key, deal)
        if accepted is None:
            secret = info.chain(game).secret(round_number)
            accepted = DeviceNonce(game, round_number, key, nonce, receipt_of(secret, round_number, nonce))
            await self.change(info.with_nonce(accepted, deal))
        return accepted.receipt if accepted.nonce == nonce else None

    # Moves.

    async def play(self, key: KeyHash | None, request: requests.Move) -> int:
        """Play a client's move; returns the number of its line. A move with the same id is played only once."""
        async with self.locked_and_reachable:
            game, seat, id = self.state.require_game(), request.seat, request.id
            if request.after > game.n:
                await self._replication.pull(game)  # the client was connected to another node, which was ahead
            self.state.require_seats(key, seat)
            line = self.state.replies.find(seat, id)
            if line is not None:
                return line
            try:
                return await self._play_request(game, request)
            except Refused as refusal:
                # A move may have been stored although the store has not answered.
                line = self.state.replies.find(seat, id) if isinstance(refusal, Stale) else None
                if line is not None:
                    return line
                self.state.replies.add_refusal(seat, id, refusal)
                raise

    async def _play_request(self, game: TableGame, request: requests.Move) -> int:
        if self.state.info.seats[request.seat].kind == "bot":
            raise Refused("not-your-turn", "A bot is playing on this seat; take it back first.")
        if request.after != game.n or request.game not in (None, game.number):
            raise Stale
        if game.turn != request.seat:
            raise Refused("not-your-turn", "It is not your turn.")
        try:
            move = parse_move(request.move)
        except TricornError as error:
            raise Refused.by_rules(error, "malformed", 422) from None
        line = await self._writer.play(game, move, "person", request.id)
        self.state.replies.add_line(request.seat, request.id, line)
        self.schedule()
        return line

    # Other nodes.

    async def _handle_news(self, news: News) -> None:
        game = self.state.game
        if news.kind == "lines" and game is not None and news.game == game.number and not news.amended:
            if news.first > game.n:
                await self._replication.pull(game)
        elif news.kind in ("lines", "table"):
            await self.reload()
        elif news.reaction is not None:
            self.broadcaster.send_reaction(*news.reaction)
        elif news.kind == "who":
            self.presence.announce(always=True)
        elif news.kind == "missed":
            self.presence.clear_remote()
            self._update_presence()
            await self.reload()
            self.presence.announce(always=True)
            self.context.store.notify(News("who", code=self.code))
        else:
            await self._handle_presence(news)

    async def _handle_presence(self, news: News) -> None:
        before = self.presence.snapshot()
        self.presence.set_remote(news.node, news.presence)
        self._update_presence()
        if self.presence.snapshot() != before:
            self.broadcaster.send_table()
            if await self._deal_if_ready():
                self.schedule()

    async def reload(self, published: int | None = None) -> None:
        if not await self._replication.reload(published):
            self.close()
