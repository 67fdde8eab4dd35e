"""The fixture that runs a command, shared with the tests of the command line."""

from __future__ import annotations

from tests.cli.conftest import tricorn

__all__ = ["tricorn"]
