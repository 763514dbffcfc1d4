"""LinearLayout: what it says, and that what should be inverse is."""

import copy
import pickle

import numpy as np
import pytest

import heddle
from heddle import LinearLayout

SWIZZLE = LinearLayout.from_bases(
    [("thread", [[1, 1], [2, 2]]), ("warp", [[0, 1], [0, 2]])], ["dim0", "dim1"])


def random_layout(random, is_invertible):
    """Of lanes and registers, with two axes."""
    bits = 6
    while True:
        words = [int(random.integers(0, 1 << bits)) for _ in range(bits)]
        layout = LinearLayout.from_bases(
            [("register", [[w & 7, w >> 3] for w in words[:2]]),
             ("lane", [[w & 7, w >> 3] for w in words[2:]])],
            ["dim0", "dim1"], [8, 8], require_surjective=False)
        if not is_invertible or layout.is_invertible():
            return layout


def test_says_what_it_is():
    assert SWIZZLE.bases == [("thread", [[1, 1], [2, 2]]), ("warp", [[0, 1], [0, 2]])]
    assert SWIZZLE.in_dims == [("thread", 4), ("warp", 4)]
    assert SWIZZLE.out_dims == [("dim0", 4), ("dim1", 4)]
    assert SWIZZLE.get_in_dim_names() == ["thread", "warp"]
    assert SWIZZLE.get_out_dim_names() == ["dim0", "dim1"]
    assert (SWIZZLE.num_in_dims, SWIZZLE.num_out_dims) == (2, 2)
    assert SWIZZLE.is_invertible() and SWIZZLE.is_surjective() and SWIZZLE.is_injective()
    assert str(SWIZZLE).splitlines()[1:3] == [" - thread=1 -> (1, 1)", "   thread=2 -> (2, 2)"]


def test_applies_to_arrays_as_to_numbers():
    thread, warp = np.meshgrid(np.arange(4), np.arange(4), indexing="ij")
    elements = SWIZZLE.apply({"thread": thread, "warp": warp})
    assert elements["dim1"].shape == (4, 4)
    for t in range(4):
        for w in range(4):
            assert SWIZZLE.apply({"thread": t, "warp": w}) == {
                "dim0": elements["dim0"][t, w], "dim1": elements["dim1"][t, w]}


@pytest.mark.parametrize("kind", ["uint8", "int16", "uint64"])
def test_arrays_of_small_numbers(kind):
    lanes = LinearLayout.strided_1d(4, 1024, "lane", "dim0")
    there = lanes.apply({"lane": np.arange(4, dtype=kind)})["dim0"]
    assert there.tolist() == [0, 1024, 2048, 3072]


def test_outputs_have_the_shape_of_all_inputs():
    lanes = LinearLayout.identity_1d(4, "lane", "dim0")
    zeros = LinearLayout.zeros_1d(2, "register", "dim0", 4)
    both = zeros.concat_ins(lanes)
    assert both.apply({"register": np.zeros((2, 1), int), "lane": 3})["dim0"].shape == (2, 1)


def test_numpy_goes_in():
    bases = np.array([[1, 1], [2, 2]])
    layout = LinearLayout.from_bases([("thread", bases)], ["dim0", "dim1"], [4, 4],
                                     require_surjective=False)
    matrix = np.array(layout.get_matrix_view())
    assert matrix.shape == (4, 2)
    assert (matrix == [[1, 0], [0, 1], [1, 0], [0, 1]]).all()


@pytest.mark.parametrize("seed", range(20))
def test_inverses(seed):
    random = np.random.default_rng(seed)
    a, b = random_layout(random, True), random_layout(random, True)
    identity = a.compose(a.invert())
    location = {"register": 3, "lane": 9}
    assert identity.apply(location) == location
    there = a.invert_and_compose(b)
    assert b.apply(there.apply(location)) == a.apply(location)
    any_layout = random_layout(random, False)
    if any_layout.is_surjective():
        assert any_layout.apply(any_layout.pseudoinvert().apply({"dim0": 5, "dim1": 2})) == {
            "dim0": 5, "dim1": 2}


def test_products_and_quotients():
    registers = LinearLayout.identity_1d(2, "register", "dim0")
    lanes = LinearLayout.identity_1d(4, "lane", "dim0")
    product = registers * lanes
    assert product.apply({"register": 1, "lane": 3}) == {"dim0": 7}
    assert product.divide_left(registers).sublayout(["lane"], ["dim0"]) == lanes
    assert product.divide_right(lanes).sublayout(["register"], ["dim0"]) == registers
    other = LinearLayout.parse(registers.text)
    other *= lanes
    assert other == product and hash(other) == hash(product) and other != registers


def test_views_of_parts():
    assert SWIZZLE.sublayout(["warp"], ["dim0"]).is_zero_sublayout(["warp"], ["dim0"])
    assert SWIZZLE.transpose_ins(["warp", "thread"]).get_in_dim_names() == ["warp", "thread"]
    assert SWIZZLE.transpose_outs(["dim1", "dim0"]).get_out_dim_names() == ["dim1", "dim0"]
    assert SWIZZLE.flatten_ins().in_dims == [("thread", 16)]
    assert SWIZZLE.reshape_ins([("lane", 8), ("warp", 2)]).in_dims == [("lane", 8), ("warp", 2)]
    assert SWIZZLE.resize_in("warp", 2).in_dims[1] == ("warp", 2)
    assert SWIZZLE.rename_in("thread", "lane").get_in_dim_names() == ["lane", "warp"]
    twice = LinearLayout.zeros_1d(2, "block", "dim0", 1) * SWIZZLE
    assert twice.free_variable_masks() == {"block": 1, "thread": 0, "warp": 0}


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy,
                                   lambda layout: pickle.loads(pickle.dumps(layout)),
                                   lambda layout: LinearLayout.parse(layout.text)])
def test_copies_are_equal(again):
    assert again(SWIZZLE) == SWIZZLE


def test_encodings():
    text = ("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], "
            "warpsPerCTA = [4, 1], order = [1, 0]}>")
    layout = heddle.layout(text, [32, 16])
    assert layout.in_dims == [("register", 4), ("lane", 32), ("warp", 4), ("block", 1)]
    assert "T0:0" in layout.tensor_view()
    assert "T0:0" in layout.get_distributed_view(False)
    assert layout._repr_html_().startswith("<svg")


def test_large_layouts_have_no_picture():
    assert LinearLayout.identity_1d(1 << 20, "offset", "dim0")._repr_html_() is None


@pytest.mark.parametrize("call, reason", [
    (lambda: LinearLayout.from_bases([("lane", [[1], [1]])], ["dim0"], [4]), "surjective"),
    (lambda: LinearLayout.from_bases([("lane", [[1]])], ["dim0"], require_surjective=False),
     "out_dim_sizes"),
    (lambda: LinearLayout.from_bases([("lane", [[1]])], ["dim0"], [2, 2]), "a size for each"),
    (lambda: SWIZZLE.apply({"thread": 1}), "a coordinate in warp"),
    (lambda: SWIZZLE.apply({"thread": 4, "warp": 0}), "below 4, but got 4"),
    (lambda: SWIZZLE.apply({"thread": -1, "warp": 0}), "below 4, but got -1"),
    (lambda: SWIZZLE.apply({"thread": np.array([0, 7]), "warp": 0}), "below 4"),
    (lambda: SWIZZLE.apply({"thread": 0, "warp": 0, "lane": 0}), "2 coordinates, but got 3"),
    (lambda: LinearLayout.zeros_1d(2, "lane", "dim0").invert(), ""),
    (lambda: heddle.layout("#ttg.blocked<{", [4]), ""),
    (lambda: heddle.layout("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], "
                           "warpsPerCTA = [1], order = [0]}>", [32], "2.0"), ""),
])
def test_errors_say_why(call, reason):
    with pytest.raises(heddle.Error) as caught:
        call()
    assert isinstance(caught.value, ValueError)
    assert reason in caught.value.reason and "expects" in str(caught.value)
