"""Asserts that a slice has one name in every room.

A slice is a part of what LifeSignal does for people. Its folder has the same name in every room and in the rooms' tests, so
`find Sources Tests -path '*/Ping/*'` prints all of its files. A folder directly below a room is a slice of the list below or
one of that room's own mechanisms. Each other folder is printed, and so is a name of the lists that no folder has.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

SLICES = {
    "AccessToken",  # tokens of programs
    "Account",  # export and deletion
    "Activity",  # which contacts have looked at a profile
    "AddContact",  # finding a person by code
    "Alert",  # raising and ending one
    "App",  # the root, its tabs and places
    "Audit",  # finding and repairing damage
    "Auth",  # signing in
    "Channels",  # contact methods and readiness
    "CheckIn",  # check-ins, deadlines, pauses
    "CheckInCodes",  # codes, the duress group among them
    "Contact",  # relations: responders and dependents
    "Delivery",  # the outbox
    "Demo",  # demo people and their clock
    "Drills",  # tests of each channel
    "Escalation",  # who is contacted about an alert, and in what order
    "Home",  # the own code, beside both lists
    "Invitations",  # links with which people join this server
    "Language",
    "Notification",
    "Onboarding",
    "Passkeys",
    "Person",  # a person's own data and profile
    "Picture",
    "Ping",
    "Privacy",
    "Proof",  # re-authentication
    "Push",
    "QRCode",
    "Rehearsal",
    "Repeats",  # a request sent twice
    "Replies",  # answers by SMS and by telephone key
    "Sessions",
    "Settings",
    "Things",  # devices
    "Timeline",
    "Travel",  # trips
}

# What belongs to no slice, room by room.
MECHANISMS = {
    "LifeSignalModel": {"Decision", "Identity", "Time", "Words"},
    "LifeSignalEngine": {"Clock", "Door", "FailPoint", "Feed", "Health", "Identity", "Limits", "Loops", "Ports", "Reads"},
    "LifeSignalStorage": {"Backup", "Migrations", "SQL", "SQLite", "Server"},
    # A folder per channel.
    "LifeSignalDelivery": {
        "APNs", "Carrier", "Console", "Heartbeat", "Mail", "Reach", "SMS", "Templates", "Voice", "WebPush", "Webhook",
    },
    "LifeSignalFeatures": {"Clients", "Effects", "Errors", "Presentation"},
    "LifeSignalAPI": {"Client", "Clients", "OpenAPI", "Routes", "Wire"},
    "LifeSignalPages": {"Components", "Offline", "Words"},
    "LifeSignalWeb": {
        "API", "Assets", "Callbacks", "Clients", "Compression", "HTTP", "Live", "Offline", "Public", "Routes", "Session",
    },
}

# Beside the mechanisms, in tests.
IN_TESTS = {
    "LifeSignalEngine": {"Acceptance"},
    "LifeSignalStorage": {"Conformance", "Disk"},
    "LifeSignalDelivery": {"Conformance"},
    "LifeSignalFeatures": {"Acceptance"},
    "LifeSignalAPI": {"SameLife"},
    "LifeSignalPages": {"Snapshot"},
    "LifeSignalWeb": {"Fuzz", "Pages", "Words"},
}


def places() -> list[tuple[pathlib.Path, set[str]]]:
    """Each folder whose folders are slices, and which other names are known there."""
    found = []
    for room, mechanisms in MECHANISMS.items():
        tests = mechanisms | IN_TESTS.get(room, set()) | {"Support"}
        found += [(ROOT / "Sources" / room, mechanisms), (ROOT / "Tests" / f"{room}Tests", tests)]
    found.append(
        (ROOT / "Tests/LifeSignalWebTests/Pages", MECHANISMS["LifeSignalPages"] | IN_TESTS["LifeSignalPages"]))
    return found


def main() -> int:
    faults, seen = [], set()
    for place, known in places():
        if not place.is_dir():
            continue
        for folder in sorted(path for path in place.iterdir() if path.is_dir() and any(path.rglob("*.*"))):
            seen.add(folder.name)
            if folder.name not in SLICES | known:
                faults.append(f"{folder.relative_to(ROOT)}: no slice and no mechanism of this room; see {pathlib.Path(__file__).name}")
    faults += [
        f"scripts/check-slices.py: Sources/{room} has no folder {name}"
        for room, mechanisms in MECHANISMS.items() for name in sorted(mechanisms)
        if not (ROOT / "Sources" / room / name).is_dir()]
    faults += [f"scripts/check-slices.py: no room has a folder {name}" for name in sorted(SLICES - seen)]
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"{len(SLICES)} slices have one name each.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
