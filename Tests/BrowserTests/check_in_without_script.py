"""Checking in is an ordinary form: it works where scripts do not."""

from lifesignal import MARGARET, LifeSignal
from visitor import Visitor


def test_checking_in_without_script(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        margaret.sign_in()
        margaret.tab("check-in")
        bare = browser.new_context(
            java_script_enabled=False, storage_state=margaret.context.storage_state())
        page = bare.new_page()
        page.goto(app.url)
        page.locator("[id='check-in-button']").click()
        page.wait_for_load_state()
        assert page.url.rstrip("/") == app.url, page.url
        assert page.locator("[id='countdown']").is_visible()
        margaret.until("/23h 59m|1d 0h/.test(document.getElementById('countdown').innerText)")
    finally:
        app.remove()
