"""What two people's small phones, 320 × 568, show of each other: requests, responders, missed check-ins and alerts."""

from lifesignal import DANA, MARGARET, OSKAR, LifeSignal
from small_phone import SMALL, above_dock, seen
from visitor import Visitor


def two_phones(browser, app, first, second):
    people = [Visitor(browser, app, number, viewport=SMALL) for number in (first, second)]
    for person in people:
        person.sign_in()
    return people


def bring(person, selector):
    """As a thumb would: to the middle of the window, where nothing is docked."""
    person.page.evaluate(
        "(it) => document.querySelector(it).scrollIntoView({ block: 'center', behavior: 'instant' })", selector)


def well(*people):
    for person in people:
        assert not person.errors, person.errors


def request_in_inbox(person):
    """The row of an open contact request: the whole row leads to it, and nothing beside it looks like an answer."""
    person["notifications-button"].click()
    person["page-notifications"].wait_for()
    person.until("[...document.querySelectorAll('#page-notifications li')].some((it) =>"
                 " it.innerText.includes('Contact request') &&"
                 " !it.querySelector('[id$=\"-read\"], [id$=\"-clear\"]'))")
    return person.page.locator("#page-notifications li", has_text="Contact request").first.locator("[id$='-open']")


def test_a_request_leads_from_the_inbox_to_its_answer(browser):
    app = LifeSignal()
    try:
        margaret, dana = two_phones(browser, app, MARGARET, DANA)
        margaret.tab("responders")
        code = margaret["qr-code-id"].inner_text().strip()
        since = len(app.lines)
        dana.tab("dependents")
        dana["add-dependent"].click()
        dana["scanner-by-id"].click()
        dana["manual-code"].fill(code)
        dana["manual-code-submit"].click()
        dana["add-contact-sheet"].wait_for()
        if dana["add-contact-dependent"].get_attribute("aria-checked") != "true":
            dana["add-contact-dependent"].click()
        dana["add-contact-add"].click()
        dana.sees("waiting for their answer")
        app.await_line(rf"to=\+1{MARGARET} .*asks to be your responder", since)
        request_in_inbox(margaret).click()
        margaret["contact-accept"].wait_for()
        seen(margaret.page, "contact-accept", "contact-decline")
        margaret["contact-accept"].click()
        dana.sees_no("waiting for their answer")
        # Answered, the row is one like any other.
        margaret["contact-done"].click()
        margaret["notifications-button"].click()
        margaret.until("[...document.querySelectorAll('#page-notifications li')].some((it) =>"
                       " it.innerText.includes('Contact request') && it.querySelector('[id$=\"-clear\"]'))")
        well(margaret, dana)
    finally:
        app.remove()


def test_no_one_becomes_a_responder_unasked(browser):
    """Oskar watches over Margaret; now he wants her to watch over him."""
    app = LifeSignal()
    try:
        margaret, oskar = two_phones(browser, app, MARGARET, OSKAR)
        oskar.tab("check-in")
        oskar.sees("You have no responders")
        since = len(app.lines)
        oskar.tab("dependents")
        oskar.page.locator("[id^='dependent-'][id$='-open']").first.click()
        oskar["contact-responder"].click()
        oskar.sees("Nothing changes until they accept")
        oskar["contact-question-role-change-confirm"].click()
        oskar.sees("Margaret has to accept first")
        oskar["contact-done"].click()
        app.await_line(rf"to=\+1{MARGARET} .*asks you to be their responder", since)
        # Asked is not agreed.
        oskar.tab("responders")
        assert oskar["responders-list"].count() == 0
        oskar.tab("check-in")
        oskar.sees("You have no responders")
        margaret.until("document.querySelector('#tab-dependents .badge')")
        seen(margaret.page, "#tab-dependents .badge")
        margaret.tab("dependents")
        assert margaret.page.locator("[id^='dependent-item-']").count() == 0

        request_in_inbox(margaret).click()
        margaret["contact-accept"].wait_for()
        bring(margaret, "#contact-accept")
        seen(margaret.page, "contact-accept")
        margaret["contact-accept"].click()
        oskar.sees_no("You have no responders")
        oskar.tab("responders")
        oskar["responders-list"].wait_for()
        well(margaret, oskar)
    finally:
        app.remove()


def clock(visitor):
    """Milliseconds of the server's clock."""
    visitor.page.reload()
    visitor.connected()
    return int(visitor.page.evaluate("document.querySelector('[data-live]').dataset.clock"))


def forward_to(visitor, hour, minute):
    """Moves the clock to the next time of that name, UTC."""
    now = clock(visitor) // 1000
    visitor.advance(seconds=(hour * 3_600 + minute * 60 - now) % 86_400)


def test_an_early_check_in_counts_for_the_next_time(browser):
    app = LifeSignal()
    try:
        margaret, oskar = two_phones(browser, app, MARGARET, OSKAR)
        forward_to(margaret, 12, 0)
        margaret.tab("check-in")
        margaret.checks_in()
        margaret["change-plan"].click()
        margaret["plan-kind-times"].click()
        margaret["plan-save"].click()
        margaret["plan-sheet"].wait_for(state="detached")
        margaret.until("document.getElementById('change-plan').innerText.includes('09:00')")

        forward_to(margaret, 6, 30)
        since = len(app.lines)
        today = clock(margaret) // 86_400_000 * 86_400_000
        tomorrow = today + (24 + 9) * 3_600_000
        ring = "+document.querySelector('[data-ring]').dataset.ring"
        margaret.until(f"{ring} === {today + 9 * 3_600_000}")
        margaret["check-in-button"].click()
        margaret.until(f"{ring} === {tomorrow}")
        bring(margaret, "#countdown .until")
        seen(margaret.page, "#countdown .until")
        # The time itself, and its grace, pass without a word.
        forward_to(margaret, 9, 15)
        clock(margaret)
        margaret.until(f"{ring} === {tomorrow}")
        margaret.sees_no("Overdue")
        oskar.tab("dependents")
        oskar.sees_no("Not responsive")
        # What comes next is the reminder of the next day's time.
        forward_to(margaret, 7, 5)
        app.await_line(rf"to=\+1{MARGARET} .*check in within 2 hours", since)
        told = app.messages(rf"to=\+1({MARGARET}|{OSKAR}) .*([Cc]heck-in|Emergency|Alert)", since)
        assert len(told) == 1, told
        well(margaret, oskar)
    finally:
        app.remove()


def misses(app, visitor):
    """A check-in a day ago, and none since."""
    visitor.tab("check-in")
    visitor.checks_in()
    since = len(app.lines)
    visitor.advance(hours=24)
    app.await_line(r"Check-in due", since)
    visitor.advance(minutes=11)
    app.await_line(r"missed a check-in", since)


def test_of_two_alerts_the_unanswered_one_is_shown(browser):
    app = LifeSignal()
    try:
        margaret, oskar = two_phones(browser, app, MARGARET, OSKAR)
        misses(app, margaret)
        # What would happen has happened.
        margaret["rehearsal"].click()
        margaret["rehearsal-holes"].wait_for()
        assert "You missed your check-in." in margaret["rehearsal-holes"].inner_text()
        assert "Nothing is watched" not in margaret.text()
        margaret["rehearsal-done"].click()

        oskar.puts_aside()
        oskar.tab("dependents")
        row = oskar.page.locator("[id^='dependent-item-']").first
        oskar.sees("Not responsive")
        oskar.page.locator("[id^='dependent-'][id$='-open']").first.click()
        oskar.page.locator("[id^='alarm-'][id$='-open']").first.click()
        oskar["alarm-acknowledge"].click()
        oskar["alarm-held"].wait_for()
        oskar["alarm-done"].click()
        oskar["alarm-sheet"].wait_for(state="detached")
        oskar["contact-done"].click()
        oskar["contact-sheet"].wait_for(state="detached")
        oskar.sees("You are on it")
        margaret.sees("Oskar Lind is on it")
        # From now on the rehearsal names the responder instead of claiming that all are contacted.
        margaret["rehearsal"].click()
        margaret["rehearsal-holes"].wait_for()
        holes = margaret["rehearsal-holes"].inner_text()
        assert "You missed your check-in. Oskar Lind is on it." in holes, holes
        assert "contacting your responders" not in margaret.text()
        margaret["rehearsal-done"].click()
        margaret["rehearsal-sheet"].wait_for(state="detached")
        for _ in range(4):
            margaret["alert-button"].click()
        oskar.until("/Alert active/.test(document.querySelector('[id^=\"dependent-item-\"]').innerText)")
        for words in ("is on it", "You are on it"):
            assert words not in row.inner_text(), row.inner_text()
        oskar.puts_aside()
        bring(oskar, "[id^='dependent-item-']")
        seen(oskar.page, row.get_attribute("id"))
        well(margaret, oskar)
    finally:
        app.remove()


def test_during_an_alert_who_has_it_and_the_emergency_call_come_first(browser):
    app = LifeSignal()
    try:
        margaret, oskar = two_phones(browser, app, MARGARET, OSKAR)
        margaret.tab("check-in")
        for _ in range(4):
            margaret["alert-button"].click()
        margaret["own-alarms"].wait_for()
        above_dock(margaret.page, "alert-button", "own-alarms", "emergency-call")
        oskar.puts_aside()
        oskar.tab("dependents")
        oskar.page.locator("[id^='dependent-'][id$='-open']").first.click()
        oskar.page.locator("[id^='alarm-'][id$='-open']").first.click()
        oskar["alarm-acknowledge"].click()
        oskar["alarm-held"].wait_for()
        oskar.sees("You are on it")
        margaret.sees("Oskar Lind is on it")
        above_dock(margaret.page, "alert-button", "own-alarms", "emergency-call")
        # Both windows show the question; it goes here with the alert that the other window ends.
        other = margaret.context.new_page()
        other.goto(app.url + "/check-in")
        # Just raised, it cannot be ended for two seconds.
        margaret.sees("Hold to deactivate")
        margaret["alert-end"].click()
        margaret["alert-question-confirm"].wait_for()
        other.locator("#alert-question-confirm").click()
        margaret["alert-question-confirm"].wait_for(state="detached")
        oskar.sees("This alert is over")
        oskar.until("document.getElementById('speaker').textContent === ''")
        well(margaret, oskar)
    finally:
        app.remove()


def test_a_responder_who_muted_missed_check_ins_is_shown_as_such_everywhere(browser):
    app = LifeSignal()
    try:
        margaret, oskar = two_phones(browser, app, MARGARET, OSKAR)
        margaret.tab("check-in")
        margaret["check-in-button"].click()
        margaret.sees("We contact Oskar if you miss it")
        oskar.tab("profile")
        oskar["open-settings"].click()
        oskar["settings-alerts"].click()
        oskar.until("document.getElementById('settings-alerts').getAttribute('aria-checked') === 'false'")
        margaret.sees("Oskar switched off messages about missed check-ins")
        assert "We contact Oskar if you miss it" not in margaret.text()
        bring(margaret, "#watchers")
        seen(margaret.page, "watchers")
        margaret["rehearsal"].click()
        margaret["rehearsal-holes"].wait_for()
        bring(margaret, "#rehearsal-holes li")
        seen(margaret.page, "#rehearsal-holes li")
        margaret.sees("Oskar Lind switched off messages about missed check-ins")
        margaret.sees("You: reminder to check in (")
        margaret.sees_no("The chain holds")
        margaret["rehearsal-done"].click()
        margaret.tab("responders")
        margaret.sees("Has muted missed check-ins")
        bring(margaret, "#responders-list li")
        seen(margaret.page, "#responders-list li")
        well(margaret, oskar)
    finally:
        app.remove()
