#!/bin/bash
# exit-codes.sh KERNEL FAKECUDA FOLDER: runs commands, and compares their exit codes.
kernel=$1
export LD_LIBRARY_PATH=$2
rm -rf "$3" && mkdir "$3" && cd "$3" || exit 1
cases=0
expect() {
    local code=$1
    shift
    "$@" > out 2>&1 < /dev/null
    local got=$?
    cases=$((cases + 1))
    [ $got = "$code" ] || { echo "expects $code, but got $got: $*"; cat out; }
}
row='tensor<2xf32, #ttg.linear<{register = [[1]], lane = [], warp = [], block = []}>>'
bad='tensor<2xf32, #ttg.linear<{register = [[5]], lane = [], warp = [], block = []}>>'
lane='tensor<32xf32, #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>>'
other='tensor<32xf32, #ttg.linear<{register = [], lane = [[2], [1], [4], [8], [16]], warp = [], block = []}>>'
shared='!ttg.memdesc<32xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory>'
arguments=(--arg x=f32[64]:arange --arg out=f32[64]:zeros --arg factor=2 --arg n=64)
echo 'tt.func public @f() { tt.nonsense }' > wrong.ttir

expect 0 heddle layout "$row"
expect 1 heddle layout "$bad"
expect 2 heddle layout --list -i absent.ttgir
expect 0 heddle layout diff "$row" "$row"
expect 1 heddle layout diff "$lane" "$other"
expect 2 heddle layout diff "$row"

expect 0 heddle banks --reg "$lane" --shared "$shared" --target sm_90
expect 1 heddle banks --reg "$row" --shared "$shared" --target sm_90
expect 2 heddle banks --reg "$lane" --shared "$shared" --target sm_9

expect 0 heddle convert "$lane" "$other" --target sm_90
expect 1 heddle convert "$lane" "$row" --target sm_90
expect 2 heddle convert "$lane" "$other"

expect 0 heddle compile "$kernel" --target sm_90
expect 1 heddle compile wrong.ttir --target sm_90
expect 2 heddle compile absent.ttir --target sm_90
expect 2 heddle compile "$kernel" --target sm_90 -o absent/k.ptx

expect 0 heddle sim "$kernel" --target sm_90 "${arguments[@]}" --out out=out.npy
expect 1 heddle sim "$kernel" --target sm_90 --arg x=f32[64]:zeros --arg out=f32[64]:zeros --arg factor=2 --arg n=64 --check out=out.npy
expect 1 heddle sim "$kernel" --target sm_90 --arg x=f32[8]:zeros --arg out=f32[64]:zeros --arg factor=2 --arg n=64
expect 2 heddle sim "$kernel" --target sm_90 --arg x=f32[64]:arange

expect 0 heddle run "$kernel" --target sm_90 "${arguments[@]}"
expect 1 env FAKE_GPUS=0 heddle run "$kernel" --target sm_90 "${arguments[@]}"
expect 2 heddle run "$kernel" --target sm_90 --repeat many

expect 1 heddle view "$bad"
expect 1 heddle view "$lane" "$row"
expect 2 heddle view absent.ttgir
expect 2 heddle view "$lane" "$other" --target sm_9
expect 2 heddle view "$row" -o absent/out.html

expect 0 heddle help
expect 2 heddle help nothing
expect 0 heddle completion bash
expect 2 heddle completion tcsh
echo "$cases cases"
