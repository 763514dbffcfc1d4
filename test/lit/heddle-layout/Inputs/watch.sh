#!/bin/bash
# watch.sh FILE: has heddle watch the file, and writes it three times.
layout='#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 2], warpsPerCTA = [1, 1], order = [1, 0]}>'
rm -f "$1.out"
echo "$layout" > "$1"
heddle layout --watch "$1" --alias a -t 'tensor<1x4xf16>' > "$1.out" 2>&1 &
watcher=$!
# Until the output has the text, or it has taken too long.
wait_for() {
    for _ in {1..100}; do
        grep -qs "$1" "$2" && return
        sleep 0.1
    done
    echo "never: $1"
}
wait_for 'T0:0  T1:0' "$1.out"
echo '#other = #ttg.shared_memory' > "$1"
wait_for 'expects an alias' "$1.out"
echo "${layout/sizePerThread = \[1, 1\]/sizePerThread = [1, 2]}" > "$1"
wait_for 'T0:0  T0:1' "$1.out"
kill "$watcher"
cat "$1.out"
