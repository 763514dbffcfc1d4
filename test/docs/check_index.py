#!/usr/bin/env python3
"""docs/README.md lists every page, and every link between pages leads somewhere."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(([^)#:]+\.md)(?:#[^)]*)?\)")


def main():
    pages = sorted((ROOT / "docs").glob("*.md"))
    index = ROOT / "docs/README.md"
    listed = {(index.parent / link).resolve()
              for link in LINK.findall(index.read_text())}
    errors = [f"docs/README.md does not list {page.name}"
              for page in pages if page != index and page.resolve() not in listed]
    for page in pages + [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        errors += [f"{page.relative_to(ROOT)}: '{link}' leads nowhere"
                   for link in LINK.findall(page.read_text())
                   if not (page.parent / link).exists()]
    print("\n".join(errors))
    return 1 if errors or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
