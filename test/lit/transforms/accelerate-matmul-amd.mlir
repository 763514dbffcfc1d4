// RUN: heddle-opt %s --split-input-file --tritongpu-accelerate-matmul | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

// CHECK-DAG: #[[SQUARE:.+]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
// CHECK-DAG: #[[SMALL:.+]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
// CHECK-DAG: #[[ROWS:.+]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [4, 64, 64], isTransposed = false}>
// CHECK-DAG: #[[COLUMNS:.+]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [64, 4, 64], isTransposed = true}>
// CHECK-DAG: #[[SINGLE:.+]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 2], isTransposed = true}>
// CHECK-DAG: #[[DOUBLE:.+]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 4], isTransposed = true, elementBitWidth = 64}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// A lane has as much of K side by side as it loads from shared memory at once.
// CHECK-LABEL: @half
// CHECK: tt.dot {{.+}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #[[SQUARE]], kWidth = 8}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #[[SQUARE]], kWidth = 8}>> -> tensor<64x64xf32, #[[SQUARE]]>
tt.func @half(%a: tensor<64x32xf16, #A>, %b: tensor<32x64xf16, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x32xf16, #A> * tensor<32x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// f32 is multiplied as such, f64 too.
// CHECK-LABEL: @whole
// CHECK: tt.dot {{.+}} -> tensor<64x64xf32, #[[SINGLE]]>
// CHECK: tt.dot {{.+}} -> tensor<64x64xf64, #[[DOUBLE]]>
tt.func @whole(%a: tensor<64x32xf32, #A>, %b: tensor<32x64xf32, #B>, %c: tensor<64x64xf32, #blocked>, %a64: tensor<64x32xf64, #A>, %b64: tensor<32x64xf64, #B>, %c64: tensor<64x64xf64, #blocked>) -> (tensor<64x64xf32, #blocked>, tensor<64x64xf64, #blocked>) {
  %d = tt.dot %a, %b, %c : tensor<64x32xf32, #A> * tensor<32x64xf32, #B> -> tensor<64x64xf32, #blocked>
  %e = tt.dot %a64, %b64, %c64 : tensor<64x32xf64, #A> * tensor<32x64xf64, #B> -> tensor<64x64xf64, #blocked>
  tt.return %d, %e : tensor<64x64xf32, #blocked>, tensor<64x64xf64, #blocked>
}

// Few rows or columns have instructions of their own.
// CHECK-LABEL: @few
// CHECK: tt.dot {{.+}} -> tensor<4x256xf32, #[[ROWS]]>
// CHECK: tt.dot {{.+}} -> tensor<256x4xf32, #[[COLUMNS]]>
tt.func @few(%a: tensor<4x64xf16, #A>, %b: tensor<64x256xf16, #B>, %c: tensor<4x256xf32, #blocked>, %x: tensor<256x64xf16, #A>, %y: tensor<64x4xf16, #B>, %z: tensor<256x4xf32, #blocked>) -> (tensor<4x256xf32, #blocked>, tensor<256x4xf32, #blocked>) {
  %d = tt.dot %a, %b, %c : tensor<4x64xf16, #A> * tensor<64x256xf16, #B> -> tensor<4x256xf32, #blocked>
  %e = tt.dot %x, %y, %z : tensor<256x64xf16, #A> * tensor<64x4xf16, #B> -> tensor<256x4xf32, #blocked>
  tt.return %d, %e : tensor<4x256xf32, #blocked>, tensor<256x4xf32, #blocked>
}

// The rows of a product that is multiplied again stay in one warp. Its columns lie in a lane as
// the next one has K: four side by side.
// CHECK-LABEL: @chained
// CHECK: tt.dot {{.+}} -> tensor<64x16xf32, #[[SMALL]]>
// CHECK: tt.dot {{.+}} : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #[[SMALL]], kWidth = 4}>>
tt.func @chained(%a: tensor<64x64xf16, #A>, %b: tensor<64x16xf16, #B>, %c: tensor<64x16xf32, #blocked>, %v: tensor<16x16xf16, #B>) -> tensor<64x16xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x16xf16, #B> -> tensor<64x16xf32, #blocked>
  %half = arith.truncf %d : tensor<64x16xf32, #blocked> to tensor<64x16xf16, #blocked>
  %factor = ttg.convert_layout %half : tensor<64x16xf16, #blocked> -> tensor<64x16xf16, #A>
  %e = tt.dot %factor, %v, %c : tensor<64x16xf16, #A> * tensor<16x16xf16, #B> -> tensor<64x16xf32, #blocked>
  tt.return %e : tensor<64x16xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

// CHECK: #[[WAVES:.+]] = #ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {warp = {{\[\[}}0, 1], [1, 0]]}}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1200", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @waves
// CHECK: tt.dot {{.+}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #[[WAVES]], kWidth = 8}>>
tt.func @waves(%a: tensor<64x32xf16, #A>, %b: tensor<32x64xf16, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x32xf16, #A> * tensor<32x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// RDNA multiplies no f32.
// CHECK-LABEL: @single
// CHECK: tt.dot {{.+}} -> tensor<64x64xf32, #blocked>
tt.func @single(%a: tensor<64x32xf32, #A>, %b: tensor<32x64xf32, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x32xf32, #A> * tensor<32x64xf32, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}
}
