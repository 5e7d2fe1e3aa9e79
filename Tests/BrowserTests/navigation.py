"""Addresses: they follow what is shown, back and forward lead, links and reloads arrive."""

import sqlite3

from lifesignal import DANA, MARGARET, LifeSignal
from visitor import Visitor


def at(visitor, path):
    visitor.until(f"location.pathname === '{path}'")
    visitor.until(f"document.getElementById('app').dataset.path === '{path}'")


def test_back_closes_sheets_and_returns_to_tabs(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        margaret.sign_in()
        at(margaret, "/check-in")
        margaret.tab("responders")
        at(margaret, "/responders")
        margaret["add-responder"].click()
        at(margaret, "/responders/scan")
        margaret.page.go_back()
        margaret["scanner-sheet"].wait_for(state="detached")
        at(margaret, "/responders")
        margaret.page.go_forward()
        margaret["scanner-sheet"].wait_for()
        at(margaret, "/responders/scan")
        # Closed by its own button, a sheet is forgotten: back does not open it again.
        margaret["scanner-cancel"].click()
        margaret["scanner-sheet"].wait_for(state="detached")
        at(margaret, "/responders")
        margaret.page.go_back()
        margaret["page-check-in"].wait_for()
        at(margaret, "/check-in")
        margaret["notifications-button"].click()
        at(margaret, "/notifications")
        margaret.page.go_back()
        margaret["page-check-in"].wait_for()
        assert not margaret.errors, margaret.errors
    finally:
        app.remove()


def test_reload_and_links_arrive(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        margaret.sign_in()
        margaret.tab("responders")
        margaret["share-code"].click()
        at(margaret, "/share")
        margaret.page.reload()
        margaret["share-sheet"].wait_for()
        at(margaret, "/share")
        margaret.page.goto(f"{app.url.rstrip('/')}/check-in")
        margaret["page-check-in"].wait_for()
        margaret.connected()
        at(margaret, "/check-in")
        # Addresses of the former first page still arrive.
        margaret.page.goto(f"{app.url.rstrip('/')}/home/code")
        margaret["share-sheet"].wait_for()
        at(margaret, "/share")
        margaret.page.goto(f"{app.url.rstrip('/')}/dependents/999")
        margaret.sees("The requested item no longer exists.")
        at(margaret, "/dependents")
        answer = margaret.page.goto(f"{app.url.rstrip('/')}/nowhere")
        assert answer.status == 404
        margaret.page.get_by_role("link", name="Back to LifeSignal").click()
        margaret["tabs"].wait_for()
    finally:
        app.remove()


def test_a_link_waits_until_somebody_is_signed_in(browser):
    app = LifeSignal()
    try:
        margaret, dana = Visitor(browser, app, MARGARET), Visitor(browser, app, DANA)
        margaret.sign_in()
        margaret.tab("responders")
        code = margaret["qr-code-id"].inner_text().strip()
        dana.page.goto(f"{app.url.rstrip('/')}/add/{code}")
        dana.connected()
        dana.enter(dana.request_code())
        dana["add-contact-sheet"].wait_for()
        dana.sees("Margaret Hale")
        at(dana, f"/add/{code}")
        dana["add-contact-cancel"].click()
        dana["add-contact-sheet"].wait_for(state="detached")
        at(dana, "/check-in")
        assert not dana.errors, dana.errors
    finally:
        app.remove()


def test_after_a_sign_out_the_next_person_begins_at_the_first_page(browser):
    app = LifeSignal()
    try:
        tab = Visitor(browser, app, MARGARET)
        tab.sign_in()
        tab.tab("profile")
        at(tab, "/profile")
        # Signed out where this tab does not see it: it learns only that its session is over.
        app.kill()
        with sqlite3.connect(f"{app.folder}/demo.sqlite") as database:
            database.execute("DELETE FROM sessions")
        app.start(int(app.url.rstrip("/").rsplit(":", 1)[1]))
        tab["page-sign-in"].wait_for()
        at(tab, "/")
        tab.connected()
        tab.number = DANA
        tab.enter(tab.request_code())
        at(tab, "/check-in")
        assert tab.page.evaluate("fetch('/sign-out', { method: 'POST' }).then((it) => it.ok)")
        tab["page-sign-in"].wait_for()
        at(tab, "/")
    finally:
        app.remove()
