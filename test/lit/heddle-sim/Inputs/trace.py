"""Checks a timeline: the format, that the spans of a warp do not overlap, and that it has
every instruction once."""
import collections
import json
import sys

trace, run = (json.load(open(path)) for path in sys.argv[1:])
events = trace["traceEvents"]
names = [each for each in events if each["ph"] == "M"]
spans = [each for each in events if each["ph"] == "X"]
assert len(names) + len(spans) == len(events)
print(*(each["args"]["name"] for each in names if each["name"] == "process_name"))
print(*(each["args"]["name"] for each in names if each["name"] == "thread_name"), sep=", ")
for each in spans:
    assert set(each) == {"name", "cat", "ph", "ts", "dur", "pid", "tid", "args"}, each
    assert isinstance(each["name"], str) and each["ts"] >= 0 and each["dur"] >= 0, each
    assert isinstance(each["pid"], int) and isinstance(each["tid"], int), each
assert [each["ts"] for each in spans] == sorted(each["ts"] for each in spans)
ends = collections.defaultdict(float)
for each in spans:
    assert each["ts"] >= ends[each["tid"]], each
    ends[each["tid"]] = each["ts"] + each["dur"]
assert max(ends.values()) == trace["otherData"]["cycles"] and trace["otherData"]["complete"]

sums = collections.defaultdict(collections.Counter)
for each in spans:
    sums[each["name"]]["events"] += 1
    for what in ("instructions", "wavefronts", "sectors"):
        sums[each["name"]][what] += each["args"].get(what, 0)
for name in ("global load", "global store", "shared load", "shuffle"):
    print(f"{name}: {sums[name]['instructions']} instructions, {sums[name]['sectors']} sectors")
print("wait for tt.load:", sums["wait for tt.load"]["events"], "events")
blocks = run["launch"]["grid"][0]
assert blocks * sum(each["instructions"] for each in sums.values()) == \
    run["counters"]["smsp__inst_executed.sum"]

# All warps leave a barrier at one time, which is not before the last has come.
barriers = collections.defaultdict(list)
for each in spans:
    if each["name"] == "barrier":
        barriers[each["tid"]].append(each)
for together in zip(*barriers.values(), strict=True):
    ends = {each["ts"] + each["dur"] for each in together}
    assert len(ends) == 1 and max(each["ts"] for each in together) < min(ends), together
print("barriers agree")
