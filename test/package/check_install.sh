#!/usr/bin/env bash
# The installed programs run from any folder, without the folders they were built
# in and without LLVM's libraries.
# usage: check_install.sh BUILD SOURCE
set -euo pipefail
build=$1
source=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

make -s -C "$source" install-built BUILD="$build" DESTDIR="$folder/root" PREFIX=/opt/heddle
mv "$folder/root/opt/heddle" "$folder/moved"
if grep -q '^HEDDLE_STATIC:BOOL=ON' "$build/CMakeCache.txt"; then
  "$source/scripts/check-portable.py" "$folder"/moved/bin/*
fi
cd "$folder"
kernel=$source/examples/kernels/softmax_rows.ttir
heddle="env -i $folder/moved/bin/heddle"
$heddle layout '#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 2], warpsPerCTA = [2, 1], order = [1, 0]}>' \
  -t 'tensor<4x4xf16>' --at 2,3 | grep 'T5:1' >/dev/null
$heddle compile "$kernel" --target sm_90 | grep '^.target sm_90' >/dev/null
$heddle sim "$kernel" --target sm_90 --grid 1 --arg 'x=f32[4,200]:arange' \
  --arg 'out=f32[4,200]:poison' --arg rows=4 --arg columns=200
env -i moved/bin/heddle-opt "$kernel" --triton 3.9 | grep tt.func >/dev/null
env -i moved/bin/heddle-lsp --help | grep -i usage >/dev/null
env -i moved/bin/heddle-reduce --help | grep -i usage >/dev/null
test -f moved/share/doc/heddle/LICENSE
test -f moved/include/heddle/heddle.h
test ! -e moved/include/heddle/ir
