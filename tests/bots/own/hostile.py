"""Bots that do everything a bot should not."""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Iterator
from typing import Any


class Loop:
    """Never answers."""

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        while True:
            pass


class Flood:
    """Writes a gigabyte without a line end to every descriptor that it has."""

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        block = b"x" * 2**20
        for _ in range(1024):
            for descriptor in range(1, 10):
                try:
                    os.write(descriptor, block)
                except OSError:
                    continue
        return view.legal_moves()[0]


class Crash:
    """Ends its process."""

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        os.abort()


class Illegal:
    """Places a tile where nothing lies."""

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        from tricorn import parse_move

        return parse_move("9,9^001")


class Raises:
    """Raises an error."""

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        raise KeyError("three\nlines\nof it")


class Leaves:
    """Ends the program."""

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        sys.exit("enough")


class Forks:
    """Leaves a process behind in a separate session, then forks until it is stopped."""

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        if os.fork() == 0:
            os.setsid()
            time.sleep(3600)
        while True:
            if os.fork() == 0:
                time.sleep(3600)


class Chatters:
    """Prints what it thinks; that is allowed."""

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        print("thinking", "x" * 100_000)
        return view.legal_moves()[-1]


class Wordy:
    """Returns text."""

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        return "draw"


class Moody:
    """Behaves like each of the others in turn."""

    def __init__(self) -> None:
        self.moods: Iterator[Any] = itertools.cycle([Raises(), Leaves(), Illegal(), Wordy(), Chatters()])

    def choose(self, view: Any, budget: Any, rng: Any) -> Any:
        return next(self.moods).choose(view, budget, rng)
