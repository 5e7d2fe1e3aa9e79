#!/usr/bin/env python3
"""Says, without our code, when check-ins at times of day are due around every change of the clocks.

    python3 Tests/ZoneOracle/oracle.py VERSION FILE

For every zone of the tz database and every change of its offset from 2020 to 2035: plans with times
of day before, inside and after the change, one and several a day, on all and on some days of the
week; for each plan instants at which a person checks in, and the deadlines that follow. One line per
zone goes to FILE: its name, a tab, and JSON. ``ZoneOracleTests`` compares them with ``CheckInTimes`` and ``CheckInPlan``.

VERSION is that of the tz database the other side reads, for example "2025b". The same release is
looked for in the PyPI package `tzdata` and in the system's files; without it this ends with 1.

What is meant by a time of day (also stated at ``Zone/instant(of:on:)``):
- one that the clocks skip that day is the first instant after the gap;
- one that the clocks show twice is the first of the two, and comes only once.
"""

import importlib.metadata
import json
import sys
import zoneinfo
from bisect import bisect_right
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

DAY, HOUR = 86_400, 3_600
EPOCH = datetime(1970, 1, 1)
FIRST = int(datetime(2020, 1, 1, tzinfo=timezone.utc).timestamp())
END = int(datetime(2036, 1, 1, tzinfo=timezone.utc).timestamp())
WINDOW = 2 * HOUR
EVERY_DAY = (1, 2, 3, 4, 5, 6, 7)
WORKING_DAYS = (1, 2, 3, 4, 5)


def find_database(version):
    """Makes `zoneinfo` read the release asked for, and returns where that is."""
    seen = []
    try:
        import tzdata
    except ImportError:
        seen.append("no PyPI package tzdata")
    else:
        if tzdata.IANA_VERSION == version:
            zoneinfo.reset_tzpath(to=[])
            return f"PyPI tzdata {importlib.metadata.version('tzdata')}"
        seen.append(f"PyPI tzdata {tzdata.IANA_VERSION}")
    for path in zoneinfo.TZPATH:
        source = Path(path, "tzdata.zi")
        if source.exists():
            found = source.open().readline().split()[-1]
            if found == version:
                zoneinfo.reset_tzpath(to=[path])
                return f"the system's {path}"
            seen.append(f"{path} {found}")
    raise SystemExit(
        f"The tz database {version} is missing (found: {', '.join(seen)}).\n"
        "Pin that release of tzdata in Tests/BrowserTests/requirements.txt and run scripts/setup test.")


class Clocks:
    """The clocks of one place, through `zoneinfo` alone."""

    def __init__(self, name):
        self.zone = zoneinfo.ZoneInfo(name)
        self.changes = list(self.find_changes())
        self.known = {}

    def offset(self, second):
        return int(datetime.fromtimestamp(second, self.zone).utcoffset().total_seconds())

    def find_changes(self):
        """(instant, offset before, offset after); two days hold one change at most."""
        step = 2 * DAY
        before = self.offset(FIRST)
        for second in range(FIRST + step, END + step, step):
            after = self.offset(second)
            if after == before:
                continue
            early, late = second - step, second
            while late - early > 1:
                middle = (early + late) // 2
                if self.offset(middle) == before:
                    early = middle
                else:
                    late = middle
            yield late, before, after
            before = after

    def instant(self, day, minutes):
        """When the clocks show this time on this day, as said above."""
        key = (day, minutes)
        if key not in self.known:
            wall = EPOCH + timedelta(days=day, minutes=minutes)
            first = wall.replace(tzinfo=self.zone, fold=0)
            shown = first.astimezone(timezone.utc).astimezone(self.zone).replace(tzinfo=None)
            if shown == wall:
                second = int(first.timestamp())
            else:
                # PEP 495: in a gap, fold 0 lies behind the change and fold 1 before it.
                behind = int(first.timestamp())
                ahead = int(wall.replace(tzinfo=self.zone, fold=1).timestamp())
                second, = (at for at, _, _ in self.changes if ahead < at <= behind)
            self.known[key] = second
        return self.known[key]

    def reading(self, second):
        shown = datetime.fromtimestamp(second, self.zone)
        return (shown.date() - date(1970, 1, 1)).days, shown.hour * 60 + shown.minute


def local_time(second):
    """(day, minutes) of a local second."""
    return second // DAY, second % DAY // 60


def weekday(day):
    return (EPOCH + timedelta(days=day)).isoweekday()


def around(change):
    """Plans as (times, days), and instants at which a person checks in."""
    at, before, after = change
    low, high = at + min(before, after), at + max(before, after)
    walls = [low - 60, low, (low + high) // 2, high - 60, high]
    day, _ = local_time(low)
    minutes = sorted({local_time(wall)[1] for wall in walls})
    middle = local_time(walls[2])[1]
    yield from (((time,), EVERY_DAY) for time in minutes)
    yield tuple(sorted({0, 720, *minutes})), EVERY_DAY
    yield tuple(minutes), WORKING_DAYS
    yield (middle,), (weekday(day),)


def moments(clocks, at, times, day):
    """Around the change, around the time itself, and where the window before it opens."""
    own = clocks.instant(day, times[len(times) // 2])
    return sorted({at - 26 * HOUR, at - 1, at, at + 1_800, at + 26 * HOUR,
                   own - WINDOW - 1, own - WINDOW, own - 1, own})


def deadlines(clocks, times, days, seconds):
    """[at, deadline after a check-in, first deadline of a countdown, …], by listing all there are."""
    today, _ = clocks.reading(seconds[len(seconds) // 2])
    back, ahead = (4, 6) if days == EVERY_DAY else (12, 20)
    instants = sorted({
        clocks.instant(day, time) for day in range(today - back, today + ahead)
        if weekday(day) in days for time in times})
    result = []
    for at in seconds:
        next_one = bisect_right(instants, at)
        coming, past = instants[next_one], instants[next_one - 1]
        # Twice everything: half of an odd length stays whole.
        opens = max(2 * (coming - WINDOW), past + coming)
        counts = 2 * at >= opens
        result += [at, instants[bisect_right(instants, coming)] if counts else coming, coming]
    return result


def cases(clocks):
    # Where nothing changes an ordinary day is asked for.
    offset = clocks.offset((FIRST + END) // 2)
    changes = clocks.changes or [((FIRST + END) // 2 // DAY * DAY, offset, offset)]
    plans, readings = [], []
    for change in changes:
        at = change[0]
        day, _ = local_time(at + min(change[1:]))
        for times, days in around(change):
            checks = deadlines(clocks, times, days, moments(clocks, at, times, day))
            plans.append({"times": times, "days": days, "checks": checks})
        for second in (at - 1, at, at + 3_599, at + 3_600):
            readings += [second, *clocks.reading(second)]
    return json.dumps({"plans": plans, "readings": readings}, separators=(",", ":"))


def main():
    version, path = sys.argv[1:]
    source = find_database(version)
    zones = sorted(zoneinfo.available_timezones())
    transitions = 0
    # Many names are of one place: what is asked of them is the same, and each is asked.
    known = {}
    with open(path, "w") as file:
        for name in zones:
            clocks = Clocks(name)
            transitions += len(clocks.changes)
            place = (clocks.offset(FIRST), *clocks.changes)
            if place not in known:
                known[place] = cases(clocks)
            file.write(f"{name}\t{known[place]}\n")
    print(f"tz database {version} ({source}), Python {sys.version.split()[0]}: "
          f"{len(zones)} zones, {transitions} changes of the clocks")


if __name__ == "__main__":
    main()
