"""All bytes as f16, bf16 and f32 on the simulator: byte_casts.py FOLDER"""

import pathlib
import subprocess
import sys

import numpy as np


def values(source):
    """What all bytes stand for, in f32."""
    bits = np.arange(256)
    if source == "i8":
        return bits.astype(np.uint8).view(np.int8).astype(np.float32)
    if source == "f8E5M2":
        return (bits << 8).astype(np.uint16).view(np.float16).astype(np.float32)
    exponent, mantissa = bits >> 3 & 15, bits & 7
    size = np.where(exponent == 0, mantissa / 8 * 2.0 ** -6,
                    (1 + mantissa / 8) * 2.0 ** (exponent - 7.0))
    size = np.where(bits & 127 == 127, np.nan, size)
    return np.where(bits & 128, -size, size).astype(np.float32)


def run(folder, target, warps, source, result):
    cast = (f"%y = arith.sitofp %x : tensor<256xi8> to tensor<256x{result}>"
            if source == "i8" else
            f"%y = tt.fp_to_fp %x : tensor<256x{source}> -> tensor<256x{result}>")
    (folder / "cast.ttir").write_text(f"""
tt.func public @cast(%a: !tt.ptr<{source}>, %b: !tt.ptr<{result}>) {{
  %range = tt.make_range {{end = 256 : i32, start = 0 : i32}} : tensor<256xi32>
  %as = tt.splat %a : !tt.ptr<{source}> -> tensor<256x!tt.ptr<{source}>>
  %ap = tt.addptr %as, %range : tensor<256x!tt.ptr<{source}>>, tensor<256xi32>
  %x = tt.load %ap : tensor<256x!tt.ptr<{source}>>
  {cast}
  %bs = tt.splat %b : !tt.ptr<{result}> -> tensor<256x!tt.ptr<{result}>>
  %bp = tt.addptr %bs, %range : tensor<256x!tt.ptr<{result}>>, tensor<256xi32>
  tt.store %bp, %y : tensor<256x!tt.ptr<{result}>>
  tt.return
}}""")
    np.save(folder / "a.npy", np.arange(256, dtype=np.uint8))
    done = subprocess.run(
        ["heddle", "sim", folder / "cast.ttir", "--target", target, "--num-warps", str(warps),
         "--arg", f"0=@{folder / 'a.npy'}", "--arg", f"1={result}[256]:poison",
         "--out", f"1={folder / 'b.npy'}"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr.strip()
    got = np.load(folder / "b.npy")
    if result == "bf16":
        got = (got.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return "right" if np.array_equal(got.astype(np.float32), values(source),
                                     equal_nan=True) else "wrong"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    # 8, 2 and 1 bytes of a thread.
    for target, warps in (("sm_80", 1), ("sm_80", 8), ("sm_90", 4), ("sm_75", 2)):
        for source in ("i8", "f8E4M3FN", "f8E5M2"):
            for result in ("f16", "bf16", "f32"):
                print(target, warps, source, result, run(folder, target, warps, source, result))


if __name__ == "__main__":
    main()
