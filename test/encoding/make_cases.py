"""Make reference cases: the linear layout that an installed Triton gives to each kind of encoding.

usage: make_cases.py OUTDIR SEED

Writes OUTDIR/cases/<kind>-<family>.jsonl, 100 random cases each, one JSON object a line. Run
it with the Python of an environment that has Triton 3.9; with that of Triton 3.6 it writes
only the files whose text is that of 3.6. Equal versions and seeds give equal files.

Every candidate runs in a forked child, because the library aborts on much of what it does
not accept; candidates that it refuses are dropped and new ones drawn. A case is kept only if
Triton parses its printed type again and verifies a function that takes it.

Oracles (see README.md for the table):
- `triton`: `GluonOpBuilder.to_linear_layout`, or, where that cannot express the answer
  (generic_linear, amd_wmma with swizzled warps, amd_rotating_shared), the encoding that
  Triton infers for a reshape to the same shape: it has the full linear layout in its text.
- `definition`: worked out element by element from the descriptions in TritonGPUAttrDefs.td.
  Each element gets its place, the bases are read off at the powers of two, and the whole
  table is compared with what the bases say. Used for padded and partitioned layouts, and
  for amd_rotating_shared with several blocks.
"""
import ast
import collections
import itertools
import json
import math
import os
import random
import re
import signal
import sys
import tempfile

import triton
from triton import language
from triton._C.libtriton import amd, gluon_ir, ir, nvidia
from triton.experimental.gluon.language import _layouts as G
from triton.experimental.gluon.language.amd import _layouts as A

VERSION = ".".join(triton.__version__.split(".")[:2])
CASES_PER_FILE = 100
MAX_DRAWS = 6000

# Element types: builder method and width in bits.
ELEMENTS = {
    "i1": ("get_int1_ty", 1), "i8": ("get_int8_ty", 8), "i16": ("get_int16_ty", 16), "i32": ("get_int32_ty", 32),
    "i64": ("get_int64_ty", 64), "f8E5M2": ("get_fp8e5_ty", 8), "f8E4M3FN": ("get_fp8e4nv_ty", 8),
    "f16": ("get_half_ty", 16), "bf16": ("get_bf16_ty", 16), "f32": ("get_float_ty", 32), "f64": ("get_double_ty", 64),
}
# The Python type of those that tensor memory is tried with.
PYTHON_ELEMENTS = {
    "i8": language.int8, "i16": language.int16, "i32": language.int32, "f8E5M2": language.float8e5,
    "f8E4M3FN": language.float8e4nv, "f16": language.float16, "bf16": language.bfloat16, "f32": language.float32,
}


def bits_of(element):
    return ELEMENTS[element][1]


def elements_of(*widths):
    return [e for e in ELEMENTS if bits_of(e) in widths]


# ---------------------------------------------------------------------------------------------
# Talking to Triton (in a child process only)


class Session:
    """A context with all dialects and a builder."""

    def __init__(self):
        self.context = ir.context()
        for load in (ir.load_dialects, nvidia.load_dialects, amd.load_dialects):
            load(self.context)
        self.builder = gluon_ir.GluonOpBuilder(self.context)

    def element(self, name):
        return getattr(self.builder, ELEMENTS[name][0])()

    def tensor(self, element, shape, attr):
        return self.builder.get_distributed_ty(self.element(element), shape, attr)

    def shared(self, element, shape, attr):
        return self.builder.get_shared_mem_desc_ty(self.element(element), shape, attr, shape)

    def parse(self, text, blocks=1, warps=4, lanes=32):
        """A module with a function `f` that takes one value of the type `text`, and splats to it
        if it is a tensor: Triton verifies layouts against the machine at the results of its operations."""
        splat = ""
        if text.startswith("tensor"):
            element = re.match(r"tensor<(?:\d+x)+(\w+)", text).group(1)
            zero = "0.0" if "f" in element else "0" if element != "i1" else "false"
            splat = f"%s = arith.constant {zero}{'' if element == 'i1' else ' : ' + element} " \
                    f"%t = tt.splat %s : {element} -> {text}"
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write('module attributes {"ttg.num-ctas" = %d : i32, "ttg.num-warps" = %d : i32, '
                       '"ttg.threads-per-warp" = %d : i32} {\n' % (blocks, warps, lanes))
            file.write(f"tt.func public @f(%a: {text}) {{ {splat} tt.return }}\n}}\n")
            file.flush()
            module = ir.parse_mlir_module(file.name, self.context)
        module.context = self.context
        return module

    def argument(self, module):
        """The argument of `f`; what is built next goes to the start of its body."""
        blocks = []
        module.walk(lambda op: blocks.append(op.get_block()) if op.get_name() == "tt.return" else None)
        value = module.get_function("f").args(0)
        self.builder.set_insertion_point_to_start(blocks[0])
        self.builder.set_loc(value.get_loc())
        return value

    def reshaped_layout(self, text, shape, **machine):
        """The bases in the encoding that Triton infers for a reshape of `text` to the same shape."""
        module = self.parse(text, **machine)
        value = self.argument(module)
        if text.startswith("tensor"):
            result = self.builder.create_reshape(value, shape, False)
        else:
            result = self.builder.create_memdesc_reshape(value, shape)
        inferred = str(result.get_type())
        assert "linear<" in inferred, inferred
        bases = {name: ast.literal_eval(vectors)
                 for name, vectors in re.findall(r"(register|lane|warp|block|offset) = (\[\]|\[\[.*?\]\])", inferred)}
        bases.setdefault("block", [])
        alignment = re.search(r"alignment = (\d+)", inferred)
        return bases, int(alignment.group(1)) if alignment else None

    def check_text(self, text, printed=None, **machine):
        """Triton takes `text` as the type of an argument, verifies it and prints `printed`."""
        module = self.parse(text, **machine)
        assert module.verify(), "does not verify"
        assert str(module.get_function("f").args(0).get_type()) == (printed or text), "prints differently"


def machine_of(bases):
    """Blocks, warps and lanes of the machine that a distributed layout is for."""
    return {"blocks": 1 << len(bases["block"]), "warps": 1 << len(bases["warp"]), "lanes": 1 << len(bases["lane"])}


def ask_distributed(session, case):
    """case: layout (a Gluon class), element, shape; swizzled: the answer is a generic_linear;
    machine: needed where swizzled; accepted: rewrites the printed type to one that parses."""
    attr = case["layout"]._to_ir(session.builder)
    shape = case["shape"]
    printed = str(session.tensor(case["element"], shape, attr))
    accepted = case.get("accepted", lambda text: text)(printed)
    if case.get("swizzled"):
        bases, _ = session.reshaped_layout(accepted, shape, **case["machine"])
    else:
        layout = session.builder.to_linear_layout(attr, shape)
        bases = {"register": layout.reg_bases, "lane": layout.lane_bases, "warp": layout.warp_bases,
                 "block": layout.block_bases}
    session.check_text(accepted, printed, **machine_of(bases))
    line = {"type": printed, "shape": shape, "bases": bases}
    if accepted != printed:  # Triton cannot parse what it prints here
        line["input"] = accepted
    return line


def ask_text(session, case):
    """A tensor type given as text, its layout by reshaping."""
    bases, _ = session.reshaped_layout(case["text"], case["shape"], **case["machine"])
    session.check_text(case["text"], **case["machine"])
    return {"type": case["text"], "shape": case["shape"], "bases": bases}


def ask_shared(session, case):
    attr = case["layout"]._to_ir(session.builder)
    shape = case["shape"]
    text = str(session.shared(case["element"], shape, attr))
    layout = session.builder.to_linear_layout(attr, shape)
    session.check_text(text, blocks=1 << len(layout.block_bases))
    return {"type": text, "shape": shape, "bits": bits_of(case["element"]),
            "bases": {"offset": layout.offset_bases, "block": layout.block_bases}, "alignment": layout.alignment}


def tensor_memory_registers(session, case):
    """The block bases of the registers that Triton would load the memory to, or None."""
    class Layout:
        def _to_ir(self, builder):
            return case["make"](builder)

    found = gluon_ir.compute_tmem_reg_layout(PYTHON_ELEMENTS[case["element"]], case["shape"], case["shape"],
                                             Layout(), 4, "32x32b")
    return {"block": found.block_bases if found else None}


def ask_tensor_memory(session, case):
    """Triton says row and col. It does not show block: that follows from the CGALayout, whose
    vectors count per-block tiles. Where Triton gives registers for loading the memory, their
    block bases must be the same."""
    shape = case["shape"]
    attr = case["make"](session.builder)
    text = str(session.builder.get_tensor_mem_desc_ty(session.element(case["element"]), shape, attr, shape))
    layout = session.builder.to_linear_layout(attr, shape)
    block = block_bases(case["cga"], shape)
    session.check_text(text, blocks=1 << len(block))
    bases = {"row": layout.rows, "col": layout.cols, "block": block}
    assert rank_of(bases, shape) == sum(log2(s) for s in shape), f"not surjective: {text} {bases}"
    registers = in_child(tensor_memory_registers, case)
    assert isinstance(registers, str) or registers["block"] in (None, block), f"{text} {block} {registers}"
    return {"type": text, "shape": shape, "bits": bits_of(case["element"]), "bases": bases}


# ---------------------------------------------------------------------------------------------
# The second oracle: layouts worked out element by element


def log2(n):
    assert n > 0 and n & (n - 1) == 0, n
    return n.bit_length() - 1


def rank_of(bases, shape):
    """Rank over F2 of all basis vectors together."""
    reduced = []
    for vector in itertools.chain(*bases.values()):
        value = 0
        for x, size in zip(vector, shape):
            value = value * size + x
        for other in reduced:
            value = min(value, value ^ other)
        if value:
            reduced.append(value)
    return len(reduced)


def blocks_per_dim(cga, rank):
    """How many parts each dimension of the tensor is cut into."""
    return [2 * max([v[d] for v in cga], default=0) or 1 for d in range(rank)]


def shape_per_block(cga, shape):
    return [max(1, s // n) for s, n in zip(shape, blocks_per_dim(cga, len(shape)))]


def block_bases(cga, shape):
    """Where block 1, 2, 4, ... starts in the tensor; a vector beyond the tensor counts as zero."""
    part = shape_per_block(cga, shape)
    return [[x * p if x * p < s else 0 for x, p, s in zip(v, part, shape)] for v in cga]


def bases_of_table(place_of, shape, dims):
    """place_of: element coordinates -> {dim: index}, a bijection; dims: [(dim, size)].
    The bases, read off at the powers of two; asserts that the whole table is linear."""
    element_at = {}
    for element in itertools.product(*map(range, shape)):
        place = place_of(element)
        element_at[tuple(place[dim] for dim, _ in dims)] = element
    assert len(element_at) == math.prod(shape) == math.prod(size for _, size in dims), "not a bijection"
    bases = {dim: [list(element_at[tuple(1 << k if d == dim else 0 for d, _ in dims)]) for k in range(log2(size))]
             for dim, size in dims}
    for place, element in element_at.items():
        value = [0] * len(shape)
        for (dim, _), index in zip(dims, place):
            for k, vector in enumerate(bases[dim]):
                if index >> k & 1:
                    value = [a ^ b for a, b in zip(value, vector)]
        assert tuple(value) == element, "not linear"
    return bases


def row_major(element, shape, order):
    """The offset of an element where order[0] is contiguous."""
    offset, stride = 0, 1
    for dim in order:
        offset += element[dim] * stride
        stride *= shape[dim]
    return offset


def rotating_offset(element, shape, vec, per_phase, max_phase, order):
    """AMDRotatingSharedEncodingAttr: like a swizzle of vectors of `vec` elements in the
    contiguous dimension, its phase XORed with the number of the group of perPhase * maxPhase
    rows. A phase that would leave the row wraps around."""
    column, row = element[order[0]], element[order[1]] if len(order) > 1 else 0
    phase = row // per_phase % max_phase
    group = row // (per_phase * max_phase) % max_phase
    column ^= vec * (phase ^ group) % shape[order[0]]
    moved = list(element)
    moved[order[0]] = column
    return row_major(moved, shape, order)


def elements_at_offsets(offset_bases, shape):
    """The inverse of explicit offset bases: element -> offset."""
    offset_of = {}
    for offset in range(1 << len(offset_bases)):
        element = [0] * len(shape)
        for k, vector in enumerate(offset_bases):
            if offset >> k & 1:
                element = [a ^ b for a, b in zip(element, vector)]
        offset_of[tuple(element)] = offset
    assert len(offset_of) == 1 << len(offset_bases)
    return offset_of


def define_rotating(session, case):
    """Several blocks: each holds its own part of the tensor, swizzled as if it were alone.
    Triton 3.9 swizzles by the shape of the whole tensor; where its answer differs, it is in
    `triton_bases` ("aborts" where it makes a layout that it refuses itself)."""
    shape, cga, order, (vec, per_phase, max_phase) = case["shape"], case["cga"], case["order"], case["swizzle"]
    machine = {"blocks": 1 << len(cga)}
    session.check_text(case["text"], **machine)
    part = shape_per_block(cga, shape)
    bases = bases_of_table(lambda e: {"offset": rotating_offset(e, part, vec, per_phase, max_phase, order)}, part,
                           [("offset", math.prod(part))])
    bases["block"] = block_bases(cga, shape)
    line = {"type": case["text"], "shape": shape, "bits": bits_of(case["element"]), "bases": bases}
    answer = in_child(lambda other, case: dict(zip(("bases", "alignment"), other.reshaped_layout(
        case["text"], shape, **machine))), case)
    if isinstance(answer, str):
        assert cga and "must be bijective" in answer, answer
        return line | {"oracle": "definition", "triton_bases": "aborts"}
    line["alignment"] = answer["alignment"]
    if not cga:
        assert answer["bases"] == bases, ("the definition differs from Triton", answer, bases)
        return line
    if answer["bases"] != bases:
        line["triton_bases"] = answer["bases"]
    return line | {"oracle": "definition"}


def padded_bases(layout):
    """The linear component of a PaddedSharedLayout, from its parameters."""
    part = shape_per_block(layout.cga_layout, layout.shape)
    offset_of = elements_at_offsets(layout.offset_bases, part)
    bases = bases_of_table(lambda e: {"offset": offset_of[e]}, part, [("offset", math.prod(part))])
    bases["block"] = block_bases(layout.cga_layout, layout.shape)
    return bases


def flattened_padded(session, case):
    """The linear component that Triton infers for a reshape to one dimension."""
    module = session.parse(case["text"], **case["machine"])
    size = math.prod(case["shape"])
    text = str(session.builder.create_memdesc_reshape(session.argument(module), [size]).get_type())
    explicit = re.search(r"offset = (\[\]|\[\[.*?\]\]), block = (\[\]|\[\[.*?\]\])", text)
    if explicit:
        return dict(zip(("offset", "block"), map(ast.literal_eval, explicit.groups())))
    return {"offset": [[1 << k] for k in range(log2(size))], "block": []}


def define_padded(session, case):
    """The short form names an order: check that the offset of every element is the row-major
    one of that order. The long form has the bases in its text. Triton's own linear component
    shows only flattened, in a reshape to one dimension (with several blocks not always); it
    must agree."""
    layout, shape = case["layout"], case["shape"]
    text = str(session.shared(case["element"], shape, layout._to_ir(session.builder)))
    machine = {"blocks": 1 << len(layout.cga_layout)}
    session.check_text(text, **machine)
    bases = padded_bases(layout)
    short = re.search(r"order = (\[.*?\]), shape = (\[.*?\])", text)
    if short:
        order, extent = map(ast.literal_eval, short.groups())
        assert extent == shape
        assert bases == bases_of_table(lambda e: {"offset": row_major(e, shape, order)}, shape,
                                       [("offset", math.prod(shape))]) | {"block": []}
    else:
        assert bases == {name: ast.literal_eval(vectors)
                         for name, vectors in re.findall(r"(offset|block) = (\[\]|\[\[.*?\]\])", text)}
    flat = in_child(flattened_padded, {"text": text, "shape": shape, "machine": machine})
    last_first = list(reversed(range(len(shape))))
    assert isinstance(flat, str) and "must factor into CTA and CGA layouts" in flat or flat == {
        name: [[row_major(v, shape, last_first)] for v in vectors] for name, vectors in bases.items()}, \
        f"Triton's linear component differs: {text} {flat}"
    pairs = [list(p) for p in layout.interval_padding_pairs]
    return {"type": text, "shape": shape, "bits": bits_of(case["element"]), "bases": bases, "paddings": pairs,
            "oracle": "definition"}


def define_partitioned(session, case):
    """PartitionedSharedEncodingAttr: piece p of the partitioned dimension lies in partition
    p mod numPartitions, where it is number p / numPartitions of the pieces that follow each
    other; within the piece the inner layout places the elements, of which each block has its
    part. Triton shows offset and block (not for padded pieces), and they must agree."""
    from triton.experimental.gluon.language.amd.cdna5._layouts import PartitionedSharedLayout
    shape, inner, dim = case["shape"], case["layout"], case["dim"]
    partitions, groups = case["partitions"], case["groups"]
    attr = PartitionedSharedLayout(partitions, groups, dim, inner)._to_ir(session.builder)
    text = str(session.shared(case["element"], shape, attr))
    piece = [s // (partitions * groups) if d == dim else s for d, s in enumerate(shape)]
    padded = isinstance(inner, G.PaddedSharedLayout)
    if padded:
        inner_bases = padded_bases(inner)
    else:
        answer = session.builder.to_linear_layout(inner._to_ir(session.builder), piece)
        inner_bases = {"offset": answer.offset_bases, "block": answer.block_bases}
    blocks = 1 << len(inner_bases["block"])
    session.check_text(text, blocks=blocks)

    # Tell the elements of the first block apart from those of the others.
    part = shape_per_block(inner.cga_layout if hasattr(inner, "cga_layout") else case["cga"], piece)
    inner_offset = elements_at_offsets(inner_bases["offset"], piece)
    assert all(c < p for e in inner_offset for c, p in zip(e, part)) and len(inner_offset) == math.prod(part)
    whole = [p * partitions * groups if d == dim else p for d, p in enumerate(part)]

    def place(element):
        number, rest = divmod(element[dim], part[dim])
        within = inner_offset[element[:dim] + (rest, ) + element[dim + 1:]]
        return {"offset": number // partitions * math.prod(part) + within, "partition": number % partitions}

    bases = bases_of_table(place, whole, [("offset", math.prod(part) * groups), ("partition", partitions)])
    # `whole` leaves out the parts of the other blocks: put their room back into the pieces.
    spread = piece[dim] // part[dim]
    widen = lambda c: c % part[dim] + c // part[dim] * part[dim] * spread
    bases = {name: [[widen(c) if d == dim else c for d, c in enumerate(v)] for v in vectors]
             for name, vectors in bases.items()}
    bases["block"] = inner_bases["block"]
    assert rank_of(bases, shape) == sum(log2(s) for s in shape), "not surjective"
    line = {"type": text, "shape": shape, "bits": bits_of(case["element"]), "bases": bases, "oracle": "definition"}
    if padded:
        return line | {"paddings": [list(p) for p in inner.interval_padding_pairs]}
    answer = session.builder.to_linear_layout(attr, shape)
    assert (answer.offset_bases, answer.block_bases) == (bases["offset"], bases["block"]), \
        f"Triton differs: {answer.offset_bases} {answer.block_bases} not {bases} for {text}"
    return line | {"alignment": answer.alignment}


# ---------------------------------------------------------------------------------------------
# Random inputs


def power(rng, low, high):
    return 1 << rng.randint(low, high)


def split(rng, total_log, rank):
    """2**total_log as a product of `rank` powers of two."""
    parts = [0] * rank
    for _ in range(total_log):
        parts[rng.randrange(rank)] += 1
    return [1 << p for p in parts]


def random_shape(rng, rank, low, high, cap=14):
    while True:
        logs = [rng.randint(low, high) for _ in range(rank)]
        if sum(logs) <= cap:
            return [1 << x for x in logs]


def random_order(rng, rank):
    order = list(range(rank))
    rng.shuffle(order)
    return order


def random_cga(rng, rank, count=None):
    """1 to 3 vectors: unit steps in some dimensions, zeros for blocks with copies."""
    vectors, done = [], [0] * rank
    for _ in range(count or rng.randint(1, 3)):
        vector = [0] * rank
        if rng.random() < 0.75:
            dim = rng.randrange(rank)
            vector[dim] = 1 << done[dim]
            done[dim] += 1
        vectors.append(vector)
    if rng.random() < 0.3:
        rng.shuffle(vectors)
    return vectors


def maybe_cga(rng, rank, cga):
    return random_cga(rng, rank) if cga else []


def unit_vectors(shape):
    """All basis vectors of a tensor of that shape, dimension by dimension."""
    return [[1 << k if i == d else 0 for i in range(len(shape))] for d in range(len(shape)) for k in
            range(log2(shape[d]))]


def with_zeros(rng, vectors, rank, chance=0.15):
    """Some zero vectors in between: several holders of the same element."""
    result = []
    for vector in vectors:
        if rng.random() < chance:
            result.append([0] * rank)
        result.append(vector)
    return result


def random_bases(rng, cga):
    """register, lane, warp and block bases of a layout that is a permutation apart from zeros,
    and the shape that they cover."""
    rank = rng.choice([1, 2, 2, 3])
    lanes, warps = rng.choice([5, 5, 5, 6]), rng.randint(0, 3)
    shape = random_shape(rng, rank, 1, 6, 13)
    vectors = unit_vectors(shape)
    rng.shuffle(vectors)
    vectors = with_zeros(rng, vectors, rank)
    blocks = rng.randint(1, 3) if cga else 0
    vectors += [[0] * rank] * max(0, lanes + warps + blocks - len(vectors))
    bases = {"block": [], "lane": [], "warp": [], "register": []}
    if cga and rng.random() < 0.5:  # blocks hold the high bits, as the CGALayout of other layouts does
        bases["block"] = [v for v in vectors if any(2 * x == s for x, s in zip(v, shape)) or not any(v)][:blocks]
        for vector in bases["block"]:
            vectors.remove(vector)
    while len(bases["block"]) < blocks:
        bases["block"].append(vectors.pop())
    bases["lane"], vectors = vectors[:lanes], vectors[lanes:]
    bases["lane"] += [[0] * rank] * (lanes - len(bases["lane"]))
    bases["warp"], bases["register"] = vectors[:warps], vectors[warps:]
    bases["warp"] += [[0] * rank] * (warps - len(bases["warp"]))
    bases["register"] = [v for v in bases["register"] if any(v)]
    return bases, shape


def resized(rng, shape, low=-2, high=2):
    """A tensor smaller or larger than its layout, sometimes."""
    if rng.random() < 0.4:
        return shape
    return [max(1, s << k if k > 0 else s >> -k) for s in shape for k in [rng.randint(low, high)]]


def draw_linear(rng, cga=False):
    bases, shape = random_bases(rng, cga)
    layout = G.DistributedLinearLayout(bases["register"], bases["lane"], bases["warp"], bases["block"], shape)
    return {"layout": layout, "shape": resized(rng, shape), "element": rng.choice(list(ELEMENTS))}


def draw_generic_linear(rng, cga=False):
    """Warps swizzled by adding other vectors to theirs; sometimes warps with equal vectors."""
    bases, shape = random_bases(rng, cga)
    others = [v for v in bases["register"] + bases["lane"] + bases["block"] if any(v)]
    for i, vector in enumerate(bases["warp"]):
        for _ in range(rng.randint(0, 2)):
            if others:
                vector = [a ^ b for a, b in zip(vector, rng.choice(others))]
        bases["warp"][i] = vector
    shape = resized(rng, shape)
    names = ", ".join(f"{name} = {bases[name]}" for name in ("register", "lane", "warp", "block"))
    element = rng.choice(list(ELEMENTS))
    text = f"tensor<{'x'.join(map(str, shape))}x{element}, #ttg.generic_linear<{{{names}}}>>"
    return {"text": text, "shape": shape, "machine": machine_of(bases)}


def random_blocked(rng, rank, cga=False):
    spread = [1 << rng.choice([0, 0, 1, 2, 3]) for _ in range(rank)]
    return G.BlockedLayout(spread, split(rng, rng.choice([5, 5, 5, 6]), rank), split(rng, rng.randint(0, 3), rank),
                           random_order(rng, rank), maybe_cga(rng, rank, cga))


def random_mma_v2(rng, rank, cga=False, instr=(16, 8)):
    return G.NVMMADistributedLayout([2, 0], split(rng, rng.randint(0, 3), rank), [1] * (rank - 2) + list(instr),
                                    maybe_cga(rng, rank, cga))


def random_mma_v3(rng, cga=False):
    return G.NVMMADistributedLayout([3, 0], [power(rng, 2, 3), power(rng, 0, 1)],
                                    [16, power(rng, 3, 8), rng.choice([8, 16, 32])], maybe_cga(rng, 2, cga))


def random_mfma(rng, rank, cga=False, width=None, shapes=((32, 32), (16, 16), (64, 4), (4, 64))):
    m, n = rng.choice(shapes)
    k = {32: rng.choice([8, 16]), 16: rng.choice([16, 32]), 64: 4, 4: 4}[m]
    width = width or rng.choice([32, 64])
    if width == 64:
        m, n, k = 16, 16, 4
    tiles = [1] * (rank - 2) + [power(rng, 0, 1), power(rng, 0, 1)]
    if rng.random() < 0.4:
        tiles = None
    return A.AMDMFMALayout(rng.randint(1, 4), [m, n, k], bool(rng.getrandbits(1)),
                           split(rng, rng.randint(0, 3), rank), width, tiles, maybe_cga(rng, rank, cga))


def random_wmma(rng, rank, cga=False, registers=True):
    """A ctaLayout: unit vectors dealt to registers and warps; warps sometimes swizzled.
    Returns the layout and whether it is swizzled."""
    version = rng.randint(1, 3)
    instr = {1: [[16, 16, 16]], 2: [[16, 16, 16], [16, 16, 32]],
             3: [[16, 16, 4], [16, 16, 32], [16, 16, 64], [16, 16, 128], [32, 16, 64], [32, 16, 128]]}[version]
    swizzled = rng.random() < 0.4
    vectors = unit_vectors(split(rng, rng.randint(3 if swizzled else 0, 5), rank))
    rng.shuffle(vectors)
    warp = with_zeros(rng, vectors[:3], rank, 0.1)[:3]
    used = [v for v in warp if any(v)]
    register = [v for v in vectors if v not in used]
    if registers and (swizzled or rng.random() < 0.5):
        register += warp[:1]
        warp = warp[1:]
    register = [v for v in register if any(v)]
    swizzled = swizzled and bool(register) and bool(warp)
    if swizzled:
        i = rng.randrange(len(warp))
        warp[i] = [a ^ b for a, b in zip(warp[i], rng.choice(register))]
    layout = A.AMDWMMALayout(version, bool(rng.getrandbits(1)), warp, register, rng.choice(instr),
                             maybe_cga(rng, rank, cga), rank)
    return layout, swizzled


def accepted_wmma(rank):
    """Triton 3.9 prints neither the rank of a ctaLayout nor an empty list of warps, and needs both."""
    def rewrite(text):
        text = text.replace("ctaLayout = {}", "ctaLayout = {warp = []}")
        text = re.sub(r"ctaLayout = \{(register = [^}w]*)\}", r"ctaLayout = {\1, warp = []}", text)
        if rank != 2:
            text = re.sub(r"(ctaLayout = \{[^}]*\})", rf"\1, rank = {rank}", text)
        return text
    return rewrite


def wmma_case(rng, rank, cga, dot, registers=True):
    layout, swizzled = random_wmma(rng, rank, cga, registers)
    machine = {"blocks": 1 << len(layout.cga_layout), "warps": 1 << len(layout.warp_bases), "lanes": 32}
    if dot:
        width = rng.choice({1: [8, 16], 2: [4, 8, 16], 3: [2, 4, 8, 16]}[layout.version])
        layout = G.DotOperandLayout(rng.randint(0, 1), layout, width)
    shape = [power(rng, 0, 3)] * (rank - 2) + random_shape(rng, 2, 4 if rng.random() < 0.3 else 6, 8, 15)
    return {"layout": layout, "shape": shape, "element": rng.choice(elements_of(8, 16, 32)), "swizzled": swizzled,
            "machine": machine, "accepted": accepted_wmma(rank)}


def draw_wmma_register(rng):
    return wmma_case(rng, rng.choice([2, 2, 3]), False, rng.random() < 0.4)


def draw_wmma_36(rng):
    """Triton 3.6: warps and tiles per warp by dimension, in place of a ctaLayout."""
    rank = rng.choice([2, 2, 2, 3])
    version = rng.randint(1, 3)
    instr = {1: [[16, 16, 16]], 2: [[16, 16, 16], [16, 16, 32]],
             3: [[16, 16, 4], [16, 16, 32], [16, 16, 64], [16, 16, 128], [32, 16, 64], [32, 16, 128]]}[version]
    tiles = [1] * (rank - 2) + [power(rng, 0, 1), power(rng, 0, 2)] if rng.random() < 0.6 else None
    cga = random_cga(rng, rank) if rng.random() < 0.25 else []
    layout = A.AMDWMMALayout(version, bool(rng.getrandbits(1)), split(rng, rng.randint(0, 3), rank),
                             rng.choice(instr), tiles, cga)
    if rng.random() < 0.4:
        layout = G.DotOperandLayout(rng.randint(0, 1), layout, rng.choice([2, 4, 8, 16]))
    shape = [power(rng, 0, 3)] * (rank - 2) + random_shape(rng, 2, 4, 8, 13)
    return {"layout": layout, "shape": shape, "element": rng.choice(elements_of(8, 16, 32))}


def draw_mma_fp64(rng):
    rank = rng.choice([2, 2, 3])
    layout = random_mma_v2(rng, rank, rng.random() < 0.2, rng.choice([(8, 8), (16, 8)]))
    if rng.random() < 0.6:
        layout = G.DotOperandLayout(rng.randint(0, 1), layout, rng.choice([1, 1, 2]))
    shape = [power(rng, 0, 2)] * (rank - 2) + random_shape(rng, 2, 2, 7)
    return {"layout": layout, "shape": shape, "element": "f64"}


def draw_mfma_batch(rng):
    rank = rng.choice([3, 3, 2])
    layout = random_mfma(rng, rank)
    shape = [power(rng, 0, 3)] * (rank - 2) + random_shape(rng, 2, 4, 8, 13)
    element = rng.choice(["f64"] if layout.element_bitwidth == 64 else elements_of(8, 16, 32))
    if rng.random() < 0.4:
        layout = G.DotOperandLayout(rng.randint(0, 1), layout, rng.choice([1, 4, 8, 16]))
    return {"layout": layout, "shape": shape, "element": element}


def draw_slice_cga(rng):
    """Of blocked, of mma, and slices of slices."""
    rank = rng.choice([2, 2, 3])
    parent = rng.choice([random_blocked, random_blocked, random_mma_v2])(rng, rank, True)
    if rank == 2 and rng.random() < 0.2:
        parent = random_mma_v3(rng, True)
    if isinstance(parent, G.NVMMADistributedLayout) and parent.version[0] == 2 and rng.random() < 0.3:
        parent = G.DotOperandLayout(rng.randint(0, 1), parent, power(rng, 0, 3))
    layout = G.SliceLayout(rng.randrange(rank), parent)
    rank -= 1
    if rank == 2 and rng.random() < 0.5:
        layout = G.SliceLayout(rng.randrange(2), layout)
        rank = 1
    return {"layout": layout, "shape": random_shape(rng, rank, 2, 8), "element": rng.choice(list(ELEMENTS))}


def draw_distributed(make, widths=(1, 8, 16, 32, 64), low=2, high=8):
    """make: rng, rank -> layout, of rank 2 or 3."""
    def draw(rng):
        rank = rng.choice([2, 2, 2, 3])
        layout = make(rng, rank)
        shape = [power(rng, 0, 3)] * (layout.rank - 2) + random_shape(rng, 2, low, high)
        return {"layout": layout, "shape": shape, "element": rng.choice(elements_of(*widths))}
    return draw


def random_swizzle(rng):
    return power(rng, 0, 4), power(rng, 0, 3), power(rng, 0, 4)


def draw_swizzled_cga(rng):
    rank = rng.choice([1, 2, 2, 3])
    layout = G.SwizzledSharedLayout(*random_swizzle(rng), random_order(rng, rank), random_cga(rng, rank))
    return {"layout": layout, "shape": random_shape(rng, rank, 3, 8, 14),
            "element": rng.choice(elements_of(8, 16, 32, 64))}


def draw_rotating(rng, cga=False):
    rank = rng.choice([2, 2, 2, 3])
    swizzle, order, cga = random_swizzle(rng), random_order(rng, rank), maybe_cga(rng, rank, cga)
    shape, element = random_shape(rng, rank, 3 if cga else 1, 7, 12), rng.choice(elements_of(8, 16, 32, 64))
    tail = f", CGALayout = {cga}" if cga else ""
    text = (f"!ttg.memdesc<{'x'.join(map(str, shape))}x{element}, #ttg.amd_rotating_shared<{{vec = {swizzle[0]}, "
            f"perPhase = {swizzle[1]}, maxPhase = {swizzle[2]}, order = {order}{tail}}}>, #ttg.shared_memory, mutable>")
    return {"text": text, "shape": shape, "element": element, "cga": cga, "order": order, "swizzle": swizzle}


def draw_nvmma(rng, cga=False):
    """All ranks; shapes around the size of one swizzle atom, where Triton accepts them."""
    rank = rng.choice([2, 2, 2, 3]) if cga else rng.choice([1, 2, 2, 3, 3])
    fp4 = rank > 1 and rng.random() < 0.2
    element = "i8" if fp4 else rng.choice(elements_of(8, 16, 32, 64))
    swizzle = 128 if fp4 else 0 if rank == 1 else rng.choice([0, 0, 32, 64, 128])
    shape = [power(rng, 1, 4)] * (rank - 2) + [power(rng, 1, 7), power(rng, 6 if fp4 else 1, 8)]
    layout = G.NVMMASharedLayout(swizzle, bits_of(element), rank, bool(rng.getrandbits(1)) and rng.random() < 0.8, fp4,
                                 maybe_cga(rng, rank, cga))
    return {"layout": layout, "shape": shape[-rank:], "element": element}


def draw_shared_linear_cga(rng):
    """Offsets swizzled; blocks have unit vectors or zeros."""
    rank = rng.choice([1, 2, 2, 3])
    shape = random_shape(rng, rank, 2, 6, 12)
    vectors = unit_vectors(shape)
    blocks = []
    for _ in range(rng.randint(1, 3)):
        high = [v for v in vectors if any(2 * x == s for x, s in zip(v, shape))] if rng.random() < 0.7 else vectors
        if rng.random() < 0.25 or not high or len(vectors) < 3:
            blocks.append([0] * rank)
        else:
            blocks.append(rng.choice(high))
            vectors.remove(blocks[-1])
    rng.shuffle(vectors)
    for _ in range(rng.randint(0, 6)):
        i, j = rng.sample(range(len(vectors)), 2)
        vectors[i] = [a ^ b for a, b in zip(vectors[i], vectors[j])]
    layout = G.SharedLinearLayout(vectors, blocks, power(rng, 4, 10))
    return {"layout": layout, "shape": shape, "element": rng.choice(elements_of(8, 16, 32, 64))}


def random_padded(rng, shape, cga, identity):
    intervals = rng.sample([4, 8, 16, 32, 64, 128, 256, 512], rng.randint(1, 3))
    pairs = [[interval, power(rng, 0, 4)] for interval in intervals]
    layout = G.PaddedSharedLayout.with_identity_for(pairs, shape, random_order(rng, len(shape)), cga)
    if identity:
        return layout
    vectors = list(layout.offset_bases)
    rng.shuffle(vectors)
    return G.PaddedSharedLayout(pairs, vectors, cga, shape)


def draw_padded(rng, cga=None):
    """Short form (an order) and long form (bases); cga: None for sometimes."""
    rank = rng.choice([1, 2, 2, 3])
    cga = maybe_cga(rng, rank, cga if cga is not None else rng.random() < 0.25)
    shape = random_shape(rng, rank, 3 if cga else 1, 7, 12)
    return {"layout": random_padded(rng, shape, cga, rng.random() < 0.5), "shape": shape,
            "element": rng.choice(elements_of(8, 16, 32, 64))}


def draw_partitioned(rng, cga=False):
    """Over swizzled, padded, nvmma and linear pieces."""
    rank = rng.choice([1, 2, 2, 2, 3])
    element = rng.choice(elements_of(8, 16, 32))
    partitions, groups, dim = power(rng, 1, 2), power(rng, 0, 2), rng.randrange(rank)
    cga = maybe_cga(rng, rank, cga)
    piece = random_shape(rng, rank, 3, 6, 10)
    shape = [s * partitions * groups if d == dim else s for d, s in enumerate(piece)]
    kind = rng.choice(["swizzled", "swizzled", "padded", "padded", "nvmma", "linear"])
    if kind == "padded":
        inner = random_padded(rng, piece, cga, rng.random() < 0.6)
    elif kind == "nvmma":
        inner = G.NVMMASharedLayout(rng.choice([0, 32, 64, 128]), bits_of(element), rank, False, False, cga)
    elif kind == "linear":
        vectors = [v for v in unit_vectors(shape_per_block(cga, piece))]
        rng.shuffle(vectors)
        inner = G.SharedLinearLayout(vectors, block_bases(cga, piece), 16)
    else:
        inner = G.SwizzledSharedLayout(*random_swizzle(rng), random_order(rng, rank), cga)
    return {"layout": inner, "cga": cga, "shape": shape, "element": element, "partitions": partitions,
            "groups": groups, "dim": dim}


def draw_tensor_memory(rng):
    element = rng.choice(elements_of(8, 16, 32))
    block = [rng.choice([64, 128]), power(rng, 1, 8)]
    stride = rng.choice([c for c in (1, 2, 4) if c * bits_of(element) <= 32])
    fp4 = bits_of(element) == 8 and stride == 1 and rng.random() < 0.7
    cga = random_cga(rng, 2) if rng.random() < 0.5 else []
    two = rng.random() < 0.35
    if two:
        cga = [[1, 0]] + [[2 * v[0], v[1]] for v in (cga[:2] if rng.random() < 0.5 else [])]
    parts = blocks_per_dim(cga, 2)
    shape = [block[0] * power(rng, 0, 2) * parts[0], block[1] * power(rng, 0, 2) * parts[1]]
    if two and rng.random() < 0.2:
        shape[0] //= 2
    if math.prod(shape) > 1 << 16:
        shape[1] = block[1] * parts[1]
    return {"make": lambda b: b.get_tensor_memory_layout(block, stride, cga, two, fp4), "cga": cga, "shape": shape,
            "element": element}


def draw_tensor_memory_scales(rng):
    cga = random_cga(rng, 2) if rng.random() < 0.4 else []
    order = rng.choice(["mnThenK", "kThenMn"])
    shape = [power(rng, 4, 9), power(rng, 0, 5)]
    return {"make": lambda b: b.get_tensor_memory_scales_layout(cga, order), "cga": cga, "shape": shape,
            "element": rng.choice(elements_of(8))}


def dot(make, widths):
    return lambda rng, rank: G.DotOperandLayout(rng.randint(0, 1), make(rng, rank), rng.choice(widths))


# File -> (how to draw a candidate, how to find its layout)
FILES_36 = {"distributed-wmma-3.6": (draw_wmma_36, ask_distributed)}
FILES_39 = {
    "distributed-linear": (draw_linear, ask_distributed),
    "distributed-generic_linear": (draw_generic_linear, ask_text),
    "distributed-mma-fp64": (draw_mma_fp64, ask_distributed),
    "distributed-mfma-batch": (draw_mfma_batch, ask_distributed),
    "distributed-wmma-register": (draw_wmma_register, ask_distributed),
    "distributed-linear-cga": (lambda rng: draw_linear(rng, True), ask_distributed),
    "distributed-generic_linear-cga": (lambda rng: draw_generic_linear(rng, True), ask_text),
    "distributed-slice-cga": (draw_slice_cga, ask_distributed),
    "distributed-dot_op-blocked-cga":
    (draw_distributed(dot(lambda rng, rank: random_blocked(rng, rank, True), [0])), ask_distributed),
    "distributed-dot_op-mma_v2-cga":
    (draw_distributed(dot(lambda rng, rank: random_mma_v2(rng, rank, True), [1, 2, 4, 8]), (8, 16, 32)),
     ask_distributed),
    "distributed-dot_op-mma_v3-cga":
    (draw_distributed(lambda rng, rank: G.DotOperandLayout(0, random_mma_v3(rng, True), power(rng, 0, 2)),
                      (8, 16, 32), 4),
     ask_distributed),
    "distributed-dot_op-mfma-cga":
    (draw_distributed(dot(lambda rng, rank: random_mfma(rng, rank, True), [4, 8, 16]), (8, 16, 32, 64), 4),
     ask_distributed),
    "distributed-dot_op-wmma-cga": (lambda rng: wmma_case(rng, rng.choice([2, 2, 3]), True, True), ask_distributed),
    "distributed-nvidia_mma_v2-cga":
    (draw_distributed(lambda rng, rank: random_mma_v2(rng, rank, True), (16, 32)), ask_distributed),
    "distributed-nvidia_mma_v3-cga":
    (draw_distributed(lambda rng, rank: random_mma_v3(rng, True), (16, 32), 3), ask_distributed),
    "distributed-amd_mfma-cga":
    (draw_distributed(lambda rng, rank: random_mfma(rng, rank, True), (32, 64), 4), ask_distributed),
    "distributed-amd_wmma-cga": (lambda rng: wmma_case(rng, rng.choice([2, 2, 3]), True, False), ask_distributed),
    "shared-padded": (draw_padded, define_padded),
    "shared-rotating": (draw_rotating, define_rotating),
    "shared-partitioned": (draw_partitioned, define_partitioned),
    "shared-nvmma": (draw_nvmma, ask_shared),
    "shared-swizzled-cga": (draw_swizzled_cga, ask_shared),
    "shared-rotating-cga": (lambda rng: draw_rotating(rng, True), define_rotating),
    "shared-nvmma-cga": (lambda rng: draw_nvmma(rng, True), ask_shared),
    "shared-shared_linear-cga": (draw_shared_linear_cga, ask_shared),
    "shared-padded-cga": (lambda rng: draw_padded(rng, True), define_padded),
    "shared-partitioned-cga": (lambda rng: draw_partitioned(rng, True), define_partitioned),
    "tmem-memory": (draw_tensor_memory, ask_tensor_memory),
    "tmem-scales": (draw_tensor_memory_scales, ask_tensor_memory),
}


# ---------------------------------------------------------------------------------------------


def in_child(find, case):
    """find(session, case) in a forked child: its line, or a text that says what went wrong."""
    read, write = os.pipe()
    with tempfile.TemporaryFile() as log:
        child = os.fork()
        if child == 0:
            os.dup2(log.fileno(), 2)
            signal.alarm(60)
            try:
                answer = find(Session(), case)
            except BaseException as error:  # noqa: B902 - whatever it was, the parent wants its text
                answer = f"{type(error).__name__}: {error}"
            with os.fdopen(write, "w") as pipe:
                json.dump(answer, pipe)
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            text = pipe.read()
        os.waitpid(child, 0)
        log.seek(0)
        noise = log.read().decode(errors="replace")
    answer = json.loads(text) if text else "aborted: "
    return answer if isinstance(answer, dict) else answer + " | " + noise


def make_file(name, seed):
    draw, find = (FILES_36 | FILES_39)[name]
    rng = random.Random(f"{seed} {name}")
    lines, refused = {}, collections.Counter()
    for _ in range(MAX_DRAWS):
        if len(lines) == CASES_PER_FILE:
            break
        try:
            case = draw(rng)
        except AssertionError as error:  # the Gluon class refuses it
            refused[f"draw: {error}"[:160]] += 1
            continue
        answer = in_child(find, case)
        if isinstance(answer, str):
            refused[re.sub(r"/tmp/\S*|\d+", "#", answer)[:240].replace("\n", " ")] += 1
            continue
        answer.setdefault("oracle", f"triton {triton.__version__}")
        if VERSION == "3.6":
            answer["triton"] = VERSION
        lines.setdefault(answer["type"], answer)
    return list(lines.values()), refused


def main():
    out, seed = os.path.join(sys.argv[1], "cases"), int(sys.argv[2])
    wanted = sys.argv[3:]  # names of files, to make only those
    os.makedirs(out, exist_ok=True)
    for name in FILES_36 if VERSION == "3.6" else FILES_39:
        if wanted and name not in wanted:
            continue
        lines, refused = make_file(name, seed)
        with open(os.path.join(out, name + ".jsonl"), "w") as file:
            for line in lines:
                file.write(json.dumps(line) + "\n")
        print(f"{name}: {len(lines)} cases, {sum(refused.values())} refused", flush=True)
        for reason, count in refused.most_common(8):
            print(f"    {count} x {reason}", flush=True)


if __name__ == "__main__":
    main()
