"""Asserts that each action of a feature is sent, and each delegate action handled.

An action that no page, parent or effect sends is code that cannot run; a delegate action that no parent handles changes
nothing. Reads the sources without a build: the cases of every `enum Action` and `enum Delegate` in LifeSignalFeatures,
then each `.name` in Sources, in the context of the features that its file speaks of. A send in the clause of an action,
or in a helper that such clauses call, counts only when that action is sent itself. A name that could mean several
actions counts for all of them, so that every fault printed is one. The exit code is 1 when there is any.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
FEATURES = SOURCES / "LifeSignalFeatures"

# "Feature.action", and which seed document demands the name. Here the browser's worker subscribes to and receives pushes,
# and the app follows the streams from its launch on.
DEMANDED = {
    "NotificationFeature.handlePushNotification": "NotificationFeature Actions, Push Notification Actions",
    "NotificationFeature.onDisappear": "NotificationFeature Actions, Lifecycle Actions",
    "NotificationFeature.registerForPushNotifications": "NotificationFeature Actions, Push Notification Actions",
    "PingFeature.onAppear": "PingFeature Effects, Effect Implementation",
}

# Delegate actions that a seed document demands, and where. Parents need not handle them: the streams bring what they announce.
ANNOUNCED = {
    "PingFeature.Delegate.pingAdded": "PingFeature Effects, Ping Added",
    "PingFeature.Delegate.pingCleared": "PingFeature Effects, Ping Cleared",
    "PingFeature.Delegate.pingResponded": "PingFeature Effects, Ping Responded",
    "PingFeature.Delegate.pingsUpdated": "PingFeature Effects, Pings Updated",
}

OPEN, CLOSE = "([{", ")]}"
MEMBER = re.compile(r"(?<![\w\\)\]?!`.])(?:(?:(\w+Feature)\.)?Action(?:\.Delegate)?)?\.(\w+)")
TYPE = re.compile(r"\b(?:struct|extension)\s+(\w+Feature)\b")
MENTIONED = re.compile(r"\b(\w+Feature)\.Action\b(?!\.Delegate)")
HEARD = re.compile(r"\b(\w+Feature)\.Action\.Delegate\b")
PAYLOAD = re.compile(r"\b(\w+Feature)\.Action\b")
SENDER = re.compile(r"\b(\w+)\s*:\s*ActionSender<(\w+Feature)\.Action>")
FUNCTION = re.compile(r"\b(?:func|var)\s+(\w+)[^{}=]*\{")
# Between a case and what is presented by it.
BETWEEN = {"presented", "element"}


def blanked(text: str) -> str:
    """The text with comments and string literals blanked, of the same length."""
    pattern = r'"""[\s\S]*?"""|"(?:\\\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/'
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def end(text: str, start: int) -> int:
    """Where the bracket that opens at `start` is closed."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] in OPEN:
            depth += 1
        elif text[position] in CLOSE:
            depth -= 1
            if depth == 0:
                return position
    return len(text)


class Clause:
    """A `case` of a switch, an if or a guard: its pattern, and the code that runs when it matches."""

    def __init__(self, start: int, stop: int, body: tuple[int, int]):
        self.start, self.stop, self.body = start, stop, body


class File:
    def __init__(self, path: pathlib.Path):
        self.path = path
        self.text = blanked(path.read_text())
        self.enclosing = self.brackets()
        self.declared = self.declarations()
        self.own = set(TYPE.findall(self.text))
        self.speaks = self.own | set(MENTIONED.findall(self.text))
        self.clauses = self.read_clauses()
        self.senders = [(match.start(), match[1], match[2]) for match in SENDER.finditer(self.text)]
        self.functions = [
            (match[1], match.end() - 1, end(self.text, match.end() - 1))
            for match in FUNCTION.finditer(self.text)
        ]

    def brackets(self) -> list[int]:
        """For each character the bracket it stands in, or -1."""
        result, stack = [], []
        for position, character in enumerate(self.text):
            if character in CLOSE and stack:
                stack.pop()
            result.append(stack[-1] if stack else -1)
            if character in OPEN:
                stack.append(position)
        return result

    def declarations(self) -> list[tuple[int, int]]:
        """The enums, in whose braces a case is no pattern."""
        found = re.finditer(r"\benum\s+\w+[^{}]*\{", self.text)
        return [(match.end() - 1, end(self.text, match.end() - 1)) for match in found]

    def until(self, start: int, mark: str) -> int:
        """The next `mark` that stands in the same bracket."""
        for position in range(start, len(self.text)):
            if self.text[position] == mark and self.enclosing[position] == self.enclosing[start]:
                return position
        return len(self.text)

    def read_clauses(self) -> list[Clause]:
        switches = {match.end() - 1 for match in re.finditer(r"\bswitch\b[^{]*\{", self.text)}
        starts, result = {}, []
        for match in re.finditer(r"\b(?:case|default)\b", self.text):
            before = self.text[: match.start()].rstrip()
            if re.search(r"(?:\b(?:if|guard|while|for)|,)$", before):
                stop = self.until(match.start(), "=")
                result.append(Clause(match.start(), stop, (0, 0)))
            elif self.enclosing[match.start()] in switches:
                starts.setdefault(self.enclosing[match.start()], []).append(match)
        for brace, matches in starts.items():
            for match, following in zip(matches, matches[1:] + [None]):
                stop = self.until(match.start(), ":")
                limit = following.start() if following else end(self.text, brace)
                result.append(Clause(match.start(), stop, (stop + 1, limit)))
        return result

    def sent_by(self, position: int) -> str | None:
        """The feature whose sender is called with what stands at `position`."""
        called = re.search(r"\b(\w+)\s*[({]\s*$", self.text[max(0, position - 80) : position])
        if called is None:
            return None
        known = [feature for start, name, feature in self.senders
                 if name == called[1] and start < position]
        return known[-1] if known else None

    def function(self, position: int) -> str | None:
        """The name of the function or property around `position`."""
        around = [name for name, start, stop in self.functions if start < position < stop]
        return around[-1] if around else None


class House:
    def __init__(self):
        everything = [File(path) for path in sorted(SOURCES.rglob("*.swift")) if self.speaks(path)]
        self.files = everything
        # Feature: case: the features whose actions it carries, or None.
        self.actions: dict[str, dict[str, list[str]]] = {}
        self.presents: set[tuple[str, str]] = set()
        self.delegates: dict[str, set[str]] = {}
        self.places: dict[str, str] = {}
        # Functions and properties of a feature that its clauses use.
        self.helpers: set[tuple[str, str]] = set()
        for file in everything:
            if FEATURES in file.path.parents:
                self.declare(file)
                self.helpers |= {
                    (feature, name) for feature in file.own for name, _, _ in file.functions
                    if name != "body"
                }

    @staticmethod
    def speaks(path: pathlib.Path) -> bool:
        if FEATURES in path.parents:
            return True
        text = path.read_text()
        return "LifeSignalFeatures" in text and bool(re.search(r"\b(?:send|Action|store)\b", text))

    def declare(self, file: File):
        features = [(match.start(), match[1]) for match in TYPE.finditer(file.text)]
        for match in re.finditer(r"\benum (Action|Delegate)\b[^{}]*\{", file.text):
            owners = [name for start, name in features if start < match.start()]
            if not owners:
                continue
            feature, brace = owners[-1], match.end() - 1
            for case in re.finditer(r"\bcase\s", file.text[brace : end(file.text, brace)]):
                start = brace + case.start()
                if file.enclosing[start] != brace:
                    continue
                self.declare_case(file, match[1], feature, start)

    def declare_case(self, file: File, kind: str, feature: str, start: int):
        names = re.compile(r"\s*(?:case\s+)?(\w+)\s*(\()?")
        position = start
        while match := names.match(file.text, position):
            position, payload = match.end(), ""
            if match[2]:
                stop = end(file.text, match.end() - 1)
                payload, position = file.text[match.end() : stop], stop + 1
            line = file.text.count("\n", 0, match.start(1)) + 1
            place = f"{file.path.relative_to(ROOT)}:{line}"
            if kind == "Delegate":
                self.delegates.setdefault(feature, set()).add(match[1])
                self.places[f"{feature}.Delegate.{match[1]}"] = place
            else:
                children = PAYLOAD.findall(payload)
                if payload == "Delegate":
                    children = ["Delegate"]
                self.actions.setdefault(feature, {})[match[1]] = children
                if "PresentationAction" in payload:
                    self.presents.add((feature, match[1]))
                self.places[f"{feature}.{match[1]}"] = place
            comma = re.compile(r"\s*,\s*").match(file.text, position)
            if not comma:
                break
            position = comma.end()

    def parent(self, file: File, match: re.Match) -> tuple[re.Match | None, bool]:
        """The case in whose brackets this one stands, and whether it stands there as presented."""
        bracket, presented = file.enclosing[match.start()], False
        while bracket >= 0 and file.text[bracket] == "(":
            before = file.text[max(0, bracket - 160) : bracket]
            outer = None
            for candidate in MEMBER.finditer(before):
                if candidate.end() == len(before):
                    outer = candidate
            if outer is None:
                return None, False
            start = max(0, bracket - 160) + outer.start()
            outer = MEMBER.match(file.text, start) or outer
            if outer[2] not in BETWEEN:
                return outer, presented
            presented = True
            bracket = file.enclosing[start]
        return None, presented

    def meanings(self, file: File, match: re.Match) -> set[tuple[str, str, str]]:
        """What this name can be: of which feature, "Action" or "Delegate", which case."""
        outer, presented = self.parent(file, match)
        name = match[2]
        above = self.meanings(file, outer) if outer else set()
        if outer and above:
            result = set()
            for feature, kind, case in above:
                if kind == "Delegate":
                    continue
                for child in self.actions[feature].get(case, []):
                    if child == "Delegate" and name in self.delegates.get(feature, ()):
                        result.add((feature, "Delegate", name))
                    elif child in self.actions and name in self.actions[child]:
                        if (feature, case) in self.presents and not presented:
                            continue
                        result.add((child, "Action", name))
            return result
        sender = file.sent_by(match.start())
        if match[1] or sender:
            candidates = {match[1] or sender}
        else:
            candidates = {feature for feature in file.speaks if feature in self.actions}
            if not any(self.has(feature, name) for feature in candidates):
                # Without a context only what carries another feature's action says enough.
                candidates = {
                    feature for feature, cases in self.actions.items()
                    if not file.own and cases.get(name)
                }
        result = {(feature, "Action", name) for feature in candidates
                  if name in self.actions.get(feature, {})}
        for feature in set() if sender else set(HEARD.findall(file.text)) | file.own:
            if name in self.delegates.get(feature, ()):
                result.add((feature, "Delegate", name))
        return result

    def has(self, feature: str, name: str) -> bool:
        return name in self.actions[feature] or name in self.delegates.get(feature, ())

    def read(self):
        """Every send with what it depends on, and every delegate action that a parent handles."""
        self.sends: list[tuple[set, list[set], tuple | None]] = []
        self.calls: dict[tuple, list[tuple[list[set], tuple | None]]] = {}
        self.heard: set[tuple[str, str]] = set()
        for file in self.files:
            patterns: dict[int, set] = {}
            members = []
            for match in MEMBER.finditer(file.text):
                meanings = self.meanings(file, match)
                if not meanings:
                    continue
                for index, clause in enumerate(file.clauses):
                    if clause.start <= match.start() < clause.stop:
                        patterns.setdefault(index, set()).update(self.leaves(meanings))
                        self.hear(file, match, clause, meanings)
                        break
                else:
                    members.append((match.start(), meanings))
            def conditions(position: int) -> list[set]:
                return [
                    patterns[index] for index, clause in enumerate(file.clauses)
                    if clause.body[0] <= position < clause.body[1] and patterns.get(index)
                ]

            for position, meanings in members:
                self.sends.append((meanings, conditions(position), self.within(file, position)))
            for match in re.finditer(r"\b\w+\b", file.text):
                for feature in file.own:
                    key = (feature, match[0])
                    if key in self.helpers and not self.is_declaration(file, match):
                        self.calls.setdefault(key, []).append(
                            (conditions(match.start()), self.within(file, match.start())))

    @staticmethod
    def is_declaration(file: File, match: re.Match) -> bool:
        before = file.text[max(0, match.start() - 12) : match.start()]
        after = file.text[match.end() : match.end() + 1]
        if re.search(r"\b(?:func|var|let|case)\s+$", before) or re.search(r"(?<!Self)(?<!self)\.$", before):
            return True
        return after == ":"

    def within(self, file: File, position: int) -> tuple | None:
        """The helper of a feature in whose body something stands."""
        name = file.function(position)
        owners = [feature for feature in file.own if (feature, name) in self.helpers]
        return (owners[0], name) if len(owners) == 1 else None

    def leaves(self, meanings: set) -> set:
        """Those that carry no other feature's action: what a clause is really about."""
        return {
            (feature, kind, name) for feature, kind, name in meanings
            if kind == "Delegate" or not self.actions[feature].get(name)
        }

    def hear(self, file: File, match: re.Match, clause: Clause, meanings: set):
        body = file.text[slice(*clause.body)].strip()
        if body in ("return .none", ".none", "break"):
            return
        outer, _ = self.parent(file, match)
        outermost = self.parent(file, outer)[0] if outer else None
        bare = not file.text[match.end() :].startswith("(")
        for feature, kind, name in meanings:
            if kind == "Delegate" and (outermost or feature in HEARD.findall(file.text)):
                self.heard.add((feature, name))
            elif kind == "Action" and bare and outer and feature not in file.own:
                if self.actions[feature].get(name) == ["Delegate"]:
                    self.heard.update((feature, case) for case in self.delegates[feature])

    def alive(self) -> set:
        alive = {(name.split(".")[0], "Action", name.split(".")[-1]) for name in DEMANDED}
        running: set = {None}
        # A helper that nothing names is named in a way that is not seen here.
        running |= {helper for helper in self.helpers if helper not in self.calls}
        while True:
            size = len(alive) + len(running)
            for helper, calls in self.calls.items():
                if any(self.runs(conditions, within, alive, running) for conditions, within in calls):
                    running.add(helper)
            for meanings, conditions, within in self.sends:
                if self.runs(conditions, within, alive, running):
                    alive |= meanings
            if size == len(alive) + len(running):
                return alive

    def sent(self) -> set:
        """What is sent at all, whatever by."""
        return set().union(*(meanings for meanings, _, _ in self.sends))

    @staticmethod
    def runs(conditions: list[set], within: tuple | None, alive: set, running: set) -> bool:
        return within in running and all(condition & alive for condition in conditions)


def main() -> int:
    house = House()
    house.read()
    alive = house.alive()
    sent = house.sent()
    faults = []

    def fault(name: str, words: str):
        faults.append(f"{house.places[name]}: {name} {words}")

    for feature, cases in house.actions.items():
        for case, children in cases.items():
            if not children and (feature, "Action", case) not in alive:
                fault(f"{feature}.{case}", "is sent by no page, parent or effect")
    for feature, cases in house.delegates.items():
        for case in sorted(cases):
            name = f"{feature}.Delegate.{case}"
            if (feature, "Delegate", case) not in alive:
                fault(name, "is never sent")
            elif (feature, case) not in house.heard and name not in ANNOUNCED:
                fault(name, "is handled by no parent")
            elif (feature, case) in house.heard and name in ANNOUNCED:
                fault(name, "is handled and needs no exception")
    for name in DEMANDED:
        if name not in house.places:
            faults.append(f"scripts/check-actions.py: {name}, which a seed demands, is gone")
        elif (name.split(".")[0], "Action", name.split(".")[-1]) in sent:
            faults.append(f"scripts/check-actions.py: {name} is sent and needs no exception")
    for line in faults:
        print(line)
    count = sum(len(cases) for cases in house.actions.values())
    print(f"{count} actions of {len(house.actions)} features, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
