"""Whether the counters of lines and those of ops sum up to the launch's."""
import json
import sys

run = json.load(sys.stdin)
agree = 0
for metric, total in run["counters"].items():
    if metric in ("peak_live_registers", "shared_bytes"):
        continue
    for part in ("lines", "ops"):
        found = sum(each["counters"].get(metric, 0) for each in run[part])
        assert found == total, (part, metric, found, total)
        agree += total != 0
print(agree, "sums agree")
