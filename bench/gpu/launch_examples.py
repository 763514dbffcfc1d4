#!/usr/bin/env python3
"""Launches the kernels in examples/kernels once, a program for heddle.bench:

    python -m heddle.bench bench/gpu/launch_examples.py [NAME]...

Their tensors are small, so that times are mostly those of a block.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python/tests"))

import example_kernels  # noqa: E402


def main():
    for name in sys.argv[1:] or example_kernels.NAMES:
        launch = example_kernels.examples.load_launch(name)
        if "sm_90" not in launch.not_for:
            example_kernels.launch_on_gpu(launch)


if __name__ == "__main__":
    main()
