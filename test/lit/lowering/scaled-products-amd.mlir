// Products with scales of gfx950, in the layouts that Triton 3.6 has for them.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s

#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 128], isTransposed = true}>
#wide = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 64], isTransposed = true}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>
#WideA = #ttg.dot_op<{opIdx = 0, parent = #wide, kWidth = 16}>
#WideB = #ttg.dot_op<{opIdx = 1, parent = #wide, kWidth = 16}>
#ofA = #ttg.linear<{register = [[0, 4], [32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2]], warp = [[0, 0], [16, 0]], block = []}>
#ofB = #ttg.linear<{register = [[0, 4], [32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2]], warp = [[16, 0], [0, 0]], block = []}>
#ofWideA = #ttg.linear<{register = [[0, 2], [0, 4]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1]], warp = [[0, 0], [32, 0]], block = []}>
#ofWideB = #ttg.linear<{register = [[0, 2], [0, 4]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1]], warp = [[32, 0], [0, 0]], block = []}>
#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  // Turned: the second factor comes first. Nothing moves, and each instruction
  // takes one of four scales that a lane has of each factor.
  // CHECK-LABEL: simt.kernel @mixed
  // CHECK-NOT: shuffle
  // CHECK-NOT: shared
  // CHECK: simt.scaled_mma <cdna4 m16n16k128 e2m1 e5m2 f32 by ue8m0> %{{.+}} by %{{.+}} * %{{.+}} by %{{.+}} + %{{.+}} [0, 0, 0, 0, 2, 2, 2, 0, 1, 2, 2, 3, 1, 1, 0, 1, 3, 2, 3, 1, 1, 3, 3, 3] by [0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 0, 0, 2, 0, 2, 0, 1, 0, 1, 0, 1, 0, 3, 0, 3, 0, 1, 0, 3, 0, 3, 0] : vector<64xi8> by vector<4xi8> * vector<128xf8E5M2> by vector<4xi8> + vector<16xf32>
  tt.func public @mixed(%x: f8E5M2, %y: i8, %s: i8) {
    %a = tt.splat %x : f8E5M2 -> tensor<64x256xf8E5M2, #A>
    %b = tt.splat %y : i8 -> tensor<128x64xi8, #B>
    %sa = tt.splat %s : i8 -> tensor<64x8xi8, #ofA>
    %sb = tt.splat %s : i8 -> tensor<64x8xi8, #ofB>
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %d = tt.dot_scaled %a scale %sa, %b scale %sb, %zero lhs = e5m2 rhs = e2m1 {fastMath = false} : tensor<64x256xf8E5M2, #A>, tensor<64x8xi8, #ofA> * tensor<128x64xi8, #B>, tensor<64x8xi8, #ofB> -> tensor<64x64xf32, #mma>
    tt.print "d" {hex = false, isSigned = array<i32: 0>} : %d : tensor<64x64xf32, #mma>
    tt.return
  }

  // CHECK-LABEL: simt.kernel @wide
  // CHECK-NOT: shared
  // CHECK: simt.scaled_mma <cdna4 m32n32k64 e2m1 e2m1 f32 by ue8m0> {{.+}} [0, 0, 0, 1, 1, 0, 2, 2, 0, 3, 3, 0] by [0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 2, 0, 3, 0, 3, 0]
  tt.func public @wide(%y: i8, %s: i8) {
    %a = tt.splat %y : i8 -> tensor<64x128xi8, #WideA>
    %b = tt.splat %y : i8 -> tensor<128x64xi8, #WideB>
    %sa = tt.splat %s : i8 -> tensor<64x8xi8, #ofWideA>
    %sb = tt.splat %s : i8 -> tensor<64x8xi8, #ofWideB>
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
    %d = tt.dot_scaled %a scale %sa, %b scale %sb, %zero lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<64x128xi8, #WideA>, tensor<64x8xi8, #ofWideA> * tensor<128x64xi8, #WideB>, tensor<64x8xi8, #ofWideB> -> tensor<64x64xf32, #wide>
    tt.print "d" {hex = false, isSigned = array<i32: 0>} : %d : tensor<64x64xf32, #wide>
    tt.return
  }

  // Triton has products of 8-bit floats as those of blocks without scales.
  // CHECK-LABEL: simt.kernel @plain
  // CHECK: %[[ONES:.+]] = arith.constant dense<127> : vector<4xi8>
  // CHECK: simt.scaled_mma <cdna4 m16n16k128 e4m3 e5m2 f32 by ue8m0> %{{.+}} by %{{.+}} * %{{.+}} by %[[ONES]] + %{{.+}} : vector<128xf8E4M3FN>
  tt.func public @plain(%x: f8E4M3FN, %y: f8E5M2) {
    %a = tt.splat %y : f8E5M2 -> tensor<64x256xf8E5M2, #A>
    %b = tt.splat %x : f8E4M3FN -> tensor<256x64xf8E4M3FN, #B>
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %d = tt.dot_scaled %a, %b, %zero lhs = e5m2 rhs = e4m3 {fastMath = false} : tensor<64x256xf8E5M2, #A> * tensor<256x64xf8E4M3FN, #B> -> tensor<64x64xf32, #mma>
    tt.print "d" {hex = false, isSigned = array<i32: 0>} : %d : tensor<64x64xf32, #mma>
    tt.return
  }

  // Scales that lie elsewhere are converted; those of a factor without any are 1.
  // CHECK-LABEL: simt.kernel @elsewhere
  // CHECK: arith.constant dense<127> : vector<4xi8>
  // CHECK: simt.scaled_mma <cdna4 m16n16k128 e4m3 e4m3 f32 by ue8m0>
  tt.func public @elsewhere(%x: f8E4M3FN, %p: !tt.ptr<i8>) {
    %a = tt.splat %x : f8E4M3FN -> tensor<64x256xf8E4M3FN, #A>
    %b = tt.splat %x : f8E4M3FN -> tensor<256x64xf8E4M3FN, #B>
    %places = tt.splat %p : !tt.ptr<i8> -> tensor<64x8x!tt.ptr<i8>, #rows>
    %sa = tt.load %places : tensor<64x8x!tt.ptr<i8>, #rows>
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %d = tt.dot_scaled %a scale %sa, %b, %zero lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<64x256xf8E4M3FN, #A>, tensor<64x8xi8, #rows> * tensor<256x64xf8E4M3FN, #B> -> tensor<64x64xf32, #mma>
    tt.print "d" {hex = false, isSigned = array<i32: 0>} : %d : tensor<64x64xf32, #mma>
    tt.return
  }
}
