"""Reads what a crash test left behind and says what was lost or doubled.

Shares nothing with the program: its own reading of the database file, of the courier's log and of
the check-ins that were acknowledged.
"""

import bisect
import json
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

HOUR_MS = 3_600_000
# Messages in the hands of one courier at once: see DispatchLoop.Limits.
IN_FLIGHT = 64
MISSED = 5
# Of a message of an alert, or less: see Delivery.Priority.
MISSED_PRIORITY = 1
# Milliseconds until the next call of an unanswered alert without an escalation policy: three rounds of all responders,
# then all of them again and again. See EscalationRules.
ROUNDS = 3
WAIT_MS = 300_000
FIRST_PAUSE_MS = 900_000
LONGEST_PAUSE_MS = 21_600_000
# A call may be late, by what kills and the work before it take; that much is no loss.
LATE_MS = 600_000
# Counted in time in which the worker's loops ran: so long after it was due an alert is stored, and so long after it was
# stored its message is handed over. Each attempt before that was refused or killed costs a lease and its wait.
# Other messages are not judged: a recipient gets a few of them at once and then one in twenty seconds.
STORED_MS = 3_000
HANDED_MS = 3_000
ATTEMPT_MS = 6_000
# An answer within this time always arrives before the lease ends, even when the loop and the machine are slow: it
# is half of the time that a courier gets of a lease.
IN_TIME_MS = 800
# The worker stops calling before it ends, so that calls owed at the end are no finding.
CALLS_OWED = {"alarm-late", "alarm-stuck"}
# A process that dies between reading its clock and its commit has made no call.
EARLY_MS = 1_000
# Of watches: those of people who have responders, and those with a deadline. The responders themselves have neither.
WATCHED = """(deadline_at IS NOT NULL
  OR person_id IN (SELECT owner_id FROM relations WHERE is_responder = 1))"""


@dataclass
class Report:
    people: int = 0
    alerts: int = 0
    lost_alerts: int = 0
    duplicate_alerts: int = 0
    calls: int = 0
    second_calls: int = 0
    lost_calls: int = 0
    repeated_calls: int = 0
    late_calls: int = 0
    outbox_rows: int = 0
    duplicate_rows: int = 0
    unsent_rows: int = 0
    sends_without_row: int = 0
    late_alerts: int = 0
    late_sends: int = 0
    slowest_alert_ms: int = 0
    slowest_send_ms: int = 0
    repeated_sends: int = 0
    unanswered_sends: int = 0
    refused_sends: int = 0
    excess_repeats: int = 0
    unrecorded_repeats: int = 0
    acknowledged: int = 0
    lost_check_ins: int = 0
    wrong_watches: int = 0
    lost_recoveries: int = 0
    audit_findings: int = 0
    file_problems: list = field(default_factory=list)

    @property
    def is_clean(self):
        """Sends that a kill repeats are allowed: the carrier sees the same key, and the row says so."""
        return not self.file_problems and not any(
            (self.lost_alerts, self.duplicate_alerts, self.lost_calls, self.repeated_calls,
             self.late_calls, self.duplicate_rows, self.unsent_rows,
             self.late_alerts, self.late_sends, self.audit_findings,
             self.sends_without_row, self.excess_repeats, self.unrecorded_repeats,
             self.lost_check_ins, self.wrong_watches, self.lost_recoveries))

    def __str__(self):
        lines = [f"  {name.replace('_', ' ')}: {value}" for name, value in vars(self).items()]
        return "\n".join(lines)


def check(folder):
    report = Report()
    database = sqlite3.connect(f"file:{Path(folder) / 'ledger.sqlite'}?mode=ro", uri=True)
    try:
        check_file(database, report)
        check_alerts(database, report)
        check_watches(database, report)
        ended = dict(read_lines(folder, "ended.log"))
        lives = [(int(at), int(ended[life])) for life, at in read_lines(folder, "begun.log") if life in ended]
        check_outbox(database, read_lines(folder, "sent.log"), report)
        check_lateness(database, lives, read_lines(folder, "sent.log"), report)
        check_findings(read_lines(folder, "findings.log"), report)
        check_check_ins(database, read_lines(folder, "acknowledged.log"), report)
    finally:
        database.close()
    return report


def read_lines(folder, name):
    path = Path(folder) / name
    return [line.split() for line in path.read_text().splitlines()] if path.exists() else []


def check_file(database, report):
    lines = [row[0] for row in database.execute("PRAGMA integrity_check")]
    if lines != ["ok"]:
        report.file_problems += lines
    report.file_problems += [str(row) for row in database.execute("PRAGMA foreign_key_check")]


def responders_by_owner(database):
    responders = {}
    for owner, peer in database.execute(
            "SELECT owner_id, peer_id FROM relations WHERE is_responder = 1 AND status = 'accepted'"):
        responders.setdefault(owner, set()).add(peer)
    return responders


def check_alerts(database, report):
    """One alarm per missed deadline, and one outbox row per call of it and responder."""
    responders = responders_by_owner(database)
    alerts = database.execute(
        "SELECT id, person_id, gen, ended_at FROM alerts WHERE kind = 'missedCheckIn'").fetchall()
    report.alerts = len(alerts)
    per_deadline = Counter((person, gen) for _, person, gen, _ in alerts)
    report.duplicate_alerts = sum(count - 1 for count in per_deadline.values())

    # A person who never checked in has missed the one deadline they had.
    never = [row[0] for row in database.execute(
        f"""SELECT person_id FROM watches WHERE {WATCHED}
              AND person_id NOT IN (SELECT person_id FROM check_ins)""")]
    report.people = database.execute(f"SELECT count(*) FROM watches WHERE {WATCHED}").fetchone()[0]
    report.lost_alerts += sum(1 for person in never if per_deadline[(person, 1)] == 0)

    check_calls(database, alerts, responders, report)
    recovered = Counter(database.execute(
        """SELECT n.related_contact_id, n.at, d.person_id FROM deliveries d
           JOIN notifications n ON n.id = d.notification_id
           WHERE n.event = 'dependentRecovered'""").fetchall())
    # Only alarms are carried by voice calls.
    by_voice = {row[0] for row in database.execute("SELECT person_id FROM channels WHERE kind = 'voice'")}
    for _, person, _, ended_at in alerts:
        for responder in responders[person] - by_voice:
            if ended_at is not None:
                report.lost_recoveries += recovered[(person, ended_at, responder)] == 0


def check_calls(database, alerts, responders, report):
    """Each alarm calls its responders again and again until it ends.

    The key of a row names the alarm and the number of the call, so that a second call is no duplicate
    of the first. Everybody here can be reached, so every call has a row for each of them.
    """
    calls = {}
    for key, recipient, at in database.execute(
            """SELECT dedupe_key, person_id, created_at FROM deliveries
               WHERE dedupe_key LIKE 'dependentNonResponsive:%'"""):
        _, _, alert, number, *_ = key.split(":")
        rows = calls.setdefault(int(alert), {}).setdefault(int(number), ([], []))
        rows[0].append(recipient)
        rows[1].append(at)
    callings = {row[0]: row[1:] for row in database.execute(
        "SELECT alert_id, calls, next_fire_at, ended_at FROM escalations")}
    plans = {person: json.loads(plan) for person, plan in database.execute(
        "SELECT person_id, plan FROM escalation_plans")}
    last = database.execute("SELECT max(created_at) FROM deliveries").fetchone()[0] or 0
    for alert, person, _, ended_at in alerts:
        made = calls.get(alert, {})
        report.calls += len(made)
        report.second_calls += max(0, len(made) - 1)
        if not made:
            report.lost_alerts += 1
            continue
        counted, next_fire, stopped_at = callings.get(alert, (0, None, None))
        # A next call is always planned while the alert is on, and none once it has ended.
        is_over = next_fire is None or stopped_at is not None
        report.lost_calls += not is_over if ended_at is not None else is_over
        for number in range(1, counted + 1):
            called = Counter(made.get(number, ([], []))[0])
            for responder in responders[person]:
                report.lost_calls += called[responder] == 0
                report.duplicate_rows += max(0, called[responder] - 1)
            report.repeated_calls += sum(1 for one in called if one not in responders[person])
        report.repeated_calls += sum(1 for number in made if not 1 <= number <= counted)
        times = [min(made[number][1]) for number in sorted(made)]
        times.append(min(last, ended_at) if ended_at is not None else last)
        for number, (before, after) in enumerate(zip(times, times[1:]), start=1):
            wait = wait_after(number, plans.get(person))
            is_last = number == len(times) - 1
            report.repeated_calls += not is_last and after - before < wait - EARLY_MS
            report.late_calls += after - before > wait + LATE_MS


def wait_after(number, plan):
    """Milliseconds from this call to the next, if every step of a policy reaches a responder."""
    steps = [int(step["wait"] * 1_000) for step in plan["steps"]] if plan else [WAIT_MS]
    rounds = plan["rounds"] if plan else ROUNDS
    if number <= rounds * len(steps):
        return steps[(number - 1) % len(steps)]
    pauses = number - rounds * len(steps) - 1
    return min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** min(pauses, 16))


def check_watches(database, report):
    """Each watch says what the history says."""
    last = dict(database.execute("SELECT person_id, max(at) FROM check_ins GROUP BY person_id"))
    open_alerts = set(database.execute(
        "SELECT person_id, gen FROM alerts WHERE kind = 'missedCheckIn' AND ended_at IS NULL"))
    for person, last_check_in, deadline, stage, next_fire, gen in database.execute(
            f"""SELECT person_id, last_check_in_at, deadline_at, stage, next_fire_at, gen
                FROM watches WHERE {WATCHED}"""):
        if person in last:
            right = (last_check_in == last[person] and deadline == last[person] + HOUR_MS
                     and stage != MISSED and next_fire == deadline
                     and (person, gen) not in open_alerts)
        else:
            right = (deadline is not None and stage == MISSED and next_fire is None
                     and (person, gen) in open_alerts)
        report.wrong_watches += not right


def check_outbox(database, sends, report):
    """Every row was sent, under its own key, and nothing else was.

    Only a call for an alarm that has ended before it could be sent is needless, and says so. A life that
    was killed before it could note its sending may have sent it all the same, in an earlier attempt.
    """
    rows = database.execute(
        """SELECT idempotency_key, dedupe_key, state, attempts,
             last_error IS 'withdrawn' AND alert_id IN (
               SELECT id FROM alerts WHERE ended_at IS NOT NULL)
           FROM deliveries""").fetchall()
    report.outbox_rows = len(rows)
    keys = Counter(row[0] for row in rows)
    dedupe_keys = Counter(row[1] for row in rows)
    report.duplicate_rows += sum(count - 1 for count in keys.values())
    report.duplicate_rows += sum(count - 1 for count in dedupe_keys.values())
    sent, answered = {}, {}
    for what, key, address, attempt, life, at in sends:
        if what == "answered":
            answered[key, int(attempt), int(life)] = int(at)
        else:
            sent.setdefault(key, []).append((int(attempt), int(life), int(at), address.partition("-")[0]))
    report.unsent_rows = sum(
        1 for key, _, state, claims, is_needless in rows
        if not (state == "dead" and is_needless
                and all(attempt < claims for attempt, *_ in sent.get(key, [])))
        and (state != "done" or key not in sent))
    report.sends_without_row = sum(1 for key in sent if key not in keys)
    attempts = {key: attempts for key, _, _, attempts, _ in rows}
    cut_off = Counter()
    report.refused_sends = sum(lines[0][0] > 1 for lines in sent.values())
    for key, lines in sent.items():
        report.repeated_sends += len(lines) - 1
        # "Possibly sent twice" stands in the row, and each repeat tells the carrier that it is one.
        numbers = [attempt for attempt, *_ in lines]
        is_recorded = (numbers == sorted(set(numbers))
                       and attempts.get(key, 0) >= max([len(lines), *numbers[-1:]]))
        report.unrecorded_repeats += len(lines) > 1 and not is_recorded
        for (attempt, life, at, kind), (_, next_life, *_) in zip(lines, lines[1:]):
            # Within one life nothing is sent twice that was answered in time; a life is killed once, with so many
            # messages of each kind out.
            if life == next_life:
                report.unanswered_sends += (key, attempt, life) not in answered
                report.excess_repeats += answered.get((key, attempt, life), at + HOUR_MS) - at <= IN_TIME_MS
            else:
                cut_off[life, kind] += 1
    report.excess_repeats += sum(max(0, count - IN_FLIGHT) for count in cut_off.values())


def check_lateness(database, lives, sends, report):
    """Alarms are stored, and messages handed over, soon after they are due, as far as there was a process."""
    for due, stored in database.execute(
            """SELECT w.deadline_at, min(d.created_at) FROM alerts a
               JOIN watches w ON w.person_id = a.person_id JOIN deliveries d ON d.alert_id = a.id
               WHERE a.kind = 'missedCheckIn' AND w.deadline_at IS NOT NULL
                 AND a.person_id NOT IN (SELECT person_id FROM check_ins) GROUP BY a.id"""):
        late = running(lives, due, stored)
        report.slowest_alert_ms = max(report.slowest_alert_ms, late)
        report.late_alerts += late > STORED_MS
    first = {}
    for what, key, _, attempt, _, at in sends:
        if what == "sent":
            first.setdefault(key, (int(at), int(attempt)))
    for key, stored in database.execute(
            "SELECT idempotency_key, created_at FROM deliveries WHERE priority <= ?", (MISSED_PRIORITY,)):
        if key in first:
            at, attempt = first[key]
            late = running(lives, stored, at) - (attempt - 1) * ATTEMPT_MS
            report.slowest_send_ms = max(report.slowest_send_ms, late)
            report.late_sends += late > HANDED_MS


def running(lives, due, done):
    """Milliseconds between two instants in which there was a worker."""
    total = 0
    for begin, end in lives[max(0, bisect.bisect_right(lives, (due, 0)) - 1):]:
        if begin >= done:
            break
        total += max(0, min(end, done) - max(begin, due))
    return total


def check_findings(lines, report):
    """The last life ended with nothing for the auditor to find."""
    last = max((int(line[0]) for line in lines), default=None)
    report.audit_findings = sum(
        int(life) == last and kind not in CALLS_OWED | {"done"} for life, kind in lines)
    if last is None:
        report.file_problems.append("the auditor has not looked at the end")


def check_check_ins(database, acknowledged, report):
    stored = set(database.execute("SELECT person_id, client_key FROM check_ins"))
    report.acknowledged = len(acknowledged)
    report.lost_check_ins = sum(
        1 for person, key in acknowledged if (int(person), key) not in stored)
