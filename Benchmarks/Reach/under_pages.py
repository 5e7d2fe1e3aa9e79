"""engine.lateness-under-pages.p50, .p99: from a deadline's passing until its alert has been handed to the
courier, which writes it, while 10,000 open pages lose their streams at one moment and connect again, again
and again, and 200 check-ins a second are made over kept connections. Twenty deadlines pass each second.

`python under_pages.py BINARY [PAGES]`; fewer pages are for trying it, and are named after their number.
Pages and check-ins are made by processes of their own, so that this one has time to note when a line came.
"""

import http.client
import multiprocessing
import pathlib
import re
import resource
import socket
import sqlite3
import statistics
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Tests/BrowserTests"))

from lifesignal import LifeSignal  # noqa: E402

PAGES = 10_000
HOUSEHOLDS = 10
PER_SECOND = 20
SECONDS = 30
CHECK_INS = 200
CONNECTIONS = 16


def stream(address, token, first):
    """Opens a page's stream, the page before it when it is the first time."""
    head = f"Host: {address[0]}:{address[1]}\r\nCookie: lifesignal={token}\r\n"
    if first:
        page = socket.create_connection(address)
        page.sendall(f"GET / HTTP/1.1\r\n{head}Accept: text/html\r\nConnection: close\r\n\r\n".encode())
        while page.recv(65_536):
            pass
        page.close()
    line = socket.create_connection(address)
    line.sendall(f"GET /live HTTP/1.1\r\n{head}Accept: text/event-stream\r\n\r\n".encode())
    return line


def hold_pages(address, tokens, ready, end):
    lines = [stream(address, token, True) for token in tokens]
    ready.set()
    while time.time() < end.value or end.value == 0:
        if end.value == 0:
            time.sleep(0.01)
            continue
        for line in lines:
            line.close()
        lines = [stream(address, token, False) for token in tokens]
        for line in lines:
            assert line.recv(65_536).startswith(b"HTTP/1.1 200"), "a page was refused"


def check_in(address, tokens, end, made):
    """Each of its connections in a thread, so that one slow answer holds up no other."""
    def work(tokens):
        connection = http.client.HTTPConnection(*address, timeout=30)
        number = 0
        while time.time() < end.value:
            begun = time.time()
            connection.request("POST", "/api/v1/check-ins", "{}", {
                "Authorization": f"Bearer {tokens[number % len(tokens)]}", "Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            number += 1
            time.sleep(max(0, CONNECTIONS / CHECK_INS - (time.time() - begun)))
        with made.get_lock():
            made.value += number

    threads = [threading.Thread(target=work, args=(tokens[at::CONNECTIONS],)) for at in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def under_pages(binary, pages=PAGES):
    from reach import FIRST, people, sessions

    app = LifeSignal(binary, environment={"LIFESIGNAL_HTTP_CONNECTIONS_PER_ADDRESS": str(pages + 200)})
    try:
        address = "127.0.0.1", int(app.url.rstrip("/").rsplit(":", 1)[1])
        silent = PER_SECOND * SECONDS
        with sqlite3.connect(f"{app.folder}/demo.sqlite", timeout=30) as database:
            ids = people(database, silent + 600 + HOUSEHOLDS)
            for id in ids[:silent]:
                database.execute("UPDATE people SET first_name = ? WHERE id = ?", (f"Silent{id - FIRST}", id))
            # One after another, as both number from the same.
            tokens = sessions(database, ids[silent:silent + 600] + [
                id for id in ids[-HOUSEHOLDS:] for _ in range(pages // HOUSEHOLDS)])
        ready, end = multiprocessing.Event(), multiprocessing.Value("d", 0)
        made = multiprocessing.Value("i", 0)
        holder = multiprocessing.Process(target=hold_pages, args=(address, tokens[600:], ready, end))
        holder.start()
        ready.wait()
        begin = time.time() + 5
        end.value = begin + SECONDS
        with sqlite3.connect(f"{app.folder}/demo.sqlite", timeout=30) as database:
            due = {f"Silent{id - FIRST}": begin + at / PER_SECOND for at, id in enumerate(ids[:silent])}
            for id in ids[:silent]:
                at = int(due[f"Silent{id - FIRST}"] * 1_000)
                database.execute("UPDATE watches SET deadline_at = ?, next_fire_at = ?, stage = 3, grace_ms = 0"
                                 " WHERE person_id = ?", (at, at, id))
        members = multiprocessing.Process(target=check_in, args=(address, tokens[:600], end, made))
        members.start()
        members.join()
        holder.join()
        # The last deadlines passed just now.
        time.sleep(5)
        assert (holder.exitcode, members.exitcode) == (0, 0), "the load was not made"
        assert made.value >= 0.9 * CHECK_INS * SECONDS, f"only {made.value} check-ins were made"
        late = lateness(app, due)
        assert len(late) == silent, f"{len(late)} of {silent} alerts have left"
        name = "engine.lateness-under-pages" + ("" if pages == PAGES else f"-{pages}")
        print(f"{name}.p50 {statistics.median(late):.0f} ms")
        print(f"{name}.p99 {late[len(late) * 99 // 100]:.0f} ms", flush=True)
    finally:
        app.remove()


def lateness(app, due):
    """Milliseconds, ascending, of the first line about each."""
    first = {}
    for at, line in zip(app.times, app.lines):
        found = re.search(r"\b(Silent\d+) ", line)
        if found and found[1] in due:
            first.setdefault(found[1], (at - due[found[1]]) * 1_000)
    return sorted(first.values())


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    under_pages(sys.argv[1], *map(int, sys.argv[2:]))
