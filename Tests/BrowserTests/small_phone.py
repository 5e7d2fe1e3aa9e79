"""What a person sees on the first screen of a small phone, 320 × 568: boxes inside the window, not words in the page."""

from house import house
from lifesignal import MARGARET, OSKAR, LifeSignal
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
    sample(browser, "dependents", check(".row .name", ".row .status > span:last-child"))
    sample(browser, "alarm-hand-over", check(
        "#alarm-holder", "#alarm-successors .opener > span", "#alarm-recipients strong",
        "#alarm-recipients .status > span:last-child"))


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


def test_what_waits_lies_above_an_open_sheet(browser):
    """At 320 pixels, and zoomed to twice the size."""
    app = LifeSignal()
    try:
        phone = Phone(browser, app, MARGARET, viewport=SMALL)
        phone.arrive()
        phone.tab("profile")
        phone["open-things"].click()
        phone["things-sheet"].wait_for()
        phone.lose_server()
        phone.page.evaluate("outbox.put({ key: 'k', kind: 'check-in', at: Date.now(), person: document.getElementById('app').dataset.person })")
        phone["waiting-note-check-in"].wait_for()
        for size in (SMALL, {"width": 320, "height": 284}, {"width": 195, "height": 422}):
            phone.page.set_viewport_size(size)
            seen(phone.page, "waiting-note-check-in", ".connection", "things-done")
        # Not only seen: it can be used.
        phone["waiting-retry"].focus()
        assert phone.page.evaluate("document.activeElement.id") == "waiting-retry"
    finally:
        app.remove()


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
        phone.sees("Alert is active")
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
        american["phone-number"].fill("+999 151 23456789")
        american.sees("No country has this country code")
        assert american["send-code"].is_disabled()

        british = Visitor(browser, app, "07400123456", viewport=SMALL, locale="en-GB")
        british.open()
        assert british["region"].input_value() == "UK"
        assert british["phone-number"].get_attribute("placeholder") == "07400 123456"
        british["phone-number"].fill("07400 123456")
        british["send-code"].click()
        british["verification-code"].wait_for()
        british.sees("+44 7400 123456")
        app.await_line(r"to=\+447400123456 ")

        # An Italian number has ten digits as well: it would be an American's.
        italian = Visitor(
            browser, app, MARGARET, viewport=SMALL, locale="it-IT", timezone_id="Europe/Rome")
        italian.open()
        assert italian["region"].input_value() == "IT"
        italian["phone-number"].fill("347 234 5678")
        italian["send-code"].click()
        italian["verification-code"].wait_for()
        italian.sees("+39 347 234 5678")
        app.await_line(r"to=\+393472345678 ")
        # The language is American English, the zone is India's.
        indian = Visitor(
            browser, app, MARGARET, viewport=SMALL, locale="en-US", timezone_id="Asia/Kolkata")
        indian.open()
        indian.until("document.getElementById('region').value === 'IN'")
        indian["phone-number"].fill("98765 43210")
        indian["send-code"].click()
        indian["verification-code"].wait_for()
        app.await_line(r"to=\+919876543210 ")
        # A German in France: the page does not guess which of the two the number is of.
        abroad = Visitor(
            browser, app, MARGARET, viewport=SMALL, locale="de-DE", timezone_id="Europe/Paris")
        abroad.open()
        abroad.until("document.getElementById('region').value === ''")
        first = abroad.page.evaluate("Array.from(document.querySelectorAll('#region option'), (o) => o.value).slice(0, 3)")
        assert first == ["", "DE", "FR"], first
        abroad["phone-number"].fill("0151 23456789")
        abroad["phone-number-problem"].wait_for()
        seen(abroad.page, "phone-number-problem")
        assert abroad["send-code"].is_disabled()
        abroad["region"].select_option(label="Deutschland (+49)")
        abroad.until("!document.getElementById('send-code').disabled")
        abroad["send-code"].click()
        abroad["verification-code"].wait_for()
        app.await_line(r"to=\+4915123456789 ")
        assert not app.messages(r"to=\+13472345678"), "a stranger got the code"
        assert not app.messages(r"to=\+19876543210"), "a stranger got the code"
        for visitor in (american, british, italian, indian, abroad):
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
        oskar.checks_in()
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
