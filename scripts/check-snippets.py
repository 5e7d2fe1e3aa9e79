"""Type-checks every Swift block of the library's articles, and of the README's section about it.

Needs the built modules: `swift build`, or at least `swift build --target ComposableTesting` and
`--target ComposableEffectIdentifier`. Each article is one module, which imports the library that the
article belongs to. Its blocks continue one another: declarations stand at file scope in the order of
the article; statements stand in one asynchronous throwing function, each block in a scope inside the
one before, so that a later block sees the earlier names and may use one again. What a reader need
not see stands in comments of the article and is compiled in its place:

    <!-- swift:
    let library = Library()
    -->

A line in there may begin with a bar, so that DocC does not take an attribute for a directive of its
own. Errors are reported at the article's file and line, and so are warnings, except of what is not used.
Blocks in doc comments are parsed, not type-checked: they are parts of something that is not there.
Fails as well when an article that should have blocks has none, or when nothing is found at all.

    check-snippets.py [--products FOLDER] [--keep FOLDER] [NAME ...]

NAME limits the check to articles whose path contains it, `--keep` leaves the modules' sources there.
"""

import argparse
import concurrent.futures
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = ["Composable", "ComposableEffectIdentifier", "ComposableTesting"]
README_SECTION = "## Composable, the library alone"

# What an article may be about without showing any code.
WITHOUT_CODE = {"ComposableTesting.md", "Diagnostics.md", "HowItWorks.md"}

DECLARATION = re.compile(
    r"(?:@\w+(?:\([^)]*\))?\s+|nonisolated\s+|public\s+|private\s+|fileprivate\s+|internal\s+"
    r"|package\s+|final\s+|indirect\s+|static\s+)*"
    r"(?:(?:import|struct|enum|class|actor|protocol|extension|func|typealias)\b"
    r"|(?:let|var)\s+\w+[^=]*\{\s*(?://.*)?$)"
)
ATTRIBUTE = re.compile(r"@\w+(?:\([^)]*\))?\s*$")
UNUSED = re.compile(
    r"never used|never mutated|never read|is unused|never written|immutable value|will never be executed"
)
# What a block of a doc comment stands in, by its first word.
WRAPPERS = {
    "case": "func block() { switch action {", "static": "struct Block {", "@State": "struct Block {",
}
DIAGNOSTIC = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?P<kind>error|warning): (?P<text>.*)$")


class Article:
    """A document's Swift as (line number, text) pieces, visible blocks and hidden ones."""

    def __init__(self, path: pathlib.Path, module: str, section: str | None = None):
        self.path = path.relative_to(ROOT)
        # What a reader has imported who came so far; everything else is in a comment of the article.
        self.imports = {"Composable": [], "ComposableTesting": ["ComposableTesting", "Testing"]}.get(
            module, [module])
        self.blocks: list[list[tuple[int, str]]] = []
        self.visible = 0
        inside, wanted = None, section is None
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            if section and line.startswith("## "):
                wanted = line == section
            if inside is None:
                if not wanted:
                    continue
                if line.startswith("```swift"):
                    inside = "```"
                    self.blocks.append([])
                    self.visible += 1
                elif hidden := re.match(r"<!-- swift:\s*(.*?)\s*(-->)?$", line):
                    self.blocks.append([(number, hidden[1])] if hidden[1] else [])
                    inside = None if hidden[2] else "-->"
                elif line.startswith("```"):
                    inside = "other ```"
            elif line.strip() == inside.removeprefix("other "):
                inside = None
            elif not inside.startswith("other"):
                self.blocks[-1].append((number, re.sub(r"^\| ?", "", line) if inside == "-->" else line))
        if inside:
            raise SystemExit(f"{self.path}: a block has no end")

    @property
    def name(self) -> str:
        return "Article_" + re.sub(r"\W", "_", self.path.stem)

    def source(self) -> str:
        """The article as one file."""
        declarations = [f"import {name}" for name in ("Foundation", *LIBRARIES[:1], *self.imports)]
        statements = []
        depth = 0
        for is_declaration, block, chunk in self.chunks():
            place = f'#sourceLocation(file: "{self.path}", line: {chunk[0][0]})'
            lines = [place] + [text for _, text in chunk]
            if is_declaration:
                declarations += lines
                continue
            if block != depth:
                depth = block
                statements.append("do {")
            statements += lines
        closing = "}" * statements.count("do {")
        if len(declarations) > len(self.imports) + 2:
            declarations.append("#sourceLocation()")
        if statements:
            declarations += ["func article() async throws {", *statements, "#sourceLocation()", closing + "}"]
        return "\n".join(declarations) + "\n"

    def chunks(self):
        """Whole declarations and statements: runs of lines that begin and end outside all brackets."""
        depth, chunk, block, in_string = 0, [], 0, False
        for index, lines in enumerate(self.blocks, start=1):
            for number, text in lines:
                begins = depth == 0 and not in_string and text.strip() and not text.startswith((" ", "\t", "."))
                only_attributes = chunk and all(ATTRIBUTE.match(t) for _, t in chunk if t.strip())
                if begins and chunk and not only_attributes and not text.startswith(("}", ")", "]")):
                    yield self.declares(chunk), block, chunk
                    chunk = []
                if text.strip() or chunk:
                    if not chunk:
                        block = index
                    chunk.append((number, text))
                if text.count('"""') % 2:
                    in_string = not in_string
                elif not in_string:
                    depth += nesting(text)
            if depth == 0 and chunk:
                yield self.declares(chunk), block, chunk
                chunk = []
        if chunk:
            raise SystemExit(f"{self.path}:{chunk[0][0]}: what begins here has no end")

    @staticmethod
    def declares(chunk) -> bool:
        lines = [text for _, text in chunk if text.strip() and not text.strip().startswith("//")]
        if not lines:
            return False
        while len(lines) > 1 and ATTRIBUTE.match(lines[0]):
            lines[1] = f"{lines[0].strip()} {lines[1]}"
            lines = lines[1:]
        return bool(DECLARATION.match(lines[0]))


def nesting(text: str) -> int:
    text = re.sub(r'\\\(', "(", re.sub(r'"(?:[^"\\]|\\.)*"', "", text))
    text = text.split("//")[0]
    return sum(text.count(open) for open in "({[") - sum(text.count(close) for close in ")}]")


def type_check(article: Article, products: pathlib.Path, folder: pathlib.Path) -> list[str]:
    file = folder / f"{article.name}.swift"
    file.write_text(article.source())
    plugin = f"{products / 'ComposableMacros-tool'}#ComposableMacros"
    return diagnostics(
        [
            "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library",
            "-module-name", article.name, "-I", str(products / "Modules"),
            "-load-plugin-executable", plugin, *manifest_options(), str(file),
        ])


@functools.cache
def manifest_options() -> list[str]:
    """Where `PackageDescription` is, for articles that show a manifest."""
    run = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True)
    resources = pathlib.Path(json.loads(run.stdout)["paths"]["runtimeResourcePath"])
    return ["-I", str(resources / "pm" / "ManifestAPI"), "-package-description-version", "6.2.0"]


def diagnostics(command: list[str]) -> list[str]:
    """Errors and warnings of the compiler, without its pictures, once each."""
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    found = []
    for line in run.stderr.splitlines():
        match = DIAGNOSTIC.match(line)
        if not match or (match["kind"] == "warning" and UNUSED.search(match["text"])):
            continue
        if line not in found:
            found.append(line)
    if run.returncode and not found:
        found.append(run.stderr.strip() or f"{command[0]} ended with {run.returncode}")
    return found


def comment_blocks() -> dict[pathlib.Path, list[list[tuple[int, str]]]]:
    """Swift blocks in the doc comments of the libraries."""
    files = {}
    for library in LIBRARIES:
        for path in sorted((ROOT / "Sources" / library).rglob("*.swift")):
            blocks, inside = [], False
            for number, line in enumerate(path.read_text().splitlines(), start=1):
                comment = re.match(r"\s*/// ?(.*)$", line)
                if not comment:
                    inside = False
                elif comment[1].startswith("```"):
                    inside = not inside and comment[1].startswith("```swift")
                    if inside:
                        blocks.append([])
                elif inside:
                    blocks[-1].append((number, comment[1]))
            if blocks:
                files[path] = blocks
    return files


def parse_comments(folder: pathlib.Path) -> tuple[int, list[str]]:
    """The number of blocks, and what does not parse as statements, members or cases."""
    count, faults = 0, []
    for path, blocks in comment_blocks().items():
        for block in blocks:
            count += 1
            place = f'#sourceLocation(file: "{path.relative_to(ROOT)}", line: {block[0][0] - 1})'
            text = "\n".join("" if line.strip() == "…" else line.replace("{ … }", "{}") for _, line in block)
            opening = WRAPPERS.get(text.split(maxsplit=1)[0], "func block() {")
            file = folder / f"Comments_{count}.swift"
            closing = "}" * opening.count("{")
            file.write_text(f"{place}\n{opening}\n{text}\n#sourceLocation()\n{closing}\n")
            faults += diagnostics(["swiftc", "-frontend", "-parse", "-swift-version", "6", str(file)])
    return count, faults


def is_asked_for(article: Article, names: list[str]) -> bool:
    return not names or any(name in str(article.path) for name in names)


def articles(names: list[str]) -> tuple[list[Article], list[str]]:
    found, faults = [], []
    for library in LIBRARIES:
        for path in sorted((ROOT / "Sources" / library).glob("*.docc/**/*.md")):
            article = Article(path, library)
            found.append(article)
            if not article.visible and path.name not in WITHOUT_CODE and is_asked_for(article, names):
                faults.append(f"{article.path}:1: error: no Swift block is found in this article")
    readme = Article(ROOT / "README.md", "ComposableEffectIdentifier", README_SECTION)
    if not readme.visible:
        faults.append(f'README.md:1: error: no Swift block is found under "{README_SECTION}"')
    return found + [readme], faults


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--products", type=pathlib.Path, default=ROOT / ".build" / "debug")
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    products = arguments.products.resolve()
    missing = [name for name in LIBRARIES if not (products / "Modules" / f"{name}.swiftmodule").exists()]
    if missing:
        print(f"{', '.join(missing)} are not built. Build them with:\n  swift build", file=sys.stderr)
        return 1

    found, faults = articles(arguments.names)
    found = [article for article in found if article.visible and is_asked_for(article, arguments.names)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            checks = [pool.submit(type_check, article, products, folder) for article in found]
            comments, comment_faults = parse_comments(folder)
            for check in checks:
                faults += check.result()
        faults += comment_faults
    count = sum(article.visible for article in found)
    if not count or not comments:
        faults.append("error: no Swift blocks are found")
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    if not faults:
        print(f"{count} blocks in {len(found)} articles compile, {comments} in doc comments parse.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
