#!/usr/bin/env python3
"""Hostile requests against the real server: `python Tests/HostileTests/hostile.py [BINARY]`.

Starts it with 512 descriptors, as `ulimit -n 512` would, and is as rude to it as one machine can be: 2,000
connections that send a byte now and then, bodies and heads that never end or are too large, thousands of
streams, garbage where TLS or HTTP/2 should begin, frames out of order, numbers no clock has. Through all of it
the process stays the
same one, a member's kept connection has its check-ins answered, and an alert reaches its responder within a
second. All of it stays on the loopback address and ends within a minute and a half.

Takes a debug or a release build; needs no packages.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "BrowserTests"))

import frames  # noqa: E402
from crowd import APART, Crowd, Responder, address  # noqa: E402
from lifesignal import BINARY, LifeSignal  # noqa: E402
from storm import Storm  # noqa: E402

DESCRIPTORS = 512
CONNECTIONS = 2_000
# Seconds from an alert's being due until its message has left.
PROMPT = 1.0
# Seconds for a check-in over a kept connection.
ANSWERED = 1.0


def raw(server, *pieces, wait=5):
    """Sends bytes as they are and reads until the server is done or the time is up."""
    said = b""
    with contextlib.suppress(OSError), socket.create_connection(address(server), timeout=wait) as line:
        for piece in pieces:
            line.sendall(piece)
        end = time.monotonic() + wait
        while (left := end - time.monotonic()) > 0:
            line.settimeout(left)
            part = line.recv(65_536)
            if not part:
                break
            said += part
            if status(said) and b"\r\n\r\n" in said and complete(said):
                break
    return said


def complete(said):
    head, _, body = said.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    return length is None or len(body) >= int(length[1])


def status(said):
    found = re.match(rb"HTTP/1\.1 (\d{3})", said)
    return int(found[1]) if found else None


def post(path, body, headers="", content="application/json"):
    body = body if isinstance(body, bytes) else body.encode()
    return (f"POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n"
            f"Content-Type: {content}\r\nContent-Length: {len(body)}\r\n{headers}\r\n").encode() + body


# MARK: what must hold through everything

class Promise:
    def __init__(self, server, responder):
        self.server, self.responder, self.crowd = server, responder, Crowd(server, responder)
        self.process = server.process.pid
        self.slowest_check_in = self.slowest_alert = 0.0

    def hold(self, during):
        self.is_alive(during)
        name, token = self.crowd.next()
        begun = time.monotonic()
        self.crowd.ask(token, "POST", "/api/v1/check-ins", {})
        took = time.monotonic() - begun
        self.slowest_check_in = max(self.slowest_check_in, took)
        assert took <= ANSWERED, f"{during}: a check-in took {took:.2f} s"
        begun = time.time()
        self.crowd.ask(token, "POST", "/api/v1/alert")
        while not self.responder.first(name) and time.time() < begun + 2 * PROMPT:
            time.sleep(0.005)
        self.arrived(during, name, begun)
        for name, due in list(self.crowd.deadlines.items()):
            if due + PROMPT < time.time():
                del self.crowd.deadlines[name]
                self.arrived(during, name, due)

    def is_alive(self, during):
        code = self.server.process.poll()
        if code is not None:
            log = pathlib.Path(self.server.folder, "log").read_text()
            begin = max(log.find("Fatal error"), 0)
            raise AssertionError(f"{during}: the server ended with {code}\n{log[begin:begin + 1_500]}")
        assert self.server.process.pid == self.process

    def arrived(self, during, name, due):
        """The responder has what was due then, and had it within a second."""
        at = self.responder.first(name)
        assert at, f"{during}: no message came about {name}"
        took = at - due
        self.slowest_alert = max(self.slowest_alert, took)
        assert took <= PROMPT, f"{during}: the alert of {name} left after {took:.2f} s"


# MARK: the rude

def slow_connections(server, promise):
    """2,000 at once, for as long as deadlines pass, with the promise looked at all the while."""
    with Storm(address(server), CONNECTIONS) as storm:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            promise.hold("slow connections")
            said = raw(server, b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", wait=2)
            assert status(said) == 200, f"a newcomer got no answer among slow connections: {said[:100]}"
            time.sleep(APART)
        assert storm.opened > DESCRIPTORS, f"only {storm.opened} connections were made"
    promise.hold("after slow connections")


def heads_and_bodies(server, promise):
    many = "".join(f"X-Many-{number}: {number}\r\n" for number in range(5_000))
    cookies = "Cookie: " + "; ".join(f"a{number}={number}" for number in range(4_000)) + "\r\n"
    repeated = "".join(f"Cookie: lifesignal={number:043}\r\n" for number in range(900))
    head = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    for name, request in {
        "a huge header": (head + "X-Huge: " + "a" * 1_000_000 + "\r\n\r\n").encode(),
        "a huge target": b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        "many headers": (head + many + "\r\n").encode(),
        "many cookies": (head + cookies + "\r\n").encode(),
        "a cookie again and again": (head + repeated + "\r\n").encode(),
        "a body that is announced too large": head.replace("GET /", "POST /event").encode()
        + b"Content-Length: 9999999999\r\n\r\n",
        "a length that is no number": post("/code", "").replace(b"Length: 0", b"Length: 1e400"),
        "a length beyond every number": post("/code", "").replace(
            b"Length: 0", b"Length: 99999999999999999999999"),
        "two lengths": post("/code", "x").replace(b"\r\n\r\n", b"\r\nContent-Length: 7\r\n\r\n", 1),
        "chunks that never end": head.replace("GET /", "POST /code").encode()
        + b"Transfer-Encoding: chunked\r\n\r\n" + b"1000\r\n" + b"a" * 4_096 + b"\r\n" + b"FFFFFFFFFFFFFFFFF\r\n",
        "no HTTP": bytes(range(256)) * 40,
        "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(512),
        "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + os.urandom(512),
    }.items():
        said = raw(server, request, wait=2)
        assert (status(said) or 400) not in range(500, 599), (name, said[:200])
        promise.is_alive(name)
    promise.hold("heads and bodies")


def two_hosts_and_large_bodies(server, promise):
    """RFC 9112, 3.2 and RFC 9110, 15.5.14: refused, and no more of the body is taken in."""
    for hosts in ("Host: x\r\nHost: x\r\n", "Host: x\r\nHost: y\r\n"):
        said = raw(server, f"GET /health/live HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n".encode())
        assert status(said) == 400, (hosts, said[:200])
    head = b"POST /code HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 99999999\r\n\r\n"
    with socket.create_connection(address(server), timeout=10) as line:
        line.sendall(head)
        said = line.recv(65_536)
        assert status(said) == 413 and b"connection: close" in said.lower(), said[:300]
        begun, sent = time.monotonic(), 0
        with contextlib.suppress(OSError):
            while time.monotonic() < begun + 10:
                line.sendall(bytes(1_000))
                sent += 1_000
                time.sleep(0.05)
        took = time.monotonic() - begun
        assert took < 5, f"{sent} bytes of a refused body were taken in for {took:.1f} s"
    promise.hold("two hosts and large bodies")


def deep_and_odd(server, promise):
    token = promise.crowd.cookie
    deep = "[" * 100_000 + "]" * 100_000
    objects = '{"a":' * 50_000 + "1" + "}" * 50_000
    for path in ("/check-in", "/alert", "/event", "/seen", "/code", "/api/v1/check-ins", "/api/v1/auth/codes"):
        for name, body in {
            "deep lists": deep, "deep objects": objects, "no JSON": b"\xff\xfe\x00" * 500,
            "a long number": '{"at":' + "9" * 3_000 + "}", "an empty body": "",
        }.items():
            said = raw(server, post(path, body, token), wait=5)
            assert status(said) not in range(500, 599), (path, name, said[:200])
            promise.is_alive(f"{name} to {path}")
    promise.hold("deep and odd bodies")


def odd_times(server, promise):
    """The requests of F1: instants that no clock has, in every form a device may send."""
    times = [-9 * 10**18, 9 * 10**18, -2**63, 2**63 - 1, 2**64, -9 * 10**15, 9 * 10**15, 1e30, -1e300, 0]
    number = 0
    for path in ("/check-in", "/alert"):
        for at in times:
            for sent in (None, -at if at else 0, 2**63 - 1):
                number += 1
                fields = {"key": f"odd-{number}", "at": at} | ({} if sent is None else {"sentAt": sent})
                as_form = "&".join(f"{name}={value}" for name, value in fields.items())
                # At most as many as a session may send at once.
                if number % 3 == 0:
                    said = raw(server, post(path, as_form, promise.crowd.cookie,
                                            "application/x-www-form-urlencoded"))
                else:
                    said = raw(server, post(path, json.dumps(fields), promise.crowd.cookie))
                promise.is_alive(f"{fields} to {path}")
                assert status(said) in {200, 204, 303, 400, 409, 422, 429}, (path, fields, said[:300])
        time.sleep(1)
    promise.hold("odd times")


def many_streams(server, promise):
    """As many open pages and lists of changes as one session gets, and 300 more that it does not.

    All come from the member's own address, which may have fewer connections. The server closes those that
    wait, the longest first, and the member's kept one may be among them: the member then connects again, as a
    browser does. Each stream waits for its answer before the next begins, so that none is closed unread.
    """
    lines = []
    try:
        for number in range(320):
            line = socket.create_connection(address(server), timeout=10)
            lines.append(line)
            with contextlib.suppress(OSError):
                if number % 2:
                    line.sendall(f"GET /live HTTP/1.1\r\nHost: x\r\n{promise.crowd.cookie}\r\n".encode())
                else:
                    line.sendall((f"GET /api/v1/changes HTTP/1.1\r\nHost: x\r\n"
                                  f"Authorization: Bearer {promise.crowd.token}\r\n\r\n").encode())
                line.recv(1)
        promise.crowd.connect()
        promise.hold("many streams")
    finally:
        for line in lines:
            line.close()
    promise.hold("after many streams")


def many_pictures(server, promise):
    """Pictures of five megabytes, all begun and none of them finished."""
    lines = []
    try:
        head = (f"POST /picture HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\n{promise.crowd.cookie}"
                f"Content-Type: image/jpeg\r\nContent-Length: {5 * 1024 * 1024}\r\n\r\n").encode()
        for _ in range(100):
            line = socket.create_connection(address(server), timeout=10)
            lines.append(line)
            line.settimeout(0.2)
            with contextlib.suppress(OSError):
                line.sendall(head + bytes(256 * 1024))
        promise.hold("many pictures")
    finally:
        for line in lines:
            line.close()


def over_tls(server, promise):
    """Garbage instead of TLS, TLS that is never agreed on, and HTTP/2 as no client speaks it."""
    for garbage in (os.urandom(2_048), b"\x16\x03\x01\xff\xff" + os.urandom(4_096), b"GET / HTTP/1.1\r\n\r\n", frames.PREFACE):
        raw(server, garbage, wait=0.5)
        promise.is_alive("garbage instead of TLS")
    waiting = [socket.create_connection(address(server), timeout=5) for _ in range(300)]
    try:
        for line in waiting:
            with contextlib.suppress(OSError):
                line.sendall(b"\x16\x03\x01")
        promise.hold("TLS that is never agreed on")
        for name, bytes in frames.attacks():
            frames.send(address(server), bytes)
            promise.is_alive(name)
        promise.hold("HTTP/2 as no client speaks it")
    finally:
        for line in waiting:
            line.close()


RUDE = (heads_and_bodies, two_hosts_and_large_bodies, deep_and_odd, many_streams, many_pictures, over_tls, slow_connections, odd_times)


def certificate():
    """Arguments for a certificate made on the spot."""
    folder = pathlib.Path(tempfile.gettempdir(), "lifesignal-hostile-certificate")
    script = HERE.parent.parent / "scripts/development-certificate"
    subprocess.run([script, folder], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return ["--certificate", str(folder / "certificate.pem"), "--private-key", str(folder / "private-key.pem")]


def few_descriptors():
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


def main():
    # This program holds both ends' worth of the storm.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 500
    assert most == resource.RLIM_INFINITY or most >= wanted, f"{wanted} open files are needed: ulimit -n"
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    words = [word for word in sys.argv[1:] if not word.endswith("lifesignal")]
    binary = next((word for word in sys.argv[1:] if word.endswith("lifesignal")), BINARY)
    failures = 0
    for rude in RUDE:
        if words and not any(word in rude.__name__ for word in words):
            continue
        begun = time.monotonic()
        arguments = ["--allow-private-webhooks", *(certificate() if rude is over_tls else [])]
        server = LifeSignal(binary, arguments=arguments, before=few_descriptors)
        responder = Responder()
        try:
            promise = Promise(server, responder)
            promise.hold("calm")
            rude(server, promise)
            print(f"ok   {rude.__name__} ({time.monotonic() - begun:.0f} s, check-ins at most "
                  f"{promise.slowest_check_in * 1_000:.0f} ms, alerts {promise.slowest_alert * 1_000:.0f} ms)", flush=True)
        except (AssertionError, OSError, http.client.HTTPException) as error:
            failures += 1
            print(f"FAIL {rude.__name__} ({time.monotonic() - begun:.0f} s): {type(error).__name__} {error}", flush=True)
            code = server.process.poll()
            print(f"     the process {'is alive' if code is None else f'ended with {code}'}", flush=True)
        finally:
            server.remove()
            responder.stop()
    print(f"{len(RUDE) - failures} passed, {failures} failed" if not words else f"{failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
