#!/usr/bin/env bash
# What `make demo` shows: the layouts of a real kernel, a matrix product that
# Triton compiled for sm_80.
# usage: demo.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PWD/$1/bin:$PATH

show() {
  echo
  echo "\$ $*"
  "$@"
}

swizzle4x4
show heddle layout -i examples/matmul.ttgir --list
show heddle layout -i examples/matmul.ttgir --alias mma --at 9,5
show heddle layout -i examples/matmul.ttgir --alias mma --view bases
show heddle layout -i examples/matmul.ttgir --alias shared -t 'tensor<8x32xf16>' --view memory
show heddle layout -i examples/matmul.ttgir --alias blocked --view props
