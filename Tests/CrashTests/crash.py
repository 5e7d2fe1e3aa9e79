#!/usr/bin/env python3
"""Kills the worker again and again and checks that nothing was lost.

    python3 Tests/CrashTests/crash.py --short|--full|--kills N --alarms N [WORKER]

`--short` takes half a minute: every fail point, ten random kills, 1,500 alarms. `--full` takes about
25 minutes: every fail point nine times, 1,000 random kills, 100,000 alarms. `--kills` and `--alarms`
give a size between the two, about a second for each kill: `--kills 100 --alarms 10000`. Together with
one of the others they change its numbers, as `--spread` does.

One in ten of the silent is called again after seconds instead of minutes, so that second calls happen
in a short run as well.

Builds nothing: `swift build --product crashworker` makes the worker. It must be a debug build, since
release builds contain no fail points. Ends with 0 only when every fail point was hit, the checker
found nothing wrong, the deliberately broken version was found out, and a carrier that never answers
did not hold up a stop.
"""

import argparse
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.dont_write_bytecode = True

from checker import check  # noqa: E402

# Where a kill may hit, and up to which occurrence; see FailPoint.swift.
FAIL_POINTS = {
    "before-commit": 120,
    "after-commit": 120,
    "before-alarm": 60,
    "after-alarm": 60,
    "between-claim-and-send": 15,
    "between-send-and-mark": 30,
}
CONTROL_POINT = {"between-transactions": 10}
# Damage to a sound database that the checker must notice.
DAMAGE = {
    "an outbox row is gone": "DELETE FROM deliveries WHERE id = (SELECT max(id) FROM deliveries)",
    "an alarm is gone": "DELETE FROM alerts WHERE id = (SELECT min(id) FROM alerts)",
    "a check-in is gone": "DELETE FROM check_ins WHERE id = (SELECT max(id) FROM check_ins)",
    "a row was never sent": "UPDATE deliveries SET idempotency_key = 'other' WHERE id = (SELECT min(id) FROM deliveries)",
    "a repeat is not recorded": "UPDATE deliveries SET attempts = 1 WHERE attempts > 1",
    "a row still waits": "UPDATE deliveries SET state = 'ready' WHERE id = (SELECT min(id) FROM deliveries)",
    "a call is counted that nobody got": "UPDATE escalations SET calls = calls + 1 WHERE alert_id = (SELECT min(alert_id) FROM escalations)",
    "nobody is called any more": "UPDATE escalations SET ended_at = next_fire_at, next_fire_at = NULL WHERE alert_id = (SELECT min(alert_id) FROM escalations WHERE ended_at IS NULL)",
    "a call comes too soon": "UPDATE deliveries SET created_at = (SELECT min(created_at) FROM deliveries) WHERE dedupe_key LIKE 'dependentNonResponsive:%:%:2:%'",
    "an alarm comes a minute late": "UPDATE deliveries SET created_at = created_at + 60000 WHERE alert_id = (SELECT min(id) FROM alerts WHERE kind = 'missedCheckIn' AND person_id NOT IN (SELECT person_id FROM check_ins))",
    "a message is handed over a minute late": "UPDATE deliveries SET created_at = created_at - 60000 WHERE id = (SELECT max(id) FROM deliveries WHERE attempts = 1 AND state = 'done' AND priority <= 1)",
    "a watch was set back": "UPDATE watches SET stage = 3 WHERE stage = 5 AND person_id = (SELECT max(person_id) FROM watches WHERE stage = 5)",
    "a watch has no deadline any more": "UPDATE watches SET deadline_at = NULL, last_check_in_at = NULL WHERE person_id = (SELECT max(person_id) FROM watches WHERE stage = 5)",
}


@dataclass
class Plan:
    """How often to kill, and how many people for how long."""
    rounds: int
    random_kills: int
    silent: int
    lively: int
    # Seconds over which the deadlines are spread: as long as the kills take, so that all of them hit.
    spread: int
    # Seconds after which all but the one in ten are called again; None for the usual five minutes. In
    # those a long run would be asked for three calls of everybody, more than a debug build can make.
    calm: int | None = None

    def kills(self, chance):
        points = list(FAIL_POINTS.items()) * self.rounds
        kills = [(name, chance.randint(1, most)) for name, most in points]
        kills += [(None, chance.uniform(0.15, 1.2)) for _ in range(self.random_kills)]
        chance.shuffle(kills)
        return kills


SHORT = Plan(rounds=1, random_kills=10, silent=1_500, lively=150, spread=18)
FULL = Plan(rounds=9, random_kills=1_000, silent=100_000, lively=500, spread=1_000, calm=3_600)


@dataclass
class Scenario:
    worker: Path
    folder: Path
    environment: dict
    hits: dict = field(default_factory=dict)
    timed: int = 0
    lives: int = 0

    def prepare(self):
        subprocess.run([self.worker, "prepare", self.folder], env=self.environment, check=True)

    def kill_once(self, fail_point, amount):
        """One life of the worker. False when it had nothing left to do and ended by itself."""
        environment = self.next_life()
        if fail_point:
            environment["LIFESIGNAL_FAIL_POINT"] = f"{fail_point}:{amount}"
        process = subprocess.Popen([self.worker, "run", self.folder], env=environment)
        try:
            code = process.wait(timeout=8 if fail_point else amount)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self.timed += 1
            return True
        finally:
            self.note_end()
        if code == -signal.SIGKILL:
            self.hits[fail_point] = self.hits.get(fail_point, 0) + 1
            return True
        if code != 0:
            raise SystemExit(f"the worker failed by itself with {code}")
        return False

    def next_life(self):
        """The environment of the next worker, which numbers its sends by it."""
        self.lives += 1
        return self.environment | {"CRASH_LIFE": str(self.lives)}

    def finish(self):
        """A life without a kill, in which everything owed must be done."""
        try:
            subprocess.run(
                [self.worker, "run", self.folder], env=self.next_life(), check=True, timeout=1_800)
        finally:
            self.note_end()

    def note_end(self):
        """When a worker ended; what was due while there was none is not late. It notes itself when it begins."""
        with Path(self.folder, "ended.log").open("a") as file:
            file.write(f"{self.lives} {time.time_ns() // 1_000_000}\n")


def environment(**values):
    result = {key: value for key, value in os.environ.items() if key != "LIFESIGNAL_FAIL_POINT"}
    return result | {key: str(value) for key, value in values.items()}


def run_real(worker, folder, plan, chance):
    values = {"CRASH_SILENT": plan.silent, "CRASH_LIVELY": plan.lively, "CRASH_SPREAD": plan.spread}
    if plan.calm:
        values["CRASH_CALM_WAIT"] = plan.calm
    scenario = Scenario(worker, folder, environment(**values))
    scenario.prepare()
    for fail_point, amount in plan.kills(chance):
        if not scenario.kill_once(fail_point, amount):
            print("the people ran out before the kills did")
            break
    scenario.finish()
    report = check(folder)
    hits = ", ".join(f"{name} {count}" for name, count in sorted(scenario.hits.items()))
    print(f"fail points hit: {hits}\nkilled at random times: {scenario.timed}\n{report}")
    missing = [name for name in FAIL_POINTS if name not in scenario.hits]
    if missing:
        print(f"FAILED: never hit: {', '.join(missing)}")
    had_bad_carriers = report.unanswered_sends > 0 and report.refused_sends > 0
    if not had_bad_carriers:
        print("FAILED: no carrier refused a message, or none kept silent")
    return report.is_clean and not missing and had_bad_carriers


def run_control(worker, folder, rounds, chance):
    """The broken version: the checker is worth nothing unless it finds this one out."""
    scenario = Scenario(worker, folder, environment(
        CRASH_SILENT=300, CRASH_LIVELY=0, CRASH_SPREAD=4, CRASH_SPLIT=1))
    scenario.prepare()
    for name, most in list(CONTROL_POINT.items()) * rounds:
        scenario.kill_once(name, chance.randint(1, most))
    scenario.finish()
    report = check(folder)
    print(f"negative control: {sum(scenario.hits.values())} kills, "
          f"{report.lost_alerts} lost alerts and {report.lost_calls} lost calls found")
    return report.lost_alerts + report.lost_calls > 0


def run_damage(folder, scratch):
    """The checker itself: it must notice each kind of damage alone."""
    unnoticed = []
    damage = {name: in_database(statement) for name, statement in DAMAGE.items()}
    damage["a message was sent again without a kill"] = send_again
    damage["a call was made twice"] = call_again
    damage["the auditor finds something"] = find_something
    if check(folder).second_calls:
        damage["a second call is gone, and its sending too"] = forget_call
    else:
        unnoticed.append("nobody was called a second time")
    for name, spoil in damage.items():
        copy = Path(scratch, "damaged")
        shutil.copytree(folder, copy)
        spoil(copy)
        if check(copy).is_clean:
            unnoticed.append(name)
        shutil.rmtree(copy)
    print(f"damage noticed: {len(damage) - len(unnoticed)} of {len(damage)} kinds")
    for name in unnoticed:
        print(f"NOT NOTICED: {name}")
    return not unnoticed


def in_database(statement):
    def spoil(folder):
        database = sqlite3.connect(folder / "ledger.sqlite")
        with database:
            database.execute(statement)
        database.close()
    return spoil


def send_again(folder):
    log = folder / "sent.log"
    # Of one that travelled alone: a bundle's attempt is that of the message tried most often.
    key, address, attempt, life, at = next(
        line[1:] for line in map(str.split, reversed(log.read_text().splitlines()))
        if line[0] == "answered" and line[2].startswith("file-"))
    with log.open("a") as file:
        file.write(f"sent {key} {address} {int(attempt) + 1} {life} {at}\n")


def call_again(folder):
    """Another row of a call that has one, with keys of its own, and sent as it should be."""
    database = sqlite3.connect(folder / "ledger.sqlite")
    database.row_factory = sqlite3.Row
    row = dict(database.execute(
        "SELECT * FROM deliveries WHERE dedupe_key LIKE 'dependentNonResponsive:%' LIMIT 1").fetchone())
    row |= {"id": 1, "dedupe_key": row["dedupe_key"] + "0", "idempotency_key": "again",
            "attempts": 1, "receipt_token": None, "notification_id": None}
    names = ", ".join(row)
    with database:
        database.execute(
            f"INSERT INTO deliveries ({names}) VALUES ({', '.join('?' * len(row))})",
            list(row.values()))
    database.close()
    with (folder / "sent.log").open("a") as file:
        file.write(f"sent again {row['address']} 1 0 {row['created_at']}\n")


def find_something(folder):
    log = folder / "findings.log"
    last = log.read_text().split()[-2]
    with log.open("a") as file:
        file.write(f"{last} delivery-late\n")


def forget_call(folder):
    """As if the newest call of a responder who was called twice had never been written."""
    database = sqlite3.connect(folder / "ledger.sqlite")
    alert, number = database.execute(
        """SELECT alert_id, calls FROM escalations
           WHERE calls > 1 AND ended_at IS NULL LIMIT 1""").fetchone()
    rows = f"FROM deliveries WHERE dedupe_key LIKE 'dependentNonResponsive:%:{alert}:{number}:%'"
    keys = {key for key, in database.execute(f"SELECT idempotency_key {rows}")}
    with database:
        database.execute(f"DELETE {rows}")
    database.close()
    log = folder / "sent.log"
    kept = [line for line in log.read_text().splitlines() if line.split()[1] not in keys]
    log.write_text("".join(f"{line}\n" for line in kept))


def run_hanging(worker, folder):
    """A stop while a carrier keeps silent: within a second, and what it held is sent afterwards."""
    scenario = Scenario(worker, folder, environment(
        CRASH_SILENT=40, CRASH_LIVELY=0, CRASH_SPREAD=1))
    scenario.prepare()
    process = subprocess.Popen([worker, "hang", folder], env=scenario.environment)
    taken = folder / "hanging.log"
    wait_until(lambda: taken.exists() and taken.read_text(), process)
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        code = process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        code = process.wait()
    seconds = time.monotonic() - began
    held = len(taken.read_text().splitlines())
    leased = count(folder, "SELECT count(*) FROM deliveries WHERE state = 'leased'")
    scenario.finish()
    report = check(folder)
    print(f"stopped with {held} messages out: {seconds * 1000:.0f} ms, exit {code}, "
          f"{leased} rows still leased")
    return code == 0 and seconds < 1 and leased == 0 and report.is_clean


def wait_until(is_true, process):
    end = time.monotonic() + 60
    while not is_true():
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            raise SystemExit("the worker never handed a message to the silent carrier")
        time.sleep(0.02)


def count(folder, statement):
    database = sqlite3.connect(folder / "ledger.sqlite")
    try:
        return database.execute(statement).fetchone()[0]
    finally:
        database.close()


def planned(parser, arguments):
    plan = arguments.plan
    if plan is None:
        if arguments.kills is None or arguments.alarms is None:
            parser.error("--short, --full, or both --kills and --alarms")
        rounds = max(1, min(FULL.rounds, arguments.kills // 100))
        plan = replace(SHORT, rounds=rounds, spread=SHORT.spread + arguments.kills + 3 * rounds)
    numbers = {"random_kills": arguments.kills, "silent": arguments.alarms, "spread": arguments.spread}
    return replace(plan, **{name: value for name, value in numbers.items() if value is not None})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--short", action="store_const", const=SHORT, dest="plan")
    length.add_argument("--full", action="store_const", const=FULL, dest="plan")
    parser.add_argument("--kills", type=int, help="random kills")
    parser.add_argument("--alarms", type=int, help="people who never check in")
    parser.add_argument("--spread", type=int, help="seconds over which the deadlines are spread")
    parser.add_argument("worker", nargs="?", type=Path, default=Path(".build/debug/crashworker"))
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    plan = planned(parser, arguments)
    worker = arguments.worker.resolve()
    if not worker.exists():
        raise SystemExit(f"{worker} is missing: swift build --product crashworker")
    chance = random.Random(arguments.seed)
    print(f"seed {arguments.seed}, {plan}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="lifesignal-crash-") as folder:
        real, control, hanging = (Path(folder, name) for name in ("real", "control", "hanging"))
        for path in (real, control, hanging):
            path.mkdir()
        is_clean = run_real(worker, real, plan, chance)
        is_found_out = run_damage(real, folder) and run_control(worker, control, 4, chance)
        is_prompt = run_hanging(worker, hanging)
    print(f"{time.monotonic() - began:.0f} s")
    if not is_clean:
        print("FAILED: something was lost or doubled")
    if not is_found_out:
        print("FAILED: the checker overlooked damage or the broken version")
    if not is_prompt:
        print("FAILED: a silent carrier held up the stop, or its messages were lost")
    return 0 if is_clean and is_found_out and is_prompt else 1


if __name__ == "__main__":
    sys.exit(main())
