"""Asserts the arrows between the rooms: architecture as a test.

Every `import` in Sources and in the examples must be allowed by the table below. A forbidden one is printed with its
file and line, and the exit code is 1. Foundation and the standard library's own modules are free.
"""

import pathlib
import re
import sys

FREE = {
    "Foundation", "FoundationEssentials", "Synchronization", "Dispatch", "CDispatch", "Glibc", "Musl", "Darwin",
    "Swift", "Observation",
}

# Bottom to top. Own modules first, then the packages that this room alone may know.
ROOMS = {
    "ComposableMacroExpansions": {
        "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics",
    },
    "ComposableMacros": {"ComposableMacroExpansions", "SwiftCompilerPlugin", "SwiftSyntaxMacros"},
    "Composable": {"OrderedCollections", "DequeModule"},
    "ComposableEffectIdentifier": {"Composable"},
    "ComposableTesting": {"Composable", "CustomDump", "Testing", "XCTest"},
    "ComposableHTML": {"Composable"},
    "ComposableHTMLClient": set(),
    "CClock": set(),
    "CCurl": set(),
    "CQREncode": set(),
    "CZBar": set(),
    "CZlib": set(),
    "LifeSignalModel": set(),
    "LifeSignalEngine": {"LifeSignalModel", "CClock", "Crypto", "Logging", "ServiceLifecycle"},
    "LifeSignalStorage": {"LifeSignalModel", "LifeSignalEngine", "GRDB", "GRDBSQLite"},
    "LifeSignalDelivery": {
        "LifeSignalModel", "LifeSignalEngine", "CCurl", "AsyncHTTPClient", "NIOCore", "NIOHTTP1",
        "NIOSSL", "Crypto", "Logging", "ServiceLifecycle",
    },
    "LifeSignalFeatures": {"LifeSignalModel", "Composable", "ComposableEffectIdentifier"},
    "LifeSignalAPI": {
        "LifeSignalModel", "LifeSignalFeatures", "Composable", "AsyncHTTPClient", "HTTPTypes",
        "NIOCore", "NIOHTTP1",
    },
    "LifeSignalWeb": {
        "LifeSignalModel", "LifeSignalEngine", "LifeSignalFeatures", "LifeSignalAPI", "Composable",
        "ComposableHTML", "ComposableHTMLClient", "CQREncode", "CZBar", "CZlib", "Hummingbird", "HummingbirdCore", "HTTPTypes",
        "NIOCore", "NIOHTTPTypes", "Crypto", "Logging", "ServiceLifecycle",
    },
    "LifeSignalServer": {
        "LifeSignalModel", "LifeSignalEngine", "LifeSignalStorage", "LifeSignalDelivery",
        "LifeSignalFeatures", "LifeSignalWeb", "Configuration", "Hummingbird", "HummingbirdCore",
        "HummingbirdTLS", "HummingbirdHTTP2", "HTTPTypes", "NIOCore", "NIOHTTPTypes", "NIOSSL", "Logging",
        "ServiceLifecycle", "UnixSignals",
    },
    "lifesignal": {
        "LifeSignalServer", "LifeSignalAPI", "LifeSignalFeatures", "LifeSignalModel", "Composable",
        "ArgumentParser", "AsyncHTTPClient", "NIOCore",
    },
    # Examples/ManyTimers, one folder per target.
    "ManyTimersFeatures": {"Composable", "ComposableEffectIdentifier"},
    "ManyTimersTerminal": {"ManyTimersFeatures", "Composable"},
    "ManyTimersWeb": {
        "ManyTimersFeatures", "Composable", "ComposableHTML", "ComposableHTMLClient",
        "Hummingbird", "HTTPTypes", "NIOCore", "Logging", "ServiceLifecycle", "UnixSignals",
    },
    "manytimers": {
        "ManyTimersFeatures", "ManyTimersTerminal", "ManyTimersWeb", "Composable", "ArgumentParser",
    },
}

# Where a room is when that is not Sources/<its name>.
EXAMPLES = {
    "ManyTimersFeatures": "Examples/ManyTimers/Features",
    "ManyTimersTerminal": "Examples/ManyTimers/Terminal",
    "ManyTimersWeb": "Examples/ManyTimers/Web",
    "manytimers": "Examples/ManyTimers/Command",
}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |fileprivate |private )?"
    r"import\s+(?:struct |class |enum |protocol |func |typealias |let |var )?(\w+)"
)


def main() -> int:
    root = pathlib.Path(__file__).resolve().parent.parent
    faults = []
    folders = {path.name: path for path in sorted((root / "Sources").iterdir()) if path.is_dir()}
    folders |= {room: root / path for room, path in EXAMPLES.items()}
    for room, folder in folders.items():
        if room not in ROOMS:
            faults.append(f"Sources/{room}: a room without arrows; add it to {__file__}")
            continue
        for file in sorted(folder.rglob("*.swift")):
            for number, line in enumerate(file.read_text().splitlines(), start=1):
                found = IMPORT.match(line)
                if found and found[1] not in FREE | ROOMS[room]:
                    where = file.relative_to(root)
                    faults.append(f"{where}:{number}: {room} may not know {found[1]}: {line.strip()}")
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"The arrows hold in {len(ROOMS)} rooms.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
