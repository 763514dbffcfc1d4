// RUN: not heddle-opt %s --split-input-file --lower-to-simt 2>&1 | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>

// More scales than elements.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:120", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: 'tt.dot_scaled' op expects a scale of a for 16 or 32 elements along K, but got one for 0 in 'tensor<16x128xi8, {{.+}}>'
  tt.func public @many(%s_a: f8E4M3FN, %s_s: i8, %s_b: f8E4M3FN, %s_c: f32) {
    %a = tt.splat %s_a : f8E4M3FN -> tensor<16x32xf8E4M3FN, #a>
    %s = tt.splat %s_s : i8 -> tensor<16x128xi8, #s>
    %b = tt.splat %s_b : f8E4M3FN -> tensor<32x8xf8E4M3FN, #b>
    %c = tt.splat %s_c : f32 -> tensor<16x8xf32, #mma>
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x32xf8E4M3FN, #a>, tensor<16x128xi8, #s> * tensor<32x8xf8E4M3FN, #b> -> tensor<16x8xf32, #mma>
    tt.return
  }
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:120", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: 'tt.dot_scaled' op expects scales of a and of b for as many elements, but got one for 16 and one for 32
  tt.func public @sizes(%s_a: f8E4M3FN, %s_s: i8, %s_b: f8E4M3FN, %s_t: i8, %s_c: f32) {
    %a = tt.splat %s_a : f8E4M3FN -> tensor<16x64xf8E4M3FN, #a>
    %s = tt.splat %s_s : i8 -> tensor<16x4xi8, #s>
    %b = tt.splat %s_b : f8E4M3FN -> tensor<64x8xf8E4M3FN, #b>
    %t = tt.splat %s_t : i8 -> tensor<8x2xi8, #s>
    %c = tt.splat %s_c : f32 -> tensor<16x8xf32, #mma>
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x64xf8E4M3FN, #a>, tensor<16x4xi8, #s> * tensor<64x8xf8E4M3FN, #b>, tensor<8x2xi8, #s> -> tensor<16x8xf32, #mma>
    tt.return
  }
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>

// Triton 3.6 makes this for sm_120, and ends with an assertion.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:120", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: 'tt.dot_scaled' op cannot be compiled yet: no matrix instruction multiplies bf16 and e2m1 in blocks with these scales
  tt.func public @wide(%s_a: bf16, %s_b: i8, %s_t: i8, %s_c: f32) {
    %a = tt.splat %s_a : bf16 -> tensor<16x64xbf16, #a>
    %b = tt.splat %s_b : i8 -> tensor<32x8xi8, #b>
    %t = tt.splat %s_t : i8 -> tensor<8x2xi8, #s>
    %c = tt.splat %s_c : f32 -> tensor<16x8xf32, #mma>
    %d = tt.dot_scaled %a, %b scale %t, %c lhs = bf16 rhs = e2m1 {fastMath = false} : tensor<16x64xbf16, #a> * tensor<32x8xi8, #b>, tensor<8x2xi8, #s> -> tensor<16x8xf32, #mma>
    tt.return
  }
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: 'tt.dot_scaled' op cannot be compiled yet: sm_90 has no instruction that multiplies e4m3 and e4m3 in blocks with scales of ue8m0
  tt.func public @old(%s_a: f8E4M3FN, %s_s: i8, %s_b: f8E4M3FN, %s_c: f32) {
    %a = tt.splat %s_a : f8E4M3FN -> tensor<16x32xf8E4M3FN, #a>
    %s = tt.splat %s_s : i8 -> tensor<16x1xi8, #s>
    %b = tt.splat %s_b : f8E4M3FN -> tensor<32x8xf8E4M3FN, #b>
    %c = tt.splat %s_c : f32 -> tensor<16x8xf32, #mma>
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x32xf8E4M3FN, #a>, tensor<16x1xi8, #s> * tensor<32x8xf8E4M3FN, #b> -> tensor<16x8xf32, #mma>
    tt.return
  }
}
