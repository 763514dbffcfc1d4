#!/usr/bin/env python3
"""Times the kernels of heddle-roundtrip-kernels on the GPU, and another compiler's.

usage: roundtrip.py PAIRS.jsonl FOLDER [--other FOLDER] [--json FILE] [--check] [--ids I,J]

FOLDER has <id>.cu and plans.jsonl as heddle-roundtrip-kernels wrote them; <id>.cubin
beside them is used if there, else nvcc makes it. The other folder has <id>.cubin with a
kernel `cvt` of the same arguments and index.jsonl with {"id", "shared", "warps"}: what
Triton made of the same pairs (compile_triton.py). Every kernel has to turn random tiles
into the same tiles with the scalar xored in. --check runs each once with a small grid
and times nothing: for compute-sanitizer.
"""

import argparse
import concurrent.futures
import ctypes
import json
import math
import pathlib
import statistics
import subprocess
import sys

import numpy

BLOCKS_PER_MULTIPROCESSOR = 4
TRIPS = 200
# The difference of these two leaves out the loading and storing of the tile, which
# compilers do in ways of their own.
DIFFERENCE = (100, 500)
SAMPLES = 15


class Cuda:
    """The few calls of the driver that this needs."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        count = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(count), 16, device)
        self.multiprocessors = count.value
        self.events = [ctypes.c_void_p() for _ in range(2)]
        for event in self.events:
            self.call("cuEventCreate", ctypes.byref(event), 0)

    def call(self, name, *arguments):
        code = getattr(self.library, name)(*arguments)
        if code != 0:
            raise RuntimeError(f"{name} failed with {code}")

    def kernel(self, cubin, name, shared):
        module = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), cubin)
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        if shared > 48 * 1024:
            self.call("cuFuncSetAttribute", function, 8, shared)
        return module, function

    def memory(self, array):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(array.nbytes))
        self.call("cuMemcpyHtoD_v2", pointer, array.ctypes.data_as(ctypes.c_void_p),
                  ctypes.c_size_t(array.nbytes))
        return pointer

    def read(self, array, pointer):
        self.call("cuMemcpyDtoH_v2", array.ctypes.data_as(ctypes.c_void_p), pointer,
                  ctypes.c_size_t(array.nbytes))

    def launch(self, function, blocks, threads, shared, arguments):
        # Triton's kernels take two more pointers, to scratch that they do not use.
        arguments = arguments + [ctypes.c_uint64(0), ctypes.c_uint64(0)]
        pointers = (ctypes.c_void_p * len(arguments))(
            *[ctypes.cast(ctypes.byref(argument), ctypes.c_void_p) for argument in arguments])
        self.call("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, shared, None,
                  pointers, None)

    def synchronize(self):
        self.call("cuCtxSynchronize")

    def milliseconds(self, launch):
        self.call("cuEventRecord", self.events[0], None)
        launch()
        self.call("cuEventRecord", self.events[1], None)
        self.call("cuEventSynchronize", self.events[1])
        time = ctypes.c_float()
        self.call("cuEventElapsedTime", ctypes.byref(time), *self.events)
        return time.value


def compile_all(folder, ids):
    """Makes the cubins that are not there."""
    def one(number):
        if not (folder / f"{number}.cubin").exists():
            subprocess.run(["nvcc", "-O3", "-arch=sm_90", "-cubin", "-diag-suppress", "177",
                            f"{number}.cu", "-o", f"{number}.cubin"], cwd=folder, check=True)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(one, ids))


class Runner:
    def __init__(self, cuda, pair, blocks):
        self.cuda = cuda
        self.blocks = blocks
        self.type = numpy.dtype(f"u{pair['bits'] // 8}")
        generator = numpy.random.default_rng(pair["id"])
        self.tiles = generator.integers(0, 256, blocks * pair["m"] * pair["n"]
                                        * self.type.itemsize, dtype=numpy.uint8).view(self.type)
        self.input = cuda.memory(self.tiles)
        self.output = cuda.memory(numpy.full_like(self.tiles, 0x5A))
        self.scalar = 0x2B

    def close(self):
        for pointer in (self.input, self.output):
            self.cuda.call("cuMemFree_v2", pointer)

    def arguments(self, trips):
        scalar = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32,
                  8: ctypes.c_uint64}[self.type.itemsize](self.scalar)
        return [self.input, self.output, scalar, ctypes.c_int(trips)]

    def run(self, cubin, name, warps, shared, is_timed):
        """Nanoseconds of a round trip with its share of loading and storing the tile,
        and without; none if not timed. And whether it is right."""
        cuda = self.cuda
        module, function = cuda.kernel(cubin, name, shared)
        launch = lambda trips: cuda.launch(function, self.blocks, 32 * warps, shared,
                                           self.arguments(trips))
        launch(3)
        got = numpy.empty_like(self.tiles)
        cuda.read(got, self.output)
        is_right = bool((got == self.tiles ^ self.type.type(self.scalar)).all())
        whole = without = None
        if is_timed:
            for _ in range(3):
                launch(TRIPS)
            times = {trips: statistics.median(cuda.milliseconds(lambda: launch(trips))
                                              for _ in range(SAMPLES)) * 1e6
                     for trips in (TRIPS, *DIFFERENCE)}
            few, many = DIFFERENCE
            whole = times[TRIPS] / TRIPS
            without = (times[many] - times[few]) / (many - few)
        cuda.call("cuModuleUnload", module)
        return whole, without, is_right


def read_lines(path):
    return {line["id"]: line for line in map(json.loads, path.read_text().splitlines())}


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def report(title, results, key):
    if not results:
        return
    ratios = {result["id"]: result["other_" + key] / result[key] for result in results}
    print(f"{title}: geometric mean {geomean(ratios.values()):.3f}, "
          f"{sum(ratio < 0.9 for ratio in ratios.values())} of {len(ratios)} below 0.9")
    kinds = {result["id"]: result["kind"] for result in results}
    worst = sorted(ratios, key=ratios.get)[:12]
    print("worst:", ", ".join(f"{number} ({kinds[number]}) {ratios[number]:.2f}"
                              for number in worst))
    for kind in sorted(set(kinds.values())):
        some = [ratio for number, ratio in ratios.items() if kinds[number] == kind]
        print(f"  {kind}: {geomean(some):.2f}, least {min(some):.2f}, of {len(some)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pairs", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--other", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--ids")
    options = parser.parse_args()
    pairs = read_lines(options.pairs)
    plans = read_lines(options.folder / "plans.jsonl")
    if options.ids:
        chosen = set(map(int, options.ids.split(",")))
        plans = {number: plan for number, plan in plans.items() if number in chosen}
    others = read_lines(options.other / "index.jsonl") if options.other else {}
    compile_all(options.folder, plans)
    cuda = Cuda()
    blocks = 2 if options.check else BLOCKS_PER_MULTIPROCESSOR * cuda.multiprocessors
    results = []
    wrong = 0
    for number, plan in plans.items():
        pair = pairs[number]
        runner = Runner(cuda, pair, blocks)
        shared = max(plan["forth"]["scratch_bytes"], plan["back"]["scratch_bytes"])
        ours, our_trip, is_right = runner.run(
            (options.folder / f"{number}.cubin").read_bytes(), "roundtrip", pair["warps"],
            shared, not options.check)
        result = {"id": number, "kind": pair["kind"], "ns": ours, "trip_ns": our_trip,
                  "right": is_right,
                  "is_renaming": all(plan[way]["strategy"] in ("nothing", "registers")
                                     for way in ("forth", "back"))}
        if plan["minimal_scratch_bytes"] and not options.check:
            _, result["minimal_trip_ns"], is_minimal_right = runner.run(
                (options.folder / f"{number}.cubin").read_bytes(), "minimal", pair["warps"],
                plan["minimal_scratch_bytes"], True)
            wrong += not is_minimal_right
        if number in others:
            other = others[number]
            time, trip, is_right_too = runner.run(
                (options.other / f"{number}.cubin").read_bytes(), "cvt", other["warps"],
                other["shared"], not options.check)
            result |= {"other_ns": time, "other_trip_ns": trip, "other_right": is_right_too}
        runner.close()
        wrong += not is_right
        results.append(result)
    if options.json:
        options.json.write_text("".join(json.dumps(result) + "\n" for result in results))
    print(f"{len(results)} kernels, {wrong} wrong")
    timed = [result for result in results if result.get("other_ns")]
    report("the other's time over ours", timed, "ns")
    # ptxas unrolls loops without conversions until the xors cancel.
    report("without loading and storing", [result for result in timed
                                           if not result["is_renaming"]], "trip_ns")
    small = {result["id"]: result["trip_ns"] / result["minimal_trip_ns"]
             for result in results
             if "minimal_trip_ns" in result and not result["is_renaming"]}
    if small:
        print(f"over the minimal loop of tiles below 4 KiB: geometric mean "
              f"{geomean(small.values()):.2f};",
              ", ".join(f"{number} {ratio:.2f}" for number, ratio in small.items()
                        if pairs[number]["kind"] == "transpose"), "of transposes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
