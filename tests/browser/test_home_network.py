"""A phone joins through the address that `make play` prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.browser.home_network import ADDRESS, ROOT
from tests.web.faults import cannot_cut


@pytest.mark.browser
def test_a_phone_joins_through_the_address_that_make_play_prints(tmp_path: Path) -> None:
    if cannot_cut():
        pytest.skip(f"no home network can be set up here: {cannot_cut()}")
    command = ["unshare", "--net", sys.executable, "-m", "tests.browser.home_network", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    phones = found["printed"][1].removeprefix("For phones in the same network: ")
    assert phones.startswith(f"http://{ADDRESS}:")
    assert found["link"].startswith(f"{phones}t/")
    assert found["shared"] == found["link"]
    assert [address.partition(":")[0] for address in found["addresses"]] == [ADDRESS, "172.17.0.1"]
    assert "Bo" in found["seats"][1]
    assert found["insecure"] == [False, True], "the phone's page says what HTTPS would add, the computer's has it"
