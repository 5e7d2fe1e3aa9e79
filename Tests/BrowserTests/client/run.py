"""Tests of the browser client in Chromium: `python Tests/BrowserTests/client/run.py [word …]`.

Needs Playwright for Python and a Chromium (CHROMIUM, default /usr/bin/chromium). With words, only
tests whose name contains one of them run. Prints `N passed, N failed`; the exit code says the same.
"""

import os
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

import events
import morphing
import streams
import widgets
from server import Server


class World:
    """A browser page on a server of its own. `errors` gathers what the page complained about."""

    def __init__(self, browser):
        self.browser, self.server, self.page, self.errors = browser, None, None, []

    def open(self, view="", path="", wait=True, script=None, **options):
        context = options.pop("context", {})
        notes = options.pop("notes", "")
        self.server = Server(view, **options)
        self.server.notes = notes
        self.page = self.browser.new_context(**context).new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        if script:
            self.page.add_init_script(script)
        self.page.goto(self.server.url + path)
        if wait and not path:
            self.connected()
        return self.page, self.server

    def _note(self, message):
        # A refused request is reported by the browser as an error; tests cause them on purpose.
        if message.type == "error" and "Failed to load resource" not in message.text:
            if "ERR_" not in message.text:
                self.errors.append(message.text)

    def connected(self, state="open"):
        self.until(f"document.documentElement.dataset.connection === '{state}'")

    def until(self, condition):
        """Waits for a condition in the page. (Playwright's own waiting needs `unsafe-eval`.)"""
        held = self.page.evaluate(f"""async () => {{
          const end = performance.now() + 10000
          while (!({condition})) {{
            if (performance.now() > end) return false
            await new Promise((done) => setTimeout(done, 5))
          }}
          return true
        }}""")
        assert held, f"waited 10 s in vain: {condition}"

    def push(self, tag, view):
        """Sends a frame and waits until it is in the page."""
        self.server.push(tag, view)
        self.until(f"document.getElementById('live').dataset.frame === '{tag}'")

    def close(self):
        if self.page:
            self.page.context.close()
        if self.server:
            self.server.stop()


def main(words):
    tests = [
        (module.__name__, name, test)
        for module in (morphing, streams, events, widgets)
        for name, test in vars(module).items()
        if name.startswith("test_")
    ]
    if words:
        tests = [test for test in tests if any(word in test[1] for word in words)]
    passed, failed = 0, 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        for module, name, test in tests:
            world, began = World(browser), time.monotonic()
            try:
                note = test(world)
                if world.errors:
                    raise AssertionError(f"the page complained: {world.errors}")
                passed += 1
                line = f"ok     {module}: {name[5:].replace('_', ' ')}"
                print(line + (f" ({note})" if note else ""), f"{time.monotonic() - began:.1f} s")
            except Exception:
                failed += 1
                print(f"FAILED {module}: {name[5:].replace('_', ' ')}")
                traceback.print_exc(file=sys.stdout)
            finally:
                world.close()
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
