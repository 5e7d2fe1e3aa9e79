"""Frames: the newest wins, and the stream comes back whatever ended it."""

import threading


def text(page):
    return page.evaluate("document.getElementById('live').textContent")


WATCH = """() => {
  window.shown = []
  new MutationObserver(() => shown.push(live.textContent))
    .observe(live, { childList: true, subtree: true, characterData: true })
}"""


def test_a_frame_replaces_the_view_and_an_older_one_does_not(world):
    page, server = world.open("<p>one</p>")
    assert server.connections[0][0] == "after=e1.1"
    page.evaluate(WATCH)
    world.push("e1.3", "<p>three</p>")
    server.push("e1.2", "<p>two</p>")
    server.push("e1.3", "<p>three again</p>")
    world.push("e1.10", "<p>ten</p>\n<p>lines</p>")
    assert text(page) == "ten\nlines"
    assert page.evaluate("shown") == ["three", "ten\nlines"]


def test_a_new_epoch_is_followed_and_the_old_one_is_over(world):
    page, server = world.open("<p>one</p>")
    page.evaluate(WATCH)
    world.push("e1.50", "<p>old life</p>")
    world.push("e2.1", "<p>new life</p>")
    server.push("e1.51", "<p>ghost</p>")
    world.push("e2.2", "<p>still new</p>")
    assert page.evaluate("shown") == ["old life", "new life", "still new"]


def test_a_dropped_stream_is_taken_up_with_the_last_id(world):
    page, server = world.open("<p>one</p>")
    world.push("e1.7", "<p>seven</p>")
    server.drop_streams()
    server.wait(lambda s: len(s.connections) == 2 and s.streams, "a second stream")
    assert server.connections[1][1] == "e1.7"
    world.push("e1.8", "<p>eight</p>")


def test_a_stream_refused_by_the_server_is_asked_for_again(world):
    page, server = world.open("<p>one</p>")
    world.push("e1.4", "<p>four</p>")
    server.live_status = 503
    server.drop_streams()
    server.wait(lambda s: len(s.connections) >= 3, "new attempts")
    world.connected("lost")
    server.live_status = 200
    server.wait(lambda s: s.streams, "a new stream")
    assert server.connections[-1][0] == "after=e1.4"
    world.connected("open")
    world.push("e1.5", "<p>five</p>")


def test_an_unknown_session_reloads_the_page(world):
    page, server = world.open("<p>one</p>")
    # The whole navigation is awaited: Chromium may hang when it is closed amid one.
    with page.expect_navigation():
        server.live_status = 401
        server.drop_streams()
        server.wait(lambda s: len(s.connections) >= 3, "the refusal, and the question why")
        server.live_status = 200
    assert server.loads == 2
    world.connected()


def test_a_page_may_lead_elsewhere_when_its_session_is_over(world):
    page, server = world.open("<p>one</p>", script="""
      document.addEventListener('live-over', (event) => {
        event.preventDefault()
        location.replace('/bare')
      })""")
    with page.expect_navigation():
        server.live_status = 401
        server.drop_streams()
    assert page.url == server.url + "bare"
    assert server.loads == 1


def test_a_page_that_waits_for_an_answer_is_not_opened_anew(world):
    """The answer to a sign-in brings the new session; the old one ends before the answer arrives."""
    page, server = world.open(
        "<button id=b data-on=click>x</button>",
        # Long ago, so that nothing else would wait.
        script="const now = performance.now.bind(performance); performance.now = () => now() + 60000")
    answered = threading.Event()

    def answer(event):
        assert answered.wait(10)
        return 200, server.frame_text("e2.1", "<p>signed in</p>")

    server.answer = answer
    page.locator("#b").click()
    server.wait(lambda s: s.events, "the event")
    server.live_status = 401
    server.drop_streams()
    server.wait(lambda s: len(s.connections) >= 5, "two refusals, and twice the question why")
    server.live_status = 200
    answered.set()
    world.until("document.getElementById('live').textContent === 'signed in'")
    server.wait(lambda s: s.streams, "a new stream")
    world.connected()
    assert server.loads == 1


def test_an_event_of_an_unknown_session_reloads_the_page(world):
    page, server = world.open("<button id=b data-on=click>x</button>")
    server.answer = lambda event: (401, "")
    with page.expect_navigation():
        page.locator("#b").click()
    assert server.loads == 2
    world.connected()


def test_a_stream_that_fell_silent_is_replaced(world):
    page, server = world.open("<p>one</p>", script="""
      const real = Date.now
      window.ahead = 0
      Date.now = () => real() + window.ahead""")
    page.evaluate("window.ahead = 46000")
    server.wait(lambda s: len(s.connections) == 2, "a new stream without any error")


def test_beats_keep_a_quiet_stream(world):
    page, server = world.open("<p>one</p>", script="""
      const real = Date.now
      window.ahead = 0
      Date.now = () => real() + window.ahead
      const set = setInterval
      window.checks = 0
      window.setInterval = (act, ms) => set(() => { act(); window.checks++ }, 20)""")
    for ahead in (30000, 60000, 90000):
        page.evaluate(f"window.ahead = {ahead}")
        server.send("event: beat\ndata: 1\n\n")
        world.until("(window.before ??= window.checks) + 3 < window.checks")
        page.evaluate("window.before = undefined")
    assert len(server.connections) == 1


def test_a_page_that_comes_back_online_connects_at_once(world):
    page, server = world.open("<p>one</p>")
    page.evaluate("dispatchEvent(new Event('online'))")
    server.wait(lambda s: len(s.connections) == 2, "a fresh stream")
