"""The promise in the browser: a plan of times, a pause seen by a responder, a journey, the history."""

from lifesignal import MARGARET, OSKAR, LifeSignal
from visitor import Visitor


def test_plan_pause_and_history(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET, timezone_id="Asia/Kathmandu")
        oskar = Visitor(browser, app, OSKAR)
        margaret.sign_in()
        oskar.sign_in()
        margaret.tab("check-in")
        margaret["check-in-button"].click()
        margaret["countdown"].wait_for()
        # The browser has said where it is.
        margaret.until("document.querySelector('[data-zone]').dataset.zone === 'Asia/Katmandu'"
                       " || document.querySelector('[data-zone]').dataset.zone === 'Asia/Kathmandu'")

        margaret["change-plan"].click()
        margaret["plan-kind-times"].click()
        assert "mandu" in margaret["plan-zone"].input_value()
        # Its choices are the zones this browser knows, and stay while the page changes.
        zones = "[...document.getElementById('plan-zone').list.options].map((one) => one.value)"
        margaret.until(f"{zones}.length > 300 && {zones}.includes('Europe/Berlin')")
        margaret["plan-add"].click()
        margaret["plan-remove-1200"].wait_for()
        margaret["plan-day-7"].click()
        margaret.until("document.getElementById('plan-day-7').getAttribute('aria-pressed') === 'false'")
        assert margaret.page.evaluate(f"{zones}.length") > 300
        margaret["plan-save"].click()
        margaret["plan-sheet"].wait_for(state="detached")
        margaret.until("document.getElementById('change-plan').innerText.includes('09:00, 20:00')")

        oskar.tab("dependents")
        margaret["pause"].click()
        margaret["pause-259200"].click()
        margaret.until("document.getElementById('pause-259200').getAttribute('aria-pressed') === 'true'")
        margaret["pause-save"].click()
        margaret["paused"].wait_for()
        oskar.sees("Paused until")
        margaret["resume"].click()
        margaret["countdown"].wait_for()
        oskar.sees_no("Paused until")

        margaret["history"].click()
        margaret["calendar-days"].wait_for()
        days = margaret.page.locator("[id='calendar-days'] td")
        assert days.count() == 35, days.count()
        margaret.sees("Checked in on 1 day")
        # By keyboard out again, back to where one was.
        margaret.page.keyboard.press("Escape")
        margaret["history-sheet"].wait_for(state="detached")
        assert margaret.page.evaluate("document.activeElement.id") == "history"
        assert not margaret.errors and not oskar.errors, (margaret.errors, oskar.errors)
    finally:
        app.remove()


def test_a_journey(browser):
    app = LifeSignal()
    try:
        margaret = Visitor(browser, app, MARGARET)
        oskar = Visitor(browser, app, OSKAR)
        margaret.sign_in()
        oskar.sign_in()
        margaret.tab("check-in")
        margaret["check-in-button"].click()
        margaret["travel-start"].click()
        margaret["travel-note"].fill("Bus 42 to Grandma")
        margaret["travel-1800"].click()
        margaret["travel-sheet-start"].click()
        margaret["travel-running"].wait_for()
        margaret["travel-extend-1800"].click()
        margaret.until("/5\\dm|1h/.test(document.getElementById('travel-running').innerText)")
        oskar.tab("dependents")
        oskar.sees_no("Has not arrived")
        margaret.advance(minutes=50)
        margaret["travel-reminder"].wait_for()
        margaret["travel-not-yet"].click()
        margaret["travel-reminder"].wait_for(state="detached")
        margaret.advance(minutes=25)
        margaret.sees("We’re contacting your responders")
        oskar.sees("Has not arrived")
        oskar.puts_aside()
        oskar.page.locator("[id^='dependent-'][id$='-open']").first.click()
        oskar.sees("Bus 42 to Grandma")
        margaret["travel-arrive"].click()
        margaret["travel-start"].wait_for()
        oskar.sees_no("Has not arrived")
        assert not margaret.errors and not oskar.errors, (margaret.errors, oskar.errors)
    finally:
        app.remove()
