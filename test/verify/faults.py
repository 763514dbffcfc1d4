#!/usr/bin/env python3
"""Puts mistakes into the sources of passes and emitters, one at a time, and sees that heddle verify
and heddle bisect find each of them.

usage: faults.py [--scratch FOLDER] [--only TEXT ...] [--jobs N] [--json FILE]
       faults.py --check

The mistakes are those of faults.toml. Each is made in a copy of the sources, FOLDER, which is built
before and behind; the first time that takes as long as a build does, and then some seconds for each.
For each mistake a line says what heddle verify says of the compiled kernel's tensors and threads
without the mistake and with it, and which pass heddle bisect names, and which op's lowering if it is
that which is wrong.

--check only sees that each mistake can still be made: that the text which it replaces is there, once.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 300
KEYS = {"name", "file", "old", "new", "kernel", "target", "pass"}
OPTIONAL = {"passes", "op"}


def read_faults():
    with open(HERE / "faults.toml", "rb") as file:
        return tomllib.load(file)["fault"]


def kernel_of(fault):
    own = HERE / "kernels" / f"{fault['kernel']}.mlir"
    return own if own.exists() else ROOT / "examples/kernels" / f"{fault['kernel']}.ttir"


def mistake_in(fault):
    """What is wrong with an entry of the table; nothing if it can be made."""
    if set(fault) - KEYS - OPTIONAL or KEYS - set(fault):
        return f"expects the keys {sorted(KEYS)}, but got {sorted(fault)}"
    if (fault["pass"] == "lower-to-simt") != ("op" in fault):
        return "expects 'op' where lowering is wrong, and only there"
    source = ROOT / fault["file"]
    if not source.is_file():
        return f"there is no {fault['file']}"
    count = source.read_text().count(fault["old"])
    if count != 1:
        return f"expects the old text once in {fault['file']}, but it is there {count} times"
    if not kernel_of(fault).is_file():
        return f"there is no kernel {fault['kernel']}"
    return ""


def check(faults):
    wrong = 0
    for fault in faults:
        if problem := mistake_in(fault):
            wrong += 1
            print(f"{fault.get('name')}: {problem}")
    files = [fault["file"] for fault in faults]
    for file in sorted({file for file in files if files.count(file) > 1}):
        wrong += 1
        print(f"{file}: has more than one mistake")
    print(f"faults: {len(faults) - wrong} can be made, {wrong} cannot")
    return 1 if wrong else 0


def run(*command, timeout=TIMEOUT):
    try:
        return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False,
                              timeout=timeout)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "took too long")


def copy_sources(scratch):
    """Brings the scratch copy up to date; files that are the same keep their times."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others",
                             "--exclude-standard"], capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        source, target = ROOT / name, scratch / name
        if not source.is_file():
            continue
        if target.is_file() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        shutil.copymode(source, target)


def build(scratch, jobs):
    """The compiler's words if the programs cannot be built; nothing if they can."""
    folder = scratch / "build"
    if not (folder / "build.ninja").exists():
        done = run("cmake", "-S", scratch, "-B", folder, "-G", "Ninja",
                   "-DCMAKE_BUILD_TYPE=RelWithDebInfo", timeout=600)
        if done.returncode:
            return done.stdout + done.stderr
    done = run("ninja", "-C", folder, f"-j{jobs}", "heddle", "heddle-opt", timeout=None)
    return done.stdout if done.returncode else ""


def compiled(programs, fault, stage, output):
    """The kernel behind the passes; the error if there is none."""
    kernel = kernel_of(fault)
    if "passes" in fault and stage == "ttgir":
        done = run(programs / "heddle-opt", kernel,
                   f"--pass-pipeline=builtin.module({fault['passes']})", "-o", output)
    else:
        done = run(programs / "heddle", "compile", kernel, "--target", fault["target"], "--emit",
                   stage, "-o", output)
    return done.stderr.strip()[:300] if done.returncode else ""


def said_of(text):
    """An answer of heddle verify, in a word."""
    for words, word in (("not the same function", "different"),
                        ("the same function: proved", "proved"), ("no difference in", "tried")):
        if words in text:
            return word
    return f"undecided: {text.strip()[:200]}"


def verdict(programs, fault, folder):
    """What heddle verify says of the compiled kernel: of its tensors, and then of its threads if it is
    compiled down to them."""
    said = []
    for stage in ("ttgir",) if "passes" in fault else ("ttgir", "simt"):
        output = folder / f"kernel.{stage}"
        output.unlink(missing_ok=True)
        if error := compiled(programs, fault, stage, output):
            return f"no {stage}: {error}"
        done = run(programs / "heddle", "verify", kernel_of(fault), output, "--target",
                   fault["target"])
        answer = said_of(done.stdout + done.stderr)
        said.append(f"{'tensors' if stage == 'ttgir' else 'threads'} {answer}")
        if answer == "different":
            break
    return ", ".join(said)


def named_op(text):
    """The op whose lowering is wrong, by what heddle verify or heddle bisect says."""
    found = re.search(r"the lowering of '([^']*)' is wrong", text)
    return found[1] if found else ""


def verified_ops(programs, fault, folder):
    """The ops that heddle verify names of the compiled kernel's threads, beside its tensors and
    beside the kernel itself."""
    return [named_op(run(programs / "heddle", "verify", before, folder / "kernel.simt", "--target",
                         fault["target"]).stderr)
            for before in (folder / "kernel.ttgir", kernel_of(fault))]


def named_pass(programs, fault):
    """The pass that heddle bisect names, the op that it says is lowered wrongly, and its message."""
    command = [programs / "heddle", "bisect", kernel_of(fault), "--target", fault["target"]]
    if "passes" in fault:
        command += ["--passes", fault["passes"]]
    done = run(*command)
    found = re.search(r"pass \d+, '([^']*)', changes what", done.stderr)
    if found:
        return found[1], named_op(done.stderr), done.stderr.strip()
    return "", "", (done.stdout + done.stderr).strip()


class Trial:
    """One mistake, made and taken back."""

    def __init__(self, scratch, jobs, fault):
        self.scratch, self.jobs, self.fault = scratch, jobs, fault
        self.source = scratch / fault["file"]

    def __enter__(self):
        self.before = self.source.read_text()
        self.source.write_text(self.before.replace(self.fault["old"], self.fault["new"]))
        self.error = build(self.scratch, self.jobs)
        return self

    def __exit__(self, *_):
        self.source.write_text(self.before)


def try_fault(scratch, jobs, fault, folder):
    programs = scratch / "build/bin"
    begin = time.monotonic()
    row = {"name": fault["name"], "file": fault["file"], "kernel": fault["kernel"],
           "target": fault["target"], "expected": fault["pass"],
           "without": verdict(programs, fault, folder)}
    with Trial(scratch, jobs, fault) as trial:
        if trial.error:
            row |= {"verify": "does not build", "bisect": "", "op": "",
                    "message": trial.error[-600:]}
        else:
            row["verify"] = verdict(programs, fault, folder)
            row["bisect"], row["op"], row["message"] = named_pass(programs, fault)
            if "op" in fault:
                row["verified"] = verified_ops(programs, fault, folder)
                if set(row["verified"]) != {row["op"]}:
                    row["op"] = f"not by verify: {row['verified']}"
    # The next mistake's own verdict is of programs without this one.
    if error := build(scratch, jobs):
        raise SystemExit(error[-2000:])
    row["found"] = (row["verify"].endswith("different") and "different" not in row["without"]
                    and row["bisect"] == fault["pass"]
                    and row["op"] == fault.get("op", ""))
    row["seconds"] = round(time.monotonic() - begin)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch", type=pathlib.Path, help="where the copy is built")
    parser.add_argument("--check", action="store_true", help="only see that all can be made")
    parser.add_argument("--only", nargs="*", default=[], help="those whose file or name has a text")
    parser.add_argument("--jobs", type=int, default=2, help="of the build")
    parser.add_argument("--json", type=pathlib.Path, help="write all that was found")
    options = parser.parse_args()
    faults = read_faults()
    wrong = check(faults)
    if wrong or options.check:
        return wrong
    if options.scratch is None:
        parser.error("no folder for the copy: add --scratch FOLDER")
    if options.only:
        faults = [fault for fault in faults
                  if any(text in fault["file"] or text in fault["name"] for text in options.only)]
    scratch = options.scratch.resolve()
    copy_sources(scratch)
    if error := build(scratch, options.jobs):
        raise SystemExit(error[-2000:])
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for fault in faults:
            row = try_fault(scratch, options.jobs, fault, pathlib.Path(folder))
            rows.append(row)
            print(f"{'found' if row['found'] else 'NOT FOUND'}: {row['file']}: {row['name']}\n"
                  f"    {row['kernel']} {row['target']}: without it {row['without']}, with it "
                  f"{row['verify']}; bisect: {row['bisect'] or 'no pass'}"
                  f"{', ' * bool(row['op'])}{row['op']}, {row['seconds']} s",
                  flush=True)
            if not row["found"]:
                print("    " + row["message"][:500].replace("\n", "\n    "), flush=True)
            if options.json:
                options.json.write_text(json.dumps(rows, indent=1) + "\n")
    lost = sum(not row["found"] for row in rows)
    print(f"faults: {len(rows) - lost} found, {lost} not")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
