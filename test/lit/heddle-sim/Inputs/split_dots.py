"""f32 products by tf32 and bf16 on the simulator, against f64: split_dots.py FOLDER"""

import pathlib
import subprocess
import sys

import numpy as np

from dots import pointers

# The largest error, of the sum of the products' magnitudes. A part of n bits leaves at
# most 2^-n of a number; sums of f32, cut off after each step of an instruction, add theirs.
BOUNDS = {"tf32": 2.0 ** -9, "bf16x3": 2.0 ** -15, "tf32x3": 2.0 ** -19,
          "bf16x6": 2.0 ** -20, "ieee": 2.0 ** -20}
# target, M, N, K, how many of the numbers are infinite, huge or NaN
CASES = [("sm_80", 64, 32, 64, 0), ("sm_90", 16, 128, 32, 0), ("sm_80", 32, 32, 128, 6),
         ("sm_75", 16, 32, 16, 0)]


def kernel(m, n, k, precision):
    shapes = {"a": [m, k], "b": [k, n], "c": [m, n], "d": [m, n]}
    text = {name: f"tensor<{rows}x{columns}xf32>" for name, (rows, columns) in shapes.items()}
    body = [line for name, shape in shapes.items()
            for line in pointers(name, shape, [shape[1], 1], "f32")]
    body += [f"%x{name} = tt.load %{name}_q : {text[name].replace('f32', '!tt.ptr<f32>')}"
             for name in "abc"]
    body += [f"%sum = tt.dot %xa, %xb, %xc, inputPrecision = {precision} : {text['a']} * "
             f"{text['b']} -> {text['d']}",
             f"tt.store %d_q, %sum : {text['d'].replace('f32', '!tt.ptr<f32>')}", "tt.return"]
    arguments = ", ".join(f"%{name}: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}"
                          for name in shapes)
    return "\n".join([f"tt.func public @product({arguments}) {{", *body, "}"])


def numbers(rng, shape, special):
    array = (rng.standard_normal(shape) * 2.0 ** rng.integers(-8, 8, shape)).astype(np.float32)
    for each in (np.inf, -np.inf, np.nan, 3.4e38, -3.4e38)[:special]:
        array.flat[rng.integers(array.size)] = each
    return array


def run(folder, case, precision):
    target, m, n, k, special = case
    rng = np.random.default_rng(m * n + k)
    a, b = numbers(rng, [m, k], special), numbers(rng, [k, n], special)
    c = numbers(rng, [m, n], 0)
    (folder / "product.ttir").write_text(kernel(m, n, k, precision))
    line = ["heddle", "sim", folder / "product.ttir", "--target", target]
    for index, (name, array) in enumerate({"a": a, "b": b, "c": c}.items()):
        np.save(folder / f"{name}.npy", array)
        line += ["--arg", f"{index}=@{folder / name}.npy"]
    out = folder / "out.npy"
    line += ["--arg", f"3=f32[{m},{n}]:poison", "--out", f"3={out}"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr.strip()
    got = np.load(out).astype(np.float64)
    a, b, c = (array.astype(np.float64) for array in (a, b, c))
    with np.errstate(all="ignore"):
        want = a @ b + c
        size = np.abs(a) @ np.abs(b) + np.abs(c)
        finite = size < 1e38
        # What the finite numbers overflow to depends on the order.
        rest_a, rest_b = (np.abs(np.where(np.isfinite(x), x, 0)) for x in (a, b))
        beyond = rest_a @ rest_b >= 1e38
        same = (got == want) | (np.isnan(got) & np.isnan(want))
        if not (same | finite | beyond).all():
            return "infinity or NaN elsewhere"
        error = (np.abs(got - want) / size)[finite].max()
    bound = BOUNDS[precision]
    if "-v" in sys.argv:
        print(np.log2(error), finite.mean())
    return "right" if error <= bound else f"wrong by {error}"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for case in CASES:
        for precision in BOUNDS:
            print(*case, precision, run(folder, case, precision), flush=True)


if __name__ == "__main__":
    main()
