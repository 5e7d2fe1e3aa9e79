"""Figures that need the real server: `python bench.py BINARY`, one line each, `name value unit`.

web.session.bytes: growth of the server's resident memory per idle live session, open stream, store
and all, over 2,000 sessions of one person with contacts, notifications and a running countdown.
web.click-to-change.p50: in Chromium on loopback, from the click to the changed page, 200 clicks.
web.first-page.bytes: document, style, scripts and pictures of a first visit, as transferred, heads included.
web.interactive.p50: from asking for it until the page hears the person, at a quarter of the CPU's speed.
"""

import hashlib
import http.client
import os
import pathlib
import secrets
import sqlite3
import statistics
import sys
import time

from playwright.sync_api import sync_playwright

import speed
from lifesignal import MARGARET, LifeSignal
from visitor import Visitor

SESSIONS = 2_000
# All of them come from this machine.
CROWDED = {"LIFESIGNAL_HTTP_CONNECTIONS_PER_ADDRESS": str(SESSIONS + 200)}
CLICKS = 200
VISITS = 9


def resident(process):
    """Bytes in memory, once they have stopped growing."""
    page = os.sysconf("SC_PAGE_SIZE")
    last = -1
    while True:
        now = int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * page
        if abs(now - last) < 256 * 1024:
            return now
        last = now
        # Real time: another process's memory settles, and nothing reports it.
        time.sleep(1)


def session_bytes(app):
    host = app.url.removeprefix("http://")
    path = f"{app.folder}/demo.sqlite"
    with sqlite3.connect(path) as database:
        person = database.execute(
            "SELECT id FROM people WHERE phone_number = ?", (f"+1{MARGARET}",)).fetchone()[0]
        now = int(time.time() * 1000)
        tokens = [secrets.token_urlsafe(32) for _ in range(SESSIONS + 50)]
        first = database.execute("SELECT coalesce(max(id), 0) + 1 FROM sessions").fetchone()[0]
        for number, token in enumerate(tokens):
            insert_session(database, first + number, person, token, now)

    streams = []
    def visit(token):
        cookie = {"cookie": f"lifesignal={token}", "accept": "text/html"}
        connection = http.client.HTTPConnection(host)
        connection.request("GET", "/", headers=cookie)
        answer = connection.getresponse()
        page = answer.read()
        assert answer.status == 200 and b"check-in" in page, answer.status
        connection.close()
        stream = http.client.HTTPConnection(host)
        stream.request("GET", "/live", headers={**cookie, "accept": "text/event-stream"})
        answer = stream.getresponse()
        assert answer.status == 200, answer.status
        streams.append((stream, answer))

    for token in tokens[:50]:
        visit(token)
    before = resident(app.process)
    for token in tokens[50:]:
        visit(token)
    app.streams = streams
    return (resident(app.process) - before) / SESSIONS


def insert_session(database, id, person, token, now):
    columns = {
        "id": id, "person_id": person, "token_hash": hashlib.sha256(token.encode()).digest(),
        "label": "benchmark", "created_at": now, "expires_at": now + 86_400_000,
    }
    names = ", ".join(columns)
    marks = ", ".join("?" * len(columns))
    database.execute(f"INSERT INTO sessions ({names}) VALUES ({marks})", list(columns.values()))


def click_to_change(app):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        margaret = Visitor(browser, app, MARGARET)
        margaret.sign_in()
        times = margaret.page.evaluate("""async (clicks) => {
          const times = []
          for (let n = 0; n < clicks + 20; n++) {
            const name = n % 2 ? 'responders' : 'profile'
            const changed = new Promise((done) => {
              const watcher = new MutationObserver(() => {
                if (!document.getElementById('page-' + name)) return
                watcher.disconnect()
                done(performance.now())
              })
              watcher.observe(document.getElementById('live'),
                { childList: true, subtree: true, attributes: true })
            })
            const start = performance.now()
            document.getElementById('tab-' + name).click()
            times.push((await changed) - start)
            await new Promise((done) => setTimeout(done, 20))
          }
          return times.slice(20)
        }""", CLICKS)
        browser.close()
    return statistics.median(times)


def first_page(app):
    """Bytes, and milliseconds at a quarter of the speed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        visits = [speed.first_visit(browser, slowness=4, url=app.url) for _ in range(VISITS)]
        browser.close()
    return sum(visits[0][0].values()), statistics.median(took for _, took in visits)


def main():
    app = LifeSignal(sys.argv[1], environment=CROWDED)
    try:
        size, took = first_page(app)
        print(f"web.first-page.bytes {size:.0f} B", flush=True)
        print(f"web.interactive.p50 {took:.0f} ms", flush=True)
        print(f"web.click-to-change.p50 {click_to_change(app):.2f} ms", flush=True)
    finally:
        app.remove()
    app = LifeSignal(sys.argv[1], environment=CROWDED)
    try:
        print(f"web.session.bytes {session_bytes(app):.0f} B", flush=True)
    finally:
        app.remove()


if __name__ == "__main__":
    main()
