"""ManyTimers, the example, in real browsers: the box with a dozen timers, and documents."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from lifesignal import ROOT
from visitor import Visitor

BINARY = os.environ.get("MANYTIMERS_BINARY", str(ROOT / ".build/debug/manytimers"))


class ManyTimers:
    """The real program, serving one of its two apps on a free port."""

    def __init__(self, *arguments):
        self.people = []
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="many-timers-browser-"))
        self.process = subprocess.Popen(
            [BINARY, *arguments, "--web", "--port", "0"], cwd=self.folder,
            stdout=subprocess.PIPE, text=True)
        try:
            line = self.process.stdout.readline()
            self.url = re.search(r"http://\S+", line)[0]
        except BaseException:
            # The caller never gets this object, so it could not remove the folder.
            self.remove()
            raise

    def stop(self):
        """Ends the program as a person would; returns its exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=15)
        finally:
            self.process.kill()
            self.process.wait()

    def remove(self):
        # Pages left open would ask the dead server for its stream during the next test.
        for person in self.people:
            person.context.close()
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Person(Visitor):
    """A person with timers. Names are labels here, not phone numbers."""

    def __init__(self, browser, app, **options):
        super().__init__(browser, app, "somebody", **options)
        app.people.append(self)
        # A page is a dozen requests, each on its own turn of a busy machine.
        self.page.set_default_timeout(30_000)

    def opens(self, file):
        """Opens a document of the shelf."""
        self.press(f"Open {file}")
        self.page.wait_for_url("**/documents/*")
        self.connected()

    def is_back(self):
        """The document has been closed, and the shelf is shown."""
        self.page.wait_for_url(self.app.url)
        self.connected()

    def press(self, label):
        self.page.get_by_label(label, exact=True).click()

    def add(self, name, time):
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Time", exact=True).fill(time)
        self.page.locator("form.new button").click()

    def card(self, name):
        """An expression for the card of a timer."""
        return (f"[...document.querySelectorAll('.card')]"
                f".find((card) => card.querySelector('h2').textContent === {json.dumps(name)})")

    def becomes(self, name, phase):
        self.until(f"{self.card(name)}?.querySelector('.phase').textContent === '{phase}'")

    def seconds(self, name):
        text = self.page.evaluate(f"{self.card(name)}.querySelector('.time').textContent")
        total = 0
        for part in text.split(":"):
            total = total * 60 + int(part)
        return total

    def falls(self, name, below):
        """Waits until a timer shows less than so many seconds."""
        self.until(f"{self.card(name)}.querySelector('.time').textContent.split(':')"
                   f".reduce((total, part) => total * 60 + +part, 0) < {below}")


def test_the_box_runs_a_dozen_timers_that_do_not_know_of_each_other(browser):
    app = ManyTimers("shoebox")
    try:
        person = Person(browser, app, viewport={"width": 1120, "height": 900})
        person.open()
        assert person.page.locator(".card").count() == 12
        for name in ("Tea", "Pasta", "Rice"):
            person.press(f"Start {name}")
            person.becomes(name, "Running")
        person.falls("Tea", 179)
        person.falls("Rice", 17 * 60 - 1)
        # One is stopped: it stands still, the others go on.
        person.press("Stop Tea")
        person.becomes("Tea", "Stopped")
        stopped = person.seconds("Tea")
        person.falls("Pasta", person.seconds("Pasta") - 1)
        assert person.seconds("Tea") == stopped
        # One is reset, one is taken out while it runs, and one finishes.
        person.press("Reset Rice")
        person.becomes("Rice", "Ready")
        assert person.seconds("Rice") == 17 * 60
        person.add("Blink", "0:02")
        person.press("Start Blink")
        person.becomes("Blink", "Running")
        person.press("Remove Pasta")
        person.until(f"!({person.card('Pasta')})")
        person.becomes("Blink", "Finished")
        assert person.seconds("Blink") == 0
        person.press("Start Tea")
        person.falls("Tea", stopped)
        # What is asked for wrongly is said, and a name is only a name.
        person.add("<b>Odd", "soon")
        person.sees("“soon” is no time")
        person.add("<b>Odd", "5")
        person.becomes("<b>Odd", "Ready")
        # Another browser sees the same box.
        other = Person(browser, app)
        other.open()
        other.becomes("Blink", "Finished")
        other.press("Stop Tea")
        person.becomes("Tea", "Stopped")
        assert not person.errors + other.errors, person.errors + other.errors
        assert app.stop() == 0
    finally:
        app.remove()


def test_documents_are_open_side_by_side_saved_and_opened_again(browser):
    app = ManyTimers("documents", "--folder", "Kitchen")
    try:
        tea, pasta = (Person(browser, app) for _ in range(2))
        tea.open()
        tea.sees("0 of 3 open")
        tea.opens("Tea.timer")
        pasta.open()
        pasta.sees("1 of 3 open")
        pasta.opens("Pasta.timer")
        # Two documents, two stores: each runs, only one is stopped.
        tea.press("Start Tea")
        pasta.press("Start Pasta")
        tea.falls("Tea", 179)
        pasta.falls("Pasta", 539)
        tea.press("Stop Tea")
        tea.becomes("Tea", "Stopped")
        left = tea.seconds("Tea")
        pasta.falls("Pasta", pasta.seconds("Pasta") - 1)
        pasta.becomes("Pasta", "Running")
        # Saved, and closed without being asked.
        tea.until("!document.getElementById('edited').hidden")
        tea["save"].click()
        tea.until("document.getElementById('edited').hidden")
        saved = json.loads((app.folder / "Kitchen/Tea.timer").read_text())
        assert left - 1 < saved["remaining"] <= left, saved
        tea["close"].click()
        tea.is_back()
        tea.sees("1 of 3 open")
        # Closed with changes: asked first.
        pasta["close"].click()
        pasta.sees("Save changes to Pasta.timer?")
        pasta["question-stay"].click()
        pasta["question"].wait_for(state="detached")
        pasta["close"].click()
        pasta["question-save"].click()
        pasta.is_back()
        pasta.sees("0 of 3 open")
        assert json.loads((app.folder / "Kitchen/Pasta.timer").read_text())["remaining"] < 540
        # Opened again as it was.
        tea.opens("Tea.timer")
        tea.becomes("Tea", "Stopped")
        assert tea.seconds("Tea") == left
        # What cannot be read is named, and left as it is.
        (app.folder / "Kitchen/Odd.timer").write_text("odd")
        pasta.add("Soup", "0:45")
        pasta.sees("Soup.timer")
        with pasta.page.expect_navigation():
            pasta.press("Open Odd.timer")
        pasta.sees("“Odd.timer” is not a timer document. It has been left as it is.")
        assert (app.folder / "Kitchen/Odd.timer").read_text() == "odd"
        assert not tea.errors + pasta.errors, tea.errors + pasta.errors
        assert app.stop() == 0
    finally:
        app.remove()
