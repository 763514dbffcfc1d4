// The second factor is unpacked from fewer than half of its bits, or is of words that have no
// neighbours along K: as the first one of the transposed product it stays in registers.
// RUN: heddle-opt %s --tritongpu-accelerate-matmul | FileCheck %s
// RUN: sed s/cuda:90/cuda:80/ %s | heddle-opt --tritongpu-accelerate-matmul | FileCheck %s --check-prefix=WARPS

#pairs = #ttg.linear<{register = [[1, 0], [0, 1], [0, 2], [0, 4], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @nibbles
// CHECK: %[[B:.+]] = ttg.fp4_to_fp
// CHECK: %[[FIRST:.+]] = tt.trans %[[B]] {{.+}} -> tensor<64x64xbf16
// CHECK: %[[SECOND:.+]] = tt.trans %{{.+}} : tensor<128x64xbf16, {{.+}} -> tensor<64x128xbf16
// CHECK: %[[SUM:.+]] = tt.trans %{{.+}} : tensor<128x64xf32, {{.+}} -> tensor<64x128xf32
// CHECK: %[[REGISTERS:.+]] = ttg.convert_layout %[[FIRST]]
// CHECK: %[[STORED:.+]] = ttg.convert_layout %[[SECOND]]
// CHECK: %[[TILE:.+]] = ttg.local_alloc %[[STORED]]
// CHECK: %[[C:.+]] = ttg.convert_layout %[[SUM]]
// CHECK: ttng.warp_group_dot %[[REGISTERS]], %[[TILE]], %[[C]]
// CHECK: tt.trans %{{.+}} : tensor<64x128xf32, {{.+}} -> tensor<128x64xf32
tt.func @nibbles(%a: tensor<128x64xbf16, #blocked>, %b: tensor<32x64xi8, #blocked>, %c: tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked> {
  %0 = ttg.fp4_to_fp %b {axis = 0 : i32} : tensor<32x64xi8, #blocked> -> tensor<64x64xbf16, #pairs>
  %1 = ttg.convert_layout %0 : tensor<64x64xbf16, #pairs> -> tensor<64x64xbf16, #B>
  %2 = ttg.convert_layout %a : tensor<128x64xbf16, #blocked> -> tensor<128x64xbf16, #A>
  %d = tt.dot %2, %1, %c : tensor<128x64xbf16, #A> * tensor<64x64xbf16, #B> -> tensor<128x64xf32, #blocked>
  tt.return %d : tensor<128x64xf32, #blocked>
}

// Instructions read words of tf32 from memory with neighbours along K only. A row-major second
// factor goes to registers, and the first one to memory as it comes.

// CHECK-LABEL: @words
// CHECK: %[[FIRST:.+]] = tt.trans %arg1 {{.+}} -> tensor<64x64xf32
// CHECK: %[[SECOND:.+]] = tt.trans %arg0 {{.+}} -> tensor<64x128xf32
// CHECK: %[[REGISTERS:.+]] = ttg.convert_layout %[[FIRST]] {{.+}} -> tensor<64x64xf32, #ttg.dot_op<{opIdx = 0
// CHECK: %[[TILE:.+]] = ttg.local_alloc
// CHECK: ttng.warp_group_dot %[[REGISTERS]], %[[TILE]], %{{.+}} : tensor<64x64xf32, {{.+}} * !ttg.memdesc<64x128xf32, {{.+}} -> tensor<64x128xf32
// CHECK: tt.trans %{{.+}} : tensor<64x128xf32, {{.+}} -> tensor<128x64xf32
// Without warp groups both factors are in registers anyway.

// WARPS-LABEL: @words
// WARPS-NOT: tt.trans
// WARPS: tt.dot
tt.func @words(%a: tensor<128x64xf32, #blocked>, %b: tensor<64x64xf32, #blocked>, %c: tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked> {
  %0 = ttg.convert_layout %a : tensor<128x64xf32, #blocked> -> tensor<128x64xf32, #A>
  %1 = ttg.convert_layout %b : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #B>
  %d = tt.dot %0, %1, %c, inputPrecision = tf32 : tensor<128x64xf32, #A> * tensor<64x64xf32, #B> -> tensor<128x64xf32, #blocked>
  tt.return %d : tensor<128x64xf32, #blocked>
}

// Of two such factors the first one stays in registers, and the second one is turned on its way to
// memory.

// CHECK-LABEL: @both_turned
// CHECK-NOT: tt.trans
// CHECK: %[[A:.+]] = ttg.convert_layout %arg0
// CHECK: %[[REGISTERS:.+]] = ttg.convert_layout %[[A]] {{.+}} -> tensor<128x64xf32, #ttg.dot_op<{opIdx = 0, parent = #mma
// CHECK: %[[TILE:.+]] = ttg.local_alloc
// CHECK: ttng.warp_group_dot %[[REGISTERS]], %[[TILE]]
// CHECK-NOT: tt.trans
tt.func @both_turned(%a: tensor<128x64xf32, #columns>, %b: tensor<64x64xf32, #blocked>, %c: tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked> {
  %0 = ttg.convert_layout %a : tensor<128x64xf32, #columns> -> tensor<128x64xf32, #A>
  %1 = ttg.convert_layout %b : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #B>
  %d = tt.dot %0, %1, %c, inputPrecision = tf32 : tensor<128x64xf32, #A> * tensor<64x64xf32, #B> -> tensor<128x64xf32, #blocked>
  tt.return %d : tensor<128x64xf32, #blocked>
}

// What comes along K goes to memory.

// CHECK-LABEL: @along_k
// CHECK-NOT: tt.trans
// CHECK: ttng.warp_group_dot %{{.+}}, %{{.+}}, %{{.+}} : !ttg.memdesc<128x64xf32, {{.+}} * !ttg.memdesc<64x64xf32
tt.func @along_k(%a: tensor<128x64xf32, #blocked>, %b: tensor<64x64xf32, #columns>, %c: tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked> {
  %0 = ttg.convert_layout %a : tensor<128x64xf32, #blocked> -> tensor<128x64xf32, #A>
  %1 = ttg.convert_layout %b : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #B>
  %d = tt.dot %0, %1, %c, inputPrecision = tf32 : tensor<128x64xf32, #A> * tensor<64x64xf32, #B> -> tensor<128x64xf32, #blocked>
  tt.return %d : tensor<128x64xf32, #blocked>
}
}
