"""The same answers as Triton's LinearLayout, where Triton is installed."""

import numpy as np
import pytest

import heddle
from heddle import LinearLayout

Triton = pytest.importorskip("triton.tools").LinearLayout


def both(bases, outs, sizes, is_surjective=True):
    return (LinearLayout.from_bases(bases, outs, sizes, is_surjective),
            Triton.from_bases(bases, outs, sizes, is_surjective))


def check_same(ours, theirs):
    assert ours.bases == theirs.bases
    assert ours.out_dims == theirs.out_dims
    assert str(ours) == str(theirs) and repr(ours) == repr(theirs)
    assert ours.get_matrix_view() == theirs.get_matrix_view()
    assert ours.get_in_dim_names() == theirs.get_in_dim_names()
    assert ours.get_out_dim_names() == theirs.get_out_dim_names()
    assert (ours.num_in_dims, ours.num_out_dims) == (theirs.num_in_dims, theirs.num_out_dims)
    assert ours.is_surjective() == theirs.is_surjective()
    assert ours.is_injective() == theirs.is_injective()
    assert ours.is_invertible() == theirs.is_invertible()


def draw(random, is_invertible):
    bits = 6
    while True:
        words = [int(random.integers(0, 1 << bits)) for _ in range(bits)]
        bases = [("register", [[w & 7, w >> 3] for w in words[:2]]),
                 ("lane", [[w & 7, w >> 3] for w in words[2:]])]
        pair = both(bases, ["dim0", "dim1"], [8, 8], False)
        if not is_invertible or pair[0].is_invertible():
            return pair


@pytest.mark.parametrize("seed", range(50))
def test_random_layouts(seed):
    random = np.random.default_rng(seed)
    a, b, c = draw(random, True), draw(random, True), draw(random, False)
    for pair in (a, b, c):
        check_same(*pair)
        location = {"register": int(random.integers(4)), "lane": int(random.integers(16))}
        assert pair[0].apply(location) == pair[1].apply(location)
    check_same(a[0].invert(), a[1].invert())
    check_same(a[0].pseudoinvert(), a[1].pseudoinvert())
    check_same(a[0].compose(b[0].invert()), a[1].compose(b[1].invert()))
    check_same(a[0].invert_and_compose(b[0]), a[1].invert_and_compose(b[1]))
    check_same(a[0] * b[0], a[1] * b[1])
    assert (a[0] == b[0]) == (a[1] == b[1])


def test_layouts_of_one_axis():
    check_same(LinearLayout.identity_1d(8, "lane", "dim0"),
               Triton.identity_1d(8, "lane", "dim0"))
    check_same(LinearLayout.strided_1d(8, 4, "lane", "dim0"),
               Triton.strided_1d(8, 4, "lane", "dim0"))
    check_same(LinearLayout.zeros_1d(8, "lane", "dim0", 2),
               Triton.zeros_1d(8, "lane", "dim0", 2))


def test_views():
    bases = [("register", [[0, 1], [0, 2]]), ("lane", [[1, 0], [2, 0]]), ("warp", [[0, 4]]),
             ("block", [])]
    ours, theirs = both(bases, ["dim0", "dim1"], [4, 8])
    for is_hardware in (False, True):
        assert ours.get_distributed_view(is_hardware) == theirs.get_distributed_view(is_hardware)
    ours, theirs = both([("offset", [[0, 1], [1, 1], [2, 2]]), ("block", [])],
                        ["dim0", "dim1"], [4, 4], False)
    assert ours.get_shared_view(True) == theirs.get_shared_view(True)


@pytest.mark.parametrize("seed", range(10))
def test_layouts_of_triton_are_taken(seed):
    random = np.random.default_rng(seed)
    a, b = draw(random, True), draw(random, True)
    assert heddle.layout(a[1]) == a[0]
    assert heddle.diff(a[1], b[1]).text == heddle.diff(a[0], b[0]).text
