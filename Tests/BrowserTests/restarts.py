"""The server dies and comes back while pages are open."""

import sqlite3
import time

from lifesignal import DANA, MARGARET, LifeSignal
from visitor import Visitor


def test_a_page_survives_a_killed_server(browser):
    """The page says that it lost the server, and goes on by itself when it is back."""
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        margaret.sign_in()
        margaret.tab("check-in")
        port = int(app.url.rsplit(":", 1)[1])
        app.kill()
        margaret.until("document.documentElement.dataset.connection !== 'open'")
        app.start(port)
        margaret.connected()
        margaret.tab("responders")
        margaret["qr-code-id"].wait_for()
    finally:
        app.remove()


def last_beat(app):
    with sqlite3.connect(f"file:{app.folder}/demo.sqlite?mode=ro", uri=True) as database:
        return database.execute("SELECT beat_at FROM heartbeat").fetchone()[0]


def test_an_alarm_due_while_the_server_was_dead_reaches_the_responder_once(browser):
    app = LifeSignal()
    try:
        margaret, oskar = Visitor(browser, app, MARGARET), Visitor(browser, app, "2125550103")
        margaret.sign_in()
        margaret.tab("check-in")
        margaret["check-in-button"].click()
        margaret["countdown"].wait_for()
        oskar.sign_in()
        oskar.tab("dependents")
        port = int(app.url.rsplit(":", 1)[1])
        before = last_beat(app)
        margaret.advance(hours=24, minutes=11)
        # A demo that starts again goes on from what is stored: a clock moved a moment before the end is not.
        end = time.monotonic() + 30
        while last_beat(app) < before + 24 * 3_600_000:
            assert time.monotonic() < end, "no heartbeat after the clock was moved"
            # Real time: the heartbeat of another process.
            time.sleep(0.01)
        app.kill()
        app.start(port)
        oskar.connected()
        # To look at it withdraws a text that has not left.
        app.await_line(r"to=\+12125550103 .*missed a check-in")
        oskar.puts_aside()
        oskar.tab("dependents")
        oskar.sees("Not responsive")
        keys = {line.rsplit("key=", 1)[1] for line in app.messages("to=.12125550103 .*missed a check-in")}
        assert len(keys) == 1, f"one missed deadline, several alerts: {keys}"
        assert DANA not in "".join(app.messages("missed a check-in")), "a stranger was told"
    finally:
        app.remove()


def test_a_page_comes_back_at_its_own_place(browser):
    """The address says where one is, so the page of a new server begins there: tab and sheet."""
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        margaret.sign_in()
        # The stream was opened at home; the browser by itself would ask again with that address.
        margaret.tab("responders")
        margaret["add-responder"].click()
        margaret["scanner-by-id"].wait_for()
        margaret.until("location.pathname === '/responders/scan'")
        epoch = "document.getElementById('live').dataset.frame.split('.')[0]"
        before = margaret.page.evaluate(epoch)
        port = int(app.url.rsplit(":", 1)[1])
        app.kill()
        margaret.until("document.documentElement.dataset.connection !== 'open'")
        app.start(port)
        margaret.until(f"{epoch} !== '{before}'")
        margaret["scanner-sheet"].wait_for()
        margaret.until("location.pathname === '/responders/scan'")
        margaret["scanner-cancel"].click()
        margaret["scanner-sheet"].wait_for(state="detached")
        margaret["page-responders"].wait_for()
        assert not margaret.errors, margaret.errors
    finally:
        app.remove()
