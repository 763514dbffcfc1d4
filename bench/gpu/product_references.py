"""Random inputs of products.py's cases, and what some rows of the outputs should be."""

import math

import numpy as np

ARRAYS = {"fp16": np.float16, "bf16": np.uint16, "fp32": np.float32, "i32": np.int32}
# Of each output's element, in parts of what is large.
TOLERANCES = {"fp16": 4e-3, "bf16": 2e-2, "fp32": 4e-3, "i32": 0}
PERIOD = (1 << 22) - 3  # A prime: rows differ although the numbers begin anew.


def random_bits(given, seed):
    """An Input as it is in memory."""
    random = np.random.default_rng(seed)
    element, count = given.element, min(given.count, PERIOD)
    if element == "scales":
        bits = random.integers(120, 130, count, dtype=np.uint8)
    elif element in ("i8", "mxfp4", "fp8e4nv", "fp8e5"):
        bits = random.integers(0, 256, count, dtype=np.uint8)
        if element.startswith("fp8"):  # From the least normal number to below 4.
            bits = (bits & 0xBF) | 0x08
    else:
        bits = random.standard_normal(count, dtype=np.float32) * np.float32(given.spread)
        bits += np.float32(given.mean)
        if element == "fp16":
            bits = bits.astype(np.float16)
        elif element == "bf16":
            bits = (bits.view(np.uint32) >> 16).astype(np.uint16)
    return np.resize(bits, given.count)


def as_numbers(bits, element):
    if element == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32)
    if element == "i8":
        return bits.view(np.int8).astype(np.float32)
    if element == "fp8e5":
        return (bits.astype(np.uint16) << 8).view(np.float16).astype(np.float32)
    if element == "mxfp4":
        pairs = np.stack([bits & 15, bits >> 4], axis=-1).reshape(-1)
        return np.array([0, .5, 1, 1.5, 2, 3, 4, 6, -0., -.5, -1, -1.5, -2, -3, -4, -6],
                        np.float32)[pairs]
    if element == "fp8e4nv":
        code = np.arange(256)
        sign, exponent, mantissa = code >> 7, code >> 3 & 15, code & 7
        return ((1 - 2.0 * sign) * (1 + mantissa / 8) * 2.0 ** (exponent - 7.0)).astype(
            np.float32)[bits]
    return bits.view(np.int32) if element == "i32" else bits.astype(np.float32)


def some_of(rows):
    return np.unique([0, 1, rows // 2 + 5, rows - 1])


class Inputs:
    """A case's inputs, as numbers of the shapes that are asked for."""

    def __init__(self, case, bits):
        self.case, self.bits = case, bits

    def matrix(self, name, rows, columns, major="k", first=0):
        """Of the elements from `first` on; `major` is "k" if rows are contiguous."""
        element = self.case.buffers[name].element
        shape = (rows, columns) if major == "k" else (columns, rows)
        size = rows * columns // (2 if element == "mxfp4" else 1)
        numbers = as_numbers(self.bits[name][first:first + size], element).reshape(shape)
        return numbers if major == "k" else numbers.T


# What some rows of an output should be, and which number is large for it: (output, rows, want,
# large), once or several times.


def product_of(a, b, rows):
    some = slice(256)  # Of what is large they say as much as all.
    large = math.sqrt(a.shape[1]) * np.abs(a[some]).max() * np.sqrt(np.mean(b[some]**2))
    return a[rows].astype(np.float64) @ b, large


def product(case, inputs):
    out, k = case.outputs["c"], case.arguments["K"]
    a = inputs.matrix("a", out.rows, k, case.constants.get("A_MAJOR", "k"))
    b = inputs.matrix("b", out.width, k, case.constants.get("B_MAJOR", "n")).T
    rows = some_of(out.rows)
    yield "c", rows, *product_of(a, b, rows)


def scaled(case, inputs):
    out, k = case.outputs["c"], case.arguments["K"]
    scales = 2.0 ** (inputs.bits["scales"].astype(np.float32) - 127)
    b = inputs.matrix("b", out.width, k) * np.repeat(scales, 32).reshape(out.width, k)
    rows = some_of(out.rows)
    yield "c", rows, *product_of(inputs.matrix("a", out.rows, k), b.T, rows)


def gelu(case, inputs):
    bias = inputs.matrix("bias", 1, case.outputs["c"].width)
    for name, rows, want, large in product(case, inputs):
        x = want + bias
        if case.constants["FORM"] == "erf":
            inner = np.vectorize(math.erf)(x / math.sqrt(2))
        else:
            inner = np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))
        yield name, rows, x * (1 + inner) / 2, large


def group(case, inputs):
    sizes = np.reshape(case.arguments["sizes"], (-1, 3))
    firsts = [case.arguments[name].offsets for name in ("a_of", "b_of", "c_of")]
    width = case.outputs["c"].width
    for (m, n, k), a_first, b_first, c_first in zip(sizes, *firsts):
        rows = some_of(m)
        want, large = product_of(inputs.matrix("a", m, k, first=a_first),
                                 inputs.matrix("b", k, n, first=b_first), rows)
        parts = (c_first + rows[:, None] * n) // width + np.arange(n // width)
        yield "c", parts.reshape(-1), want.reshape(-1, width), large


class Head:
    """The last head of attention: its rows begin at `first`, of all heads' rows."""

    def __init__(self, case, inputs):
        self.length, self.d = case.arguments["LENGTH"], case.constants["D"]
        self.is_causal, self.scale = case.constants["CAUSAL"], case.arguments["scale"]
        rows = next(iter(case.outputs.values())).rows
        self.first = rows - self.length
        for name, given in case.arguments.items():
            if name in inputs.bits:
                width = given.count // rows
                matrix = inputs.matrix(name, self.length, width, first=self.first * width)
                setattr(self, name, matrix.astype(np.float64))
        self.rows = some_of(self.length)

    def scores(self, queries, keys):
        """Those that are not seen are -inf."""
        scores = self.q[queries] @ self.k[keys].T * self.scale
        if self.is_causal:
            index = np.arange(self.length)
            scores[index[queries][:, None] < index[keys][None, :]] = -np.inf
        return scores

    def expected(self, name, want):
        return name, self.first + self.rows, want, np.abs(want).max()


ALL = slice(None)


def attention(case, inputs):
    head = Head(case, inputs)
    scores = head.scores(head.rows, ALL)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    yield head.expected("out", weights @ head.v / weights.sum(axis=1, keepdims=True))


def attention_dkdv(case, inputs):
    head = Head(case, inputs)
    weights = np.exp2(head.scores(ALL, head.rows) * math.log2(math.e) - head.lse)
    yield head.expected("dv", weights.T @ head.dout)
    change = weights * (head.dout @ head.v[head.rows].T - head.delta)
    yield head.expected("dk", change.T @ head.q * head.scale)


def attention_dq(case, inputs):
    head = Head(case, inputs)
    weights = np.exp2(head.scores(head.rows, ALL) * math.log2(math.e) - head.lse[head.rows])
    change = weights * (head.dout[head.rows] @ head.v.T - head.delta[head.rows])
    yield head.expected("dq", change @ head.k * head.scale)


class Checker:
    """Compares what versions wrote with the reference, and with what others wrote."""

    def __init__(self, case, bits):
        self.case = case
        self.expected = list(globals()[case.reference](case, Inputs(case, bits)))
        self.large = {name: max(each[3] for each in self.expected if each[0] == name)
                      for name in case.outputs}

    def tolerance(self, name):
        # Sums of 8-bit factors have fewer bits on the chip.
        is_fp8 = any(getattr(each, "element", "").startswith("fp8")
                     for each in self.case.buffers.values())
        return TOLERANCES[self.case.outputs[name].element] * (4 if is_fp8 else 1)

    def mistake(self, written):
        """What is wrong with bits by output, as text."""
        for name, rows, want, large in self.expected:
            out = self.case.outputs[name]
            bits = words_of(written[name])
            if out.element != "i32" and bits.max() == np.iinfo(bits.dtype).max:
                return f"{name} is not written everywhere"  # A NaN of the poison's bytes.
            got = as_numbers(written[name].reshape(-1, out.width)[rows], out.element)
            error = np.abs(got - want).max()
            if not error <= self.tolerance(name) * large:
                return f"{name} is off by {error:.3g} where {large:.3g} is large"
        return ""

    def is_close(self, one, other):
        """Whether two versions wrote about the same everywhere."""
        return all(np.allclose(as_numbers(one[name], out.element),
                               as_numbers(other[name], out.element),
                               rtol=self.tolerance(name) * 4,
                               atol=self.tolerance(name) * self.large[name])
                   for name, out in self.case.outputs.items())


def words_of(array):
    return array.view(f"u{array.itemsize}")


def is_same(one, other):
    """Whether two versions wrote the same bits, which is seen sooner than by numbers."""
    return all(np.array_equal(words_of(one[name]), words_of(other[name])) for name in one)
