#!/usr/bin/env python3
"""Times products of matrices on the GPU, and Triton's versions beside them.

usage: products.py compile FOLDER HEDDLE [--stages N,...] [NAME...]
       products.py time FOLDER [--json FILE] [NAME...]

`compile` is run by a Python that has Triton and needs no GPU: it writes NAME.ttir, NAME.json,
and of both versions NAME.VERSION.N.cubin for each number of stages, by Triton's own ptxas for
sm_90. `time` needs NumPy and a GPU: all run in turns, the best number of stages of each version
counts, and both have to write about the same, and about what NumPy says on some rows. A NAME
is a part of a case's name.
"""

import argparse
import ctypes
import dataclasses
import json
import math
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

BYTES = {"fp16": 2, "bf16": 2, "fp32": 4, "i8": 1, "i32": 4}
MOST_SHARED = 227 * 1024  # bytes of a block
SUMS = {"i8": "int32"}
VERSIONS = ("heddle", "triton")
HEADS = 32


@dataclasses.dataclass
class Case:
    kind: str
    element: str
    m: int
    n: int
    k: int
    tile: tuple
    warps: int
    majors: str = "kn"
    causal: bool = False
    weights: str = ""  # What b is of, if it is of something else.

    @property
    def name(self):
        if self.kind == "scaled":
            return (f"scaled-{self.element}-mxfp4-{self.m}x{self.n}x{self.k}-"
                    + "x".join(map(str, self.tile)) + f"-w{self.warps}")
        if self.kind == "attention":
            return f"attention-{self.element}-{self.m}-d{self.k}" + "-causal" * self.causal
        return (f"matmul-{self.element}-{self.weights}{self.majors}-{self.m}x{self.n}x{self.k}-"
                + "x".join(map(str, self.tile)) + f"-w{self.warps}")

    @property
    def out(self):
        if self.kind == "scaled":
            return "bf16"
        return {"i8": "i32", "fp8e4nv": "fp16"}.get(self.element, self.element)


def cases():
    for size in (4096, 8192):
        for element, tile, warps, majors in (
                ("fp16", (128, 256, 64), 8, ("kn", "kk", "mn")),
                ("bf16", (128, 256, 64), 8, ("kn",)),
                ("fp16", (128, 128, 64), 4, ("kn",)),
                ("fp8e4nv", (128, 256, 128), 8, ("kk", "kn")),
                ("i8", (128, 256, 128), 8, ("kk", "kn")),
                ("fp32", (128, 128, 32), 8, ("kk", "kn"))):
            for each in majors:
                yield Case("matmul", element, size, size, size, tile, warps, each)
    yield Case("matmul", "fp16", 64, 4096, 4096, (64, 64, 64), 4)
    yield Case("matmul", "bf16", 64, 4096, 4096, (64, 128, 64), 4, "kk")
    for majors in ("kk", "kn"):
        yield Case("matmul", "bf16", 4096, 4096, 4096, (128, 128, 64), 8, majors, weights="i8")
    for element in ("bf16", "fp16", "fp8e4nv", "fp8e5"):
        for tile in ((64, 64, 128), (64, 128, 128), (128, 64, 128), (128, 128, 128)):
            yield Case("scaled", element, 4096, 4096, 4096, tile, 4, "kk", weights="mxfp4")
    for d, causal in ((64, False), (128, False), (64, True)):
        yield Case("attention", "fp16", 4096, 4096, d, (128, 64), 4, causal=causal)


def source_of(case):
    import product_kernels
    import triton
    import triton.language as tl
    types = {"fp16": tl.float16, "bf16": tl.bfloat16, "fp32": tl.float32, "i32": tl.int32}
    if case.kind == "attention":
        signature = {name: f"*{case.element}" for name in ("q", "k", "v", "out")}
        signature |= {"scale": "fp32", "LENGTH": "i32"}
        constants = {"D": case.k, "BM": case.tile[0], "BN": case.tile[1],
                     "CAUSAL": case.causal}
        kernel, divisible = product_kernels.attention, (0, 1, 2, 3, 5)
    elif case.kind == "scaled":
        signature = {"a": f"*{case.element}", "b": "*u8", "scales": "*u8", "c": f"*{case.out}"}
        signature |= {name: "i32" for name in ("K", "stride_a", "stride_b", "stride_scales",
                                               "stride_c")}
        constants = dict(zip(("BM", "BN", "BK"), case.tile))
        constants["FORMAT"] = {"fp8e4nv": "e4m3", "fp8e5": "e5m2"}.get(case.element, case.element)
        kernel, divisible = product_kernels.scaled, range(9)
    else:
        signature = {"a": f"*{case.element}", "b": f"*{case.weights or case.element}", "c": f"*{case.out}"}
        signature |= {name: "i32" for name in ("K", "stride_a", "stride_b", "stride_c")}
        constants = dict(zip(("BM", "BN", "BK"), case.tile))
        constants |= {"A_MAJOR": case.majors[0], "B_MAJOR": case.majors[1],
                      "SUM": tl.int32 if case.element == "i8" else tl.float32,
                      "OUT": types[case.out]}
        kernel, divisible = product_kernels.matmul, range(7)
    arguments = list(signature)
    signature |= {name: "constexpr" for name in constants}
    return arguments, triton.compiler.ASTSource(
        kernel, signature, constants,
        {(index,): [["tt.divisibility", 16]] for index in divisible})


def compile_stages(case, options, stages):
    """Compiles both versions; their shared memory, and the names of kernel and arguments."""
    import triton
    from triton.backends.compiler import GPUTarget
    arguments, source = source_of(case)
    theirs = triton.compile(source, target=GPUTarget("cuda", 90, 32),
                            options={"num_warps": case.warps, "num_stages": stages})
    base = options.folder / case.name
    base.with_suffix(".ttir").write_text(theirs.asm["ttir"])
    base.with_suffix(f".triton.{stages}.cubin").write_bytes(theirs.asm["cubin"])
    ptx = base.with_suffix(".ptx")
    subprocess.run([options.heddle, "compile", base.with_suffix(".ttir"), "--target", "sm_90",
                    "--num-warps", str(case.warps), "--num-stages", str(stages),
                    "-o", ptx, "--force"], check=True)
    shared = json.loads(base.with_suffix(".json").read_text())["shared_bytes"]
    ptxas = pathlib.Path(triton.__file__).parent / "backends/nvidia/bin/ptxas"
    said = subprocess.run([ptxas, "-v", "-arch=sm_90a", ptx, "-o",
                           base.with_suffix(f".heddle.{stages}.cubin")],
                          check=True, capture_output=True, text=True).stderr
    for line in said.splitlines():
        if "C75" in line or "spill" in line and " 0 bytes spill stores" not in line:
            print(f"{case.name}, {stages} stages: {line.strip()}")
    return {"heddle": shared, "triton": theirs.metadata.shared}, theirs.metadata.name, arguments


def compile_case(case, options):
    shared = {}
    for stages in options.stages:
        shared[stages], entry, arguments = compile_stages(case, options, stages)
    (options.folder / case.name).with_suffix(".json").write_text(json.dumps(
        {"arguments": arguments, "entry": entry, "shared": shared}))


def chosen(options):
    return [case for case in cases()
            if not options.names or any(name in case.name for name in options.names)]


def compile_all(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    for case in chosen(options):
        compile_case(case, options)


class Numbers:
    """Random matrices as they are in memory, and as numbers."""

    def __init__(self, element, count, seed):
        import numpy as np
        random = np.random.default_rng(seed)
        if element == "scales":
            self.bits = random.integers(120, 130, count, dtype=np.uint8)
            return
        if element in ("i8", "mxfp4", "fp8e4nv", "fp8e5"):
            self.bits = random.integers(0, 256, count, dtype=np.uint8)
            if element.startswith("fp8"):  # From the least normal number to below 4.
                self.bits = (self.bits & 0xBF) | 0x08
            return
        self.bits = random.standard_normal(count, dtype=np.float32)
        if element == "fp16":
            self.bits = self.bits.astype(np.float16)
        elif element == "bf16":
            self.bits = (self.bits.view(np.uint32) >> 16).astype(np.uint16)


def as_numbers(bits, element):
    import numpy as np
    if element == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32)
    if element == "i8":
        return bits.view(np.int8).astype(np.float32)
    if element == "fp8e5":
        return (bits.astype(np.uint16) << 8).view(np.float16).astype(np.float32)
    if element == "mxfp4":
        pairs = np.stack([bits & 15, bits >> 4], axis=-1).reshape(-1)
        return np.array([0, .5, 1, 1.5, 2, 3, 4, 6, -0., -.5, -1, -1.5, -2, -3, -4, -6],
                        np.float32)[pairs]
    if element == "fp8e4nv":
        sign, exponent, mantissa = bits >> 7, bits >> 3 & 15, bits & 7
        return ((1 - 2.0 * sign) * (1 + mantissa / 8) * 2.0 ** (exponent - 7.0)).astype(
            np.float32)
    return bits.view(np.int32) if element == "i32" else bits.astype(np.float32)


ARRAYS = {"fp16": "float16", "bf16": "uint16", "fp32": "float32", "i32": "int32"}
TOLERANCES = {"fp16": 4e-3, "bf16": 2e-2, "fp32": 4e-3, "i32": 0}


def attention_rows(inputs, case, rows):
    """What the first head's rows should be."""
    import numpy as np
    q, k, v = (as_numbers(bits[:case.m * case.k], case.element).reshape(case.m, case.k)
               for bits in inputs)
    scores = q[rows].astype(np.float64) @ k.T / math.sqrt(case.k)
    if case.causal:
        scores[np.arange(case.m)[None, :] > np.asarray(rows)[:, None]] = -np.inf
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights @ v / weights.sum(axis=1, keepdims=True), np.abs(v).max()


def product_rows(inputs, case, rows):
    import numpy as np
    a = as_numbers(inputs[0], case.element)
    b = as_numbers(inputs[1], case.weights or case.element)
    if case.kind == "scaled":
        b = b * np.repeat(2.0 ** (inputs[2].astype(np.float32) - 127), 32)
    a = a.reshape(case.m, case.k) if case.majors[0] == "k" else a.reshape(case.k, case.m).T
    b = b.reshape(case.k, case.n) if case.majors[1] == "n" else b.reshape(case.n, case.k).T
    scale = math.sqrt(case.k) * np.abs(a).max() * np.sqrt(np.mean(np.square(b)))
    return a[rows].astype(np.float64) @ b, scale


class Problem:
    """A case's arguments on the GPU."""

    def __init__(self, driver, case):
        self.driver, self.case = driver, case
        if case.kind == "attention":
            counts = [HEADS * case.m * case.k] * 3
            self.grid = [case.m // case.tile[0], HEADS]
            self.count = counts[0]
            more = [ctypes.c_float(1 / math.sqrt(case.k)), ctypes.c_int32(case.m)]
        else:
            counts = [case.m * case.k, case.k * case.n // (1 + (case.kind == "scaled"))]
            if case.kind == "scaled":
                counts.append(case.k * case.n // 32)
            self.grid = [case.m // case.tile[0], case.n // case.tile[1]]
            self.count = case.m * case.n
            strides = [case.k, case.k // 2, case.k // 32, case.n] if case.kind == "scaled" else [
                case.k if case.majors[0] == "k" else case.m,
                       case.k if case.majors[1] == "k" else case.n, case.n]
            more = [ctypes.c_int32(each) for each in (case.k, *strides)]
        elements = [case.element, case.weights or case.element, case.element]
        if case.kind == "scaled":
            elements[2] = "scales"
        self.inputs = [Numbers(element, count, seed).bits
                       for seed, (element, count) in enumerate(zip(elements, counts))]
        self.pointers = [driver.copy_in(bits) for bits in self.inputs]
        self.outputs = {version: driver.allocate(self.count * BYTES[case.out])
                        for version in VERSIONS}
        self.more = more

    def values(self, version):
        # Triton's kernels take two more pointers, to scratch that they do not use.
        return [*self.pointers, self.outputs[version], *self.more,
                ctypes.c_uint64(0), ctypes.c_uint64(0)]

    def written(self, version):
        import numpy as np
        bits = self.driver.copy_out(self.outputs[version],
                                    np.empty(self.count, ARRAYS[self.case.out]))
        return as_numbers(bits, self.case.out)

    def mistakes(self):
        """What is wrong with our output, as text."""
        import numpy as np
        ours, theirs = (self.written(version) for version in VERSIONS)
        width = self.case.k if self.case.kind == "attention" else self.case.n
        rows = [0, 1, self.case.m // 2 + 5, self.case.m - 1]
        reference = attention_rows if self.case.kind == "attention" else product_rows
        want, scale = reference(self.inputs, self.case, rows)
        error = np.abs(ours.reshape(-1, width)[rows] - want).max()
        # Sums of 8-bit factors have fewer bits on the chip.
        tolerance = TOLERANCES[self.case.out] * (4 if "fp8" in self.case.element else 1)
        if not error <= tolerance * scale:
            return f"is off by {error:.3g} where {scale:.3g} is large"
        if not np.allclose(ours, theirs, rtol=tolerance * 4, atol=tolerance * scale):
            return "writes something else than Triton's"
        return ""


def time_case(driver, case, folder):
    """The best times of both versions with their numbers of stages, and mistakes of ours."""
    path = folder / case.name
    meta = json.loads(path.with_suffix(".json").read_text())
    problem = Problem(driver, case)
    starts, modules, mistakes = {}, [], ""
    for stages, sizes in meta["shared"].items():
        for version in VERSIONS:
            shared = sizes[version]
            if shared > MOST_SHARED:
                continue
            code = path.with_suffix(f".{version}.{stages}.cubin").read_bytes()
            module, function = driver.load(code, meta["entry"], shared)
            values = problem.values(version)
            starts[version, stages] = (
                lambda function=function, values=values, shared=shared:
                driver.launch(function, problem.grid, case.warps * 32, shared, values))
            modules.append(module)
    for stages in meta["shared"]:
        for version in VERSIONS:
            if (version, stages) in starts:
                starts[version, stages]()
        driver.synchronize()
        mistakes = mistakes or problem.mistakes()
    times = dict(zip(starts, driver.medians(list(starts.values()))))
    for module in modules:
        driver.unload(module)
    for address in [*problem.pointers, *problem.outputs.values()]:
        driver.free(address)
    return [min((time, stages) for (each, stages), time in times.items() if each == version)
            for version in VERSIONS], mistakes


def operations(case):
    if case.kind == "attention":
        return 4 * HEADS * case.m * case.m * case.k / (2 if case.causal else 1)
    return 2 * case.m * case.n * case.k


def time_all(options):
    from cuda_driver import Driver
    driver = Driver()
    results, wrong = {}, 0
    for case in chosen(options):
        if not (options.folder / case.name).with_suffix(".json").exists():
            continue
        best, mistakes = time_case(driver, case, options.folder)
        (ours, our_stages), (theirs, their_stages) = best
        results[case.name] = {"ours": ours, "other": theirs}
        wrong += bool(mistakes)
        print(f"{case.name}: {ours * 1e3:.1f} us ({operations(case) / ours / 1e9:.0f} "
              f"Tera-operations/s, {our_stages} stages), Triton's {theirs * 1e3:.1f} us "
              f"({their_stages} stages), ratio {theirs / ours:.3f}"
              + (f"; ours {mistakes}" if mistakes else ""), flush=True)
    ratios = [times["other"] / times["ours"] for times in results.values()]
    print(f"{len(ratios)} products, geometric mean of Triton's time over ours "
          f"{statistics.geometric_mean(ratios):.3f}, least {min(ratios):.3f}")
    if options.json:
        options.json.write_text(json.dumps(results))
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    compiling = commands.add_parser("compile")
    compiling.add_argument("folder", type=pathlib.Path)
    compiling.add_argument("heddle", type=pathlib.Path)
    compiling.add_argument("--stages", default=[1],
                           type=lambda text: [int(each) for each in text.split(",")])
    compiling.set_defaults(run=compile_all)
    timing = commands.add_parser("time")
    timing.add_argument("folder", type=pathlib.Path)
    timing.add_argument("--json", type=pathlib.Path)
    timing.set_defaults(run=time_all)
    for each in (compiling, timing):
        each.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
