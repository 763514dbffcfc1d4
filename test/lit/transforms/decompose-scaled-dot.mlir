// RUN: heddle-opt %s --triton-decompose-scaled-dot | FileCheck %s
// RUN: heddle-opt %s --triton-decompose-scaled-dot | heddle-opt | FileCheck %s

// A scale is the exponent of a bf16, 2^-127 a subnormal one, and goes to its 32
// elements through views.
// CHECK-LABEL: @powers
// CHECK-SAME: (%[[A:.+]]: tensor<64x32xi8>, %[[S:.+]]: tensor<64x2xi8>, %[[B:.+]]: tensor<64x16xbf16>, %[[C:.+]]: tensor
// CHECK: %[[V:.+]] = ttg.fp4_to_fp %[[A]] {axis = 1 : i32} : tensor<64x32xi8> -> tensor<64x64xbf16>
// CHECK: %[[WIDE:.+]] = arith.extui %[[S]]
// CHECK: %[[MANTISSA:.+]] = arith.constant dense<7>
// CHECK: %[[SHIFTED:.+]] = arith.shli %[[WIDE]], %[[MANTISSA]]
// CHECK: %[[LEAST:.+]] = arith.constant dense<64>
// CHECK: %[[BITS:.+]] = arith.maxui %[[SHIFTED]], %[[LEAST]]
// CHECK: %[[SCALE:.+]] = tt.bitcast %[[BITS]] : tensor<64x2xi16> -> tensor<64x2xbf16>
// CHECK: %[[ONE:.+]] = tt.expand_dims %[[SCALE]] {axis = 2 : i32}
// CHECK: %[[ALL:.+]] = tt.broadcast %[[ONE]] : tensor<64x2x1xbf16> -> tensor<64x2x32xbf16>
// CHECK: %[[FLAT:.+]] = tt.reshape %[[ALL]] : tensor<64x2x32xbf16> -> tensor<64x64xbf16>
// CHECK: %[[W:.+]] = arith.mulf %[[V]], %[[FLAT]]
// CHECK: tt.dot %[[W]], %[[B]], %[[C]] : tensor<64x64xbf16> * tensor<64x16xbf16> -> tensor<64x16xf32>
tt.func @powers(%a: tensor<64x32xi8>, %s: tensor<64x2xi8>, %b: tensor<64x16xbf16>, %c: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %d = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = bf16 {fastMath = true} : tensor<64x32xi8>, tensor<64x2xi8> * tensor<64x16xbf16> -> tensor<64x16xf32>
  tt.return %d : tensor<64x16xf32>
}

// Scales of e4m3 and elements of four bits are f16 together, which is the
// cheaper. Those of the second factor are turned first.
// CHECK-LABEL: @nvfp4
// CHECK: tt.fp_to_fp %{{.+}} : tensor<16x4xf8E4M3FN> -> tensor<16x4xf16>
// CHECK: ttg.fp4_to_fp {{.+}} {axis = 0 : i32} : tensor<32x16xi8> -> tensor<64x16xf16>
// CHECK: tt.trans %{{.+}} {order = array<i32: 1, 0>} : tensor<16x4xf16> -> tensor<4x16xf16>
// CHECK: tt.broadcast %{{.+}} : tensor<4x1x16xf16> -> tensor<4x16x16xf16>
// CHECK: tt.dot {{.+}} : tensor<16x64xf16> * tensor<64x16xf16>
tt.func @nvfp4(%a: tensor<16x32xi8>, %s: tensor<16x4xf8E4M3FN>, %b: tensor<32x16xi8>, %t: tensor<16x4xf8E4M3FN>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<16x32xi8>, tensor<16x4xf8E4M3FN> * tensor<32x16xi8>, tensor<16x4xf8E4M3FN> -> tensor<16x16xf32>
  tt.return %d : tensor<16x16xf32>
}

// A scale of 255 is NaN. Beside an f16, the product with a power of two is
// two of them. Pairs of bits may lie along columns.
// CHECK-LABEL: @half
// CHECK: arith.select %{{.+}}, %{{.+}}, %{{.+}} : tensor<32x2xi1>, tensor<32x2xi16>
// CHECK: tt.bitcast %{{.+}} : tensor<32x2xi16> -> tensor<32x2xf16>
// CHECK: arith.mulf %{{.+}} : tensor<64x32xf16>
// CHECK: arith.mulf %{{.+}} : tensor<64x32xf16>
tt.func @half(%a: tensor<16x64xf16>, %b: tensor<64x16xi8>, %t: tensor<32x2xi8>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %d = tt.dot_scaled %a, %b scale %t, %c lhs = fp16 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<16x64xf16> * tensor<64x16xi8>, tensor<32x2xi8> -> tensor<16x32xf32>
  tt.return %d : tensor<16x32xf32>
}

// Layouts that others chose are for an instruction with scales.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: @laid_out
// CHECK: tt.dot_scaled
tt.func @laid_out(%a: tensor<16x64xf16, #blocked>, %b: tensor<64x16xbf16, #blocked>, %c: tensor<16x16xf32, #blocked>) -> tensor<16x16xf32, #blocked> {
  %d = tt.dot_scaled %a, %b, %c lhs = fp16 rhs = bf16 {fastMath = false} : tensor<16x64xf16, #blocked> * tensor<64x16xbf16, #blocked> -> tensor<16x16xf32, #blocked>
  tt.return %d : tensor<16x16xf32, #blocked>
}
}
