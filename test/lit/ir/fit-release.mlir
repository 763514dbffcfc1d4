// What a release has no op for, or other rules for, is said with what it has.
// RUN: heddle-opt %s --triton 3.6 | FileCheck %s --check-prefixes=OLD,ALL
// RUN: heddle-opt %s --triton 3.6 | heddle-opt --triton 3.6 | FileCheck %s --check-prefixes=OLD,ALL
// RUN: heddle-opt %s --triton 3.9 | FileCheck %s --check-prefixes=NEW,ALL
// RUN: heddle-opt %s --triton 3.6 | heddle-opt | FileCheck %s --check-prefix=BACK

#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#same = #ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
#beyond = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
// OLD-DAG: #[[FLAT:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 16, rank = 1}>
// NEW-DAG: #[[FLAT:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16, rank = 1}>
#flat = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 16, rank = 1}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.threads-per-warp" = 32 : i32} {

// ALL-LABEL: @barriers
tt.func @barriers() {
  // OLD-NEXT: ttg.local_barrier
  // OLD-NEXT: gpu.barrier
  // OLD-NEXT: ttg.local_barrier
  // NEW-NEXT: ttg.barrier local
  // NEW-NEXT: ttg.barrier all
  // NEW-NEXT: ttg.barrier local
  // BACK: ttg.barrier local
  // BACK-NEXT: gpu.barrier
  // BACK-NEXT: ttg.barrier local
  ttg.barrier local
  ttg.barrier all
  ttg.local_barrier
  tt.return
}

// ALL-LABEL: @quotient
tt.func @quotient(%x: f32) -> f32 {
  // OLD: arith.divf
  // NEW: tt.approx_divf
  %0 = tt.approx_divf %x, %x : f32
  tt.return %0 : f32
}

// Before 3.9 both sides of a copy along an axis have one layout.
// ALL-LABEL: @copies
tt.func @copies(%x: tensor<128x1xf32, #same>, %y: tensor<128x1xf32, #rows>) {
  // OLD: %[[X:.+]] = ttg.convert_layout %{{.+}} : tensor<128x1xf32, #linear> -> tensor<128x1xf32, #blocked>
  // OLD-NEXT: tt.broadcast %[[X]] : tensor<128x1xf32, #blocked> -> tensor<128x2xf32, #blocked>
  // NEW: tt.broadcast %{{.+}} : tensor<128x1xf32, #linear> -> tensor<128x2xf32, #blocked>
  %0 = tt.broadcast %x : tensor<128x1xf32, #same> -> tensor<128x2xf32, #rows>
  // ALL-NEXT: tt.broadcast %{{.+}} : tensor<128x1xf32, #blocked> -> tensor<128x2xf32, #blocked>
  %1 = tt.broadcast %y : tensor<128x1xf32, #rows> -> tensor<128x2xf32, #rows>
  tt.return
}

// Registers beyond the shape are copies until 3.8, and none in 3.9.
// ALL-LABEL: @views
tt.func @views(%x: tensor<128xf32, #line>) {
  // OLD: %[[V:.+]] = tt.reshape %{{.+}} : tensor<128xf32, #blocked1> -> tensor<128x1xf32, #blocked2>
  // OLD-NEXT: ttg.convert_layout %[[V]] : tensor<128x1xf32, #blocked2> -> tensor<128x1xf32, #blocked3>
  // NEW: tt.reshape %{{.+}} : tensor<128xf32, #blocked1> -> tensor<128x1xf32, #blocked2>
  %0 = tt.reshape %x : tensor<128xf32, #line> -> tensor<128x1xf32, #beyond>
  // ALL-NEXT: tt.reshape %{{.+}} : tensor<128xf32, #blocked1> -> tensor<128x1xf32, #{{.+}}>
  // ALL-NEXT: tt.return
  %1 = tt.reshape %x : tensor<128xf32, #line> -> tensor<128x1xf32, #wide>
  tt.return
}

// Of one axis nothing is transposed, but 3.6 says so.
// ALL-LABEL: @flat
tt.func @flat(%memory: !ttg.memdesc<256xf16, #flat, #smem, mutable>, %from: !tt.tensordesc<tensor<256xf16, #flat>>,
              %barrier: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %at: i32, %yes: i1) {
  // ALL: ttng.async_tma_copy_global_to_local {{.+}} -> !ttg.memdesc<256xf16, #[[FLAT]], #smem, mutable>
  ttng.async_tma_copy_global_to_local %from[%at] %memory, %barrier, %yes : !tt.tensordesc<tensor<256xf16, #flat>>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<256xf16, #flat, #smem, mutable>
  tt.return
}
}
