#!/usr/bin/env python3
"""Compares Heddle's assembly for AMD GPUs with Triton's, kernel by kernel.

usage: assembly.py BUILD FOLDER [--target gfx942] [--markdown] [NAME...]

FOLDER has Triton's assembly as NAME.TARGET.amdgcn: scripts/print-examples.py --assembly prints it.
Both begin with the same TTIR and have the same number of warps. Counted are accesses of the data
share (ds_*), those in a loop as often as if each loop made 16 turns; the vector registers of a
lane, with those for accumulation; bytes of the data share, which Triton's launchers ask for; bytes
of a lane that are spilled.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import examples  # noqa: E402

TURNS = 16
BRANCH = re.compile(r"^\s+s_(c?)branch\w*\s+(\S+)")
SHARED = re.compile(r"^\s+ds_(?:read|write|load|store|add|sub|min|max|and|or|xor|cmpst|wrxchg|rtn)")


@dataclasses.dataclass
class Counts:
    shared: int
    registers: int
    bytes: int
    spilled: int


def blocks_of(lines):
    """The first lines of basic blocks, with what each may go on with."""
    labels = {line.split(":")[0]: number for number, line in enumerate(lines)
              if re.match(r"^\.\w+:", line)}
    starts = {0, *labels.values()}
    starts |= {number + 1 for number, line in enumerate(lines) if BRANCH.match(line)}
    starts = sorted(start for start in starts if start < len(lines))
    following = {}
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        found = BRANCH.match(lines[end - 1])
        following[start] = [labels[found[2]]] if found else []
        if end < len(lines) and (not found or found[1]) and "s_endpgm" not in lines[end - 1]:
            following[start].append(end)
    return starts, following


def components(nodes, following):
    """Strongly connected ones, by two searches."""
    order, seen = [], set()
    for root in nodes:
        stack = [(root, iter(following[root]))] if root not in seen else []
        seen.add(root)
        while stack:
            node, rest = stack[-1]
            step = next((each for each in rest if each in nodes and each not in seen), None)
            if step is None:
                order.append(node)
                stack.pop()
            else:
                seen.add(step)
                stack.append((step, iter(following[step])))
    before = {node: [each for each in nodes if node in following[each]] for node in nodes}
    found, seen = [], set()
    for root in reversed(order):
        part, open_nodes = set(), [root]
        while open_nodes:
            node = open_nodes.pop()
            if node not in seen:
                seen.add(node)
                part.add(node)
                open_nodes += before[node]
        if part:
            found.append(part)
    return found


def depths_of(nodes, following, entry, depth=0):
    """In how many loops each block is."""
    depths = {}
    for part in components(nodes, following):
        is_loop = len(part) > 1 or any(node in following[node] for node in part)
        depths |= dict.fromkeys(part, depth + is_loop)
        if len(part) > 1:
            # Without its first block, what is left are the loops in it.
            heads = {each for node in nodes - part for each in following[node] if each in part}
            head = min(heads or {entry})
            depths |= depths_of(part - {head}, following, head, depth + 1)
    return depths


def counts_of(assembly, launcher=None):
    lines = assembly[:assembly.index(".amdhsa_kernel")].splitlines()
    starts, following = blocks_of(lines)
    depths, shared = depths_of(set(starts), following, 0), 0
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        shared += TURNS ** depths[start] * sum(
            SHARED.match(line) is not None for line in lines[start:end])

    def value(key):
        return int(re.search(rf"\.{key}: +(\d+)", assembly)[1])

    return Counts(shared, value("vgpr_count"),
                  launcher["shared"] if launcher else value("group_segment_fixed_size"),
                  4 * value("vgpr_spill_count"))


def ours(heddle, name, target):
    launch = examples.load_launch(name)
    done = subprocess.run([heddle, "compile", examples.KERNELS / f"{name}.ttir", "--target", target,
                           "--num-warps", str(launch.num_warps)],
                          capture_output=True, text=True, check=False)
    return counts_of(done.stdout) if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--target", default="gfx942")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    row = "| {} | {} | {} | {} | {} |" if options.markdown else "{:32} {:>14} {:>10} {:>14} {:>12}"
    print(row.format("", "ds", "registers", "bytes", "spilled"))
    if options.markdown:
        print("|---|---|---|---|---|")
    totals, more = [[0, 0] for _ in range(4)], [0] * 4
    for name in options.names or examples.names():
        file = options.folder / f"{name}.{options.target}.amdgcn"
        launcher = file.with_suffix(".json")
        own = ours(options.build / "bin/heddle", name, options.target) if launcher.exists() else \
            None
        if own is None:
            continue
        other = counts_of(file.read_text(), json.loads(launcher.read_text()))
        pairs = list(zip(dataclasses.astuple(own), dataclasses.astuple(other), strict=True))
        for place, pair in enumerate(pairs):
            totals[place] = [sum(each) for each in zip(totals[place], pair)]
            more[place] += pair[0] > pair[1]
        print(row.format(name, *(f"{mine} / {theirs}" for mine, theirs in pairs)))
    print(row.format("sum", *(f"{mine} / {theirs}" for mine, theirs in totals)))
    print(row.format("kernels with more", *more))


if __name__ == "__main__":
    main()
