"""Pictures: `python screenshots.py FOLDER` takes those of the README from the running product, the
gallery, and those of the web manifest; `python screenshots.py --all FOLDER` every screen there is, in the
light and in the dark, on a small phone and on a desk.
"""

import os
import pathlib
import sys

from playwright.sync_api import sync_playwright

import looks
from house import house
from lifesignal import DANA, MARGARET, OSKAR, ROOT, LifeSignal
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
        responder.tab("responders")
        code = responder["qr-code-id"].inner_text().strip()
        self.tab("responders")
        self["add-responder"].click()
        self["scanner-by-id"].click()
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
        self.tab("check-in")
        self["change-plan"].click()
        unit, length = ("days", 86400) if seconds % 86400 == 0 else ("hours", 3600)
        self[f"plan-unit-{unit}"].click()
        self[f"plan-value-{seconds // length}"].click()
        self["plan-save"].click()
        self["plan-sheet"].wait_for(state="detached")
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


# What docs/gallery.md shows, beside the README's three.
GALLERY = ("sign-in", "check-in-alert", "check-in-late", "contact", "notifications", "instructions",
           "profile")
SIZES = {"small": (360, 740), "large": (1280, 800)}
MANIFEST = {"check-in": ("check-in", 390, 844, 2), "dependents": ("dependents", 390, 844, 2),
            "wide": ("dependents", 1280, 800, 1)}


def samples(browser, folder, names, sizes, language="en", schemes=("light", "dark")):
    """Every named sample in the sizes and schemes."""
    folder.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(
        service_workers="block", reduced_motion="reduce")
    page = context.new_page()
    for name in names:
        house.samples.open(page, name, language)
        for size, (width, height) in sizes.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in schemes:
                page.emulate_media(color_scheme=scheme)
                looks.settled(page)
                page.screenshot(
                    path=folder / "-".join(filter(None, [name, size, f"{scheme}.png"])),
                    animations="disabled")
        page.emulate_media(color_scheme="light")
    context.close()


def everything(folder):
    """Screenshots for a look at a build: artifacts, not kept."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=house.chromium, args=["--no-sandbox"])
        samples(browser, folder, house.samples.names, SIZES)
        for language in house.samples.languages:
            samples(browser, folder / language, house.samples.names,
                    {"small": SIZES["small"]}, language, ["light"])
        house.close()
        browser.close()


def gallery(folder):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=house.chromium, args=["--no-sandbox"])
        samples(browser, folder, GALLERY, {"": (390, 844)})
        public = ROOT / "Sources/LifeSignalWeb/Public/screenshots"
        public.mkdir(exist_ok=True)
        for file, (name, width, height, scale) in MANIFEST.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, device_scale_factor=scale,
                service_workers="block", reduced_motion="reduce")
            page = context.new_page()
            house.samples.open(page, name)
            page.screenshot(path=public / f"{file}.png", animations="disabled")
            context.close()
        house.close()
        browser.close()


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
            oskar.puts_aside()
            oskar.tab("dependents")
            oskar.page.get_by_role("button", name="Ping Margaret Hale").click()
            oskar["ping-question-confirm"].click()
            oskar["ping-sent"].wait_for()
            margaret.tab("responders")
            margaret.sees("are you OK?")
            picture(margaret, folder, "responders")
            margaret.tab("check-in")
            for _ in range(4):
                margaret["alert-button"].click()
            oskar.sees("Alert active")
            oskar.puts_aside()
            picture(oskar, folder, "dependents")
            browser.close()
    finally:
        app.remove()


if __name__ == "__main__":
    if sys.argv[1] == "--all":
        everything(pathlib.Path(sys.argv[2]))
    else:
        gallery(pathlib.Path(sys.argv[1]))
        main(pathlib.Path(sys.argv[1]))
