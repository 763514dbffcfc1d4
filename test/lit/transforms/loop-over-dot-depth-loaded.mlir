// Factors that are loaded from shared memory are there: slices of them are multiplied one after the
// other, without a loop and another buffer.
// RUN: heddle-opt %s --tritongpu-loop-over-dot-depth | FileCheck %s
// RUN: heddle-opt %s --tritongpu-loop-over-dot-depth | heddle-opt | FileCheck %s

#d = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#load = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #d}>
#b = #ttg.dot_op<{opIdx = 1, parent = #d}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#mixed = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
!memory = !ttg.memdesc<64x64xf32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// CHECK-LABEL: @loaded
// CHECK-NOT: ttg.local_alloc %
// CHECK-NOT: scf.for
// CHECK: ttg.memdesc_subslice %[[X:.+]][0, 0] {{.+}} -> !ttg.memdesc<64x4xf32
// CHECK: ttg.local_load {{.+}} -> tensor<64x4xf32, #ttg.dot_op<{opIdx = 0
// CHECK: ttg.memdesc_subslice %[[Y:.+]][0, 0] {{.+}} -> !ttg.memdesc<4x64xf32
// CHECK: ttg.local_load {{.+}} -> tensor<4x64xf32, #ttg.dot_op<{opIdx = 1
// CHECK: %[[S:.+]] = tt.dot %{{.+}}, %{{.+}}, %arg0
// CHECK: ttg.memdesc_subslice %[[X]][0, 4]
// CHECK: ttg.memdesc_subslice %[[Y]][4, 0]
// CHECK: tt.dot %{{.+}}, %{{.+}}, %[[S]]
// CHECK-COUNT-14: tt.dot
// CHECK-NOT: tt.dot
// CHECK: tt.return
tt.func @loaded(%c: tensor<64x64xf32, #d>) -> tensor<64x64xf32, #d> {
  %x = ttg.local_alloc : () -> !memory
  %y = ttg.local_alloc : () -> !memory
  %0 = ttg.local_load %x : !memory -> tensor<64x64xf32, #load>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #load> -> tensor<64x64xf32, #a>
  %2 = ttg.local_load %y : !memory -> tensor<64x64xf32, #b>
  %3 = tt.dot %1, %2, %c : tensor<64x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<64x64xf32, #d>
  tt.return %3 : tensor<64x64xf32, #d>
}

// What is stored in between would be loaded.
// CHECK-LABEL: @overwritten
// CHECK: scf.for
// CHECK: tt.return
tt.func @overwritten(%c: tensor<64x64xf32, #d>, %v: tensor<64x64xf32, #load>) -> tensor<64x64xf32, #d> {
  %x = ttg.local_alloc : () -> !memory
  %y = ttg.local_alloc : () -> !memory
  %0 = ttg.local_load %x : !memory -> tensor<64x64xf32, #a>
  %2 = ttg.local_load %y : !memory -> tensor<64x64xf32, #b>
  ttg.local_store %v, %x : tensor<64x64xf32, #load> -> !memory
  %3 = tt.dot %0, %2, %c : tensor<64x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<64x64xf32, #d>
  tt.return %3 : tensor<64x64xf32, #d>
}

// Rows that are swizzled cannot be cut off.
// CHECK-LABEL: @mixed
// CHECK: scf.for
// CHECK: tt.return
tt.func @mixed(%c: tensor<64x64xf32, #d>) -> tensor<64x64xf32, #d> {
  %x = ttg.local_alloc : () -> !memory
  %y = ttg.local_alloc : () -> !ttg.memdesc<64x64xf32, #mixed, #smem, mutable>
  %0 = ttg.local_load %x : !memory -> tensor<64x64xf32, #a>
  %2 = ttg.local_load %y : !ttg.memdesc<64x64xf32, #mixed, #smem, mutable> -> tensor<64x64xf32, #b>
  %3 = tt.dot %0, %2, %c : tensor<64x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<64x64xf32, #d>
  tt.return %3 : tensor<64x64xf32, #d>
}
}
