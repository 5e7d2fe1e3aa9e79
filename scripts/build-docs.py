"""Builds the DocC archives of the libraries from the built modules; a warning of DocC is an error.

    build-docs.py [--products FOLDER] [--output FOLDER]

Needs the built modules and the toolchain's `docc`. The archives go to `.build/documentation`, ready
for any static web server. The four parameters that carry a call site (`fileID`, `filePath`, `line`,
`column`) mean the same everywhere, so a doc comment need not repeat them: they are taken out of the
signatures before DocC looks for parameters without words.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = ["Composable", "ComposableEffectIdentifier", "ComposableTesting"]
CALL_SITE = {"fileID", "filePath", "line", "column"}


def tool(name: str) -> str:
    """A tool of the toolchain, whether or not it is in the path."""
    beside = pathlib.Path(shutil.which("swift") or "/").resolve().parent / name
    found = shutil.which(name) or (str(beside) if beside.exists() else None)
    if not found:
        raise SystemExit(f"{name} is missing. It comes with the toolchains of swift.org; put their bin folder into PATH.")
    return found


def target() -> str:
    """The platform that the modules were built for."""
    text = subprocess.run(
        ["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return json.loads(text)["target"]["triple"]


def symbol_graphs(library: str, products: pathlib.Path, folder: pathlib.Path) -> None:
    """Writes what the library declares in public to `folder`."""
    subprocess.run(
        [
            tool("swift"), "symbolgraph-extract", "-module-name", library, "-I", products / "Modules",
            "-target", target(), "-minimum-access-level", "public", "-skip-inherited-docs",
            "-output-dir", folder,
        ], check=True)
    for file in folder.glob("*.symbols.json"):
        graph = json.loads(file.read_text())
        for symbol in graph["symbols"]:
            signature = symbol.get("functionSignature", {})
            if "parameters" in signature:
                signature["parameters"] = [
                    parameter for parameter in signature["parameters"]
                    if parameter["name"] not in CALL_SITE
                ]
        file.write_text(json.dumps(graph))


def archive(library: str, products: pathlib.Path, output: pathlib.Path) -> bool:
    """Builds one library's archive and says whether that went without a warning."""
    catalogue = next((ROOT / "Sources" / library).glob("*.docc"))
    with tempfile.TemporaryDirectory() as folder:
        graphs = pathlib.Path(folder) / library
        graphs.mkdir()
        symbol_graphs(library, products, graphs)
        run = subprocess.run(
            [
                tool("docc"), "convert", catalogue, "--additional-symbol-graph-dir", graphs,
                "--output-path", output / f"{library}.doccarchive", "--fallback-display-name", library,
                "--fallback-bundle-identifier", library, "--warnings-as-errors", "--emit-fixits",
            ],
            capture_output=True, text=True)
    for line in dict.fromkeys((run.stdout + run.stderr).splitlines()):
        if ": error: " in line or ": warning: " in line or run.returncode and line.startswith("Error"):
            print(line.replace(f"{ROOT}/", ""), file=sys.stderr)
    return run.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--products", type=pathlib.Path, default=ROOT / ".build" / "debug")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / ".build" / "documentation")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    good = [archive(library, arguments.products.resolve(), arguments.output) for library in LIBRARIES]
    if not all(good):
        return 1
    print(f"Archives of {', '.join(LIBRARIES)} in {arguments.output}, without a warning.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
