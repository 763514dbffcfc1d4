#!/usr/bin/env python3
"""Prints what Triton makes of the kernels in examples/kernels, without a GPU.

usage: print-examples.py [--ttir | --again | --target TARGET...] [--assembly] [--strict] FOLDER
                         [NAME]...

Run it with a Python that has Triton 3.6 to 3.9, and NumPy. For each example (all of them,
or those named) and each target (all of them, or those named), Triton compiles the kernel
down to machine code, and its two first stages go to FOLDER/NAME.TARGET.ttir and
FOLDER/NAME.TARGET.ttgir. Where the .ttir of all these targets is the same, it is
FOLDER/NAME.ttir instead. Paths of files in locations are cut down to names, so the text
is the same on every machine.

With --assembly, AMD's assembly goes to FOLDER/NAME.TARGET.amdgcn, and what launchers have to
know, such as `shared`, to FOLDER/NAME.TARGET.json.

With --again only what FOLDER already has is printed: each example for the targets whose
.ttgir is there.

With --ttir only the first stage for sm_90 is printed, without locations, to
FOLDER/NAME.ttir; FOLDER is examples/kernels and the release 3.6.0 for the files there.

What does not compile for a target is said on stderr, with the first line of the error
and the stages that are printed all the same; a target that the example's `not_for` names
is left out. Exit code 1 if --strict and something did not compile, 2 if the usage is
wrong.
"""

import argparse
import dataclasses
import functools
import multiprocessing
import os
import pathlib
import re
import sys
import tempfile

import examples
import triton
from triton.backends.compiler import GPUTarget

TARGETS = {
    "sm_80": GPUTarget("cuda", 80, 32),
    "sm_90": GPUTarget("cuda", 90, 32),
    "sm_100": GPUTarget("cuda", 100, 32),
    "gfx942": GPUTarget("hip", "gfx942", 64),
    "gfx1100": GPUTarget("hip", "gfx1100", 32),
}
STAGES = ("ttir", "ttgir")
ASSEMBLY = ("amdgcn", "json")


@dataclasses.dataclass
class Outcome:
    """What Triton printed of one kernel for one target, and why it stopped, if it did."""

    stages: dict
    cause: str | None


def first_line(error):
    """The first line of an error that says what is wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    # An error of Triton's front end begins with a place and the code there.
    line = lines[-1] if lines and lines[0].startswith("at ") else "".join(lines[:1])
    return f"{type(error).__name__}: {line}"


def without_paths(text):
    return re.sub(r'loc\("[^"\n]*/([^"/\n]+)":', r'loc("\1":', text)


def without_locations(text):
    """A module without the locations at the ends of its lines and of its arguments."""
    lines = [line for line in text.splitlines() if not line.startswith("#loc")]
    text = "\n".join(lines) + "\n"
    quoted = r'"[^"\n]*"'
    nested = r"[^()\"\n]"
    for _ in range(3):  # parentheses stand in parentheses
        nested = rf"(?:[^()\"\n]|{quoted}|\({nested}*\))"
    return re.sub(rf" loc\({nested}*\)", "", text)


def compile_alone(kernel, launch, target, cache):
    """Compiles in a process of its own, as LLVM ends the process on some errors. What it
    says goes to CACHE/log, an error to CACHE/error, and each stage to a file below
    CACHE/stages as soon as Triton has it."""
    log = os.open(cache / "log", os.O_WRONLY | os.O_CREAT)
    os.dup2(log, 1)
    os.dup2(log, 2)
    triton.knobs.cache.dir = str(cache / "stages")
    options = {"num_warps": launch.num_warps, **launch.options}
    try:
        source = examples.source_of(kernel, launch, target)
        triton.compile(source, target=TARGETS[target], options=options)
    except Exception as error:  # Triton raises errors of many kinds.
        (cache / "error").write_text(first_line(error))


def outcome_of(kernel, launch, target):
    with tempfile.TemporaryDirectory() as folder:
        cache = pathlib.Path(folder)
        child = multiprocessing.get_context("fork").Process(
            target=compile_alone, args=(kernel, launch, target, cache))
        child.start()
        child.join()
        cause = None
        if (cache / "error").exists() or child.exitcode:
            # The compiler's own words say more than the exception that follows them.
            log = (cache / "log").read_text().splitlines()
            said = [line for line in log if re.search("error:", line, re.IGNORECASE)]
            if said:
                cause = re.sub(r"/\S*/", "", said[0])
            elif (cache / "error").exists():
                cause = (cache / "error").read_text()
            else:
                cause = f"the compiler ended with exit code {child.exitcode}"
        # Triton's lists of a kernel's files are none of its stages.
        files = {path.suffix[1:]: path for path in cache.rglob("*.*")
                 if not path.name.startswith("__grp__")}
        printed = {stage: without_paths(files[stage].read_text())
                   for stage in (*STAGES, *ASSEMBLY) if stage in files}
        return Outcome(printed, cause)


def outcomes_of(name, targets):
    """What Triton made of an example, by target, leaving out those it is not for."""
    launch = examples.load_launch(name)
    kernel = examples.load_kernel(name)
    outcomes = {target: outcome_of(kernel, launch, target)
                for target in targets if target not in launch.not_for}
    for target, outcome in outcomes.items():
        if outcome.cause:
            reached = " and ".join(outcome.stages) or "nothing"
            print(f"{name} for {target}: printed {reached}, then failed: {outcome.cause}",
                  file=sys.stderr)
    return outcomes


def write_stages(name, outcomes, folder, stages):
    """Writes the stages of an example for each target."""
    texts = {stage: {target: outcome.stages[stage] for target, outcome in outcomes.items()
                     if stage in outcome.stages} for stage in stages}
    for old in [*folder.glob(f"{name}.tt*ir"), *folder.glob(f"{name}.*.tt*ir")]:
        old.unlink()
    ttir = texts["ttir"]
    if len(ttir) == len(outcomes) > 1 and len(set(ttir.values())) == 1:
        (folder / f"{name}.ttir").write_text(next(iter(ttir.values())))
        del texts["ttir"]
    for stage, by_target in texts.items():
        for target, text in by_target.items():
            (folder / f"{name}.{target}.{stage}").write_text(text)


def write_ttir(name, outcomes, folder):
    """Writes the first stage of an example for the one target."""
    for outcome in outcomes.values():
        if "ttir" in outcome.stages:
            text = without_locations(outcome.stages["ttir"])
            (folder / f"{name}.ttir").write_text(text)


def targets_in(folder, name):
    return [target for target in TARGETS if (folder / f"{name}.{target}.ttgir").exists()]


def main():
    known = examples.names()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--assembly", action="store_true")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--ttir", action="store_true")
    what.add_argument("--again", action="store_true")
    what.add_argument("--target", choices=TARGETS, action="append")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in known:
            parser.error(f"expects names of examples, but got {name}; there are "
                         + ", ".join(known))
    arguments.folder.mkdir(parents=True, exist_ok=True)
    targets = ["sm_90"] if arguments.ttir else arguments.target or list(TARGETS)
    stages = (*STAGES, *ASSEMBLY) if arguments.assembly else STAGES
    write = write_ttir if arguments.ttir else functools.partial(write_stages, stages=stages)
    printed = failed = 0
    for name in arguments.names or known:
        if arguments.again:
            targets = targets_in(arguments.folder, name)
        outcomes = outcomes_of(name, targets)
        printed += bool(outcomes)
        failed += sum(outcome.cause is not None for outcome in outcomes.values())
        if outcomes:
            write(name, outcomes, arguments.folder)
    print(f"Triton {triton.__version__}: {printed} examples, {failed} failures",
          file=sys.stderr)
    sys.exit(1 if failed and arguments.strict else 0)


if __name__ == "__main__":
    main()
