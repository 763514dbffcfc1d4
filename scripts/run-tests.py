#!/usr/bin/env python3
"""Runs every kind of test of a build and ends with the failed ones and a line of totals.

usage: run-tests.py --build DIR [--only KIND]...

Kinds: unit (GoogleTest), lit (text in, text out), package (the installed core,
used from another project), docs (the documents agree with the tree), examples (the
kernels' files agree with each other, and with their references), layouts (how far
those of the examples are from the best), verify (faults that have to be found), reduce
(failing kernels that have to become small), sim (the examples on the simulator; skipped
without NumPy), amd (the examples' assembly for an AMD GPU, executed, and their code
objects, read back; skipped without NumPy), golden (reference data of an installed Triton;
skipped unless HEDDLE_GOLDEN_DIR names a folder of it), python (the package, in an
environment of its own; skipped where pip cannot install what that needs), gpu (layouts
against the hardware's matrix instructions, conversions of random pairs; skipped where there
is no sm_90 with nvcc), web (the viewer's page in a browser, and its core against `heddle`;
skipped without npm, chromium or a page). Exit code 1 if a test failed.
"""

import argparse
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIT = "/usr/lib/llvm-22/bin/lit"


class Totals:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.failures = []
        self.skipped = []

    def count(self, passed, failed, names=()):
        """Names are those of what failed, repeated at the end."""
        self.passed += passed
        self.failed += failed
        self.failures += names


def run_shard(program, shard, shards):
    """A part of a program's tests: exit code, output, and report, if there is one."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        run = subprocess.run(
            [program, f"--gtest_output=json:{report}", "--gtest_brief=1"],
            env=os.environ | {"GTEST_TOTAL_SHARDS": str(shards), "GTEST_SHARD_INDEX": str(shard)},
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return run, json.loads(report.read_text()) if report.exists() else None


def run_unit(build, totals):
    """Every build/bin/*-tests program, in parts on all processors; its own reports count."""
    programs = sorted((build / "bin").glob("*-tests"))
    if not programs:
        print("no unit tests were built")
        totals.count(0, 1, ["unit: no tests were built"])
    processors = len(os.sched_getaffinity(0))
    # More than there are processors, since they take differently long.
    shards = min(2 * processors, 8)
    with concurrent.futures.ThreadPoolExecutor(processors) as pool:
        runs = {program: [pool.submit(run_shard, program, shard, shards)
                          for shard in range(shards)] for program in programs}
        for program, parts in runs.items():
            passed, failed, names = 0, 0, []
            for run, result in (part.result() for part in parts):
                failures = result["failures"] + result["errors"] if result else 1
                passed += result["tests"] - failures if result else 0
                here = [f"{suite['name']}.{test['name']}"
                        for suite in (result or {}).get("testsuites", [])
                        for test in suite["testsuite"] if test.get("failures")]
                # A crash after the last test, such as a leak report, counts too.
                if run.returncode != 0 and failures == 0:
                    failures = 1
                if failures:
                    print(run.stdout)
                    here = here or [f"exit code {run.returncode}"]
                failed += failures
                names += here
            print(f"unit: {program.name}: {passed} passed, {failed} failed", flush=True)
            totals.count(passed, failed, [f"unit: {program.name}: {name}" for name in names])


def run_lit(build, totals):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        run = subprocess.run([LIT, "-q", "--output", report, build / "test/lit"])
        results = json.loads(report.read_text())["tests"] if report.exists() else []
    # Those that a program is missing for.
    skipped = [test["name"] for test in results if test["code"] == "UNSUPPORTED"]
    totals.skipped += [f"{name}: needs a program that is not installed" for name in skipped]
    passed = sum(test["code"] in ("PASS", "XFAIL") for test in results)
    failed = len(results) - passed - len(skipped)
    if run.returncode != 0 and failed == 0:
        failed = 1
    print(f"lit: {passed} passed, {failed} failed")
    names = [test["name"] for test in results if test["code"] not in
             ("PASS", "XFAIL", "UNSUPPORTED")]
    totals.count(passed, failed, [f"lit: {name}" for name in names] or
                 [f"lit: exit code {run.returncode}"] * bool(failed))


def run_script(name, commands, totals):
    """A test that is a sequence of commands, all of which have to succeed."""
    for command in commands:
        run = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT)
        if run.returncode != 0:
            print(run.stdout)
            print(f"{name}: failed: {' '.join(map(str, command))}")
            totals.count(0, 1, [f"{name}: {' '.join(map(str, command))}"])
            return
    print(f"{name}: passed")
    totals.count(1, 0)


def run_package(build, totals):
    """Installs the programs, and runs them elsewhere. Builds and installs the core
    alone, and a user's project on top of it."""
    run_script("package: programs", [[ROOT / "test/package/check_install.sh", build, ROOT]],
               totals)
    with tempfile.TemporaryDirectory() as folder:
        core, prefix, user = (f"{folder}/{name}" for name in ("core", "prefix", "user"))
        run_script("package: core", [
            ["cmake", "-S", ROOT, "--preset", "core-only", "-B", core,
             f"-DCMAKE_INSTALL_PREFIX={prefix}"],
            ["cmake", "--build", core, "--target", "install"],
            [sys.executable, ROOT / "test/package/check_headers.py", prefix],
            ["cmake", "-G", "Ninja", "-S", ROOT / "test/package", "-B", user,
             "-DCMAKE_CXX_COMPILER=clang++-22", f"-DCMAKE_PREFIX_PATH={prefix}"],
            ["cmake", "--build", user],
            [f"{user}/user"],
        ], totals)


def run_docs(build, totals):
    for check in sorted((ROOT / "test/docs").glob("check_*.py")):
        run_script(f"docs: {check.stem}", [[sys.executable, check, build]], totals)


def run_examples(build, totals):
    for check in sorted((ROOT / "test/examples").glob("check_*.py")):
        run_script(f"examples: {check.stem}", [[sys.executable, check]], totals)


def run_layouts(build, totals):
    run_script("layouts: gaps", [
        [sys.executable, ROOT / "test/layouts/check_gaps.py", build]], totals)
    run_script("layouts: offers", [
        [sys.executable, ROOT / "test/layouts/check_offers.py", build, "--count", "100"]], totals)


def run_verify(build, totals):
    """Faults that have to be found, and passes that make none."""
    run_script("verify: faults and false alarms", [
        [sys.executable, ROOT / "test/verify/check_verify.py", build]], totals)
    run_script("verify: faults in sources", [
        [sys.executable, ROOT / "test/verify/faults.py", "--check"]], totals)


def run_reduce(build, totals):
    """Failing kernels that have to become small."""
    run_script("reduce: failing kernels", [
        [sys.executable, ROOT / "test/reduce/check_reduce.py", build]], totals)


def run_sim(build, totals):
    """The examples on the simulator, for chips with different instructions, and some
    with a mistake, which it has to notice."""
    if not importlib.util.find_spec("numpy"):
        totals.skipped.append("sim: there is no NumPy")
        return
    for target in ("sm_90", "sm_80"):
        run_script(f"sim: {target}", [
            [sys.executable, ROOT / "test/sim/run_examples.py", build, "--target", target],
        ], totals)
        run_script(f"sim: Triton's code for {target}", [
            [sys.executable, ROOT / "test/sim/run_examples.py", build, "--target", target,
             "--triton", release] for release in ("3.6", "3.9")
        ], totals)
        run_script(f"sim: Triton's passes for {target}", [
            [sys.executable, ROOT / "test/sim/run_examples.py", build, "--target", target,
             "--pipeline", "triton-tensors"],
        ], totals)
        run_script(f"sim: pipelines on {target}", [
            [sys.executable, ROOT / "test/sim/run_pipelines.py", build, "--target", target],
        ], totals)
        run_script(f"sim: prefetched products on {target}", [
            [sys.executable, ROOT / "test/sim/run_prefetched.py", build, "--target", target,
             "--every", "13"],
        ], totals)
        run_script(f"sim: products on {target}", [
            [sys.executable, ROOT / "test/sim/run_mixed_products.py", build, "--target", target,
             "--every", "13"],
        ], totals)
    run_script("sim: products by the copy engine", [
        [sys.executable, ROOT / "test/sim/run_engine_products.py", build],
    ], totals)
    run_script("sim: clusters", [
        [sys.executable, ROOT / "test/sim/run_examples.py", build, "--blocks", blocks]
        for blocks in ("2", "4", "16")
    ], totals)
    run_script("sim: random loops", [
        [sys.executable, ROOT / "test/sim/run_random_loops.py", build, "--programs", "100"],
    ], totals)
    run_script("sim: random attention", [
        [sys.executable, ROOT / "test/sim/run_random_attention.py", build, "--programs", "40"],
    ], totals)
    run_script("sim: mistakes", [
        [sys.executable, ROOT / "test/sim/run_mutants.py", build, "--sample", "60"],
        [sys.executable, ROOT / "test/sim/run_mutants.py", build, "--sample", "30", "--blocks", "2"],
    ], totals)


def run_amd(build, totals):
    """The examples' assembly for an AMD GPU, executed; some of their code objects, read back."""
    if not importlib.util.find_spec("numpy"):
        totals.skipped.append("amd: there is no NumPy")
        return
    for name, options in (
            ("assembly", []), ("assembly of Triton's code", ["--triton"]),
            ("assembly of pipelined loops", ["--pipelined"]),
            ("assembly for gfx950", ["--target", "gfx950", "softmax_rows", "layer_norm", "welford",
                                     "matmul_fp16", "attention_forward", "matmul_scaled"])):
        run_script(f"amd: {name}", [
            [sys.executable, ROOT / "test/amd/check_amdgcn.py", build, *options]], totals)
    run_examples = [sys.executable, ROOT / "test/sim/run_examples.py", build, "--target"]
    for target in ("gfx942", "gfx1100"):
        run_script(f"amd: examples, also as Triton compiles them, for {target}", [
            [*run_examples, target], [*run_examples, target, "--triton", "3.6"]], totals)
    for target in ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1200", "gfx1250"):
        run_script(f"amd: products for {target}", [
            [sys.executable, ROOT / "test/amd/run_products.py", build, "--target", target,
             "--cases", "24"]], totals)
    run_script("amd: products with scales", [
        [sys.executable, ROOT / "test/amd/run_scaled_products.py", build, "--cases", "24"]], totals)
    run_script("amd: copies to shared memory", [
        [sys.executable, ROOT / "test/amd/run_copies.py", build, "--cases", "60"]], totals)
    run_script("amd: code objects", [
        [sys.executable, ROOT / "test/amd/check_code_objects.py", build]], totals)


def run_golden(build, totals):
    folder = os.environ.get("HEDDLE_GOLDEN_DIR")
    if not folder:
        totals.skipped.append("golden: HEDDLE_GOLDEN_DIR names no folder of reference data")
        return
    run_script("golden", [[build / "bin/heddle-golden", folder]], totals)


def run_python(build, totals):
    """Installs the package, and checks that it does what its tests and its types say."""
    folder = build / "python-env"
    made = subprocess.run([ROOT / "scripts/python-env.sh", folder], text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if made.returncode != 0:
        reason = (made.stderr.strip().splitlines() or ["no reason was given"])[-1]
        totals.skipped.append(f"python: there is no environment for it: {reason}")
        return
    python = folder / "bin/python"
    run_script("python: package", [
        [ROOT / "scripts/python-package.sh", build, "install"]], totals)
    modules = sorted((build / "python/heddle").glob("*.so"))
    run_script("python: libraries", [
        [ROOT / "scripts/check-portable.py", *modules]], totals)
    run_script("python: tests", [
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", ROOT / "python/tests"]],
        totals)
    run_script("python: types", [
        [python, "-m", "mypy", "--strict", "--config-file", ROOT / "pyproject.toml",
         "--cache-dir", folder / "mypy", "-p", "heddle"],
        [python, "-m", "mypy.stubtest", "heddle", "--mypy-config-file", ROOT / "pyproject.toml",
         "--allowlist", ROOT / "python/tests/stubtest.txt"]], totals)


def run_gpu(build, totals):
    """Multiplies matrices with the hardware's instructions, by our layouts, and
    runs random conversions."""
    if not shutil.which("nvcc") or not shutil.which("nvidia-smi"):
        totals.skipped.append("gpu: there is no nvcc, or no NVIDIA GPU")
        return
    source = ROOT / "test/gpu/fragments.cu"
    with tempfile.TemporaryDirectory() as folder:
        tables = subprocess.run(
            [sys.executable, ROOT / "test/gpu/make_tables.py", build / "bin/heddle"],
            text=True, stdout=subprocess.PIPE)
        (pathlib.Path(folder) / "tables.inc").write_text(tables.stdout)
        run_script("gpu", [
            ["nvcc", "-std=c++17", "-gencode", "arch=compute_90a,code=sm_90a",
             "-I", folder, "-o", f"{folder}/fragments", source],
            [f"{folder}/fragments"],
        ], totals)
        conversions = subprocess.run(
            [build / "bin/heddle-conversion-kernels", "200", "1", "sm_90"],
            text=True, stdout=subprocess.PIPE)
        (pathlib.Path(folder) / "conversions.cu").write_text(conversions.stdout)
        run_script("gpu: conversions", [
            ["nvcc", "-O1", "-std=c++17", "-arch=sm_90", "-diag-suppress", "177",
             "-o", f"{folder}/conversions", f"{folder}/conversions.cu"],
            [f"{folder}/conversions"],
        ], totals)


def run_web(build, totals):
    """The viewer's page in a browser, and the core in it against the program."""
    node = shutil.which("node")
    browsers = ("chromium", "chromium-browser", "google-chrome")
    page, core = build / "web/viewer.html", build / "web/heddle.wasm"
    for is_there, what in (
            (node and shutil.which("npm"), "npm is not installed"),
            (any(map(shutil.which, browsers)), "chromium is not installed"),
            (page.exists() and page.stat().st_size > 0, "the page was not built"),
            (core.exists(), "the core was not built for WebAssembly")):
        if not is_there:
            totals.skipped.append(f"web: {what}")
            return
    run_script("web: page", [[node, ROOT / "web/test/run.mjs", build]], totals)


KINDS = {"unit": run_unit, "lit": run_lit, "package": run_package, "python": run_python,
         "docs": run_docs, "examples": run_examples, "layouts": run_layouts,
         "verify": run_verify, "reduce": run_reduce, "sim": run_sim, "amd": run_amd,
         "golden": run_golden, "gpu": run_gpu, "web": run_web}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--only", choices=KINDS, action="append")
    options = parser.parse_args()
    totals = Totals()
    for kind in options.only or KINDS:
        KINDS[kind](options.build.resolve(), totals)
    for reason in totals.skipped:
        print(f"skipped: {reason}")
    # Once more where the reader of a long log looks first.
    for failure in totals.failures:
        print(f"failed: {failure}")
    print(f"{totals.passed} passed, {totals.failed} failed", flush=True)
    return 1 if totals.failed else 0


if __name__ == "__main__":
    sys.exit(main())
