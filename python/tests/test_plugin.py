"""Heddle inside Triton: every example through each combination of stages, compiled where
there is Triton, and run where there is a GPU, too."""

import json
import os
import pathlib
import re
import subprocess
import sys
import warnings

import pytest

triton = pytest.importorskip("triton")

import numpy  # noqa: E402
from example_kernels import NAMES, examples, launch_on_gpu  # noqa: E402
from machine_code import unwritten_registers  # noqa: E402
from triton import language as tl  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.experimental import gluon  # noqa: E402
from triton.experimental.gluon import language as gl  # noqa: E402

import heddle  # noqa: E402
import heddle.triton  # noqa: E402

STAGES = ("all", "ttgir", "ptx")
SM_80, SM_90 = GPUTarget("cuda", 80, 32), GPUTarget("cuda", 90, 32)


@pytest.fixture(autouse=True)
def own_caches(tmp_path, monkeypatch):
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "triton"))
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "inductor"))
    yield
    heddle.triton.disable()


def compile_example(name):
    launch = examples.load_launch(name)
    if "sm_90" in launch.not_for:
        pytest.skip(launch.not_for["sm_90"])
    return triton.compile(examples.source_of(examples.load_kernel(name), launch, "sm_90"),
                          target=SM_90,
                          options={"num_warps": launch.num_warps, **launch.options})


@pytest.mark.parametrize("stages", STAGES)
@pytest.mark.parametrize("name", NAMES)
def test_examples_compile(name, stages, tmp_path):
    heddle.triton.enable(stages)
    kernel = compile_example(name)
    assert kernel.metadata.name == name
    if stages != "ttgir":
        assert unwritten_registers(kernel.asm["cubin"], tmp_path) == []
    last = heddle.triton.compiled()[-1]
    assert last.name == name and not last.refusal
    version = f"heddle {heddle.__version__}"
    assert (version in kernel.asm["ptx"]) == (stages != "ttgir")


@triton.jit
def doubled(x, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at) * 2)


@triton.jit
def too_large(x, y, out, SIDE: tl.constexpr):
    at = tl.arange(0, SIDE)[:, None] * SIDE + tl.arange(0, SIDE)[None, :]
    tl.store(out + at, tl.dot(tl.load(x + at), tl.load(y + at)))


def source(function, signature, **constants):
    full = {name: signature.get(name, "constexpr") for name in function.arg_names}
    return triton.compiler.ASTSource(function, full, constants)


DOUBLED = source(doubled, {"x": "*fp32", "out": "*fp32"}, BLOCK=128)


def ptx_of(target=SM_90, **options):
    return triton.compile(DOUBLED, target=target, options=options).asm["ptx"]


def is_ours(ptx):
    return "heddle" in ptx


def test_caches_keep_the_two_apart():
    before = ptx_of()
    heddle.triton.enable()
    ours = ptx_of()
    assert not is_ours(before) and is_ours(ours)
    heddle.triton.enable(math="precise")
    count = len(heddle.triton.compiled())
    ptx_of()
    assert len(heddle.triton.compiled()) == count + 1
    heddle.triton.disable()
    assert not is_ours(ptx_of())
    heddle.triton.enable()
    assert is_ours(ptx_of())
    # That was compiled before.
    assert len(heddle.triton.compiled()) == count + 1


@pytest.mark.parametrize("value, is_on", [("1", True), ("0", False), ("", False)])
def test_processes_are_told_by_the_environment(value, is_on):
    """As heddle.pth does where the package is installed."""
    program = ("import sys, site; site.addsitedir(sys.argv[1]); import triton, heddle.triton; "
               "print(heddle.triton.is_enabled())")
    run = subprocess.run([sys.executable, "-c", program, pathlib.Path(__file__).parents[1]],
                         env={**os.environ, "HEDDLE_TRITON": value}, text=True,
                         capture_output=True, check=True)
    assert run.stdout.strip() == str(is_on)


def test_options_are_those_of_the_launch():
    heddle.triton.enable()
    kernel = triton.compile(DOUBLED, target=SM_90, options={"num_warps": 2, "maxnreg": 40})
    assert kernel.metadata.num_warps == 2
    assert re.search(r"\.maxnreg 40", kernel.asm["ptx"])
    assert "ttg.num-warps\" = 2" in kernel.asm["ttgir"] and "define" in kernel.asm["llir"]


def test_programs_may_be_clusters():
    heddle.triton.enable()
    kernel = triton.compile(DOUBLED, target=SM_90, options={"num_ctas": 2})
    assert is_ours(kernel.asm["ptx"]) and ".reqnctapercluster 2" in kernel.asm["ptx"]
    assert kernel.metadata.num_ctas == 2 and "ttg.num-ctas\" = 2" in kernel.asm["ttgir"]


@triton.jit
def attend(q, k, v, out, LENGTH, D: tl.constexpr):
    rows, line = tl.arange(0, 128), tl.arange(0, D)
    place = rows[:, None] * D + line[None, :]
    x = tl.load(q + place)
    sums, total = tl.zeros((128, D), tl.float32), tl.zeros((128,), tl.float32)
    for first in range(0, LENGTH, 128):
        keys = tl.load(k + first * D + place)
        weights = tl.exp2(tl.dot(x, keys.T))
        total += tl.sum(weights, 1)
        sums = tl.dot(weights.to(tl.float16), tl.load(v + first * D + place), sums)
    tl.store(out + place, (sums / total[:, None]).to(tl.float16))


def test_kernels_take_no_memory_that_they_do_not_ask_for():
    heddle.triton.enable()
    source = triton.compiler.ASTSource(
        attend, signature={**dict.fromkeys(("q", "k", "v", "out"), "*fp16"), "LENGTH": "i32",
                           "D": "constexpr"}, constexprs={"D": 128},
        attrs={(index,): [["tt.divisibility", 16]] for index in range(5)})
    kernel = triton.compile(source, target=SM_90, options={"num_warps": 8})
    # Who launches a kernel of pointers through Triton has set no allocator.
    assert is_ours(kernel.asm["ptx"]) and kernel.metadata.global_scratch_size == 0
    # Other launchers are told of it.
    launch = heddle.compile(kernel.asm["ttir"], target="sm_90", num_warps=8).launch_info
    assert launch["global_scratch_size"] > 0 and launch["num_warps"] == 12


def test_refusals_have_their_reason():
    heddle.triton.enable()
    with pytest.raises(heddle.Error, match="sm_80 has no clusters"):
        ptx_of(SM_80, num_ctas=2)
    assert "sm_80 has no clusters" in heddle.triton.compiled()[-1].refusal


def test_what_is_refused_falls_back_with_one_warning():
    heddle.triton.enable(fallback=True)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert not is_ours(ptx_of(SM_80, num_ctas=2))
    assert sum("Triton compiles doubled" in str(each.message) for each in said) == 1


def test_autotuners_know_what_does_not_fit():
    from triton.runtime.errors import OutOfResources
    heddle.triton.enable()
    large = source(too_large, {"x": "*fp32", "y": "*fp32", "out": "*fp32"}, SIDE=256)
    with pytest.raises(OutOfResources, match="shared memory"):
        triton.compile(large, target=SM_90)


@triton.jit
def attend(q, k, v, out, scale, LENGTH, D: tl.constexpr, BLOCK: tl.constexpr):
    rows, along = tl.arange(0, BLOCK), tl.arange(0, D)
    x = tl.load(q + rows[:, None] * D + along[None, :])
    most = tl.full((BLOCK,), float("-inf"), tl.float32)
    sums = tl.zeros((BLOCK, D), tl.float32)
    for first in range(0, LENGTH, BLOCK):
        place = (first + rows[:, None]) * D + along[None, :]
        scores = tl.dot(x, tl.trans(tl.load(k + place))) * scale
        new = tl.maximum(most, tl.max(scores, 1))
        weights = tl.exp2(scores - new[:, None]).to(tl.float16)
        sums = tl.dot(weights, tl.load(v + place), sums * tl.exp2(most - new)[:, None])
        most = new
    tl.store(out + rows[:, None] * D + along[None, :], sums)


@pytest.mark.parametrize("allows_scratch", [False, True])
def test_descriptors_are_made_of_pointers_only_where_scratch_is_allowed(allows_scratch):
    attention = triton.compiler.ASTSource(
        attend, {**dict.fromkeys(("q", "k", "v", "out"), "*fp16"), "scale": "fp32", "LENGTH": "i32",
                 "D": "constexpr", "BLOCK": "constexpr"}, {"D": 128, "BLOCK": 128},
        {(i,): [["tt.divisibility", 16]] for i in (0, 1, 2, 3, 5)})
    heddle.triton.enable(allows_scratch=allows_scratch)
    kernel = triton.compile(attention, target=SM_90, options={"num_warps": 8})
    assert (kernel.metadata.global_scratch_size > 0) == allows_scratch


def test_other_vendors_are_refused_or_left_to_triton():
    chip = GPUTarget("hip", "gfx942", 64)
    heddle.triton.enable()
    with pytest.raises(heddle.Error, match="expects a GPU of NVIDIA"):
        triton.compile(DOUBLED, target=chip)
    heddle.triton.enable(fallback=True)
    assert "amdgcn" in triton.compile(DOUBLED, target=chip).asm


@pytest.mark.parametrize("options, reason", [
    ({"stages": "llir"}, "expects stages"),
    ({"math": "exact"}, "expects math"),
    ({"warp_specialize": "yes"}, "expects warp_specialize"),
])
def test_wrong_options_are_refused(options, reason):
    with pytest.raises(heddle.Error, match=reason):
        heddle.triton.enable(**options)
    assert not heddle.triton.is_enabled()


@pytest.mark.parametrize("name", NAMES)
def test_examples_simulated_from_their_functions(name):
    launch = examples.load_launch(name)
    inputs = examples.make_inputs(launch)
    if any(isinstance(value, list) for value in inputs.values()):
        pytest.skip("has a table of addresses")
    kernel = heddle.compile(
        examples.load_kernel(name), target="sm_90", constexprs=examples.constants_of(launch, "sm_90"),
        signature={each: argument.signature for each, argument in launch.arguments.items()},
        num_warps=launch.num_warps)
    want = examples.load_reference(name)(examples.make_inputs(launch))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kernel.simulate(tuple(launch.grid), arguments=inputs)
    for output in launch.outputs:
        result = examples.compare(launch, output, inputs[output], want[output])
        assert result.message is None


# On a GPU.

try:
    import torch
    HAS_GPU = torch.cuda.is_available()
except ImportError:
    HAS_GPU = False
needs_gpu = pytest.mark.skipif(not HAS_GPU, reason="needs a GPU, and PyTorch")


def launch_example(name):
    """Each output's elements, and the launch."""
    launch = examples.load_launch(name)
    if "sm_90" in launch.not_for:
        pytest.skip(launch.not_for["sm_90"])
    return launch, launch_on_gpu(launch)


@needs_gpu
@pytest.mark.parametrize("stages", STAGES)
@pytest.mark.parametrize("name", NAMES)
def test_examples_on_the_gpu(name, stages):
    heddle.triton.enable(stages)
    launch, outputs = launch_example(name)
    want = examples.load_reference(name)(examples.make_inputs(launch))
    for output, got in outputs.items():
        assert examples.compare(launch, output, got, want[output]).message is None


def test_reports_have_both_compilers():
    heddle.triton.enable()
    compile_example("transpose_tiles")
    rows = [each for each in heddle.triton.report() if each.kernel == "transpose_tiles"]
    assert len(rows) == 1
    for made in (rows[0].heddle, rows[0].triton):
        assert made.registers > 0 and made.shared_bytes > 0 and made.milliseconds > 0
        assert made.conversions >= 1
    assert "transpose_tiles" in str(heddle.triton.report())


def test_functions_run_on_the_simulator(heddle_sim):
    x, out = numpy.arange(128, dtype="f"), numpy.zeros(128, "f")
    simulated = heddle_sim(doubled)
    run = simulated[(1,)](x, out, BLOCK=128)
    numpy.testing.assert_array_equal(out, 2 * x)
    assert run is simulated.last and run.programs == 1
    with pytest.raises(heddle.Trap, match=r"tl.load\(x \+ at\)") as trap:
        heddle_sim(doubled)[(1,)](x[:100], out, BLOCK=128)
    assert trap.value.location.startswith(__file__)


@triton.heuristics({"BLOCK": lambda given: triton.next_power_of_2(given["n"])})
@triton.jit
def doubled_some(x, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)


def test_heuristics_and_configurations_are_those_of_triton(heddle_sim):
    x, out = numpy.arange(100, dtype="f"), numpy.zeros(100, "f")
    heddle_sim(doubled_some)[lambda given: (given["BLOCK"] // 128,)](x, out, 100)
    numpy.testing.assert_array_equal(out, 2 * x)


@gluon.jit
def doubled_by_gluon(x, out, n, BLOCK: gl.constexpr, LAYOUT: gl.constexpr):
    at = gl.arange(0, BLOCK, layout=LAYOUT)
    gl.store(out + at, gl.load(x + at, mask=at < n) * 2, mask=at < n)


@triton.jit
def sums_of(pair, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(pair[0] + at) + pair[1])


def test_tuples_are_taken_apart(heddle_sim):
    x, out = numpy.arange(64, dtype="f"), numpy.zeros(64, "f")
    heddle_sim(sums_of)[(1,)]((x, 3), out, BLOCK=64)
    numpy.testing.assert_array_equal(out, x + 3)


def test_gluon_has_its_own_layouts(heddle_sim):
    x, out = numpy.arange(500, dtype="f"), numpy.zeros(500, "f")
    run = heddle_sim(doubled_by_gluon)[(1,)](
        x, out, 500, BLOCK=512, LAYOUT=gl.BlockedLayout([4], [32], [4], [0]))
    numpy.testing.assert_array_equal(out, 2 * x)
    assert run.programs == 1


@triton.jit
def product_of_blocks(a, b, c, K, M: tl.constexpr, N: tl.constexpr, DEPTH: tl.constexpr):
    row, column = tl.program_id(0) * M, tl.program_id(1) * N
    total = tl.zeros((M, N), tl.float32)
    for k in range(0, K, DEPTH):
        total = tl.dot(a.load([row, k]), b.load([k, column]), total)
    c.store([row, column], total.to(c.dtype))


PRODUCT = {"M": 64, "N": 64, "DEPTH": 64}


def factors():
    random = numpy.random.default_rng(5)
    a, b = (random.standard_normal((128, 128)).astype(numpy.float16) for _ in range(2))
    return a, b, a.astype("f") @ b.astype("f")


def test_descriptors_are_simulated(heddle_sim):
    a, b, want = factors()
    c = numpy.zeros((128, 128), numpy.float16)
    described = [heddle.TensorDescriptor(each, block_shape=[64, 64]) for each in (a, b, c)]
    heddle_sim(product_of_blocks)[(2, 2)](*described, 128, **PRODUCT)
    numpy.testing.assert_allclose(c.astype("f"), want, rtol=2e-3, atol=2e-2)


@needs_gpu
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_descriptors_are_launched(dtype):
    from triton.tools.tensor_descriptor import TensorDescriptor
    kind = getattr(torch, dtype)
    a, b, want = (torch.from_numpy(each).cuda() for each in factors())
    a, b = a.to(kind), b.to(kind)
    want = a.float() @ b.float()

    def check(c):
        torch.testing.assert_close(c.float(), want, rtol=2e-2, atol=1e-1)

    heddle.triton.enable()
    c = torch.zeros(128, 128, device="cuda", dtype=kind)
    described = [TensorDescriptor.from_tensor(each, [64, 64]) for each in (a, b, c)]
    product_of_blocks[(2, 2)](*described, 128, **PRODUCT)
    check(c)
    with heddle.triton.check() as found:
        product_of_blocks[(2, 2)](*described, 128, **PRODUCT)
    assert not found
    name = {"float16": "fp16", "bfloat16": "bf16"}[dtype]
    kernel = heddle.compile(
        product_of_blocks, target="sm_90", constexprs=PRODUCT,
        signature={**{each: f"tensordesc<{name}[64, 64]>" for each in "abc"}, "K": "i32"})
    c = torch.zeros(128, 128, device="cuda", dtype=kind)
    kernel.launch[2, 2](*(heddle.TensorDescriptor(each) for each in (a, b, c)), 128)
    check(c)


@needs_gpu
def test_functions_that_ran_before_compile_anew():
    x, out = torch.randn(128, device="cuda"), torch.zeros(128, device="cuda")
    kernel = doubled[(1,)](x, out, BLOCK=128)
    assert not is_ours(kernel.asm["ptx"])
    heddle.triton.enable()
    out.zero_()
    assert is_ours(doubled[(1,)](x, out, BLOCK=128).asm["ptx"])
    assert torch.equal(out, 2 * x)
    heddle.triton.disable()
    assert not is_ours(doubled[(1,)](x, out, BLOCK=128).asm["ptx"])


@needs_gpu
def test_kernels_launch_without_triton():
    x, out = torch.randn(128, device="cuda"), torch.zeros(128, device="cuda")
    kernel = heddle.compile(doubled, target="sm_90", signature={"x": "*fp32", "out": "*fp32"},
                            constexprs={"BLOCK": 128})
    kernel.launch[1](x, out)
    assert torch.equal(out, 2 * x)
    with pytest.raises(heddle.Error, match="on a GPU"):
        kernel.launch[1](x.cpu(), out)


@pytest.mark.skipif(not HAS_GPU or torch.cuda.device_count() < 2, reason="needs two GPUs")
def test_each_gpu_has_its_kernels():
    heddle.triton.enable()
    kernel = heddle.compile(doubled, target="sm_90", signature={"x": "*fp32", "out": "*fp32"},
                            constexprs={"BLOCK": 128})
    for number in (1, 0):
        with torch.cuda.device(number):
            x = torch.randn(128, device="cuda")
            out, other = torch.zeros_like(x), torch.zeros_like(x)
            assert is_ours(doubled[(1,)](x, out, BLOCK=128).asm["ptx"])
            kernel.launch[1](x=x, out=other)
            assert x.device.index == number
            assert torch.equal(out, 2 * x) and torch.equal(other, 2 * x)
            with heddle.triton.check() as found:
                doubled[(1,)](x, out, BLOCK=128)
            assert not found


@triton.jit
def shifted(x, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at + 1))


@triton.jit
def racing(x, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at + BLOCK * tl.program_id(0)))


@needs_gpu
def test_checks_find_what_is_wrong():
    x, out = torch.randn(128, device="cuda"), torch.zeros(128, device="cuda")
    with heddle.triton.check() as found:
        doubled[(1,)](x, out, BLOCK=128)
    assert not found and torch.equal(out, 2 * x)
    with heddle.triton.check() as found:
        shifted[(1,)](x, out, BLOCK=128)
    assert [each.kind for each in found] == ["out of bounds"] and found[0].argument == "out"
    with heddle.triton.check() as found:
        doubled[(1,)](x, out[:64].clone(), BLOCK=128)
    assert [(each.kind, each.argument) for each in found] == [("out of bounds", "out")]
    many = torch.randn(4096, 1024, device="cuda")
    with heddle.triton.check() as found:
        for _ in range(20):
            racing[(4096,)](many, torch.zeros(1024, device="cuda"), BLOCK=1024)
    assert {each.kind for each in found} == {"unsteady"}


@needs_gpu
@pytest.mark.parametrize("name", NAMES)
def test_examples_have_no_findings(name):
    with heddle.triton.check() as found:
        launch, _ = launch_example(name)
    # What atomics append comes in any order.
    assert [each for each in found if launch.outputs.get(each.argument) != "unordered"] == []


@needs_gpu
def test_programs_are_timed(tmp_path):
    program = pathlib.Path(__file__).resolve().parents[2] / "bench/gpu/launch_examples.py"
    subprocess.run([sys.executable, "-m", "heddle.bench", "--rounds", "3", "--json",
                    tmp_path / "times.json", program, "softmax_rows", "transpose_tiles"],
                   check=True)
    lines = (tmp_path / "times.json").read_text().splitlines()
    timings = [json.loads(line) for line in lines]
    assert [each["kernel"] for each in timings] == ["softmax_rows", "transpose_tiles"]
    for each in timings:
        assert not each["finding"]
        for made in (each["heddle"], each["triton"]):
            assert made["warm"] > 0 and made["compile_milliseconds"] > 10


def models():
    import torch.nn as nn
    yield "mlp", nn.Sequential(nn.Linear(256, 512), nn.GELU(), nn.LayerNorm(512),
                               nn.Linear(512, 64), nn.LogSoftmax(-1)), (128, 256)
    yield "transformer", nn.TransformerEncoderLayer(128, 4, 256, dropout=0.0,
                                                    batch_first=True), (4, 64, 128)
    yield "convolutions", nn.Sequential(
        nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        nn.Linear(32, 10)), (8, 3, 32, 32)


@needs_gpu
@pytest.mark.parametrize("name, model, shape", [] if not HAS_GPU else list(models()),
                         ids=lambda each: each if isinstance(each, str) else "")
def test_compiled_models(name, model, shape):
    """Forward and backward, by Inductor."""
    torch.manual_seed(3)
    model = model.cuda()
    x = torch.randn(shape, device="cuda", requires_grad=True)

    def gradients(function):
        model.zero_grad()
        x.grad = None
        out = function(x)
        out.square().sum().backward()
        return [out.detach(), x.grad, *(each.grad.clone() for each in model.parameters())]

    want = gradients(model)
    heddle.triton.enable()
    torch._dynamo.reset()
    count = len(heddle.triton.compiled())
    got = gradients(torch.compile(model))
    for ours, theirs in zip(got, want):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4)
    print(name, "compiled", len(heddle.triton.compiled()) - count, "kernels here")


@needs_gpu
def test_workers_of_inductor_compile_by_heddle(tmp_path):
    """In processes that begin before and after `enable`."""
    program = tmp_path / "program.py"
    program.write_text("""
import torch, torch._inductor.config as config
config.compile_threads, config.worker_start_method = 2, "subprocess"
model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.GELU(), torch.nn.LayerNorm(64)).cuda()
x = torch.randn(16, 64, device="cuda")
torch.compile(lambda x: x.sin() + 1)(x)
import heddle.triton
heddle.triton.enable()
torch._dynamo.reset()
torch.testing.assert_close(torch.compile(model)(x), model(x), rtol=1e-4, atol=1e-5)
""")
    subprocess.run([sys.executable, program], check=True, env=dict(os.environ))
    cache = pathlib.Path(os.environ["TRITON_CACHE_DIR"])
    codes = {path: path.read_text() for path in cache.parent.rglob("*.ptx")}
    ours = {path for path, code in codes.items() if is_ours(code)}
    assert ours and all(("heddle-" in str(path)) == (path in ours) for path in codes)
