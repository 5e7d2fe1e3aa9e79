"""What the page does by itself: time, holding, sheets, announcements."""

import time

HOUR, MINUTE, DAY = 3_600_000, 60_000, 86_400_000
AHEAD = 10 * DAY  # the server's clock is ten days ahead of the browser's


def clock():
    return int(time.time() * 1000) + AHEAD


def test_the_countdown_follows_the_servers_clock(world):
    now = clock()
    page, server = world.open(
        f"<b id=a data-countdown={now + 16 * HOUR + 24 * MINUTE + 30_000}>later</b>"
        f"<b id=b data-countdown={now + DAY + 2 * HOUR + 60_000}></b>"
        f"<b id=c data-countdown={now - 1}></b>"
        f"<b id=d data-countdown={now - 1} data-passed=Overdue></b>"
        f"<b id=e data-countdown={now + 38 * MINUTE + 30_000} data-format=minutes></b>"
        f"<b id=f data-elapsed={now - 5 * HOUR - 1000}></b>"
        f"<b id=g data-elapsed={now - 2 * MINUTE - 5000} data-format=clock></b>", clock=clock)
    values = page.evaluate("[a,b,c,d,e,f].map((el) => el.textContent)")
    assert values == ["16h 24m", "1d 2h", "0s", "Overdue", "38m", "5h 0m"], values
    assert page.evaluate("g.textContent").startswith("02:0")
    assert page.evaluate("[a.dataset.now, d.dataset.now]") == [None, "passed"]


def test_the_countdown_runs_without_traffic_and_survives_frames(world):
    until = clock() + 4000
    view = "<p>{}</p><b id=a data-countdown=" + str(until) + " data-passed=Overdue>server text</b>"
    page, server = world.open(view.format(1), clock=clock)
    world.push("e1.2", view.format(2))
    first = page.evaluate("a.textContent")
    assert first in ("4s", "3s"), first
    world.until("a.textContent === '1s'")
    world.until("a.textContent === 'Overdue' && a.dataset.now === 'passed'")
    world.push("e1.3", view.format(3))
    assert page.evaluate("[a.textContent, a.dataset.now]") == ["Overdue", "passed"]
    assert len(server.connections) == 1 and not server.events


def test_the_ring_shows_the_share_that_is_gone(world):
    now = clock()
    page, _ = world.open(f"<svg><circle id=c data-ring={now + 90 * MINUTE} "
                         f"data-ring-start={now - 30 * MINUTE} "
                         "pathLength=100></circle></svg>", clock=clock)
    offset = float(page.evaluate("document.getElementById('c').style.strokeDashoffset"))
    assert 24.9 < offset < 25.1, offset


def test_times_are_told_in_the_pages_words(world):
    now = clock()
    page, _ = world.open(
        f"<i id=a data-relative={now - 4 * MINUTE - 3000}></i><i id=b data-relative={now - 3000}></i>"
        f"<i id=c data-relative={now - DAY - HOUR}></i>"
        f"<i id=d data-time=1763803800000></i><i id=e data-time=1763803800000 data-format=weekday></i>"
        f"<i id=f data-relative={now - 3000} data-recent='just now'></i><i id=g data-time=1763776800000></i>"
        f"<i id=h data-time=72000000 data-format=wall>20:00</i>",
        clock=clock, context={"timezone_id": "Europe/Berlin"})
    values = page.evaluate("[a,b,c,d,e,f,g,h].map((el) => el.textContent)")
    assert values[:3] == ["4 minutes ago", "now", "yesterday"], values
    assert values[3] == "10:30 AM" and values[4] == "Sat 10:30 AM", values
    assert values[5] == "just now"
    # On a clock of twelve hours no hour begins with a zero.
    assert values[6] == "3:00 AM", values
    # A time of day belongs to no zone.
    assert values[7] == "8:00 PM", values


def test_a_time_that_no_calendar_has_stops_nothing(world):
    now = clock()
    page, _ = world.open(
        "<i id=a data-time=-9000000000000000></i><i id=b data-relative=9e300></i><i id=c data-countdown=noon></i>"
        "<i id=d data-time=''></i><svg><circle data-ring=1e308 data-ring-start=-1e308></circle></svg>"
        f"<b id=e data-countdown={now + 16 * HOUR + 24 * MINUTE + 30_000}></b>"
        "<dialog id=f data-sheet><p>open</p></dialog>", clock=clock)
    world.until("f.open")
    assert page.evaluate("[a, b, c, d, e].map((el) => el.textContent)") == ["–", "–", "–", "–", "16h 24m"]
    world.push("e1.2", "<i data-time=-9000000000000000></i><dialog id=g data-sheet>next</dialog>")
    world.until("g.open")


HOLD = "<button id=b data-on=hold data-hold={}>Hold</button>"


def test_holding_long_enough_is_told_once(world):
    page, server = world.open(HOLD.format(150))
    # Watched from inside: on a busy machine the hold is over before a question from here arrives.
    page.evaluate("""() => {
      window.seen = { holding: false, part: 0 }
      new MutationObserver(() => {
        seen.holding ||= b.dataset.now === 'holding'
        seen.part = Math.max(seen.part, +b.style.getPropertyValue('--hold'))
      }).observe(b, { attributes: true })
    }""")
    page.locator("#b").hover()
    page.mouse.down()
    server.wait(lambda s: s.events, "the event")
    page.mouse.up()
    seen = page.evaluate("seen")
    assert seen["holding"] and 0 < seen["part"] <= 1, seen
    assert [event["name"] for event in server.events] == ["hold"]
    world.until("b.dataset.now === undefined && !b.style.getPropertyValue('--hold')")


def test_letting_go_early_does_nothing(world):
    page, server = world.open(HOLD.format(60_000))
    page.locator("#b").hover()
    page.mouse.down()
    world.until("+b.style.getPropertyValue('--hold') > 0")
    world.push("e1.2", "<p>more</p>" + HOLD.format(60_000))
    assert page.evaluate("b.dataset.now") == "holding"
    page.mouse.up()
    world.until("b.dataset.now === undefined && !b.style.getPropertyValue('--hold')")
    page.locator("#b").focus()
    page.keyboard.down("Enter")
    assert page.evaluate("b.dataset.now") == "holding"
    page.keyboard.up("Enter")
    world.until("b.dataset.now === undefined")
    assert server.events == []


def test_holding_works_while_a_field_has_the_focus(world):
    page, server = world.open("<input id=i>" + HOLD.format(150))
    page.locator("#i").focus()
    page.locator("#b").hover()
    page.mouse.down()
    server.wait(lambda s: s.events, "the event")
    page.mouse.up()


def test_the_keyboard_holds_as_well(world):
    page, server = world.open(HOLD.format(150))
    page.locator("#b").focus()
    page.keyboard.down("Space")
    server.wait(lambda s: s.events, "the event")
    page.keyboard.up("Space")
    assert len(server.events) == 1


def test_with_reduced_motion_the_progress_moves_in_quarters(world):
    page, _ = world.open(HOLD.format(400), context={"reduced_motion": "reduce"})
    page.evaluate("""() => {
      window.seen = new Set()
      new MutationObserver(() => seen.add(b.style.getPropertyValue('--hold')))
        .observe(b, { attributes: true, attributeFilter: ['style'] })
    }""")
    page.locator("#b").hover()
    page.mouse.down()
    world.until("seen.has('0.75')")
    assert page.evaluate("[...seen].every((part) => ['', '0', '0.25', '0.5', '0.75', '1'].includes(part))")


SHEET = "<button id=o data-on=click>Open</button>{}"
DIALOG = "<dialog id=s data-sheet data-on=dismiss><button id=c data-on=click>Close</button></dialog>"


def test_a_sheet_takes_the_focus_and_gives_it_back(world):
    page, server = world.open(SHEET.format(""))
    page.locator("#o").click()
    world.push("e1.2", SHEET.format(DIALOG))
    assert page.evaluate("[s.open, s.matches(':modal'), s.contains(document.activeElement)]") == [True] * 3
    world.push("e1.3", "<p>x</p>" + SHEET.format(DIALOG.replace("Close", "Done")))
    assert page.evaluate("[s.open, s.contains(document.activeElement)]") == [True, True]
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "o"
    world.push("e1.4", "<p>x</p>" + SHEET.format(""))
    assert page.evaluate("document.activeElement.id") == "o"


def test_escape_and_a_tap_beside_a_sheet_ask_to_close_it(world):
    page, server = world.open(SHEET.format(DIALOG))
    world.until("s.open")
    page.keyboard.press("Escape")
    server.wait(lambda s: len(s.events) == 1, "dismiss")
    world.until("s.dataset.now === undefined")
    assert page.evaluate("s.open"), "only the server closes it"
    page.mouse.click(3, 700)
    server.wait(lambda s: len(s.events) == 2, "dismiss")
    assert [(e["target"], e["name"]) for e in server.events] == [("s", "dismiss")] * 2


def test_announcements_are_read_out_once_and_not_at_the_start(world):
    view = "<p id=p data-announce='{}'>x</p>"
    page, _ = world.open(view.format("first"))
    assert page.evaluate("document.getElementById('speaker').textContent") == ""
    world.push("e1.2", view.format("second"))
    assert page.evaluate("speaker.textContent") == "second"
    page.evaluate("speaker.textContent = ''")
    world.push("e1.3", "<h1>y</h1>" + view.format("second"))
    assert page.evaluate("speaker.textContent") == ""
    assert page.evaluate("speaker.getAttribute('role')") == "status"


def test_an_announcement_ends_with_what_it_was_about(world):
    view = "<p id=p data-announce='{}'>x</p><b id=b>{}</b>"
    page, _ = world.open(view.format("", 1))
    world.push("e1.2", view.format("Alert is active", 1))
    assert page.evaluate("speaker.textContent") == "Alert is active"
    # Another change leaves it.
    world.push("e1.3", view.format("Alert is active", 2))
    assert page.evaluate("speaker.textContent") == "Alert is active"
    # Signed out elsewhere: the page has nothing of it any more, and neither has the speaker.
    world.push("e1.4", "<h1>Sign in</h1>")
    assert page.evaluate("speaker.textContent") == ""


TOAST = "<div id=t data-toast{} data-on=dismiss data-announce='{}'>{}</div>"


def corner(page):
    """The toast's corner as it is painted. Hit testing cannot tell: a toast above a sheet is inert."""
    page.evaluate("t.style.cssText = 'border: 9px solid rgb(0, 200, 0)'")
    box = page.evaluate("(({ left, top }) => ({ x: left + 1, y: top + 1, width: 6, height: 6 }))(t.getBoundingClientRect())")
    return page.screenshot(clip=box)


def test_a_toast_closes_itself_unless_it_is_to_stay(world):
    page, server = world.open(TOAST.format("=1", "Copied", "Copied"))
    assert page.evaluate("t.matches(':popover-open')")
    server.wait(lambda s: len(s.events) == 1, "dismiss")
    assert [(e["target"], e["name"]) for e in server.events] == [("t", "dismiss")]
    # Other words are another toast, with its own time.
    world.push("e1.2", TOAST.format("=1", "Saved", "Saved"))
    server.wait(lambda s: len(s.events) == 2, "dismiss")
    # One without seconds stays, however often the clock of those with seconds has run.
    world.push("e1.3", TOAST.format("", "Failed", "Failed") + "<div id=u data-toast=2 data-on=dismiss>x</div>")
    server.wait(lambda s: len(s.events) == 3, "dismiss")
    assert server.events[2]["target"] == "u"
    world.push("e1.4", "<p>x</p>")
    assert page.evaluate("document.querySelectorAll(':popover-open').length") == 0


def test_a_toast_lies_above_a_sheet_opened_before_or_after_it(world):
    toast = TOAST.format("", "Copied", "<button id=k data-on=click>OK</button>")
    page, server = world.open(toast)
    alone = corner(page)
    world.push("e1.2", toast + SHEET.format(DIALOG))
    world.until("s.open")
    assert corner(page) == alone
    world.push("e1.3", SHEET.format(DIALOG))
    world.push("e1.4", SHEET.format(DIALOG) + toast)
    assert corner(page) == alone
    # The sheet makes it inert, yet a tap is meant for it and not for what lies under it.
    box = page.evaluate("(({ left, top }) => [left + 8, top + 8])(k.getBoundingClientRect())")
    page.mouse.click(*box)
    server.wait(lambda s: len(s.events) == 1, "click")
    assert [(e["target"], e["name"]) for e in server.events] == [("k", "click")]


def test_announcements_are_heard_while_a_sheet_is_open(world):
    page, _ = world.open(SHEET.format(DIALOG))
    world.until("s.open")
    page.evaluate("window.first = speaker")
    world.push("e1.2", SHEET.format(DIALOG) + TOAST.format("", "Copied", "Copied"))
    assert page.evaluate("[s.contains(speaker), speaker.textContent, speaker === first]") == [True, "Copied", True]
    world.push("e1.3", SHEET.format(""))
    assert page.evaluate("[speaker.parentNode === document.body, speaker.textContent]") == [True, ""]


def test_a_new_page_starts_at_the_top_with_its_heading_and_title(world):
    view = "<main id={0} data-page={0} data-title='{0} - Test'><h1>{0}</h1><a href=/ id=l-{0}>x</a>" \
        "<div class=tall></div></main>"
    page, _ = world.open(view.format("one"))
    assert page.title() == "one - Test"
    page.locator("#l-one").focus()
    page.evaluate("scrollTo(0, 200)")
    world.push("e1.2", view.format("two"))
    assert page.title() == "two - Test"
    assert page.evaluate("[scrollY, document.activeElement.nodeName]") == [0, "H1"]


NOTE = "<div id=n data-raised><b id=w role=status>Not sent yet</b><button id=r>Try now</button></div>"


def test_notes_of_the_page_lie_in_an_open_sheet_and_go_back(world):
    page, server = world.open(SHEET.format(""), notes=NOTE)
    page.evaluate("window.first = n")
    reached = "document.elementFromPoint(...(({ left, top }) => [left + 4, top + 4])(r.getBoundingClientRect())).id"
    world.push("e1.2", SHEET.format(DIALOG))
    assert page.evaluate("[s.contains(n), n.matches(':popover-open'), n === first]") == [True] * 3
    assert page.evaluate(reached) == "r"
    page.evaluate("r.focus()")
    assert page.evaluate("document.activeElement.id") == "r", "keys cannot reach it"
    above = "parseFloat(document.documentElement.style.getPropertyValue('--above'))"
    assert page.evaluate(f"{above} === n.offsetHeight && n.offsetHeight > 0")
    # A frame changes the sheet around them, another one lies above it.
    world.push("e1.3", SHEET.format(DIALOG.replace("Close", "Done")))
    assert page.evaluate("[s.contains(n), document.activeElement.id]") == [True, "r"]
    world.push("e1.4", SHEET.format(DIALOG) + "<dialog id=q data-sheet><button id=y>Yes</button></dialog>")
    assert page.evaluate("q.contains(n)") and page.evaluate(reached) == "r"
    world.push("e1.5", SHEET.format(DIALOG))
    assert page.evaluate("s.contains(n)") and page.evaluate(reached) == "r"
    world.push("e1.6", SHEET.format(""))
    assert page.evaluate("[n.parentNode === document.body, n.hasAttribute('popover'), n.nextElementSibling.id, n === first]") \
        == [True, False, "live", True]
    assert page.evaluate(above) == 0
