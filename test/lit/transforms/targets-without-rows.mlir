// Passes take modules for any chip: without a row of its own it counts as the
// nearest one. They take modules without a target too.
// RUN: split-file %s %t
// RUN: heddle-opt %t/near.mlir --tritongpu-remove-layout-conversions 2>&1 | FileCheck %t/near.mlir
// RUN: heddle-opt %t/old.mlir --tritongpu-coalesce 2>&1 | FileCheck %t/old.mlir
// RUN: heddle-opt %t/none.mlir --tritongpu-coalesce --tritongpu-remove-layout-conversions 2>&1 | FileCheck %t/none.mlir --implicit-check-not=warning
// RUN: heddle-opt %t/cuda.mlir --tritongpu-coalesce 2>&1 | FileCheck %t/cuda.mlir --implicit-check-not=warning

//--- near.mlir
// CHECK: near.mlir:[[@LINE+1]]:1: warning: takes "hip:gfx1251" for gfx1250, the nearest chip that is known
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1251", "ttg.threads-per-warp" = 32 : i32} {
}

//--- old.mlir
// CHECK: warning: takes "hip:gfx906:xnack-" for gfx908, the nearest chip that is known
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx906:xnack-", "ttg.threads-per-warp" = 64 : i32} {
}

//--- none.mlir
// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32}
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
}

//--- cuda.mlir
// NVIDIA's chips run the code of older ones.
// CHECK: ttg.target = "cuda:103"
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
}
