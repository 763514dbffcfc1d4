"""Tensors of many layouts through buffers in shared memory on the simulator, compared to the
bit with NumPy: buffers.py FOLDER. Says of each by which instructions buffers are accessed."""

import pathlib
import re
import subprocess
import sys

import numpy as np

ROW = "swizzled_shared<{{vec = {vec}, perPhase = 1, maxPhase = {phases}, order = [1, 0]}}>"
HOPPER = ("nvmma_shared<{{swizzlingByteWidth = {span}, transposed = false, "
          "elementBitWidth = {bits}}}>")
PADDED = "padded_shared<[{columns}:+{gap}] {{order = [1, 0], shape = [{rows}, {columns}]}}>"
# how it is transposed when axes are exchanged
TURNED = {ROW: ROW.replace("[1, 0]", "[0, 1]"),
          HOPPER: HOPPER.replace("transposed = false", "transposed = true"),
          PADDED: PADDED.replace("[1, 0]", "[0, 1]").replace("[{rows}, {columns}]",
                                                             "[{columns}, {rows}]")}
BLOCKED = ("blocked<{{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = "
           "[{warps}, 1], order = [1, 0]}}>")

# target, warps, rows, columns, element, memory, gap, who stores, who loads, view of the buffer
CASES = [
    ("sm_80", 4, 64, 64, "f16", ROW, 0, "row", "a", ""),
    ("sm_90", 4, 64, 64, "f16", ROW, 0, "mma", "a", ""),
    ("sm_90", 4, 64, 64, "bf16", ROW, 0, "mma", "b", "array"),
    ("sm_90", 1, 32, 64, "f16", HOPPER, 0, "mma", "a", ""),
    ("sm_90", 2, 64, 32, "f16", ROW, 0, "mma", "a", "turned"),
    ("sm_90", 8, 64, 64, "f16", HOPPER, 0, "mma", "b", "turned"),
    ("sm_90", 4, 64, 64, "f16", PADDED, 8, "mma", "a", "array"),
    ("sm_90", 4, 64, 64, "f16", PADDED, 4, "mma", "a", ""),
    ("sm_90", 4, 64, 64, "f16", PADDED, 8, "row", "b", "turned"),
    ("sm_80", 4, 64, 64, "i8", ROW, 0, "row", "a", ""),
    ("sm_90", 2, 64, 64, "i8", HOPPER, 0, "mma", "a", "array"),
    ("sm_80", 4, 64, 64, "f32", ROW, 0, "mma", "a", ""),
    ("sm_90", 4, 32, 64, "f32", ROW, 0, "mma", "b", "turned"),
    ("sm_90", 4, 64, 64, "f16", ROW, 0, "mma", "a", "part"),
    ("sm_90", 4, 64, 64, "f32", PADDED, 4, "mma", "a", "part"),
    # More lanes than elements: two hold the same ones.
    ("sm_90", 4, 64, 8, "f16", ROW, 0, "few", "mma", ""),
    ("sm_75", 4, 64, 64, "f16", ROW, 0, "mma", "a", ""),
]
BYTES = {"i8": 1, "f16": 2, "bf16": 2, "f32": 4}
TYPES = {"i8": np.int8, "f16": np.float16, "bf16": np.uint16, "f32": np.float32}


def layouts(warps, bits):
    parts = [max(warps // 2, 1), min(warps, 2)]
    mma = ("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
           f"warpsPerCTA = {parts}, instrShape = [16, 8]}}>")
    width = 32 // bits
    few = ("#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], "
           f"warpsPerCTA = [{warps}, 1], order = [1, 0]}}>")
    text = [f"#row = #ttg.{BLOCKED.format(warps=warps)}", f"#mma = {mma}", f"#few = {few}"]
    for number, name in enumerate("ab"):
        text.append(f"#{name} = #ttg.dot_op<{{opIdx = {number}, parent = #mma, "
                    f"kWidth = {width}}}>")
    return [*text, "#smem = #ttg.shared_memory"]


def addresses(name, rows, columns, element, layout):
    """Lines that make the addresses of a tensor row by row, in a layout."""
    shape = f"{rows}x{columns}"
    lines = []
    for axis, size, before in ((0, rows, f"{rows}x1"), (1, columns, f"1x{columns}")):
        of = f"#ttg.slice<{{dim = {1 - axis}, parent = #{layout}}}>"
        lines += [
            f"%{name}r{axis} = tt.make_range {{end = {size} : i32, start = 0 : i32}} : "
            f"tensor<{size}xi32, {of}>",
            f"%{name}e{axis} = tt.expand_dims %{name}r{axis} {{axis = {1 - axis} : i32}} : "
            f"tensor<{size}xi32, {of}> -> tensor<{before}xi32, #{layout}>",
            f"%{name}b{axis} = tt.broadcast %{name}e{axis} : tensor<{before}xi32, #{layout}> -> "
            f"tensor<{shape}xi32, #{layout}>"]
    return lines + [
        f"%{name}c = arith.constant dense<{columns}> : tensor<{shape}xi32, #{layout}>",
        f"%{name}m = arith.muli %{name}b0, %{name}c : tensor<{shape}xi32, #{layout}>",
        f"%{name}o = arith.addi %{name}m, %{name}b1 : tensor<{shape}xi32, #{layout}>",
        f"%{name}s = tt.splat %{name} : !tt.ptr<{element}> -> "
        f"tensor<{shape}x!tt.ptr<{element}>, #{layout}>",
        f"%{name}p = tt.addptr %{name}s, %{name}o : tensor<{shape}x!tt.ptr<{element}>, #{layout}>, "
        f"tensor<{shape}xi32, #{layout}>"]


def kernel(warps, rows, columns, element, memory, gap, stores, loads, view):
    """The program, and the part of the tensor that comes out."""
    size = BYTES[element]
    facts = {"vec": 16 // size, "phases": max(min(columns * size // 16, 8), 1),
             "bits": 8 * size, "span": min(columns * size, 128),
             "rows": rows, "columns": columns, "gap": gap}
    shape, count = f"{rows}x{columns}", "3x" if view == "array" else ""
    whole = f"{count}{shape}x{element}, #shared, #smem, mutable"
    one = f"{shape}x{element}, #shared, #smem, mutable"
    body = addresses("x", rows, columns, element, stores) + [
        f"%v = tt.load %xp : tensor<{shape}x!tt.ptr<{element}>, #{stores}>",
        f"%all = ttg.local_alloc : () -> !ttg.memdesc<{whole}>"]
    memdesc = "%all"
    if view == "array":
        body.append(f"%one = ttg.memdesc_index %all[%i] : !ttg.memdesc<{whole}> -> "
                    f"!ttg.memdesc<{one}>")
        memdesc = "%one"
    body.append(f"ttg.local_store %v, {memdesc} : tensor<{shape}x{element}, #{stores}> -> "
                f"!ttg.memdesc<{one}>")
    out, kind = (rows, columns), one
    if view == "turned":
        out = (columns, rows)
        kind = f"{columns}x{rows}x{element}, #turned, #smem, mutable"
        body.append(f"%seen = ttg.memdesc_trans {memdesc} {{order = array<i32: 1, 0>}} : "
                    f"!ttg.memdesc<{one}> -> !ttg.memdesc<{kind}>")
        memdesc = "%seen"
    if view == "part":
        out = (rows // 2, columns // 2)
        kind = f"{out[0]}x{out[1]}x{element}, #shared, #smem, mutable, {shape}"
        body.append(f"%seen = ttg.memdesc_subslice {memdesc}[{out[0]}, {out[1]}] : "
                    f"!ttg.memdesc<{one}> -> !ttg.memdesc<{kind}>")
        memdesc = "%seen"
    result = f"{out[0]}x{out[1]}"
    body += [f"%l = ttg.local_load {memdesc} : !ttg.memdesc<{kind}> -> "
             f"tensor<{result}x{element}, #{loads}>",
             *addresses("o", *out, element, loads),
             f"tt.store %op, %l : tensor<{result}x!tt.ptr<{element}>, #{loads}>", "tt.return"]
    shared = [f"#shared = #ttg.{memory.format(**facts)}",
              f"#turned = #ttg.{TURNED[memory].format(**facts)}"]
    head = (f'module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {warps} : i32, '
            '"ttg.threads-per-warp" = 32 : i32} {')
    head = head.replace("{{", "{")
    return "\n".join([*layouts(warps, 8 * size), *shared, head,
                      f"tt.func public @through(%x: !tt.ptr<{element}>, "
                      f"%o: !tt.ptr<{element}>, %i: i32) {{", *body, "}", "}"]), out


def accesses(program, target):
    """How the buffer is stored and loaded: by matrices or by vectors."""
    done = subprocess.run(["heddle", "compile", program, "--target", target, "--emit", "simt"],
                          capture_output=True, text=True, check=True)
    found = re.findall(r"simt\.(matrix_load|matrix_store|load shared|store shared)(.*)",
                       done.stdout)
    return sorted({op.replace(" ", "_") + ("_transposed" if "transposed" in rest else "")
                   for op, rest in found}, reverse=True)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for number, (target, *case) in enumerate(CASES):
        _, rows, columns, element, *_, view = case
        rng = np.random.default_rng(number)
        bits = rng.integers(0, 256, (rows, columns * BYTES[element]), dtype=np.uint8)
        # No NaNs: an exponent without its highest bit.
        if element in ("f16", "bf16", "f32"):
            bits[:, BYTES[element] - 1::BYTES[element]] &= 0xBF
        x = bits.view(TYPES[element])
        text, out = kernel(*case)
        (folder / "through.ttgir").write_text(text)
        expected = {"turned": x.T, "part": x[rows // 2:, columns // 2:]}.get(view, x)
        np.save(folder / "x.npy", x)
        np.save(folder / "o.npy", np.ascontiguousarray(expected))
        done = subprocess.run(
            ["heddle", "sim", folder / "through.ttgir", "--target", target,
             "--arg", f"0=@{folder / 'x.npy'}",
             "--arg", f"1={element}[{out[0]},{out[1]}]:poison", "--arg", "2=2",
             "--check", f"1={folder / 'o.npy'}"],
            capture_output=True, text=True, check=False)
        print(number, target, *[each for each in case if "{" not in str(each)],
              *accesses(folder / "through.ttgir", target),
              "right" if done.returncode == 0 else done.stderr.strip())


main()
