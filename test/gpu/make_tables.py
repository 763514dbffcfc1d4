#!/usr/bin/env python3
"""Writes the layouts that fragments.cu checks, as C++ tables.

usage: make_tables.py HEDDLE > tables.inc

HEDDLE is the program; each table holds the basis words of one type, a word being
row + (column << 16).
"""

import json
import subprocess
import sys


def mma(warps, m, n):
    return (f"#ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = {warps}, "
            f"instrShape = [{m}, {n}]}}>")


def wgmma(n):
    return ("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], "
            f"instrShape = [16, {n}, 16]}}>")


def operand(index, parent, width):
    return f"#ttg.dot_op<{{opIdx = {index}, parent = {parent}, kWidth = {width}}}>"


def shared(swizzle, transposed, bits):
    return (f"#ttg.nvmma_shared<{{swizzlingByteWidth = {swizzle}, transposed = {transposed}, "
            f"elementBitWidth = {bits}}}>")


def types():
    """(name, type) of every table."""
    for name, element, m, k, width in (("F16", "f16", 16, 16, 2), ("Tf32", "f32", 16, 8, 1),
                                       ("S8", "i8", 16, 32, 4), ("F64", "f64", 8, 4, 1)):
        parent = mma("[1, 1]", m, 8)
        yield f"{name}A", f"tensor<{m}x{k}x{element}, {operand(0, parent, width)}>"
        yield f"{name}B", f"tensor<{k}x8x{element}, {operand(1, parent, width)}>"
        yield f"{name}C", f"tensor<{m}x8xf32, {parent}>"
    yield "WgmmaA", f"tensor<64x16xf16, {operand(0, wgmma(64), 2)}>"
    yield "WgmmaC", f"tensor<64x64xf32, {wgmma(64)}>"
    for swizzle in (32, 64, 128):
        k = swizzle // 2
        for name, shape, transposed in (("SharedA", f"64x{k}", "false"),
                                        ("SharedBt", f"{k}x64", "true")):
            yield (f"{name}{swizzle}",
                   f"!ttg.memdesc<{shape}xf16, {shared(swizzle, transposed, 16)}, "
                   "#ttg.shared_memory>")
    # B with N contiguous: rows of 64 columns, which is the widest swizzle.
    yield "SharedB128", (f"!ttg.memdesc<64x64xf16, {shared(128, 'false', 16)}, "
                         "#ttg.shared_memory>")


def main():
    named = list(types())
    answer = subprocess.run([sys.argv[1], "layout", "--batch"], check=True, text=True,
                            input="".join(text + "\n" for _, text in named),
                            stdout=subprocess.PIPE)
    for (name, text), line in zip(named, answer.stdout.splitlines()):
        bases = json.loads(line)["bases"]
        print(f"// {text}")
        for dim in ("register", "lane", "warp", "offset"):
            if dim in bases:
                words = ", ".join(f"{row} | {col} << 16" for row, col in bases[dim])
                print(f"__constant__ const Bases {name}_{dim} = {{{len(bases[dim])}, {{{words}}}}};")
        print()


if __name__ == "__main__":
    main()
