"""Holds the words of the app and their translations together.

Words are written in the sources as English literals that become a `Phrase`; the catalogues in
Sources/LifeSignalWords/Languages/ translate them, sentence by sentence. Faults, each printed with its place:

- a literal that reads like words and is in no catalogue (one that is not shown to people ends its line with `// no words`,
  or stands in scripts/no-words.txt; a word that does not look like one ends its line with `// words`);
- a sentence in a catalogue that no source says any more;
- a language that lacks a sentence, a gap, or a plural form it needs;
- a piece of a sentence (it begins or ends with a space): other languages put its parts elsewhere; use `Sentence`.

`--list` prints every sentence that must be translated, as JSON; `--missing LANGUAGE` what a language lacks.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["LifeSignalModel", "LifeSignalFeatures", "LifeSignalPages", "LifeSignalWeb"]
CATALOGUES = ROOT / "Sources/LifeSignalWords/Languages"
LANGUAGES = ["ar", "de", "es", "fr", "zh-Hans"]
# Unicode CLDR, cardinal rules for whole numbers.
FORMS = {
    "ar": {"zero", "one", "two", "few", "many", "other"}, "de": {"one", "other"},
    "es": {"one", "many", "other"}, "fr": {"one", "many", "other"}, "zh-Hans": {"other"},
}
# What stands before a literal that is no words: names of classes, ids, keys, and talk among programmers.
CODE_BEFORE = re.compile(
    r"(?:\.class\(|\bclass:|\bid:|\bfatalError\(|\bprecondition\w*\((?:[^\"]*,\s*)?|\bassertionFailure\(|\bLogger\(label:"
    r"|\blogger\.\w+\(|\blabel:\s*|\bSelf\.log\w*\(|\.page\(|\bheaders?\[|\bforHTTPHeaderField|\bnamed:|\bsummary:|\bkey:|\bforKey:|\bformName:|\bformat:"
    r"|\.data\(|\bhasPrefix\(|\bhasSuffix\(|\bcontains\(|\bsplit\(\w*:?|\bjoined\(\w*:?|=\s*try\s*JSON|\bidentifier:|\bverbatim:)\s*$"
)


# Talk between programs, not to people.
CODE_FILES = re.compile(
    r"/HTTP/(?!ErrorPages)|/Compression/|LifeSignalWeb/QRCode/(?!SessionClients)|QRCodePicture|/Callbacks/|SlowActionLog|BrowserName|SessionCookie|PageSnapshot|/API/")


class Literal:
    def __init__(self, text, file, line, before):
        self.text, self.file, self.line, self.before = text, file, line, before


def literals(source: str, file: str):
    """Every string literal outside comments: interpolations become gaps, parts joined by `+` one text."""
    found, place, line = [], 0, 1
    end_of_last, size = -1, len(source)
    while place < size:
        char = source[place]
        if char == "\n":
            line += 1
            place += 1
        elif source.startswith("//", place):
            place = source.find("\n", place)
            place = size if place < 0 else place
        elif source.startswith("/*", place):
            close = source.find("*/", place)
            line += source.count("\n", place, close)
            place = close + 2
        elif char == "#" and re.match(r'#+"', source[place:place + 8]):
            close = source.find('"#', place + 2)
            place = close + 2
        elif char == "/" and re.match(r"/[^/\s*][^\n]*/", source[place:]) and re.search(r"[(=,]\s*$", source[max(0, place - 4):place]):
            place += re.match(r"/[^/\s*][^\n]*/", source[place:]).end()
        elif char == '"':
            start, first = place, line
            text, place, line = literal(source, place, line, inner := [])
            # The line before too, where a long literal has a line of its own.
            before = source[max(0, start - 90):start].split("\n")
            before = before[-1] if before[-1].strip() else "\n".join(before[-2:])
            joins = end_of_last >= 0 and re.fullmatch(r"\s*\+\s*", source[end_of_last:start])
            if joins:
                count = len(set(re.findall(r"\{(\d+)\}", found[-1].text)))
                found[-1].text += re.sub(r"\{(\d+)\}", lambda gap: "{%d}" % (int(gap[1]) + count), text)
            else:
                found.append(Literal(text, file, first, before))
            # What stands in a gap is Swift again.
            for code, at in inner:
                for nested in literals(code, file):
                    nested.line += at - 1
                    found.insert(-1, nested)
            end_of_last = place
        else:
            place += 1
    return found


def literal(source: str, place: int, line: int, inner: list):
    """The text of a literal, and where it ends; the code of its gaps goes to `inner`, each with its line."""
    is_block = source.startswith('"""', place)
    close = '"""' if is_block else '"'
    place += len(close)
    text, gaps = "", 0
    while not source.startswith(close, place):
        char = source[place]
        if char == "\\" and source[place + 1] == "(":
            depth, place = 1, place + 2
            start, first = place, line
            while depth:
                if source[place] == '"':
                    _, place, line = literal(source, place, line, [])
                    continue
                depth += {"(": 1, ")": -1}.get(source[place], 0)
                line += source[place] == "\n"
                place += 1
            inner.append((source[start:place - 1], first))
            text += "{%d}" % gaps
            gaps += 1
        elif char == "\\":
            following = source[place + 1]
            if following == "\n":
                line += 1
                place += 2
                continue
            if following == "u":
                code = re.match(r"\\u\{([0-9A-Fa-f]+)\}", source[place:])
                text += chr(int(code[1], 16))
                place += code.end()
                continue
            text += {"n": "\n", "t": "\t"}.get(following, following)
            place += 2
        else:
            line += char == "\n"
            text += char
            place += 1
    if is_block:
        lines = text.split("\n")
        indent = len(lines[-1])
        text = re.sub(r"^\n", "", "\n".join(part[indent:] if i else part for i, part in enumerate(lines[:-1])))
        text = re.sub(r"(?<=\S) +(?=\S)", " ", text)
    return text, place + len(close), line


def reads_like_words(text: str) -> bool:
    bare = re.sub(r"\{\d+\}", "", text)
    if bare == "OK":
        return True
    if not re.search(r"[A-Za-z]{2}", bare) or "\n" in text:
        return False
    if re.search(r"[_<>=/\\#@]|\w\.\w|--|^\W*[a-z]+[A-Z]", bare):
        return False
    return bool(re.match(r"\W*[A-Z][a-z]", bare)) or (" " in bare.strip() and bool(re.search(r"[a-z]{2} [a-z]|[a-z] |  ?[a-z]", bare)))


def said():
    """The sentences the sources say: key to place, those that count, and every literal there is."""
    excused = {line for line in (ROOT / "scripts/no-words.txt").read_text().splitlines() if line and not line.startswith("# ")}
    words, counting, everything = {}, set(), set()
    for room in ROOMS:
        for file in sorted((ROOT / "Sources" / room).rglob("*.swift")):
            if CODE_FILES.search(str(file)):
                continue
            source = file.read_text()
            lines = source.split("\n")
            for found in literals(source, str(file.relative_to(ROOT))):
                everything.add(found.text)
                is_marked = lines[found.line - 1].endswith("// words")
                if re.search(r"\bother:\s*$", found.before):
                    counting.add(found.text)
                # The English form for one; a catalogue has it under the form for others.
                if re.search(r"\bone:\s*$", found.before):
                    continue
                counts = re.search(r"\bother:\s*$", found.before)
                if not (is_marked or counts or reads_like_words(found.text)) or found.text in excused:
                    continue
                if CODE_BEFORE.search(found.before) or lines[found.line - 1].endswith("// no words"):
                    continue
                words.setdefault(found.text, f"{found.file}:{found.line}")
    return words, counting, everything


def catalogue(language: str) -> dict:
    return json.loads((CATALOGUES / f"{language}.json").read_text())


def gaps(text: str) -> set:
    return set(re.findall(r"\{\d+\}", text))


def faults_of(language: str, words: dict, counting: set, everything: set):
    entries = catalogue(language)
    for key, place in words.items():
        if key not in entries:
            yield f"{place}: {language} has no translation of: {key}"
    for key, entry in entries.items():
        if key not in everything:
            yield f"{language}.json: no source says: {key}"
        if isinstance(entry, dict) != (key in counting):
            yield f"{language}.json: {key}: {'needs its forms' if key in counting else 'does not count'}"
        if isinstance(entry, dict):
            if set(entry) != FORMS[language]:
                yield f"{language}.json: {key}: needs the forms {', '.join(sorted(FORMS[language]))}"
            # A form for one, two or none may leave the number out.
            texts = [(text, form in ("zero", "one", "two")) for form, text in entry.items()]
        else:
            texts = [(entry, False)]
        for text, may_drop in texts:
            if not text.strip() or gaps(text) - gaps(key) or (gaps(key) - gaps(text) and not may_drop):
                yield f"{language}.json: {key}: the gaps of the translation differ: {text}"


def main() -> int:
    words, counting, everything = said()
    if "--list" in sys.argv:
        print(json.dumps(words, ensure_ascii=False, indent=1))
        return 0
    if "--missing" in sys.argv:
        language = sys.argv[sys.argv.index("--missing") + 1]
        known = catalogue(language)
        lacking = {key: sorted(FORMS[language]) if key in counting else "" for key in words if key not in known}
        print(json.dumps(lacking, ensure_ascii=False, indent=1))
        return 0
    faults = [fault for language in LANGUAGES for fault in faults_of(language, words, counting, everything)]
    faults += [f"{place}: a piece of a sentence: “{key}”" for key, place in words.items() if key != key.strip()]
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{len(words)} sentences in {len(LANGUAGES) + 1} languages.")
    return 1 if faults else 0


sys.exit(main())
