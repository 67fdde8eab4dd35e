"""Sends web push messages off the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tricorn.web.push.subscriptions import Subscription, is_service
from tricorn.web.refusals import Refused
from tricorn.web.settings import Settings
from tricorn.web.store import Store
from tricorn.web.work.background import TaskSet

try:
    from tricorn.web.push import crypto, delivery
except ModuleNotFoundError:  # the package cryptography is an extra
    CAN_ENCRYPT = False
else:
    CAN_ENCRYPT = True

__all__ = ["CAN_ENCRYPT", "PushSender"]

_log = logging.getLogger(__name__)

_KEY = "web push"  # the name of the server's key in the store
_CONCURRENCY = 4
_MAX_WAITING = 500
_GONE = (404, 410)  # the statuses of a subscription that has ended


class PushSender:
    """Sends messages for all tables of a server, each in a thread; its key is generated on first use and stored."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._store = store
        self._secret: str | None = None
        self._slots = asyncio.Semaphore(_CONCURRENCY)
        self._tasks = TaskSet()

    @property
    def is_available(self) -> bool:
        """Whether messages can be sent: services require a contact, and encryption needs a package."""
        return self._settings.push_contact is not None and CAN_ENCRYPT

    def check(self, subscription: Subscription) -> None:
        """Refuse a subscription that messages cannot, or must not, be sent to."""
        if not self.is_available:
            raise Refused("no-push", "This server does not send notifications.")
        if not is_service(subscription.endpoint, self._settings.push_service):
            raise Refused("push-service", "This is not the address of a browser's push service.", 422)
        if not crypto.are_valid_keys(subscription.p256dh, subscription.auth):
            raise Refused(
                "push-keys",
                "These are not the keys of a browser's subscription: a point of the curve P-256, and 16 bytes.",
                422,
            )

    async def public_key(self) -> str:
        return crypto.public_key(await self._private_key())

    async def _private_key(self) -> str:
        if self._secret is None:
            self._secret = await self._store.secret(_KEY, crypto.new_key())
        return self._secret

    def send(self, subscription: Subscription, message: bytes, on_gone: Callable[[], Awaitable[None]]) -> None:
        """Queue a message; `on_gone` is called if the browser has unsubscribed."""
        if len(self._tasks) >= _MAX_WAITING or not self.is_available:
            return
        self._tasks.start(self._send(subscription, message, on_gone))

    async def _send(self, subscription: Subscription, message: bytes, on_gone: Callable[[], Awaitable[None]]) -> None:
        try:
            key = await self._private_key()
            async with self._slots:
                contact = self._settings.push_contact or ""
                status = await asyncio.to_thread(delivery.deliver, subscription, message, key, contact)
            if status in _GONE:
                await on_gone()
            elif status >= 400:
                _log.warning("A push service has refused a message (%d).", status)
        except Exception as error:
            _log.warning("A message could not be pushed (%s).", type(error).__name__)

    async def close(self) -> None:
        self._tasks.cancel()
        await self._tasks.wait()
