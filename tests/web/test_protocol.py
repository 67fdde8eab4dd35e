"""The schema of requests and frames: what it accepts, and that docs/protocol.md describes it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricorn.web import requests
from tricorn.web.pages.jsdoc_types import definitions
from tricorn.web.refusals import Refused
from tricorn.web.tables.requests import Move, MoveMessage, read_message

DOCS = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
DEFINITIONS = definitions()
MOVE = {"type": "move", "id": "x", "seat": 0, "after": 4, "move": "draw"}


@pytest.mark.parametrize("name", sorted(DEFINITIONS))
def test_every_field_of_the_schema_is_described(name: str) -> None:
    fields = DEFINITIONS[name].get("properties", {})
    missing = [field for field in fields if not re.search(rf"[`\"/?]{field}[`\"=:]", DOCS)]
    assert not missing, f"docs/protocol.md does not describe {missing} of {name}"


def test_a_message_has_the_fields_of_the_request_over_http() -> None:
    message = read_message(json.dumps(MOVE))
    assert isinstance(message, MoveMessage)
    body = message.model_dump(exclude={"type"})
    assert Move(**body).model_dump() == body == {"move": "draw", "seat": 0, "game": None, "after": 4, "id": "x"}


def test_a_message_may_have_fields_of_a_later_version() -> None:
    assert read_message(json.dumps({**MOVE, "later": [1, {}]})).id == "x"


@pytest.mark.parametrize(
    ("change", "id"),
    [
        ({"seat": True}, "x"),
        ({"seat": 1.0}, "x"),
        ({"after": -1}, "x"),
        ({"after": 2**31}, "x"),
        ({"move": None}, "x"),
        ({"move": "x" * 41}, "x"),
        ({"type": "hello"}, "x"),
        ({"id": "é"}, ""),
        ({"id": ""}, ""),
        ({"id": 5}, ""),
        ({"id": "x" * 65}, ""),
    ],
    ids=str,
)
def test_an_invalid_message_is_refused_with_its_id_if_that_is_valid(change: dict[str, object], id: str) -> None:
    text = json.dumps({**MOVE, **change})
    with pytest.raises(Refused, match="could not be read"):
        read_message(text)
    assert requests.sent_id(text) == id


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    requests.sent_id(text)
    for read in (read_message, requests.read_hello):
        with pytest.raises(Refused):
            read(text)
