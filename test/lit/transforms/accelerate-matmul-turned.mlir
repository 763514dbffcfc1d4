// The second factor is unpacked from fewer than half of its bits: as the first
// one of the transposed product it stays in registers.
// RUN: heddle-opt %s --tritongpu-accelerate-matmul | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
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
  %0 = ttg.fp4_to_fp %b {axis = 0 : i32} : tensor<32x64xi8, #blocked> -> tensor<64x64xbf16, #ttg.blocked<{sizePerThread = [2, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
  %1 = ttg.convert_layout %0 : tensor<64x64xbf16, #ttg.blocked<{sizePerThread = [2, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xbf16, #B>
  %2 = ttg.convert_layout %a : tensor<128x64xbf16, #blocked> -> tensor<128x64xbf16, #A>
  %d = tt.dot %2, %1, %c : tensor<128x64xbf16, #A> * tensor<64x64xbf16, #B> -> tensor<128x64xf32, #blocked>
  tt.return %d : tensor<128x64xf32, #blocked>
}
}
