#!/usr/bin/env bash
# What `make demo` shows: a kernel of Triton, softmax over rows, compiled for a GPU, and
# run without one against a reference; then the layouts of another kernel.
# usage: demo.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
PATH=$PWD/$1/bin:$PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

show() {
  echo
  echo "\$ $*"
  "$@"
}

# How often the kernel moves data, and waits.
count_instructions() {
  grep -oE '(ld|st)\.(global|shared)[.a-z0-9]*|shfl\.sync\.[a-z]*|bar\.sync' "$1" | sort | uniq -c
}

title() {
  echo
  echo "== $* =="
}

title 'A kernel in, code for an H200 out'
cp examples/kernels/softmax_rows.ttir "$folder/softmax.ttir"
cd "$folder"
show sed -n '31,52p' softmax.ttir
show heddle compile softmax.ttir --target sm_90 -o softmax.ptx
show cat softmax.json
show count_instructions softmax.ptx

title 'The same kernel on the simulator, against a reference: 10 rows of 200 numbers'
show python3 "$root/scripts/demo_softmax.py" 10 200 x.npy softmax.npy
arguments=(--grid 3 --arg x=@x.npy --arg 'out=f32[10,200]:poison' --arg rows=10
           --arg columns=200 --check out=softmax.npy:1e-5,1e-7)
show heddle sim softmax.ttir --target sm_90 "${arguments[@]}" --counters

title 'It notices mistakes: the kernel is told of an eleventh row'
show heddle sim softmax.ttir --target sm_90 "${arguments[@]/rows=10/rows=11}" || true

if ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'; then
  title 'On the GPU'
  show heddle run softmax.ttir --target sm_90 "${arguments[@]}" --repeat 100 || true
fi

title 'What became of it, and why'
heddle compile softmax.ttir --target sm_90 --report > report.txt
show sed -n '/^accesses/,$p' report.txt
cd "$root"

title 'Layouts are linear maps: a 4x4 swizzle, then the layouts of a matrix product'
swizzle4x4
show heddle layout -i examples/matmul.ttgir --list
show heddle layout -i examples/matmul.ttgir --alias mma --at 9,5
show heddle layout -i examples/matmul.ttgir --alias mma --view bases
show heddle layout -i examples/matmul.ttgir --alias shared -t 'tensor<8x32xf16>' --view memory
show heddle layout -i examples/matmul.ttgir --alias blocked --view props
