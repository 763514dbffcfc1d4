#!/usr/bin/env python3
"""Times round trips of conversions on the GPU, and another compiler's beside them.

usage: roundtrip.py PAIRS.jsonl FOLDER [--other FOLDER] [--json FILE] [--check] [--ids I,J]

FOLDER has, of each pair, one of
- <id>.ptx and <id>.json, as `heddle compile <id>.ttgir -o FOLDER/<id>.ptx` writes them;
- <id>.cubin and <id>.json: what compile_triton.py wrote;
- <id>.cu and plans.jsonl, as heddle-roundtrip-kernels wrote them, and perhaps <id>.cubin,
  which nvcc makes if it is not there.
Every kernel has to turn random tiles into the same tiles with the scalar xored in. The
other's runs and ours take turns, with nothing in the cache. --check runs each once with a
small grid and times nothing: for compute-sanitizer.
"""

import argparse
import concurrent.futures
import ctypes
import dataclasses
import json
import pathlib
import statistics
import subprocess
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

from cuda_driver import Driver  # noqa: E402  (it lies with the scripts)

BLOCKS_PER_MULTIPROCESSOR = 4
TRIPS = 200
# The difference of these two leaves out the loading and storing of the tile, which
# compilers do in ways of their own.
DIFFERENCE = (100, 500)
SAMPLES = 15


@dataclasses.dataclass
class Kernel:
    """How to launch one version of a pair's round trip."""
    image: bytes
    entry: str
    warps: int
    shared: int
    # Between threads. ptxas unrolls loops that do not until the xors cancel.
    moves: bool = True


def make_cubins(folder, ids):
    def one(number):
        if not (folder / f"{number}.cubin").exists():
            subprocess.run(["nvcc", "-O3", "-arch=sm_90", "-cubin", "-diag-suppress", "177",
                            f"{number}.cu", "-o", f"{number}.cubin"], cwd=folder, check=True)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(one, ids))


def planned_kernels(folder, pairs):
    """Versions of each pair by name: those of heddle-roundtrip-kernels."""
    plans = {number: plan for number, plan in read_lines(folder / "plans.jsonl").items()
             if number in pairs}
    make_cubins(folder, plans)
    found = {}
    for number, plan in plans.items():
        image = (folder / f"{number}.cubin").read_bytes()
        warps = pairs[number]["warps"]
        shared = max(plan[way]["scratch_bytes"] for way in ("forth", "back"))
        moves = any(plan[way]["strategy"] not in ("nothing", "registers")
                    for way in ("forth", "back"))
        found[number] = {"ours": Kernel(image, "roundtrip", warps, shared, moves)}
        if plan["minimal_scratch_bytes"]:
            found[number]["minimal"] = Kernel(image, "minimal", warps,
                                              plan["minimal_scratch_bytes"])
    return found


def compiled_kernels(folder, pairs, version):
    """The same of what a compiler wrote."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        if int(path.stem) not in pairs:
            continue
        meta = json.loads(path.read_text())
        image = next(path.with_suffix(suffix) for suffix in (".cubin", ".ptx")
                     if path.with_suffix(suffix).exists()).read_bytes()
        shared = meta["shared_bytes"]
        found[int(path.stem)] = {version: Kernel(image, meta["name"], meta["num_warps"],
                                                 shared, shared > 0 or b"shfl" in image)}
    return found


class Tiles:
    """Random tiles of a pair on the GPU, and where their round trips end."""

    def __init__(self, driver, pair, blocks):
        self.driver = driver
        self.blocks = blocks
        self.type = numpy.dtype(f"u{pair['bits'] // 8}")
        generator = numpy.random.default_rng(pair["id"])
        self.tiles = generator.integers(0, 256, blocks * pair["m"] * pair["n"]
                                        * self.type.itemsize, dtype=numpy.uint8).view(self.type)
        self.poison = numpy.full_like(self.tiles, 0x5A)
        self.input = driver.copy_in(self.tiles)
        self.scalar = 0x2B

    def close(self):
        self.driver.free(self.input)

    def run(self, kernels, is_timed):
        """Of each version by name whether it is right, and the nanoseconds of a round trip
        with its share of loading and storing the tile, and without; none if not timed."""
        driver, modules, launches, results = self.driver, [], {}, {}
        output = driver.copy_in(self.poison)
        for version, kernel in kernels.items():
            module, launches[version] = self.launcher(kernel, output)
            modules.append(module)
            driver.call("cuMemsetD8_v2", output, ctypes.c_ubyte(0x5A),
                        ctypes.c_size_t(self.tiles.nbytes))
            launches[version](3)
            got = driver.copy_out(output, self.tiles)
            is_right = bool((got == self.tiles ^ self.type.type(self.scalar)).all())
            results[version] = {"right": is_right}
        if is_timed:
            self.time(launches, results)
        for module in modules:
            driver.unload(module)
        driver.free(output)
        return results

    def launcher(self, kernel, output):
        """The module, and what launches it."""
        module, function = self.driver.load(kernel.image, kernel.entry, kernel.shared)
        scalar = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32,
                  8: ctypes.c_uint64}[self.type.itemsize](self.scalar)

        def launch(trips):
            # Triton's kernels take two more pointers, to scratch that they do not use.
            self.driver.launch(function, [self.blocks], 32 * kernel.warps, kernel.shared,
                               [self.input, output, scalar, ctypes.c_int(trips),
                                ctypes.c_uint64(0), ctypes.c_uint64(0)])
        return module, launch

    def time(self, launches, results):
        times = {}
        for trips in (TRIPS, *DIFFERENCE):
            for launch in launches.values():
                launch(trips)
            samples = {version: [] for version in launches}
            for _ in range(SAMPLES):
                for version, launch in launches.items():
                    samples[version].append(
                        self.driver.milliseconds(lambda: launch(trips), is_cold=True))
            for version, some in samples.items():
                times[version, trips] = statistics.median(some) * 1e6
        few, many = DIFFERENCE
        for version, result in results.items():
            result["ns"] = times[version, TRIPS] / TRIPS
            result["trip_ns"] = (times[version, many] - times[version, few]) / (many - few)


def read_lines(path):
    return {line["id"]: line for line in map(json.loads, path.read_text().splitlines())}


def report(title, results, key):
    if not results:
        return
    ratios = {result["id"]: result["other"][key] / result["ours"][key]
              for result in results}
    print(f"{title}: geometric mean {statistics.geometric_mean(ratios.values()):.3f}, "
          f"{sum(ratio < 0.9 for ratio in ratios.values())} of {len(ratios)} below 0.9")
    kinds = {result["id"]: result["kind"] for result in results}
    worst = sorted(ratios, key=ratios.get)[:12]
    print("worst:", ", ".join(f"{number} ({kinds[number]}) {ratios[number]:.2f}"
                              for number in worst))
    for kind in sorted(set(kinds.values())):
        some = [ratio for number, ratio in ratios.items() if kinds[number] == kind]
        print(f"  {kind}: {statistics.geometric_mean(some):.2f}, least {min(some):.2f}, of {len(some)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--other", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--ids")
    options = parser.parse_args()
    pairs = read_lines(options.pairs)
    if options.ids:
        pairs = {number: pairs[number] for number in map(int, options.ids.split(","))}
    is_planned = (options.folder / "plans.jsonl").exists()
    kernels = (planned_kernels(options.folder, pairs) if is_planned
               else compiled_kernels(options.folder, pairs, "ours"))
    others = compiled_kernels(options.other, pairs, "other") if options.other else {}
    driver = Driver()
    blocks = 2 if options.check else BLOCKS_PER_MULTIPROCESSOR * driver.multiprocessors
    results = []
    for number, versions in kernels.items():
        tiles = Tiles(driver, pairs[number], blocks)
        found = tiles.run(versions | others.get(number, {}), not options.check)
        tiles.close()
        results.append({"id": number, "kind": pairs[number]["kind"]} | found)
    if options.json:
        options.json.write_text("".join(json.dumps(result) + "\n" for result in results))
    wrong = [f"{result['id']} {version}" for result in results
             for version in ("ours", "minimal", "other")
             if version in result and not result[version]["right"]]
    print(f"{len(results)} kernels, {len(wrong)} wrong{': ' * bool(wrong)}{', '.join(wrong)}")
    timed = [] if options.check else [result for result in results if "other" in result]
    report("the other's time over ours", timed, "ns")
    moving = [result for result in results
              if not options.check and kernels[result["id"]]["ours"].moves]
    report("without loading and storing", [result for result in moving
                                           if "other" in result], "trip_ns")
    small = {result["id"]: result["ours"]["trip_ns"] / result["minimal"]["trip_ns"]
             for result in moving if "minimal" in result}
    if small:
        print(f"over the minimal loop of tiles below 4 KiB: geometric mean "
              f"{statistics.geometric_mean(small.values()):.2f};",
              ", ".join(f"{number} {ratio:.2f}" for number, ratio in small.items()
                        if pairs[number]["kind"] == "transpose"), "of transposes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
