// Products in blocks with scales, of a chip that has instructions for them.
// RUN: heddle-opt %s --triton-decompose-scaled-dot=target=cuda:120 --convert-triton-to-tritongpu="target=cuda:120 num-warps=4" --tritongpu-accelerate-matmul --tritongpu-remove-layout-conversions | FileCheck %s
// RUN: heddle-opt %s --triton-decompose-scaled-dot=target=cuda:90 | FileCheck %s --check-prefix=PLAIN --implicit-check-not=dot_scaled
// RUN: not heddle-opt %s --triton-decompose-scaled-dot=target=sm_120 2>&1 | FileCheck %s --check-prefix=NAME

// NAME: expects a target as modules name it, but got 'sm_120'

// Four lanes have four scales of different rows and columns, a byte each.
// CHECK-DAG: #[[OFB:.+]] = #ttg.linear<{register = {{\[\[}}0, 1]], lane = {{\[\[}}16, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}8, 0], [0, 0]], block = []}>
// CHECK-DAG: #[[OFA:.+]] = #ttg.linear<{register = {{\[\[}}0, 1]], lane = {{\[\[}}8, 0], [32, 0], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}0, 0], [16, 0]], block = []}>
// CHECK-DAG: #[[MMA:.+]] = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>

// CHECK-LABEL: @bytes
// CHECK: tt.dot_scaled {{.+}} lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<64x64xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #[[MMA]], kWidth = 4}>>, tensor<64x2xi8, #[[OFA]]> * tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #[[MMA]], kWidth = 4}>>, tensor<32x2xi8, #[[OFB]]> -> tensor<64x32xf32, #[[MMA]]>
// PLAIN-LABEL: @bytes
// PLAIN: tt.dot {{.+}} : tensor<64x64xbf16> * tensor<64x32xbf16>
tt.func @bytes(%a: tensor<64x64xf8E4M3FN>, %s: tensor<64x2xi8>, %b: tensor<64x32xf8E5M2>, %t: tensor<32x2xi8>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<64x64xf8E4M3FN>, tensor<64x2xi8> * tensor<64x32xf8E5M2>, tensor<32x2xi8> -> tensor<64x32xf32>
  tt.return %d : tensor<64x32xf32>
}

// Beside bytes, pairs become bytes; lanes get words of pairs. Without scales of
// its own, a factor has none.
// CHECK-LABEL: @mixed
// CHECK: tt.join
// CHECK: tt.dot_scaled {{.+}} lhs = e3m2 rhs = e2m3 {fastMath = false} : tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #[[MMA]], kWidth = 8}>> * tensor<64x32xi8, #ttg.dot_op<{opIdx = 1, parent = #[[MMA]], kWidth = 8}>>, tensor<32x2xi8, #{{.+}}>
tt.func @mixed(%a: tensor<64x64xi8>, %b: tensor<32x32xi8>, %t: tensor<32x2xi8>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %d = tt.dot_scaled %a, %b scale %t, %c lhs = e3m2 rhs = e2m1 {fastMath = false} : tensor<64x64xi8> * tensor<32x32xi8>, tensor<32x2xi8> -> tensor<64x32xf32>
  tt.return %d : tensor<64x32xf32>
}

// Pairs along K stay as they are, of either kind of scales.
// CHECK-LABEL: @pairs
// CHECK: tt.dot_scaled {{.+}} lhs = e2m1 rhs = e2m1 {fastMath = true} : tensor<64x32xi8, #ttg.dot_op<{{.+}}kWidth = 4}>>, tensor<64x4xf8E4M3FN, #{{.+}}> * tensor<32x32xi8, #ttg.dot_op<
tt.func @pairs(%a: tensor<64x32xi8>, %s: tensor<64x4xf8E4M3FN>, %b: tensor<32x32xi8>, %t: tensor<32x4xf8E4M3FN>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = true} : tensor<64x32xi8>, tensor<64x4xf8E4M3FN> * tensor<32x32xi8>, tensor<32x4xf8E4M3FN> -> tensor<64x32xf32>
  tt.return %d : tensor<64x32xf32>
}

// There is no such instruction of bytes and scales of e4m3, of two matrices, of
// sixteen elements along K, and of wider elements.
// CHECK-LABEL: @none
// CHECK-NOT: dot_scaled
// CHECK: tt.return
tt.func @none(%a: tensor<64x64xf8E4M3FN>, %s: tensor<64x4xf8E4M3FN>, %b: tensor<64x32xf8E5M2>, %c: tensor<64x32xf32>, %a2: tensor<2x16x32xi8>, %s2: tensor<2x16x1xi8>, %b2: tensor<2x32x16xi8>, %c2: tensor<2x16x16xf32>, %a3: tensor<64x16xi8>, %s3: tensor<64x1xi8>, %b3: tensor<16x32xi8>, %a4: tensor<64x64xbf16>, %t4: tensor<32x2xi8>) -> (tensor<64x32xf32>, tensor<2x16x16xf32>, tensor<64x32xf32>, tensor<64x32xf32>) {
  %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<64x64xf8E4M3FN>, tensor<64x4xf8E4M3FN> * tensor<64x32xf8E5M2> -> tensor<64x32xf32>
  %e = tt.dot_scaled %a2 scale %s2, %b2, %c2 lhs = e2m3 rhs = e2m3 {fastMath = false} : tensor<2x16x32xi8>, tensor<2x16x1xi8> * tensor<2x32x16xi8> -> tensor<2x16x16xf32>
  %f = tt.dot_scaled %a3 scale %s3, %b3, %c lhs = e2m3 rhs = e2m3 {fastMath = false} : tensor<64x16xi8>, tensor<64x1xi8> * tensor<16x32xi8> -> tensor<64x32xf32>
  %g = tt.dot_scaled %a4, %b scale %t4, %c lhs = bf16 rhs = e5m2 {fastMath = false} : tensor<64x64xbf16> * tensor<64x32xf8E5M2>, tensor<32x2xi8> -> tensor<64x32xf32>
  tt.return %d, %e, %f, %g : tensor<64x32xf32>, tensor<2x16x16xf32>, tensor<64x32xf32>, tensor<64x32xf32>
}
