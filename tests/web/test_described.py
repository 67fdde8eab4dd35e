"""The API as OpenAPI describes it, tried by a machine that reads the description (schemathesis)."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
import schemathesis.specs.openapi.schemas  # otherwise read, and rewritten by pytest, in the middle of a test
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from tests.web.playing import BOT, HUMAN, OPEN, Client, new_table, run
from tests.web.serving import Server

# An edition or a name can have the right form and not be one; and what was wrong with an address is mended below.
NOT_BY_FORM: list[Any] = [positive_data_acceptance, negative_data_rejection]


def a_table(server: Server, *seats: dict[str, str]) -> Client:
    made: list[Client] = []

    async def make() -> None:
        made.append(await new_table(server, *seats))

    run(make())
    return made[0]


@pytest.mark.fuzz
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: str(mode.value))
def test_every_call_answers_as_it_is_described_whatever_it_is_sent(server: Server, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    tables = st.sampled_from([None, a_table(server, HUMAN, OPEN), a_table(server, HUMAN, BOT)])
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not any(
            body.media_type == "application/json" for body in operation.body
        ):
            continue  # any text may be in an address or be meant as a record, so none is wrong by its form

        @settings(max_examples=settings().max_examples // 3)
        @given(operation.as_strategy(generation_mode=mode), tables, st.booleans())
        def answers_as_described(case: Case[Any], table: Client | None, holds_key: bool) -> None:
            if table is not None and "code" in case.path_parameters:
                case.path_parameters["code"] = table.code
            headers = {"Authorization": f"Bearer {table.key}"} if table is not None and holds_key else {}
            case.call_and_validate(headers=headers, excluded_checks=NOT_BY_FORM)

        answers_as_described()
