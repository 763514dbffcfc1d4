// A factor that a loop does not change stays in shared memory where the loop has
// no registers for it, and is loaded before each product.
// RUN: heddle-opt %s --tritongpu-reload-factors | FileCheck %s

#load = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // 128 words of sums, 64 of scores, 64 of the factor.
  // CHECK-LABEL: @wide
  // CHECK: %[[MEMORY:.+]] = ttg.local_alloc %{{.+}} : (tensor<128x128xf16, #{{.+}}>) -> !ttg.memdesc<128x128xf16, #[[SWIZZLE:.+]], #smem>
  // CHECK: scf.for
  // CHECK-NEXT: %[[FACTOR:.+]] = ttg.local_load %[[MEMORY]]
  // CHECK-NEXT: tt.dot %[[FACTOR]]
  tt.func public @wide(%x: tensor<128x128xf16, #load>, %k: tensor<128x64xf16, #right>, %v: tensor<64x128xf16, #right>, %n: i32) -> tensor<128x128xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : tensor<128x64xf32, #mma>
    %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
    %q = ttg.convert_layout %x : tensor<128x128xf16, #load> -> tensor<128x128xf16, #left>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
      %s = tt.dot %q, %k, %none : tensor<128x128xf16, #left> * tensor<128x64xf16, #right> -> tensor<128x64xf32, #mma>
      %h = arith.truncf %s : tensor<128x64xf32, #mma> to tensor<128x64xf16, #mma>
      %p = ttg.convert_layout %h : tensor<128x64xf16, #mma> -> tensor<128x64xf16, #left>
      %next = tt.dot %p, %v, %acc : tensor<128x64xf16, #left> * tensor<64x128xf16, #right> -> tensor<128x128xf32, #mma>
      scf.yield %next : tensor<128x128xf32, #mma>
    }
    tt.return %sum : tensor<128x128xf32, #mma>
  }

  // 64, 64 and 32 words fit.
  // CHECK-LABEL: @narrow
  // CHECK-NOT: ttg.local_alloc
  // CHECK: tt.return
  tt.func public @narrow(%x: tensor<128x64xf16, #load>, %k: tensor<64x64xf16, #right>, %v: tensor<64x64xf16, #right>, %n: i32) -> tensor<128x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x64xf32, #mma>
    %q = ttg.convert_layout %x : tensor<128x64xf16, #load> -> tensor<128x64xf16, #left>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #mma>) : i32 {
      %s = tt.dot %q, %k, %zero : tensor<128x64xf16, #left> * tensor<64x64xf16, #right> -> tensor<128x64xf32, #mma>
      %h = arith.truncf %s : tensor<128x64xf32, #mma> to tensor<128x64xf16, #mma>
      %p = ttg.convert_layout %h : tensor<128x64xf16, #mma> -> tensor<128x64xf16, #left>
      %next = tt.dot %p, %v, %acc : tensor<128x64xf16, #left> * tensor<64x64xf16, #right> -> tensor<128x64xf32, #mma>
      scf.yield %next : tensor<128x64xf32, #mma>
    }
    tt.return %sum : tensor<128x64xf32, #mma>
  }
}
