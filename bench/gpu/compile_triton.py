#!/usr/bin/env python3
"""Compiles kernels with Triton, for comparisons on a GPU. Needs no GPU itself.

usage: compile_triton.py FOLDER [--target 90] [--num-warps 4] KERNEL.ttgir...

Run by a Python that has Triton. Writes NAME.cubin of each NAME.ttgir or NAME.ttir, and
NAME.json beside it as `heddle compile` does. --num-warps is for .ttir, which does not
say it.
"""

import argparse
import concurrent.futures
import json
import pathlib


def compile_one(path, folder, target, num_warps):
    """What is wrong, if something is."""
    import triton  # Here, since each process needs its own.
    from triton.backends.compiler import GPUTarget
    try:
        kernel = triton.compile(str(path), target=GPUTarget("cuda", target, 32),
                                options={"num_warps": num_warps})
    except Exception as error:  # Its errors have no type in common.
        return f"{path.name}: {error}"
    (folder / f"{path.stem}.cubin").write_bytes(kernel.asm["cubin"])
    meta = {"name": kernel.metadata.name, "target": f"sm_{target}",
            "num_warps": kernel.metadata.num_warps, "threads_per_warp": 32,
            "shared_bytes": kernel.metadata.shared}
    (folder / f"{path.stem}.json").write_text(json.dumps(meta))
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("kernels", nargs="+", type=pathlib.Path)
    parser.add_argument("--target", type=int, default=90)
    parser.add_argument("--num-warps", type=int, default=4)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        jobs = [pool.submit(compile_one, path, options.folder, options.target,
                            options.num_warps) for path in options.kernels]
        faults = [fault for job in jobs if (fault := job.result())]
    print("\n".join([*faults, f"{len(jobs) - len(faults)} of {len(jobs)} kernels compiled"]))
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
