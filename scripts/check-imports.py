"""Asserts the arrows between the targets: architecture as a test.

`Package.swift` is the only place where the arrows stand; this check reads them from it.

- A Swift file imports only modules that its target's `dependencies` name, and the toolchain's own.
- Targets stand bottom to top: a target depends only on targets that stand above it in the manifest.
- Some file of a target imports each module that the target depends on.

Each fault is printed on a line of its own, and the exit code is 1.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Modules of the toolchain that every target may import.
FREE = {
    "Foundation", "FoundationEssentials", "Synchronization", "Dispatch", "CDispatch", "Glibc", "Musl", "Darwin",
    "Swift", "Observation",
}

# Modules of the toolchain for tests, and for the targets that tests alone link.
TESTING = {"Testing", "XCTest"}
FOR_TESTS = {"ComposableTesting", "ComposableTestSupport", "LifeSignalTestTraits"}

# Arrows without an import, with the reason.
NOT_IMPORTED = {
    "IssueReportingTestSupport": "linked so that issues that libraries report fail tests on Linux",
    "ComposableMacros": "a compiler plug-in, named in `#externalMacro(module:)`",
    "lifesignal": "the executable that end-to-end tests start",
}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |fileprivate |private )?"
    r"import\s+(?:struct |class |enum |protocol |func |typealias |let |var )?(\w+)"
)


def manifest() -> list[dict]:
    """The targets as `Package.swift` declares them, in its order."""
    text = subprocess.run(
        ["swift", "package", "--package-path", ROOT, "dump-package"],
        check=True, capture_output=True, text=True,
    ).stdout
    return json.loads(text)["targets"]


def folder_of(target: dict) -> pathlib.Path:
    default = "Tests" if target["type"] == "test" else "Sources"
    return ROOT / target.get("path", f"{default}/{target['name']}")


def names_of(target: dict) -> list[str]:
    """What a target depends on, each by the name of its module."""
    return [next(iter(dependency.values()))[0] for dependency in target["dependencies"]]


def import_faults(target: dict) -> list[str]:
    """Imports without an arrow, and arrows without an import."""
    name, declared = target["name"], names_of(target)
    free = FREE | (TESTING if target["type"] == "test" or name in FOR_TESTS else set())
    faults, imported = [], set()
    for file in sorted(folder_of(target).rglob("*.swift")):
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            found = IMPORT.match(line)
            if not found or found[1] in free:
                continue
            imported.add(found[1])
            if found[1] not in declared:
                where = file.relative_to(ROOT)
                faults.append(f"{where}:{number}: {name} does not depend on {found[1]}: {line.strip()}")
    faults += [
        f"Package.swift: {name} depends on {module}, and none of its files imports it"
        for module in declared if module not in imported and module not in NOT_IMPORTED
    ]
    return faults


def order_faults(targets: list[dict]) -> list[str]:
    """Arrows to targets that stand further down in the manifest."""
    own, above, faults = {target["name"] for target in targets}, set(), []
    for target in targets:
        name = target["name"]
        for module in names_of(target):
            if module in own and module not in above:
                faults.append(f"Package.swift: {name} depends on {module}, which stands below it")
        above.add(name)
    return faults


def folder_faults(targets: list[dict]) -> list[str]:
    """Folders of Swift files in Sources and Tests that no target compiles."""
    folders = [folder_of(target) for target in targets]
    return [
        f"{file.relative_to(ROOT)}: belongs to no target"
        for top in ("Sources", "Tests") for file in sorted((ROOT / top).rglob("*.swift"))
        if not any(file.is_relative_to(folder) for folder in folders)
    ]


def main() -> int:
    targets = manifest()
    faults = order_faults(targets) + folder_faults(targets)
    for target in targets:
        faults += import_faults(target)
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"The arrows between {len(targets)} targets hold.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
