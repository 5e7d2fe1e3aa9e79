"""All browser tests: `python Tests/BrowserTests/run.py [words]`. Prints `N passed, N failed`.

With words only tests whose module or name contains one of them run.
"""

import os
import pathlib
import re
import subprocess
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

import alarms
import check_in_without_script
import codes
import every_place
import installed
import keyboard
import many_timers
import navigation
import passkeys
import people
import promise
import push
import offline
import restarts
import seven_steps
import small_phone
import speed
import things
import timeline
import two_small_phones
from house import house

MODULES = (
    seven_steps,
    restarts,
    check_in_without_script,
    codes,
    navigation,
    offline,
    small_phone,
    two_small_phones,
    installed,
    keyboard,
    speed,
    every_place,
    passkeys,
    people,
    many_timers,
    promise,
    alarms,
    timeline,
    push,
    things,
)

# Looks at pages and never at a clock, for as long as all others take: it has a process of its own.
BESIDE = every_place
# Measures times, so nothing may run beside it.
ALONE = speed

HERE = pathlib.Path(__file__).resolve().parent
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def main(words):
    if words:
        passed, failed = run(tests(words))
    else:
        passed, failed = everything()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def everything():
    beside = started([sys.executable, __file__, f"{BESIDE.__name__}."])
    client = ended(started([sys.executable, str(HERE / "client" / "run.py")]))
    most = run(one for one in tests([]) if one[0] not in (BESIDE.__name__, ALONE.__name__))
    rest = ended(beside)
    alone = run(tests([f"{ALONE.__name__}."]))
    return [sum(counts) for counts in zip(client, most, rest, alone)]


def started(command):
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def ended(process):
    """Prints what it said; a process that counted nothing has failed."""
    said, _ = process.communicate()
    print(said, end="", flush=True)
    counts = re.findall(r"^(\d+) passed, (\d+) failed$", said, re.M)
    return tuple(map(int, counts[-1])) if counts else (0, 1)


def run(chosen):
    passed = failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for module, name, test in chosen:
                began = time.monotonic()
                try:
                    note = test(browser)
                    passed += 1
                    print(f"ok     {module}: {name}" + (f" ({note})" if note else ""),
                          f"{time.monotonic() - began:.1f} s", flush=True)
                except Exception:
                    failed += 1
                    print(f"FAILED {module}: {name}")
                    traceback.print_exc(file=sys.stdout)
                    sys.stdout.flush()
        finally:
            # Also of a run that is called off: a server and its folder would stay.
            house.close()
            browser.close()
    return passed, failed


def tests(words):
    for module in MODULES:
        for name, test in list(vars(module).items()):
            # What a module imports is the other module's test.
            if not name.startswith("test_") or test.__module__ != module.__name__:
                continue
            if not words or any(word in f"{module.__name__}.{name}" for word in words):
                yield module.__name__, name[5:].replace("_", " "), test


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
