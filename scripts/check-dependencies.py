"""Asserts that every package the project names is in docs/dependencies.md, with its licence, and nothing else.

What is named: packages and system libraries in Package.swift, Debian packages in scripts/setup, Python packages, with their
versions, in the tests' requirements.txt, and, where the packages have been resolved, those that are brought along
(Package.resolved). Each fault is printed, and the exit code is 1.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = "docs/dependencies.md"
DIRECT, BROUGHT = "Swift, named in `Package.swift`", "Swift, brought by those"
DEBIAN = ("Debian, for the product", "Debian, for the tests")
PYTHON = "Python, for the tests"


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def listed() -> dict[str, dict[str, tuple[str, str]]]:
    """Version and licence of each package, by the heading it stands under."""
    found, heading = {}, ""
    for line in read(DOCUMENT).splitlines():
        if line.startswith("## "):
            heading = line[3:]
            found[heading] = {}
        elif line.startswith("| ") and not line.startswith("| package "):
            name, version, licence, *_ = (cell.strip() for cell in line.strip("| ").split(" | "))
            found[heading][name.lower()] = (version, licence)
    return found


def main() -> int:
    manifest, setup = read("Package.swift"), read("scripts/setup")
    tables = listed()
    faults = []

    def compare(where: str, named: set[str], *headings: str) -> None:
        known = {name for heading in headings for name in tables.get(heading, {})}
        faults.extend(f"{where} names {name}, which {DOCUMENT} does not list" for name in sorted(named - known))
        faults.extend(f"{DOCUMENT} lists {name}, which {where} does not name" for name in sorted(known - named))

    # Whatever a package is fetched by: a dependency on a folder has no licence of its own.
    fetched = re.findall(r'\.package\(\s*(?:name: "[^"]*",\s*)?(?:url|id): "([^"]+)"', manifest)
    direct = {url.rstrip("/").removesuffix(".git").split("/")[-1].lower() for url in fetched}
    compare("Package.swift", direct, DIRECT)

    resolved = ROOT / "Package.resolved"
    if resolved.exists():
        pins = {pin["identity"].lower() for pin in json.loads(resolved.read_text(encoding="utf-8"))["pins"]}
        compare("Package.resolved", pins, DIRECT, BROUGHT)

    # Alone on its line or after a condition: `need NAME 'what proves its presence'`.
    debian = set(re.findall(r"(?:^|[^\w-])need ([a-z0-9][a-z0-9.+-]+) '", setup, re.MULTILINE))
    compare("scripts/setup", debian, *DEBIAN)
    for name in sorted({name for group in re.findall(r"\.apt\(\[([^\]]*)\]\)", manifest) for name in re.findall(r'"([^"]+)"', group)}):
        if name not in tables.get(DEBIAN[0], {}):
            faults.append(f"Package.swift names {name}, which {DOCUMENT} does not list for the product")

    requirements = "Tests/BrowserTests/requirements.txt"
    python = {}
    for line in filter(None, (line.split("#")[0].strip() for line in read(requirements).splitlines())):
        name, _, version = line.partition("==")
        python[name.lower()] = version
    compare(requirements, set(python), PYTHON)
    for name, version in python.items():
        there = tables.get(PYTHON, {}).get(name, (version, ""))[0]
        if there != version:
            faults.append(f"{requirements} names {name} {version or 'in any version'}, {DOCUMENT} lists {there}")

    for heading, packages in tables.items():
        faults.extend(f"{DOCUMENT}: {name} has no licence" for name, (_, licence) in packages.items() if not licence)
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{sum(map(len, tables.values()))} packages are listed with their licences.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
