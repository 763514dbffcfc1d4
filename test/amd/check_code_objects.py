#!/usr/bin/env python3
"""Reads the code objects of examples back, and compares them with what Heddle says of the kernels:
the descriptor and the metadata with K.json, and the instructions with the program of a thread,
which the simulator executes.

usage: check_code_objects.py BUILD [--all] [--target CHIP] [NAME...]

Without --all every eleventh pair of an example and a chip, without examples of LONG.

Instructions are counted as they stand, those of a loop once. Of barriers of the block, atomic
accesses and products of matrices there are as many as in the program. Of loads and stores, the
bytes that a lane moves are those of the program. LLVM changes how many instructions move them:

- it merges accesses (ds_read2_b32 for two of ds_read_b32, global_load_dwordx4 for four of one
  dword): there are no more than in the program, and no fewer than 16 bytes each need;
- it loads what is the same for all lanes by a scalar load: those count as loads from global
  memory, but for loads of arguments, through the pointer to them;
- it leaves out what nobody uses of a load: UNUSED says where.

There may be one load more for each compare-and-swap: LLVM adds floats by loops of these, which
begin with a load, on chips whose own addition does not suit all memory. Each shuffle is one
instruction, of the data share or a data-parallel move, but for those of SHARED_SHUFFLES and
REPEATED_SHUFFLES.
"""

import argparse
import concurrent.futures
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import code_object  # noqa: E402
import examples  # noqa: E402

CHIPS = ["gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1200", "gfx1250"]
SAMPLE = 11
# What does not compile, and why.
SKIPPED = {
    "bit_tricks": "inline assembly is PTX",
}
# What takes up to 40 seconds to compile, as it spills.
LONG = {"attention_backward", "linear_attention_chunk", "matmul_scaled", "template_attention"}
# Bytes of loads of shared memory that no use needs.
UNUSED = {("dequantize_int8", "gfx1100"): 28,  # one of eight indices
          ("dequantize_int8", "gfx1200"): 28,
          ("dequantize_int8", "gfx1250"): 28}
# Scans shuffle some values twice, which LLVM does once.
SHARED_SHUFFLES = {"atomic_append", "cumulative_sums", "masked_select", "scan_rows"}
# LLVM makes a data-parallel move part of each of the instructions that use what it moves.
REPEATED_SHUFFLES = {"welford"}


class Faults(list):
    def expect(self, what, got, wanted):
        if got != wanted:
            self.append(f"{what}: expects {wanted}, but got {got}")

    def expect_between(self, what, got, least, most):
        if not least <= got <= most:
            wanted = least if least == most else f"{least} to {most}"
            self.append(f"{what}: expects {wanted}, but got {got}")


def check_launch(code, launch, faults):
    """The metadata and the descriptor say what K.json does."""
    faults.expect("kernel", code.name, launch["name"])
    faults.expect("descriptor", code.facts[".symbol"], f"{launch['name']}.kd")
    faults.expect("target", code.facts["amdhsa.target"], f"amdgcn-amd-amdhsa--{launch['target']}")
    lanes = launch["threads_per_warp"]
    faults.expect("lanes of a wave", code.fact(".wavefront_size"), lanes)
    faults.expect("lanes of a wave, by the descriptor",
                  32 if code.descriptor.get(".amdhsa_wavefront_size32") else 64, lanes)
    faults.expect("threads", code.fact(".max_flat_workgroup_size"), launch["num_warps"] * lanes)
    for name, fact, directive in [
            ("shared bytes", ".group_segment_fixed_size", ".amdhsa_group_segment_fixed_size"),
            ("private bytes", ".private_segment_fixed_size",
             ".amdhsa_private_segment_fixed_size"),
            ("bytes of arguments", ".kernarg_segment_size", ".amdhsa_kernarg_size")]:
        faults.expect(f"{name} of the descriptor", code.descriptor[directive], code.fact(fact))
    faults.expect("shared bytes", code.fact(".group_segment_fixed_size"), launch["shared_bytes"])
    given = [each for each in code.arguments if not each[2].startswith("hidden_")]
    faults.expect("offsets of arguments", [offset for offset, _, _ in given],
                  [each["offset"] for each in launch["args"]])
    faults.expect("end of arguments", sum(given[-1][:2]) if given else 0, launch["kernarg_bytes"])
    faults.expect("undefined symbols", code.undefined, [])


def check_counts(code, program, unused, faults):
    """As the text above says."""
    counts = code.counted()
    # A print takes room for its record by a compare-and-swap, having loaded the buffer's address,
    # size and count, and stores what it is, the format's hash and the arguments.
    prints = len(code.prints)
    printed = sum(12 + 8 * arguments for arguments in code.prints)
    faults.expect("compare-and-swaps of prints", counts["compare_and_swap"][0] >= prints, True)
    counts["vector_atomic"][0] -= prints
    counts["compare_and_swap"][0] -= prints
    counts["compare_and_swap"][1] -= 4 * prints
    counts["vector_store"][1] -= printed

    def of(*kinds):
        parts = [program.get(kind, {}) for kind in kinds]
        return (sum(each.get("instructions", 0) for each in parts),
                sum(each.get("bytes", 0) for each in parts))

    def check_accesses(what, found, wanted, unused=0, more=(0, 0)):
        """Bytes of the program but for `unused`, and instructions of 16 bytes or less; `more`
        instructions and bytes at most."""
        least = wanted[1] - unused
        faults.expect_between(f"bytes of {what}", found[1], least, least + more[1])
        faults.expect_between(what, found[0], -(-least // 16), wanted[0] + more[0])

    check_accesses("loads of shared memory", counts["ds_load"], of("shared_load"), unused)
    check_accesses("stores to shared memory", counts["ds_store"], of("shared_store"))
    check_accesses("stores to global memory", counts["vector_store"], of("global_store"),
                   more=(printed // 4, 0))
    loads = [sum(each) for each in zip(counts["vector_load"], counts["scalar_data"], strict=True)]
    check_accesses("loads from global memory", loads, of("global_load"),
                   more=(counts["compare_and_swap"][0] + 3 * prints,
                         counts["compare_and_swap"][1] + 16 * prints))
    for what, found, wanted in [
            ("barriers", counts["barrier"], of("block_barrier")),
            ("atomic accesses of shared memory", counts["ds_atomic"], of("shared_atomic")),
            ("atomic accesses of global memory", counts["vector_atomic"],
             of("global_atomic", "global_reduction")),
            ("products of matrices", counts["matrix_product"], of("matrix_product"))]:
        faults.expect(what, found[0], wanted[0])
    shuffles, wanted = counts["ds_shuffle"][0] + counts["lane_move"][0], of("shuffle")[0]
    if code.name in SHARED_SHUFFLES:
        faults.expect_between("shuffles", shuffles, 1, wanted)
    elif code.name in REPEATED_SHUFFLES:
        faults.expect_between("shuffles", shuffles, wanted, 2 * wanted)
    else:
        faults.expect("shuffles", shuffles, wanted)
    faults.expect("spills at all", counts["scratch"][0] > 0,
                  code.fact(".private_segment_fixed_size") > 0)


def faults_of(build, chip, name):
    faults = Faults()
    warps = examples.load_launch(name).num_warps
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{name}.hsaco"
        done = subprocess.run(
            [build / "bin/heddle", "compile", examples.KERNELS / f"{name}.ttir", "--target", chip,
             "--num-warps", str(warps), "--report", "--json", "-o", path],
            capture_output=True, text=True, check=False)
        if done.returncode:
            return [done.stderr.strip()]
        try:
            code = code_object.read(path)
            check_launch(code, json.loads(path.with_suffix(".json").read_text()), faults)
            check_counts(code, json.loads(done.stdout)[0]["program"],
                         UNUSED.get((name, chip), 0), faults)
        except code_object.Unknown as error:
            faults.append(f"unknown instruction: {error}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--all", action="store_true", help="all examples for all chips")
    parser.add_argument("--target", choices=CHIPS, help="for this chip only")
    options = parser.parse_args()
    names = options.names or [name for name in examples.names() if name not in SKIPPED]
    pairs = list(itertools.product([options.target] if options.target else CHIPS, names))
    if not (options.all or options.names or options.target):
        pairs = [pair for pair in pairs if pair[1] not in LONG][::SAMPLE]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        found = list(pool.map(faults_of, itertools.repeat(options.build), *zip(*pairs)))
    for (chip, name), faults in zip(pairs, found, strict=True):
        for fault in faults:
            print(f"{name} for {chip}: {fault}")
    wrong = sum(bool(faults) for faults in found)
    print(f"code objects: {len(pairs) - wrong} right, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
