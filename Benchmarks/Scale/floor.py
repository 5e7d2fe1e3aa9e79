#!/usr/bin/env python3
"""What SQLite alone needs for the rows of an alarm, without rules, calling, couriers or anybody else.

    floor.py WORLD/million.sqlite [people]

The file is that of LIFESIGNAL_BENCH_WORLD; a copy of it is changed. For each person what the rules read
is read, and an alarm is stored: itself, its calling, an entry and a message for the person and for one
responder, four entries of the timeline, the watch. People in the order of the engine, 48 alarms to a
commit and 512, `synchronous=FULL`; with every index and all rows, then without any index but keys, then
without the timeline as well. Prints microseconds per alarm, kilobytes of log, and how many of the
microseconds Python takes for as many statements that do nothing.
"""

import os
import secrets
import shutil
import sqlite3
import sys
import tempfile
import time

TEXT = "Your check-in has expired and your responders have been told"


def measure(world, folder, people, batch, indexes, timeline):
    path = os.path.join(folder, "floor.sqlite")
    for suffix in ("-wal", "-shm"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    shutil.copyfile(world, path)
    database = sqlite3.connect(path, isolation_level=None)
    execute = Counted(database.execute)
    for pragma in ("journal_mode=wal", "synchronous=FULL", "cache_size=-65536", "foreign_keys=on",
                   "wal_autocheckpoint=0"):
        execute(f"PRAGMA {pragma}")
    if not indexes:
        for name, in execute(
                "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN"
                " ('alerts', 'escalations', 'notifications', 'deliveries', 'timeline')").fetchall():
            execute(f"DROP INDEX {name}")
    ids = [row[0] for row in execute("SELECT person_id FROM watches ORDER BY person_id")]
    order = [index * 9_973 % len(ids) for index in range(people)]
    order = [one for start in range(0, people, 16_384) for one in sorted(order[start:start + 16_384])]
    now = 1_795_397_545_914
    setup = execute.count
    wall, cpu = time.monotonic(), time.process_time()
    execute("BEGIN IMMEDIATE")
    for count, index in enumerate(order, start=1):
        store(execute, ids[index], 383_067_000_000_000_000 + 10 * count, now, timeline)
        if count % batch == 0:
            execute("COMMIT")
            execute("BEGIN IMMEDIATE")
    execute("COMMIT")
    wall, cpu = time.monotonic() - wall, time.process_time() - cpu
    log = os.path.getsize(path + "-wal")
    database.close()
    own = nothing(execute.count - setup)
    return wall / people * 1e6, cpu / people * 1e6, own / people * 1e6, log / people / 1024


class Counted:
    """Counts the statements."""

    def __init__(self, execute):
        self.execute, self.count = execute, 0

    def __call__(self, *statement):
        self.count += 1
        return self.execute(*statement)


def nothing(count):
    """CPU seconds of so many statements with eight values each, which read and write nothing."""
    execute = Counted(sqlite3.connect(":memory:", isolation_level=None).execute)
    values = tuple(range(8))
    start = time.process_time()
    for _ in range(count):
        execute("SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE 0", values).fetchall()
    return time.process_time() - start


def store(execute, person, alarm, now, timeline):
    for statement in ("watches WHERE person_id", "people WHERE id", "channels WHERE person_id"):
        execute(f"SELECT * FROM {statement} = ?", (person,)).fetchall()
    responder = execute(
        "SELECT peer_id FROM relations WHERE owner_id = ? AND is_responder = 1 AND status = 'accepted'",
        (person,)).fetchall()[0][0]
    for statement in ("people WHERE id", "channels WHERE person_id"):
        execute(f"SELECT * FROM {statement} = ?", (responder,)).fetchall()
    execute("INSERT INTO alerts (id, person_id, kind, gen, started_at)"
            " VALUES (?, ?, 'missedCheckIn', 1, ?)", (alarm, person, now))
    execute("INSERT INTO escalations (alert_id, person_id, steps, rounds, stage, step, round, calls,"
            " next_fire_at, gen, told) VALUES (?, ?, ?, 3, 0, 1, 1, 1, ?, 1, ?)",
            (alarm, person, f'[{{"responders":["{responder}"],"wait":300}}]', now + 300_000, str(responder)))
    for place, to in enumerate((person, responder)):
        entry, message = alarm + 1 + place, alarm + 3 + place
        key = f"checkInExpired:{person}:1:{to}"
        execute("INSERT INTO notifications (id, person_id, type, event, title, message, at,"
                " related_alert_id, dedupe_key)"
                " VALUES (?, ?, 'checkIn', 'checkInExpired', 'Check-in Expired', ?, ?, ?, ?)",
                (entry, to, TEXT, now, alarm, key))
        execute("INSERT INTO deliveries (id, dedupe_key, idempotency_key, person_id, notification_id,"
                " channel_id, kind, address, title, body, priority, state, attempts, created_at,"
                " next_attempt_at, give_up_at, alert_id, channel_rank, receipt_token)"
                " VALUES (?, ?, ?, ?, ?, ?, 'sms', '+15551234567', 'Check-in Expired', ?, 1, 'ready', 0,"
                " ?, ?, ?, ?, 0, ?)",
                (message, f"{key}:{to}", f"lifesignal-{message}", to, entry, to + 1, TEXT, now, now,
                 now + 3_600_000, alarm, f"{message}-{secrets.token_urlsafe(16)}"))
    if timeline:
        for sequence in range(2, 6):
            execute("INSERT INTO timeline VALUES (?, ?, ?, 'told', ?, NULL, ?, ?, ?)",
                    (person, sequence, now, alarm, ".channels sms\n.notice checkInExpired\n",
                     os.urandom(32), os.urandom(32)))
    execute("UPDATE watches SET stage = 5, next_fire_at = NULL, timeline_sequence = 5,"
            " timeline_hash = ? WHERE person_id = ?", (os.urandom(32), person))


def main(world, people=20_000):
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(world))) as folder:
        for indexes, timeline in ((True, True), (False, True), (False, False)):
            for batch in (48, 512):
                wall, cpu, own, log = measure(world, folder, int(people), batch, indexes, timeline)
                print(f"{'every index' if indexes else 'no index':11}"
                      f" {'timeline' if timeline else 'no timeline':11} {batch:3} to a commit:"
                      f" {cpu:4.0f} us CPU, Python's own {own:.0f}; {wall:4.0f} us, {log:4.1f} KiB of log")


if __name__ == "__main__":
    main(*sys.argv[1:])
