"""The person's own code, and adding a contact: by camera, from a picture, typed. All on one server."""

import os
import pathlib

import code_pictures
from lifesignal import DANA, MARGARET, OSKAR, LifeSignal
from visitor import Visitor

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def camera(browser, film):
    """A browser whose camera shows a film; None for a camera without permission."""
    args = ["--no-sandbox", "--use-fake-device-for-media-stream"]
    if film:
        args += ["--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
    return browser.browser_type.launch(executable_path=CHROMIUM, args=args)


def asks(visitor, name):
    """On the add sheet of this person: asks, and sees them as asked."""
    visitor["add-contact-sheet"].wait_for()
    visitor.sees(name)
    visitor["add-contact-add"].click()
    visitor["add-contact-sheet"].wait_for(state="detached")


def test_somebody_is_added_by_camera(browser):
    app = LifeSignal()
    filming = None
    try:
        margaret = Visitor(browser, app, MARGARET)
        margaret.sign_in()
        margaret.tab("responders")
        film = pathlib.Path(app.folder, "code.y4m")
        code_pictures.video(film, code_pictures.modules(margaret))
        filming = camera(browser, film)
        dana = Visitor(filming, app, DANA)
        loaded = []
        dana.page.on("request", lambda request: loaded.append(request.url))
        dana.sign_in()
        dana.tab("dependents")
        assert not any("scanner.js" in url for url in loaded), "loaded before it is needed"
        dana["add-dependent"].click()
        asks(dana, "Margaret Hale")
        dana.sees("waiting for their answer")
        # The camera is let go with its sheet.
        dana.until("!document.querySelector('video')")
        margaret.tab("responders")
        margaret.sees("Dana Weiss")
        for visitor in (margaret, dana):
            assert not visitor.errors, visitor.errors
    finally:
        if filming:
            filming.close()
        app.remove()


def test_somebody_is_added_from_a_picture_or_typed_and_wrong_codes_say_why(browser):
    app = LifeSignal()
    try:
        margaret, dana, oskar = (Visitor(browser, app, n) for n in (MARGARET, DANA, OSKAR))
        for visitor in (margaret, dana, oskar):
            visitor.sign_in()
            visitor.tab("responders")
        code = margaret["qr-code-id"].inner_text().strip()
        own = dana["qr-code-id"].inner_text().strip()
        folder = pathlib.Path(app.folder)
        code_pictures.png(folder / "code.png", code_pictures.modules(margaret))
        code_pictures.png(folder / "plain.png", [[False] * 40] * 40)
        dana["add-responder"].click()
        dana["scanner-camera"].wait_for()
        dana.sees("No camera found")
        dana["scanner-file"].set_input_files(folder / "plain.png")
        dana["no-code"].wait_for()
        dana["no-code-ok"].click()
        dana["scanner-file"].set_input_files(folder / "code.png")
        asks(dana, "Margaret Hale")
        dana["contact-added-ok"].click()

        def types(text, message):
            dana["add-responder"].click()
            dana["scanner-by-id"].click()
            dana["manual-code"].fill(text)
            dana["manual-code-submit"].click()
            dana["add-contact-error"].wait_for()
            dana.sees(message)
            dana["add-contact-error-ok"].click()
            dana["add-contact-sheet"].wait_for(state="detached")

        types(own, "Cannot add yourself as a contact.")
        types(code.lower(), "You have already asked this person.")
        types("00000000-0000-4000-8000-000000000000", "No LifeSignal user found for this QR code.")
        old = oskar["qr-code-id"].inner_text().strip()
        oskar["reset-code"].click()
        oskar["reset-code-question-confirm"].click()
        oskar.sees("QR code reset")
        types(old, "This code has been replaced. Ask them for their new one.")
        # Asked to look after Dana, so the request stands among those she looks after. She sees from another
        # tab that it waits, and a message has left.
        margaret.page.locator("#tab-dependents", has_text="waiting for your answer").wait_for()
        assert app.messages("asks you to be their responder. Open LifeSignal")
        margaret.tab("dependents")
        margaret.page.locator("[id^='accept-']").first.click()
        dana.sees_no("waiting for their answer")
        margaret.page.locator("#tab-dependents", has_not_text="waiting for your answer").wait_for()
        types(code, "This user is already in your contacts.")
        # Typed, and right.
        dana["add-responder"].click()
        dana["scanner-by-id"].click()
        dana["manual-code"].fill("not a code")
        assert dana["manual-code-submit"].is_disabled()
        oskar.tab("responders")
        dana["manual-code"].fill(oskar["qr-code-id"].inner_text().strip())
        dana["manual-code-submit"].click()
        asks(dana, "Oskar")
        for visitor in (margaret, dana, oskar):
            assert not visitor.errors, visitor.errors
    finally:
        app.remove()


def test_a_refused_camera_is_told(browser):
    app = LifeSignal()
    refusing = camera(browser, None)
    try:
        dana = Visitor(refusing, app, DANA)
        dana.sign_in()
        dana.tab("responders")
        dana["scan-code"].click()
        dana["camera-denied"].wait_for()
        dana["camera-denied-ok"].click()
        dana.sees("Camera access required")
        dana["scanner-by-id"].click()
        dana["manual-code"].wait_for()
    finally:
        refusing.close()
        app.remove()


def test_the_own_code_is_copied_saved_and_reset(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET, accept_downloads=True)
        margaret.sign_in()
        margaret.context.grant_permissions(["clipboard-read", "clipboard-write"])
        margaret.tab("responders")
        code = margaret["qr-code-id"].inner_text().strip()
        margaret["copy-code"].click()
        margaret.sees("Code copied")
        pasted = "navigator.clipboard.readText()"
        assert margaret.page.evaluate(pasted) == code
        margaret["share-code"].click()
        margaret["share-card-link"].click()
        margaret.sees("Link copied")
        link = margaret.page.evaluate(pasted)
        assert link == f"{app.url.rstrip('/')}/add/{code}", link
        for act, kind in (("svg", b"<svg"), ("png", b"\x89PNG")):
            with margaret.page.expect_download() as saving:
                margaret[f"share-card-{act}"].click()
            saved = pathlib.Path(saving.value.path()).read_bytes()
            assert saved.startswith(kind), saved[:20]
        margaret.sees("Picture saved")
        margaret["share-done"].click()
        margaret["share-sheet"].wait_for(state="detached")
        before = code_pictures.modules(margaret)
        margaret["reset-code"].click()
        margaret["reset-code-question-confirm"].click()
        margaret.sees("QR code reset")
        assert margaret["qr-code-id"].inner_text().strip() != code
        assert code_pictures.modules(margaret) != before
        assert not margaret.errors, margaret.errors
    finally:
        app.remove()
