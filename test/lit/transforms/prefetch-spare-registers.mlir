// Slices are loaded ahead where a thread has 128 words of sums or more, and factors of 16 bits or
// fewer: they cost no block there, and nothing is spilled.
// RUN: heddle-opt %s --tritongpu-prefetch="defer-products in-spare-registers" | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#leftWords = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#rightWords = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @spare
  // CHECK-COUNT-4: memdesc_subslice
  tt.func public @spare(%n: i32, %ma: !ttg.memdesc<128x32xf16, #shared, #smem, mutable>, %mb: !ttg.memdesc<32x128xf16, #shared, #smem, mutable>, %zero: tensor<128x128xf32, #mma>) -> tensor<128x128xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
      %a = ttg.local_load %ma : !ttg.memdesc<128x32xf16, #shared, #smem, mutable> -> tensor<128x32xf16, #left>
      %b = ttg.local_load %mb : !ttg.memdesc<32x128xf16, #shared, #smem, mutable> -> tensor<32x128xf16, #right>
      %d = tt.dot %a, %b, %sum : tensor<128x32xf16, #left> * tensor<32x128xf16, #right> -> tensor<128x128xf32, #mma>
      scf.yield %d : tensor<128x128xf32, #mma>
    }
    tt.return %sums : tensor<128x128xf32, #mma>
  }

  // CHECK-LABEL: @fewer_sums
  // CHECK-NOT: memdesc_subslice
  tt.func public @fewer_sums(%n: i32, %ma: !ttg.memdesc<128x32xf16, #shared, #smem, mutable>, %mb: !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, %zero: tensor<128x64xf32, #mma>) -> tensor<128x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x64xf32, #mma>) : i32 {
      %a = ttg.local_load %ma : !ttg.memdesc<128x32xf16, #shared, #smem, mutable> -> tensor<128x32xf16, #left>
      %b = ttg.local_load %mb : !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> tensor<32x64xf16, #right>
      %d = tt.dot %a, %b, %sum : tensor<128x32xf16, #left> * tensor<32x64xf16, #right> -> tensor<128x64xf32, #mma>
      scf.yield %d : tensor<128x64xf32, #mma>
    }
    tt.return %sums : tensor<128x64xf32, #mma>
  }

  // CHECK-LABEL: @wide_factors
  // CHECK-NOT: memdesc_subslice
  tt.func public @wide_factors(%n: i32, %ma: !ttg.memdesc<128x32xf32, #shared, #smem, mutable>, %mb: !ttg.memdesc<32x128xf32, #shared, #smem, mutable>, %zero: tensor<128x128xf32, #mma>) -> tensor<128x128xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
      %a = ttg.local_load %ma : !ttg.memdesc<128x32xf32, #shared, #smem, mutable> -> tensor<128x32xf32, #leftWords>
      %b = ttg.local_load %mb : !ttg.memdesc<32x128xf32, #shared, #smem, mutable> -> tensor<32x128xf32, #rightWords>
      %d = tt.dot %a, %b, %sum, inputPrecision = tf32 : tensor<128x32xf32, #leftWords> * tensor<32x128xf32, #rightWords> -> tensor<128x128xf32, #mma>
      scf.yield %d : tensor<128x128xf32, #mma>
    }
    tt.return %sums : tensor<128x128xf32, #mma>
  }
}
