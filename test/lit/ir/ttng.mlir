// How Hopper and Blackwell multiply: copies tell a barrier, the product reads shared
// memory, and its result is in registers or in tensor memory.
// RUN: heddle-opt %s | FileCheck %s
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// CHECK-DAG: #mma = #ttg.nvidia_mma
// CHECK-DAG: #shared = #ttg.nvmma_shared
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
// CHECK-DAG: #tmem_scales = #ttng.tensor_memory_scales_encoding<>
#acc = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#sums = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>
#rows = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0]], warp = [[16, 0], [32, 0]], block = []}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @hopper
  tt.func @hopper(%desc: !tt.tensordesc<64x64xf16, #tile>, %b: !ttg.memdesc<64x64xf16, #tile, #smem, mutable>, %c: tensor<64x64xf32, #acc>, %i: i32, %yes: i1) -> tensor<64x64xf32, #acc> {
    %a = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
    %ready = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK: ttng.init_barrier [[READY:%[0-9]+]], 1 : !ttg.memdesc<1xi64,
    ttng.init_barrier %ready, 1 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK: ttng.barrier_expect [[READY]], 8192, %{{.*}} :
    ttng.barrier_expect %ready, 8192, %yes : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}[%{{.*}}, %{{.*}}] [[A:%[0-9]+]], [[READY]], %{{.*}} : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %a, %ready, %yes : !tt.tensordesc<64x64xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
    // CHECK: ttng.wait_barrier [[READY]], %{{.*}} deps [[A]] :
    ttng.wait_barrier %ready, %i deps %a : !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
    // CHECK: ttng.warp_group_dot [[A]], %{{.*}} {isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
    %d = ttng.warp_group_dot %a, %b, %c {isAsync = true} : !ttg.memdesc<64x64xf16, #tile, #smem, mutable> * !ttg.memdesc<64x64xf16, #tile, #smem, mutable> -> tensor<64x64xf32, #acc>
    // CHECK: :2 = ttng.warp_group_dot_wait %{{.*}}, [[A]] {pendings = 0 : i32} :
    %e:2 = ttng.warp_group_dot_wait %d, %a {pendings = 0 : i32} : tensor<64x64xf32, #acc>, !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
    ttng.inval_barrier %ready : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return %e#0 : tensor<64x64xf32, #acc>
  }

  // CHECK-LABEL: @blackwell
  tt.func @blackwell(%a: !ttg.memdesc<64x64xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<64x64xf16, #tile, #smem, mutable>, %done: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %s: !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory, mutable>, %i: i32, %yes: i1) -> tensor<64x64xf32, #rows> {
    // CHECK: [[D:%.+]], [[T0:%.+]] = ttng.tmem_alloc : () -> (!ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %d, %t0 = ttng.tmem_alloc : () -> (!ttg.memdesc<64x64xf32, #sums, #ttng.tensor_memory, mutable>, !ttg.async.token)
    // CHECK: [[T1:%.+]] = ttng.tc_gen5_mma %{{.*}}, %{{.*}}, [[D]]{{\[}}[[T0]]], %{{.*}}, %{{.*}}, %{{.*}}[%{{.*}}] {is_async} :
    %t1 = ttng.tc_gen5_mma %a, %b, %d[%t0], %yes, %yes, %done[%yes] {is_async} : !ttg.memdesc<64x64xf16, #tile, #smem, mutable>, !ttg.memdesc<64x64xf16, #tile, #smem, mutable>, !ttg.memdesc<64x64xf32, #sums, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.wait_barrier %done, %i : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    // CHECK: %{{.+}}, %{{.+}} = ttng.tmem_load [[D]]{{\[}}[[T1]]] : !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<64x64xf32, #linear>
    %r, %t2 = ttng.tmem_load %d[%t1] : !ttg.memdesc<64x64xf32, #sums, #ttng.tensor_memory, mutable> -> tensor<64x64xf32, #rows>
    tt.return %r : tensor<64x64xf32, #rows>
  }
}
