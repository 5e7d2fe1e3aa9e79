"""Push messages in the browser: the switch, what the worker shows, and what it tells the server.

There is no push service here: `pushManager` is replaced in pages, and messages are handed to the real worker through the
DevTools protocol, as a push service's would be. What the server sends is read by others in `Tests/WebPushOracle`.
"""

import json
import sqlite3
import time

from lifesignal import MARGARET, LifeSignal
from offline import Phone, check_ins

# A browser whose push service always answers: what it is subscribed with outlives a reload.
SERVICE = """(() => {
  const made = (key) => ({
    endpoint: 'https://push.example/send/1', options: { applicationServerKey: key.buffer },
    toJSON: () => ({ endpoint: 'https://push.example/send/1', keys: {
      p256dh: 'B' + 'A'.repeat(86), auth: 'A'.repeat(22) } }),
    unsubscribe: async () => { localStorage.removeItem('subscription'); return true },
  })
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.subscription = JSON.stringify([...applicationServerKey])
    return made(applicationServerKey)
  }
  PushManager.prototype.getSubscription = async () => localStorage.subscription
    ? made(Uint8Array.from(JSON.parse(localStorage.subscription))) : null
})()"""

SHOWN = """navigator.serviceWorker.ready.then((it) => it.getNotifications()).then((all) => all.map(
  ({ title, body, tag, requireInteraction, actions, data }) => ({
    title, body, tag, requireInteraction, actions: actions.map(({ title }) => title), data })))"""

# How many notifications the worker has shown. Chromium drops one for good when `getNotifications` runs between
# its storing and its display, so a test asks for the list only after the display.
COUNTED = """() => {
  if (self.counted === undefined) {
    self.counted = 0
    const show = registration.showNotification.bind(registration)
    registration.showNotification = async (...all) => { await show(...all); self.counted += 1 }
  }
  return self.counted
}"""


class Device(Phone):
    """A phone that may notify."""

    def __init__(self, browser, app, number, allowed=True, **options):
        super().__init__(browser, app, number, **options)
        if allowed:
            self.context.grant_permissions(["notifications"], origin=app.url)
        self.page.add_init_script(SERVICE)
        self.registrations = {}

    def settings(self):
        self.tab("profile")
        self["open-settings"].click()
        self["settings-sheet"].wait_for()

    def switch_is(self, is_on):
        """And enabled; not before the module has had a look."""
        self.until(f"document.getElementById('push')?.dataset.state === '{'on' if is_on else 'off'}'"
                   " && !document.getElementById('push-switch').disabled")
        checked = self["push-switch"].get_attribute("aria-checked")
        assert checked == str(is_on).lower(), checked

    def deliver(self, data):
        """As a push service would wake the worker."""
        if not self.registrations:
            self.cdp = self.context.new_cdp_session(self.page)
            self.cdp.on("ServiceWorker.workerRegistrationUpdated", lambda it: self.registrations.update(
                {one["scopeURL"]: one["registrationId"] for one in it["registrations"]}))
            self.cdp.send("ServiceWorker.enable")
            eventually(lambda: self.page.evaluate("1") and self.registrations)
        worker = self.context.service_workers[0]
        before = worker.evaluate(COUNTED)
        self.cdp.send("ServiceWorker.deliverPushMessage", {
            "origin": self.app.url, "registrationId": self.registrations[f"{self.app.url}/"],
            "data": data})
        eventually(lambda: worker.evaluate(COUNTED) > before)

    def shown(self):
        return self.page.evaluate(SHOWN)

    def tap(self, tag, action=""):
        """What a tap on the notification, or on one of its buttons, does."""
        self.context.service_workers[0].evaluate(
            """async ([tag, action]) => {
              const [notification] = await registration.getNotifications({ tag })
              await follow({ action, notification })
            }""", [tag, action])


def eventually(look):
    """Waits for what only the database, or another process, can tell."""
    end = time.monotonic() + 30
    while not (found := look()):
        assert time.monotonic() < end, "waited 30 s in vain"
        # Real time: another process answers, and nothing reports it.
        time.sleep(0.02)
    return found


def becomes(look, wanted):
    """Waits likewise for a certain answer, and says which one there was instead."""
    end = time.monotonic() + 30
    while (found := look()) != wanted:
        assert time.monotonic() < end, f"waited 30 s for {wanted!r}, and there was {found!r}"
        # Real time: as above.
        time.sleep(0.02)


def rows(app, statement, *values):
    with sqlite3.connect(f"file:{app.folder}/demo.sqlite?mode=ro", uri=True) as database:
        return database.execute(statement, values).fetchall()


def channels(app):
    return rows(app, "SELECT address, disabled_at FROM channels WHERE kind = 'webpush'")


def message(token, **more):
    """As the server writes it."""
    return json.dumps({"web_push": 8030, "mutable": True, "notification": {
        "title": "Check-in reminder", "body": "Please check in within 30 minutes", "dir": "auto",
        "navigate": f"/open/{token}", "tag": "check-in-reminder", "silent": False,
        "requireInteraction": False, **more,
        "data": {"receipt": token, "answer": "check-in", "address": f"/open/{token}"}}})


def check_in(app, phone):
    """And no further before it is stored: a clock moved ahead of it would move its deadline too."""
    before = len(check_ins(app))
    phone["check-in-button"].click()
    eventually(lambda: len(check_ins(app)) > before)


def reminder(app, phone):
    """The token of a reminder that Margaret's deadline has brought about, and its delivery's number."""
    # Past both, each in its time, and before the deadline.
    phone.advance(hours=22, minutes=1)
    phone.advance(hours=1, minutes=30)
    found = eventually(lambda: rows(
        app, "SELECT receipt_token, deliveries.id FROM deliveries JOIN people ON people.id = person_id"
             " WHERE phone_number = ? AND dedupe_key LIKE 'checkInReminder%'", f"+1{MARGARET}"))
    return found[-1]


def test_the_switch_subscribes_and_says_so_on_every_load(browser):
    app = LifeSignal()
    try:
        phone = Device(browser, app, MARGARET)
        phone.arrive()
        phone.settings()
        phone.switch_is(False)
        phone["push-switch"].click()
        phone.switch_is(True)
        (address, disabled), = channels(app)
        assert json.loads(address)["endpoint"] == "https://push.example/send/1" and disabled is None
        assert json.loads(address)["origin"] == app.url

        # The server has lost it: the next load brings it back, and no second one.
        with sqlite3.connect(f"{app.folder}/demo.sqlite") as database:
            database.execute("UPDATE channels SET disabled_at = 1 WHERE kind = 'webpush'")
        phone.page.reload()
        becomes(lambda: [disabled for _, disabled in channels(app)], [None])
        phone["settings-sheet"].wait_for()
        phone.switch_is(True)

        phone["push-switch"].click()
        phone.switch_is(False)
        becomes(lambda: [disabled is None for _, disabled in channels(app)], [False])
        phone.page.reload()
        phone.switch_is(False)
        assert [disabled is None for _, disabled in channels(app)] == [False]
        assert not phone.errors, phone.errors
    finally:
        app.remove()


def test_the_worker_subscribes_anew_when_the_browser_changes_its_subscription(browser):
    app = LifeSignal()
    try:
        phone = Device(browser, app, MARGARET)
        phone.arrive()
        phone.settings()
        phone["push-switch"].click()
        phone.switch_is(True)
        # This is what the worker finds then: the old subscription is gone and there is no new one. A test cannot wait
        # for an event it dispatches itself, so this does what the worker's listener does.
        phone.context.service_workers[0].evaluate("""async () => {
          PushManager.prototype.getSubscription = async () => null
          PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
            endpoint: 'https://push.example/send/2', options: { applicationServerKey },
            toJSON: () => ({ endpoint: 'https://push.example/send/2', keys: {
              p256dh: 'B' + 'A'.repeat(86), auth: 'A'.repeat(22) } }),
          })
          await pushes.sync(await outbox.fact('push-person'))
        }""")
        eventually(lambda: sorted(json.loads(address)["endpoint"] for address, _ in channels(app))
                   == ["https://push.example/send/1", "https://push.example/send/2"])
    finally:
        app.remove()


def test_signing_out_ends_it_on_this_device(browser):
    app = LifeSignal()
    try:
        phone = Device(browser, app, MARGARET)
        phone.arrive()
        phone.settings()
        phone["push-switch"].click()
        phone.switch_is(True)
        phone["settings-done"].click()
        phone["settings-sheet"].wait_for(state="detached")
        phone["sign-out"].click()
        phone["sign-out-question-confirm"].click()
        phone["page-sign-in"].wait_for()
        phone.until("localStorage.subscription === undefined")
        # The channel ends with the session itself, so a page whose script does not run gets no more messages, either.
        assert [disabled is None for _, disabled in channels(app)] == [False]
    finally:
        app.remove()


def test_a_browser_that_blocks_or_cannot_is_told_the_truth(browser):
    app = LifeSignal()
    try:
        phone = Device(browser, app, MARGARET, allowed=False)
        phone.page.add_init_script(
            "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
        phone.arrive()
        phone.settings()
        phone["push-blocked"].wait_for()
        assert phone["push-switch"].is_disabled()
        assert channels(app) == []

        old = Device(browser, app, MARGARET, allowed=False)
        old.page.add_init_script("delete self.PushManager")
        old.arrive()
        old.settings()
        old["push-unsupported"].wait_for()
        assert old["push-switch"].is_disabled()
    finally:
        app.remove()


def test_a_message_is_shown_and_the_server_knows(browser):
    app = LifeSignal()
    try:
        phone = Device(browser, app, MARGARET)
        phone.arrive()
        check_in(app, phone)
        token, number = reminder(app, phone)
        phone.deliver(message(token))
        eventually(lambda: rows(app, "SELECT shown_at FROM deliveries WHERE id = ?", number)[0][0])
        notification, = phone.shown()
        assert notification["title"] == "Check-in reminder", notification
        assert notification["body"] == "Please check in within 30 minutes"
        assert notification["tag"] == "check-in-reminder" and notification["actions"] == ["I’m OK"]

        # A newer message replaces the older one. The worker shows even a message that it cannot read.
        phone.deliver(message(token, body="Your check-in expires in 5 minutes"))
        becomes(lambda: [it["body"] for it in phone.shown()], ["Your check-in expires in 5 minutes"])
        phone.deliver("nonsense")
        becomes(lambda: [it["body"] for it in phone.shown() if it["title"] == "LifeSignal"], ["There is news for you."])

        # Opened: the server knows, and the page is where one checks in.
        phone.tap("check-in-reminder")
        eventually(lambda: rows(app, "SELECT opened_at FROM deliveries WHERE id = ?", number)[0][0])
        phone["page-check-in"].wait_for()
        assert not phone.errors, phone.errors
    finally:
        app.remove()


def test_the_button_of_a_reminder_checks_in_once(browser):
    app = LifeSignal()
    try:
        phone = Device(browser, app, MARGARET)
        phone.arrive()
        check_in(app, phone)
        token, _ = reminder(app, phone)
        before = len(check_ins(app))
        for _ in range(2):
            phone.deliver(message(token))
            becomes(lambda: [it["title"] for it in phone.shown()], ["Check-in reminder"])
            phone.tap("check-in-reminder", "check-in")
            becomes(lambda: [it["title"] for it in phone.shown()], ["Checked in"])
        assert len(check_ins(app)) == before + 1
        assert [key for key, *_ in check_ins(app)].count(f"push-{token}") == 1
    finally:
        app.remove()
