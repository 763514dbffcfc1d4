// A product of warp groups is computed in halves, one of which is always under way: meanwhile the
// other's factor comes from shared memory to registers, that of the next iteration too.
// RUN: heddle-opt %s --tritongpu-prefetch | FileCheck %s
// RUN: heddle-opt %s --tritongpu-prefetch | heddle-opt -o /dev/null

#copies = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 256, 8]}>
#small = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#c = #ttg.dot_op<{opIdx = 0, parent = #small, kWidth = 1}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#rows = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 8, order = [1, 0]}>
#turning = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 8], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 32}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @halves
// CHECK: %[[W0:.+]] = ttg.async_wait %arg{{[0-9]+}} {num = 2 : i32}
// CHECK: %[[P0:.+]] = ttg.memdesc_subslice %{{.+}}[0, 0] : {{.*}} -> !ttg.memdesc<128x16xf32
// CHECK: %[[A0:.+]] = ttg.local_load %[[P0]] token %[[W0]]
// CHECK: %[[ALL:.+]]:8 = scf.for {{.*}}, %[[A:[^ ]+]] = %[[A0]], %[[SUMS:[^ ]+]] = %{{[^ ]+}}, %[[W:[^ ]+]] = %[[W0]])
// CHECK: %[[B0:.+]] = ttg.memdesc_subslice %[[B:.+]][0, 0]
// CHECK: %[[FIRST:.+]] = ttng.warp_group_dot %[[A]], %[[B0]], %[[SUMS]] {{.*}}isAsync = true
// CHECK: %[[ADDED:.+]]:2 = ttng.warp_group_dot_wait %[[FIRST]], %[[B0]] {pendings = 1 : i32}
// CHECK: %[[P1:.+]] = ttg.memdesc_subslice %{{.+}}[0, 16]
// CHECK: %[[A1:.+]] = ttg.local_load %[[P1]] token %[[W]]
// CHECK: %[[B1:.+]] = ttg.memdesc_subslice %[[B]][16, 0]
// CHECK: %[[SECOND:.+]] = ttng.warp_group_dot %[[A1]], %[[B1]], %[[ADDED]]#0 {{.*}}isAsync = true
// CHECK: %[[NEXT:.+]] = ttg.async_wait %{{.+}} {num = 1 : i32}
// CHECK: ttg.async_copy_global_to_local
// CHECK: ttg.async_commit_group
// CHECK: %[[MORE:.+]]:2 = ttng.warp_group_dot_wait %[[SECOND]], %[[B1]] {pendings = 1 : i32}
// CHECK: %[[P2:.+]] = ttg.memdesc_subslice %{{.+}}[0, 0]
// CHECK: %[[A2:.+]] = ttg.local_load %[[P2]] token %[[NEXT]]
// CHECK: scf.yield {{.*}}%[[A2]], %[[MORE]]#0, %[[NEXT]] :
// CHECK: %[[DONE:.+]] = ttng.warp_group_dot_wait %[[ALL]]#6 {pendings = 0 : i32}
// CHECK: tt.return %[[DONE]]
tt.func public @halves(%p: tensor<128x32x!tt.ptr<f32>, #copies>, %one: !ttg.async.token, %two: !ttg.async.token, %n: i32) -> tensor<128x256xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c2 = arith.constant 2 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<4x128x32xf32, #plain, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<4x32x256xf32, #shared, #smem, mutable>
  %r:5 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %to = %c2, %from = %c0, %t0 = %one, %t1 = %two) -> (tensor<128x256xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token) : i32 {
    %w = ttg.async_wait %t0 {num = 2 : i32}
    %x = ttg.memdesc_index %abuf[%to] : !ttg.memdesc<4x128x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<128x32xf32, #plain, #smem, mutable>
    %copy = ttg.async_copy_global_to_local %p, %x : tensor<128x32x!tt.ptr<f32>, #copies> -> <128x32xf32, #plain, #smem, mutable>
    %t2 = ttg.async_commit_group tokens %copy
    %y = ttg.memdesc_index %abuf[%from] : !ttg.memdesc<4x128x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<128x32xf32, #plain, #smem, mutable>
    %a = ttg.local_load %y token %w : !ttg.memdesc<128x32xf32, #plain, #smem, mutable> -> tensor<128x32xf32, #a>
    %b = ttg.memdesc_index %bbuf[%from] : !ttg.memdesc<4x32x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<32x256xf32, #shared, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #a> * !ttg.memdesc<32x256xf32, #shared, #smem, mutable> -> tensor<128x256xf32, #mma>
    %to1 = arith.addi %to, %c1 : i32
    %inside = arith.cmpi slt, %to1, %c4 : i32
    %to2 = arith.select %inside, %to1, %c0 : i32
    %from1 = arith.addi %from, %c1 : i32
    %inside1 = arith.cmpi slt, %from1, %c4 : i32
    %from2 = arith.select %inside1, %from1, %c0 : i32
    scf.yield %d, %to2, %from2, %t1, %t2 : tensor<128x256xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token
  }
  tt.return %r#0 : tensor<128x256xf32, #mma>
}

// Two such blocks share a multiprocessor: one multiplies while the other loads.
// CHECK-LABEL: @small
// CHECK-NOT: ttg.memdesc_subslice
tt.func public @small(%p: tensor<128x32x!tt.ptr<f32>, #copies>, %one: !ttg.async.token, %two: !ttg.async.token, %n: i32) -> tensor<128x64xf32, #small> {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #small>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<4x128x32xf32, #plain, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<4x32x64xf32, #shared, #smem, mutable>
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %t0 = %one, %t1 = %two) -> (tensor<128x64xf32, #small>, !ttg.async.token, !ttg.async.token) : i32 {
    %w = ttg.async_wait %t0 {num = 2 : i32}
    %x = ttg.memdesc_index %abuf[%c1] : !ttg.memdesc<4x128x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<128x32xf32, #plain, #smem, mutable>
    %copy = ttg.async_copy_global_to_local %p, %x : tensor<128x32x!tt.ptr<f32>, #copies> -> <128x32xf32, #plain, #smem, mutable>
    %t2 = ttg.async_commit_group tokens %copy
    %y = ttg.memdesc_index %abuf[%c0] : !ttg.memdesc<4x128x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<128x32xf32, #plain, #smem, mutable>
    %a = ttg.local_load %y token %w : !ttg.memdesc<128x32xf32, #plain, #smem, mutable> -> tensor<128x32xf32, #c>
    %b = ttg.memdesc_index %bbuf[%c0] : !ttg.memdesc<4x32x64xf32, #shared, #smem, mutable> -> !ttg.memdesc<32x64xf32, #shared, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #c> * !ttg.memdesc<32x64xf32, #shared, #smem, mutable> -> tensor<128x64xf32, #small>
    scf.yield %d, %t1, %t2 : tensor<128x64xf32, #small>, !ttg.async.token, !ttg.async.token
  }
  tt.return %r#0 : tensor<128x64xf32, #small>
}

// The right factor goes through registers to memory, into one of two buffers by turns: that of the
// next iteration while both halves are under way.
// CHECK-LABEL: @turned
// CHECK: %[[W0:.+]] = ttg.async_wait %arg{{[0-9]+}} {num = 2 : i32}
// CHECK: %[[BOTH:.+]] = ttg.local_alloc : () -> !ttg.memdesc<2x32x256xf32
// CHECK: %[[B0:.+]] = ttg.local_load %{{.+}} token %[[W0]] : {{.*}} -> tensor<32x256xf32
// CHECK: %[[TO:.+]] = ttg.memdesc_index %[[BOTH]][%[[ZERO:.+]]]
// CHECK: ttg.local_store %[[B0]], %[[TO]]
// CHECK: %[[ALL:.+]]:9 = scf.for {{.*}}, %[[SUMS:[^ ]+]] = %{{[^ ]+}}, %[[TURN:[^ ]+]] = %[[ZERO]], %{{[^ ]+}} = %[[W0]])
// CHECK: %[[B:.+]] = ttg.memdesc_index %[[BOTH]][%[[TURN]]]
// CHECK: %[[H0:.+]] = ttg.memdesc_subslice %[[B]][0, 0]
// CHECK: %[[FIRST:.+]] = ttng.warp_group_dot %{{.+}}, %[[H0]], %[[SUMS]] {{.*}}isAsync = true
// CHECK: ttng.warp_group_dot_wait %[[FIRST]]
// CHECK: %[[H1:.+]] = ttg.memdesc_subslice %[[B]][16, 0]
// CHECK: %[[SECOND:.+]] = ttng.warp_group_dot %{{.+}}, %[[H1]], %{{.+}} {{.*}}isAsync = true
// CHECK: %[[NEXT:.+]] = ttg.async_wait %{{.+}} {num = 1 : i32}
// CHECK: %[[OTHER:.+]] = arith.subi %{{.+}}, %[[TURN]] : i32
// CHECK: %[[BNEXT:.+]] = ttg.local_load %{{.+}} token %[[NEXT]] : {{.*}} -> tensor<32x256xf32
// CHECK: %[[THERE:.+]] = ttg.memdesc_index %[[BOTH]][%[[OTHER]]]
// CHECK: ttg.local_store %[[BNEXT]], %[[THERE]]
// CHECK: %[[MORE:.+]]:2 = ttng.warp_group_dot_wait %[[SECOND]], %[[H1]] {pendings = 1 : i32}
// CHECK: scf.yield {{.*}}%[[MORE]]#0, %[[OTHER]], %[[NEXT]] :
// CHECK: ttng.warp_group_dot_wait %[[ALL]]#6 {pendings = 0 : i32}
tt.func public @turned(%p: tensor<128x32x!tt.ptr<f32>, #copies>, %one: !ttg.async.token, %two: !ttg.async.token, %n: i32) -> tensor<128x256xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c2 = arith.constant 2 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<3x128x32xf32, #plain, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<3x32x256xf32, #rows, #smem, mutable>
  %r:5 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %to = %c2, %from = %c0, %t0 = %one, %t1 = %two) -> (tensor<128x256xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token) : i32 {
    %w = ttg.async_wait %t0 {num = 2 : i32}
    %x = ttg.memdesc_index %abuf[%to] : !ttg.memdesc<3x128x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<128x32xf32, #plain, #smem, mutable>
    %copy = ttg.async_copy_global_to_local %p, %x : tensor<128x32x!tt.ptr<f32>, #copies> -> <128x32xf32, #plain, #smem, mutable>
    %t2 = ttg.async_commit_group tokens %copy
    %z = ttg.memdesc_index %bbuf[%from] : !ttg.memdesc<3x32x256xf32, #rows, #smem, mutable> -> !ttg.memdesc<32x256xf32, #rows, #smem, mutable>
    %e = ttg.local_load %z token %w : !ttg.memdesc<32x256xf32, #rows, #smem, mutable> -> tensor<32x256xf32, #turning>
    %b = ttg.local_alloc %e : (tensor<32x256xf32, #turning>) -> !ttg.memdesc<32x256xf32, #shared, #smem>
    %y = ttg.memdesc_index %abuf[%from] : !ttg.memdesc<3x128x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<128x32xf32, #plain, #smem, mutable>
    %a = ttg.local_load %y token %w : !ttg.memdesc<128x32xf32, #plain, #smem, mutable> -> tensor<128x32xf32, #a>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #a> * !ttg.memdesc<32x256xf32, #shared, #smem> -> tensor<128x256xf32, #mma>
    %to1 = arith.addi %to, %c1 : i32
    %inside = arith.cmpi slt, %to1, %c3 : i32
    %to2 = arith.select %inside, %to1, %c0 : i32
    %from1 = arith.addi %from, %c1 : i32
    %inside1 = arith.cmpi slt, %from1, %c3 : i32
    %from2 = arith.select %inside1, %from1, %c0 : i32
    scf.yield %d, %to2, %from2, %t1, %t2 : tensor<128x256xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token
  }
  tt.return %r#0 : tensor<128x256xf32, #mma>
}

// There is no memory for a second buffer of the right factor.
// CHECK-LABEL: @no_room
// CHECK: ttg.local_alloc %{{.+}} : (tensor<32x256xf32
// CHECK-NOT: isAsync
tt.func public @no_room(%p: tensor<128x32x!tt.ptr<f32>, #copies>, %one: !ttg.async.token, %two: !ttg.async.token, %n: i32) -> tensor<128x256xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %abuf = ttg.local_alloc : () -> !ttg.memdesc<4x128x32xf32, #plain, #smem, mutable>
  %bbuf = ttg.local_alloc : () -> !ttg.memdesc<4x32x256xf32, #rows, #smem, mutable>
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zero, %t0 = %one, %t1 = %two) -> (tensor<128x256xf32, #mma>, !ttg.async.token, !ttg.async.token) : i32 {
    %w = ttg.async_wait %t0 {num = 2 : i32}
    %x = ttg.memdesc_index %abuf[%c1] : !ttg.memdesc<4x128x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<128x32xf32, #plain, #smem, mutable>
    %copy = ttg.async_copy_global_to_local %p, %x : tensor<128x32x!tt.ptr<f32>, #copies> -> <128x32xf32, #plain, #smem, mutable>
    %t2 = ttg.async_commit_group tokens %copy
    %z = ttg.memdesc_index %bbuf[%c0] : !ttg.memdesc<4x32x256xf32, #rows, #smem, mutable> -> !ttg.memdesc<32x256xf32, #rows, #smem, mutable>
    %e = ttg.local_load %z token %w : !ttg.memdesc<32x256xf32, #rows, #smem, mutable> -> tensor<32x256xf32, #turning>
    %b = ttg.local_alloc %e : (tensor<32x256xf32, #turning>) -> !ttg.memdesc<32x256xf32, #shared, #smem>
    %y = ttg.memdesc_index %abuf[%c0] : !ttg.memdesc<4x128x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<128x32xf32, #plain, #smem, mutable>
    %a = ttg.local_load %y token %w : !ttg.memdesc<128x32xf32, #plain, #smem, mutable> -> tensor<128x32xf32, #a>
    %d = ttng.warp_group_dot %a, %b, %sums : tensor<128x32xf32, #a> * !ttg.memdesc<32x256xf32, #shared, #smem> -> tensor<128x256xf32, #mma>
    scf.yield %d, %t1, %t2 : tensor<128x256xf32, #mma>, !ttg.async.token, !ttg.async.token
  }
  tt.return %r#0 : tensor<128x256xf32, #mma>
}
}
