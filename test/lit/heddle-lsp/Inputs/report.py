"""Lenses say of conversions what the report of the compiled kernel says.

usage: report.py FILE...
"""

import json
import re
import subprocess
import sys

from client import Client, Document

conversions = 0
with Client() as client:
    for path in sys.argv[1:]:
        report, = json.loads(subprocess.run(
            ["heddle", "compile", path, "--emit", "simt", "--report", "--json"],
            check=True, stdout=subprocess.PIPE).stdout)
        expected = sorted((int(each["cycles"] + 0.5), each["scratch_bytes"])
                          for each in report["conversions"])
        found = []
        document = Document.open(client, path)
        cycles, barriers = report["cycles"], report["block_barriers"] + report["warp_barriers"]
        kernel, = document.kernels()
        assert f"~{int(cycles + 0.5)} cycles" in kernel, (path, kernel, cycles)
        assert f", {barriers} barrier" in kernel, (path, kernel, barriers)
        for _, title in document.lenses():
            if title.startswith("convert: "):
                cycles = re.search(r"~(\d+) cycles", title)
                scratch = re.search(r"([\d.]+) (KB|bytes) shared", title)
                unit = {"KB": 1024, "bytes": 1}
                found.append((int(cycles.group(1)) if cycles else 0,
                              int(float(scratch.group(1)) * unit[scratch.group(2)])
                              if scratch else 0))
        assert sorted(found) == expected, (path, sorted(found), expected)
        conversions += len(found)
print(f"{conversions} conversions cost what reports say")
