// Both factors may have the same other order along K than the instruction's: it is
// summed over all the same. What is between the rows of A is moved in registers.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#rows = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#columns = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: simt.kernel @matrix
  // CHECK: %[[A:.+]] = simt.splat %{{.+}} : f16 -> vector<16xf16>
  // CHECK: %[[B:.+]] = simt.splat %{{.+}} : f16 -> vector<16xf16>
  // CHECK: %[[ROWS:.+]] = simt.permute %[[A]] [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15]
  // CHECK: simt.mma <m16n8k16 f16 f16 f32> %[[ROWS]] * %[[B]]
  tt.func public @matrix(%x: f16) {
    %a = tt.splat %x : f16 -> tensor<32x32xf16, #rows>
    %b = tt.splat %x : f16 -> tensor<32x32xf16, #columns>
    %zero = arith.constant dense<0.0> : tensor<32x32xf32, #mma>
    %d = tt.dot %a, %b, %zero : tensor<32x32xf16, #rows> * tensor<32x32xf16, #columns> -> tensor<32x32xf32, #mma>
    tt.print "d" {hex = false, isSigned = array<i32: 0>} : %d : tensor<32x32xf32, #mma>
    tt.return
  }
}
