"""Figures of the server as others reach it: `python reach.py BINARY BENCHMARKS`, one line each, `name
value unit`.

reach.web-push-per-cpu-second: messages encrypted and handed to a push service on loopback, which this
program plays, by the CPU time of all threads of the sender.
reach.api-check-in.p50, .p99: POST /api/v1/check-ins over 32 connections at once, each request of another
person's session in turn; durable before it is answered. reach.api-check-ins: how many a second that were.
reach.pings-per-cpu-second: GET /ping/<token> over 32 connections, every one of another thing and stored,
by the CPU time of all threads of the server. The things are what Healthchecks has: they were heard, no more.
reach.signs-per-cpu-second: the same of things that count as signs of life, ten to a person beside ten that do
not: each is weighed with what the others have said, and checks in for its person where that is due.
reach.sessions.bytes: growth of the server's resident memory per live session, 10,000 of ten people with
two contacts each, every one with its store and its open stream.
reach.fan-out.p50, .p99: from the request by which one of them checks in until each of her 1,000 open
pages has been sent the change.

engine.lateness-under-pages.p50, .p99: see under_pages.py.

The load is made by wrk on the same two cores, the streams are held by this program.
"""

import asyncio
import hashlib
import os
import pathlib
import re
import resource
import secrets
import select
import socket
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
import uuid

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Tests/BrowserTests"))

from bench import insert_session, resident  # noqa: E402
from lifesignal import MARGARET, LifeSignal  # noqa: E402
from under_pages import under_pages  # noqa: E402

PEOPLE = 20_000
THINGS = 200_000  # of each kind
SECONDS = 15
CONNECTIONS = 32
HOUSEHOLDS = 10
PAGES = 1_000
FIRST = 7_000_000_000_000_000


def people(database, count):
    """So many like Margaret, with her plan and her contacts. Their ids."""
    margaret, = database.execute(
        "SELECT id FROM people WHERE phone_number = ?", (f"+1{MARGARET}",)).fetchone()
    ids = []
    for number in range(count):
        id = FIRST + number
        copy(database, "people", "id", margaret, id=id, qr_code=str(uuid.uuid4()).upper(),
             phone_number=f"+1646{2_000_000 + number}")
        copy(database, "watches", "person_id", margaret, person_id=id, timeline_sequence=None,
             timeline_hash=None, timeline_anchor_sequence=None, timeline_anchor_hash=None,
             timeline_oldest_at=None)
        copy(database, "relations", "owner_id", margaret, owner_id=id)
        copy(database, "relations", "peer_id", margaret, peer_id=id)
        ids.append(id)
    return ids


def copy(database, table, key, value, **changes):
    cursor = database.execute(f"SELECT * FROM {table} WHERE {key} = ?", (value,))
    names = [column[0] for column in cursor.description]
    for row in cursor.fetchall():
        row = dict(zip(names, row)) | changes
        database.execute(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
            [row[name] for name in names])


def sessions(database, ids, each=1):
    now = int(time.time() * 1000)
    tokens = []
    for number, person in enumerate(id for id in ids for _ in range(each)):
        tokens.append(secrets.token_urlsafe(32))
        insert_session(database, FIRST + number, person, tokens[-1], now)
    return tokens


def things(database, ids, count, counts=False):
    now = int(time.time() * 1000)
    first = FIRST + count * counts
    tokens = [str(uuid.uuid4()) for _ in range(count)]
    database.executemany(
        "INSERT INTO things (id, person_id, name, kind, token_hash, counts, created_at, gen)"
        " VALUES (?, ?, 'Kettle', 'plug', ?, ?, ?, 0)",
        [(first + number, ids[number % len(ids)], hashlib.sha256(token.encode()).digest(), counts, now)
         for number, token in enumerate(tokens)])
    return tokens


def cpu_seconds(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load(app, form, tokens):
    """Runs wrk: requests answered, seconds, p50 and p99 in milliseconds."""
    path = pathlib.Path(app.folder, "tokens")
    path.write_text("\n".join(tokens) + "\n")
    said = subprocess.run(
        ["wrk", "--threads", "1", "--connections", str(CONNECTIONS), "--duration", f"{SECONDS}s",
         "--latency", "--script", str(HERE / "tokens.lua"), app.url],
        env=os.environ | {"TOKENS": str(path), "FORM": form}, check=True, text=True,
        stdout=subprocess.PIPE).stdout
    assert "Non-2xx" not in said and "Socket errors" not in said, said
    count, seconds = re.search(r"(\d+) requests in ([\d.]+)s", said).groups()
    return int(count), float(seconds), milliseconds(said, 50), milliseconds(said, 99)


def milliseconds(said, percent):
    value, unit = re.search(rf"^ +{percent}% +([\d.]+)(us|ms|s)$", said, re.M).groups()
    return float(value) * {"us": 0.001, "ms": 1, "s": 1_000}[unit]


def http_figures(app):
    with sqlite3.connect(f"{app.folder}/demo.sqlite", timeout=30) as database:
        ids = people(database, PEOPLE)
        members = sessions(database, ids)
        kettles = things(database, ids, THINGS)
        counting = things(database, ids, THINGS, counts=True)
    count, seconds, p50, p99 = load(app, "check-in", members)
    # A session may check in thirty times at once: more would be answered with 429.
    assert count < PEOPLE * 30, f"{count} check-ins are more than may be made"
    print(f"reach.api-check-in.p50 {p50:.2f} ms")
    print(f"reach.api-check-in.p99 {p99:.2f} ms")
    print(f"reach.api-check-ins {count / seconds:.0f} 1/s", flush=True)

    for name, tokens in (("pings", kettles), ("signs", counting)):
        before = cpu_seconds(app.process)
        count, _, _, _ = load(app, "ping", tokens)
        used = cpu_seconds(app.process) - before
        assert count <= THINGS, f"{count} were more than there are things: some were not stored"
        with sqlite3.connect(f"file:{app.folder}/demo.sqlite?mode=ro", uri=True) as database:
            stored, = database.execute(
                "SELECT count(*) FROM things WHERE counts = ? AND succeeded_at IS NOT NULL",
                (name == "signs",)).fetchone()
        # The demo's own things have spoken too.
        assert -CONNECTIONS <= stored - count <= CONNECTIONS, f"{count} were answered, {stored} stored"
        print(f"reach.{name}-per-cpu-second {count / used:.0f} 1/s", flush=True)


class Page:
    """The open stream of one session."""

    def __init__(self, address, token):
        head = f"Host: {address[0]}:{address[1]}\r\nCookie: lifesignal={token}\r\n"
        first = socket.create_connection(address)
        first.sendall(f"GET / HTTP/1.1\r\n{head}Accept: text/html\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := first.recv(65_536):
            answer += part
        first.close()
        assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
        self.socket = socket.create_connection(address)
        self.socket.sendall(
            f"GET /live HTTP/1.1\r\n{head}Accept: text/event-stream\r\n\r\n".encode())
        assert self.socket.recv(65_536).startswith(b"HTTP/1.1 200")


def session_figures(app):
    host, port = app.url.removeprefix("http://").split(":")
    address = (host, int(port))
    with sqlite3.connect(f"{app.folder}/demo.sqlite", timeout=30) as database:
        tokens = sessions(database, people(database, HOUSEHOLDS), PAGES + 5)
    warm = [Page(address, token) for token in tokens[PAGES::PAGES + 5]]
    before = resident(app.process)
    tokens = [token for number, token in enumerate(tokens) if number % (PAGES + 5) < PAGES]
    pages = [Page(address, token) for token in tokens]
    print(f"reach.sessions.bytes {(resident(app.process) - before) / len(pages):.0f} B", flush=True)

    waits = []
    for _ in range(5):
        waits += fan_out(address, tokens[0], pages[:PAGES])
    waits.sort()
    print(f"reach.fan-out.p50 {statistics.median(waits):.1f} ms")
    print(f"reach.fan-out.p99 {waits[len(waits) * 99 // 100]:.1f} ms", flush=True)
    del warm


def fan_out(address, token, pages):
    """Milliseconds until each page was sent something, from the request on."""
    poll = select.epoll()
    waiting = {}
    for page in pages:
        page.socket.setblocking(False)
        while True:
            # What has arrived on its own: times pass, and pages say so.
            try:
                page.socket.recv(65_536)
            except BlockingIOError:
                break
        waiting[page.socket.fileno()] = page
        poll.register(page.socket, select.EPOLLIN)
    head = f"Host: {address[0]}:{address[1]}\r\nAuthorization: Bearer {token}\r\n"
    request = socket.create_connection(address)
    start = time.monotonic()
    request.sendall(f"POST /api/v1/check-ins HTTP/1.1\r\n{head}Content-Type: application/json\r\n"
                    "Content-Length: 2\r\n\r\n{}".encode())
    waits = []
    while waiting:
        events = poll.poll(10)
        assert events, f"{len(waiting)} pages heard of nothing within ten seconds"
        now = time.monotonic()
        for file, _ in events:
            page = waiting[file]
            # A beat that says nothing is no change.
            if b"data:" in page.socket.recv(65_536):
                waits.append((now - start) * 1_000)
                poll.unregister(file)
                del waiting[file]
    assert request.recv(65_536).startswith(b"HTTP/1.1 200"), "the check-in was refused"
    request.close()
    poll.close()
    return waits


class PushService:
    """Takes every message, as fast as it can, and counts them."""

    def __init__(self):
        self.taken = 0
        ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve(ready)), daemon=True).start()
        ready.wait()

    async def serve(self, ready):
        server = await asyncio.start_server(self.take, "127.0.0.1", 0)
        self.url = "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]
        ready.set()
        await server.serve_forever()

    async def take(self, reader, writer):
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(re.search(rb"(?i)content-length: *(\d+)", head)[1])
                assert len(await reader.readexactly(length)) > 1_000, "that is no message"
                self.taken += 1
                writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        except asyncio.IncompleteReadError:
            writer.close()


def push_figures(benchmarks):
    service = PushService()
    said = subprocess.run([benchmarks, "web-push", service.url], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    assert service.taken >= 20_000, f"the service was given {service.taken} messages"
    print(said, end="", flush=True)


def main():
    push_figures(sys.argv[2])
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = HOUSEHOLDS * (PAGES + 5) + 200
    assert most == resource.RLIM_INFINITY or most >= wanted, f"{wanted} open files are needed: ulimit -n"
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for figures in (http_figures, session_figures):
        # All of the load is this machine's.
        app = LifeSignal(sys.argv[1], environment={"LIFESIGNAL_HTTP_CONNECTIONS_PER_ADDRESS": str(wanted)})
        try:
            figures(app)
        finally:
            app.remove()
    under_pages(sys.argv[1])


if __name__ == "__main__":
    main()
