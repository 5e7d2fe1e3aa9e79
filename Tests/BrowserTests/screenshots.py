"""The pictures of the README, from the running product: `python screenshots.py FOLDER`."""

import os
import pathlib
import sys

from playwright.sync_api import sync_playwright

from lifesignal import DANA, MARGARET, OSKAR, LifeSignal
from visitor import Visitor


class Newcomer(Visitor):
    """Signs up, and is asked to be looked after."""

    def join(self, first, last):
        self.open()
        self.enter(self.request_code())
        self["first-name"].fill(first)
        self["last-name"].fill(last)
        self["onboarding-continue"].click()
        self["onboarding-complete"].click()
        self["instructions-done"].click()
        self["tabs"].wait_for()

    def entrusts_to(self, responder):
        responder.tab("home")
        code = responder["qr-code-id"].inner_text().strip()
        self.tab("responders")
        self["add-responder"].click()
        self["manual-code"].fill(code)
        self["manual-code-submit"].click()
        self["add-contact-sheet"].wait_for()
        if self["add-contact-responder"].get_attribute("aria-checked") != "true":
            self["add-contact-responder"].click()
        self["add-contact-add"].click()
        self["contact-added-ok"].click()
        responder.tab("dependents")
        responder.page.locator("[id^='accept-']").click()
        responder.until("!document.querySelector(\"[id^='accept-']\")")

    def takes_interval(self, seconds):
        self.tab("home")
        self["change-interval"].click()
        self[f"interval-{seconds}"].click()
        self["interval-sheet"].wait_for(state="detached")
        self.tab("check-in")
        self["check-in-button"].click()


def picture(visitor, folder, name):
    visitor.page.mouse.move(0, 0)
    for scheme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=scheme)
        # Two frames: the style is resolved, then painted.
        visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => "
                              "requestAnimationFrame(done)))")
        visitor.page.screenshot(path=folder / f"{name}-{scheme}.png", animations="disabled")
    visitor.page.emulate_media(color_scheme="light")


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    app = LifeSignal()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
                args=["--no-sandbox"])

            def visitor(kind, number):
                return kind(browser, app, number, device_scale_factor=2, reduced_motion="reduce")

            margaret, oskar = visitor(Newcomer, MARGARET), visitor(Visitor, OSKAR)
            dana = visitor(Newcomer, DANA)
            for person in (margaret, oskar, dana):
                person.sign_in()
            june, tomas = visitor(Newcomer, "2125550104"), visitor(Newcomer, "2125550105")
            june.join("June", "Park")
            tomas.join("Tomás", "Rey")
            june.entrusts_to(oskar)
            tomas.entrusts_to(oskar)
            tomas.takes_interval(28_800)
            margaret.entrusts_to(dana)
            tomas.advance(hours=7, minutes=36)
            for person in (margaret, june):
                person.tab("check-in")
                person["check-in-button"].click()
                person.until("!document.getElementById('check-in-button').disabled")
            tomas.advance(minutes=48)
            oskar.tab("dependents")
            oskar.sees("Not responsive")
            for person in (margaret, oskar):
                person.page.reload()
                person.connected()
            margaret.tab("check-in")
            picture(margaret, folder, "check-in")
            oskar.tab("dependents")
            oskar.page.get_by_role("button", name="Ping Margaret Hale").click()
            margaret.tab("responders")
            margaret.sees("are you OK?")
            picture(margaret, folder, "responders")
            margaret.tab("check-in")
            for _ in range(4):
                margaret["alert-button"].click()
            oskar.sees("Alert Active")
            picture(oskar, folder, "dependents")
            browser.close()
    finally:
        app.remove()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
