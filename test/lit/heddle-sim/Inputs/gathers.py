"""Gathers in many layouts and types on the simulator, against NumPy.

usage: gathers.py FOLDER

Prints a line for each: how its elements move, and whether they are right.
"""

import pathlib
import subprocess
import sys

import numpy as np

ROWS = "#ttg.blocked<{sizePerThread = %s, threadsPerWarp = %s, warpsPerCTA = [4, 1], order = [1, 0]}>"
COLUMNS = "#ttg.blocked<{sizePerThread = %s, threadsPerWarp = %s, warpsPerCTA = [1, 4], order = [0, 1]}>"
ACROSS = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>"
# Warps hold their columns in other registers and lanes.
MIXED = ("#ttg.generic_linear<{register = [[0, 1], [16, 0], [0, 2]], lane = [[1, 0], [0, 4], "
         "[2, 0], [4, 0], [8, 0]], warp = [[32, 1], [64, 6]], block = []}>")
# Of every element two lanes and two warps have a copy.
COPIES = ("#ttg.linear<{register = [[0, 1], [8, 0], [16, 0], [32, 0]], lane = [[0, 4], [0, 2], "
          "[0, 0], [1, 0], [2, 0]], warp = [[4, 0], [0, 0]], block = []}>")
MMA = ("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], "
       "instrShape = [16, 8]}>")

# Name, shape of the source, its layout, shape of the indices, their layout, axis.
CASES = [
    ("lanes", (128, 8), ROWS % ("[1, 1]", "[4, 8]"), (128, 8), ROWS % ("[1, 1]", "[4, 8]"), 1),
    ("packed", (128, 8), ROWS % ("[1, 4]", "[16, 2]"), (128, 8), ROWS % ("[1, 4]", "[16, 2]"), 1),
    ("thread", (128, 4), ROWS % ("[1, 4]", "[32, 1]"), (128, 4), ROWS % ("[1, 4]", "[32, 1]"), 1),
    ("rows", (8, 128), COLUMNS % ("[4, 1]", "[2, 16]"), (8, 128), COLUMNS % ("[4, 1]", "[2, 16]"), 0),
    ("longer", (128, 8), ROWS % ("[1, 2]", "[8, 4]"), (128, 32), ROWS % ("[1, 4]", "[8, 4]"), 1),
    ("fewer", (128, 8), ROWS % ("[1, 2]", "[8, 4]"), (64, 8), ROWS % ("[1, 1]", "[8, 4]"), 1),
    ("mixed", (128, 8), MIXED, (128, 8), MIXED, 1),
    ("copies", (64, 8), COPIES, (64, 8), COPIES, 1),
    ("mma", (128, 8), MMA, (128, 8), MMA, 1),
    ("warps", (128, 8), ACROSS, (128, 8), ACROSS, 1),
    ("elsewhere", (128, 8), ROWS % ("[1, 2]", "[8, 4]"), (128, 8), ACROSS, 1),
]
TYPES = {"i1": np.bool_, "i8": np.int8, "f16": np.float16, "i32": np.int32, "f64": np.float64}


def pointers(name, argument, layout, shape, element):
    rows, columns = shape
    tensor = f"tensor<{rows}x{columns}xi32, {layout}>"
    r = f"tensor<{rows}xi32, #ttg.slice<{{dim = 1, parent = {layout}}}>>"
    c = f"tensor<{columns}xi32, #ttg.slice<{{dim = 0, parent = {layout}}}>>"
    return f"""    %{name}0 = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : {r}
    %{name}1 = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : {c}
    %{name}2 = tt.expand_dims %{name}0 {{axis = 1 : i32}} : {r} -> tensor<{rows}x1xi32, {layout}>
    %{name}3 = tt.expand_dims %{name}1 {{axis = 0 : i32}} : {c} -> tensor<1x{columns}xi32, {layout}>
    %{name}4 = arith.constant dense<{columns}> : tensor<{rows}x1xi32, {layout}>
    %{name}5 = arith.muli %{name}2, %{name}4 : tensor<{rows}x1xi32, {layout}>
    %{name}6 = tt.broadcast %{name}5 : tensor<{rows}x1xi32, {layout}> -> {tensor}
    %{name}7 = tt.broadcast %{name}3 : tensor<1x{columns}xi32, {layout}> -> {tensor}
    %{name}8 = arith.addi %{name}6, %{name}7 : {tensor}
    %{name}9 = tt.splat %{argument} : !tt.ptr<{element}> -> tensor<{rows}x{columns}x!tt.ptr<{element}>, {layout}>
    %{name} = tt.addptr %{name}9, %{name}8 : tensor<{rows}x{columns}x!tt.ptr<{element}>, {layout}>, {tensor}
"""


def kernel(element, shape, layout, taken, result, axis):
    kept = "x".join(map(str, taken))
    held = "x".join(map(str, shape))
    return f"""#s = {layout}
#d = {result}
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32,
    ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @gather(%x: !tt.ptr<{element}>, %i: !tt.ptr<i16>, %out: !tt.ptr<{element}>) {{
{pointers("s", "x", "#s", shape, element)}{pointers("n", "i", "#d", taken, "i16")}{pointers("d", "out", "#d", taken, element)}
    %v = tt.load %s : tensor<{held}x!tt.ptr<{element}>, #s>
    %j = tt.load %n : tensor<{kept}x!tt.ptr<i16>, #d>
    %g = tt.gather %v[%j] {{axis = {axis} : i32}} : (tensor<{held}x{element}, #s>, tensor<{kept}xi16, #d>) -> tensor<{kept}x{element}, #d>
    tt.store %d, %g : tensor<{kept}x!tt.ptr<{element}>, #d>
    tt.return
  }}
}}
"""


def how(path):
    text = subprocess.run(["heddle-opt", path, "--lower-to-simt"], check=True,
                          capture_output=True, text=True).stdout
    parts = (("simt.shared", "shared memory"), ("simt.shuffle_index", "shuffles"),
             ("arith.select", "selects"))
    return ", ".join(name for op, name in parts if op in text)


def run(folder, case, element):
    name, shape, layout, taken, result, axis = case
    engine = np.random.default_rng(5)
    values = engine.integers(-100, 100, shape).astype(TYPES[element])
    if element == "i1":
        values = engine.integers(0, 2, shape).astype(np.bool_)
    indices = engine.integers(0, shape[axis], taken).astype(np.int16)
    rows = values[:taken[0], :] if axis == 1 else values[:, :taken[1]]
    np.save(folder / "x.npy", values)
    np.save(folder / "i.npy", indices)
    np.save(folder / "want.npy", np.take_along_axis(rows, indices.astype(np.int64), axis))
    path = folder / f"{name}_{element}.ttgir"
    path.write_text(kernel(element, shape, layout, taken, result, axis))
    done = subprocess.run(
        ["heddle", "sim", path, "--target", "sm_90", "--grid", "1",
         "--arg", f"x=@{folder / 'x.npy'}", "--arg", f"i=@{folder / 'i.npy'}",
         "--arg", f"out={element}[{','.join(map(str, taken))}]:poison",
         "--check", f"out={folder / 'want.npy'}"], capture_output=True, text=True, check=False)
    return "right" if done.returncode == 0 else done.stderr


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        for element in TYPES:
            ended = run(folder, case, element)
            print(f"{case[0]} {element}: {how(folder / f'{case[0]}_{element}.ttgir')}: {ended}")


if __name__ == "__main__":
    main()
