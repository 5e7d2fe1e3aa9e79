"""Rejects what can end the process in the rooms of the server, which read bytes from outside and rows that may be spoilt.

There is one process, and it delivers the alerts: a conversion that traps on one number of one request ends all of them.
Faults, each printed with its place:

- `Int(x)`, `UInt8(x)` and the like without a label: on a floating-point or larger number they trap. Write `Int(clamping:)`,
  `Int(exactly:)` or, where bits are meant, `UInt8(truncatingIfNeeded:)`. What `if let`, `guard let` or `??` takes apart
  is read from text, and passes;
- `try!`, `as!`, and `!` behind a value that is more than one literal in a constructor;
- `fatalError`, `precondition`;
- `Dictionary(uniqueKeysWithValues:)`, which traps on a key that comes twice, and `DateInterval(start:…)`, which does on an
  end before its start. Write `reduce(into:)` or `Dictionary(_:uniquingKeysWith:)`, and bring the end behind the start;
- `[0]` and every other number as a subscript, and a conversion as a subscript, where the eight lines above do not ask for
  that array's `count` or `isEmpty`: it may be shorter;
- in the rooms of the web and its pages, `JSONDecoder`, `URLEncodedFormDecoder`, `queryParameters` and
  `request.headers[…]`: `ForeignForm` and its `Request.query` and `Request.header` read what requests bring, so that the
  fuzz test finds every form and every name.

What a statement of SQL is made of is the compiler's to check: `SQLText` takes no text from outside.

scripts/conversions-allowed.txt lists what cannot trap, one line each: file, the line's code or a part of it, and why.
`--self-test` checks the check.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "scripts/conversions-allowed.txt"
ROOMS = [
    "ComposableHTML", "LifeSignalAPI", "LifeSignalDelivery", "LifeSignalEngine", "LifeSignalFeatures", "LifeSignalModel",
    "LifeSignalPages", "LifeSignalServer", "LifeSignalStorage", "LifeSignalWeb", "LifeSignalWords",
]
# Describes our own types, and reads nothing.
PASSED_OVER = re.compile(r"^Sources/LifeSignalAPI/OpenAPI/")
DOOR = "Sources/LifeSignalWeb/HTTP/ForeignForm.swift"

INTEGER = r"\bU?Int(?:8|16|32|64)?"
CONVERSION = re.compile(INTEGER + r"\((?!\s*(?:clamping|exactly|truncatingIfNeeded|bitPattern|ascii|littleEndian|bigEndian)\s*:|\s*\))")
BOUND = re.compile(r"(?:\b(?:if|guard|while|case)|,|&&|\()\s*(?:let|var)\s+\w+(?:\s*:\s*[\w?.]+)?\s*=\s*$", re.S)
TAKEN_APART = re.compile(r"^\s*(?:\?\?|\.flatMap|\.map\b|\?|==\s*nil|!=\s*nil)")
OF_TEXT = re.compile(r"(?:compactMap|flatMap)\s*\(?\s*(?:\{\s*)?$")
FORCED = re.compile(r"\btry!|\bas!|[\w)\]\"}]!(?![=\w])")
OF_LITERAL = re.compile(r"\w\(\"[ ]*\"$")
TRAP = re.compile(r"\b(?:fatalError|precondition|preconditionFailure)\(")
DOUBTFUL = re.compile(r"\buniqueKeysWithValues\s*:|\bDateInterval\(\s*start\s*:")
SUBSCRIPT = re.compile(r"([\w)\]]*)\[(?:\d+|[^\[\]:\"]*\bU?Int\d*\([^\[\]]*)\]")
ABOVE = 8
DECODER = re.compile(r"\b(?:JSONDecoder|URLEncodedFormDecoder|JSONSerialization|queryParameters)\b|\brequest\.headers\[")


def code_of(source: str) -> str:
    """The source with comments and the words of strings blanked, places kept; code in their gaps stays."""
    out, index, stack = [], 0, []
    while index < len(source):
        rest = source[index:]
        if stack and stack[-1] != "(":
            mark, hashes = stack[-1]
            gap = "\\" + hashes + "("
            if rest.startswith(gap):
                out.append(" " * (len(gap) - 1) + "(")
                index += len(gap)
                stack.append("(")
            elif rest.startswith(mark + hashes):
                out.append('"' * len(mark) + " " * len(hashes))
                index += len(mark + hashes)
                stack.pop()
            elif not hashes and rest[0] == "\\" and len(rest) > 1:
                out.append(" " + ("\n" if rest[1] == "\n" else " "))
                index += 2
            else:
                out.append("\n" if rest[0] == "\n" else " ")
                index += 1
            continue
        if rest.startswith("//"):
            end = source.find("\n", index)
            end = len(source) if end < 0 else end
            out.append(" " * (end - index))
            index = end
        elif rest.startswith("/*"):
            end = source.find("*/", index) + 2
            out.append(re.sub(r"[^\n]", " ", source[index:end]))
            index = end
        elif literal := re.match(r'(#*)("""|")', rest):
            out.append(" " * len(literal[1]) + '"' * len(literal[2]))
            index += literal.end()
            stack.append((literal[2], literal[1]))
        else:
            if stack and rest[0] == "(":
                stack.append("(")
            elif stack and rest[0] == ")":
                stack.pop()
            out.append(rest[0])
            index += 1
    return "".join(out)


def closing(code: str, start: int) -> int:
    """Behind the bracket that closes the one before `start`."""
    depth = 1
    while start < len(code) and depth:
        depth += {"(": 1, ")": -1}.get(code[start], 0)
        start += 1
    return start


def faults_of(path: str, source: str) -> list[tuple[int, str, str]]:
    """Number of the line, its code, and what is wrong with it."""
    code = code_of(source)
    found: list[tuple[int, str]] = []
    for match in CONVERSION.finditer(code):
        before, end = code[: match.start()], closing(code, match.end())
        if before.endswith("\"") or re.search(r"(?:\bfunc|\binit|\bcase)\s+$", before):
            continue
        before = re.sub(r"\btry\??\s*$", "", before)
        argument = code[match.end():end - 1]
        if re.fullmatch(r"\s*-?(?:0x[0-9a-fA-F_]+|[\d_]+)\s*", argument) or re.match(r"\s*\w+\s*,\s*radix:", argument):
            continue
        if BOUND.search(before) or TAKEN_APART.match(code[end:]) or OF_TEXT.search(before):
            continue
        found.append((match.start(), "a conversion that can trap"))
    found += [
        (match.start(), "a value that is forced") for match in FORCED.finditer(code) if not OF_LITERAL.search(code[: match.start()])
    ]
    found += [(match.start(), "ends the process") for match in TRAP.finditer(code)]
    found += [(match.start(), "traps on what comes twice, or ends before it begins") for match in DOUBTFUL.finditer(code)]
    for match in SUBSCRIPT.finditer(code):
        array = match[1].lstrip(")]")
        above = "\n".join(code[: match.end()].splitlines()[-ABOVE - 1:])
        if match[1] and not (array and re.search(rf"\b{array}(?:\.count\b|\.isEmpty\b|\.map\(\\\.count\))", above)):
            found.append((match.start(), "a subscript whose array may be shorter"))
    if path.startswith(("Sources/LifeSignalPages/", "Sources/LifeSignalWeb/")) and path != DOOR:
        found += [(match.start(), "is read past ForeignForm") for match in DECODER.finditer(code)]
    lines = source.splitlines()
    return sorted({(number := source.count("\n", 0, place) + 1, lines[number - 1].strip(), words) for place, words in found})


def allowed() -> dict[tuple[str, str], bool]:
    entries: dict[tuple[str, str], bool] = {}
    for number, line in enumerate(ALLOWED.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split(" | ")]
        if len(parts) != 3 or not all(parts):
            sys.exit(f"scripts/conversions-allowed.txt:{number}: file | code | why")
        entries[parts[0], parts[1]] = False
    return entries


def check() -> int:
    entries, count, files = allowed(), 0, 0
    for room in ROOMS:
        for file in sorted((ROOT / "Sources" / room).rglob("*.swift")):
            path = str(file.relative_to(ROOT))
            if PASSED_OVER.search(path):
                continue
            files += 1
            for number, line, words in faults_of(path, file.read_text()):
                hits = [key for key in entries if f"Sources/{key[0]}" == path and key[1] in line]
                for key in hits:
                    entries[key] = True
                if not hits:
                    count += 1
                    print(f"{path}:{number}: {words}: {line}")
    for key, used in entries.items():
        if not used:
            count += 1
            print(f"scripts/conversions-allowed.txt: {key[0]} has no “{key[1]}” that needs to be allowed")
    if count:
        return 1
    print(f"No trap in {files} files; {len(entries)} lines are allowed.")
    return 0


# What must be found, and what must not.
BAD = {
    "Date.swift": [
        "Int64((timeIntervalSince1970 * 1000).rounded())",  # what one request ended the process with
        "let days = Int(left / 86_400)", 'let words = "\\(Int(seconds / 60)) min"', "return UInt8(value)",
        "let first = Int(\n    number)", "let date = try! read()", "let name = names.first!", "let other = value as! Name",
        "let zone = zones[\"a\"]!", "fatalError()", "let hour = parts[0]", "let letter = letters[Int(clamping: byte) % 3]",
        "Dictionary(uniqueKeysWithValues: rows)", "Dictionary(\n  uniqueKeysWithValues: rows)",
        "DateInterval(start: begin, end: end)", "DateInterval(\n  start: begin, duration: length)",
    ],
    "Sources/LifeSignalWeb/New.swift": [
        "let form = try JSONDecoder().decode(Form.self, from: body)", 'let zone = request.uri.queryParameters["zone"]',
        "let last = request.headers[.lastEventID]",
    ],
}
GOOD = {
    "Date.swift": [
        "Int64(clamping: (timeIntervalSince1970 * 1000).rounded())", "if let number = Int(text) { use(number) }",
        "guard let hour = Int(parts), let minute = Int(rest),\n  let second = Int(end) else { return nil }",
        "let count = Int(text) ?? 1", "Int(text).flatMap(Zone.init)", "texts.compactMap { Int($0) }", "Int(exactly: number)",
        "// Int(seconds)", 'let words = "Int(seconds) and names.first!"', "guard a != b, !isOpen else { return }",
        "let byte = UInt8(ascii: letter)", 'let text = #"{"a": "Int(b)"}"#', "extension Int { init(milliseconds: Double) {} }",
        "guard parts.count == 2 else { return nil }\nlet name = parts[1]", 'static let name = Self("x-name")!',
        'let line = """\n  fatalError() \\(name)\n  """', "let zero = Int64(0)",
        "Dictionary(rows, uniquingKeysWith: { $1 })", "var outage: DateInterval?",
    ],
    DOOR: ["try JSONDecoder().decode(type, from: bytes)"],
}


def self_test() -> int:
    wrong = [f"not found: {text}" for path, texts in BAD.items() for text in texts if not faults_of(path, text)]
    wrong += [f"found: {text}: {faults_of(path, text)}" for path, texts in GOOD.items() for text in texts if faults_of(path, text)]
    print("\n".join(wrong) or f"{sum(map(len, BAD.values()))} faults are found, {sum(map(len, GOOD.values()))} others pass.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(self_test() or (0 if sys.argv[1:] == ["--self-test"] else check()))
