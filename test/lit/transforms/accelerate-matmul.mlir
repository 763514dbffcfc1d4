// RUN: heddle-opt %s --tritongpu-accelerate-matmul | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

// CHECK-DAG: #[[SQUARE:.+]] = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-DAG: #[[TALL:.+]] = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @half
// CHECK: tt.dot {{.+}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #[[SQUARE]], kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #[[SQUARE]], kWidth = 2}>> -> tensor<64x64xf32, #[[SQUARE]]>
tt.func @half(%a: tensor<64x32xf16, #A>, %b: tensor<32x64xf16, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x32xf16, #A> * tensor<32x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// Of three products, the second adds to what the first gave, and its first factor is what the
// third gave, so that its rows stay in one warp: those of the first do, too.
// CHECK-LABEL: @added
// CHECK: tt.dot {{.+}} -> tensor<64x64xf32, #[[TALL]]>
// CHECK: tt.dot {{.+}} -> tensor<64x64xf32, #[[TALL]]>
// CHECK: tt.dot {{.+}} -> tensor<64x64xf32, #[[TALL]]>
tt.func @added(%a: tensor<64x64xf16, #A>, %b: tensor<64x64xf16, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %first = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  %third = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  %half = arith.truncf %third : tensor<64x64xf32, #blocked> to tensor<64x64xf16, #blocked>
  %factor = ttg.convert_layout %half : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #A>
  %scaled = arith.mulf %first, %c : tensor<64x64xf32, #blocked>
  %second = tt.dot %factor, %b, %scaled : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %second : tensor<64x64xf32, #blocked>
}

// f32 has no instruction but as tf32.
// CHECK-LABEL: @single
// CHECK: tt.dot {{.+}} : {{.+}} -> tensor<64x64xf32, #blocked>
// CHECK: tt.dot {{.+}}, inputPrecision = tf32 : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #[[SQUARE]], kWidth = 1}>>
tt.func @single(%a: tensor<64x32xf32, #A>, %b: tensor<32x64xf32, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x32xf32, #A> * tensor<32x64xf32, #B> -> tensor<64x64xf32, #blocked>
  %e = tt.dot %a, %b, %d, inputPrecision = tf32 : tensor<64x32xf32, #A> * tensor<32x64xf32, #B> -> tensor<64x64xf32, #blocked>
  tt.return %e : tensor<64x64xf32, #blocked>
}

// An A100 has no product of 8-bit floats: they are f16 exactly. What was
// smaller in memory has more neighbours in a lane.
// CHECK-LABEL: @byte
// CHECK: %[[A:.+]] = tt.fp_to_fp %{{.+}} : {{.+}}f8E5M2{{.+}} -> {{.+}}f16
// CHECK: %[[B:.+]] = tt.fp_to_fp
// CHECK: tt.dot {{.+}} kWidth = 4}>>
tt.func @byte(%a: tensor<64x32xf8E5M2, #A>, %b: tensor<32x64xf8E5M2, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x32xf8E5M2, #A> * tensor<32x64xf8E5M2, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// The first result is a factor of the second product: its rows stay in one
// warp.
// CHECK-LABEL: @chained
// CHECK: tt.dot {{.+}} -> tensor<64x64xf32, #[[TALL]]>
// CHECK: tt.dot {{.+}} -> tensor<64x64xf32, #[[TALL]]>
tt.func @chained(%a: tensor<64x64xf16, #A>, %b: tensor<64x64xf16, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  %e = arith.truncf %d : tensor<64x64xf32, #blocked> to tensor<64x64xf16, #blocked>
  %f = ttg.convert_layout %e : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #A>
  %g = tt.dot %f, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %g : tensor<64x64xf32, #blocked>
}

// Elements of four bits have eight neighbours in a lane, scaled or not; the
// other factor has as many.
// CHECK-LABEL: @four_bits
// CHECK: tt.dot {{.+}}opIdx = 0{{.+}}kWidth = 8}>> * {{.+}}opIdx = 1{{.+}}kWidth = 8}>>
tt.func @four_bits(%a: tensor<64x64xbf16, #A>, %b: tensor<32x64xi8, #blocked>, %s: tensor<64x64xbf16, #blocked2>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %0 = ttg.fp4_to_fp %b {axis = 0 : i32} : tensor<32x64xi8, #blocked> -> tensor<64x64xbf16, #blocked2>
  %1 = arith.mulf %0, %s : tensor<64x64xbf16, #blocked2>
  %2 = ttg.convert_layout %1 : tensor<64x64xbf16, #blocked2> -> tensor<64x64xbf16, #B>
  %d = tt.dot %a, %2, %c : tensor<64x64xbf16, #A> * tensor<64x64xbf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}
}
