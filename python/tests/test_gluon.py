"""Gluon's layout objects are the attributes that Triton makes of them, where it is installed."""

import re

import numpy as np
import pytest

import heddle
from heddle import encodings
from heddle._gluon import from_gluon

triton = pytest.importorskip("triton")
gl = pytest.importorskip("triton.experimental.gluon.language")
amd = pytest.importorskip("triton.experimental.gluon.language.amd")
blackwell = pytest.importorskip("triton.experimental.gluon.language.nvidia.blackwell")
libtriton = pytest.importorskip("triton._C.libtriton")

RELEASE = ".".join(triton.__version__.split(".")[:2])
OLD = RELEASE == "3.6"
CONTEXT = libtriton.ir.context()
libtriton.ir.load_dialects(CONTEXT)
BUILDER = libtriton.gluon_ir.GluonOpBuilder(CONTEXT)


def type_of(layout, shape):
    """A type with the layout, whose elements have the width that it wants."""
    attribute = layout._to_ir(BUILDER)
    if isinstance(layout, (blackwell.TensorMemoryLayout, blackwell.TensorMemoryScalesLayout)):
        return BUILDER.get_tensor_mem_desc_ty(BUILDER.get_int8_ty(), shape, attribute, shape)
    if "Shared" in type(layout).__name__:
        elements = {8: BUILDER.get_int8_ty, 16: BUILDER.get_half_ty, 32: BUILDER.get_float_ty,
                    64: BUILDER.get_double_ty}[getattr(layout, "element_bitwidth", 16)]
        return BUILDER.get_shared_mem_desc_ty(elements(), shape, attribute, shape)
    return BUILDER.get_distributed_ty(BUILDER.get_half_ty(), shape, attribute)


def printed(layout, shape):
    """What Triton prints of the layout's attribute, without aliases."""
    module = BUILDER.create_module()
    function = BUILDER.get_function_ty([type_of(layout, shape)], [])
    module.push_back(BUILDER.get_or_insert_function(module, "f", function, "private", False))
    text = str(module)
    aliases = dict(re.findall(r"^(#\w+) = (.*)$", text, re.M))
    argument = re.search(r"@f\((.*?)\) attributes", text)[1]
    while found := re.search(r"#\w+\b(?!\.)", argument):
        argument = argument.replace(found[0], aliases[found[0]])
    inside = re.fullmatch(r"(?:tensor|!ttg\.memdesc)<[0-9x]+x[a-z]+[0-9]+, (.*)>", argument)[1]
    return inside.split(", #ttg.shared_memory")[0].split(", #ttng.tensor_memory, ")[0]


def powers(random, rank, most):
    return [1 << int(random.integers(most + 1)) for _ in range(rank)]


def blocks(random, rank):
    """Bases of the blocks of a cluster: units of an axis, or copies."""
    units = [1] * rank
    bases = []
    for _ in range(int(random.integers(3))):
        axis = int(random.integers(rank))
        bases.append([units[axis] if i == axis else 0 for i in range(rank)])
        units[axis] *= 2
    return bases


def bit_bases(random, shape):
    """The unit vectors of all bits of a shape, shuffled."""
    bases = [[1 << bit if i == axis else 0 for i in range(len(shape))]
             for axis, size in enumerate(shape) for bit in range(size.bit_length() - 1)]
    return [bases[i] for i in random.permutation(len(bases))]


def draw_blocked(random, rank=None):
    rank = rank or int(random.integers(1, 4))
    return gl.BlockedLayout(powers(random, rank, 2), powers(random, rank, 2),
                            powers(random, rank, 1),
                            [int(i) for i in random.permutation(rank)], blocks(random, rank))


def draw_mma(random, rank=2):
    if rank == 2 and random.integers(2):
        return gl.NVMMADistributedLayout([3, 0], [4, 1 << int(random.integers(2))],
                                         [16, 8 << int(random.integers(4)), 16],
                                         blocks(random, 2))
    return gl.NVMMADistributedLayout([2, 0], [1] * (rank - 2) + powers(random, 2, 2),
                                     [1] * (rank - 2) + [16, 8], blocks(random, rank))


def draw_mfma(random, rank=2):
    shape = [[32, 32, 8], [16, 16, 16], [4, 64, 16]][int(random.integers(3))]
    tiles = powers(random, rank, 1) if shape[0] != 4 and rank == 2 else None
    return amd.AMDMFMALayout(int(random.integers(1, 5)), shape, bool(random.integers(2)),
                             powers(random, rank, 1), 32 << int(random.integers(2)), tiles,
                             blocks(random, rank))


def draw_wmma(random, rank=2):
    version = int(random.integers(1, 4))
    shape = [16, 16, 32] if version == 3 else [16, 16, 16]
    transposed = bool(random.integers(2))
    if OLD:
        tiles = None if version < 3 else [1] * (rank - 2) + powers(random, 2, 1)
        return amd.AMDWMMALayout(version, transposed, powers(random, rank, 1), shape, tiles,
                                 blocks(random, rank))
    bases = bit_bases(random, [1] * (rank - 2) + [4, 4])
    return amd.AMDWMMALayout(version, transposed, bases[:2], bases[2:], shape,
                             blocks(random, rank), rank)


def draw_operand(random):
    index = int(random.integers(2))
    draw, width = [(draw_mma, 1 << int(random.integers(1, 3))), (draw_mfma, 4), (draw_wmma, 8),
                   (lambda random: draw_blocked(random, 2), 0)][int(random.integers(4))]
    parent = draw(random)
    is_wgmma = getattr(parent, "version", None) == [3, 0]
    return gl.DotOperandLayout(0 if is_wgmma else index, parent, width)


def draw_slice(random):
    draw = [draw_blocked, draw_mma, draw_mfma][int(random.integers(3))]
    rank = int(random.integers(2, 4))
    return gl.SliceLayout(int(random.integers(rank)), draw(random, rank))


def draw_linear(random):
    bases = bit_bases(random, [32, 64])
    return gl.DistributedLinearLayout(bases[:4], bases[4:9], bases[9:], [], [32, 64])


def draw_generic_linear(random):
    if OLD:
        pytest.skip("Triton 3.6 has no generic_linear")
    bases = bit_bases(random, [32, 64])
    bases[9] = [x ^ y for x, y in zip(bases[9], bases[0])]
    return gl.DistributedLinearLayout(bases[:4], bases[4:9], bases[9:], [], [32, 64])


def draw_nvmma_shared(random):
    rank = int(random.integers(2, 4))
    if random.integers(4) == 0:
        return gl.NVMMASharedLayout(128, 8, rank, False, True, blocks(random, rank))
    return gl.NVMMASharedLayout([0, 32, 64, 128][int(random.integers(4))],
                                8 << int(random.integers(4)), rank, bool(random.integers(2)),
                                False, blocks(random, rank))


def draw_swizzled(random):
    rank = int(random.integers(1, 4))
    return gl.SwizzledSharedLayout(*powers(random, 3, 3),
                                   [int(i) for i in random.permutation(rank)],
                                   blocks(random, rank))


def draw_padded(random):
    paddings = [[64 << i, 1 << int(random.integers(4))] for i in range(int(random.integers(1, 3)))]
    if random.integers(2):
        return gl.PaddedSharedLayout.with_identity_for(paddings, [32, 64], [1, 0])
    has_blocks = bool(random.integers(2))
    return gl.PaddedSharedLayout(paddings, bit_bases(random, [16 if has_blocks else 32, 64]),
                                 [[16 if OLD else 1, 0]] if has_blocks else [], [32, 64])


def draw_shared_linear(random):
    has_blocks = bool(random.integers(2))
    bases = bit_bases(random, [16 if has_blocks else 32, 64])
    for _ in range(4):
        a, b = (int(i) for i in random.permutation(len(bases))[:2])
        bases[a] = [x ^ y for x, y in zip(bases[a], bases[b])]
    return gl.SharedLinearLayout(bases, [[16, 0]] if has_blocks else [],
                                 16 << int(random.integers(4)))


def draw_tensor_memory(random):
    two = bool(random.integers(2))
    block = (64 << int(random.integers(2)), 8 << int(random.integers(4)))
    stride = 1 << int(random.integers(3))
    if OLD:
        return blackwell.TensorMemoryLayout(block, stride, (2, 1) if two else None, two)
    return blackwell.TensorMemoryLayout(block, stride, [[1, 0]] if two else [], two,
                                        stride == 1 and bool(random.integers(2)))


def draw_scales(random):
    if OLD:
        return blackwell.TensorMemoryScalesLayout([None, (2, 1), (1, 2)][int(random.integers(3))])
    rubin = pytest.importorskip("triton.experimental.gluon.language.nvidia.rubin")
    blocks = [[], [[1, 0]], [[0, 1]]][int(random.integers(3))]
    order = ["mnThenK", "kThenMn"][int(random.integers(2))]
    return [blackwell.TensorMemoryScalesLayout(blocks),
            rubin.TensorMemoryScalesLayout(blocks, order)][int(random.integers(2))]


def draw_partitioned(random):
    cdna = pytest.importorskip("triton.experimental.gluon.language.amd.cdna5")
    inner = draw_padded(random) if random.integers(2) else gl.SwizzledSharedLayout(8, 1, 8, [1, 0])
    return cdna.PartitionedSharedLayout(2, 1 << int(random.integers(3)), int(random.integers(2)),
                                        inner)


def shape_for(layout, rank):
    if isinstance(layout, (gl.PaddedSharedLayout, gl.DistributedLinearLayout)):
        return list(layout.shape)
    if isinstance(layout, gl.SharedLinearLayout):
        return [32, 64]
    if isinstance(layout, gl.NVMMASharedLayout):
        return [512] * rank
    return [4] * (rank - 2) + [256, 256][-rank:]


DRAWS = [draw_blocked, draw_mma, draw_mfma, draw_wmma, draw_operand, draw_slice, draw_linear,
         draw_generic_linear, draw_nvmma_shared, draw_swizzled, draw_padded, draw_shared_linear,
         draw_tensor_memory, draw_scales, draw_partitioned]
# Triton has no bases of these for Python; 3.6 has none of shared memory.
WITHOUT_MEANING = [draw_generic_linear, draw_padded, draw_tensor_memory, draw_scales,
                   draw_partitioned] + (
    [draw_nvmma_shared, draw_swizzled, draw_shared_linear] if OLD else [])


def meaning(layout, shape):
    """The bases of what Triton makes of a layout of registers or of shared memory."""
    linear = BUILDER.to_linear_layout(layout._to_ir(BUILDER), shape)
    names = ({"reg": "register", "lane": "lane", "warp": "warp", "block": "block"}
             if isinstance(linear, gl.DistributedLinearLayout)
             else {"offset": "offset", "block": "block"})
    return [(ours, [list(basis) for basis in getattr(linear, f"{theirs}_bases")])
            for theirs, ours in names.items()]


@pytest.mark.parametrize("draw", DRAWS, ids=lambda draw: draw.__name__.removeprefix("draw_"))
def test_random_objects(draw):
    random = np.random.default_rng(1)
    for _ in range(200):
        theirs = draw(random)
        ours = from_gluon(theirs)
        rank = ours._native().rank
        shape = shape_for(theirs, rank)
        expected = printed(theirs, shape)
        assert ours.text(RELEASE) == expected, theirs
        assert encodings.parse(expected, rank) == ours
        if draw not in WITHOUT_MEANING:
            assert heddle.layout(theirs, shape, RELEASE).bases == meaning(theirs, shape), theirs


def test_constexpr():
    layout = gl.BlockedLayout([1], [32], [4], [0])
    assert heddle.layout(gl.constexpr(layout), [256]) == heddle.layout(layout, [256])


@pytest.mark.parametrize("layout", [gl.AutoLayout(), gl.CoalescedLayout()])
def test_layouts_that_are_chosen_later(layout):
    with pytest.raises(heddle.Error, match="expects a layout, but got (Auto|Coalesced)Layout"):
        heddle.layout(layout, [256])
