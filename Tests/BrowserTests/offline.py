"""Checking in and calling for help without a connection, and what becomes of it."""

import sqlite3

from lifesignal import DANA, MARGARET, OSKAR, LifeSignal
from visitor import Visitor

SAVED = "Your check-in is saved on this phone, not sent yet"
SENT = "Your saved check-in has been sent"


class Phone(Visitor):
    """A visitor whose browser may keep a worker."""

    def __init__(self, browser, app, number, **options):
        super().__init__(browser, app, number, service_workers="allow", **options)
        self.port = int(app.url.rsplit(":", 1)[1])

    def arrive(self):
        """Signed in, on Check-In, with the worker in charge."""
        self.sign_in()
        self.until("navigator.serviceWorker.controller !== null")
        self.tab("check-in")
        self["countdown"].wait_for()
        # The offline page shows what the page has written down.
        self.until("document.getElementById('app').dataset.deadline > 0")

    def lose_server(self):
        self.app.kill()
        self.until("document.documentElement.dataset.connection === 'lost'")

    def find_server(self):
        self.app.start(self.port)

    def waiting(self):
        return self.page.evaluate("outbox.all()")


def check_ins(app, number=MARGARET):
    """Key, time and time of recording of what a person's device sent."""
    with sqlite3.connect(f"file:{app.folder}/demo.sqlite?mode=ro", uri=True) as database:
        return database.execute(
            "SELECT client_key, at, recorded_at FROM check_ins JOIN people"
            " ON people.id = person_id WHERE phone_number = ? AND client_key IS NOT NULL",
            (f"+1{number}",)).fetchall()


def test_a_check_in_without_a_server_arrives_once_with_its_own_time(browser):
    app = LifeSignal()
    try:
        phone = Phone(browser, app, MARGARET)
        phone.arrive()
        phone.lose_server()
        phone["check-in-button"].click()
        phone.sees(SAVED)
        assert "checked in" not in phone.text().lower(), "it says more than it knows"
        key, = (entry["key"] for entry in phone.waiting())
        # On every page, and on the one that opens without a server.
        phone.page.reload()
        phone["offline-page"].wait_for()
        phone.sees(SAVED)
        phone.until("/\\d+[hm]/.test(document.getElementById('countdown').innerText)")
        tapped = phone.page.evaluate("outbox.all().then((all) => Date.now() - all[0].at)")
        phone.find_server()
        phone.sees(SENT)
        phone.connected()
        phone["tabs"].wait_for()
        assert phone.waiting() == []
        (sent, at, recorded), = check_ins(app)
        assert sent == key
        assert recorded - at >= tapped - 1_000, "it counts from when it arrived"
    finally:
        app.remove()


def test_two_tabs_send_it_once(browser):
    app = LifeSignal()
    try:
        phone = Phone(browser, app, MARGARET)
        phone.arrive()
        second = phone.context.new_page()
        second.goto(app.url)
        second.wait_for_selector("html[data-connection=open]", state="attached")
        answers = []
        phone.context.on("response", lambda it: it.url.endswith("/check-in") and it.status == 200
                         and answers.append(it.request.post_data))
        phone.lose_server()
        phone["check-in-button"].click()
        phone.sees(SAVED)
        second.wait_for_selector("#waiting-note-check-in:not([hidden])")
        phone.find_server()
        phone.sees(SENT)
        second.wait_for_selector("#waiting-note-check-in", state="hidden")
        assert len(check_ins(app)) == 1
        assert len(answers) <= 1, answers
    finally:
        app.remove()


def test_the_worker_sends_it_when_no_page_is_open(browser):
    """Background Sync, as the browser would fire it."""
    app = LifeSignal()
    try:
        phone = Phone(browser, app, MARGARET)
        phone.arrive()
        registrations = {}
        cdp = phone.context.new_cdp_session(phone.page)
        cdp.on("ServiceWorker.workerRegistrationUpdated", lambda it: registrations.update(
            {one["scopeURL"]: one["registrationId"] for one in it["registrations"]}))
        cdp.send("ServiceWorker.enable")
        phone.lose_server()
        phone["check-in-button"].click()
        phone.sees(SAVED)
        phone.page.goto("about:blank")
        phone.find_server()
        assert check_ins(app) == []
        cdp.send("ServiceWorker.dispatchSyncEvent", {
            "origin": app.url, "registrationId": registrations[f"{app.url}/"],
            "tag": "outbox", "lastChance": True})
        phone.page.goto(app.url)
        phone["tabs"].wait_for()
        phone.until("await outbox.all().then((all) => all.length === 0)")
        assert len(check_ins(app)) == 1
    finally:
        app.remove()


def test_an_ended_session_keeps_it_until_its_person_is_back(browser):
    app = LifeSignal()
    try:
        phone = Phone(browser, app, MARGARET)
        phone.arrive()
        phone.lose_server()
        phone["check-in-button"].click()
        phone.sees(SAVED)
        with sqlite3.connect(f"{app.folder}/demo.sqlite") as database:
            database.execute("DELETE FROM sessions")
        phone.find_server()
        phone["page-sign-in"].wait_for()
        phone.sees("Please sign in, so that it can be sent")
        assert check_ins(app) == [] and len(phone.waiting()) == 1
        # Another person on the same phone did not make this check-in.
        phone.connected()
        phone.number = DANA
        phone.enter(phone.request_code())
        phone["tabs"].wait_for()
        phone.sees("Something waits here for someone else")
        assert check_ins(app, DANA) == [] and check_ins(app) == []
        phone.tab("profile")
        phone["sign-out"].click()
        phone["sign-out-question-confirm"].click()
        phone["page-sign-in"].wait_for()
        phone.connected()
        phone.number = MARGARET
        phone.enter(phone.request_code())
        phone["tabs"].wait_for()
        phone.sees(SENT)
        assert len(check_ins(app)) == 1 and check_ins(app, DANA) == []
    finally:
        app.remove()


def test_an_alert_without_a_server_says_that_nobody_was_told_and_is_sent(browser):
    app = LifeSignal()
    try:
        phone, oskar = Phone(browser, app, MARGARET), Visitor(browser, app, OSKAR)
        phone.arrive()
        oskar.sign_in()
        oskar.tab("dependents")
        phone.lose_server()
        for _ in range(4):
            phone["alert-button"].click()
        phone["no-one-contacted"].wait_for()
        phone.sees("No one has been contacted")
        assert phone["no-one-contacted-call"].get_attribute("href") == "tel:911"
        phone["no-one-contacted-close"].click()
        phone.sees("No one knows of your alert yet")
        phone.page.reload()
        phone["offline-page"].wait_for()
        phone.sees("No one knows of your alert yet")
        phone.find_server()
        phone.sees("Your saved alert has been sent")
        # A page of a new server begins at the first page.
        oskar.connected()
        oskar.puts_aside()
        oskar.tab("dependents")
        oskar.sees("Alert active")
        app.await_line(rf"to=\+1{OSKAR} .*ALERT")
        phone.connected()
        phone.tab("check-in")
        phone.sees("Alert is active")
        assert phone.waiting() == []
    finally:
        app.remove()


def test_an_alert_can_be_taken_back_before_anybody_was_told(browser):
    app = LifeSignal()
    try:
        phone = Phone(browser, app, MARGARET)
        phone.arrive()
        phone.lose_server()
        for _ in range(4):
            phone["alert-button"].click()
        phone["no-one-contacted-cancel"].click()
        phone["no-one-contacted"].wait_for(state="hidden")
        assert phone.waiting() == []
        phone.find_server()
        phone.connected()
        phone.tab("check-in")
        phone.sees("Activate alert")
        assert not app.messages("ALERT")
    finally:
        app.remove()


def test_a_server_that_dies_under_the_finger_loses_nothing(browser):
    """The page still believes in its connection when the button is tapped."""
    app = LifeSignal()
    try:
        phone = Phone(browser, app, MARGARET)
        phone.arrive()
        app.kill()
        phone["check-in-button"].click()
        phone.sees(SAVED)
        phone.find_server()
        phone.sees(SENT)
        assert len(check_ins(app)) == 1
    finally:
        app.remove()
