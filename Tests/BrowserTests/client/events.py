"""What people do reaches the server: once, in order, and also over a bad network."""

import re
import threading


def posted(server, count=1):
    server.wait(lambda s: len(s.events) >= count, f"{count} events")
    return [{k: v for k, v in event.items() if k not in ("id", "down")} for event in server.events]


def test_a_click_names_the_element_that_listens(world):
    page, server = world.open(
        "<li id=row data-on=click><b id=in>text</b><button id=b data-on=click><i>x</i></button></li>")
    page.locator("#b i").click()
    page.locator("#in").click()
    assert posted(server, 2) == [
        {"target": "b", "name": "click"}, {"target": "row", "name": "click"}]
    uuid = r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}"
    assert all(re.fullmatch(uuid, event["id"]) for event in server.events)
    assert [event["down"] for event in server.events] == [False, False]


def test_a_form_is_sent_with_its_fields(world):
    page, server = world.open(
        "<form id=f data-on=submit action=/x><input name=a value=1><input name=a value=2>"
        "<input type=checkbox name=off><button name=how value=fast>Send</button></form>")
    page.get_by_role("button").click()
    assert posted(server) == [
        {"target": "f", "name": "submit", "fields": {"a": ["1", "2"], "how": ["fast"]}}]
    assert server.loads == 1


def test_a_form_that_is_not_live_goes_its_ordinary_way(world):
    page, server = world.open("<form action=/bare><button>Send</button></form>")
    page.get_by_role("button").click()
    page.wait_for_url("**/bare?")


def test_a_sent_field_takes_the_servers_value_even_while_focused(world):
    view = "<form id=f data-on=submit><input id=i name=text value='{}'></form>"
    page, server = world.open(view.format("old"))
    page.locator("#i").fill("typed")
    page.keyboard.press("Enter")
    posted(server)
    world.push("e1.2", view.format(""))
    assert page.evaluate("[i.value, document.activeElement.id]") == ["", "i"]
    page.keyboard.type("again")
    world.push("e1.3", view.format("other"))
    assert page.evaluate("i.value") == "again"


def test_typing_choosing_and_switching_are_told_with_their_value(world):
    page, server = world.open(
        "<input id=i data-on=input><select id=s data-on=change><option>a<option>b</select>"
        "<input id=t type=checkbox data-on=toggle>")
    page.locator("#i").fill("abc")
    page.locator("#s").select_option("b")
    page.locator("#t").check()
    assert posted(server, 3) == [
        {"target": "i", "name": "input", "value": "abc"},
        {"target": "s", "name": "change", "value": "b"},
        {"target": "t", "name": "toggle", "isOn": True}]


def test_of_typing_that_waits_only_the_newest_is_sent(world):
    page, server = world.open("<input id=i data-on=input>")
    gate = threading.Event()
    server.answer = lambda event: (gate.wait(10), (204, ""))[1]
    page.locator("#i").press_sequentially("abcdef")
    gate.set()
    server.wait(lambda s: s.events[-1]["value"] == "abcdef", "the whole word")
    assert len(server.events) == 2, server.events


def test_a_switch_the_server_refuses_goes_back(world):
    page, server = world.open("<input id=t type=checkbox data-on=toggle>")
    page.locator("#t").click()
    posted(server)
    world.until("t.checked === false")
    assert len(server.events) == 1


def test_a_switch_the_server_accepts_stays_while_frames_arrive(world):
    view = "<p>{}</p><input id=t type=checkbox data-on=toggle {}>"
    page, server = world.open(view.format(1, ""))
    gate = threading.Event()
    server.answer = lambda event: (gate.wait(10), (204, ""))[1]
    page.locator("#t").click()
    posted(server)
    world.push("e1.2", view.format(2, ""))
    assert page.evaluate("t.checked") is True, "not heard yet"
    world.push("e1.3", view.format(3, "checked"))
    gate.set()
    world.until("t.dataset.now === undefined")
    world.push("e1.4", view.format(4, "checked"))
    assert page.evaluate("t.checked") is True
    world.push("e1.5", view.format(5, ""))
    assert page.evaluate("t.checked") is False


def test_events_go_one_at_a_time_and_in_order(world):
    page, server = world.open("".join(f"<button id=b{n} data-on=click>{n}</button>" for n in range(5)))
    gate = threading.Event()
    server.answer = lambda event: (gate.wait(10), (204, ""))[1]
    for n in range(5):
        page.locator(f"#b{n}").click()
    assert page.evaluate("b4.dataset.now") == "pending"
    gate.set()
    assert [event["target"] for event in posted(server, 5)] == [f"b{n}" for n in range(5)]
    assert server.most_open_posts == 1
    world.until("b4.dataset.now === undefined")


def test_an_event_is_repeated_with_its_id_until_it_is_heard(world):
    page, server = world.open("<button id=b data-on=click>x</button>")
    answers = iter([(0, ""), (503, ""), (0, ""), (204, "")])
    server.answer = lambda event: next(answers, (204, ""))
    page.locator("#b").click()
    posted(server, 4)
    assert len({event["id"] for event in server.events}) == 1
    world.until("b.dataset.now === undefined")
    page.locator("#b").click()
    server.answer = lambda event: (204, "")
    posted(server, 5)
    assert len({event["id"] for event in server.events}) == 2


def test_an_event_the_server_rejects_does_not_hold_up_the_next(world):
    page, server = world.open("<button id=a data-on=click>a</button><button id=b data-on=click>b</button>")
    server.answer = lambda event: (400 if event["target"] == "a" else 204, "")
    page.locator("#a").click()
    page.locator("#b").click()
    assert [event["target"] for event in posted(server, 2)] == ["a", "b"]


def test_while_the_stream_is_down_the_reply_carries_the_view(world):
    view = "<button id=b data-on=click>{}</button>"
    page, server = world.open(view.format("one"))
    server.live_status = 503
    server.drop_streams()
    world.connected("lost")
    server.answer = lambda event: (200, server.frame_text("e1.2", view.format("two")))
    page.locator("#b").click()
    world.until("live.textContent === 'two'")
    assert server.events[-1]["down"] is True


def test_an_event_older_than_two_minutes_is_given_up_and_the_page_says_so(world):
    page, server = world.open("<button id=b data-on=click>x</button>", script="""
      const real = Date.now
      window.ahead = 0
      Date.now = () => real() + window.ahead""")
    server.answer = lambda event: (503, "")
    page.locator("#b").click()
    posted(server, 2)
    page.evaluate("window.ahead = 121000")
    world.until("document.documentElement.dataset.unsent === 'b'")
    server.answer = lambda event: (204, "")
    page.locator("#b").click()
    world.until("document.documentElement.dataset.unsent === undefined")


def test_nothing_in_the_page_breaks_the_content_policy(world):
    page, server = world.open("<button id=b data-hold=50 data-on=hold>x</button>"
                              "<p data-countdown=1></p><svg><circle data-ring=2 data-ring-start=1></circle></svg>")
    world.push("e1.2", "<dialog id=d data-sheet><p data-announce=hello>x</p></dialog>")
    world.until("d.open")
