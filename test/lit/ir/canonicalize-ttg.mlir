// Simpler forms of ttg ops.
// RUN: heddle-opt %s --canonicalize | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#s2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
// CHECK-DAG: #[[A:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp
// CHECK-DAG: #[[B:.+]] = #ttg.blocked<{sizePerThread = [2], threadsPerWarp
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @conversions
// CHECK-SAME: (%[[V:[^:]+]]: f32, %[[X:[^:]+]]: tensor<256xf32, #[[A]]>)
// CHECK-DAG: %[[K:.+]] = arith.constant dense<7> : tensor<256xi32, #[[B]]>
// CHECK-DAG: %[[S:.+]] = tt.splat %[[V]] : f32 -> tensor<256xf32, #[[B]]>
// CHECK-DAG: %[[R:.+]] = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #[[B]]>
// CHECK-DAG: %[[C:.+]] = ttg.convert_layout %[[X]] : tensor<256xf32, #[[A]]> -> tensor<256xf32, #[[B]]>
// CHECK: tt.return %[[K]], %[[S]], %[[R]], %[[C]], %[[X]]
tt.func @conversions(%v: f32, %x: tensor<256xf32, #a>) -> (tensor<256xi32, #b>, tensor<256xf32, #b>, tensor<256xi32, #b>, tensor<256xf32, #b>, tensor<256xf32, #a>) {
  %k = arith.constant dense<7> : tensor<256xi32, #a>
  %0 = ttg.convert_layout %k : tensor<256xi32, #a> -> tensor<256xi32, #b>
  %s = tt.splat %v : f32 -> tensor<256xf32, #a>
  %1 = ttg.convert_layout %s : tensor<256xf32, #a> -> tensor<256xf32, #b>
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #a>
  %2 = ttg.convert_layout %r : tensor<256xi32, #a> -> tensor<256xi32, #b>
  %3 = ttg.convert_layout %x : tensor<256xf32, #a> -> tensor<256xf32, #b>
  %4 = ttg.convert_layout %3 : tensor<256xf32, #b> -> tensor<256xf32, #a>
  %5 = ttg.convert_layout %4 : tensor<256xf32, #a> -> tensor<256xf32, #b>
  tt.return %0, %1, %2, %5, %4 : tensor<256xi32, #b>, tensor<256xf32, #b>, tensor<256xi32, #b>, tensor<256xf32, #b>, tensor<256xf32, #a>
}

// Which layout a buffer is best read in, only plans know.
// CHECK-LABEL: @memory
// CHECK: %[[L:.+]] = ttg.local_load
// CHECK: ttg.convert_layout %[[L]]
tt.func @memory(%m: !ttg.memdesc<256xf32, #s, #smem>) -> tensor<256xf32, #b> {
  %0 = ttg.local_load %m : !ttg.memdesc<256xf32, #s, #smem> -> tensor<256xf32, #a>
  %1 = ttg.convert_layout %0 : tensor<256xf32, #a> -> tensor<256xf32, #b>
  tt.return %1 : tensor<256xf32, #b>
}

// What is written is written in any layout.
// CHECK-LABEL: @written
// CHECK-SAME: (%[[X:[^:]+]]: tensor<256xf32, #[[A]]>, %[[M:[^:]+]]:
// CHECK-NEXT: ttg.local_store %[[X]], %[[M]]
// CHECK-NEXT: %[[N:.+]] = ttg.local_alloc %[[X]]
// CHECK-NEXT: tt.return %[[N]]
tt.func @written(%x: tensor<256xf32, #a>, %m: !ttg.memdesc<256xf32, #s, #smem, mutable>) -> !ttg.memdesc<256xf32, #s, #smem> {
  %1 = ttg.convert_layout %x : tensor<256xf32, #a> -> tensor<256xf32, #b>
  ttg.local_store %1, %m : tensor<256xf32, #b> -> !ttg.memdesc<256xf32, #s, #smem, mutable>
  %3 = ttg.local_alloc %1 : (tensor<256xf32, #b>) -> !ttg.memdesc<256xf32, #s, #smem>
  tt.return %3 : !ttg.memdesc<256xf32, #s, #smem>
}

// CHECK-LABEL: @any_place
// CHECK-SAME: (%[[X:[^:]+]]: tensor<256xi32, #[[A]]>, %[[I:[^:]+]]: tensor<256xi32, #[[B]]>)
// CHECK-NEXT: tt.histogram %[[X]] : tensor<256xi32, #[[A]]> -> tensor<256xi32, #[[B]]>
// CHECK-NEXT: tt.gather %[[X]][%[[I]]]
// CHECK-NEXT: tt.reshape %[[X]] allow_reorder : tensor<256xi32, #[[A]]> -> tensor<16x16xi32
// CHECK-NEXT: tt.return
tt.func @any_place(%x: tensor<256xi32, #a>, %i: tensor<256xi32, #b>) -> (tensor<256xi32, #b>, tensor<256xi32, #b>, tensor<16x16xi32, #c>) {
  %0 = ttg.convert_layout %x : tensor<256xi32, #a> -> tensor<256xi32, #b>
  %1 = tt.histogram %0 : tensor<256xi32, #b> -> tensor<256xi32, #a>
  %2 = ttg.convert_layout %1 : tensor<256xi32, #a> -> tensor<256xi32, #b>
  %3 = tt.gather %0[%i] {axis = 0 : i32} : (tensor<256xi32, #b>, tensor<256xi32, #b>) -> tensor<256xi32, #b>
  %4 = tt.reshape %0 allow_reorder : tensor<256xi32, #b> -> tensor<16x16xi32, #c>
  tt.return %2, %3, %4 : tensor<256xi32, #b>, tensor<256xi32, #b>, tensor<16x16xi32, #c>
}

// Threads would need elements that they do not have.
// CHECK-LABEL: @unequal_shares
// CHECK: tt.reshape
// CHECK-NEXT: ttg.convert_layout
tt.func @unequal_shares(%x: tensor<256xi32, #a>) -> tensor<16x16xi32, #wide> {
  %0 = tt.reshape %x allow_reorder : tensor<256xi32, #a> -> tensor<16x16xi32, #c>
  %1 = ttg.convert_layout %0 : tensor<16x16xi32, #c> -> tensor<16x16xi32, #wide>
  tt.return %1 : tensor<16x16xi32, #wide>
}

// CHECK-LABEL: @views
// CHECK-NEXT: tt.return %arg0, %arg0
tt.func @views(%m: !ttg.memdesc<32x16xf32, #s2, #smem>) -> (!ttg.memdesc<32x16xf32, #s2, #smem>, !ttg.memdesc<32x16xf32, #s2, #smem>) {
  %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<32x16xf32, #s2, #smem> -> !ttg.memdesc<16x32xf32, #t2, #smem>
  %1 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #t2, #smem> -> !ttg.memdesc<32x16xf32, #s2, #smem>
  %2 = ttg.memdesc_reinterpret %m : !ttg.memdesc<32x16xf32, #s2, #smem> -> !ttg.memdesc<32x16xi32, #s2, #smem>
  %3 = ttg.memdesc_reinterpret %2 : !ttg.memdesc<32x16xi32, #s2, #smem> -> !ttg.memdesc<32x16xf32, #s2, #smem>
  tt.return %1, %3 : !ttg.memdesc<32x16xf32, #s2, #smem>, !ttg.memdesc<32x16xf32, #s2, #smem>
}

// CHECK-LABEL: @captures
// CHECK: ttg.warp_specialize(%arg1)
// CHECK: partition0(%[[P:.+]]: i32) num_warps(4)
// CHECK-NEXT: tt.print "" {hex = false, isSigned = array<i32: 0, 0>} : %[[P]], %[[P]] : i32, i32
tt.func @captures(%a: i64, %b: i32) {
  ttg.warp_specialize(%a, %b, %b)
  default {
    ttg.warp_yield
  }
  partition0(%p: i64, %q: i32, %r: i32) num_warps(4) {
    tt.print "" {hex = false, isSigned = array<i32: 0, 0>} : %q, %r : i32, i32
    ttg.warp_return
  } : (i64, i32, i32) -> ()
  tt.return
}
}
