#!/usr/bin/env python3
"""Kills the worker again and again and checks that nothing was lost.

    python3 Tests/CrashTests/crash.py --short|--long [WORKER]

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
from dataclasses import dataclass, field
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
# What the checker must notice when somebody does it to a sound database.
DAMAGE = {
    "an outbox row is gone": "DELETE FROM deliveries WHERE id = (SELECT max(id) FROM deliveries)",
    "an alarm is gone": "DELETE FROM alerts WHERE id = (SELECT min(id) FROM alerts)",
    "a check-in is gone": "DELETE FROM check_ins WHERE id = (SELECT max(id) FROM check_ins)",
    "a row was never sent": "UPDATE deliveries SET idempotency_key = 'other' WHERE id = (SELECT min(id) FROM deliveries)",
    "a row still waits": "UPDATE deliveries SET state = 'ready' WHERE id = (SELECT min(id) FROM deliveries)",
    "a watch was set back": "UPDATE watches SET stage = 3 WHERE stage = 5 AND person_id = (SELECT max(person_id) FROM watches WHERE stage = 5)",
}


@dataclass
class Plan:
    """How often to kill, and how many people for how long."""
    rounds: int
    random_kills: int
    silent: int
    lively: int
    spread: int

    def kills(self, chance):
        points = list(FAIL_POINTS.items()) * self.rounds
        kills = [(name, chance.randint(1, most)) for name, most in points]
        kills += [(None, chance.uniform(0.15, 1.2)) for _ in range(self.random_kills)]
        chance.shuffle(kills)
        return kills


SHORT = Plan(rounds=1, random_kills=10, silent=1_500, lively=150, spread=18)
LONG = Plan(rounds=9, random_kills=50, silent=10_000, lively=500, spread=120)


@dataclass
class Scenario:
    worker: Path
    folder: Path
    environment: dict
    hits: dict = field(default_factory=dict)
    timed: int = 0

    def prepare(self):
        subprocess.run([self.worker, "prepare", self.folder], env=self.environment, check=True)

    def kill_once(self, fail_point, amount):
        """One life of the worker. False when it had nothing left to do and ended by itself."""
        environment = dict(self.environment)
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
        if code == -signal.SIGKILL:
            self.hits[fail_point] = self.hits.get(fail_point, 0) + 1
            return True
        if code != 0:
            raise SystemExit(f"the worker failed by itself with {code}")
        return False

    def finish(self):
        """A life without a kill, in which everything owed must be done."""
        subprocess.run(
            [self.worker, "run", self.folder], env=self.environment, check=True, timeout=300)


def environment(**values):
    result = {key: value for key, value in os.environ.items() if key != "LIFESIGNAL_FAIL_POINT"}
    return result | {key: str(value) for key, value in values.items()}


def run_real(worker, folder, plan, chance):
    scenario = Scenario(worker, folder, environment(
        CRASH_SILENT=plan.silent, CRASH_LIVELY=plan.lively, CRASH_SPREAD=plan.spread))
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
    return report.is_clean and not missing


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
          f"{report.lost_alerts} lost alerts found")
    return report.lost_alerts > 0


def run_damage(folder, scratch):
    """The checker itself: it must notice each kind of damage alone."""
    unnoticed = []
    for number, (name, statement) in enumerate(DAMAGE.items()):
        copy = Path(scratch, str(number))
        shutil.copytree(folder, copy)
        database = sqlite3.connect(copy / "ledger.sqlite")
        with database:
            database.execute(statement)
        database.close()
        if check(copy).is_clean:
            unnoticed.append(name)
    print(f"damage noticed: {len(DAMAGE) - len(unnoticed)} of {len(DAMAGE)} kinds")
    return not unnoticed


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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--short", action="store_const", const=SHORT, dest="plan")
    length.add_argument("--long", action="store_const", const=LONG, dest="plan")
    parser.add_argument("worker", nargs="?", type=Path, default=Path(".build/debug/crashworker"))
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    worker = arguments.worker.resolve()
    if not worker.exists():
        raise SystemExit(f"{worker} is missing: swift build --product crashworker")
    chance = random.Random(arguments.seed)
    print(f"seed {arguments.seed}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="lifesignal-crash-") as folder:
        real, control, hanging = (Path(folder, name) for name in ("real", "control", "hanging"))
        for path in (real, control, hanging):
            path.mkdir()
        is_clean = run_real(worker, real, arguments.plan, chance)
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
