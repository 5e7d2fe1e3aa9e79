"""Asserts that docs/security.md leaves out no item of ASVS 5.0, and names only tests that exist.

An item is a row: number and level, what is done, and what holds it: `File.swift`: "name of a test", …; or
"no test: why", or "gap: why". Items that do not apply are named in a list, with the reason. Each fault is
printed, and the exit code is 1.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = "docs/security.md"

# The level of each item of a section, first to last (OWASP ASVS 5.0.0).
LEVELS = {
    "1.1": "22", "1.2": "1111122223", "1.3": "112222222223", "1.4": "222", "1.5": "123",
    "2.1": "122", "2.2": "112", "2.3": "12223", "2.4": "23",
    "3.1": "3", "3.2": "113", "3.3": "12223", "3.4": "11222233", "3.5": "11122333", "3.6": "3", "3.7": "22333",
    "4.1": "12233", "4.2": "23333", "4.3": "22", "4.4": "1222",
    "5.1": "2", "5.2": "112333", "5.3": "113", "5.4": "222",
    "6.1": "122", "6.2": "111111112222", "6.3": "11223333", "6.4": "112233", "6.5": "22222333", "6.6": "2223",
    "6.7": "33", "6.8": "2222",
    "7.1": "222", "7.2": "1111", "7.3": "22", "7.4": "11222", "7.5": "223", "7.6": "22",
    "8.1": "1233", "8.2": "1123", "8.3": "133", "8.4": "23",
    "9.1": "111", "9.2": "1222",
    "10.1": "22", "10.2": "223", "10.3": "22223", "10.4": "1111122222233333", "10.5": "22222", "10.6": "22",
    "10.7": "222",
    "11.1": "2233", "11.2": "22233", "11.3": "11233", "11.4": "1222", "11.5": "23", "11.6": "23", "11.7": "33",
    "12.1": "12233", "12.2": "11", "12.3": "22223",
    "13.1": "2333", "13.2": "222223", "13.3": "2233", "13.4": "1222233",
    "14.1": "22", "14.2": "12223333", "14.3": "122",
    "15.1": "12233", "15.2": "12233", "15.3": "1222222", "15.4": "3333",
    "16.1": "2", "16.2": "22222", "16.3": "2222", "16.4": "222", "16.5": "2223",
    "17.1": "23", "17.2": "22223333", "17.3": "22",
}
ITEMS = {
    f"{section}.{number}": int(level)
    for section, levels in LEVELS.items() for number, level in enumerate(levels, start=1)
}


def tests() -> dict[str, set[str]]:
    """The names of the tests in each file; of files with one name together."""
    found: dict[str, set[str]] = {}
    for path in ROOT.glob("Tests/**/*.swift"):
        found.setdefault(path.name, set()).update(re.findall(r"func `([^`]+)`", path.read_text(encoding="utf-8")))
    return found


def left_out(text: str) -> set[str]:
    """Items of lines such as "- **1.2.6–1.2.8, 9**: why"; a section or chapter stands for all of its items."""
    found = set()
    for names in re.findall(r"^- \*\*([0-9., –]+)\*\*: \S", text, re.MULTILINE):
        for name in names.split(", "):
            first, _, last = name.partition("–")
            if last:
                section = first.rpartition(".")[0]
                span = range(int(first.rpartition(".")[2]), int(last.rpartition(".")[2]) + 1)
                found |= {f"{section}.{number}" for number in span}
            else:
                found |= {item for item in ITEMS if item == name or item.startswith(f"{name}.")} or {name}
    return found


def main() -> int:
    text = (ROOT / DOCUMENT).read_text(encoding="utf-8")
    known, faults, seen, named = tests(), [], {}, 0
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{DOCUMENT}:{number}"
        for file, names in re.findall(r'`(\w+\.swift)`: ("[^"]+"(?:, "[^"]+")*)', line):
            for name in re.findall(r'"([^"]+)"', names):
                named += 1
                if name not in known.get(file, ()):
                    faults.append(f'{where}: there is no test "{name}" in {file}')
        for file in re.findall(r"`([\w-]+\.py)`", line):
            if not list(ROOT.glob(f"Tests/**/{file}")) and not (ROOT / "scripts" / file).exists():
                faults.append(f"{where}: there is no {file}")
        row = re.match(r"\| ([0-9.]+) \(([123])\) \| (.+) \| (.+) \|$", line)
        if not row:
            if re.match(r"\| *[0-9]", line):
                faults.append(f"{where}: is no row of number, level, what is done and what holds it")
            continue
        item, level, _, held = row.groups()
        if ITEMS.get(item) != int(level):
            faults.append(f"{where}: {item} is of level {ITEMS.get(item, 'none: there is no such item')}")
        if not re.search(r'`[\w-]+\.(swift`: "|py`)', held) and not re.match(r"(no test|gap): \S", held):
            faults.append(f"{where}: {item} names no test, and does not say why")
        seen[item] = number

    outside = left_out(text)
    faults.extend(f"{DOCUMENT}: there is no item {item}" for item in sorted(outside - set(ITEMS)))
    faults.extend(f"{DOCUMENT}:{seen[item]}: {item} is said not to apply too" for item in sorted(outside & set(seen)))
    faults.extend(
        f"{DOCUMENT}: {item} of level {level} is missing"
        for item, level in ITEMS.items() if level < 3 and item not in seen and item not in outside
    )
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{len(seen)} items of ASVS are looked at, {named} tests hold them.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
