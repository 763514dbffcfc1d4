// Buffers are loaded and stored by matrices where that takes the fewest cycles.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#a8 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b8 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#a32 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#transposed = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#hopper = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#padded = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>
#odd = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [64, 64]}>
#bytes = #ttg.swizzled_shared<{vec = 16, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#words = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// Each matrix of 8x8 as it is stored, or transposed: 64 elements of a lane in
// eight instructions. Rows are loaded by vectors.
// CHECK-LABEL: simt.kernel @operands
// CHECK-COUNT-8: simt.matrix_load %{{.+}} + {{[0-9]+}} : vector<4xi32>
// CHECK-COUNT-8: simt.matrix_load %{{.+}} + {{[0-9]+}} transposed : vector<4xi32>
// CHECK-NOT: simt.matrix_load
// CHECK: simt.load shared {{.+}} width 8 : ({{.+}}) -> vector<32xf16>
// CHECK-NOT: simt.load
// CHECK: simt.barrier
tt.func public @operands() {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %1 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #a>
  %2 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #b>
  %3 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #row>
  gpu.barrier
  tt.return
}

// Where rows and columns are exchanged, so are the two forms.
// CHECK-LABEL: simt.kernel @exchanged
// CHECK-COUNT-8: simt.matrix_load %{{.+}} + {{[0-9]+}} transposed : vector<4xi32>
// CHECK-COUNT-8: simt.matrix_load %{{.+}} + {{[0-9]+}} : vector<4xi32>
tt.func public @exchanged() {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %1 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #transposed, #smem, mutable>
  %2 = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #transposed, #smem, mutable> -> tensor<64x64xf16, #a>
  %3 = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #transposed, #smem, mutable> -> tensor<64x64xf16, #b>
  tt.return
}

// The result of a product, both ways.
// CHECK-LABEL: simt.kernel @stores
// CHECK: %[[W:.+]] = simt.to_words %{{.+}} : vector<32xf16> -> vector<16xi32>
// CHECK: %[[M:.+]] = simt.permute %[[W]] [0, 1, 2, 3] : vector<16xi32> -> vector<4xi32>
// CHECK: simt.matrix_store %{{.+}} + 0, %[[M]] : vector<4xi32>
// CHECK-COUNT-3: simt.matrix_store %{{.+}} + {{[0-9]+}}, %{{.+}} : vector<4xi32>
// CHECK-COUNT-4: simt.matrix_store %{{.+}} + {{[0-9]+}}, %{{.+}} transposed : vector<4xi32>
tt.func public @stores(%v: f16) {
  %0 = tt.splat %v : f16 -> tensor<64x64xf16, #mma>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #mma>) -> !ttg.memdesc<64x64xf16, #hopper, #smem>
  %2 = ttg.local_alloc %0 : (tensor<64x64xf16, #mma>) -> !ttg.memdesc<64x64xf16, #transposed, #smem>
  tt.return
}

// Paddings that keep rows of 16 bytes whole are no obstacle; others are.
// CHECK-LABEL: simt.kernel @paddings
// CHECK-COUNT-4: simt.matrix_load %{{.+}} + {{0|32|64|96}} : vector<4xi32>
// CHECK: simt.matrix_load %{{.+}} + 4608 : vector<4xi32>
// CHECK-COUNT-3: simt.matrix_load
// CHECK-NOT: simt.matrix_load
// CHECK: simt.load shared {{.+}} width 2 : ({{.+}}) -> vector<64xf16>
tt.func public @paddings() {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #padded, #smem, mutable>
  %1 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #padded, #smem, mutable> -> tensor<64x64xf16, #a>
  %2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #odd, #smem, mutable>
  %3 = ttg.local_load %2 : !ttg.memdesc<64x64xf16, #odd, #smem, mutable> -> tensor<64x64xf16, #a>
  tt.return
}

// Elements of one byte and of four are parts of units, or two of them; there is
// no transposed form for those.
// CHECK-LABEL: simt.kernel @types
// CHECK-COUNT-4: simt.matrix_load %{{.+}} + {{[0-9]+}} : vector<4xi32>
// CHECK-NOT: simt.matrix_load
// CHECK: simt.load shared {{.+}} width 1 : ({{.+}}) -> vector<64xi8>
// CHECK-COUNT-16: simt.matrix_load %{{.+}} + {{[0-9]+}} : vector<4xi32>
// CHECK-NOT: simt.matrix_load
// CHECK-LABEL: simt.kernel @part
tt.func public @types() {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xi8, #bytes, #smem, mutable>
  %1 = ttg.local_load %0 : !ttg.memdesc<64x64xi8, #bytes, #smem, mutable> -> tensor<64x64xi8, #a8>
  %2 = ttg.local_load %0 : !ttg.memdesc<64x64xi8, #bytes, #smem, mutable> -> tensor<64x64xi8, #b8>
  %3 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf32, #words, #smem, mutable>
  %4 = ttg.local_load %3 : !ttg.memdesc<64x64xf32, #words, #smem, mutable> -> tensor<64x64xf32, #a32>
  tt.return
}

// A part of a buffer of an array: its begin is added to the address of a row.
// CHECK: %[[D:.+]] = arith.muli %arg0, %c8192{{.*}} : i32
// CHECK: %[[B:.+]] = arith.addi %{{.+}}, %[[D]] : i32
// CHECK: %[[A:.+]] = arith.addi %{{.+}}, %[[B]] : i32
// CHECK: simt.matrix_load %[[A]] + 4096 : vector<4xi32>
tt.func public @part(%i: i32) {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
  %1 = ttg.memdesc_index %0[%i] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %2 = ttg.memdesc_subslice %1[32, 32] : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable, 64x64>
  %3 = ttg.local_load %2 : !ttg.memdesc<32x32xf16, #shared, #smem, mutable, 64x64> -> tensor<32x32xf16, #a>
  tt.return
}
}
