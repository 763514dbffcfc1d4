// Slices whose offsets mix bits of a coordinate, here (0, 17), have no gaps: padded layouts cannot
// say that.
// RUN: heddle-opt %s --tritongpu-loop-over-dot-depth | heddle-opt | FileCheck %s

// CHECK-NOT: padded_shared
// CHECK: #[[S:.+]] = #ttg.shared_linear<{offset = {{.*}}[0, 17]
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:100"} {
  // CHECK-LABEL: @product
  // CHECK: ttg.local_alloc %{{.+}} -> !ttg.memdesc<{{.+}}, #[[S]],
  // CHECK: scf.for
  tt.func @product(%x: tensor<32x16xf32, #a>, %y: tensor<16x32xf32, #columns>, %sums: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
    %0 = ttg.convert_layout %y : tensor<16x32xf32, #columns> -> tensor<16x32xf32, #b>
    %1 = tt.dot %x, %0, %sums : tensor<32x16xf32, #a> * tensor<16x32xf32, #b> -> tensor<32x32xf32, #blocked>
    tt.return %1 : tensor<32x32xf32, #blocked>
  }
}
