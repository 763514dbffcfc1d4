"""Kernels of text: compiled, simulated, refused."""

import pathlib
import signal
import threading

import numpy
import pytest

import heddle

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples/kernels"


def example(name, **options):
    return heddle.compile(EXAMPLES / f"{name}.ttir", target="sm_90", **options)


def randoms(*shape, dtype=numpy.float32):
    return numpy.random.default_rng(3).standard_normal(shape).astype(dtype)


def softmax(x):
    powers = numpy.exp(x - x.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def test_stages_are_those_of_the_command_line():
    kernel = example("softmax_rows", num_warps=8)
    assert kernel.name == "softmax_rows" and kernel.target == "sm_90"
    assert ".visible .entry softmax_rows(" in kernel.ptx
    assert '"ttg.num-warps" = 8' in kernel.ttgir
    assert "simt.kernel" in kernel.simt and "define" in kernel.llvm
    assert kernel.launch_info["num_warps"] == 8
    assert [each["name"] for each in kernel.launch_info["args"]] == ["x", "out", "rows",
                                                                     "columns"]


def test_targets_of_amd_have_their_own_assembly():
    kernel = heddle.compile(EXAMPLES / "softmax_rows.ttir", target="gfx942")
    assert "amdgcn-amd-amdhsa--gfx942" in kernel.amdgcn
    with pytest.raises(heddle.Error, match="NVIDIA for PTX"):
        kernel.ptx
    with pytest.raises(heddle.Error, match="AMD for AMDGCN"):
        example("softmax_rows").amdgcn
    with pytest.raises(heddle.Error, match="no linker for code objects") as error:
        kernel.hsaco
    assert "heddle compile FILE --target gfx942 -o K.hsaco" in str(error.value)
    with pytest.raises(heddle.Error, match="AMD for a code object, but got sm_90"):
        example("softmax_rows").hsaco
    x, out = randoms(64, 200), numpy.full((64, 200), numpy.nan, numpy.float32)
    kernel.simulate(16, x, out, 64, 200)
    numpy.testing.assert_allclose(out, softmax(x), rtol=1e-5)


def test_programs_may_be_clusters():
    kernel = example("softmax_rows", num_ctas=2)
    assert kernel.launch_info["num_ctas"] == 2 and ".reqnctapercluster 2" in kernel.ptx
    x, out = randoms(64, 200), numpy.full((64, 200), numpy.nan, numpy.float32)
    kernel.simulate(16, x, out, 64, 200)
    numpy.testing.assert_allclose(out, softmax(x), rtol=1e-5)
    with pytest.raises(heddle.Error, match="sm_80 has no clusters"):
        heddle.compile(EXAMPLES / "softmax_rows.ttir", target="sm_80", num_ctas=2)


class Driver:
    """CUDA's driver, as far as a launch calls it."""

    def __init__(self):
        self.grids = []
        self.attributes = []

    def cuModuleLoadData(self, *others):
        return 0

    def cuModuleGetFunction(self, *others):
        return 0

    def cuFuncSetAttribute(self, function, attribute, value):
        self.attributes.append((attribute, value))
        return 0

    def cuLaunchKernel(self, function, x, y, z, *others):
        self.grids.append((x, y, z))
        return 0


def test_launches_have_the_blocks_of_clusters(monkeypatch):
    from heddle import _cuda
    driver = Driver()
    monkeypatch.setattr(_cuda, "driver", lambda: driver)
    monkeypatch.setattr(_cuda.Launcher, "context", lambda self: 0)
    for blocks in None, 2, 16:
        example("softmax_rows", num_ctas=blocks).launch[(8, 2)](4096, 8192, 64, 200, stream=0)
    assert driver.grids == [(8, 2, 1), (16, 2, 1), (128, 2, 1)]
    non_portable_cluster_size = 14
    assert driver.attributes == [(non_portable_cluster_size, 1)]


def test_options_reach_the_compiler():
    assert ".maxnreg 40" in example("softmax_rows", maxnreg=40).ptx
    assert example("softmax_rows", math="precise").ptx != example("softmax_rows").ptx


def test_reports_have_their_facts():
    report = example("transpose_tiles").report()
    assert "transpose_tiles for sm_90" in report
    assert report.facts["kernel"] == "transpose_tiles"


def test_simulated_kernels_write_to_their_arrays():
    x, out = randoms(64, 200), numpy.full((64, 200), numpy.nan, numpy.float32)
    run = example("softmax_rows").simulate(16, x, out, 64, 200)
    numpy.testing.assert_allclose(out, softmax(x), rtol=1e-5)
    assert run.programs == 16
    assert run.counters["smsp__inst_executed.sum"] > 0
    assert run.predicted["nanoseconds"] > 0
    assert "actual" in str(run)


def test_arguments_have_names():
    x, out = randoms(2, 200), numpy.empty((2, 200), numpy.float32)
    example("softmax_rows").simulate((1,), x, arguments={"rows": 2, "columns": 200, "out": out})
    numpy.testing.assert_allclose(out, softmax(x), rtol=1e-5)


def test_views_share_their_memory():
    """Rows of one array, read and written in place, with more memory around them."""
    whole = randoms(8, 200)
    before = whole.copy()
    example("softmax_rows").simulate(1, whole[2:6], whole[2:6], 4, 200)
    numpy.testing.assert_allclose(whole[2:6], softmax(before[2:6]), rtol=1e-5)
    numpy.testing.assert_array_equal(whole[:2], before[:2])
    numpy.testing.assert_array_equal(whole[6:], before[6:])


def test_a_view_is_as_large_as_it_says():
    whole, out = randoms(8, 200), numpy.empty((8, 200), numpy.float32)
    with pytest.raises(heddle.Trap, match="past the end of x") as trap:
        example("softmax_rows").simulate(2, whole[:4], out, 8, 200)
    assert trap.value.program == (1, 0, 0)
    assert trap.value.lanes and "softmax_rows.ttir:" in trap.value.location


def test_memory_that_nobody_wrote_is_undefined():
    x, out = randoms(2, 200), numpy.empty((2, 200), numpy.float32)
    with pytest.raises(heddle.Trap, match="undefined"):
        example("softmax_rows").simulate(1, x, out, 2, 200, unwritten=("x",))


def test_arrays_that_must_not_be_written_are_not():
    x, out = randoms(2, 200), randoms(2, 200)
    out.flags.writeable = False
    with pytest.raises(heddle.Error, match="can be written"):
        example("softmax_rows").simulate(1, x, out, 2, 200)
    numpy.testing.assert_array_equal(out, randoms(2, 200))
    x.flags.writeable = False
    example("softmax_rows").simulate(1, x, numpy.empty_like(x), 2, 200)


@pytest.mark.parametrize("args, reason", [
    ((), "expects a value for argument 0 (x: ptr)"),
    ((1.5, 2, 3, 4), "expects x to be an array, but got float"),
    ((numpy.zeros(4), numpy.zeros(4), 1, 4), "expects x of f32, but got float64"),
    ((numpy.zeros(4, "f"), numpy.zeros(4, "f"), 1, 4, 5), "expects 4 arguments"),
    ((numpy.zeros(4, "f"), numpy.zeros(4, "f"), 1, 2.5), "a whole number of i32"),
    ((numpy.zeros(4, "f"), numpy.zeros(4, "f"), 1, 2**40), "a number in the range of i32"),
])
def test_wrong_arguments_are_refused(args, reason):
    with pytest.raises(heddle.Error) as error:
        example("softmax_rows").simulate(1, *args)
    assert reason in str(error.value)


@pytest.mark.parametrize("grid", [0, (1, 2, 3, 4), (-1,), ()])
def test_wrong_grids_are_refused(grid):
    x = randoms(4, 200)
    with pytest.raises(heddle.Error, match="expects a grid"):
        example("softmax_rows").simulate(grid, x, x, 4, 200)


@pytest.mark.parametrize("options, reason", [
    ({"target": "sm_1"}, "sm_1"),
    ({"math": "exact"}, 'expects math to be one of "fast", "precise", but got "exact"'),
    ({"num_warps": 3}, "expects num_warps to be a power of two up to 32, but got 3"),
    ({"num_ctas": 3}, "expects num_ctas to be a power of two, but got 3"),
    ({"num_ctas": 32}, "at most 16 blocks"),
    ({"entry": "softmax"}, "expects a kernel named 'softmax'"),
])
def test_wrong_options_are_refused(options, reason):
    with pytest.raises(heddle.Error) as error:
        heddle.compile(EXAMPLES / "softmax_rows.ttir", **{"target": "sm_90", **options})
    assert reason in str(error.value)


def test_errors_have_their_place():
    with pytest.raises(heddle.Error) as error:
        heddle.compile("module {\n  tt.func public @k() {\n    tt.retrun\n  }\n}\n",
                       target="sm_90", name="typo.ttir")
    assert error.value.location == "typo.ttir:3:5"
    with pytest.raises(heddle.Error, match="No such file"):
        heddle.compile("there-is-no.ttir", target="sm_90")


ENDLESS = """
tt.func public @endless(%x: !tt.ptr<i32>) {
  %none = arith.constant 0 : i32
  scf.while : () -> () {
    %value = tt.load %x : !tt.ptr<i32>
    %zero = arith.constant 0 : i32
    %goes = arith.cmpi eq, %value, %zero : i32
    scf.condition(%goes)
  } do {
    tt.store %x, %none : !tt.ptr<i32>
    scf.yield
  }
  tt.return
}
"""


def test_simulations_can_be_interrupted():
    kernel = heddle.compile(ENDLESS, target="sm_90")
    # Python has none where the signal was ignored when it started.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main = threading.main_thread().ident
    threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        kernel.simulate(4, numpy.zeros(1, numpy.int32))
    with pytest.raises(heddle.Trap, match="within 1000 instructions"):
        kernel.simulate(1, numpy.zeros(1, numpy.int32), max_steps=1000)


def test_importing_does_not_load_the_compiler():
    import subprocess
    import sys
    loaded = subprocess.run(
        [sys.executable, "-c", "import heddle, sys; print(*sys.modules)"],
        check=True, capture_output=True, text=True).stdout.split()
    assert not {"heddle._compiler", "numpy", "json", "dataclasses"} & set(loaded)
