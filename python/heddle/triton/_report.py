"""What both compilers make of the kernels that went through Heddle."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass

from heddle._error import Error
from heddle.triton._plugin import compiled, compiling, release_of_triton
from heddle.triton._stages import Compiled

__all__ = ["Comparison", "Made", "report"]


@dataclass
class Made:
    """What one compiler made of a kernel."""

    milliseconds: float
    """To compile TTIR to machine code."""
    conversions: int | None
    """Of layouts, that move data between threads; None where Heddle has no code for
    Triton's layouts."""
    conflicts: int | None
    """Wavefronts of shared memory beyond the fewest, of a block that executes each access
    once."""
    shared_bytes: int
    registers: int
    """Of a thread."""
    spill_bytes: int


@dataclass
class Comparison:
    kernel: str
    target: str
    num_warps: int
    heddle: Made | None
    """None of what Heddle refuses."""
    triton: Made


class Table(list[Comparison]):
    """Comparisons, which print as a table."""

    def __str__(self) -> str:
        rows: list[tuple[str, ...]] = [
            ("kernel", "warps", "", "conversions", "conflicts", "registers", "spills", "shared",
             "compile ms")]
        for each in self:
            for name, made in (("heddle", each.heddle), ("triton", each.triton)):
                begin = (each.kernel, str(each.num_warps)) if name == "heddle" else ("", "")
                rows.append((*begin, name, *(("refused", *[""] * 5) if made is None else (
                    *("-" if count is None else str(count)
                      for count in (made.conversions, made.conflicts)), str(made.registers),
                    str(made.spill_bytes), str(made.shared_bytes),
                    f"{made.milliseconds:.0f}"))))
        widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        return "\n".join("  ".join(
            text.ljust(width) if at in (0, 2) else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths))).rstrip() for row in rows)


def report() -> Table:
    """Compiles all kernels that went through Heddle in this process, once more and in both
    compilers, and compares what became of them. Needs no GPU."""
    table = Table()
    seen = set()
    for each in compiled():
        key = (each.source, each.target, tuple(each.options.items()))
        # What begins with layouts was not Heddle's to choose.
        if key in seen or '"ttg.num-warps"' in each.source:
            continue
        seen.add(key)
        table.append(Comparison(each.name, each.target, each.options["num_warps"],
                                None if each.refusal else make(each, by_heddle=True),
                                make(each, by_heddle=False)))
    return table


def make(kernel: Compiled, by_heddle: bool) -> Made:
    import triton
    from triton.backends.compiler import GPUTarget

    chip = GPUTarget("cuda", int(kernel.target.removeprefix("sm_")), 32)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"{kernel.name}.ttir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(kernel.source)
        with compiling(by_heddle), triton.knobs.compilation.scope():
            triton.knobs.compilation.always_compile = True
            begin = time.perf_counter()
            made = triton.compile(path, target=chip, options=dict(kernel.options))
            seconds = time.perf_counter() - begin
        registers, spills = resources(made.asm["cubin"], folder)
    conversions, conflicts = facts_of(kernel, None if by_heddle else made.asm["ttgir"])
    return Made(1e3 * seconds, conversions, conflicts, made.metadata.shared, registers, spills)


def facts_of(kernel: Compiled, ttgir: str | None) -> tuple[int | None, int | None]:
    """Conversions and conflicts, of Triton's layouts or of Heddle's: both as Heddle's code for
    them has them. None of layouts that it has no code for."""
    from heddle import _compiler
    options = _compiler.Options(
        kernel.name, ttgir or kernel.source, kernel.target, release=release_of_triton(),
        num_stages=kernel.options["num_stages"],
        num_warps=None if ttgir else kernel.options["num_warps"])
    try:
        reports = _compiler.reports(options)
    except Error:
        return None, None
    if len(reports) != 1:
        return None, None
    facts = json.loads(reports[0][1])
    return (sum(each["strategy"] not in ("nothing", "registers")
                for each in facts["conversions"]),
            sum(each["wavefronts"] - each["wavefronts_ideal"]
                for each in facts["shared_accesses"]))


def resources(cubin: bytes, folder: str) -> tuple[int, int]:
    """Registers and bytes of spills of a thread."""
    from triton import knobs
    path = os.path.join(folder, "kernel.cubin")
    with open(path, "wb") as file:
        file.write(cubin)
    text = subprocess.run([knobs.nvidia.cuobjdump.path, "--dump-resource-usage", path],
                          check=True, capture_output=True, text=True).stdout
    registers, stack = re.search(r"REG:(\d+)", text), re.search(r"STACK:(\d+)", text)
    return int(registers[1]) if registers else 0, int(stack[1]) if stack else 0
