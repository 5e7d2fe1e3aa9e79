"""Profile, picture, who sees what, the log of looks, export and the end of an account."""

import json
import struct
import zlib

from lifesignal import MARGARET, OSKAR, LifeSignal
from visitor import Visitor


def png(width, height):
    """A plain picture, larger than what is kept."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    rows = (b"\0" + b"\x20\x60\xe0" * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"tEXt", b"Place\0home") + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def test_people_and_their_accounts(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        oskar = Visitor(browser, app, OSKAR)
        for person in (margaret, oskar):
            person.open()
            person.sign_in()

        # The name, in a sheet of its own.
        margaret.tab("profile")
        margaret["update-name"].click()
        margaret["edit-last-name"].fill("Hale-Stone")
        margaret["name-save"].click()
        margaret.sees("Margaret Hale-Stone")

        # The picture is made small in the browser and carries nothing else.
        margaret["update-avatar"].click()
        with margaret.page.expect_response(lambda reply: reply.url.endswith("/picture")) as sent:
            margaret["photo"].set_input_files(
                files=[{"name": "me.png", "mimeType": "image/png", "buffer": png(2000, 1000)}])
        assert sent.value.status == 204, sent.value.status
        margaret.until("document.querySelector('#profile-avatar img')?.naturalWidth === 1024")
        margaret.until("document.querySelector('#profile-avatar img')?.naturalHeight === 512")
        body = bytes(margaret.page.evaluate("""fetch(document.querySelector('#profile-avatar img').src)
            .then((reply) => reply.arrayBuffer()).then((bytes) => [...new Uint8Array(bytes)])"""))
        assert body[:3] == b"\xff\xd8\xff", "the browser sends a JPEG"
        assert b"home" not in body

        # Her responder sees it, and opening her page is a look.
        oskar.tab("dependents")
        oskar.until("document.querySelector('#page-dependents .avatar img')?.naturalWidth === 1024")
        oskar.page.get_by_role("button", name="Margaret").first.click()
        oskar["contact-sheet"].wait_for()
        oskar["contact-private-edit"].click()
        oskar["contact-nickname"].fill("Mum")
        oskar["contact-private-save"].click()
        oskar.until("document.querySelector('#contact-sheet .who').innerText === 'Mum'")
        oskar["contact-done"].click()
        margaret["open-activity"].click()
        margaret.sees("Oskar Lind viewed your page")
        margaret["activity-done"].click()

        # Everything, as a file.
        margaret["export-data"].click()
        margaret["export-file"].wait_for()
        with margaret.page.expect_download() as download:
            margaret["export-file"].click()
        export = json.load(open(download.value.path()))
        assert export["profile"]["lastName"] == "Hale-Stone"
        assert [entry["kind"] for entry in export["activity"]] == ["looked"]
        margaret["export-done"].click()

        # Who can see what, and the end of it in one tap and one answer.
        margaret["open-privacy"].click()
        margaret.sees("See your check-ins and alerts")
        margaret.page.locator("#privacy-sheet .danger-soft").first.click()
        margaret["privacy-question-confirm"].click()
        margaret.sees("No one sees anything of you")
        oskar.sees_no("Mum")
        margaret["privacy-done"].click()

        # The account goes with a word and a code; the browser is a stranger's again.
        margaret["delete-account"].click()
        margaret["deletion-word"].fill("DELETE")
        since = len(app.lines)
        margaret["deletion-send"].click()
        margaret["deletion-code"].fill(app.code(MARGARET, since))
        margaret["deletion-confirm"].click()
        margaret["phone-number"].wait_for()
        for person in (margaret, oskar):
            assert not person.errors, person.errors
    finally:
        app.remove()

