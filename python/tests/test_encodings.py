"""Encodings as dataclasses, and everything that is taken as a layout."""

import copy
import dataclasses
import pickle
from types import SimpleNamespace

import numpy as np
import pytest

import heddle
from heddle import _core, encodings

ROWS = encodings.Blocked(sizePerThread=[1, 4], threadsPerWarp=[4, 8], warpsPerCTA=[4, 1],
                         order=[1, 0])
COLUMNS = encodings.Blocked(sizePerThread=[4, 1], threadsPerWarp=[8, 4], warpsPerCTA=[1, 4],
                            order=[0, 1])
MMA = encodings.NvidiaMma(versionMajor=2, warpsPerCTA=[2, 2], instrShape=[16, 8])
SWIZZLED = encodings.SwizzledShared(vec=8, perPhase=1, maxPhase=8, order=[1, 0])

# One of each family, and a shape for it.
EXAMPLES = [
    (ROWS, [64, 64]),
    (encodings.Linear(register=[[0, 1]], lane=[[1, 0], [0, 2]], warp=[[2, 0]], block=[]), [4, 4]),
    (encodings.GenericLinear(register=[[0, 1]], lane=[[0, 2]], warp=[[1, 3]], block=[]), [2, 4]),
    (encodings.Slice(dim=1, parent=MMA), [64]),
    (encodings.DotOperand(opIdx=1, parent=MMA, kWidth=2), [64, 64]),
    (MMA, [64, 64]),
    (encodings.AmdMfma(version=3, warpsPerCTA=[2, 2], instrShape=[16, 16, 16]), [64, 64]),
    (encodings.AmdWmma(version=2, warp=[[0, 1], [1, 0]]), [64, 64]),
    (SWIZZLED, [64, 64]),
    (encodings.AmdRotatingShared(vec=8, perPhase=1, maxPhase=8, order=[1, 0]), [64, 64]),
    (encodings.NvmmaShared(swizzlingByteWidth=128, elementBitWidth=16), [64, 64]),
    (encodings.PaddedShared(padding=[(4, 2)], offset=[[0, 1], [1, 0], [0, 2]], block=[]), [2, 4]),
    (encodings.PartitionedShared(numPartitions=2, numGroups=1, partitionDim=0,
                                 partitionLayout=SWIZZLED), [64, 64]),
    (encodings.SharedLinear(offset=[[0, 1], [1, 1]], alignment=128), [2, 2]),
    (encodings.TensorMemory(blockM=128, blockN=64, colStride=1), [128, 64]),
    (encodings.TensorMemoryScales(), [128, 4]),
]


def families():
    return {type(example)._family: type(example) for example, _ in EXAMPLES}


def test_all_families_have_a_class():
    assert [row["mnemonic"] for row in _core.families()] == list(families())
    assert set(encodings.__all__) == {kind.__name__ for kind in families().values()} | {
        "Encoding", "parse"}


@pytest.mark.parametrize("row", _core.families(), ids=lambda row: row["mnemonic"])
def test_fields_are_the_parameters(row):
    fields = dataclasses.fields(families()[row["mnemonic"]])
    assert [(each.name, each.default) for each in fields] == [
        (each["name"], each.get("default", dataclasses.MISSING)) for each in row["parameters"]]


@pytest.mark.parametrize("encoding, shape", EXAMPLES, ids=lambda value: type(value).__name__)
def test_the_text_is_the_value(encoding, shape):
    again = encodings.parse(str(encoding))
    assert again == encoding and hash(again) == hash(encoding) and again is not encoding
    assert str(encoding).startswith(("#ttg.", "#ttng."))
    assert eval(repr(encoding), vars(encodings)) == encoding
    assert pickle.loads(pickle.dumps(encoding)) == copy.deepcopy(encoding) == encoding
    assert encoding.layout(shape) == heddle.layout(encoding, shape) == heddle.layout(
        str(encoding), shape)


def test_what_texts_say_in_several_ways_is_kept_in_one():
    mfma = encodings.AmdMfma(version=3, warpsPerCTA=[2, 2], instrShape=[16, 16, 16],
                             tilesPerWarp=[1, 1])
    assert mfma.tilesPerWarp == () and mfma == EXAMPLES[6][0]
    shared = encodings.NvmmaShared(swizzlingByteWidth=0, elementBitWidth=8, CGALayout=[[0, 0, 1]])
    assert shared.rank == 3


def test_values_are_frozen_tuples_of_ints():
    numbers = encodings.Blocked(sizePerThread=np.array([1, 4]), threadsPerWarp=(4, 8),
                                warpsPerCTA=iter([4, 1]), order=[1, 0])
    assert numbers == ROWS and numbers.sizePerThread == (1, 4)
    assert all(type(each) is int for each in numbers.sizePerThread)
    with pytest.raises(dataclasses.FrozenInstanceError):
        ROWS.order = (0, 1)
    assert dataclasses.replace(ROWS, order=[0, 1]).order == (0, 1)
    assert ROWS != COLUMNS and ROWS != "rows"


@pytest.mark.parametrize("make, reason", [
    (lambda: encodings.Blocked(sizePerThread=[3], threadsPerWarp=[32], warpsPerCTA=[4], order=[0]),
     "expects powers of two as 'sizePerThread', but got [3]"),
    (lambda: encodings.Blocked(sizePerThread=1, threadsPerWarp=[32], warpsPerCTA=[4], order=[0]),
     "expects a list of numbers as 'sizePerThread', but got 1"),
    (lambda: encodings.Blocked(sizePerThread=[-1], threadsPerWarp=[32], warpsPerCTA=[4], order=[0]),
     "expects a number of at most 32 bits as 'sizePerThread', but got -1"),
    (lambda: dataclasses.replace(ROWS, order=[1, 1]),
     "expects a permutation of 0 ... 1 as 'order', but got [1, 1], which lacks 0"),
    (lambda: dataclasses.replace(ROWS, CGALayout=[1]),
     "expects a list of numbers as 'CGALayout', but got 1"),
    (lambda: encodings.Slice(dim=0, parent="rows"), "expects a layout as 'parent', but got 'rows'"),
    (lambda: encodings.Slice(dim=2, parent=ROWS),
     "expects a dimension of the parent, 0 ... 1 as 'dim', but got 2"),
    (lambda: encodings.NvmmaShared(swizzlingByteWidth=128, elementBitWidth=8, transposed="no"),
     "expects True or False as 'transposed', but got 'no'"),
    (lambda: encodings.TensorMemoryScales(blockRepOrder="k"),
     "expects 'mnThenK' or 'kThenMn' as 'blockRepOrder', but got 'k'"),
    (lambda: encodings.PaddedShared(padding=[256], offset=[[1]], block=[]),
     "expects an interval and its padding such as (128, 4) as 'padding', but got 256"),
    (lambda: encodings.parse("#ttg.blocked<{}>"),
     "column 1: expects the parameter 'sizePerThread' of 'blocked', but got none"),
    (lambda: ROWS.layout([64]), None),
    (lambda: ROWS.layout([64, 48]), None),
    (lambda: ROWS.text("2.0"), None),
    (lambda: EXAMPLES[12][0].text("3.6"), None),
])
def test_errors_are_those_of_the_library(make, reason):
    with pytest.raises(heddle.Error, match="expects") as caught:
        make()
    assert reason is None or caught.value.reason == reason


def test_two_encodings_and_a_shape():
    plan = heddle.convert(ROWS, str(COLUMNS), shape=[64, 64], bits=16)
    assert plan.strategy == "shared"
    assert heddle.convert(ROWS, COLUMNS.layout([64, 64]), bits=16).text == plan.text
    access = heddle.banks(MMA, SWIZZLED, [64, 64], 16)
    assert repr(access) == repr(heddle.banks(MMA.layout([64, 64]), str(SWIZZLED), bits=16))
    assert repr(access) == repr(heddle.banks(MMA, SWIZZLED.layout([64, 64]), bits=16))


def test_gaps_count():
    def access(padding):
        memory = encodings.PaddedShared(
            padding=[padding], block=[],
            offset=[[0, 1 << i] for i in range(6)] + [[1 << i, 0] for i in range(6)])
        return heddle.banks(MMA, memory, [64, 64], 16, kind="store", matrices=False).wavefronts
    assert access((64, 8)) < access((4096, 8))


def test_gluons_classes_are_known_by_name():
    class Fake:
        def __init__(self, **attributes):
            vars(self).update(attributes)

    class BlockedLayout(Fake):
        pass

    class SliceLayout(Fake):
        pass

    class Derived(BlockedLayout):
        pass

    class constexpr(Fake):
        pass

    class AutoLayout(Fake):
        pass

    rows = {"size_per_thread": [1, 4], "threads_per_warp": [4, 8], "warps_per_cta": [4, 1],
            "order": [1, 0], "cga_layout": []}
    for layout in (BlockedLayout(**rows), Derived(**rows),
                   constexpr(value=BlockedLayout(**(rows | {"order": constexpr(value=[1, 0])})))):
        assert heddle.layout(layout, [64, 64]) == ROWS.layout([64, 64])
    column = SliceLayout(dim=1, parent=BlockedLayout(**rows))
    assert heddle.layout(column, [64]) == encodings.Slice(dim=1, parent=ROWS).layout([64])
    with pytest.raises(heddle.Error, match="expects a layout, but got AutoLayout"):
        heddle.layout(AutoLayout(), [64])
    with pytest.raises(heddle.Error, match="expects a layout, but got "):
        heddle.layout(BlockedLayout(order=[0]), [64])


def test_linear_layouts_are_known_by_their_methods():
    ours = ROWS.layout([64, 64])
    theirs = SimpleNamespace(bases=ours.bases, out_dims=ours.out_dims, is_surjective=lambda: True)
    assert heddle.layout(theirs) == heddle.layout(ours) == ours
    assert heddle.layout(theirs, [64, 64]) == ours


@pytest.mark.parametrize("call, reason", [
    (lambda: heddle.layout(ROWS),
     "expects the shape of the tensor beside an encoding, but got none"),
    (lambda: heddle.layout(3, [4]), "expects a layout, but got 3"),
    (lambda: heddle.layout(ROWS.layout([64, 64]), [32, 64]),
     "expects a layout of tensors of shape [32, 64], but got one of [64, 64]"),
    (lambda: heddle.convert(ROWS, COLUMNS), None),
    (lambda: heddle.banks(ROWS, ROWS, [64, 64]), None),
    (lambda: heddle.convert(SWIZZLED, ROWS, shape=[64, 64]), None),
])
def test_what_is_no_layout_is_refused(call, reason):
    with pytest.raises(heddle.Error, match="expects") as caught:
        call()
    assert reason is None or caught.value.reason == reason
