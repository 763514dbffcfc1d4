#!/usr/bin/env python3
"""Runs the fuzzer of layout texts on a corpus made of the reference types.

usage: fuzz.py --build DIR [--runs N] [--seconds N] [--seed N]

Ends with exit code 1 on a finding, whose input is then in DIR/fuzz-findings.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def seeds():
    """Types of all families, every tenth of the checked-in cases, and their
    layouts alone."""
    for cases in sorted((ROOT / "test/encoding/cases").glob("*.jsonl")):
        for line in cases.read_text().splitlines()[::10]:
            text = json.loads(line)["type"]
            yield text
            if layout := re.search(r"#tt.*>", text.split(", #ttg.shared_memory")[0]
                                   .split(", #ttng.tensor_memory,")[0]):
                yield layout.group(0)
    yield ("!ttg.memdesc<4xi8, #ttg.shared_linear<{offset = [[1], [2]]}, alignment = 16>, "
           "#ttng.shared_cluster_memory>")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=-1)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    arguments = parser.parse_args()
    corpus = arguments.build / "fuzz-corpus"
    findings = arguments.build / "fuzz-findings"
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(seeds()):
        (corpus / f"seed{number}").write_text(text)
    run = subprocess.run(
        [arguments.build / "bin/encoding-fuzzer", corpus,
         f"-dict={ROOT / 'test/fuzz/encoding.dict'}", f"-runs={arguments.runs}",
         f"-max_total_time={arguments.seconds}", f"-seed={arguments.seed}",
         "-max_len=1024", "-timeout=5",
         "-print_final_stats=1", "-verbosity=1", f"-artifact_prefix={findings}/"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if run.returncode != 0:
        print(run.stdout[-8000:])
        print("fuzz: 0 passed, 1 failed")
        return 1
    executed = re.search(r"number_of_executed_units:\s*(\d+)", run.stdout)
    print(f"fuzz: {executed.group(1) if executed else '?'} inputs, no finding")
    return 0


if __name__ == "__main__":
    sys.exit(main())
