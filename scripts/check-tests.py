"""Asserts that each Swift test can fail.

A test must not end early without saying so (`guard … else { return }`: use `try #require`), must not be switched off,
must not wait for the machine's time, and must contain an expectation or call something in the tests that does.
What stays is listed below with its reason; a line of these lists that no test needs any more is a fault too.
Each fault is printed, and the exit code is 1.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("Tests", "Examples/ManyTimers/Tests")

# "file: name of the test" and why it may run only sometimes.
SWITCHED_OFF = {
    "MailOracleTests.swift": "needs the mail server exim4, which the machine of CI has and others may not",
    "PageSampleTests.swift: can be written to a folder": "writes the pages that the browser's checks look at, and is asked for by them",
}
# "file: name of the test" and why it may end without an expectation.
QUIET = {
    "PageSnapshotTests.swift: no snapshot is left over from a state that is gone": "`make snapshots` records here and compares nothing",
    "PageSnapshotTests.swift: no snapshot repeats a part of an earlier one": "as above",
}
# Files that wait for the machine's time, and why.
SLEEPERS = {
    "Browser.swift": "asks a real server in another process, which has its own clock",
    "CheckInWriter.swift": "part of the process that is killed, not of a test",
    "CrashWorker.swift": "part of the process that is killed, not of a test",
    "FileCourier.swift": "part of the process that is killed: a carrier that answers late",
    "LiveRouteTests.swift": "waits for a real connection to be closed by the other side",
}
# "file: name of the test" and what it is that makes it fail.
WITHOUT_EXPECTATION = {
    "LiveRouteTests.swift: stopping ends every stream and refuses new ones an endless one": "hangs until the suite's time limit when a stream does not end",
    "MemberFeedTests.swift: the feed ends with its last follower": "hangs until the suite's time limit when it is not",
    "NamespaceTests.swift: signature": "does not compile when a signature changes",
    "NudgeTests.swift: something earlier ends the sleep": "hangs until the suite's time limit when the sleep does not end",
    "NudgeTests.swift: a nudge before the sleep begins is not lost": "as above",
    "NudgeTests.swift: cancelling ends it": "as above",
}

# What fails a test by itself. `send`, `receive` and `finish` are TestStore's, which asserts what they are given;
# `waits` is TestTab's, which throws when the page does not come to show it.
ASSERTS = re.compile(
    r"#expect|#require|Issue\.record|\bconfirmation\(|withKnownIssue|reportIssue|\.precondition"
    r"|\bstore\.(send|receive|finish)\b|\bTestStore\b|\bwaits\s*[({]")
CONTROL = re.compile(r"(\} *)?(if|else|for|while|switch|do|guard|catch|defer|repeat|#if)\b|case\b|default\b")
BRACKETS = re.compile(r"[(){}\[\]]")
CALL = re.compile(r"(\w+)`?\s*[({]")
# Shorter than this is a wait; longer means "until it is cancelled".
FOR_EVER = 1_000


def blanked(text: str) -> str:
    """The text with comments and string literals blanked, of the same length."""
    def blank(match: re.Match) -> str:
        return re.sub(r"[^\n]", " ", match[0])
    pattern = r'#"""[\s\S]*?"""#|"""[\s\S]*?"""|#"(?:[^\n])*?"#|"(?:\\\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/'
    return re.sub(pattern, blank, text)


def body_after(code: str, start: int) -> tuple[int, int]:
    """The range within the braces of a function whose `func` is at `start`."""
    depth, braces, first = 0, 0, len(code)
    for match in BRACKETS.finditer(code, start):
        bracket = match[0]
        if first == len(code):
            if bracket == "{" and depth == 0:
                first, braces = match.end(), 1
            else:
                depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(bracket, 0)
        elif bracket in "{}":
            braces += 1 if bracket == "{" else -1
            if braces == 0:
                return first, match.start()
    return first, len(code)


def opens_control(code: str, brace: int) -> bool:
    """Whether a brace belongs to a statement of this function, and not to a closure or a local function."""
    before = code[:brace].rstrip()
    if before.endswith(("else", "do", "defer", "repeat")):
        return True
    if not re.search(r"(\)|\w|\]|\?|`)$", before):
        return False
    lines = code[:brace].split("\n")
    if lines[-1].strip() == "":
        indent = len(lines[-1])
        lines.pop()
        while len(lines[-1]) - len(lines[-1].lstrip()) > indent or not lines[-1].strip():
            lines.pop()
    header = lines[-1].strip()
    # `if list.contains { … } {`: a closure within the header is followed by more of it.
    if CONTROL.match(header):
        return code[brace + 1:brace + 2] == "\n" or header.startswith(("if", "guard", "for")) and " in" not in code[brace:brace + 20]
    return False


def quiet_returns(code: str, first: int, last: int) -> list[int]:
    """Where the function itself returns although nothing in the same block fails the test."""
    stack, found = [], []
    for match in re.finditer(r"[{}]|\breturn\b", code[first:last]):
        place = first + match.start()
        if match[0] == "{":
            stack.append((place, opens_control(code, place)))
        elif match[0] == "}":
            stack and stack.pop()
        elif stack and all(is_control for _, is_control in stack):
            if not ASSERTS.search(code[stack[-1][0]:code.index("\n", place)]):
                found.append(place)
    return found


def asserting_helpers(functions: dict, tests: set) -> dict[str, set[str]]:
    """In each room the functions, no tests themselves, that assert, or call one of that room that does."""
    calls: dict[str, dict[str, set[str]]] = {}
    found: dict[str, set[str]] = {}
    for (room, name), bodies in functions.items():
        found.setdefault(room, set())
        if (room, name) in tests or name == "init":
            continue
        # Of functions with one name all have to assert: which one a test means is not known here.
        if all(ASSERTS.search(body) for body in bodies):
            found[room].add(name)
        calls.setdefault(room, {})[name] = set.intersection(*(set(CALL.findall(body)) for body in bodies))
    for room, names in calls.items():
        while more := {name for name, called in names.items() if called & found[room]} - found[room]:
            found[room] |= more
    return found


def main() -> int:
    faults, functions, tests = [], {}, []
    used: dict[str, set[str]] = {"off": set(), "quiet": set(), "sleep": set(), "without": set()}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.swift")):
            text = path.read_text(encoding="utf-8")
            code = blanked(text)
            where = path.relative_to(ROOT)
            room = where.parts[1] if folder == "Tests" else "ManyTimers"
            for match in re.finditer(r"Task\.sleep\((?:[^()]|\([^()]*\))*\)|\busleep\(|Thread\.sleep|\bnanosleep\(", code):
                number = re.search(r"\.seconds\(([\d_]+)\)", match[0])
                if number and int(number[1].replace("_", "")) >= FOR_EVER:
                    continue
                if path.name in SLEEPERS:
                    used["sleep"].add(path.name)
                else:
                    line = code.count("\n", 0, match.start()) + 1
                    faults.append(f"{where}:{line}: waits for the machine's time; inject a clock")
            for match in re.finditer(r"\bfunc (`[^`]+`|\w+)|\binit\(", code):
                name = (match[1] or "init").strip("`")
                first, last = body_after(code, match.end() - (1 if match[0] == "init(" else 0))
                functions.setdefault((room, name), []).append(code[first:last])
                before = code[:match.start()]
                attribute = re.search(r"@Test\b((?:(?!\bfunc\b|[{}])[\s\S])*|\((?:(?!\bfunc\b)[\s\S])*\)\s*(?:@\w+\s*|\w+\s+)*)$", before)
                if attribute:
                    tests.append((path, where, room, name, attribute[1], code, first, last))
            for match in re.finditer(r"@Suite\((?:(?!\bstruct\b|\bclass\b|\bactor\b)[\s\S])*?\.(?:disabled|enabled)\(", code):
                line = code.count("\n", 0, match.start()) + 1
                if path.name in SWITCHED_OFF:
                    used["off"].add(path.name)
                else:
                    faults.append(f"{where}:{line}: switches a suite off")

    helpers = asserting_helpers(functions, {(room, name) for _, _, room, name, *_ in tests})
    for path, where, room, name, attribute, code, first, last in tests:
        key = f"{path.name}: {name}"
        line = code.count("\n", 0, first) + 1
        if re.search(r"\.(disabled|enabled)\b", attribute):
            if key in SWITCHED_OFF:
                used["off"].add(key)
            else:
                faults.append(f'{where}:{line}: "{name}" is switched off')
        for place in quiet_returns(code, first, last):
            if key in QUIET:
                used["quiet"].add(key)
                continue
            number = code.count("\n", 0, place) + 1
            faults.append(f'{where}:{number}: "{name}" ends without an expectation; use `try #require`')
        body = code[first:last]
        if not ASSERTS.search(body) and not helpers[room] & set(CALL.findall(body)):
            if key in WITHOUT_EXPECTATION:
                used["without"].add(key)
            else:
                faults.append(f'{where}:{line}: "{name}" expects nothing')

    for kind, listed in (("off", SWITCHED_OFF), ("quiet", QUIET), ("sleep", SLEEPERS), ("without", WITHOUT_EXPECTATION)):
        faults.extend(f"scripts/check-tests.py: lists {key}, which needs no exception" for key in sorted(set(listed) - used[kind]))
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{len(tests)} tests can fail.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
