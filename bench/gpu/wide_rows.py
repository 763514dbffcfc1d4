#!/usr/bin/env python3
"""Times kernels whose rows are wide on the GPU, and Triton's versions beside them.

usage: wide_rows.py compile FOLDER HEDDLE [--kinds KIND...] [--every N]
       wide_rows.py time FOLDER [--json FILE]

`compile` is run by a Python that has Triton and needs no GPU: it writes NAME.ttir,
NAME.heddle.cubin, NAME.triton.cubin and NAME.json, both by Triton's own ptxas for sm_90.
`time` needs NumPy and a GPU: both versions run in turns, with nothing in the cache, and have
to write about the same. A program has one row, of 8 to 64 KiB; --every N takes each Nth case.
"""

import argparse
import ctypes
import itertools
import json
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

BYTES = 1 << 28  # Of the input.
SIZES = {"fp16": 2, "bf16": 2, "fp32": 4}
KIB, WARPS = (8, 16, 32, 64), (4, 8, 16)
# Arguments by kind, besides x, out, n and stride, and what they point to; None: as x.
MORE = {"softmax": {}, "log_softmax": {}, "swiglu": {}, "rms_norm": {"w": None},
        "layer_norm": {"w": None, "b": None}, "cross_entropy": {"labels": "i64"},
        "entropy_loop": {"labels": "i64"}, "quantize": {"scales": "fp32"}}
VERSIONS = ("heddle", "triton")
OUTPUTS = {"entropy_loop": "fp32", "quantize": "fp8e4nv"}


def cases():
    for kind, element, kib, warps in itertools.product(MORE, SIZES, KIB, WARPS):
        yield kind, element, kib * 1024 // SIZES[element], warps


def compile_case(case, folder, heddle):
    import triton
    import wide_row_kernels
    from triton.backends.compiler import GPUTarget
    kind, element, n, warps = case
    signature = {"x": f"*{element}", "out": f"*{OUTPUTS.get(kind, element)}"}
    signature |= {name: f"*{given or element}" for name, given in MORE[kind].items()}
    signature |= {"n": "i32", "stride": "i32"}
    divisible = {(index,): [["tt.divisibility", 16]] for index in range(len(signature))}
    source = triton.compiler.ASTSource(
        getattr(wide_row_kernels, kind), signature | {"BLOCK": "constexpr"},
        {"BLOCK": 4096 if kind == "entropy_loop" else n}, divisible)
    theirs = triton.compile(source, target=GPUTarget("cuda", 90, 32),
                            options={"num_warps": warps})
    base = folder / f"{kind}-{element}-{n}-{warps}"
    base.with_suffix(".ttir").write_text(theirs.asm["ttir"])
    base.with_suffix(".triton.cubin").write_bytes(theirs.asm["cubin"])
    ptx = base.with_suffix(".ptx")
    subprocess.run([heddle, "compile", base.with_suffix(".ttir"), "--target", "sm_90",
                    "--num-warps", str(warps), "-o", ptx, "--force"], check=True)
    shared = json.loads(base.with_suffix(".json").read_text())["shared_bytes"]
    ptxas = pathlib.Path(triton.__file__).parent / "backends/nvidia/bin/ptxas"
    subprocess.run([ptxas, "-arch=sm_90a", ptx, "-o", base.with_suffix(".heddle.cubin")],
                   check=True)
    base.with_suffix(".json").write_text(json.dumps({
        "kind": kind, "element": element, "n": n, "warps": warps, "arguments": list(signature),
        "entry": theirs.metadata.name,
        "shared": {"heddle": shared, "triton": theirs.metadata.shared}}))


def compile_all(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    wanted = [case for case in cases() if not options.kinds or case[0] in options.kinds]
    for case in wanted[::options.every]:
        compile_case(case, options.folder, options.heddle)


class Tensors:
    """What the kernels read and write on the GPU."""

    def __init__(self, driver):
        import numpy as np
        random = np.random.default_rng(1)
        numbers = random.standard_normal(BYTES // 4, dtype=np.float32)
        twice = np.concatenate([numbers, numbers])
        bf16 = (twice.view(np.uint32) >> 16).astype(np.uint16)
        self.inputs = {"fp32": driver.copy_in(numbers), "bf16": driver.copy_in(bf16),
                       "fp16": driver.copy_in(twice.astype(np.float16))}
        self.others = {"labels": driver.copy_in(random.integers(0, 2048, 1 << 20)),
                       "scales": driver.allocate(4 << 20)}
        self.outputs = {version: driver.allocate(BYTES) for version in VERSIONS}

    def values(self, meta, version):
        known = {"out": self.outputs[version], **self.others,
                 "n": ctypes.c_int32(meta["n"]), "stride": ctypes.c_int32(meta["n"])}
        # Triton's kernels take two more pointers, to scratch that they do not use.
        return [known.get(name, self.inputs[meta["element"]])
                for name in meta["arguments"]] + [ctypes.c_uint64(0)] * 2


def time_case(driver, tensors, path, meta):
    """The milliseconds of both versions, and whether they write about the same."""
    import numpy as np
    rows = BYTES // (meta["n"] * SIZES[meta["element"]] * (1 + (meta["kind"] == "swiglu")))
    array = OUTPUT_ARRAYS[OUTPUTS.get(meta["kind"], meta["element"])]
    starts, written, modules = [], [], []
    for version in VERSIONS:
        shared = meta["shared"][version]
        module, function = driver.load(path.with_suffix(f".{version}.cubin").read_bytes(),
                                       meta["entry"], shared)
        values = tensors.values(meta, version)
        starts.append(lambda function=function, values=values, shared=shared:
                      driver.launch(function, [rows], meta["warps"] * 32, shared, values))
        starts[-1]()
        driver.synchronize()
        written.append(driver.copy_out(tensors.outputs[version], np.empty(1 << 18, array)))
        modules.append(module)
    times = driver.medians(starts, is_cold=True)
    for module in modules:
        driver.unload(module)
    return times, is_close(*written)


def time_all(options):
    from cuda_driver import Driver
    driver = Driver()
    tensors = Tensors(driver)
    results, different = {}, []
    for path in sorted(options.folder.glob("*.json")):
        (ours, theirs), is_same = time_case(driver, tensors, path,
                                            json.loads(path.read_text()))
        different += [] if is_same else [path.stem]
        results[path.stem] = {"ours": ours, "other": theirs}
        print(f"{path.stem}: {ours * 1e3:.1f} us, Triton's {theirs * 1e3:.1f} us, "
              f"ratio {theirs / ours:.3f}", flush=True)
    summarize(results, different)
    if options.json:
        options.json.write_text(json.dumps(results))
    return 1 if different else 0


OUTPUT_ARRAYS = {"fp32": "float32", "fp16": "float16", "bf16": "uint16", "fp8e4nv": "uint8"}


def is_close(ours, theirs):
    import numpy as np
    if ours.dtype == np.uint8:  # A neighbouring pattern is the next fp8.
        return np.max(np.abs(ours.astype(int) - theirs.astype(int))) <= 1
    if ours.dtype == np.uint16:
        ours, theirs = ((bits.astype(np.uint32) << 16).view(np.float32)
                        for bits in (ours, theirs))
    # Two roundings of bf16 may go another way.
    return np.allclose(ours, theirs, rtol=2e-2, atol=1e-3)


def summarize(results, different):
    kinds = {}
    for name, times in results.items():
        kinds.setdefault(name.split("-")[0], []).append(times["other"] / times["ours"])
    for kind, ratios in kinds.items():
        print(f"{kind}: geometric mean {statistics.geometric_mean(ratios):.3f}, "
              f"least {min(ratios):.3f}")
    ratios = [ratio for some in kinds.values() for ratio in some]
    print(f"{len(ratios)} kernels, geometric mean of Triton's time over ours "
          f"{statistics.geometric_mean(ratios):.3f}, least {min(ratios):.3f}"
          + "".join(f"; {name} writes something else" for name in different))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    compiling = commands.add_parser("compile")
    compiling.add_argument("folder", type=pathlib.Path)
    compiling.add_argument("heddle", type=pathlib.Path)
    compiling.add_argument("--kinds", nargs="*", choices=MORE)
    compiling.add_argument("--every", type=int, default=1)
    compiling.set_defaults(run=compile_all)
    timing = commands.add_parser("time")
    timing.add_argument("folder", type=pathlib.Path)
    timing.add_argument("--json", type=pathlib.Path)
    timing.set_defaults(run=time_all)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
