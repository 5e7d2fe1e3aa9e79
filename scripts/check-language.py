"""Counts idioms that plain English avoids, and fails where there are more of them than before.

Each area has a ceiling below, equal to its count when the ceiling was last set: a change may lower a count, never
raise it. When a count is lower than its ceiling the script prints the new number; lower the ceiling in the same commit.
When a count is higher it prints the places: those on lines that the last commit or the working tree has added, or all
of them if there is none. The exit code is then 1.

Swift and Python files count by their comments; in Sources their string literals count separately, because people
read them on screens, in messages and at a terminal. In Tests the sentences that name Swift tests count too.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Say instead: the role (the owner, responders, the caller), anyone who, no one; again; is notified; fix.
WORDS = ["whoever", "somebody", "nobody", "anew", "is told", "are told", "mend", "mends", "mended"]
CEILINGS = {
    "Sources, comments": 0,
    "Sources, texts": 0,
    "Sources, articles": 0,
    "Tests, comments": 0,
    "Tests, names": 0,
    "docs": 0,
    "README.md": 0,
    "CONTRIBUTING.md": 0,
    "CHANGELOG.md": 0,
}

# Between two words a line of a comment may end.
BETWEEN = r"\s+(?:(?:///?|#)\s*)?"
FORBIDDEN = re.compile(r"\b(?:" + "|".join(word.replace(" ", BETWEEN) for word in WORDS) + r")\b", re.I)
# Strings first, so that an address such as "https://…" is no comment.
SWIFT = re.compile(
    r'(?P<text>"""[\s\S]*?"""|#+"[^\n]*?"#+|"(?:\\.|[^"\\\n])*")|(?P<comment>//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*[\s\S]*?\*/)')
PYTHON = re.compile(
    r'(?P<comment>(?<![^\n])[ \t]*"""[\s\S]*?"""|#[^\n]*(?:\n[ \t]*#[^\n]*)*)|(?P<text>"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')')
NAME = re.compile(r"\b(?:func|struct|enum|class)\s+`[^`\n]+`")


def pieces(file: pathlib.Path, kind: str | None):
    """The comments, texts or test names of a file, each with the place where it begins; all of a document."""
    source = file.read_text()
    if kind is None:
        return [(0, source)], source
    if kind == "name":
        return [(found.start(), found[0]) for found in NAME.finditer(source)], source
    pattern = PYTHON if file.suffix == ".py" else SWIFT
    return [(found.start(), found[0]) for found in pattern.finditer(source) if found.lastgroup == kind], source


def files(folder: str, *endings: str):
    return sorted(file for ending in endings for file in (ROOT / folder).rglob(f"*.{ending}"))


def areas():
    """Of each area its files, and what of them counts."""
    swift, tests = files("Sources", "swift"), files("Tests", "swift", "py")
    yield "Sources, comments", swift, "comment"
    yield "Sources, texts", swift, "text"
    yield "Sources, articles", files("Sources", "md"), None
    yield "Tests, comments", tests, "comment"
    yield "Tests, names", files("Tests", "swift"), "name"
    yield "docs", files("docs", "md"), None
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        yield name, [ROOT / name], None


def places(paths: list[pathlib.Path], kind: str | None) -> list[tuple[str, int, str]]:
    found = []
    for file in paths:
        parts, source = pieces(file, kind)
        for start, part in parts:
            for hit in FORBIDDEN.finditer(part):
                line = source.count("\n", 0, start + hit.start()) + 1
                found.append((str(file.relative_to(ROOT)), line, " ".join(hit[0].split())))
    return found


def added_lines() -> set[tuple[str, int]]:
    """File and number of every line that the last commit or the working tree has added."""
    added, name = set(), ""
    run = subprocess.run(["git", "diff", "-U0", "HEAD~1", "--"], cwd=ROOT, capture_output=True, text=True)
    for line in run.stdout.splitlines():
        if line.startswith("+++ b/"):
            name = line[len("+++ b/"):]
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first = int(hunk[1])
            added |= {(name, number) for number in range(first, first + int(hunk[2] or 1))}
    return added


def main() -> int:
    is_worse = False
    for area, paths, kind in areas():
        found = places(paths, kind)
        ceiling = CEILINGS[area]
        if len(found) > ceiling:
            is_worse = True
            print(f"{area}: {len(found)} words to avoid, at most {ceiling}:")
            new = added_lines()
            for name, line, word in [place for place in found if place[:2] in new] or found:
                print(f"  {name}:{line}: {word}")
        elif len(found) < ceiling:
            print(f"{area}: {len(found)}. Lower its ceiling in scripts/check-language.py from {ceiling}.")
    if not is_worse:
        print(f"{sum(CEILINGS.values())} words to avoid at most, and no more than before in {len(CEILINGS)} areas.")
    return 1 if is_worse else 0


sys.exit(main())
