"""The walk of the product in real browsers: three people, and the server as the only clock."""

from lifesignal import DANA, MARGARET, OSKAR, LifeSignal
from visitor import Visitor


def test_the_seven_steps(browser):
    app = LifeSignal()
    try:
        margaret, dana, oskar = (Visitor(browser, app, n) for n in (MARGARET, DANA, OSKAR))
        signs_in(margaret)
        dana.sign_in()
        oskar.sign_in()
        name = asks_and_accepts(margaret, dana)
        sets_and_checks_in(margaret)
        note = misses(app, margaret, dana, oskar)
        pings(margaret, dana)
        raises_alert(margaret, dana, oskar)
        second = Visitor(browser, app, MARGARET)
        shares(margaret, second)
        ends(margaret, dana, name)
        for visitor in (margaret, dana, oskar, second):
            assert not visitor.errors, visitor.errors
        assert app.stop() == 0
        return note
    finally:
        app.remove()


def signs_in(margaret):
    """1: number and code; a wrong, a sixth and a used code have their own clear messages."""
    margaret.open()
    code = margaret.request_code()
    wrong = [f"{(int(code) + n) % 1_000_000:06}" for n in range(1, 7)]
    for guess in wrong[:5]:
        margaret.enter(guess)
        margaret["verification-code-problem"].wait_for()
        message = margaret["verification-code-problem"].inner_text()
        # Ready for the next: empty and focused, and the problem goes when it is typed.
        margaret.until("document.activeElement.id === 'verification-code' && !document.activeElement.value")
        margaret["verification-code"].fill("1")
        margaret["verification-code-problem"].wait_for(state="detached")
    margaret.enter(code)
    margaret["verification-code-problem"].wait_for()
    sixth = margaret["verification-code-problem"].inner_text()
    assert sixth != message, f"the sixth try says only: {sixth}"
    margaret["change-number"].click()
    # After five wrong codes on a day a number waits a minute for the next one.
    margaret["phone-number"].fill(margaret.number)
    margaret["send-code"].click()
    margaret["sign-in-error"].wait_for()
    margaret["sign-in-error-ok"].click()
    margaret.advance(seconds=61)
    margaret.enter(margaret.request_code())
    margaret["tabs"].wait_for()


def asks_and_accepts(margaret, dana):
    """2: nothing is visible before the other side has agreed."""
    margaret.tab("responders")
    code = margaret["qr-code-id"].inner_text().strip()
    dana.tab("dependents")
    dana["add-dependent"].click()
    dana["scanner-by-id"].click()
    dana["manual-code"].fill(code)
    dana["manual-code-submit"].click()
    dana["add-contact-sheet"].wait_for()
    dana.sees("Margaret Hale")
    if dana["add-contact-dependent"].get_attribute("aria-checked") != "true":
        dana["add-contact-dependent"].click()
    dana["add-contact-add"].click()
    dana["add-contact-sheet"].wait_for(state="detached")
    dana.sees("waiting for their answer")
    dana.sees_no(" left")
    margaret.tab("responders")
    margaret.sees("Dana Weiss")
    margaret.page.locator("[id^='accept-']").click()
    dana.sees_no("waiting for their answer")
    row = dana.page.locator("[id^='dependent-item-']")
    row.wait_for()
    return row.get_attribute("id").removeprefix("dependent-item-")


def sets_and_checks_in(margaret):
    """3: interval, grace, one tap; then the countdown runs without traffic."""
    margaret.tab("check-in")
    margaret["change-plan"].click()
    margaret["plan-unit-hours"].click()
    margaret["plan-value-8"].click()
    margaret["plan-grace-600"].click()
    margaret.until("document.getElementById('plan-grace-600').getAttribute('aria-pressed') === 'true'")
    margaret["plan-save"].click()
    margaret["plan-sheet"].wait_for(state="detached")
    margaret.until("document.getElementById('change-plan').innerText.includes('8 hours')")
    margaret["check-in-button"].click()
    margaret.until("/7h 59m|8h 0m/.test(document.getElementById('countdown').innerText)")
    margaret.advance(hours=7, minutes=59)
    margaret.page.reload()
    margaret.connected()
    margaret.until("/^[5-9]?\\ds|1m|59s/m.test(document.getElementById('countdown').innerText)")
    margaret["check-in-button"].click()
    margaret.until("/7h 59m|8h 0m/.test(document.getElementById('countdown').innerText)")


def misses(app, margaret, dana, oskar):
    """4: reminders first; then the open pages of the responders change within a second."""
    dana.tab("dependents")
    oskar.tab("check-in")
    unread = margaret.badge("notifications-button")
    margaret.advance(hours=6, minutes=1)
    margaret.badge_exceeds("notifications-button", unread)
    app.await_line(rf"to=\+1{MARGARET} .*check in within 2 hours")
    margaret.advance(hours=2)
    app.await_line(rf"to=\+1{MARGARET} .*(due|expired)")
    assert not app.messages("missed a check-in"), "a responder was told within the grace period"
    unread = dana.badge("notifications-button")
    since = len(app.lines)
    margaret.advance(minutes=10)
    took = dana.sees("Not responsive", milliseconds=1_000)
    dana.badge_becomes("tab-dependents", 1, milliseconds=1_000)
    dana.badge_becomes("notifications-button", unread + 1, milliseconds=1_000)
    oskar.badge_becomes("tab-dependents", 1, milliseconds=1_000)
    for number in (DANA, OSKAR):
        app.await_line(rf"to=\+1{number} .*missed a check-in", since)
    for responder in (dana, oskar):
        responder.puts_aside()
    alarms = app.messages("missed a check-in", since)
    assert len(alarms) == 2, alarms
    return f"the open page changed {took:.0f} ms after it was asked to look"


def pings(margaret, dana):
    """5: the responder asks, one tap answers; a second ping is withdrawn."""
    margaret.tab("responders")
    ask = dana.page.locator("[id^='ping-']").first
    ask.click()
    dana["ping-question-confirm"].click()
    dana.sees("Pinged")
    margaret.sees("Dana asks: are you OK?", milliseconds=1_000)
    margaret.badge_becomes("tab-responders", 1)
    margaret.page.locator("[id^='respond-']:not([id='respond-to-all'])").click()
    margaret.sees_no("are you OK?")
    dana.sees_no("Pinged")
    dana["notifications-button"].click()
    dana.sees("Margaret Hale answered “I’m OK” and is checked in")
    dana["notifications-back"].click()
    dana.tab("dependents")
    dana.advance(minutes=2)
    dana.page.locator("[id^='ping-']").first.click()
    dana["ping-question-confirm"].click()
    margaret.sees("are you OK?", milliseconds=1_000)
    dana.page.get_by_role("button", name="Clear ping for Margaret Hale").click()
    dana["ping-question-confirm"].click()
    margaret.sees_no("are you OK?", milliseconds=1_000)


def raises_alert(margaret, dana, oskar):
    """6: four taps raise it, everybody sees it at once; holding three seconds ends it."""
    oskar.tab("dependents")
    margaret.tab("check-in")
    for _ in range(4):
        margaret["alert-button"].click()
    margaret.sees("Alert is active")
    dana.sees("Alert active", milliseconds=1_000)
    oskar.sees("Alert active", milliseconds=1_000)
    for responder in (dana, oskar):
        responder.puts_aside()
    margaret.until("!document.getElementById('alert-button').disabled", 5_000)
    box = margaret["alert-button"].bounding_box()
    margaret.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    margaret.page.mouse.down()
    margaret.sees("Activate alert")
    margaret.page.mouse.up()
    dana.sees_no("Alert active", milliseconds=1_000)
    oskar.sees_no("Alert active", milliseconds=1_000)


def shares(margaret, second):
    """7: two browsers of one person show the same, and neither stops the other."""
    second.sign_in()
    second.tab("check-in")
    margaret["check-in-button"].click()
    for visitor in (margaret, second):
        visitor.until("/7h 59m|8h 0m/.test(document.getElementById('countdown').innerText)")
    second.tab("profile")
    assert margaret["page-check-in"].is_visible(), "two browsers are not two tabs"


def ends(margaret, dana, id):
    """2 again: either side ends it in one tap, and sees nothing afterwards."""
    dana.tab("dependents")
    dana[f"dependent-{id}-open"].click()
    dana["contact-sheet"].wait_for()
    dana["contact-end"].click()
    dana.page.locator("[id^='contact-question-'][id$='-confirm']").click()
    dana.sees_no("Margaret Hale")
    margaret.tab("responders")
    margaret.sees_no("Dana Weiss")
