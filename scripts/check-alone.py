"""Asserts that the library floor stands alone: no server package is in its module graph.

Without arguments, from the sources only: the manifest's arrows from the library's products, and
the README's example, which must be `Examples/Counter` word for word. With `--build` it builds and
tests `Examples/Counter`, a package that knows the library's products only, and asserts that no
module of the server was compiled for it. Exit code 1 and one line per fault.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "Examples" / "Counter"
FEATURE = EXAMPLE / "Sources" / "Counter" / "Counter.swift"

PRODUCTS = {"Composable", "ComposableEffectIdentifier", "ComposableTesting"}
ROOMS = PRODUCTS | {"ComposableMacros", "ComposableMacroExpansions"}
# What the library floor may pull in, itself without further dependencies outside this set.
PACKAGES = {"swift-collections", "swift-syntax", "xctest-dynamic-overlay", "swift-custom-dump"}


def manifest_faults() -> list[str]:
    """Everything that the library's products reach, by the manifest."""
    text = subprocess.run(
        ["swift", "package", "--package-path", ROOT, "dump-package"],
        check=True, capture_output=True, text=True,
    ).stdout
    manifest = json.loads(text)
    targets = {target["name"]: target for target in manifest["targets"]}
    waiting = [
        name for product in manifest["products"] if product["name"] in PRODUCTS
        for name in product["targets"]
    ]
    reached, faults = set(), []
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        for dependency in targets[name]["dependencies"]:
            if "product" in dependency:
                product, package = dependency["product"][:2]
                if package not in PACKAGES:
                    faults.append(f"Package.swift: {name} brings {product} of {package} to the library")
            else:
                waiting.append((dependency.get("byName") or dependency["target"])[0])
    faults += [f"Package.swift: the library reaches {name}" for name in sorted(reached - ROOMS)]
    return faults


def readme_faults() -> list[str]:
    """The README shows the example as it is compiled."""
    feature = FEATURE.read_text()
    shown = re.findall(r"```swift\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    if feature in shown:
        return []
    return [f"README.md: shows no block that is {FEATURE.relative_to(ROOT)} word for word"]


def compiled_modules() -> set[str]:
    """Modules with object files among the example's build products."""
    products = EXAMPLE / ".build" / "debug"
    return {
        folder.name.removesuffix(".build").removesuffix("-tool")
        for folder in products.resolve().glob("*.build")
        if next(folder.rglob("*.o"), None)
    }


def build_faults() -> list[str]:
    """Builds and tests the example; names every module of the server that was compiled for it."""
    for command in (["build", "--build-tests"], ["test", "--skip-build"]):
        subprocess.run(["swift", *command], cwd=EXAMPLE, check=True)
    checkouts = EXAMPLE / ".build" / "checkouts"
    server = {folder.name for folder in (ROOT / "Sources").iterdir() if folder.name not in ROOMS}
    for package in checkouts.iterdir():
        if package.name not in PACKAGES:
            server |= {folder.name for folder in package.glob("Sources/*") if folder.is_dir()}
    compiled = compiled_modules()
    faults = [
        f"Examples/Counter: {name} is missing among the compiled modules"
        for name in sorted(ROOMS - compiled)
    ]
    faults += [
        f"Examples/Counter: {name} of the server was compiled"
        for name in sorted(compiled & server)
    ]
    if not faults:
        print(f"{len(compiled)} modules were compiled for the example, none of the server's {len(server)}.")
    return faults


def main() -> int:
    faults = manifest_faults() + readme_faults()
    if not faults and "--build" in sys.argv[1:]:
        faults = build_faults()
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print("The library floor stands alone.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
