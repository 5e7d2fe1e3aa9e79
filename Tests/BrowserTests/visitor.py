"""One person at one browser. Waits for what the page shows, never for time."""

import json

from playwright.sync_api import Error


class Visitor:
    def __init__(self, browser, app, number, **options):
        self.app, self.number, self.errors = app, number, []
        # Where the zone is of another country, a number needs its own country code.
        self.is_abroad = "timezone_id" in options
        options.setdefault("timezone_id", "UTC")
        options.setdefault("viewport", {"width": 390, "height": 844})
        options.setdefault("service_workers", "block")
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, message):
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def __getitem__(self, id):
        return self.page.locator(f"[id='{id}']")

    def open(self):
        self.page.goto(self.app.url)
        self.connected()

    def connected(self):
        self.until("document.documentElement.dataset.connection === 'open'")

    def until(self, condition, milliseconds=30_000):
        """Waits, looking every frame, for a condition in the page; returns how long that took.
        A page of whose answer nothing has been read yet has no elements to ask.
        (Playwright's own waiting needs `unsafe-eval`, which the page forbids.)"""
        while True:
            try:
                took = self.page.evaluate(f"""async () => {{
                  const start = performance.now()
                  while (!(document.body && ({condition}))) {{
                    if (performance.now() - start > {milliseconds}) return -1
                    await new Promise((done) => setTimeout(done, 4))
                  }}
                  return performance.now() - start
                }}""")
                break
            except Error as error:
                # The page has reloaded itself meanwhile: the condition applies to the new one.
                if "context was destroyed" not in str(error):
                    raise
                self.page.wait_for_load_state()
        assert took >= 0, f"{self.number} waited {milliseconds} ms in vain: {condition}\n{self.text()}"
        return took

    def sees(self, text, milliseconds=30_000):
        return self.until(
            f"document.body.innerText.includes({json.dumps(text)})", milliseconds)

    def sees_no(self, text, milliseconds=30_000):
        return self.until(
            f"!document.body.innerText.includes({json.dumps(text)})", milliseconds)

    def text(self):
        return self.page.evaluate("document.body.innerText")

    def tab(self, name):
        self[f"tab-{name}"].click()
        self[f"page-{name}"].wait_for()

    def puts_aside(self):
        """Closes the alert that has opened by itself on the whole screen."""
        self["alarm-sheet"].wait_for()
        self["alarm-done"].click()
        self["alarm-sheet"].wait_for(state="detached")

    def request_code(self):
        """Types the number, asks for a code and returns it."""
        since = len(self.app.lines)
        self["phone-number"].fill(f"+1{self.number}" if self.is_abroad else self.number)
        self["send-code"].click()
        self["verification-code"].wait_for()
        return self.app.code(self.number, since)

    def enter(self, code):
        """The sixth digit sends it."""
        self["verification-code"].fill(code)

    def sign_in(self):
        self.open()
        self.enter(self.request_code())
        self["tabs"].wait_for()

    def badge(self, id):
        """The number on a tab or button, 0 without one."""
        return int(self.page.evaluate(
            f"document.querySelector(\"[id='{id}'] .badge\")?.textContent || '0'"))

    def badge_becomes(self, id, number, milliseconds=30_000):
        return self.until(
            f"(document.querySelector(\"[id='{id}'] .badge\")?.textContent ?? '0').trim()"
            f" === '{number}'", milliseconds)

    def badge_exceeds(self, id, number):
        return self.until(
            f"+(document.querySelector(\"[id='{id}'] .badge\")?.textContent ?? 0) > {number}")

    def checks_in(self):
        """Presses the button and waits for the new time. A clock that moves ahead of a check-in moves its
        deadline too."""
        last = "(document.querySelector('#check-in-button [data-time]')?.dataset.time ?? '')"
        self["check-in-button"].wait_for()
        before = self.page.evaluate(last)
        self["check-in-button"].click()
        self.until(f"{last} && {last} !== '{before}'")

    def advance(self, **length):
        """Moves the demo clock on."""
        seconds = sum(
            count * {"days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}[unit]
            for unit, count in length.items())
        status = self.page.evaluate(
            """(seconds) => fetch('/demo/advance', {
                 method: 'POST', headers: { 'content-type': 'application/json' },
                 body: JSON.stringify({ seconds }) }).then((answer) => answer.status)""", seconds)
        assert status == 200, f"the demo clock answered {status}"
