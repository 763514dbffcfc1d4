// Ops of amdg whose text differs, as each release writes it.
// RUN: heddle-opt %s | FileCheck %s --check-prefix=NEW
// RUN: heddle-opt %s --triton 3.8 | FileCheck %s --check-prefix=OLD
// RUN: heddle-opt %s --triton 3.6 | FileCheck %s --check-prefix=OLD
// RUN: heddle-opt %s --triton 3.6 | heddle-opt | FileCheck %s --check-prefix=NEW

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
tt.func @f(%p: !tt.ptr<f16>, %o: tensor<128x64xi32, #blocked>, %m: tensor<128x64xi1, #blocked>, %v: tensor<128x64xf16, #blocked>, %s: i32, %d: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
  // NEW: amdg.buffer_load %arg0[%arg1], %arg2 stride = %arg4 {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : !tt.ptr<f16> -> tensor<
  // OLD: amdg.buffer_load %arg0[%arg1], %arg2 cacheModifier = cg stride = %arg4 : tensor<
  %0 = amdg.buffer_load %p[%o], %m cacheModifier = cg stride = %s : tensor<128x64xf16, #blocked>
  // NEW: amdg.buffer_store %arg3, %arg0[%arg1] : !tt.ptr<f16> -> tensor<
  // OLD: amdg.buffer_store %arg3, %arg0[%arg1] : tensor<
  amdg.buffer_store %v, %p[%o] : !tt.ptr<f16> -> tensor<128x64xf16, #blocked>
  // NEW: amdg.buffer_load_to_local %arg0[%arg1] cachePolicy = #tt.cache_policy<cache_modifier = cv, eviction_policy = evict_normal> into %arg5 : !tt.ptr<f16>[
  // OLD: amdg.buffer_load_to_local %arg0[%arg1] cacheModifier = cv into %arg5 : <f16>[
  %1 = amdg.buffer_load_to_local %p[%o] cacheModifier = cv into %d : <f16>[tensor<128x64xi32, #blocked>] -> <128x64xf16, #shared, #smem, mutable>
  // NEW: amdg.buffer_atomic_rmw fadd, acq_rel, gpu, %arg3, %arg0[%arg1] : !tt.ptr<f16> -> tensor<
  // OLD: amdg.buffer_atomic_rmw fadd, acq_rel, gpu, %arg3, %arg0[%arg1] : tensor<
  %2 = amdg.buffer_atomic_rmw fadd, acq_rel, gpu, %v, %p[%o] : tensor<128x64xf16, #blocked>
  // NEW: rocdl.sched.barrier valu|salu
  // OLD: rocdl.sched.barrier 6
  rocdl.sched.barrier 6
  tt.return
}
}
