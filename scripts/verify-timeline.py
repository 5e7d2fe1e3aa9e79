"""Examines a timeline that was downloaded as JSON, without anything of LifeSignal's.

    python3 scripts/verify-timeline.py lifesignal-timeline.json

Prints one line. Exit code 0: every hash is right and every entry follows the one before; 1: not so; 2: no such document.
The encoding is described in docs/timeline.md.
"""

import hashlib
import json
import sys


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def encoding(person: str, entry: dict) -> bytes:
    lines = [
        "lifesignal-timeline 1",
        f"person {escaped(person)}",
        f"sequence {entry['sequence']}",
        f"at {entry['at']}",
        f"kind {escaped(entry['kind'])}",
    ]
    for name in ("alert", "other"):
        if entry.get(name) is not None:
            lines.append(f"{name} {escaped(entry[name])}")
    details = entry.get("details", {})
    for name in sorted(details, key=lambda name: name.encode()):
        lines.append(f".{escaped(name)} {escaped(details[name])}")
    return "".join(line + "\n" for line in lines).encode()


def fault(document: dict) -> str | None:
    sequence, previous = document["anchor"]["sequence"], document["anchor"]["hash"]
    for entry in document["entries"]:
        if entry["sequence"] != sequence + 1:
            return f"entry {sequence + 1} is missing"
        if entry["previousHash"] != previous:
            return f"entry {entry['sequence']} does not follow the one before it"
        found = hashlib.sha256(bytes.fromhex(previous) + encoding(document["person"], entry)).hexdigest()
        if found != entry["hash"]:
            return f"entry {entry['sequence']} was changed"
        sequence, previous = entry["sequence"], entry["hash"]
    if document["isShortened"]:
        return None
    head = document["head"]
    if (head["sequence"], head["hash"]) != (sequence, previous):
        return f"the chain ends with entry {sequence}, not with {head['sequence']}"
    return None


def main() -> int:
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            document = json.load(file)
        if document["format"] != "lifesignal-timeline" or document["version"] != 1:
            raise ValueError("not a timeline of version 1")
        found = fault(document)
    except (IndexError, OSError, ValueError, KeyError, TypeError) as error:
        print(f"verify-timeline: {error!r}", file=sys.stderr)
        return 2
    print(found or f"{len(document['entries'])} entries, all in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
