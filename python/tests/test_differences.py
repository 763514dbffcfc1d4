"""Differences of layouts, and layouts with an offset."""

import copy
import itertools
import pickle

import pytest

import heddle
from heddle import AffineLayout, LinearLayout, encodings

ROWS = encodings.Blocked(sizePerThread=[1, 4], threadsPerWarp=[4, 8], warpsPerCTA=[2, 1],
                         order=[1, 0])
COLUMNS = encodings.Blocked(sizePerThread=[4, 1], threadsPerWarp=[8, 4], warpsPerCTA=[1, 2],
                            order=[0, 1])


def locations(layout):
    names = [name for name, _ in layout.in_dims]
    for values in itertools.product(*(range(size) for _, size in layout.in_dims)):
        yield dict(zip(names, values))


def counted(first, second):
    """By trying all locations: how many hold the same in both, and how far the others are off."""
    held = {}
    for location in locations(first):
        held.setdefault(tuple(first.apply(location).values()), []).append(location)
    counts = dict.fromkeys(["same", "register", "lane", "warp", "block"], 0)
    for location in locations(second):
        def widest(other, here=location):
            differing = [i for i, name in enumerate(counts) if other.get(name) != here.get(name)]
            return max(differing, default=0)
        others = held[tuple(second.apply(location).values())]
        counts[list(counts)[min(map(widest, others))]] += 1
    return counts


@pytest.mark.parametrize("shape", [[16, 16], [32, 8], [4, 64], [4, 4]])
def test_distances(shape):
    difference = heddle.diff(ROWS, COLUMNS, shape)
    assert counted(ROWS.layout(shape), COLUMNS.layout(shape)) == {
        "same": difference.same, "register": difference.other_register,
        "lane": difference.other_lane, "warp": difference.other_warp,
        "block": difference.other_block}
    assert difference.missing == 0
    assert difference.locations == sum(counted(ROWS.layout(shape), COLUMNS.layout(shape)).values())


@pytest.mark.parametrize("other, sense", [
    ("{register: [1, 2], lane: [4]} -> {dim0: 8}", "equal"),
    ("{register: [2, 1], lane: [4]} -> {dim0: 8}", "equal up to registers"),
    ("{register: [1, 2], lane: [4, 0]} -> {dim0: 8}", "equal up to replication"),
    ("{register: [1, 4], lane: [2]} -> {dim0: 8}", "different"),
])
def test_senses(other, sense):
    difference = heddle.diff(LinearLayout.parse("{register: [1, 2], lane: [4]} -> {dim0: 8}"),
                             LinearLayout.parse(other))
    assert difference.sense == sense
    assert str(difference) == difference.text and difference.text.startswith(sense + "\n")
    assert (difference.first_element is None) == (difference.bases == []) == (sense == "equal")


def test_where_layouts_differ():
    difference = heddle.diff(LinearLayout.parse("{lane: [1, 2]} -> {dim0: 8}"),
                             LinearLayout.parse("{lane: [1, 4], warp: [2]} -> {dim0: 8}"))
    assert difference.bases == [("lane", 1, [2], [4]), ("warp", 0, None, [2])]
    assert difference.first_element == [2]
    assert (difference.same, difference.other_warp, difference.missing) == (2, 2, 4)


def test_memory():
    plain = encodings.SwizzledShared(vec=1, perPhase=1, maxPhase=1, order=[1, 0])
    swizzled = encodings.SwizzledShared(vec=8, perPhase=1, maxPhase=8, order=[1, 0])
    difference = heddle.diff(plain, swizzled, [64, 64])
    assert (difference.same, difference.other_offset) == (512, 4096 - 512)


@pytest.mark.parametrize("call", [
    lambda: heddle.diff(ROWS, COLUMNS),
    lambda: heddle.diff(ROWS.layout([16, 16]), COLUMNS.layout([16, 32])),
    lambda: heddle.diff(ROWS, encodings.SwizzledShared(vec=1, perPhase=1, maxPhase=1,
                                                       order=[1, 0]), [16, 16]),
    lambda: heddle.diff("#ttg.padded_shared<[4:+1] {order = [1, 0], shape = [4, 4]}>",
                        "#ttg.padded_shared<[4:+2] {order = [1, 0], shape = [4, 4]}>", [4, 4]),
])
def test_what_cannot_be_compared(call):
    with pytest.raises(heddle.Error, match="expects"):
        call()


LANES = LinearLayout.from_bases([("lane", [[1, 0], [0, 1]])], ["dim0", "dim1"], [8, 2],
                                require_surjective=False)


def test_slices():
    part = AffineLayout(LANES, {"dim0": 4})
    assert part.offset == {"dim0": 4, "dim1": 0} and part.linear == LANES
    assert not part.is_linear() and AffineLayout(LANES).is_linear()
    assert part.apply({"lane": 3}) == {"dim0": 5, "dim1": 1}
    assert part.text == "{lane: [[1, 0], [0, 1]]} -> {dim0: 8, dim1: 2} ^ (dim0=4, dim1=0)"
    assert part == AffineLayout(LANES, {"dim1": 0, "dim0": 4}) != AffineLayout(LANES)
    assert hash(part) == hash(copy.copy(part))
    assert pickle.loads(pickle.dumps(part)) == copy.deepcopy(part) == part


def test_flips():
    flip = AffineLayout.flip_1d(8, "dim0", "dim0")
    assert flip.apply({"dim0": 2}) == {"dim0": 5}
    assert flip.compose(flip).is_linear() and flip.invert() == flip
    lanes = LinearLayout.identity_1d(8, "lane", "dim0")
    held = AffineLayout(lanes).compose(flip)
    assert held.apply({"lane": 2}) == {"dim0": 5}
    assert held.invert_and_compose(lanes).apply({"lane": 2}) == {"lane": 5}
    assert flip.compose(LinearLayout.identity_1d(8, "dim0", "offset")).apply({"dim0": 7}) == {
        "offset": 0}


@pytest.mark.parametrize("call", [
    lambda: AffineLayout(LANES, {"dim0": 8}),
    lambda: AffineLayout(LANES, {"dim2": 0}),
    lambda: AffineLayout(LANES).invert(),
    lambda: AffineLayout.flip_1d(3, "dim0", "dim0"),
    lambda: AffineLayout(LANES).apply({"lane": 4}),
])
def test_affine_errors_say_why(call):
    with pytest.raises(heddle.Error, match="expects"):
        call()
