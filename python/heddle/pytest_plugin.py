"""For tests of kernels without a GPU: the fixture `heddle_sim` is `heddle.simulate`.

    def test_add(heddle_sim):
        x, y, out = (numpy.random.randn(1000).astype("f") for _ in range(3))
        heddle_sim(add_kernel)[(4,)](x, y, out, 1000, BLOCK=256)
        numpy.testing.assert_array_equal(out, x + y)

What a GPU would do something undefined at, such as an access outside of an array, fails the
test with the line of the kernel.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle import Simulated

__all__ = ["heddle_sim"]


@pytest.fixture
def heddle_sim() -> "Callable[..., Simulated]":
    """`heddle.simulate`: functions of @triton.jit on arrays of the host."""
    import heddle
    return heddle.simulate
