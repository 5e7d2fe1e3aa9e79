"""Things that check in: added on the page, then asked for as a client of Healthchecks asks, by an implementation of others."""

import urllib.error
import urllib.request

from healthchecks_io import Client

from lifesignal import MARGARET, LifeSignal
from visitor import Visitor


def test_a_client_of_healthchecks_checks_in(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        margaret.sign_in()
        margaret.tab("profile")
        margaret["open-things"].click()
        margaret["thing-add"].click()
        margaret["thing-name"].fill("Kettle")
        margaret["thing-save"].click()
        margaret["thing-url"].wait_for()
        # The page knows its own origin only when the browser has said it.
        margaret.until(f"document.getElementById('thing-url').innerText.startsWith('{app.url}/ping/')")
        address = margaret["thing-url"].inner_text()
        token = address.rsplit("/", 1)[1]
        margaret["thing-address-done"].click()
        margaret.until("/Not heard yet/.test(document.getElementById('things-list')?.innerText ?? '')")
        client = Client(ping_url=f"{app.url}/ping/")
        assert client.start_ping(uuid=token) == (True, "OK")
        assert client.success_ping(uuid=token, data="boiled") == (True, "OK")
        assert client.exit_code_ping(0, uuid=token) == (True, "OK")
        margaret.until("/\\bnow\\b/i.test(document.getElementById('things-list')?.innerText ?? '')")
        assert client.fail_ping(uuid=token, data="dry") == (True, "OK")
        margaret.until("/Reports a problem/.test(document.getElementById('things-list')?.innerText ?? '')")
        for path, status in (("kettle", 400), (f"{token}/256", 400), ("5f0c3a52-2d7e-4b1c-9a63-1b7f0e2c4d88", 404)):
            try:
                urllib.request.urlopen(f"{app.url}/ping/{path}")
                raise AssertionError(f"{path} was answered")
            except urllib.error.HTTPError as error:
                assert error.code == status, (path, error.code)
    finally:
        app.remove()


def test_a_link_of_ones_own_checks_in_at_a_call(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        margaret.sign_in()
        # The demo begins with her check-in: long enough for another check-in, and too short for a new proof.
        margaret.advance(minutes=12)
        margaret.tab("profile")
        margaret["open-things"].click()
        margaret["thing-link"].click()
        margaret["link-guide"].wait_for()
        margaret.until(f"document.getElementById('thing-url').innerText.startsWith('{app.url}/ping/')")
        address = margaret["thing-url"].inner_text()
        margaret["thing-address-done"].click()
        margaret.until("/Not heard yet/.test(document.getElementById('things-link')?.innerText ?? '')")
        # A preview or a scanner opens the link: that is no check-in.
        try:
            urllib.request.urlopen(address)
            raise AssertionError("a plain GET was taken")
        except urllib.error.HTTPError as error:
            assert (error.code, error.headers["allow"]) == (405, "POST")
        margaret.until("/Not heard yet/.test(document.getElementById('things-link')?.innerText ?? '')")
        # As a phone's shortcut calls it.
        with urllib.request.urlopen(address, data=b"") as answer:
            assert (answer.status, answer.read()) == (200, b"OK")
        margaret.until("/\\bnow\\b/i.test(document.getElementById('things-link')?.innerText ?? '')")
        urllib.request.urlopen(f"{address}/fail", data=b"").close()
        margaret.until("/Reports a problem/.test(document.getElementById('things-link')?.innerText ?? '')")
        # It raises nothing, and there is no second one.
        assert margaret["thing-link"].count() == 0
        margaret["things-done"].click()
        margaret["open-timeline"].click()
        margaret.sees("Checked in automatically")
        margaret.sees("A check-in link was used")
        assert "Alert raised" not in margaret.text()
    finally:
        app.remove()
