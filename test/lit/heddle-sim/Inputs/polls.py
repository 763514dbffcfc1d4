"""Polls on the simulator, against what they mean: polls.py FOLDER"""

import pathlib
import subprocess
import sys

import numpy as np

BLOCK, PROGRAMS = 64, 5

here = pathlib.Path(__file__).parent
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def simulate(path, *arguments):
    return subprocess.run(["heddle", "sim", path, *map(str, arguments)], capture_output=True,
                          text=True, check=False)


def expect(done, name, got, want):
    if done.returncode != 0:
        print(f"{name}: {done.stderr} should be right")
    elif not np.array_equal(got(), want):
        print(f"{name}: {got()} should be {want}")


def chain():
    """A program reads what the one before it wrote, once that has set its flags."""
    data = np.arange(1, BLOCK + 1, dtype=np.int32)
    want = [data]
    for _ in range(1, PROGRAMS):
        want.append(want[-1] * 2 + 1)
    want = np.concatenate(want)
    count = 0
    for name, *options in (("polls.ttgir",), *(("polls.ttir", "--num-warps", w) for w in (1, 2, 8)),
                           ("polls.ttir", "--target", "sm_75")):
        target = [] if name.endswith("ttgir") or "--target" in options else ["--target", "sm_90"]
        done = simulate(here / name, *options, *target, "--grid", PROGRAMS,
                        "--arg", f"0=i32[{len(want)}]:zeros", "--arg", f"1=i32[{len(want)}]:poison",
                        "--arg", f"2=i32[{len(want)}]:poison", "--out", f"2={folder}/out.npy")
        expect(done, name, lambda: np.load(folder / "out.npy"), want)
        count += 1
    return count


def kernel(bits, timeout):
    """Which elements have the expected value, and a scalar poll of the first one."""
    limit = "timeout %t" if timeout else ""
    tensor = lambda element: f"tensor<128x{element}>"
    value = f"i{bits}"
    return f"""tt.func public @f(%x: !tt.ptr<{value}>, %e: !tt.ptr<{value}>, %out: !tt.ptr<i8>, %one: !tt.ptr<i8>, %t: i64) {{
  %i = tt.make_range {{start = 0 : i32, end = 128 : i32}} : {tensor('i32')}
  %xs = tt.splat %x : !tt.ptr<{value}> -> {tensor(f'!tt.ptr<{value}>')}
  %xp = tt.addptr %xs, %i : {tensor(f'!tt.ptr<{value}>')}, {tensor('i32')}
  %es = tt.splat %e : !tt.ptr<{value}> -> {tensor(f'!tt.ptr<{value}>')}
  %ep = tt.addptr %es, %i : {tensor(f'!tt.ptr<{value}>')}, {tensor('i32')}
  %ev = tt.load %ep : {tensor(f'!tt.ptr<{value}>')}
  %ok = tt.atomic_poll acquire, cta, %xp, %ev {limit} : {tensor(f'!tt.ptr<{value}>')}, {tensor(value)} -> {tensor('i1')}
  %first = tt.load %e : !tt.ptr<{value}>
  %last = tt.atomic_poll relaxed, gpu, %x, %first {limit} : !tt.ptr<{value}>, {value} -> i1
  %os = tt.splat %out : !tt.ptr<i8> -> {tensor('!tt.ptr<i8>')}
  %op = tt.addptr %os, %i : {tensor('!tt.ptr<i8>')}, {tensor('i32')}
  %b = arith.extui %ok : {tensor('i1')} to {tensor('i8')}
  tt.store %op, %b : {tensor('!tt.ptr<i8>')}
  %c = arith.extui %last : i1 to i8
  tt.store %one, %c : !tt.ptr<i8>
  tt.return
}}
"""


def launch(bits, timeout, x, expected, *options):
    path = folder / "poll.ttir"
    path.write_text(kernel(bits, timeout is not None))
    for name, array in (("x", x), ("e", expected)):
        np.save(folder / f"{name}.npy", array)
    return simulate(path, "--target", "sm_90", "--arg", f"0=@{folder}/x.npy",
                    "--arg", f"1=@{folder}/e.npy", "--arg", "2=i8[128]:poison",
                    "--arg", "3=i8[1]:poison", "--arg", f"4={timeout or 0}",
                    "--out", f"2={folder}/found.npy", "--out", f"3={folder}/one.npy", *options)


def single():
    """Each element is read at least once; who does not find its value waits till time is up."""
    engine = np.random.default_rng(6)
    count = 0
    for bits in (16, 32, 64):
        x = engine.integers(-1 << bits - 1, 1 << bits - 1, 128).astype(f"i{bits // 8}")
        expected = np.where(engine.integers(0, 3, 128) > 0, x, x ^ 1)
        cases = [(expected, 0 if bits == 32 else 20_000)] + ([(x, None)] if bits > 16 else [])
        for wanted, timeout in cases:
            done = launch(bits, timeout, x, wanted)
            got = lambda: np.append(np.load(folder / "found.npy"), np.load(folder / "one.npy")) != 0
            want = np.append(x == wanted, x[0] == wanted[0])
            expect(done, f"i{bits} {timeout}", got, want)
            count += 1
    # Nobody sets the flag, and there is no time limit.
    trapped = launch(32, None, np.zeros(128, np.int32), np.ones(128, np.int32), "--max-steps", 10_000)
    return count, trapped


count, trapped = single()
print(f"{count + chain()} runs")
ends = "expects the block to end within 10000 instructions" in trapped.stderr
print("trapped" if ends else trapped.stderr)
