#!/usr/bin/env python3
"""Makes mistakes in kernels and sees whether the simulator notices them.

usage: run_mutants.py BUILD [--target sm_90] [--sample N] [--each N] [--seed N] [--json FILE]
                      [--blocks N] [NAME...]

The kernels are those of the examples, those with copies of boxes that Triton made
(boxes.host-3.6 and others, test/lit/heddle-sim/Inputs), attention where warps of their own load
(attention.engine, attention.threads), and products whose factors go through registers
(product.mk, product.mn). A mistake is one barrier, fence, wait
or end of a group of copies that is not there, one wait that leaves a group more, one constant
of a shuffle, one predicate, one fragment, scale or descriptor that is another, one op of an
mbarrier that is not there, one of its numbers, or where a box lies (test/sim/Mutations.h). It
is noticed if the simulator traps or a buffer has other contents in the end. --sample makes so
many mistakes in kernels chosen by the seed, --each so many in each kernel; else all are made,
which takes an hour. --blocks makes each program of the examples a cluster. Needs NumPy.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np
import run_engine_products
import run_examples
import run_random_attention
from run_examples import examples

sys.path.insert(0, str(run_examples.ROOT / "test" / "lit" / "heddle-sim" / "Inputs"))

import boxes  # noqa: E402  (it lies with its kernels)

TIMEOUT = 600  # seconds for one kernel

BOXES = {case.file(release).stem: (case, release)
         for case in boxes.cases() for release in boxes.RELEASES}

# So many tiles that each buffer of a ring has several turns.
ATTENTION = {
    f"attention.{name}": run_random_attention.Program(
        rows=128, step=64, size=128, tiles=24, masks=(), shift=0, cut=0, loads_by=loads_by,
        loads_first=False, shares_memory=False, element="f16", stages=3, warps=8,
        specialization="auto", table_of=table_of)
    for name, loads_by, table_of in (("engine", "descriptors", ""), ("threads", "pointers", "rows"))}

PRODUCTS = {f"product.{majors}": run_engine_products.Case(majors, stages=3, iterations=7)
            for majors in ("mk", "mn")}


def launch_options(name, folder):
    """The kernel's file and how it is launched."""
    if name in ATTENTION:
        program, source = ATTENTION[name], folder / "attention.ttir"
        source.write_text(run_random_attention.text_of(program))
        given, _ = run_random_attention.arguments(
            program, np.random.default_rng(examples.SEED), folder)
        return [source, "--num-warps", str(program.warps), *given]
    if name in PRODUCTS:
        case, source = PRODUCTS[name], folder / "product.ttir"
        source.write_text(run_engine_products.text_of(case.majors))
        given, _ = run_engine_products.given(case, folder)
        return [source, "--grid", "1", "--num-warps", str(run_engine_products.WARPS), *given]
    if name in BOXES:
        case, release = BOXES[name]
        return [case.file(release), "--grid", ",".join(map(str, case.grid)),
                *case.arguments(folder)]
    launch = examples.load_launch(name)
    inputs = examples.make_inputs(launch, examples.SEED)
    return [examples.KERNELS / f"{name}.ttir", "--num-warps", str(launch.num_warps),
            "--grid", ",".join(map(str, launch.grid)),
            *run_examples.argument_options(launch, inputs, folder)]


def run(program, name, target, seed, most, blocks=1):
    """The mutants of a kernel as the program describes them; None if it has no program."""
    with tempfile.TemporaryDirectory() as temporary:
        try:
            options = launch_options(name, pathlib.Path(temporary))
        except NotImplementedError:
            return None
        command = [program, *options, "--target", target, "--seed", str(seed)]
        if most is not None:
            command += ["--most", str(most)]
        if blocks > 1:
            command += ["--num-ctas", str(blocks)]
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              timeout=TIMEOUT)
    if done.returncode != 0:
        if run_examples.SKIPPED.get(name, "\0") in done.stderr:
            return None
        raise RuntimeError(f"{name}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def choose(names, count, each, seed):
    """How many mistakes are made in which kernel: None is all."""
    if count is None:
        return dict.fromkeys(names, each)
    return collections.Counter(random.Random(seed).choices(names, k=count))


def outcome(mutant):
    return mutant.get("survives") or mutant["noticed"].split(":")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--sample", type=int, help="so many mistakes in all")
    parser.add_argument("--each", type=int, help="so many mistakes in each kernel")
    parser.add_argument("--seed", type=int, default=examples.SEED)
    parser.add_argument("--blocks", type=int, default=1, help="blocks of a cluster")
    parser.add_argument("--json", type=pathlib.Path, help="writes all mutants there")
    options = parser.parse_args()
    program = options.build / "bin" / "heddle-mutants"
    # Other chips have no copies of boxes.
    has_boxes = options.target == boxes.TARGET and options.blocks == 1
    names = examples.names() + ([*BOXES, *ATTENTION, *PRODUCTS] if has_boxes else [])
    chosen = choose(options.names or names, options.sample, options.each, options.seed)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        found = dict(zip(chosen, pool.map(
            lambda name: run(program, name, options.target, options.seed, chosen[name],
                             options.blocks),
            chosen), strict=True))
    mutants = [{"kernel": name, **mutant}
               for name, all_of_it in found.items() for mutant in all_of_it or []]
    if options.json:
        options.json.write_text(json.dumps(mutants, indent=1))
    table = collections.Counter(
        (mutant["mutant"].split(" xor")[0], outcome(mutant)) for mutant in mutants)
    for (kind, what), count in sorted(table.items()):
        print(f"{count:5}  {kind}: {what}")
    unnoticed = [mutant for mutant in mutants if mutant.get("survives") == "unnoticed"]
    for mutant in unnoticed:
        print(f"{mutant['kernel']}: {mutant['location']}: {mutant['mutant']}: unnoticed")
    survivors = sum("survives" in mutant for mutant in mutants)
    print(f"{options.target}: {len(mutants)} mistakes, {len(mutants) - survivors} noticed, "
          f"{survivors - len(unnoticed)} without effect, {len(unnoticed)} unnoticed")
    sys.exit(1 if unnoticed or not mutants else 0)


if __name__ == "__main__":
    main()
