#!/usr/bin/env python3
"""Times products of matrices on the GPU, and Triton's versions beside them.

usage: products.py compile [--stages N,...] FOLDER HEDDLE [NAME...]
       products.py time [--json FILE] [--samples N] FOLDER [NAME...]
       products.py list [NAME...]

`compile` is run by a Python that has Triton and needs no GPU: it writes NAME.ttir, NAME.json,
and of both versions NAME.VERSION.N.cubin for each number of stages, by Triton's own ptxas for
sm_90. What a version does not compile is said and left out. `time` needs NumPy and a GPU: all
run in turns, the best number of stages of each version counts, and both have to write about
the same, and about what NumPy says on some rows. A NAME is a part of a case's name;
product_cases.py has them all.
"""

import argparse
import collections
import ctypes
import json
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

from product_cases import Addresses, Input, Output, cases  # noqa: E402  (beside this file)

MOST_SHARED = 227 * 1024  # bytes of a block
BYTES = {"fp16": 2, "bf16": 2, "fp32": 4, "i32": 4}
POISON = 0xFF  # Bytes of a NaN.
VERSIONS = ("heddle", "triton")


def type_of(argument):
    if isinstance(argument, (Input, Output)):
        return "*" + {"mxfp4": "u8", "scales": "u8"}.get(argument.element, argument.element)
    return {Addresses: "*i64", list: "*i32", int: "i32", float: "fp32"}[type(argument)]


def source_of(case):
    import attention_kernels
    import product_kernels
    import triton
    import triton.language as tl
    types = {"fp16": tl.float16, "bf16": tl.bfloat16, "fp32": tl.float32, "i32": tl.int32,
             "int32": tl.int32, "float32": tl.float32}
    kernel = getattr(attention_kernels, case.kernel, None) or getattr(product_kernels,
                                                                      case.kernel)
    signature = {name: type_of(argument) for name, argument in case.arguments.items()}
    constants = {name: types[value] if name in ("SUM", "OUT") else value
                 for name, value in case.constants.items()}
    divisible = [index for index, argument in enumerate(case.arguments.values())
                 if not isinstance(argument, (int, float))
                 or isinstance(argument, int) and argument % 16 == 0]
    return triton.compiler.ASTSource(
        kernel, signature | {name: "constexpr" for name in constants}, constants,
        {(index,): [["tt.divisibility", 16]] for index in divisible})


class Refused(Exception):
    """Why a version of a case cannot be compiled or launched."""


def run_tool(*command):
    """What it says on the standard error."""
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Refused(done.stderr.strip() or f"exit code {done.returncode}")
    return done.stderr


def checked(launch):
    """A version's launch parameters, if a block can have as much shared memory."""
    if launch["shared"] > MOST_SHARED:
        raise Refused(f"{launch['shared']} bytes of shared memory, of {MOST_SHARED}")
    return launch


def compile_triton(case, base, stages):
    import triton
    from triton.backends.compiler import GPUTarget
    try:
        theirs = triton.compile(source_of(case), target=GPUTarget("cuda", 90, 32),
                                options={"num_warps": case.warps, "num_stages": stages})
    except Exception as error:  # Whatever it throws, from its parser to ptxas.
        raise Refused(f"{type(error).__name__}: {error}") from error
    base.with_suffix(".ttir").write_text(theirs.asm["ttir"])
    base.with_suffix(f".triton.{stages}.cubin").write_bytes(theirs.asm["cubin"])
    meta = theirs.metadata
    return checked({"entry": meta.name, "shared": meta.shared, "threads": meta.num_warps * 32,
                    "scratch": meta.global_scratch_size})


def compile_heddle(case, base, stages, heddle):
    import triton
    if not base.with_suffix(".ttir").exists():
        raise Refused("no TTIR")
    ptx = base.with_suffix(".ptx")
    run_tool(heddle, "compile", base.with_suffix(".ttir"), "--target", "sm_90", "--num-warps",
             case.warps, "--num-stages", stages, "-o", ptx, "--force")
    launch = json.loads(base.with_suffix(".json").read_text())
    ptxas = pathlib.Path(triton.__file__).parent / "backends/nvidia/bin/ptxas"
    said = run_tool(ptxas, "-v", "-arch=sm_90a", ptx, "-o",
                    base.with_suffix(f".heddle.{stages}.cubin"))
    for line in said.splitlines():
        if "C75" in line or "spill" in line and " 0 bytes spill stores" not in line:
            print(f"{case.name}, {stages} stages: {line.strip()}", flush=True)
    return checked({"entry": launch["name"], "shared": launch["shared_bytes"],
                    "threads": launch["num_warps"] * launch["threads_per_warp"],
                    "scratch": launch.get("global_scratch_size", 0)})


def compile_case(case, options):
    base = options.folder / case.name
    for suffix in (".ttir", ".json"):
        base.with_suffix(suffix).unlink(missing_ok=True)
    launches = {version: {} for version in VERSIONS}
    for stages in options.stages:
        for version, start in (
                ("triton", lambda: compile_triton(case, base, stages)),
                ("heddle", lambda: compile_heddle(case, base, stages, options.heddle))):
            try:
                launches[version][stages] = start()
            except Refused as reason:
                print(f"{case.name}, {stages} stages: {version} refuses: {reason}", flush=True)
    base.with_suffix(".json").write_text(json.dumps(launches))


def chosen(options):
    return [case for case in cases()
            if not options.names or any(name in case.name for name in options.names)]


def compile_all(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    for case in chosen(options):
        compile_case(case, options)


class Problem:
    """A case's arguments on the GPU."""

    def __init__(self, driver, case):
        import product_references
        self.driver, self.case = driver, case
        bits = {name: product_references.random_bits(given, seed)
                for seed, (name, given) in enumerate(case.buffers.items())
                if isinstance(given, Input)}
        self.checker = product_references.Checker(case, bits)
        self.inputs = {name: driver.copy_in(each) for name, each in bits.items()}
        self.outputs = {
            version: {name: driver.allocate(out.rows * out.width * BYTES[out.element])
                      for name, out in case.outputs.items()} for version in VERSIONS}
        self.others = []

    def values(self, version, launch):
        """Arguments of a launch."""
        addresses = self.inputs | self.outputs[version]
        # Triton's kernels take two more pointers, to scratch and to a profile, which ours
        # takes as far as it needs them.
        scratch = self.driver.allocate(max(256, launch["scratch"] * self.programs))
        self.others.append(scratch)
        return [self.value(name, given, addresses)
                for name, given in self.case.arguments.items()] + [scratch, ctypes.c_uint64(0)]

    @property
    def programs(self):
        count = 1
        for size in self.case.grid:
            count *= size
        return count

    def value(self, name, given, addresses):
        import numpy as np
        if isinstance(given, int):
            return ctypes.c_int32(given)
        if isinstance(given, float):
            return ctypes.c_float(given)
        if isinstance(given, (Input, Output)):
            return addresses[name]
        array = np.array(given, np.int32) if isinstance(given, list) else np.array(
            [addresses[given.of].value + offset * self.size_of(given.of)
             for offset in given.offsets], np.uint64)
        self.others.append(self.driver.copy_in(array))
        return self.others[-1]

    def size_of(self, name):
        return BYTES[self.case.buffers[name].element]

    def fill(self, version):
        """Makes outputs wrong before the launch, or zero if it adds to them."""
        for name, out in self.case.outputs.items():
            self.driver.call("cuMemsetD8_v2", self.outputs[version][name],
                             ctypes.c_ubyte(0 if out.is_sum else POISON),
                             ctypes.c_size_t(out.rows * out.width * self.size_of(name)))

    def written(self, version):
        import numpy as np
        from product_references import ARRAYS
        return {name: self.driver.copy_out(self.outputs[version][name],
                                           np.empty(out.rows * out.width, ARRAYS[out.element]))
                for name, out in self.case.outputs.items()}

    def free(self):
        for address in [*self.inputs.values(), *self.others,
                        *(each for some in self.outputs.values() for each in some.values())]:
            self.driver.free(address)


def start_of(problem, version, launch, function):
    """Launches the version once."""
    values = problem.values(version, launch)
    return lambda: problem.driver.launch(function, problem.case.grid, launch["threads"],
                                         launch["shared"], values)


def check(problem, starts):
    """What the versions with their numbers of stages do wrong, as text."""
    from product_references import is_same
    right, mistakes = [], []
    # Triton's first, which the others have to agree with.
    for version, stages in sorted(starts, key=lambda each: VERSIONS[::-1].index(each[0])):
        problem.fill(version)
        starts[version, stages]()
        problem.driver.synchronize()
        written = problem.written(version)
        if any(is_same(written, each) for each in right):
            continue
        mistake = problem.checker.mistake(written)
        if right and not mistake and not problem.checker.is_close(written, right[0]):
            mistake = "writes something else"
        if mistake:
            mistakes.append(f"{version} with {stages} stages: {mistake}")
        else:
            right.append(written)
    return "; ".join(mistakes)


def time_case(driver, case, options, launches):
    """By version the best time with its number of stages, and mistakes."""
    problem = Problem(driver, case)
    starts, modules = {}, []
    for version in VERSIONS:
        for stages, launch in launches[version].items():
            code = options.folder / f"{case.name}.{version}.{stages}.cubin"
            module, function = driver.load(code.read_bytes(), launch["entry"],
                                           launch["shared"])
            modules.append(module)
            starts[version, stages] = start_of(problem, version, launch, function)
    mistakes = check(problem, starts)
    times = driver.medians(list(starts.values()), case.is_cold, options.samples)
    best = {}
    for (version, stages), time in zip(starts, times):
        best[version] = min(best.get(version, (time, stages)), (time, stages))
    for module in modules:
        driver.unload(module)
    problem.free()
    return best, mistakes


def describe(case, best, mistakes):
    text = ", ".join(f"{name}{time * 1e3:.1f} us ({case.operations / time / 1e9:.0f} "
                     f"Tera-operations/s, {stages} stages)"
                     for version, name in (("heddle", ""), ("triton", "Triton's "))
                     for time, stages in [best.get(version, (0, 0))] if time)
    if len(best) == len(VERSIONS):
        text += f", ratio {best['triton'][0] / best['heddle'][0]:.3f}"
    return f"{case.name}: {text}" + (f"; {mistakes}" if mistakes else "")


def summarize(ratios):
    """`ratios`: by kind."""
    for kind, some in ratios.items():
        print(f"{kind}: {len(some)}, geometric mean {statistics.geometric_mean(some):.3f}, "
              f"least {min(some):.3f}")
    ratios = [ratio for some in ratios.values() for ratio in some]
    if ratios:
        print(f"{len(ratios)} products, geometric mean of Triton's time over ours "
              f"{statistics.geometric_mean(ratios):.3f}, least {min(ratios):.3f}")


def time_all(options):
    from cuda_driver import Driver
    driver = Driver()
    results, ratios, wrong = {}, collections.defaultdict(list), 0
    for case in chosen(options):
        path = options.folder / f"{case.name}.json"
        launches = json.loads(path.read_text()) if path.exists() else {}
        if not any(launches.values()):
            continue
        best, mistakes = time_case(driver, case, options, launches)
        wrong += bool(mistakes)
        print(describe(case, best, mistakes), flush=True)
        if len(best) == len(VERSIONS):
            (ours, _), (theirs, _) = best["heddle"], best["triton"]
            results[case.name] = {"ours": ours, "other": theirs}
            ratios[case.kind].append(theirs / ours)
            if options.json:
                options.json.write_text(json.dumps(results))
    summarize(ratios)
    return 1 if wrong else 0


def list_all(options):
    print(*(case.name for case in chosen(options)), sep="\n")


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
    timing.add_argument("--samples", type=int, default=15)
    timing.set_defaults(run=time_all)
    listing = commands.add_parser("list")
    listing.set_defaults(run=list_all)
    for each in (compiling, timing, listing):
        each.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
