"""What the assembler made of a kernel."""

import pathlib
import re
import subprocess

import triton

NVDISASM = pathlib.Path(triton.__file__).parent / "backends/nvidia/bin/nvdisasm"


def unwritten_registers(cubin, folder):
    """Instructions that read a uniform register that none before them has written, as ptxas
    12.8 makes them of some sums of 64 bits."""
    path = folder / "kernel.cubin"
    path.write_bytes(cubin)
    text = subprocess.run([NVDISASM, "-c", path], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    written, found = set(), []
    for line in text.splitlines():
        line = re.sub(r"/\*.*?\*/", "", line).strip()
        match = re.match(r"(?:@!?U?P\w+ )?([A-Z0-9_.]+)\s+(.*?) ?;", line)
        # Descriptors are four registers, of which an instruction may ignore two.
        if not match or "gdesc" in line:
            continue
        operands = [each.strip() for each in match[2].split(",")]
        # Predicates come first among the results.
        while len(operands) > 1 and re.fullmatch(r"!?U?P[T0-9]+", operands[0]):
            operands.pop(0)
        result = re.fullmatch(r"UR(\d+)", operands[0])
        for operand in operands[1 if result else 0:]:
            if any(int(each) not in written for each in re.findall(r"\bUR(\d+)\b", operand)):
                found.append(line)
        if result:
            width = 4 if "128" in match[1] else 2 if re.search("64|WIDE", match[1]) else 1
            written.update(range(int(result[1]), int(result[1]) + width))
    return found
