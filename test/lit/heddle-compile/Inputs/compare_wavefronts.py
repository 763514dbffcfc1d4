"""Are the wavefronts of the plans of conversions those of the program?

usage: compare_wavefronts.py REPORTS

A file of JSON texts, one behind the other, as `heddle compile --report --json` prints them.
"""

import json
import pathlib
import sys

text = pathlib.Path(sys.argv[1]).read_text()
decoder = json.JSONDecoder()
count = 0
while text.strip():
    reports, end = decoder.raw_decode(text.strip())
    text = text.strip()[end:]
    for report in reports:
        for key in ("wavefronts", "wavefronts_ideal"):
            planned = sum(each[key] for each in report["conversions"])
            counted = sum(each[key] for each in report["shared_accesses"]
                          if each["op"] == "ttg.convert_layout")
            if planned != counted or planned == 0:
                sys.exit(f"{report['kernel']}: {key}: planned {planned}, counted {counted}")
        count += 1
print(f"{count} kernels agree")
