"""Web push in the page: the switch in the menu, and what the service worker does with a message and a tap on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.browser.conftest import FLAGS, NewPage, chromium
from tests.browser.driving import sit_at_table
from tests.web.clients import Address
from tests.web.server_process import Server

pytestmark = pytest.mark.browser

SWITCH = "#push-setting input"
SUBSCRIBED = {
    "endpoint": "https://push.example/send/1",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
# A Chromium that tests start has no push service to subscribe to.
SUBSCRIBE = "PushManager.prototype.subscribe = async () => ({{ toJSON: () => ({}) }})"
# Only a real tap lets a worker focus or open a window, so these say what they were asked for.
ON_CLICK = """async () => {
    let shown = "";
    WindowClient.prototype.focus = async function () { shown = `focus ${new URL(this.url).pathname}` };
    Clients.prototype.openWindow = async (address) => { shown = `open ${new URL(address).pathname}` };
    const [notification] = await registration.getNotifications();
    const event = new NotificationEvent("notificationclick", { notification });
    const waiting = new Promise((resolve) => { event.waitUntil = resolve });
    dispatchEvent(event);
    await (await waiting);
    return [shown, (await registration.getNotifications()).length];
}"""


@pytest.fixture(scope="module")
def browser(playwright: Any) -> Iterator[Any]:
    """A Chromium with notifications, which the headless shell does not have."""
    if chromium() is None:
        pytest.skip("no Chromium with notifications (apt-get install chromium)")
    running = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
    yield running
    running.close()


@pytest.fixture(scope="module")
def push_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that notifies people, through one push service."""
    database = tmp_path_factory.mktemp("push") / "tables.sqlite"
    with Server(database, push_contact="mailto:a@example.org", push_service=["push.example"]) as running:
        yield running


def table_of(new_page: NewPage, at: Server) -> Any:
    """A page in the lobby of a table, with the menu open."""
    page = new_page(at=at, service_workers="allow", permissions=["notifications"])
    sit_at_table(page, starts=False)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.click("#open-menu")
    page.wait_for_selector(SWITCH)
    return page


def switch(page: Any, method: str) -> dict[str, Any]:
    """Use the switch, and return what the page sends, once the server has accepted it."""
    with page.expect_response(lambda answer: answer.url.endswith("/push") and answer.request.method == method) as found:
        page.click(SWITCH)
    assert found.value.ok
    return dict(found.value.request.post_data_json or {})


def test_the_switch_subscribes_or_says_why_not_and_a_tap_on_a_message_shows_the_table(
    new_page: NewPage, push_server: Server
) -> None:
    page = table_of(new_page, push_server)
    page.click(SWITCH)
    page.wait_for_selector("#toast:has-text('The browser does not allow notifications from this page.')")
    assert not page.is_checked(SWITCH)
    page.evaluate(SUBSCRIBE.format(json.dumps({**SUBSCRIBED, "endpoint": "https://elsewhere.example/"})))
    page.click(SWITCH)
    page.wait_for_selector('#toast:has-text("This is not the address of a browser\'s push service.")')
    assert not page.is_checked(SWITCH)
    page.evaluate(SUBSCRIBE.format(json.dumps(SUBSCRIBED)))
    page.route("**/api/tables/*/push", lambda route: route.abort())
    page.click(SWITCH)
    page.wait_for_selector("#toast:has-text('The server cannot be reached.')")
    assert page.is_checked(SWITCH)
    page.unroute("**/api/tables/*/push")
    switch(page, "DELETE")
    assert switch(page, "POST") == SUBSCRIBED
    assert page.is_checked(SWITCH)
    assert switch(page, "DELETE") == {}
    assert not page.is_checked(SWITCH)

    code = page.url.rpartition("/")[2]
    for shown, address in (("focus", page.url), ("focus", f"{page.url}?from=invitation#seats"), ("open", "/rules")):
        page.goto(address)
        deliver(page, push_server, {"code": code, "title": "Your turn", "body": f"Table {code}"})
        notes = "navigator.serviceWorker.ready.then(worker => worker.getNotifications())"
        page.wait_for_function(f"{notes}.then(all => all.length === 1)")
        assert page.evaluate(f"{notes}.then(([one]) => [one.title, one.body])") == ["Your turn", f"Table {code}"]
        assert page.context.service_workers[0].evaluate(ON_CLICK) == [f"{shown} /t/{code}", 0]


def deliver(page: Any, server: Address, message: dict[str, str]) -> None:
    """Have the browser hand a message to the service worker, as if its push service had sent it."""
    wire = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    wire.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    wire.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(10)
    origin = "/".join(server.address.split("/")[:3])
    to = {"origin": origin, "registrationId": known[-1]["registrationId"]}
    wire.send("ServiceWorker.deliverPushMessage", {**to, "data": json.dumps(message)})
    wire.detach()
