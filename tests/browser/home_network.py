"""A separate home network: a server started as by `make play`, a browser on its computer and a phone.

    unshare --net python -m tests.browser.home_network FOLDER

Prints the server's output, the link in the lobby, and the names that the host sees once the phone has joined.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.conftest import FLAGS, TIMEOUT_MS, headless_chromium
from tests.browser.driving import PHONE, open_table

ROOT = Path(__file__).parents[2]
ADDRESS = "192.168.77.5"
NETWORK = (
    "ip link set lo up",
    "ip link add docker0 type veth peer name container",
    "ip addr add 172.17.0.1/16 dev docker0",
    "ip link set docker0 up",
    "ip link add wlan0 type veth peer name router",
    f"ip addr add {ADDRESS}/24 dev wlan0",
    "ip link set wlan0 up",
    "ip link set router up",
    "ip route add default dev wlan0",
)


def command_of_make_play() -> list[str]:
    """What `make play` runs once everything is set up."""
    done = subprocess.run(["make", "-n", "play", "ARGS="], cwd=ROOT, capture_output=True, text=True, check=True)
    (command,) = [line for line in done.stdout.splitlines() if " serve " in line]
    words = shlex.split(command)
    return [sys.executable, "-m", "tricorn", *words[words.index("serve") :]]


def main(folder: Path) -> None:
    for step in NETWORK:
        subprocess.run(step.split(), check=True)
    command = [*command_of_make_play(), "--port", "0", "--db", str(folder / "tables.sqlite")]
    environment = {**os.environ, "TRICORN_COMPILE": "0", "BROWSER": "true"}  # a browser that opens nothing
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        printed = [server.stdout.readline().strip() for _ in range(2)]
        try:
            print(json.dumps({"printed": printed, **_join(printed[0].split()[3])}))
        finally:
            server.terminate()


def _join(home: str) -> dict[str, Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=headless_chromium(), args=list(FLAGS))
        host = browser.new_context(base_url=home, viewport={"width": 1366, "height": 768}).new_page()
        phone = browser.new_context(**PHONE).new_page()
        for page in (host, phone):
            page.set_default_timeout(TIMEOUT_MS)
        host.add_init_script("navigator.share = async ({ url }) => { window.shared = url }")
        open_table(host, "Ana")
        link = host.input_value("#link")
        host.click("#share")
        shared = host.evaluate("shared")
        host.wait_for_function("() => document.querySelector('.qr').naturalWidth > 0")
        phone.goto(link)
        phone.fill("#join-name", "Bo")
        phone.click("#sit")
        host.wait_for_function("() => document.querySelector('.places').textContent.includes('Bo')")
        seats = host.locator(".places li").all_inner_texts()
        addresses = host.locator("#address option").all_inner_texts()
        insecure = [page.locator("#insecure").get_attribute("hidden") is None for page in (host, phone)]
        browser.close()
    return {"link": link, "shared": shared, "seats": seats, "addresses": addresses, "insecure": insecure}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
