"""Holds the server to its own description, with the implementations of others: `python Tests/APIOracle/oracle.py`.

Starts the real server with its demo people on a database of its own, reads `/api/openapi.json`, lets openapi-spec-validator
judge it as OpenAPI 3.1, and lets schemathesis ask every operation with what fits the description and with what does not.
Examples are drawn without chance and their number is bounded, so a failure comes back. A missing package, a server that does not
start, and an operation that was asked in vain, by callers who were signed in no more, end with an error and code 1.
"""

import http.server
import itertools
import json
import os
import pathlib
import subprocess
import sys
import threading
import urllib.error
import urllib.request

from openapi_spec_validator import OpenAPIV31SpecValidator

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "BrowserTests"))

from lifesignal import DANA, MARGARET, OSKAR, LifeSignal  # noqa: E402

EXAMPLES = 6
# A token has room for 60 changes at once, and a person for 200: the three of the demo and six who are new, with six tokens
# each, are enough for the whole run, with the limits every server has.
PEOPLE, TOKENS = (MARGARET, DANA, OSKAR, *(f"646555900{number}" for number in range(6))), 6
SCOPES = ["read", "check-in", "ping", "alert", "contacts", "account"]

# Every check of schemathesis is on but these.
NOT_CHECKED = {
    # The rules refuse much that is well formed: a number that cannot exist, a trip that ended yesterday.
    "positive_data_acceptance",
    # Both follow what one operation has made through others, which needs links between operations; the description has none.
    "use_after_free",
    "ensure_resource_availability",
    # Needs a second person for each request; the routes' own tests have them.
    "object_level_authorization",
}
# Does not end: asked by hand.
NOT_ASKED = ["changes"]
# Each call of these gets a session of its own, because it ends the session that it uses.
ENDING = ["signOut", "revokeAccessToken", "endSession", "endOtherSessions"]
# At least this share of the answers to signed-in callers must not be 401. A caller whose session has ended still learns
# which methods exist, so about half of their answers look like those of a signed-in caller.
LEAST = 0.9


def ask(server, method, path, body=None, token=None, headers=None):
    request = urllib.request.Request(
        server.url.rstrip("/") + path, method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            **({"Content-Type": "application/json"} if body is not None else {}),
            **({"Authorization": f"Bearer {token}"} if token else {}), **(headers or {}),
        })
    try:
        answer = urllib.request.urlopen(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    text = answer.read()
    return answer.status, answer.headers, json.loads(text) if text else None


def sign_in(server, number):
    since = len(server.lines)
    # Signing in is counted by network too.
    network = {"X-Forwarded-For": f"10.1.{int(number) // 250 % 250}.{int(number) % 250 + 1}"}
    status, _, sent = ask(
        server, "POST", "/api/v1/auth/codes", {"phoneNumber": number, "region": "US"}, headers=network)
    assert status == 200, (status, sent)
    status, _, credential = ask(
        server, "POST", "/api/v1/auth/sessions",
        {"code": server.code(number, since), "verificationID": sent["verificationID"], "label": "Oracle"},
        headers=network)
    assert status == 200, (status, credential)
    return credential["token"]


def make_tokens(server, session):
    tokens = []
    for number in range(TOKENS):
        status, _, made = ask(
            server, "POST", "/api/v1/user/access-tokens", {"name": f"Oracle {number}", "scopes": SCOPES}, session)
        assert status == 200, (status, made)
        tokens.append((made["details"]["id"], made["token"]))
    return tokens


class Desk:
    """Signs in a new member for each caller, one after another."""

    def __init__(self, server):
        lock, numbers = threading.Lock(), itertools.count(6465550000)

        class Answers(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                with lock:
                    token = sign_in(server, str(next(numbers))).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(token)))
                self.end_headers()
                self.wfile.write(token)

            def log_message(self, *words):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_port}/"


def weigh(report, document):
    """Every operation that needs a caller was called by a member, and its answers fit the requests."""
    operations = {
        operation["operationId"]: operation.get("security")
        for path in document["paths"].values() for operation in path.values() if "operationId" in operation
    }
    asked, refused = report["asked"], report["refused"]
    vain = []
    for name in sorted(operations):
        if not operations[name] or name in NOT_ASKED:
            continue
        count = asked.get(name, 0)
        heard = count - refused.get(name, 0)
        if count == 0 or heard < LEAST * count:
            vain.append(f"{name}: {heard} of {count}")
    assert not vain, "asked in vain, as the callers were signed in no more: " + ", ".join(vain)
    print(f"{sum(asked.values())} answers to somebody; the server took {sum(report['seconds'].values()):.0f} s for all it gave")


def read_document(server):
    status, headers, document = ask(server, "GET", "/api/openapi.json")
    assert status == 200, status
    tag = headers["ETag"]
    assert tag, "the description has no ETag"
    again, _, nothing = ask(server, "GET", "/api/openapi.json", headers={"If-None-Match": tag})
    assert (again, nothing) == (304, None), (again, nothing)
    return document


def read_changes(server, session):
    """A stream begins with all topics, whatever its reader says it has seen."""
    request = urllib.request.Request(
        server.url.rstrip("/") + "/api/v1/changes",
        headers={"Authorization": f"Bearer {session}", "Last-Event-ID": "7"})
    with urllib.request.urlopen(request, timeout=30) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream"), stream.headers["Content-Type"]
        fields = dict(stream.readline().decode().rstrip("\n").split(": ", 1) for _ in range(3))
    assert (fields["id"], fields["event"]) == ("1", "change"), fields
    assert {"user", "contacts", "pings", "alert"} <= set(fields["data"].split()), fields


def end(server, path, session, token):
    """A session or token that has ended opens nothing, and the answer says so."""
    status, _, _ = ask(server, "DELETE", path, token=session)
    assert status == 204, status
    status, headers, problem = ask(server, "GET", "/api/v1/user", token=token)
    assert (status, problem["code"]) == (401, "unauthenticated"), (status, problem)
    assert 'error="invalid_token"' in headers["WWW-Authenticate"], headers["WWW-Authenticate"]


def check(server, document):
    errors = [f"{list(error.absolute_path)}: {error.message}" for error in OpenAPIV31SpecValidator(document).iter_errors()]
    assert not errors, "\n".join(errors)

    # First, with a session and a token of their own: what follows may end any.
    session = sign_in(server, MARGARET)
    read_changes(server, session)
    (name, token), *_ = make_tokens(server, session)
    end(server, f"/api/v1/user/access-tokens/{name}", session, token)
    end(server, "/api/v1/auth/session", session, session)

    sessions = [sign_in(server, number) for number in PEOPLE]
    tokens = [token for session in sessions for token in make_tokens(server, session)]
    file = pathlib.Path(server.folder, "openapi.json")
    file.write_text(json.dumps(document), encoding="utf-8")
    report = pathlib.Path(server.folder, "report.json")
    environment = {
        **os.environ, "PYTHONPATH": str(HERE), "SCHEMATHESIS_HOOKS": "hooks",
        "ORACLE_SESSIONS": " ".join(sessions), "ORACLE_TOKENS": " ".join(token for _, token in tokens),
        "ORACLE_ENDING": " ".join(ENDING), "ORACLE_DESK": Desk(server).url, "ORACLE_REPORT": str(report),
    }
    run = subprocess.run(
        [str(pathlib.Path(sys.executable).with_name("schemathesis")), "run", str(file),
         "--url", server.url.rstrip("/") + "/api/v1",
         "--generation-deterministic",
         "--max-examples", str(EXAMPLES), "--phases", "examples,coverage,fuzzing", "--workers", "1",
         "--checks", "all", "--exclude-checks", ",".join(sorted(NOT_CHECKED)),
         "--exclude-operation-id", ",".join(NOT_ASKED), "--no-shrink", "--continue-on-failure",
         "--request-timeout", "20", "--suppress-health-check", "all", "--warnings", "off"],
        env=environment, cwd=server.folder)
    if run.returncode:
        print(pathlib.Path(server.folder, "log").read_text()[-2000:], file=sys.stderr)
    assert run.returncode == 0, "schemathesis has found something"
    weigh(json.loads(report.read_text(encoding="utf-8")), document)


def main():
    # The server counts requests without a token by network. Behind a proxy it takes the network from a header, so each
    # request comes from a different one, and a request that must get 401 does not get 429.
    server = LifeSignal(arguments=["--behind-proxy"])
    try:
        check(server, read_document(server))
    finally:
        server.remove()
    print("the API is as it is described")


if __name__ == "__main__":
    main()
