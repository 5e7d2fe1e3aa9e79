"""What a person sees on the first screen of a small phone, 320 × 568: boxes inside the window, not words in the page."""

from house import house
from lifesignal import DANA, MARGARET, OSKAR, LifeSignal
from looks import settled
from offline import Phone
from visitor import Visitor

SMALL = {"width": 320, "height": 568}

# Inside the window as a whole, and nothing else lies on its middle.
SEEN = """(id) => {
  const el = document.getElementById(id) ?? document.querySelector(id)
  if (!el || !el.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return `${id} is not shown`
  const { left, top, right, bottom, width, height } = el.getBoundingClientRect()
  if (width < 2 || height < 2) return `${id} has no size`
  if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) {
    return `${id} lies at ${[left, top, right, bottom].map(Math.round)} of ${innerWidth} × ${innerHeight}`
  }
  const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return on && (el.contains(on) || on.contains(el)) ? '' : `${on?.id || on?.className} lies on ${id}`
}"""


def seen(page, *ids):
    """Fails for what is not on the screen as it is now."""
    settled(page)
    for id in ids:
        problem = page.evaluate(SEEN, id)
        assert not problem, problem


def above_dock(page, *ids):
    """Fails also for what the check-in button covers in part."""
    seen(page, *ids)
    dock = page.locator("#check-in-form").bounding_box()["y"]
    for id in ids:
        box = page.locator(f"#{id}").bounding_box()
        assert box["y"] + box["height"] <= dock, (id, box, dock)


def sample(browser, name, test):
    """A sample state on a small phone."""
    context = browser.new_context(viewport=SMALL, service_workers="block")
    try:
        page = context.new_page()
        house.samples.open(page, name)
        test(page)
    finally:
        context.close()


def test_an_alert_that_reaches_no_one_says_so_first(browser):
    def check(page):
        seen(page, "no-one", "no-one-call")
        words = page.locator("#no-one").inner_text()
        assert "No one is being contacted" in words and "Call for help yourself" in words
        assert page.locator("#no-one-call").get_attribute("href") == "tel:911"
        everything = page.locator("body").inner_text()
        for claim in ("contacting your responders", "keep contacting", "We contact your responders"):
            assert claim not in everything, claim
    for name in ("check-in-alone-alert", "check-in-alone-missed"):
        sample(browser, name, check)


def test_an_alert_that_cannot_reach_its_responders_says_so_first(browser):
    def check(*ids):
        def first(page):
            seen(page, *ids)
            words = page.locator(f"#{ids[0]}").inner_text()
            assert "We can’t reach any of your responders. Call for help yourself." in words
            assert page.locator(f"#{ids[1]}").get_attribute("href") == "tel:911"
            everything = page.locator("body").inner_text()
            for claim in ("keep contacting", "responders contacted", "contacting your responders"):
                assert claim not in everything, claim
        return first
    sample(browser, "check-in-unreachable", check("no-one", "no-one-call"))
    sample(browser, "alarm-unreachable", check("alarm-no-one", "alarm-no-one-call"))


def test_an_alert_can_be_ended_on_the_first_screen(browser):
    def check(page):
        seen(page, "no-one-call")
        above_dock(page, "alert-button")
    for name in ("check-in-alone-alert", "check-in-unreachable"):
        sample(browser, name, check)


def test_the_count_of_taps_stays_on_one_line(browser):
    def check(page):
        assert page.evaluate("""(() => {
          const how = document.getElementById('alert-how'), range = new Range()
          const text = document.createTreeWalker(how, NodeFilter.SHOW_TEXT).nextNode()
          const start = text.data.indexOf('2 of 4')
          range.setStart(text, start)
          range.setEnd(text, start + 6)
          return start > 0 && range.getClientRects().length })()""") == 1
    sample(browser, "check-in-taps", check)


def test_long_words_of_people_stay_inside_the_window(browser):
    def check(*selectors):
        def within(page):
            for selector in selectors:
                # The word is long, whatever the sample's own words are.
                page.locator(selector).first.evaluate("(it) => { it.textContent = 'https://' + 'W'.repeat(80) }")
                left, right = page.locator(selector).first.evaluate(
                    "(it) => { const box = new Range(); box.selectNodeContents(it);"
                    " const { left, right } = box.getBoundingClientRect(); return [left, right] }")
                assert left >= 0 and right <= SMALL["width"], (selector, left, right)
            assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
        return within
    sample(browser, "profile", check(".person .who", "#edit-note .note"))
    sample(browser, "contact", check(".person .who", ".person .status > span:last-child"))


def test_a_button_of_an_alert_says_what_it_does(browser):
    def owner(page):
        page.locator("#alarm-keep-contacting").scroll_into_view_if_needed()
        seen(page, "alarm-keep-contacting")
        assert "Carl Okafor gets no message about this" in page.locator("#alarm-sheet").inner_text()
    sample(browser, "alarm-own-held", owner)

    def joining(page):
        seen(page, "alarm-acknowledge")
        assert page.locator("#alarm-acknowledge").inner_text().strip() == "I’m coming"
        assert "We stop contacting" not in page.locator("#alarm-sheet").inner_text()
    sample(browser, "alarm-joining", joining)


def test_no_one_is_fine_during_a_duress_alert(browser):
    def check(page):
        seen(page, "dependent-item-3004")
        row = page.locator("#dependent-item-3004")
        assert "Don’t call, text or ping Ravi" in row.inner_text()
        assert row.locator("a[href^=tel], a[href^=sms], [id^=ping]").count() == 0
        # The others keep theirs.
        seen(page, "ping-3002")
    sample(browser, "dependents-duress", check)

    def sheet(page):
        seen(page, "contact-duress")
        assert page.locator("#contact-call, #contact-message, #contact-ping").count() == 0
    sample(browser, "contact-duress", sheet)


def test_a_request_is_answered_where_its_notification_leads(browser):
    def check(page):
        seen(page, "contact-accept", "contact-decline")
        assert "Withdraw" not in page.locator("#contact-sheet").inner_text()
    sample(browser, "contact-request", check)


def test_a_request_that_waits_is_seen_from_another_tab(browser):
    def check(page):
        seen(page, "#tab-responders .badge")
        assert "waiting for your answer" in page.locator("#tab-responders").text_content()
    sample(browser, "check-in", check)


def test_an_own_alert_shows_what_to_text(browser):
    def check(page):
        page.locator("#alarm-reply").scroll_into_view_if_needed()
        seen(page, "alarm-reply")
        assert "reply OK A3F7" in page.locator("#alarm-reply").inner_text()
    sample(browser, "alarm-own", check)


def test_what_was_not_sent_is_seen_on_the_first_screen(browser):
    app = LifeSignal()
    try:
        phone = Phone(browser, app, MARGARET, viewport=SMALL)
        phone.arrive()
        phone.lose_server()
        seen(phone.page, ".connection")
        phone["check-in-button"].click()
        phone["waiting-note-check-in"].wait_for()
        seen(phone.page, "waiting-note-check-in", ".connection")
        # However far one scrolls.
        phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        seen(phone.page, "waiting-note-check-in", ".connection")
        phone.page.evaluate("scrollTo(0, 0)")

        for _ in range(4):
            phone["alert-button"].click()
        phone["no-one-contacted"].wait_for()
        seen(phone.page, "no-one-contacted", "no-one-contacted-call")
        assert phone["no-one-contacted-call"].get_attribute("href") == "tel:911"
        phone["no-one-contacted-close"].click()
        # It still waits, and says so in both places.
        seen(phone.page, "waiting-note-alert", "waiting-call", ".connection")
        phone["alert-button"].scroll_into_view_if_needed()
        assert phone["alert-button"].inner_text().startswith("Alert not sent yet")
        # Another tap is not another alert.
        phone["alert-button"].click()
        phone["no-one-contacted"].wait_for()
        phone["no-one-contacted-close"].click()
        assert [entry["kind"] for entry in phone.waiting()] == ["check-in", "alert"]

        phone.find_server()
        phone["waiting-note-sent-check-in"].wait_for()
        seen(phone.page, "waiting-note-sent-check-in")
        phone.connected()
        phone.tab("check-in")
        phone.sees("Alert Is Active")
        assert phone.waiting() == []
    finally:
        app.remove()


def test_a_number_of_another_country_is_refused_and_never_cut(browser):
    app = LifeSignal()
    try:
        american = Visitor(browser, app, MARGARET, viewport=SMALL, locale="en-US")
        american.open()
        american["phone-number"].fill("07700 900123")
        american["phone-number-problem"].wait_for()
        seen(american.page, "phone-number-problem")
        assert "isn’t a US (+1) number" in american["phone-number-problem"].inner_text()
        assert american["send-code"].is_disabled()
        assert american["phone-number"].input_value().replace(" ", "") == "07700900123"
        american["phone-number"].fill("+49 151 23456789")
        american.sees("We can’t send codes to this country yet")
        assert american["send-code"].is_disabled()

        british = Visitor(browser, app, "07700900123", viewport=SMALL, locale="en-GB")
        british.open()
        assert british["region"].input_value() == "UK"
        british["phone-number"].fill("07700 900123")
        british["send-code"].click()
        british["verification-code"].wait_for()
        british.sees("+44 7700 900 123")
        app.await_line(r"to=\+447700900123 ")

        # An Italian number has ten digits as well: it would be an American's.
        italian = Visitor(
            browser, app, MARGARET, viewport=SMALL, locale="it-IT", timezone_id="Europe/Rome")
        italian.open()
        assert italian["region"].input_value() == ""
        italian["phone-number"].fill("347 234 5678")
        italian["phone-number-problem"].wait_for()
        seen(italian.page, "phone-number-problem")
        assert italian["send-code"].is_disabled()
        italian["phone-number"].fill("+39 347 234 5678")
        italian.sees("We can’t send codes to this country yet")
        assert italian["send-code"].is_disabled()
        # An American abroad says so.
        italian["phone-number"].fill(MARGARET)
        italian["phone-number-problem"].wait_for()
        italian["region"].select_option("US")
        italian.until("!document.getElementById('send-code').disabled")
        italian["send-code"].click()
        italian["verification-code"].wait_for()
        # The language is English, the clocks are not those of a region.
        abroad = Visitor(
            browser, app, MARGARET, viewport=SMALL, locale="en-US", timezone_id="Asia/Kolkata")
        abroad.open()
        abroad.until("document.getElementById('region').value === ''")
        abroad["phone-number"].fill("98765 43210")
        abroad["phone-number-problem"].wait_for()
        assert abroad["send-code"].is_disabled()
        assert not app.messages(r"to=\+13472345678"), "a stranger got the code"
        assert not app.messages(r"to=\+19876543210"), "a stranger got the code"
        for visitor in (american, british, italian, abroad):
            assert not visitor.errors, visitor.errors
    finally:
        app.remove()


def test_a_check_in_link_asks_before_it_checks_in(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET, viewport=SMALL)
        margaret.sign_in()
        margaret.advance(minutes=12)
        margaret.tab("profile")
        margaret["open-things"].click()
        margaret["thing-link"].click()
        margaret.until(f"document.getElementById('thing-url')?.innerText.startsWith('{app.url}/ping/')")
        address = margaret["thing-url"].inner_text()
        margaret["thing-address-done"].click()
        opened = margaret.context.new_page()
        opened.goto(address)
        seen(opened, "link-send")
        assert "Nothing has been sent yet" in opened.locator("body").inner_text()
        margaret.until("/Not heard yet/.test(document.getElementById('things-link')?.innerText ?? '')")
        opened.locator("#link-send").click()
        opened.get_by_text("You have checked in.").wait_for()
        margaret.until("/\\bnow\\b/i.test(document.getElementById('things-link')?.innerText ?? '')")
    finally:
        app.remove()


def test_days_are_those_of_the_viewer(browser):
    """An entry made just before midnight of the viewer's clocks is of yesterday just after it."""
    app = LifeSignal()
    try:
        oskar = Visitor(browser, app, OSKAR, viewport=SMALL, timezone_id="Asia/Kathmandu")
        oskar.sign_in()
        oskar.tab("check-in")
        oskar["check-in-button"].click()
        oskar.until("/Last:/.test(document.getElementById('check-in-button').innerText)")
        left = oskar.page.evaluate("""(() => {
            const [hours, minutes] = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
              .format(+document.querySelector('[data-live]').dataset.clock).split(':').map(Number)
            return 24 * 60 - hours * 60 - minutes })()""")
        oskar.advance(minutes=left + 1)
        oskar.page.reload()
        oskar.connected()
        oskar["notifications-button"].click()
        oskar["page-notifications"].wait_for()
        oskar.until("[...document.querySelectorAll('#page-notifications h2')].some((it) => it.innerText === 'Yesterday')")
    finally:
        app.remove()


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
                 " it.innerText.includes('Contact Request') &&"
                 " !it.querySelector('[id$=\"-read\"], [id$=\"-clear\"]'))")
    return person.page.locator("#page-notifications li", has_text="Contact Request").first.locator("[id$='-open']")


def test_a_request_leads_from_the_inbox_to_its_answer(browser):
    app = LifeSignal()
    try:
        margaret, dana = two_phones(browser, app, MARGARET, DANA)
        margaret.tab("home")
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
                       " it.innerText.includes('Contact Request') && it.querySelector('[id$=\"-clear\"]'))")
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
        margaret["check-in-button"].click()
        margaret.until("/Last:/.test(document.getElementById('check-in-button').innerText)")
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
        app.await_line(rf"to=\+1{MARGARET} .*expires in 2 hours", since)
        told = app.messages(rf"to=\+1({MARGARET}|{OSKAR}) .*([Cc]heck-in|Emergency|Alert)", since)
        assert len(told) == 1, told
        well(margaret, oskar)
    finally:
        app.remove()


def misses(app, visitor):
    """A check-in a day ago, and none since."""
    visitor.tab("check-in")
    visitor["check-in-button"].click()
    visitor.until("/Last:/.test(document.getElementById('check-in-button').innerText)")
    since = len(app.lines)
    visitor.advance(hours=24)
    app.await_line(r"Check-in Due", since)
    visitor.advance(minutes=11)
    app.await_line(r"Emergency Alert", since)


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
        oskar.until("/Alert Active/.test(document.querySelector('[id^=\"dependent-item-\"]').innerText)")
        for words in ("is on it", "You are on it"):
            assert words not in row.inner_text(), row.inner_text()
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
