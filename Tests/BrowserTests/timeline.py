"""What happened and who was told: on the page, on paper, as a document anybody can examine."""

import json
import pathlib
import subprocess
import sys
import tempfile

from lifesignal import MARGARET, OSKAR, LifeSignal
from visitor import Visitor

VERIFY = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "verify-timeline.py"


def examined(document):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(document, file)
        file.flush()
        return subprocess.run([sys.executable, str(VERIFY), file.name], capture_output=True, text=True)


def test_a_timeline_is_shown_kept_and_examined(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        oskar = Visitor(browser, app, OSKAR)
        for person in (margaret, oskar):
            person.open()
            person.sign_in()
        margaret.tab("check-in")
        margaret["check-in-button"].click()
        margaret.tab("profile")
        margaret["open-timeline"].click()
        margaret.sees("Checked in")
        margaret.sees("Verified")
        assert margaret.page.url.endswith("/profile/timeline"), margaret.page.url
        margaret.page.reload()
        margaret.sees("Verified")

        # The document, examined by something that knows nothing of ours; then with one byte changed,
        # one entry less, two that changed places, and without its end.
        with margaret.page.expect_download() as download:
            margaret["timeline-download"].click()
        text = pathlib.Path(download.value.path()).read_text(encoding="utf-8")
        result = examined(json.loads(text))
        assert result.returncode == 0, result
        count = len(json.loads(text)["entries"])
        assert count >= 3 and result.stdout == f"{count} entries, all in order\n", result

        def with_change(change):
            document = json.loads(text)
            change(document["entries"])
            return examined(document).returncode

        assert with_change(lambda entries: entries[1].update(at=entries[1]["at"] + 1)) == 1
        assert with_change(lambda entries: entries.pop(1)) == 1
        assert with_change(lambda entries: entries.insert(0, entries.pop(1))) == 1
        assert with_change(lambda entries: entries.pop()) == 1

        # On paper: a page of its own, without a script, as wide as the screen and no wider.
        margaret["timeline-print"].click()
        margaret["timeline-entries"].wait_for()
        assert margaret.page.locator("script").count() == 0
        assert margaret.page.locator("#timeline-entries tbody tr").count() == count
        for width in (320, 1200):
            margaret.page.set_viewport_size({"width": width, "height": 800})
            assert margaret.page.evaluate("document.documentElement.scrollWidth") <= width
        margaret["timeline-back"].click()
        margaret.sees("Verified")
        margaret["timeline-done"].click()

        # Her responder follows an alert in her sheet.
        oskar.tab("dependents")
        oskar.page.get_by_role("button", name="Margaret").first.click()
        oskar["contact-sheet"].wait_for()
        margaret.tab("check-in")
        for _ in range(4):
            margaret["alert-button"].click()
        oskar.sees("What has happened")
        oskar.sees("Message to Oskar Lind")
        for person in (margaret, oskar):
            assert not person.errors, person.errors
    finally:
        app.remove()
