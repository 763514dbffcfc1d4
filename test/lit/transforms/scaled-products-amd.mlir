// Products in blocks with scales of gfx950; other chips scale before they multiply.
// RUN: heddle-opt %s --triton-decompose-scaled-dot=target=hip:gfx950 --convert-triton-to-tritongpu="target=hip:gfx950 num-warps=4 threads-per-warp=64" --tritongpu-accelerate-matmul --tritongpu-remove-layout-conversions | FileCheck %s
// RUN: heddle-opt %s --triton-decompose-scaled-dot=target=hip:gfx942 | FileCheck %s --check-prefix=PLAIN --implicit-check-not=dot_scaled
// RUN: heddle-opt %s --triton-decompose-scaled-dot=target=hip:gfx1200 | FileCheck %s --check-prefix=PLAIN --implicit-check-not=dot_scaled

// A lane has the scale of one block of one row.
// CHECK-DAG: #[[OFA:.+]] = #ttg.linear<{register = {{\[\[}}0, 2], [0, 4]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1]], warp = {{\[\[}}0, 0], [32, 0]], block = []}>
// CHECK-DAG: #[[OFB:.+]] = #ttg.linear<{register = {{\[\[}}0, 2], [0, 4]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1]], warp = {{\[\[}}32, 0], [0, 0]], block = []}>
// CHECK-DAG: #[[WIDE:.+]] = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 64], isTransposed = true}>
// CHECK-DAG: #[[DEEP:.+]] = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], instrShape = [16, 16, 128], isTransposed = true}>

// CHECK-LABEL: @bytes
// CHECK: tt.dot_scaled {{.+}} lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<64x256xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #[[WIDE]], kWidth = 16}>>, tensor<64x8xi8, #[[OFA]]> * tensor<256x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #[[WIDE]], kWidth = 16}>>, tensor<64x8xi8, #[[OFB]]> -> tensor<64x64xf32, #[[WIDE]]>
// PLAIN-LABEL: @bytes
// PLAIN: tt.dot {{.+}} : tensor<64x256xbf16> * tensor<256x64xbf16>
tt.func @bytes(%a: tensor<64x256xf8E4M3FN>, %s: tensor<64x8xi8>, %b: tensor<256x64xf8E5M2>, %t: tensor<64x8xi8>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<64x256xf8E4M3FN>, tensor<64x8xi8> * tensor<256x64xf8E5M2>, tensor<64x8xi8> -> tensor<64x64xf32>
  tt.return %d : tensor<64x64xf32>
}

// Pairs along K stay as they are, beside bytes, too. Without scales of its own,
// a factor has none.
// CHECK-LABEL: @pairs
// CHECK: tt.dot_scaled {{.+}} lhs = e2m1 rhs = e4m3 {fastMath = true} : tensor<16x64xi8, #ttg.dot_op<{opIdx = 0, parent = #[[DEEP]], kWidth = 16}>> * tensor<128x64xf8E4M3FN, #ttg.dot_op<{opIdx = 1, parent = #[[DEEP]], kWidth = 16}>>, tensor<64x4xi8, #{{.+}}>
tt.func @pairs(%a: tensor<16x64xi8>, %b: tensor<128x64xf8E4M3FN>, %t: tensor<64x4xi8>, %c: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %d = tt.dot_scaled %a, %b scale %t, %c lhs = e2m1 rhs = e4m3 {fastMath = true} : tensor<16x64xi8> * tensor<128x64xf8E4M3FN>, tensor<64x4xi8> -> tensor<16x64xf32>
  tt.return %d : tensor<16x64xf32>
}

// There is no such instruction of scales of e4m3, of blocks of 16, of 32
// elements along K, of pairs along another axis, and of 16-bit elements.
// CHECK-LABEL: @none
// CHECK-NOT: dot_scaled
// CHECK: tt.return
tt.func @none(%a: tensor<64x64xi8>, %s: tensor<64x8xf8E4M3FN>, %b: tensor<64x64xi8>, %c: tensor<64x64xf32>, %a2: tensor<64x128xf8E5M2>, %s2: tensor<64x8xi8>, %b2: tensor<128x64xf8E5M2>, %a3: tensor<64x32xf8E5M2>, %s3: tensor<64x1xi8>, %b3: tensor<32x64xf8E5M2>, %a4: tensor<32x128xi8>, %s4: tensor<64x4xi8>, %a5: tensor<64x128xbf16>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %d = tt.dot_scaled %a scale %s, %b scale %s, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<64x64xi8>, tensor<64x8xf8E4M3FN> * tensor<64x64xi8>, tensor<64x8xf8E4M3FN> -> tensor<64x64xf32>
  %e = tt.dot_scaled %a2 scale %s2, %b2, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<64x128xf8E5M2>, tensor<64x8xi8> * tensor<128x64xf8E5M2> -> tensor<64x64xf32>
  %f = tt.dot_scaled %a3 scale %s3, %b3, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<64x32xf8E5M2>, tensor<64x1xi8> * tensor<32x64xf8E5M2> -> tensor<64x64xf32>
  %g = tt.dot_scaled %a4 scale %s4, %b2, %c lhs = e2m1 rhs = e5m2 {fastMath = false, lhs_k_pack = false} : tensor<32x128xi8>, tensor<64x4xi8> * tensor<128x64xf8E5M2> -> tensor<64x64xf32>
  %h = tt.dot_scaled %a5, %b2 scale %s4, %c lhs = bf16 rhs = e5m2 {fastMath = false} : tensor<64x128xbf16> * tensor<128x64xf8E5M2>, tensor<64x4xi8> -> tensor<64x64xf32>
  tt.return %d, %e, %f, %g, %h : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
