"""Plans of conversions."""

import pytest

import heddle


def blocked(size, lanes, warps, order):
    return heddle.layout(
        f"#ttg.blocked<{{sizePerThread = {size}, threadsPerWarp = {lanes}, "
        f"warpsPerCTA = {warps}, order = {order}}}>", [64, 64])


ROWS = blocked([1, 4], [4, 8], [4, 1], [1, 0])
COLUMNS = blocked([4, 1], [8, 4], [1, 4], [0, 1])


def test_a_plan():
    plan = heddle.convert(ROWS, COLUMNS, "sm_90", 16)
    assert plan.strategy == "shared" and plan.element_bits == 16
    assert plan.wavefronts >= plan.least_wavefronts > 0 and plan.shared_bytes == 64 * 64 * 2
    assert "store" in plan.text and "convert16" in plan.source("convert16")
    assert any(strategy == "shuffle" and cycles is None and "warp" in reason
               for strategy, cycles, reason in plan.alternatives)
    assert repr(plan).startswith("<heddle.Plan: shared, ")


def test_nothing_to_do():
    assert heddle.convert(ROWS, ROWS).strategy == "nothing"


def test_a_strategy():
    near = blocked([1, 4], [8, 4], [4, 1], [1, 0])
    within = [heddle.convert(near, near.transpose_ins(near.get_in_dim_names()), strategy=each)
              for each in ("nothing",)]
    assert within[0].strategy == "nothing"
    assert heddle.convert(ROWS, COLUMNS, shared_bytes=4096).shared_bytes <= 4096


@pytest.mark.parametrize("call", [
    lambda: heddle.convert(ROWS, COLUMNS, "sm_1"),
    lambda: heddle.convert(ROWS, COLUMNS, "sm_90", 0),
    lambda: heddle.convert(ROWS, COLUMNS, strategy="magic"),
    lambda: heddle.convert(ROWS, COLUMNS, strategy="shuffle"),
    lambda: heddle.convert(ROWS, COLUMNS, shared_bytes=1),
    lambda: heddle.convert(ROWS, heddle.LinearLayout.identity_1d(4, "lane", "dim0")),
])
def test_errors_say_why(call):
    with pytest.raises(heddle.Error, match="expects"):
        call()
