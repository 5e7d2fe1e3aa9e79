#!/usr/bin/env python3
"""Holds measured figures against their budgets: `check-budgets.py BUDGETS [SECTION] < figures`.

Figures are lines `name value unit`. Passes them on unchanged; says on standard error which budgets
are exceeded, and fails when one is exceeded by more than a quarter, is missing, or has another unit.

Budgets of CPU time, in ns and %, are for the machine on which they were set. A line whose limit is
`=11` names the figure that tells how fast that machine was: on one that takes longer for it the
budgets of CPU time grow in the same proportion. Memory, rates and waiting times are held as they are.

A line `[name]` begins a section: what another run measures. Without a name it is the lines before the
first.
"""

import sys

TOLERANCE = 1.25
CPU_UNITS = ("ns", "%")


def budgets(path, section):
    here = ""
    found = False
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.split("#")[0].split()
            if len(line) == 1:
                here = line[0].strip("[]")
            elif line and here == section:
                found = True
                name, limit, unit = line
                yield name, limit, unit
    if not found:
        sys.exit(f"{path} has no section {section}")


def verdict(limit, value):
    """How many times worse than its limit a value is."""
    if limit.startswith(">="):
        return float(limit[2:]) / value
    return value / float(limit)


def main():
    measured = {}
    for line in sys.stdin:
        print(line, end="", flush=True)
        name, value, unit = line.split()
        measured[name] = (float(value), unit)
    failures = 0
    slowness = 1
    for name, limit, unit in budgets(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""):
        if limit.startswith("=") and measured.get(name, (0, ""))[1] == unit:
            slowness = max(1, measured[name][0] / float(limit[1:]))
            print(f"{name}: this machine takes {slowness:.1f} times as long; budgets of CPU time grow "
                  "with it", file=sys.stderr)
            continue
        if name not in measured:
            problem = "was not measured"
        elif measured[name][1] != unit:
            problem = f"is in {measured[name][1]}, its budget in {unit}"
        else:
            worse = verdict(limit, measured[name][0])
            if unit in CPU_UNITS:
                worse /= slowness
            if worse <= 1:
                continue
            problem = f"is {measured[name][0]:g} {unit}, its budget {limit}"
            if worse <= TOLERANCE:
                print(f"{name} {problem}: within a quarter", file=sys.stderr)
                continue
        failures += 1
        print(f"{name} {problem}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
