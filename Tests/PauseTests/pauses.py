"""What a server does that was stopped for a while: `python Tests/PauseTests/pauses.py [--seconds 5 60]`.

Starts the real server with its demo people on a database of its own, stops its process with SIGSTOP as a suspended machine or
a host of virtual machines would, and lets it go on with SIGCONT. Ends with code 1 when one of the checks fails. Without
`--seconds` the pauses are short, for every build; an operator's pauses are 5 to 60 seconds.
"""

import argparse
import contextlib
import functools
import http.server
import json
import os
import pathlib
import re
import signal
import sys
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "BrowserTests"))

from lifesignal import MARGARET, OSKAR, LifeSignal  # noqa: E402

# Seconds after a pause within which all that waited is answered, and all that was due is sent.
SOON = 3
# Debug builds beside other builds take their time.
PATIENCE = 30
# Of the check with a carrier.
RESPONDERS = [f"646555010{number}" for number in range(6)]


def ask(server, method, path, body=None, token=None, timeout=PATIENCE):
    request = urllib.request.Request(
        server.url.rstrip("/") + path, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={
            "Sec-Fetch-Site": "same-origin", **({"Content-Type": "application/json"} if body is not None else {}),
            **({"Authorization": f"Bearer {token}"} if token else {}),
        })
    try:
        answer = urllib.request.urlopen(request, timeout=timeout)
    except urllib.error.HTTPError as error:
        answer = error
    text = answer.read()
    return answer.status, json.loads(text) if text else None


def sign_in(server, number, carrier=None):
    since = len(server.lines)
    status, sent = ask(server, "POST", "/api/v1/auth/codes", {"phoneNumber": number, "region": "US"})
    assert status == 200, (status, sent)
    if carrier:
        until(lambda: carrier.to(number), "the code arrives")
        code = re.sub(r"\D", "", carrier.to(number)[-1][:7])
    else:
        code = server.code(number, since)
    code = {"code": code, "verificationID": sent["verificationID"], "label": "Pauses"}
    status, credential = ask(server, "POST", "/api/v1/auth/sessions", code)
    assert status == 200, (status, credential)
    return credential["token"]


def advance(server, seconds):
    status, answer = ask(server, "POST", "/demo/advance", {"seconds": seconds})
    assert status == 200, (status, answer)


class Carrier:
    """Takes texts on this machine, and answers each only after a while."""

    ACCOUNT, TOKEN = "AC0123", "0123456789abcdef0123456789abcdef"

    def __init__(self):
        self.texts, self.slowness = [], 0
        carrier = self

        class Answers(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                carrier.texts.append(dict(urllib.parse.parse_qsl(body)))
                time.sleep(carrier.slowness)
                answer = b'{"sid": "SM0123", "status": "queued"}'
                self.send_response(201)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                # A server that has given up does not listen any more.
                with contextlib.suppress(OSError):
                    self.wfile.write(answer)

            def log_message(self, *words):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.environment = {
            "LIFESIGNAL_CARRIER_ACCOUNT": self.ACCOUNT, "LIFESIGNAL_CARRIER_TOKEN": self.TOKEN,
            "LIFESIGNAL_CARRIER_URL": f"http://127.0.0.1:{self.http.server_port}",
            "LIFESIGNAL_SMS_FROM": "+15550009999", "LIFESIGNAL_HTTP_ORIGIN": "http://127.0.0.1:9",
        }

    def to(self, number):
        return [text["Body"] for text in self.texts if text["To"] == f"+1{number}"]


class Later:
    """A request that is on its way while the server stands still."""

    def __init__(self, server, method, path, body, token):
        self.answer = None
        self.thread = threading.Thread(
            target=lambda: setattr(self, "answer", ask(server, method, path, body, token, timeout=120)))
        self.thread.start()

    def wait(self, seconds):
        self.thread.join(seconds)
        assert self.answer, f"no answer {seconds} s after the pause"
        return self.answer


def pause(server, seconds, during=lambda: None):
    server.process.send_signal(signal.SIGSTOP)
    try:
        # Stopped is when the kernel says so: from then on no clock of the process goes.
        while process_state(server.process.pid) != "T":
            os.sched_yield()
        result = during()
        time.sleep(seconds)
    finally:
        server.process.send_signal(signal.SIGCONT)
    return result, time.monotonic()


def process_state(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


def alerts(server, since=0):
    """The keys of the messages that called Oskar, one for each time that one was sent."""
    return [line.rsplit("key=", 1)[1].split()[0] for line in server.messages(rf"to=\+1{OSKAR} .*priority=(alert|missedCheckIn)", since)]


def until(is_true, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end, f"{what}: not within {seconds} s"
        time.sleep(0.02)


def healthy(server):
    status, answer = ask(server, "GET", "/health/ready")
    return status == 200 and answer["status"] == "ready"


def with_server(check):
    """The check, with a server of its own."""
    @functools.wraps(check)
    def run(seconds):
        server = LifeSignal()
        try:
            check(server, seconds)
        finally:
            server.remove()
    return run


@with_server
def check_a_call_for_help_that_waited(server, seconds):
    """What is asked while the server stands still is answered, and told once, when it goes on."""
    margaret = sign_in(server, MARGARET)
    since = len(server.lines)
    later, over = pause(server, seconds, lambda: Later(server, "POST", "/api/v1/alert", None, margaret))
    status, answer = later.wait(PATIENCE)
    assert status in (200, 204), (status, answer)
    until(lambda: alerts(server, since), "the call for help reaches Oskar", PATIENCE)
    slow = time.monotonic() - over
    assert slow < SOON, f"{slow:.1f} s after the pause"
    assert ask(server, "GET", "/api/v1/user", token=margaret)[0] == 200, "signed out by a pause"
    assert ask(server, "DELETE", "/api/v1/alert", token=margaret)[0] in (200, 204)
    once(server, since)


@with_server
def check_a_deadline_that_passes_meanwhile(server, seconds):
    """A deadline within the pause raises one alert at its end: a pause of less than two minutes is no outage."""
    margaret = sign_in(server, MARGARET)
    status, _ = ask(server, "POST", "/api/v1/check-ins", {}, margaret)
    assert status == 200, status
    since = len(server.lines)
    # A day, ten minutes of grace, and the alarm half way through the pause.
    advance(server, 86_400)
    server.await_line(r"Check-in due", since)
    advance(server, 600 - seconds / 2)
    assert not alerts(server, since), "an alarm before its time"
    _, over = pause(server, seconds)
    until(lambda: alerts(server, since), "the alarm reaches Oskar", PATIENCE)
    slow = time.monotonic() - over
    assert slow < SOON, f"{slow:.1f} s after the pause"
    until(lambda: healthy(server), "the server is ready again")
    once(server, since)


@with_server
def check_a_check_in_before_a_pause(server, seconds):
    """A check-in before the pause raises no alert."""
    margaret = sign_in(server, MARGARET)
    since = len(server.lines)
    later, _ = pause(server, seconds, lambda: Later(server, "POST", "/api/v1/check-ins", {}, margaret))
    assert later.wait(PATIENCE)[0] == 200
    until(lambda: healthy(server), "the server is ready again")
    assert not alerts(server, since), alerts(server, since)


def profile(server, token, name):
    body = {"firstName": name, "lastName": "Hale", "emergencyNote": ""}
    assert ask(server, "PUT", "/api/v1/user/profile", body, token)[0] == 204


def check_a_text_that_is_answered_meanwhile(seconds):
    """A carrier that has taken a text and said so before the pause ended gets it no second time."""
    carrier = Carrier()
    server = LifeSignal(environment=carrier.environment, demo=False)
    try:
        margaret = sign_in(server, MARGARET, carrier)
        profile(server, margaret, "Margaret")
        owner = ask(server, "GET", "/api/v1/user", token=margaret)[1]["id"]
        # Several at once: which of them a pause does harm to is chance.
        for number in RESPONDERS:
            token = sign_in(server, number, carrier)
            profile(server, token, f"Responder {number}")
            code = ask(server, "GET", "/api/v1/user", token=token)[1]["qrCodeID"]
            request = {"qrCode": code, "isResponder": True, "isDependent": False}
            status, answer = ask(server, "POST", "/api/v1/contacts", request, margaret)
            assert status == 200, (status, answer)
            status, answer = ask(server, "POST", f"/api/v1/contacts/{owner}/accept", None, token)
            assert status in (200, 204), (status, answer)
        carrier.slowness = min(1, seconds / 2)

        def called():
            return [text["To"] for text in list(carrier.texts) if "raised an alert" in text["Body"]]

        status, _ = ask(server, "POST", "/api/v1/alert", None, margaret)
        assert status == 200, status
        until(lambda: len(called()) == len(RESPONDERS), "the texts are on their way")
        pause(server, seconds)
        carrier.slowness = 0
        # Later messages of the same lane have left, so the first one is settled.
        time.sleep(SOON)
        texts = called()
        assert sorted(texts) == sorted(set(texts)), f"texts for one call for help: {sorted(texts)}"
        until(lambda: healthy(server), "the server is ready again")
    finally:
        server.remove()
        carrier.http.shutdown()


def once(server, since):
    keys = alerts(server, since)
    twice = {key for key in keys if keys.count(key) > 1}
    assert not twice, f"sent twice: {twice}"


CHECKS = (
    check_a_call_for_help_that_waited, check_a_deadline_that_passes_meanwhile, check_a_check_in_before_a_pause,
    check_a_text_that_is_answered_meanwhile,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="words of the checks to run")
    parser.add_argument("--seconds", type=float, nargs="+", default=[2])
    arguments, failed = parser.parse_args(), 0
    for seconds in arguments.seconds:
        for check in CHECKS:
            name = check.__name__[6:].replace("_", " ")
            if arguments.only not in name:
                continue
            began = time.monotonic()
            try:
                check(seconds)
                print(f"ok     {name}, {seconds} s ({time.monotonic() - began:.1f} s)", flush=True)
            except Exception:
                failed += 1
                print(f"FAILED {name}, {seconds} s")
                traceback.print_exc(file=sys.stdout)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
