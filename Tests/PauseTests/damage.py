"""Who may have the file, and what health says of damage in it: `python Tests/PauseTests/damage.py`.

Starts the real server with its demo people on a database of its own, starts a second one on the same file, spoils rows beneath
it, and asks its health. Ends with code 1 when one of the checks fails.
"""

import datetime
import pathlib
import sqlite3
import subprocess
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "BrowserTests"))

from lifesignal import MARGARET, OSKAR  # noqa: E402
from pauses import Carrier, advance, ask, healthy, sign_in, until, with_server  # noqa: E402

# Seconds after which health must name a row that fails whenever it is tried.
NAMED = 60
# `EX_CONFIG`: what the server ends with when it cannot be started like this.
REFUSED = 78


def spoil(server, statement):
    with sqlite3.connect(f"{server.folder}/demo.sqlite", timeout=10) as database:
        assert database.execute(statement).rowcount == 1, statement


@with_server
def check_a_second_server_on_the_same_file_is_refused(server, _):
    until(lambda: healthy(server), "the first is ready")
    second = subprocess.run(
        [server.binary, "serve", "--demo", "--port", "0", "--database", f"{server.folder}/demo.sqlite"],
        capture_output=True, text=True, timeout=30)
    assert second.returncode == REFUSED, (second.returncode, second.stdout, second.stderr)
    assert "running" not in second.stdout, second.stdout
    assert healthy(server), "the first is ready no more"


@with_server
def check_health_names_a_row_that_fails_whenever_it_is_tried(server, _):
    margaret, oskar = sign_in(server, MARGARET), sign_in(server, OSKAR)
    status, _ = ask(server, "POST", "/api/v1/alert", None, margaret)
    assert status == 200, status
    server.await_line(rf"to=\+1{OSKAR} .*priority=alert")
    until(lambda: healthy(server), "all loops have turned")
    spoil(server, "UPDATE escalations SET steps = 'no steps'")
    # The next call comes due, and can never be made.
    advance(server, 301)

    def is_named():
        status, answer = ask(server, "GET", "/health/ready")
        return status == 503 and answer["status"] == "not-ready" and answer["causes"]

    until(is_named, "health names the damage", NAMED)
    # No other person waits for it.
    assert ask(server, "POST", "/api/v1/check-ins", {}, oskar)[0] == 200


@with_server
def check_a_damaged_trip_is_shown_and_ended(server, _):
    margaret = sign_in(server, MARGARET)
    until(lambda: healthy(server), "all loops have turned")
    due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=2)
    due = due.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    status, trip = ask(server, "POST", "/api/v1/travel", {"due": due, "note": "Bus 42"}, margaret)
    assert status == 200, (status, trip)
    spoil(server, f"UPDATE travels SET gen = 9223372036854775807 WHERE id = {trip['id']}")
    status, shown = ask(server, "GET", "/api/v1/travel", token=margaret)
    assert status == 200 and shown["travel"]["id"] == trip["id"], (status, shown)
    until(lambda: not healthy(server), "health names the damage", NAMED)
    status, answer = ask(server, "POST", f"/api/v1/travel/{trip['id']}/arrive", None, margaret)
    assert status in (200, 204), (status, answer)
    until(lambda: healthy(server), "nothing is damaged any more", NAMED)
    assert ask(server, "GET", "/api/v1/travel", token=margaret)[1].get("travel") is None


@with_server
def check_a_latest_beat_far_ahead_signs_no_one_out(server, _):
    margaret = sign_in(server, MARGARET)
    server.stop()
    spoil(server, f"UPDATE heartbeat SET beat_at = {int((time.time() + 400 * 86_400) * 1000)}")
    # A demo's clock would go on from there.
    server.arguments, server.environment = [], {**server.environment, **Carrier().environment}
    server.start()
    for _ in range(3):
        status, _ = ask(server, "GET", "/api/v1/user", token=margaret)
        assert status == 200, status
        time.sleep(1)
    assert healthy(server)


CHECKS = (
    check_a_second_server_on_the_same_file_is_refused, check_health_names_a_row_that_fails_whenever_it_is_tried,
    check_a_damaged_trip_is_shown_and_ended, check_a_latest_beat_far_ahead_signs_no_one_out,
)


def main():
    failed = 0
    for check in CHECKS:
        name, began = check.__name__[6:].replace("_", " "), time.monotonic()
        try:
            check(None)
            print(f"ok     {name} ({time.monotonic() - began:.1f} s)", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED {name}")
            traceback.print_exc(file=sys.stdout)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
