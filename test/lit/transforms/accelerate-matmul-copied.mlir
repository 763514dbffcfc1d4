// A factor that has to be turned on its way to memory. A load gets the layout from which it is
// stored best; one that a loop copies ahead keeps its own, since the copy is read in any layout.
// RUN: heddle-opt %s --tritongpu-accelerate-matmul | FileCheck %s --check-prefixes=CHECK,COPIED
// RUN: heddle-opt %s --tritongpu-accelerate-matmul=num-stages=1 | FileCheck %s --check-prefixes=CHECK,LOADED

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

// Stores of 16 bytes, four neighbours along each axis.
// CHECK-DAG: #[[ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[TURNING:.+]] = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [{{.+}}], warpsPerCTA = [{{.+}}], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @in_loop
// COPIED: %[[B:.+]] = tt.load %{{.+}} : tensor<32x128x!tt.ptr<f32>, #[[ROWS]]>
// COPIED: %[[TURNED:.+]] = ttg.convert_layout %[[B]] : tensor<32x128xf32, #[[ROWS]]> -> tensor<32x128xf32, #[[TURNING]]>
// COPIED: ttg.local_alloc %[[TURNED]]
// LOADED: tt.load %{{.+}} : tensor<32x128x!tt.ptr<f32>, #[[TURNING]]>
tt.func @in_loop(%a: tensor<64x32x!tt.ptr<f32>, #columns>, %b: tensor<32x128x!tt.ptr<f32>, #rows>, %n: i32) -> tensor<64x128xf32, #blocked> {
  %zero = arith.constant dense<0.0> : tensor<64x128xf32, #blocked>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero) -> (tensor<64x128xf32, #blocked>) : i32 {
    %x = tt.load %a : tensor<64x32x!tt.ptr<f32>, #columns>
    %y = tt.load %b : tensor<32x128x!tt.ptr<f32>, #rows>
    %0 = ttg.convert_layout %x : tensor<64x32xf32, #columns> -> tensor<64x32xf32, #A>
    %1 = ttg.convert_layout %y : tensor<32x128xf32, #rows> -> tensor<32x128xf32, #B>
    %d = tt.dot %0, %1, %sums, inputPrecision = tf32 : tensor<64x32xf32, #A> * tensor<32x128xf32, #B> -> tensor<64x128xf32, #blocked>
    scf.yield %d : tensor<64x128xf32, #blocked>
  }
  tt.return %r : tensor<64x128xf32, #blocked>
}

// Outside of loops nothing is copied ahead.
// CHECK-LABEL: @at_once
// CHECK: tt.load %{{.+}} : tensor<32x128x!tt.ptr<f32>, #[[TURNING]]>
tt.func @at_once(%a: tensor<64x32x!tt.ptr<f32>, #columns>, %b: tensor<32x128x!tt.ptr<f32>, #rows>, %c: tensor<64x128xf32, #blocked>) -> tensor<64x128xf32, #blocked> {
  %x = tt.load %a : tensor<64x32x!tt.ptr<f32>, #columns>
  %y = tt.load %b : tensor<32x128x!tt.ptr<f32>, #rows>
  %0 = ttg.convert_layout %x : tensor<64x32xf32, #columns> -> tensor<64x32xf32, #A>
  %1 = ttg.convert_layout %y : tensor<32x128xf32, #rows> -> tensor<32x128xf32, #B>
  %d = tt.dot %0, %1, %c, inputPrecision = tf32 : tensor<64x32xf32, #A> * tensor<32x128xf32, #B> -> tensor<64x128xf32, #blocked>
  tt.return %d : tensor<64x128xf32, #blocked>
}
}
