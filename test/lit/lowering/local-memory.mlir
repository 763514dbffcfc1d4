// Buffers in shared memory are pieces, their views are addresses.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#column = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#half = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#transposed = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#padded = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [16, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// The widest vectors that the layout of the memory has: eight rows of four
// warps at once, the phase of a swizzle in the thread's number.
// CHECK-LABEL: simt.kernel @whole
// CHECK: %[[T:.+]] = simt.thread
// CHECK: %[[M:.+]] = simt.shared 2048 align 16
// CHECK: %[[A:.+]] = arith.addi %{{.+}}, %[[M]] : i32
// CHECK: %[[S:.+]] = simt.splat %[[A]] : i32 -> vector<1xi32>
// CHECK: simt.store shared %[[S]] [0] + [0], %{{.+}} width 8 : vector<1xi32>, vector<8xf16>
// CHECK: simt.load shared %{{.+}} [0, 1, 0, 1, {{.+}}] + [0, 128, 288, 416, {{.+}}] width 1 : (vector<4xi32>) -> vector<16xf16>
// CHECK: simt.barrier block
tt.func public @whole(%v: f16) {
  %0 = tt.splat %v : f16 -> tensor<16x64xf16, #row>
  %1 = ttg.local_alloc %0 : (tensor<16x64xf16, #row>) -> !ttg.memdesc<16x64xf16, #shared, #smem>
  %2 = ttg.local_load %1 : !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<16x64xf16, #column>
  gpu.barrier
  tt.return
}

// A buffer of an array: so many times its bytes, with a gap behind the last.
// CHECK-LABEL: simt.kernel @array
// CHECK-SAME: (%[[I:.+]]: i32) warps(4)
// CHECK: %[[M:.+]] = simt.shared 6912 align 16
// CHECK: %[[D:.+]] = arith.muli %[[I]], %c2304{{.*}} : i32
// CHECK: %[[B:.+]] = arith.addi %[[M]], %[[D]] : i32
// CHECK: %[[O:.+]] = arith.shli
// CHECK: %[[G:.+]] = arith.shrui %[[O]], %c7{{.*}} : i32
// CHECK: %[[H:.+]] = arith.muli %[[G]], %c16{{.*}} : i32
// CHECK: %[[P:.+]] = arith.addi %[[O]], %[[H]] : i32
// CHECK: arith.addi %[[P]], %[[B]] : i32
tt.func public @array(%i: i32) {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<3x16x64xf16, #padded, #smem, mutable>
  %1 = ttg.memdesc_index %0[%i] : !ttg.memdesc<3x16x64xf16, #padded, #smem, mutable> -> !ttg.memdesc<16x64xf16, #padded, #smem, mutable>
  %2 = ttg.local_load %1 : !ttg.memdesc<16x64xf16, #padded, #smem, mutable> -> tensor<16x64xf16, #row>
  ttg.local_dealloc %0 : !ttg.memdesc<3x16x64xf16, #padded, #smem, mutable>
  tt.return
}

// A part begins at an offset that is added bit by bit: 64 bytes in a row that
// the swizzle moves, and in the view with exchanged axes too.
// CHECK-LABEL: simt.kernel @part
// CHECK: %[[M:.+]] = simt.shared 2048 align 16
// CHECK: arith.xori %{{.+}}, %c64{{.*}} : i32
// CHECK: simt.load shared %{{.+}} [0] + [0] width 8 : (vector<1xi32>) -> vector<8xf16>
// CHECK: simt.load shared %{{.+}} [0, 1] + [0, 0] width 4 : (vector<2xi32>) -> vector<8xf16>
tt.func public @part() {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<16x64xf16, #shared, #smem, mutable>
  %1 = ttg.memdesc_subslice %0[0, 32] : !ttg.memdesc<16x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<16x32xf16, #shared, #smem, mutable, 16x64>
  %2 = ttg.local_load %1 : !ttg.memdesc<16x32xf16, #shared, #smem, mutable, 16x64> -> tensor<16x32xf16, #half>
  %3 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<16x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x16xf16, #transposed, #smem, mutable>
  %4 = ttg.local_load %3 : !ttg.memdesc<64x16xf16, #transposed, #smem, mutable> -> tensor<64x16xf16, #column>
  // So may those of the part: the layout is that of the whole buffer.
  %5 = ttg.memdesc_trans %1 {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf16, #shared, #smem, mutable, 16x64> -> !ttg.memdesc<32x16xf16, #transposed, #smem, mutable, 64x16>
  tt.return
}
}
