"""An alarm in the browser: who answers it, who sees that, and in which order people are called."""

from lifesignal import DANA, MARGARET, OSKAR, LifeSignal
from screenshots import Newcomer
from visitor import Visitor


def test_one_answers_and_the_others_see_it(browser):
    app = LifeSignal()
    try:
        margaret = Newcomer(browser, app, MARGARET)
        dana = Visitor(browser, app, DANA)
        oskar = Visitor(browser, app, OSKAR)
        for visitor in (margaret, dana, oskar):
            visitor.sign_in()
        margaret.entrusts_to(dana)
        margaret.tab("check-in")
        for _ in range(4):
            margaret["alert-button"].click()
        margaret["own-alarms"].wait_for()
        margaret.sees("No one is on it yet")
        for visitor in (dana, oskar):
            # It opens by itself; put aside, every tab is reached, and a bar on it leads back.
            visitor.sees("Margaret needs help")
            visitor.puts_aside()
            visitor.tab("check-in")
            visitor["emergency-bar-open"].click()
            visitor["alarm-sheet"].wait_for()
            visitor["alarm-call"].wait_for()
        # By keyboard alone: the button is reached, and pressed.
        dana["alarm-acknowledge"].focus()
        dana.page.keyboard.press("Enter")
        dana["alarm-held"].wait_for()
        oskar.sees("is on it")
        margaret.sees("is on it")
        # The list may know it before the sheet does. He can still come too.
        oskar.sees("I’m coming too")

        # The address leads back to it.
        path = dana.page.evaluate("location.pathname")
        assert path.startswith("/alarms/"), path
        dana["alarm-done"].click()
        dana["alarm-sheet"].wait_for(state="detached")
        dana.page.evaluate("path => location.assign(path)", path)
        dana["alarm-held"].wait_for()

        dana["alarm-release"].click()
        dana["alarm-release-question-confirm"].click()
        oskar["alarm-acknowledge"].wait_for()
        oskar["alarm-acknowledge"].click()
        oskar["alarm-held"].wait_for()
        margaret["alert-end"].click()
        margaret.page.locator("[id$='-confirm']").click()
        for visitor in (dana, oskar):
            visitor.sees("This alert is over")
        for visitor in (margaret, dana, oskar):
            assert not visitor.errors, visitor.errors
    finally:
        app.remove()


def test_a_responder_who_reached_the_person_ends_a_missed_check_in(browser):
    app = LifeSignal()
    try:
        margaret = Newcomer(browser, app, MARGARET)
        dana = Visitor(browser, app, DANA)
        oskar = Visitor(browser, app, OSKAR)
        for visitor in (margaret, dana, oskar):
            visitor.sign_in()
        margaret.entrusts_to(dana)
        margaret.tab("check-in")
        margaret["check-in-button"].click()
        margaret["countdown"].wait_for()
        margaret.advance(hours=24, minutes=11)
        oskar["alarm-reached"].click()
        oskar["alarm-reached-question-confirm"].click()
        oskar.sees("that you reached Margaret Hale")
        oskar["alarm-done"].click()
        dana.sees("This alert is over")
        margaret["own-alarms"].wait_for(state="detached")
        app.await_line(rf"to=\+1{MARGARET} .*reached you")
        app.await_line(rf"to=\+1{DANA} .*reached Margaret")
        for visitor in (margaret, dana, oskar):
            assert not visitor.errors, visitor.errors
    finally:
        app.remove()


def test_the_order_is_kept(browser):
    app = LifeSignal()
    try:
        margaret = Newcomer(browser, app, MARGARET)
        dana = Visitor(browser, app, DANA)
        margaret.sign_in()
        dana.sign_in()
        margaret.entrusts_to(dana)
        margaret.tab("check-in")
        margaret["check-in-button"].click()
        margaret.tab("responders")
        margaret["order-open"].click()
        margaret["order-kind-steps"].click()
        margaret["order-step-0"].wait_for()
        margaret["order-add"].click()
        margaret["order-step-1"].wait_for()
        margaret["order-save"].click()
        margaret["order-sheet"].wait_for(state="detached")

        margaret.tab("check-in")
        margaret["rehearsal"].click()
        margaret["rehearsal-steps"].wait_for()
        margaret.sees("The chain holds")
        margaret["rehearsal-done"].click()

        margaret.advance(hours=24)
        app.await_line(r"Check-in due")
        margaret.advance(minutes=10)
        app.await_line(r"missed a check-in")
        assert len(app.messages(r"missed a check-in")) == 1
        margaret.advance(minutes=5)
        margaret.sees("2 responders contacted")
        assert not margaret.errors, margaret.errors
    finally:
        app.remove()
