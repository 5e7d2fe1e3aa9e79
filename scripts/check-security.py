"""Asserts that docs/security.md leaves out no item of ASVS 5.0, and names only tests that hold it.

An item is a row: number and level, what is done, and what holds it: `File.swift`: "name of a test", …; or
"no test: why", or "gap: why". Items that do not apply are named in a list, with the reason.

For each item and test docs/security-tests.txt has a line: item ("-" outside the tables), file, "name", and words of
the expectation that proves the item. The words, at least 15 characters of them, must stand within a call of the test
that can fail it (#expect, #require, assert, or what follows throws:), spaces aside, so that a test that comes to assert
something else is read again; lists and tables must name the same tests. Each fault is printed, and the exit code is 1.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = "docs/security.md"
EVIDENCE = "docs/security-tests.txt"

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


def tests() -> dict[str, dict[str, str]]:
    """The tests in each file with their bodies; of files with one name together."""
    found: dict[str, dict[str, str]] = {}
    for path in ROOT.glob("Tests/**/*.swift"):
        parts = re.split(r"func `([^`]+)`", path.read_text(encoding="utf-8"))
        bodies = (re.split(r"\n  (?:@Test|@Suite|private |static |struct |// MARK)", body)[0] for body in parts[2::2])
        found.setdefault(path.name, {}).update(zip(parts[1::2], bodies))
    return found


def references(text: str) -> set[tuple[str, str, str]]:
    """Item, file and name of every test the document names; a name may go on in the next line of a list."""
    found = set()
    for line in re.sub(r"\n  +", " ", text).splitlines():
        row = re.match(r"\| ([0-9.]+) \(", line)
        for file, names in re.findall(r'`(\w+\.swift)`: ("[^"]+"(?:, "[^"]+")*)', line):
            found |= {(row[1] if row else "-", file, name) for name in re.findall(r'"([^"]+)"', names)}
    return found


# Fewer characters stand in any test.
SHORTEST = 15


def after_string(text: str, place: int) -> int:
    """Behind the literal that begins at the quote, its gaps and raw forms included."""
    hashes = re.search(r"#*$", text[max(0, place - 9):place])[0]
    quote = '"""' if text.startswith('"""', place) else '"'
    place += len(quote)
    while place < len(text) and not text.startswith(quote + hashes, place):
        if text.startswith("\\" + hashes + "(", place):
            place = after_brackets(text, place + 1 + len(hashes))
        else:
            place += 2 if text[place] == "\\" and not hashes else 1
    return place + len(quote + hashes)


def after_brackets(text: str, place: int) -> int:
    """Behind the bracket that closes the one at this place."""
    depth = 0
    while place < len(text):
        if text[place] == '"':
            place = after_string(text, place)
            continue
        if text.startswith("//", place):
            place = (text + "\n").find("\n", place)
            continue
        depth += (text[place] in "([{") - (text[place] in ")]}")
        place += 1
        if depth == 0:
            break
    return place


def assertions(body: str) -> list[tuple[int, int]]:
    """Where the calls that can fail a test begin and end, with the closures behind them."""
    spans = []
    for found in re.finditer(r"#expect\b|#require\b|\bassert\w*(?=\()|\bthrows:", body):
        end = found.end()
        if found[0] == "throws:":
            end = (body + "\n").find("\n", end)
        else:
            while opened := re.match(r"\s*(?=[({])", body[end:]):
                end = after_brackets(body, end + opened.end())
        spans.append((found.start(), end))
    return spans


def asserts(body: str, words: str) -> bool:
    """Whether the words stand within such a call, spaces aside."""
    places = [place for place, char in enumerate(body) if not char.isspace()]
    text, words = "".join(body[place] for place in places), re.sub(r"\s+", "", words)
    spans, at = assertions(body), text.find(words)
    while at >= 0:
        first, last = places[at], places[at + len(words) - 1]
        if any(start <= first and last < end for start, end in spans):
            return True
        at = text.find(words, at + 1)
    return False


def evidence(known: dict[str, dict[str, str]], named: set[tuple[str, str, str]]) -> list[str]:
    """What is wrong with the words that prove the items."""
    faults, listed = [], set()
    for number, line in enumerate((ROOT / EVIDENCE).read_text(encoding="utf-8").splitlines(), start=1):
        where = f"{EVIDENCE}:{number}"
        parts = re.match(r'(\S+) (\w+\.swift) "([^"]+)": (\S.*)$', line)
        if not parts:
            faults.append(f"{where}: is no line of item, file, name and words")
            continue
        item, file, name, words = parts.groups()
        listed.add((item, file, name))
        if len(words) < SHORTEST:
            faults.append(f"{where}: {words} could stand in any test; it does not prove {item}")
        elif not asserts(known.get(file, {}).get(name, ""), words):
            faults.append(f'{where}: "{name}" no longer expects {words}; does it still prove {item}?')
    faults.extend(f'{EVIDENCE}: lacks {item} {file} "{name}"' for item, file, name in sorted(named - listed))
    faults.extend(f'{EVIDENCE}: {DOCUMENT} names no {item} {file} "{name}"' for item, file, name in sorted(listed - named))
    return faults


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
    known, seen, named = tests(), {}, references(text)
    faults = [
        f'{DOCUMENT}: there is no test "{name}" in {file}'
        for _, file, name in sorted(named) if name not in known.get(file, {})
    ]
    faults += evidence(known, named)
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{DOCUMENT}:{number}"
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
        print(f"{len(seen)} items of ASVS are looked at, {len(named)} tests hold them.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
