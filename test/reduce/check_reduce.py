#!/usr/bin/env python3
"""Makes examples fail, and sees that heddle-reduce brings each down to 15 lines that fail as before.

usage: check_reduce.py BUILD [--all] [--only NAME]... [--keep FOLDER]

Kernels are those of examples/, of 70 to 800 lines, with a mistake put in or with a pass that fails
on them. A reduced kernel has to be IR (but for those that no parser takes), and fails again.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ROOT / "examples" / "kernels"
MOST_LINES, MOST_SECONDS = 15, 60


def crash(options):
    return f'heddle-opt --test-crash="{options}"'


@dataclasses.dataclass
class Case:
    name: str
    kernel: str
    #: Of heddle-reduce.
    test: list
    #: Pattern and replacement, once.
    edit: tuple = None
    #: No parser takes the kernel.
    is_text: bool = False
    #: Waits a lot.
    is_slow: bool = False


MATMUL = ["--grid", "2,2", *(word for each in (
    "a=f16[100,112]:randn", "c=f16[100,80]:zeros", "M=100", "N=80", "K=80", "a_row=112", "b_row=80",
    "c_row=80") for word in ("--arg", each))]

CASES = [
    # An op that a pass does not know, in a product.
    Case("erf", "triton-3.9/matmul_epilogue.sm_90.ttgir",
         ["--fails", crash("op=math.erf how=error")],
         (r"(%\w+) = arith\.truncf (%\w+) : (tensor<\S+, #\w+>) to",
          r"%erf = math.erf \2 : \3 \1 = arith.truncf %erf : \3 to")),
    # Crashes: in a loop, in two of them, at what a loop carries, in one branch of a function.
    Case("in-loop", "triton-3.9/attention_forward.sm_80.ttgir",
         ["--crash", crash("op=tt.dot within=scf.for reads=arith.mulf")]),
    Case("in-nested-loops", "triton-3.9/fused_linear_jsd.sm_80.ttgir",
         ["--crash", crash("op=ttg.local_load within=scf.for depth=2 how=null")]),
    Case("at-iter-arg", "triton-3.6/softmax_online.sm_90.ttgir",
         ["--crash", crash("op=arith.maxnumf within=scf.for reads=argument")]),
    Case("in-called-function", "../../test/lit/heddle-sim/Inputs/calls.ttgir",
         ["--crash", crash("op=tt.load within=scf.if"), "--message", "has a layout"]),
    Case("fatal-behind-conversion", "triton-3.9/top_k.ttir",
         ["--fails", "heddle-opt --convert-triton-to-tritongpu='target=cuda:90 num-warps=4' "
          "--test-crash='op=tt.reduce how=fatal'"]),
    Case("hang", "triton-3.6/attention_backward.gfx942.ttgir",
         ["--timeout", "0.5", "--hangs", crash("op=tt.dot within=scf.for how=hang")], is_slow=True),
    # Passes that change what a kernel computes.
    Case("wrong-operands", "triton-3.9/attention_forward.ttir",
         ["--verify", "test-fault{kind=operands number=2}"]),
    Case("wrong-yield", "triton-3.9/fused_linear_cross_entropy.sm_80.ttgir",
         ["--verify", "test-fault{kind=yield number=0}"]),
    Case("wrong-predicate", "triton-3.9/matmul_persistent.sm_90.ttgir",
         ["--verify", "canonicalize,test-fault{kind=predicate number=2},cse"]),
    Case("wrong-mask", "triton-3.6/layer_norm.gfx942.ttgir",
         ["--verify", "test-fault{kind=mask number=1}"]),
    # Traps of the simulator.
    Case("out-of-bounds", "triton-3.9/matmul_fp16.sm_80.ttgir",
         ["--sim-trap", *MATMUL, "--arg", "b=f16[40,80]:randn"]),
    Case("race", "triton-3.9/matmul_fp16.sm_80.ttgir",
         ["--sim-trap", *MATMUL, "--arg", "b=f16[80,80]:randn"],
         (r"\{num = 2 : i32\}", "{num = 5 : i32}")),
    # The threads' program does not do what the tensor program says.
    Case("differs", "triton-3.9/matmul_fp16.sm_80.ttgir", ["--sim-differs"],
         (r"\{num = 2 : i32\}", "{num = 5 : i32}")),
    Case("assertion", "triton-3.9/checked_division.sm_80.ttgir",
         ["--sim-trap", "divisor", "--grid", "2", "--arg", "0=i32[128]:randn",
          "--arg", "1=i32[128]:zeros", "--arg", "2=i32[2]:zeros", "--arg", "3=0", "--arg", "4=128"]),
    # Mistakes in the kernel: of a shape, for the verifier and for the parser; of a library.
    Case("shape", "triton-3.9/matmul_epilogue.ttir", ["--fails", "heddle-opt"],
         (r"(tt.expand_dims %\w+) \{axis = 1 : i32\}", r"\1 {axis = 3 : i32}")),
    Case("type", "triton-3.9/matmul_epilogue.ttir", ["--fails", "heddle-opt"],
         (r"(expand_dims.*-> tensor<64)x1xi32>", r"\1x2xi32>"), is_text=True),
    Case("library", "triton-3.9/attention_forward.ttir",
         ["--fails", "heddle compile --target gfx942 -o /dev/null"],
         (r"(%\w+) = math\.exp2 (%\w+) : (tensor<\S+>)",
          r'\1 = tt.extern_elementwise \2 {libname = "", libpath = "", pure = true, '
          r'symbol = "no_such_function"} : (\3) -> \3')),
]


def environment(build):
    return {**os.environ, "PATH": f"{build / 'bin'}{os.pathsep}{os.environ['PATH']}"}


def reduce(build, source, target, test):
    return subprocess.run(["heddle-reduce", source, "-o", target, *test], capture_output=True,
                          text=True, env=environment(build), check=False)


def check(build, folder, case):
    """What became of a case, and whether that is right."""
    text = (KERNELS / case.kernel).read_text()
    if case.edit:
        text, count = re.subn(*case.edit, text, count=1)
        if count == 0:
            return False, "the kernel has nothing to edit"
    source = folder / (case.name + pathlib.Path(case.kernel).suffix)
    small = folder / f"{case.name}.small{source.suffix}"
    source.write_text(text)
    begin = time.monotonic()
    done = reduce(build, source, small, case.test)
    seconds = time.monotonic() - begin
    if done.returncode != 0:
        return False, done.stderr.strip()
    lines = len(small.read_text().splitlines())
    said = done.stderr.strip().splitlines()[0]
    if lines > MOST_LINES or seconds > MOST_SECONDS:
        return False, f"{said}\n{small.read_text()}"
    if not case.is_text and "heddle-opt" not in case.test:
        parsed = subprocess.run(["heddle-opt", small], capture_output=True, text=True,
                                env=environment(build), check=False)
        if parsed.returncode != 0:
            return False, f"no IR: {parsed.stderr}"
    # Positions of arguments have changed; those of commands have none.
    if "--sim-trap" not in case.test:
        again = reduce(build, small, os.devnull, [*case.test, "--max-time", "5"])
        if again.returncode != 0:
            return False, f"does not fail again: {again.stderr}"
    return True, said


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="those that wait a lot, too")
    parser.add_argument("--only", action="append", choices=[case.name for case in CASES])
    parser.add_argument("--keep", type=pathlib.Path, help="the folder for kernels")
    options = parser.parse_args()
    build = options.build.resolve()
    cases = [case for case in CASES
             if (case.name in options.only if options.only else options.all or not case.is_slow)]
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(exist_ok=True)
        for case, (is_right, said) in zip(
                cases, pool.map(lambda case: check(build, folder, case), cases)):
            wrong += not is_right
            print(f"{case.name}: {'' if is_right else 'WRONG: '}{said}")
            if not is_right:
                print("  heddle-reduce", shlex.join(case.test))
    print(f"reduce: {len(cases) - wrong} right, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
