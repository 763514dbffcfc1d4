"""Products of matrices of many shapes and types on the simulator, compared to the bit with
sums in the same order: dots.py FOLDER"""

import pathlib
import subprocess
import sys

import numpy as np

# batch (0: none), M, N, K, element, sum, how B lies: N or K varies fastest
CASES = [
    (0, 16, 16, 256, "f16", "f32", "N"),
    (0, 16, 128, 64, "f16", "f32", "K"),
    (0, 128, 16, 32, "f32", "f32", "N"),
    (0, 128, 128, 16, "bf16", "f32", "N"),
    (0, 64, 32, 128, "i8", "i32", "K"),
    (0, 32, 64, 64, "i8", "i32", "N"),
    (0, 32, 32, 64, "f64", "f64", "N"),
    (0, 64, 64, 32, "f8E4M3FN", "f32", "K"),
    (0, 128, 64, 64, "f8E5M2", "f32", "N"),
    (2, 32, 16, 128, "f16", "f32", "N"),
    (4, 32, 32, 32, "i8", "i32", "K"),
]
NUMBERS = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i8": np.int8,
           "i32": np.int32}


def offsets(axis, rank, size, shape, names, number):
    """Lines that make numbers 0, 1, ... along an axis, of a tensor's rank."""
    lines = [f"%r{number} = tt.make_range {{end = {size} : i32, start = 0 : i32}} : "
             f"tensor<{size}xi32>"]
    value, sizes = f"%r{number}", [size]
    for each in range(rank):
        if each == axis:
            continue
        at = 0 if each < axis else len(sizes)
        before = "x".join(map(str, sizes))
        sizes.insert(at, 1)
        after = "x".join(map(str, sizes))
        name = f"%e{number}_{each}"
        lines.append(f"{name} = tt.expand_dims {value} {{axis = {at} : i32}} : "
                     f"tensor<{before}xi32> -> tensor<{after}xi32>")
        value = name
    before, after = "x".join(map(str, sizes)), "x".join(map(str, shape))
    lines.append(f"{names} = tt.broadcast {value} : tensor<{before}xi32> -> "
                 f"tensor<{after}xi32>")
    return lines


def pointers(name, shape, strides, element):
    """Lines that make the addresses of a tensor's elements."""
    rank, text = len(shape), "x".join(map(str, shape))
    lines = [f"%{name}_0 = arith.constant dense<0> : tensor<{text}xi32>"]
    for axis in range(rank):
        n = f"{name}{axis}"
        lines += offsets(axis, rank, shape[axis], shape, f"%b{n}", n)
        lines += [
            f"%s{n} = arith.constant dense<{strides[axis]}> : tensor<{text}xi32>",
            f"%m{n} = arith.muli %b{n}, %s{n} : tensor<{text}xi32>",
            f"%{name}_{axis + 1} = arith.addi %{name}_{axis}, %m{n} : tensor<{text}xi32>"]
    return lines + [
        f"%{name}_p = tt.splat %{name} : !tt.ptr<{element}> -> "
        f"tensor<{text}x!tt.ptr<{element}>>",
        f"%{name}_q = tt.addptr %{name}_p, %{name}_{rank} : "
        f"tensor<{text}x!tt.ptr<{element}>>, tensor<{text}xi32>"]


def kernel(batch, m, n, k, element, result, fastest):
    lead = [batch] if batch else []
    shapes = {"a": [*lead, m, k], "b": [*lead, k, n], "d": [*lead, m, n]}
    strides = {name: [*([shape[-1] * shape[-2]] if batch else []), shape[-1], 1]
               for name, shape in shapes.items()}
    if fastest == "K":
        strides["b"][-2:] = [1, k]
    types = {"a": element, "b": element, "d": result}
    body = [line for name, shape in shapes.items()
            for line in pointers(name, shape, strides[name], types[name])]
    texts = {name: "x".join(map(str, shape)) for name, shape in shapes.items()}
    zero = "0" if result.startswith("i") else "0.0"
    body += [f"%x{name} = tt.load %{name}_q : tensor<{texts[name]}x!tt.ptr<{element}>>"
             for name in "ab"]
    body += [
        f"%c = arith.constant dense<{zero}> : tensor<{texts['d']}x{result}>",
        f"%sum = tt.dot %xa, %xb, %c : tensor<{texts['a']}x{element}> * "
        f"tensor<{texts['b']}x{element}> -> tensor<{texts['d']}x{result}>",
        f"tt.store %d_q, %sum : tensor<{texts['d']}x!tt.ptr<{result}>>", "tt.return"]
    arguments = ", ".join(f"%{name}: !tt.ptr<{types[name]}> {{tt.divisibility = 16 : i32}}"
                          for name in "abd")
    return "\n".join([f"tt.func public @product({arguments}) {{", *body, "}"]), shapes


def values(rng, shape, element):
    """Numbers as they are stored, and as what they stand for."""
    if element in ("bf16", "f8E4M3FN", "f8E5M2"):
        # Bits of normal numbers of both signs and some sizes.
        size = {"bf16": 16}.get(element, 8)
        fraction, bias = {"bf16": (7, 127), "f8E4M3FN": (3, 7), "f8E5M2": (2, 15)}[element]
        mantissa = rng.integers(0, 1 << fraction, shape)
        exponent = rng.integers(-3, 4, shape)
        sign = rng.integers(0, 2, shape)
        bits = sign << size - 1 | exponent + bias << fraction | mantissa
        value = (1 - 2 * sign) * (1 + mantissa / (1 << fraction)) * 2.0 ** exponent
        return bits.astype(np.uint16 if size == 16 else np.uint8), value
    if element.startswith("i"):
        numbers = rng.integers(-128, 128, shape).astype(NUMBERS[element])
    else:
        numbers = rng.standard_normal(shape).astype(NUMBERS[element])
    if element == "f64":  # so short that sums are exact
        numbers = np.round(numbers * 256) / 256
    return numbers, numbers


def expected(a, b, result):
    """The sum over k from the first to the last, each product added with one rounding."""
    if result == "i32":
        return np.matmul(a.astype(np.int32), b.astype(np.int32))
    wide = np.float64
    total = np.zeros([*a.shape[:-1], b.shape[-1]], NUMBERS[result])
    for k in range(a.shape[-1]):
        product = a[..., :, k, None].astype(wide) * b[..., k, None, :].astype(wide)
        total = (product + total.astype(wide)).astype(NUMBERS[result])
    return total


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for target in ("sm_80", "sm_90"):
        for number, case in enumerate(CASES):
            rng = np.random.default_rng(number)
            *_, element, result, fastest = case
            text, shapes = kernel(*case)
            (folder / "product.ttir").write_text(text)
            (stored_a, a), (stored_b, b) = (values(rng, shapes[x], element) for x in "ab")
            if fastest == "K":
                stored_b = np.ascontiguousarray(stored_b.swapaxes(-1, -2))
            np.save(folder / "a.npy", stored_a)
            np.save(folder / "b.npy", stored_b)
            np.save(folder / "d.npy", expected(a, b, result))
            shape = ",".join(map(str, shapes["d"]))
            done = subprocess.run(
                ["heddle", "sim", folder / "product.ttir", "--target", target,
                 "--arg", f"0=@{folder / 'a.npy'}", "--arg", f"1=@{folder / 'b.npy'}",
                 "--arg", f"2={result}[{shape}]:poison",
                 "--check", f"2={folder / 'd.npy'}"],
                capture_output=True, text=True, check=False)
            outcome = "right" if done.returncode == 0 else done.stderr.strip()
            print(target, *case, outcome)


if __name__ == "__main__":
    main()
