// Factors that the copy engine brings come from shared memory half an iteration ahead, too. Each
// iteration begins its copies, and then waits for those of the next one, if there is one.
// RUN: heddle-opt %s --tritongpu-prefetch | FileCheck %s
// RUN: heddle-opt %s --tritongpu-prefetch | heddle-opt -o /dev/null

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 256, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#columns = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 32}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @halves
// CHECK: %[[BARS:.+]] = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64
// CHECK: %[[ANY:.+]] = arith.cmpi slt, %c0_i32, %arg2
// CHECK: ttng.wait_barrier %{{.+}}, %{{.+}}, %[[ANY]]
// CHECK: %[[A0:.+]] = ttg.local_load %{{.+}} -> tensor<128x16xf32
// CHECK: %[[ALL:.+]]:6 = scf.for %[[I:[^ ]+]] = {{.*}}, %[[A:[^ ]+]] = %[[A0]], %[[SUMS:[^ ]+]] = %{{[^ ]+}})
// CHECK-NOT: ttng.barrier_expect
// CHECK: %[[FIRST:.+]] = ttng.warp_group_dot %[[A]], %[[B0:.+]], %[[SUMS]] {{.*}}isAsync = true
// CHECK: %[[ADDED:.+]]:2 = ttng.warp_group_dot_wait %[[FIRST]], %[[B0]] {pendings = 1 : i32}
// CHECK: %[[A1:.+]] = ttg.local_load %{{.+}} -> tensor<128x16xf32
// CHECK: %[[SECOND:.+]] = ttng.warp_group_dot %[[A1]], %[[B1:.+]], %[[ADDED]]#0 {{.*}}isAsync = true
// CHECK: ttng.barrier_expect
// CHECK: ttng.async_tma_copy_global_to_local
// CHECK: ttng.async_tma_copy_global_to_local
// CHECK: %[[NEXT:.+]] = ttg.memdesc_index %[[BARS]]
// CHECK: %[[LEFT:.+]] = arith.subi %arg2, %[[I]]
// CHECK: %[[MORE:.+]] = arith.cmpi ugt, %[[LEFT]], %c1_i32
// CHECK: ttng.wait_barrier %[[NEXT]], %{{.+}}, %[[MORE]]
// CHECK: %[[SUM:.+]]:2 = ttng.warp_group_dot_wait %[[SECOND]], %[[B1]] {pendings = 1 : i32}
// CHECK: %[[A2:.+]] = ttg.local_load %{{.+}} -> tensor<128x16xf32
// CHECK: scf.yield {{.*}}%[[A2]], %[[SUM]]#0 :
// CHECK: ttng.warp_group_dot_wait %[[ALL]]#5 {pendings = 0 : i32}
tt.func public @halves(%x: !tt.tensordesc<128x32xf32, #rows>, %y: !tt.tensordesc<256x32xf32, #rows>, %n: i32) -> tensor<128x256xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %true = arith.constant true
  %c-1 = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable>
  %bars = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %others = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %to = %c1, %from = %c-1, %phase = %c0) -> (tensor<128x256xf32, #mma>, i32, i32, i32) : i32 {
    %to1 = arith.addi %to, %c1 : i32
    %toInside = arith.cmpi slt, %to1, %c3 : i32
    %to2 = arith.select %toInside, %to1, %c0 : i32
    %told = ttg.memdesc_index %bars[%to2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.barrier_expect %told, 49152, %true : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aTo = ttg.memdesc_index %abuf[%to2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %x[%c0, %i] %aTo, %told, %true : !tt.tensordesc<128x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %bTo = ttg.memdesc_index %bbuf[%to2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %y[%c0, %i] %bTo, %told, %true : !tt.tensordesc<256x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %from1 = arith.addi %from, %c1 : i32
    %fromInside = arith.cmpi slt, %from1, %c3 : i32
    %from2 = arith.select %fromInside, %from1, %c0 : i32
    %turned = arith.xori %phase, %c1 : i32
    %phase2 = arith.select %fromInside, %phase, %turned : i32
    %awaited = ttg.memdesc_index %bars[%from2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.wait_barrier %awaited, %phase2 : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aFrom = ttg.memdesc_index %abuf[%from2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %a = ttg.local_load %aFrom : !ttg.memdesc<128x32xf32, #rows, #smem, mutable> -> tensor<128x32xf32, #a>
    %bFrom = ttg.memdesc_index %bbuf[%from2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %b = ttg.memdesc_trans %bFrom {order = array<i32: 1, 0>} : !ttg.memdesc<256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<32x256xf32, #columns, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #a> * !ttg.memdesc<32x256xf32, #columns, #smem, mutable> -> tensor<128x256xf32, #mma>
    scf.yield %d, %to2, %from2, %phase2 : tensor<128x256xf32, #mma>, i32, i32, i32
  }
  tt.return %r#0 : tensor<128x256xf32, #mma>
}

// The copies of the next iteration are begun by this one: they have no time to arrive.
// CHECK-LABEL: @one_ahead
// CHECK-NOT: isAsync
tt.func public @one_ahead(%x: !tt.tensordesc<128x32xf32, #rows>, %y: !tt.tensordesc<256x32xf32, #rows>, %n: i32) -> tensor<128x256xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %true = arith.constant true
  %c-1 = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable>
  %bars = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %others = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %to = %c0, %from = %c-1, %phase = %c0) -> (tensor<128x256xf32, #mma>, i32, i32, i32) : i32 {
    %to1 = arith.addi %to, %c1 : i32
    %toInside = arith.cmpi slt, %to1, %c3 : i32
    %to2 = arith.select %toInside, %to1, %c0 : i32
    %told = ttg.memdesc_index %bars[%to2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.barrier_expect %told, 49152, %true : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aTo = ttg.memdesc_index %abuf[%to2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %x[%c0, %i] %aTo, %told, %true : !tt.tensordesc<128x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %bTo = ttg.memdesc_index %bbuf[%to2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %y[%c0, %i] %bTo, %told, %true : !tt.tensordesc<256x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %from1 = arith.addi %from, %c1 : i32
    %fromInside = arith.cmpi slt, %from1, %c3 : i32
    %from2 = arith.select %fromInside, %from1, %c0 : i32
    %turned = arith.xori %phase, %c1 : i32
    %phase2 = arith.select %fromInside, %phase, %turned : i32
    %awaited = ttg.memdesc_index %bars[%from2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.wait_barrier %awaited, %phase2 : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aFrom = ttg.memdesc_index %abuf[%from2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %a = ttg.local_load %aFrom : !ttg.memdesc<128x32xf32, #rows, #smem, mutable> -> tensor<128x32xf32, #a>
    %bFrom = ttg.memdesc_index %bbuf[%from2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %b = ttg.memdesc_trans %bFrom {order = array<i32: 1, 0>} : !ttg.memdesc<256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<32x256xf32, #columns, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #a> * !ttg.memdesc<32x256xf32, #columns, #smem, mutable> -> tensor<128x256xf32, #mma>
    scf.yield %d, %to2, %from2, %phase2 : tensor<128x256xf32, #mma>, i32, i32, i32
  }
  tt.return %r#0 : tensor<128x256xf32, #mma>
}

// The barriers that are waited for are not those of the copies.
// CHECK-LABEL: @other_barriers
// CHECK-NOT: isAsync
tt.func public @other_barriers(%x: !tt.tensordesc<128x32xf32, #rows>, %y: !tt.tensordesc<256x32xf32, #rows>, %n: i32) -> tensor<128x256xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %true = arith.constant true
  %c-1 = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable>
  %bars = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %others = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %to = %c1, %from = %c-1, %phase = %c0) -> (tensor<128x256xf32, #mma>, i32, i32, i32) : i32 {
    %to1 = arith.addi %to, %c1 : i32
    %toInside = arith.cmpi slt, %to1, %c3 : i32
    %to2 = arith.select %toInside, %to1, %c0 : i32
    %told = ttg.memdesc_index %others[%to2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.barrier_expect %told, 49152, %true : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aTo = ttg.memdesc_index %abuf[%to2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %x[%c0, %i] %aTo, %told, %true : !tt.tensordesc<128x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %bTo = ttg.memdesc_index %bbuf[%to2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %y[%c0, %i] %bTo, %told, %true : !tt.tensordesc<256x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %from1 = arith.addi %from, %c1 : i32
    %fromInside = arith.cmpi slt, %from1, %c3 : i32
    %from2 = arith.select %fromInside, %from1, %c0 : i32
    %turned = arith.xori %phase, %c1 : i32
    %phase2 = arith.select %fromInside, %phase, %turned : i32
    %awaited = ttg.memdesc_index %bars[%from2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.wait_barrier %awaited, %phase2 : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aFrom = ttg.memdesc_index %abuf[%from2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %a = ttg.local_load %aFrom : !ttg.memdesc<128x32xf32, #rows, #smem, mutable> -> tensor<128x32xf32, #a>
    %bFrom = ttg.memdesc_index %bbuf[%from2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %b = ttg.memdesc_trans %bFrom {order = array<i32: 1, 0>} : !ttg.memdesc<256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<32x256xf32, #columns, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #a> * !ttg.memdesc<32x256xf32, #columns, #smem, mutable> -> tensor<128x256xf32, #mma>
    scf.yield %d, %to2, %from2, %phase2 : tensor<128x256xf32, #mma>, i32, i32, i32
  }
  tt.return %r#0 : tensor<128x256xf32, #mma>
}

// The buffers that are waited for are not as many as those that are copied to.
// CHECK-LABEL: @shorter_ring
// CHECK-NOT: isAsync
tt.func public @shorter_ring(%x: !tt.tensordesc<128x32xf32, #rows>, %y: !tt.tensordesc<256x32xf32, #rows>, %n: i32) -> tensor<128x256xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %true = arith.constant true
  %c-1 = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable>
  %bars = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %others = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %to = %c1, %from = %c-1, %phase = %c0) -> (tensor<128x256xf32, #mma>, i32, i32, i32) : i32 {
    %to1 = arith.addi %to, %c1 : i32
    %toInside = arith.cmpi slt, %to1, %c3 : i32
    %to2 = arith.select %toInside, %to1, %c0 : i32
    %told = ttg.memdesc_index %bars[%to2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.barrier_expect %told, 49152, %true : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aTo = ttg.memdesc_index %abuf[%to2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %x[%c0, %i] %aTo, %told, %true : !tt.tensordesc<128x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %bTo = ttg.memdesc_index %bbuf[%to2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %y[%c0, %i] %bTo, %told, %true : !tt.tensordesc<256x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %from1 = arith.addi %from, %c1 : i32
    %fromInside = arith.cmpi slt, %from1, %c2 : i32
    %from2 = arith.select %fromInside, %from1, %c0 : i32
    %turned = arith.xori %phase, %c1 : i32
    %phase2 = arith.select %fromInside, %phase, %turned : i32
    %awaited = ttg.memdesc_index %bars[%from2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.wait_barrier %awaited, %phase2 : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aFrom = ttg.memdesc_index %abuf[%from2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %a = ttg.local_load %aFrom : !ttg.memdesc<128x32xf32, #rows, #smem, mutable> -> tensor<128x32xf32, #a>
    %bFrom = ttg.memdesc_index %bbuf[%from2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %b = ttg.memdesc_trans %bFrom {order = array<i32: 1, 0>} : !ttg.memdesc<256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<32x256xf32, #columns, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #a> * !ttg.memdesc<32x256xf32, #columns, #smem, mutable> -> tensor<128x256xf32, #mma>
    scf.yield %d, %to2, %from2, %phase2 : tensor<128x256xf32, #mma>, i32, i32, i32
  }
  tt.return %r#0 : tensor<128x256xf32, #mma>
}

// Who waits only sometimes may not wait for the next iteration at all.
// CHECK-LABEL: @sometimes
// CHECK-NOT: isAsync
tt.func public @sometimes(%x: !tt.tensordesc<128x32xf32, #rows>, %y: !tt.tensordesc<256x32xf32, #rows>, %n: i32) -> tensor<128x256xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %true = arith.constant true
  %c-1 = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable>
  %bars = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %others = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %to = %c1, %from = %c-1, %phase = %c0) -> (tensor<128x256xf32, #mma>, i32, i32, i32) : i32 {
    %to1 = arith.addi %to, %c1 : i32
    %toInside = arith.cmpi slt, %to1, %c3 : i32
    %to2 = arith.select %toInside, %to1, %c0 : i32
    %told = ttg.memdesc_index %bars[%to2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.barrier_expect %told, 49152, %true : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aTo = ttg.memdesc_index %abuf[%to2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %x[%c0, %i] %aTo, %told, %true : !tt.tensordesc<128x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %bTo = ttg.memdesc_index %bbuf[%to2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %y[%c0, %i] %bTo, %told, %true : !tt.tensordesc<256x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %from1 = arith.addi %from, %c1 : i32
    %fromInside = arith.cmpi slt, %from1, %c3 : i32
    %from2 = arith.select %fromInside, %from1, %c0 : i32
    %turned = arith.xori %phase, %c1 : i32
    %phase2 = arith.select %fromInside, %phase, %turned : i32
    %awaited = ttg.memdesc_index %bars[%from2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.wait_barrier %awaited, %phase2, %toInside : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aFrom = ttg.memdesc_index %abuf[%from2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %a = ttg.local_load %aFrom : !ttg.memdesc<128x32xf32, #rows, #smem, mutable> -> tensor<128x32xf32, #a>
    %bFrom = ttg.memdesc_index %bbuf[%from2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %b = ttg.memdesc_trans %bFrom {order = array<i32: 1, 0>} : !ttg.memdesc<256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<32x256xf32, #columns, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #a> * !ttg.memdesc<32x256xf32, #columns, #smem, mutable> -> tensor<128x256xf32, #mma>
    scf.yield %d, %to2, %from2, %phase2 : tensor<128x256xf32, #mma>, i32, i32, i32
  }
  tt.return %r#0 : tensor<128x256xf32, #mma>
}

// The product reads a buffer that copies of the same iteration fill.
// CHECK-LABEL: @filled
// CHECK-NOT: isAsync
tt.func public @filled(%x: !tt.tensordesc<128x32xf32, #rows>, %y: !tt.tensordesc<256x32xf32, #rows>, %n: i32) -> tensor<128x256xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %true = arith.constant true
  %c-1 = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable>
  %bars = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %others = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barrier, #smem, mutable>
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %to = %c1, %from = %c-1, %phase = %c0) -> (tensor<128x256xf32, #mma>, i32, i32, i32) : i32 {
    %to1 = arith.addi %to, %c1 : i32
    %toInside = arith.cmpi slt, %to1, %c3 : i32
    %to2 = arith.select %toInside, %to1, %c0 : i32
    %told = ttg.memdesc_index %bars[%to2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.barrier_expect %told, 49152, %true : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aTo = ttg.memdesc_index %abuf[%to2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %x[%c0, %i] %aTo, %told, %true : !tt.tensordesc<128x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %bTo = ttg.memdesc_index %bbuf[%to2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    ttng.async_tma_copy_global_to_local %y[%c0, %i] %bTo, %told, %true : !tt.tensordesc<256x32xf32, #rows>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %from1 = arith.addi %from, %c1 : i32
    %fromInside = arith.cmpi slt, %from1, %c3 : i32
    %from2 = arith.select %fromInside, %from1, %c0 : i32
    %turned = arith.xori %phase, %c1 : i32
    %phase2 = arith.select %fromInside, %phase, %turned : i32
    %awaited = ttg.memdesc_index %bars[%from2] : !ttg.memdesc<3x1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.wait_barrier %awaited, %phase2 : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %aFrom = ttg.memdesc_index %abuf[%from2] : !ttg.memdesc<3x128x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<128x32xf32, #rows, #smem, mutable>
    %a = ttg.local_load %aFrom : !ttg.memdesc<128x32xf32, #rows, #smem, mutable> -> tensor<128x32xf32, #a>
    %bFrom = ttg.memdesc_index %bbuf[%to2] : !ttg.memdesc<3x256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<256x32xf32, #rows, #smem, mutable>
    %b = ttg.memdesc_trans %bFrom {order = array<i32: 1, 0>} : !ttg.memdesc<256x32xf32, #rows, #smem, mutable> -> !ttg.memdesc<32x256xf32, #columns, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #a> * !ttg.memdesc<32x256xf32, #columns, #smem, mutable> -> tensor<128x256xf32, #mma>
    scf.yield %d, %to2, %from2, %phase2 : tensor<128x256xf32, #mma>, i32, i32, i32
  }
  tt.return %r#0 : tensor<128x256xf32, #mma>
}
}
