"""Fails when a document points at something that is not there.

Checks every link inside the Markdown documents; the tests that the articles name, which is
`` `SuiteTests`: "name" ``; that each of the library's issue codes stands in "Diagnostics"; that
"Performance" says the figures of docs/performance.md; and that the points of acceptance are complete.
"""

import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
DIAGNOSTICS = "Sources/Composable/Composable.docc/Diagnostics.md"
FIGURES = "docs/performance.md"
PERFORMANCE = "Sources/Composable/Composable.docc/Performance.md"
ACCEPTANCE = "docs/acceptance.md"
HOW_IT_WORKS = "Sources/Composable/Composable.docc/HowItWorks.md"


def links(name: str, text: str) -> list[str]:
    faults = []
    text = re.sub(r"```.*?```|<!--.*?-->", "", text, flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", text):
        link = (target[0] or target[1]).split("#")[0]
        if not link or re.match(r"[a-z]+:", link):
            continue
        if not (root / name).parent.joinpath(link).exists():
            faults.append(f"{name}: {link} does not exist")
    return faults


def suites() -> dict[str, set[str]]:
    """The names of the tests, by suite, as they are written in the sources."""
    found: dict[str, set[str]] = {}
    for path in root.glob("Tests/**/*.swift"):
        text = path.read_text()
        names = re.findall(r"@Test\(\s*\"((?:[^\"\\]|\\.)*)\"", text)
        names += re.findall(r"func `([^`]+)`", text)
        for suite in re.findall(r"\b(?:struct|class|extension) (\w+Tests)\b", text):
            found.setdefault(suite, set()).update(names)
    return found


def tests(name: str, text: str, known: dict[str, set[str]]) -> list[str]:
    return [
        f'{name}:{number}: there is no test "{test}" in {suite}'
        for number, line in enumerate(text.splitlines(), start=1)
        for suite, test in re.findall(r'`(\w+Tests)`: "([^"]+)"', line)
        if test not in known.get(suite, ())
    ]


def points(text: str) -> list[str]:
    """The contract has 48 points; each is there once and names a test."""
    rows = re.findall(r'^\| (\d+) \| \+? *\| .* \| `\w+`: "', text, flags=re.M)
    if rows == [str(number) for number in range(1, 49)]:
        return []
    return [f"{HOW_IT_WORKS}: its points are not 1 to 48, each with a test"]


def acceptance() -> list[str]:
    """The product is accepted by 30 points; each is there once and names a test."""
    rows = re.findall(r'^\| (\d+) \| .* \| `\w+`: "', (root / ACCEPTANCE).read_text(), flags=re.M)
    if rows == [str(number) for number in range(1, 31)]:
        return []
    return [f"{ACCEPTANCE}: its points are not 1 to 30, each with a test"]


def codes() -> list[str]:
    text = (root / DIAGNOSTICS).read_text()
    listed = set(re.findall(r"^### ([a-z-]+)$|^\| `([a-z-]+)` \|", text, flags=re.M))
    listed = {section or row for section, row in listed}
    used = {
        code
        for path in root.glob("Sources/Composable*/**/*.swift")
        for code in re.findall(r"(?:Self|Code)\(rawValue: \"([a-z-]+)\"\)", path.read_text())
    }
    faults = [f"{DIAGNOSTICS}: the code {code} is missing" for code in sorted(used - listed)]
    faults += [f"{DIAGNOSTICS}: there is no code {code}" for code in sorted(listed - used)]
    return faults + ([] if used else ["Sources: no issue codes are found"])


def figures() -> list[str]:
    def rows(name: str) -> dict[str, str]:
        found = re.findall(r"^\| `([a-z0-9.-]+)` \| ([^|]+?) \|", (root / name).read_text(), flags=re.M)
        return {figure: value.removesuffix(" CPU") for figure, value in found}

    measured, told = rows(FIGURES), rows(PERFORMANCE)
    return [
        f"{PERFORMANCE}: {figure} is {value}, but {measured.get(figure, 'not')} in {FIGURES}"
        for figure, value in told.items() if measured.get(figure) != value
    ] + ([] if told else [f"{PERFORMANCE}: there are no figures"])


tracked = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
    cwd=root, capture_output=True, text=True, check=True,
).stdout.split()
known = suites()
faults = codes() + figures() + points((root / HOW_IT_WORKS).read_text()) + acceptance()
for name in tracked:
    text = (root / name).read_text()
    faults += links(name, text) + tests(name, text, known)
print("\n".join(faults) or f"{len(tracked)} documents, every link, test and code leads somewhere.",
      file=sys.stderr if faults else sys.stdout)
sys.exit(1 if faults else 0)
