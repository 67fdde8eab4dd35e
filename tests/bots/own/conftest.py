"""What the tests of the arena share: the command line as the other tests run it."""

from __future__ import annotations

from tests.cli.conftest import tricorn

__all__ = ["tricorn"]
