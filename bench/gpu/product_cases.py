"""What products.py times: kernels, their arguments, and what they should compute. Neither
Triton nor NumPy is needed here.

To add a kind: a kernel in product_kernels.py, a function here that returns a Case, a line in
cases(), and in product_references.py what some rows of the outputs should be.
"""

import dataclasses
import math

PROGRAMS = 132  # Of persistent kernels: an H100 and an H200 have so many multiprocessors.
TOKENS = 32 * 4096  # Of all heads of attention.


@dataclasses.dataclass
class Input:
    """Random numbers. Those of floats have this mean and standard deviation."""

    element: str
    count: int
    mean: float = 0.0
    spread: float = 1.0


@dataclasses.dataclass
class Output:
    """What a version writes. A sum is zero before a launch that is checked."""

    element: str
    rows: int
    width: int
    is_sum: bool = False


@dataclasses.dataclass
class Addresses:
    """An array of addresses: elements of an argument."""

    of: str
    offsets: list


@dataclasses.dataclass
class Case:
    """`arguments`: by name, in the kernel's order. A number is one itself, a list is an array
    of i32, and those in `hidden` are only what Addresses point into."""

    name: str
    kind: str
    kernel: str
    arguments: dict
    constants: dict
    grid: list
    warps: int
    operations: float
    reference: str
    hidden: dict = dataclasses.field(default_factory=dict)
    is_cold: bool = False  # For short ones: does not count how long a launch takes here.

    @property
    def buffers(self):
        return self.arguments | self.hidden

    @property
    def outputs(self):
        return {name: each for name, each in self.buffers.items()
                if isinstance(each, Output)}


def out_of(element):
    return {"i8": "i32", "fp8e4nv": "fp16"}.get(element, element)


def named(*parts):
    return "-".join("x".join(map(str, part)) if isinstance(part, tuple) else str(part)
                    for part in parts)


def tile_constants(tile):
    return dict(zip(("BM", "BN", "BK"), tile))


def matmul(element, size, tile, warps, majors="kn", weights=""):
    """`majors`: the contiguous axis of a and of b; `weights`: what b is of, if of something
    else."""
    m, n, k = size
    strides = {"K": k, "stride_a": k if majors[0] == "k" else m,
               "stride_b": k if majors[1] == "k" else n, "stride_c": n}
    is_long = k > 8192
    return Case(
        named("matmul", element, weights + majors, size, tile, f"w{warps}"),
        "long-k" if is_long else "matmul", "matmul",
        {"a": Input(element, m * k), "b": Input(weights or element, k * n),
         "c": Output(out_of(element), m, n), **strides},
        tile_constants(tile) | {"A_MAJOR": majors[0], "B_MAJOR": majors[1],
                                "SUM": "int32" if element == "i8" else "float32",
                                "OUT": out_of(element)},
        [m // tile[0], n // tile[1]], warps, 2 * m * n * k, "product", is_cold=is_long)


def scaled(element, size, tile, warps):
    m, n, k = size
    return Case(
        named("scaled", element, "mxfp4", size, tile, f"w{warps}"), "scaled", "scaled",
        {"a": Input(element, m * k), "b": Input("mxfp4", k * n // 2),
         "scales": Input("scales", k * n // 32), "c": Output("bf16", m, n),
         "K": k, "stride_a": k, "stride_b": k // 2, "stride_scales": k // 32, "stride_c": n},
        tile_constants(tile) | {"FORMAT": {"fp8e4nv": "e4m3", "fp8e5": "e5m2"}.get(
            element, element)},
        [m // tile[0], n // tile[1]], warps, 2 * m * n * k, "scaled")


def split_k(element, size, tile, warps, splits):
    case = matmul(element, size, tile, warps)
    m, n, _ = size
    return dataclasses.replace(
        case, name=named("split-k", element, size, tile, f"w{warps}", f"s{splits}"),
        kind="split-k", kernel="split_k",
        arguments=case.arguments | {"c": Output("fp32", m, n, is_sum=True)},
        constants=tile_constants(tile) | {"SPLITS": splits}, grid=[*case.grid, splits],
        is_cold=True)


def gelu(form, element, size, tile, warps):
    m, n, k = size
    return Case(
        named("gelu", form, element, size, tile, f"w{warps}"), "gelu", "gelu",
        {"a": Input(element, m * k, spread=k**-0.5), "b": Input(element, k * n),
         "bias": Input(element, n), "c": Output(element, m, n),
         "K": k, "stride_a": k, "stride_b": n, "stride_c": n},
        tile_constants(tile) | {"FORM": form}, [m // tile[0], n // tile[1]], warps,
        2 * m * n * k, "gelu")


def ordered(kind, element, size, tile, warps):
    """Kernels whose programs take tiles in groups of rows; b has contiguous rows. Triton is
    asked to make one loop of both in a persistent "flat" one."""
    m, n, k = size
    is_persistent = kind.startswith("persistent")
    more = {"PROGRAMS": PROGRAMS, "FLATTEN": kind.endswith("flat")} if is_persistent else {}
    tiles = math.ceil(m / tile[0]) * math.ceil(n / tile[1])
    return Case(
        named(kind, element, size, tile, f"w{warps}"), kind,
        kind.removesuffix("-flat").replace("-", "_"),
        {"a": Input(element, m * k), "b": Input(element, k * n), "c": Output(element, m, n),
         "M": m, "N": n, "K": k, "stride_a": k, "stride_b": n, "stride_c": n},
        tile_constants(tile) | {"GROUP": 8} | more,
        [min(PROGRAMS, tiles) if is_persistent else tiles], warps, 2 * m * n * k, "product")


def group(element, sizes, tile, warps):
    """Several products, whose outputs lie behind one another as rows of one tile's width."""
    def offsets(one, other):
        counts = [size[one] * size[other] for size in sizes]
        return [sum(counts[:index]) for index in range(len(counts) + 1)]
    a, b, c = offsets(0, 2), offsets(2, 1), offsets(0, 1)
    return Case(
        named("group", element, len(sizes), tile, f"w{warps}"), "group", "group",
        {"a_of": Addresses("a", a[:-1]), "b_of": Addresses("b", b[:-1]),
         "c_of": Addresses("c", c[:-1]),
         "sizes": [each for size in sizes for each in size], "groups": len(sizes)},
        tile_constants(tile) | {"OUT": element, "PROGRAMS": PROGRAMS}, [PROGRAMS], warps,
        sum(2 * m * n * k for m, n, k in sizes), "group",
        hidden={"a": Input(element, a[-1]), "b": Input(element, b[-1]),
                "c": Output(element, c[-1] // tile[1], tile[1])})


def attention(element, length, d, tile, warps, is_causal=False, gradients=()):
    """Forward, or backward as far as `gradients` says: ("dk", "dv") or ("dq",)."""
    heads = TOKENS // length
    count = heads * length * d
    arguments = {name: Input(element, count) for name in ("q", "k", "v")}
    if gradients:
        # About what a softmax of so many normal scores has.
        arguments |= {"dout": Input(element, count),
                      "lse": Input("fp32", heads * length, math.log2(length) + 0.7, 0.3),
                      "delta": Input("fp32", heads * length)}
    arguments |= {name: Output(element, heads * length, d) for name in gradients or ("out",)}
    kernel = "_".join(["attention", "".join(gradients)]).strip("_")
    products = {"attention": 2, "attention_dkdv": 4, "attention_dq": 3}[kernel]
    return Case(
        named(kernel.replace("_", "-"), element, length, f"d{d}") + "-causal" * is_causal,
        "backward" if gradients else "attention", kernel,
        arguments | {"scale": 1 / math.sqrt(d), "LENGTH": length},
        {"D": d, "BM": tile[0], "BN": tile[1], "CAUSAL": is_causal},
        [length // tile["dk" in gradients], heads], warps,
        products * 2 * heads * length * length * d / (2 if is_causal else 1), kernel)


def square(size):
    return size, size, size


def plain_cases():
    for size in (4096, 8192):
        for element, tile, warps, majors in (
                ("fp16", (128, 256, 64), 8, ("kn", "kk", "mn")),
                ("bf16", (128, 256, 64), 8, ("kn",)),
                ("fp16", (128, 128, 64), 4, ("kn",)),
                ("fp8e4nv", (128, 256, 128), 8, ("kk", "kn")),
                ("i8", (128, 256, 128), 8, ("kk", "kn")),
                ("fp32", (128, 128, 32), 8, ("kk", "kn"))):
            for each in majors:
                yield matmul(element, square(size), tile, warps, each)
    yield matmul("fp16", (64, 4096, 4096), (64, 64, 64), 4)
    yield matmul("bf16", (64, 4096, 4096), (64, 128, 64), 4, "kk")
    for majors in ("kk", "kn"):
        yield matmul("bf16", square(4096), (128, 128, 64), 8, majors, weights="i8")
    for element in ("bf16", "fp16", "fp8e4nv", "fp8e5"):
        for tile in ((64, 64, 128), (64, 128, 128), (128, 64, 128), (128, 128, 128)):
            yield scaled(element, square(4096), tile, 4)


def further_cases():
    for size in ((256, 256, 16384), (512, 512, 16384)):
        for tile in ((64, 64, 64), (128, 128, 64)):
            yield matmul("fp16", size, tile, 4)
            yield split_k("fp16", size, tile, 4, 8)
    for size in (4096, 8192):
        for form in ("erf", "tanh"):
            yield gelu(form, "fp16", square(size), (128, 256, 64), 8)
        for kind in ("tutorial", "persistent", "descriptor", "persistent-descriptor"):
            for element in ("fp16", "bf16"):
                yield ordered(kind, element, square(size), (128, 256, 64), 8)
        for kind in ("persistent-flat", "persistent-descriptor-flat"):
            yield ordered(kind, "fp16", square(size), (128, 256, 64), 8)
    sizes = [(4096, 4096, 4096), (2048, 4096, 2048), (1024, 2048, 4096), (512, 4096, 8192)]
    yield group("fp16", sizes, (128, 128, 64), 4)
    yield group("fp16", sizes, (128, 256, 64), 8)


def attention_cases():
    for length in (4096, 16384):
        for d, is_causal in ((64, False), (128, False), (64, True), (128, True)):
            yield attention("fp16", length, d, (128, 64), 4, is_causal)
    for d, queries, warps in ((64, 32, 4), (128, 64, 8)):
        for is_causal in (False, True):
            yield attention("fp16", 4096, d, (queries, 128), warps, is_causal, ("dk", "dv"))
            yield attention("fp16", 4096, d, (128, 64), warps, is_causal, ("dq",))


def cases():
    yield from plain_cases()
    yield from further_cases()
    yield from attention_cases()
