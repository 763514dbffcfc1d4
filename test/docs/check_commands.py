#!/usr/bin/env python3
"""The commands in the documents print what the documents say.

usage: check_commands.py BUILD [--bless]

Runs every ```console block of README.md and docs/*.md. A line that starts with
`$ ` is a command for bash, with BUILD/bin first in the PATH; lines that start
with `> ` right after it belong to it. The lines up to the next command are its
exact output, standard output and standard error together.

The blocks of a document run one after the other in one temporary directory. A
block behind a line `<!-- file: NAME -->` is a file NAME in that directory.
Blocks that are not to be run are ```sh blocks.

--bless writes what the commands print into the documents.
"""

import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TIMEOUT = 60  # seconds for one command
FILE = re.compile(r"^<!-- file: (\S+) -->\n+```\w*\n(.*?)^```$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def split_commands(block):
    """[(lines of the command as they stand, lines of the output)] of a block."""
    commands = []
    for line in block.splitlines():
        if line.startswith("$ "):
            commands.append(([line], []))
        elif not commands:
            raise ValueError(f"expects a line '$ command' first, but got '{line}'")
        elif line.startswith("> ") and not commands[-1][1]:
            commands[-1][0].append(line)
        else:
            commands[-1][1].append(line)
    return commands


def run(lines, folder, environment):
    """The output of a command, as lines."""
    script = "\n".join(line[2:] for line in lines)
    try:
        done = subprocess.run(
            ["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return [f"(still running after {TIMEOUT} seconds)"]
    return done.stdout.decode(errors="replace").splitlines()


def environment_for(build):
    """The same wherever the check runs: no terminal, no colour, one language."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("NO_COLOR", "COLUMNS")}
    environment["PATH"] = f"{build / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    environment["LC_ALL"] = "C.UTF-8"
    return environment


class Document:
    """A document whose commands are run in the order in which they stand."""

    def __init__(self, path, environment):
        self.path, self.environment = path, environment
        self.text = path.read_text()
        self.commands = self.failures = 0

    def check(self):
        """Runs everything, prints the differences, returns the right text."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in FILE.findall(self.text):
                pathlib.Path(folder, name).write_text(content)
            return CONSOLE.sub(lambda block: self.check_block(block, folder), self.text)

    def check_block(self, block, folder):
        start = self.text.count("\n", 0, block.start(1)) + 1
        place = f"{self.path.relative_to(ROOT)}:{start}"
        try:
            commands = split_commands(block.group(1))
        except ValueError as error:
            self.failures += 1
            print(f"{place}: {error}")
            return block.group(0)
        right = []
        for command, expected in commands:
            actual = run(command, folder, self.environment)
            self.commands += 1
            if actual != expected:
                self.failures += 1
                print(f"{place}: {command[0]}")
                print("\n".join(difflib.unified_diff(
                    expected, actual, "in the document", "printed", lineterm="")))
            right += command + actual
        return "```console\n" + "".join(line + "\n" for line in right) + "```"


def main():
    parser = argparse.ArgumentParser(description="Check the commands of the documents.")
    parser.add_argument("build", type=pathlib.Path, help="folder with bin/heddle")
    parser.add_argument("--bless", action="store_true", help="rewrite the outputs")
    arguments = parser.parse_args()
    environment = environment_for(arguments.build.resolve())
    commands = failures = 0
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        document = Document(path, environment)
        right = document.check()
        if arguments.bless and right != document.text:
            path.write_text(right)
        commands += document.commands
        failures += document.failures
    print(f"{commands} commands, {failures} with another output than the document says")
    return 1 if failures or commands == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
