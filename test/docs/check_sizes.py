#!/usr/bin/env python3
"""Files have at most 500 lines, and functions at most 80, in all of lib/, include/
and tools/. Tables are exempt: they are listed here by name, and a name that needs no
exemption any more fails, too.

Sources are formatted by clang-format, so a function begins at a line that ends with
`{` and ends at the next line that is a closing brace with the same indentation.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FILE_LINES, FUNCTION_LINES = 500, 80

# Long files and functions, by path or "path: first line"; with the reason.
EXEMPT = {
}

NOT_FUNCTION = re.compile(
    r"\s*(namespace|class|struct|enum|union|extern|public:|private:|constexpr|static "
    r"constexpr|inline constexpr|const [A-Z]\w* [A-Z]\w*\[\])\b")


def long_functions(lines):
    """[(first line, its text, lines)] of functions that are too long."""
    found, index = [], 0
    while index < len(lines):
        line = lines[index]
        indent = len(line) - len(line.lstrip())
        begins = (line.endswith("{") and indent in (0, 2) and ")" in line
                  and "](" not in line and not NOT_FUNCTION.match(line))
        if not begins:
            index += 1
            continue
        closing = " " * indent + "}"
        end = next((number for number in range(index + 1, len(lines))
                    if lines[number].rstrip(";,") == closing), index)
        if end - index + 1 > FUNCTION_LINES:
            found.append((index + 1, line.strip(), end - index + 1))
        index = max(end, index + 1)
    return found


def main():
    errors, used = [], set()

    def check(name, place, lines, most):
        if name in EXEMPT:
            used.add(name)
        else:
            errors.append(f"{place}: {lines} lines, but at most {most} are read with ease")

    for folder in ("lib", "include", "tools"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp", ".td"):
                continue
            name, lines = str(path.relative_to(ROOT)), path.read_text().splitlines()
            if len(lines) > FILE_LINES:
                check(name, name, len(lines), FILE_LINES)
            if path.suffix == ".td":
                continue
            for number, text, count in long_functions(lines):
                check(f"{name}: {text}", f"{name}:{number}", count, FUNCTION_LINES)
    errors += [f"'{name}' needs no exemption any more: take it out of check_sizes.py"
               for name in EXEMPT if name not in used]
    print("\n".join(errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
