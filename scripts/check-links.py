"""Fails when a Markdown document points at a file that does not exist."""

import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
tracked = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
    cwd=root, capture_output=True, text=True, check=True,
).stdout.split()
faults = []
for name in tracked:
    document = root / name
    text = re.sub(r"```.*?```", "", document.read_text(), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", text):
        link = (target[0] or target[1]).split("#")[0]
        if not link or re.match(r"[a-z]+:", link):
            continue
        if not (document.parent / link).exists():
            faults.append(f"{name}: {link} does not exist")
print("\n".join(faults) or f"{len(tracked)} documents, every link leads somewhere.",
      file=sys.stderr if faults else sys.stdout)
sys.exit(1 if faults else 0)
