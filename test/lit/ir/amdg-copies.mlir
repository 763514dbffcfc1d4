// Asynchronous copies of amdg, what they signal and what waits for them are
// read and printed as they stand here, from their own print too.
// RUN: heddle-opt %s | FileCheck %s
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

#lanes = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#chunks = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[0, 0]]}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
!block = !tt.tensordesc<128x64xf16, #shared>
!signal = !ttg.memdesc<1xi64, #barrier, #smem, mutable>

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @barriers
tt.func @barriers(%b: !signal, %phase: i32) {
  // CHECK: amdg.init_barrier %arg0, 1 : !ttg.memdesc<1xi64, #{{.*}}, #smem, mutable>
  amdg.init_barrier %b, 1 : !signal
  // CHECK: amdg.arrive_barrier %arg0, 2 : !ttg.memdesc<{{.*}}> -> i32
  %0 = amdg.arrive_barrier %b, 2 : !signal -> i32
  // CHECK: amdg.wait_barrier %arg0, %arg1 : !ttg.memdesc<
  amdg.wait_barrier %b, %phase : !signal
  // CHECK: amdg.async_copy_mbarrier_arrive %arg0 : !ttg.memdesc<
  amdg.async_copy_mbarrier_arrive %b : !signal
  // CHECK: amdg.cluster_barrier_arrive
  amdg.cluster_barrier_arrive
  // CHECK: amdg.cluster_barrier_wait
  amdg.cluster_barrier_wait
  tt.return
}

// CHECK-LABEL: @waits
tt.func @waits(%t: !ttg.async.token) {
  // CHECK: amdg.async_wait {num_inst = 0 : i32}
  %0 = amdg.async_wait {num_inst = 0 : i32}
  // CHECK: amdg.async_wait %arg0, %{{.*}} {num_inst = 4 : i32}
  %1 = amdg.async_wait %t, %0 {num_inst = 4 : i32}
  // CHECK: amdg.async_tdm_wait {{ *}}{num = 0 : i32}
  %2 = amdg.async_tdm_wait {num = 0 : i32}
  // CHECK: amdg.async_tdm_wait %arg0 {num = 2 : i32}
  %3 = amdg.async_tdm_wait %t {num = 2 : i32}
  // CHECK: amdg.async_tdm_intrinsic_wait %arg0 {count = 2 : i32}
  %4 = amdg.async_tdm_intrinsic_wait %t {count = 2 : i32}
  tt.return
}

// CHECK-LABEL: @copies
tt.func @copies(%d: !block, %m: !tile, %b: !signal) {
  // CHECK: amdg.async_tdm_copy_global_to_local %arg0 into %arg1 : !tt.tensordesc<128x64xf16, #{{.*}}> -> !ttg.memdesc<128x64xf16, #{{.*}}>
  %0 = amdg.async_tdm_copy_global_to_local %d into %m : !block -> !tile
  // CHECK: amdg.async_tdm_copy_global_to_local %arg0 into %arg1, barrier = %arg2 {cache = 3 : i32, warp_used_hint = 12 : i32} : !tt.tensordesc<{{.*}}>, !ttg.memdesc<1xi64, {{.*}}> -> !ttg.memdesc<
  %1 = amdg.async_tdm_copy_global_to_local %d into %m, barrier = %b {cache = 3 : i32, warp_used_hint = 12 : i32} : !block, !signal -> !tile
  // CHECK: amdg.async_tdm_fused_copy_global_to_local %arg0, %arg0 into %arg1, %arg1 {warp_used_hints = array<i32: 3, 12>} :
  %2 = amdg.async_tdm_fused_copy_global_to_local %d, %d into %m, %m {warp_used_hints = array<i32: 3, 12>} : !block, !block -> !tile, !tile
  // CHECK: %{{.*}} = amdg.async_tdm_copy_local_to_global %arg0 from %arg1, barrier = %arg2 : !ttg.memdesc<{{.*}}>, !ttg.memdesc<1xi64, {{.*}}> -> !tt.tensordesc<
  %3 = amdg.async_tdm_copy_local_to_global %d from %m, barrier = %b : !tile, !signal -> !block
  // What nobody names is there all the same.
  // CHECK: %{{.*}} = amdg.async_tdm_copy_local_to_global %arg0 from %arg1 : !ttg.memdesc<{{.*}}> -> !tt.tensordesc<
  amdg.async_tdm_copy_local_to_global %d from %m : !tile -> !block
  tt.return
}

// CHECK-LABEL: @descriptors
tt.func @descriptors(%d: !block, %i: i32, %c: i1) {
  // CHECK: amdg.update_tensor_descriptor %arg0 add_offsets = [%arg1, %arg1] set_bounds = [%arg1, %arg1] pred = %arg1 : !tt.tensordesc<
  %0 = amdg.update_tensor_descriptor %d set_bounds = [%i, %i] pred = %i add_offsets = [%i, %i] : !block
  // CHECK: amdg.update_tensor_descriptor %arg0 add_offsets = [%arg1, %arg1] {clamp_bounds} : !tt.tensordesc<
  %1 = amdg.update_tensor_descriptor %d add_offsets = [%i, %i] {clamp_bounds} : !block
  // CHECK: amdg.tdm_prefetch %arg0[%arg1, %arg1], %arg2, speculative = true : !tt.tensordesc<
  amdg.tdm_prefetch %d[%i, %i], %c, speculative = true : !block
  // CHECK: amdg.tdm_prefetch %arg0[%arg1, %arg1], %arg2, speculative = false returnOffsets : !tt.tensordesc<{{.*}}> -> tensor<128x1xi64, #{{.*}}>
  %2 = amdg.tdm_prefetch %d[%i, %i], %c, speculative = false returnOffsets : !block -> tensor<128x1xi64, #chunks>
  tt.return
}

}

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @rows
tt.func @rows(%d: !tt.tensordesc<128x64xf16>, %m: !ttg.memdesc<128x64xf16, #plain, #smem, mutable>, %r: tensor<128xi32, #rows>) {
  // CHECK: amdg.async_tdm_gather %arg0[%arg2] to %arg1 : tensor<128xi32, #ttg.slice<{{.*}}>>, !ttg.memdesc<{{.*}}> -> !tt.tensordesc<128x64xf16>
  %0 = amdg.async_tdm_gather %d[%r] to %m : tensor<128xi32, #rows>, !ttg.memdesc<128x64xf16, #plain, #smem, mutable> -> !tt.tensordesc<128x64xf16>
  // CHECK: amdg.async_tdm_scatter %arg0[%arg2] from %arg1 : tensor<128xi32, #ttg.slice<{{.*}}>>, !ttg.memdesc<{{.*}}> -> !tt.tensordesc<128x64xf16>
  %1 = amdg.async_tdm_scatter %d[%r] from %m : tensor<128xi32, #rows>, !ttg.memdesc<128x64xf16, #plain, #smem, mutable> -> !tt.tensordesc<128x64xf16>
  tt.return
}

// CHECK-LABEL: @stored
tt.func @stored(%m: !ttg.memdesc<128x64xf16, #plain, #smem, mutable>, %p: tensor<128x64x!tt.ptr<f16>, #lanes>, %c: tensor<128x64xi1, #lanes>) {
  // CHECK: amdg.async_copy_local_to_global %arg0, %arg1 mask %arg2 cachePolicy = #tt.cache_policy<{{.*}}> {contiguity = 4 : i32} : !ttg.memdesc<{{.*}}> -> tensor<128x64x!tt.ptr<f16>, #{{.*}}>
  %0 = amdg.async_copy_local_to_global %m, %p mask %c cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal> {contiguity = 4 : i32} : !ttg.memdesc<128x64xf16, #plain, #smem, mutable> -> tensor<128x64x!tt.ptr<f16>, #lanes>
  tt.return
}

}
