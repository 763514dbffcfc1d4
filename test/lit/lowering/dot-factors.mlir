// Factors of a product that are in other layouts than the result's encoding has
// for them are converted first, by a plan as any conversion.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tiles = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: simt.kernel @matrix
  // CHECK-COUNT-2: simt.store shared
  // CHECK-COUNT-2: simt.matrix_load {{.*}} : vector<4xi32>
  // CHECK-COUNT-2: simt.store shared
  // CHECK-COUNT-2: simt.matrix_load {{.*}} transposed
  // CHECK: simt.mma <m16n8k16 f16 f16 f32>
  tt.func public @matrix(%x: f16) {
    %a = tt.splat %x : f16 -> tensor<32x32xf16, #rows>
    %zero = arith.constant dense<0.0> : tensor<32x32xf32, #mma>
    %d = tt.dot %a, %a, %zero : tensor<32x32xf16, #rows> * tensor<32x32xf16, #rows> -> tensor<32x32xf32, #mma>
    tt.print "d" {hex = false, isSigned = array<i32: 0>} : %d : tensor<32x32xf32, #mma>
    tt.return
  }

  // CHECK-LABEL: simt.kernel @products
  // CHECK: simt.store shared
  // CHECK: simt.load shared
  // CHECK: math.fma
  tt.func public @products(%x: f32) {
    %a = tt.splat %x : f32 -> tensor<32x32xf32, #rows>
    %zero = arith.constant dense<0.0> : tensor<32x32xf32, #tiles>
    %d = tt.dot %a, %a, %zero : tensor<32x32xf32, #rows> * tensor<32x32xf32, #rows> -> tensor<32x32xf32, #tiles>
    tt.print "d" {hex = false, isSigned = array<i32: 0>} : %d : tensor<32x32xf32, #tiles>
    tt.return
  }
}
