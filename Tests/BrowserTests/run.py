"""All browser tests: `python Tests/BrowserTests/run.py`. Prints `N passed, N failed`."""

import os
import pathlib
import re
import subprocess
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

import check_in_without_script
import many_timers
import restarts
import seven_steps

HERE = pathlib.Path(__file__).resolve().parent
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def main(words):
    passed = failed = 0
    if not words:
        client = subprocess.run(
            [sys.executable, str(HERE / "client" / "run.py")], stdout=subprocess.PIPE, text=True)
        print(client.stdout, end="")
        counts = re.findall(r"^(\d+) passed, (\d+) failed$", client.stdout, re.M)
        passed, failed = map(int, counts[-1]) if counts else (0, 1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for module in (seven_steps, restarts, check_in_without_script, many_timers):
            for name, test in list(vars(module).items()):
                if not name.startswith("test_") or words and not any(w in name for w in words):
                    continue
                began = time.monotonic()
                try:
                    note = test(browser)
                    passed += 1
                    print(f"ok     {module.__name__}: {name[5:].replace('_', ' ')}"
                          + (f" ({note})" if note else ""), f"{time.monotonic() - began:.1f} s")
                except Exception:
                    failed += 1
                    print(f"FAILED {module.__name__}: {name[5:].replace('_', ' ')}")
                    traceback.print_exc(file=sys.stdout)
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
