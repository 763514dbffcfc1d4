// On gfx950 lanes exchange what they load where their elements lie across the
// memory's rows.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s
// RUN: sed s/gfx950/gfx942/ %s | heddle-opt --lower-to-simt | FileCheck %s --check-prefix=PLAIN --implicit-check-not=transposed

#mfma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>
#wide = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mfma, kWidth = 8}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mfma, kWidth = 8}>
#wideB = #ttg.dot_op<{opIdx = 1, parent = #wide, kWidth = 8}>
#columns = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 8, order = [0, 1]}>
#rows = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 8, order = [1, 0]}>
#pairs = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#padded = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [64, 64]}>
#odd = #ttg.padded_shared<[64:+2] {order = [1, 0], shape = [64, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx950"} {

// Along K as it lies in memory, by vectors; across it, four elements by each
// of eight accesses.
// CHECK-LABEL: simt.kernel @halves
// CHECK: simt.load shared {{.+}} width 8 : ({{.+}}) -> vector<32xf16>
// CHECK: simt.load shared {{.+}} width 4 transposed : ({{.+}}) -> vector<32xf16>
// CHECK: simt.load shared {{.+}} width 4 transposed : ({{.+}}) -> vector<32xf16>
// CHECK: simt.load shared {{.+}} width 4 transposed : ({{.+}}) -> vector<32xbf16>
// CHECK: simt.barrier
// PLAIN-LABEL: simt.kernel @halves
// PLAIN: simt.load shared {{.+}} width 8 :
// PLAIN: simt.load shared {{.+}} width 1 :
tt.func public @halves() {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #rows, #smem, mutable>
  %1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #columns, #smem, mutable>
  %2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xbf16, #rows, #smem, mutable>
  %x = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #rows, #smem, mutable> -> tensor<64x64xf16, #a>
  %y = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #columns, #smem, mutable> -> tensor<64x64xf16, #a>
  %z = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #rows, #smem, mutable> -> tensor<64x64xf16, #b>
  %w = ttg.local_load %2 : !ttg.memdesc<64x64xbf16, #rows, #smem, mutable> -> tensor<64x64xbf16, #wideB>
  gpu.barrier
  tt.return
}

// Eight bytes are eight elements.
// CHECK-LABEL: simt.kernel @bytes
// CHECK: simt.load shared {{.+}} width 8 transposed : ({{.+}}) -> vector<32xf8E4M3FN>
// PLAIN-LABEL: simt.kernel @bytes
// PLAIN: simt.load shared {{.+}} width 1 :
tt.func public @bytes() {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf8E4M3FN, #rows, #smem, mutable>
  %1 = ttg.local_load %0 : !ttg.memdesc<64x64xf8E4M3FN, #rows, #smem, mutable> -> tensor<64x64xf8E4M3FN, #b>
  gpu.barrier
  tt.return
}

// Paddings keep eight bytes together, or they do not; so do swizzles.
// CHECK-LABEL: simt.kernel @paddings
// CHECK: simt.load shared {{.+}} width 4 transposed
// CHECK-NOT: transposed
// CHECK: simt.barrier
// PLAIN-LABEL: simt.kernel @paddings
tt.func public @paddings() {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #padded, #smem, mutable>
  %1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #odd, #smem, mutable>
  %2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #pairs, #smem, mutable>
  %x = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #padded, #smem, mutable> -> tensor<64x64xf16, #b>
  %y = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #odd, #smem, mutable> -> tensor<64x64xf16, #b>
  %z = ttg.local_load %2 : !ttg.memdesc<64x64xf16, #pairs, #smem, mutable> -> tensor<64x64xf16, #b>
  gpu.barrier
  tt.return
}
}
