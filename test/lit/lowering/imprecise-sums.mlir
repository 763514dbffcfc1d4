// `maxNumImpreciseAcc` says after how many products of 8-bit floats an
// instruction's sum is added in f32: each part then begins with zeros.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:89", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: simt.kernel @parts
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
  // CHECK: %[[X:.+]] = simt.mma <m16n8k32 e4m3 e4m3 f32> %{{.+}} * %{{.+}} + %[[ZERO]] [0, 0, 0, 1, 1, 0]
  // CHECK: %[[S:.+]] = arith.addf %[[X]], %{{.+}} : vector<4xf32>
  // CHECK: %[[Y:.+]] = simt.mma <m16n8k32 e4m3 e4m3 f32> %{{.+}} * %{{.+}} + %[[ZERO]] [2, 2, 0, 3, 3, 0]
  // CHECK: arith.addf %[[Y]], %[[S]] : vector<4xf32>
  tt.func public @parts(%x: f8E4M3FN, %y: f32) {
    %f = tt.splat %x : f8E4M3FN -> tensor<16x128xf8E4M3FN, #a>
    %g = tt.splat %x : f8E4M3FN -> tensor<128x8xf8E4M3FN, #b>
    %c = tt.splat %y : f32 -> tensor<16x8xf32, #mma>
    %d = tt.dot %f, %g, %c {maxNumImpreciseAcc = 64 : i32} : tensor<16x128xf8E4M3FN, #a> * tensor<128x8xf8E4M3FN, #b> -> tensor<16x8xf32, #mma>
    tt.print "d" {hex = false, isSigned = array<i32: 0>} : %d : tensor<16x8xf32, #mma>
    tt.return
  }

  // As many as there are, and no limit, are one sum.
  // CHECK-LABEL: simt.kernel @whole
  // CHECK-COUNT-1: simt.mma
  // CHECK-NOT: simt.mma
  tt.func public @whole(%x: f8E4M3FN, %y: f32) {
    %f = tt.splat %x : f8E4M3FN -> tensor<16x128xf8E4M3FN, #a>
    %g = tt.splat %x : f8E4M3FN -> tensor<128x8xf8E4M3FN, #b>
    %c = tt.splat %y : f32 -> tensor<16x8xf32, #mma>
    %d = tt.dot %f, %g, %c {maxNumImpreciseAcc = 128 : i32} : tensor<16x128xf8E4M3FN, #a> * tensor<128x8xf8E4M3FN, #b> -> tensor<16x8xf32, #mma>
    tt.print "d" {hex = false, isSigned = array<i32: 0>} : %d : tensor<16x8xf32, #mma>
    tt.return
  }
}
