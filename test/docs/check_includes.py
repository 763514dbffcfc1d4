#!/usr/bin/env python3
"""The includes between parts follow the arrows that docs/architecture.md draws.

The document has one block of lines `part <- user, user`, which reads "the users
may include the part". The parts are the folders below lib/, some of them nested, and
the programs below tools/; each has to occur in the block, and nothing else may.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Belongs to no part: it is for users alone.
UMBRELLA = ROOT / "include/heddle/heddle.h"


def read_arrows(text):
    """{user: {parts it may include}} from the block after "Allowed includes"."""
    block = re.search(r"## Allowed includes.*?```\n(.*?)```", text, re.S).group(1)
    allowed = {}
    for line in block.strip().splitlines():
        part, _, users = line.partition("<-")
        allowed.setdefault(part.strip(), set())
        for user in filter(None, (name.strip() for name in users.split(","))):
            allowed.setdefault(user, set()).add(part.strip())
    return allowed


def part_of(folders, parts):
    """The part that owns a folder: "simt/transforms" if that is one, else "simt"."""
    nested = "/".join(folders[:2])
    return nested if nested in parts else folders[0]


def owner(path, parts):
    """The part that a file belongs to: the folder below lib, include or tools."""
    folders = path.relative_to(ROOT).parent.parts
    return part_of(folders[2 if folders[0] == "include" else 1:], parts)


def main():
    allowed = read_arrows((ROOT / "docs/architecture.md").read_text())
    errors = []
    files = [path for folder in ("lib", "include", "tools")
             for path in sorted((ROOT / folder).rglob("*"))
             if path.suffix in (".h", ".cpp") and path != UMBRELLA]
    found = {owner(path, allowed) for path in files}
    for name in sorted(found ^ set(allowed)):
        where = "the tree" if name in allowed else "docs/architecture.md"
        errors.append(f"'{name}' is missing in {where}")
    for path in files:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            include = re.match(r'\s*#\s*include\s*[<"]heddle/([\w/]+)/\w+\.h', line)
            if not include:
                continue
            part = part_of(include.group(1).split("/"), allowed)
            user = owner(path, allowed)
            if part != user and part not in allowed.get(user, set()):
                errors.append(f"{path.relative_to(ROOT)}:{number}: {user} may not "
                              f"include {part}, by docs/architecture.md")
    print("\n".join(errors))
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main())
