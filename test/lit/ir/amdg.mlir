// Ops of amdg on registers and on global memory are read and printed as they
// stand here, from their own print too.
// RUN: heddle-opt %s | FileCheck %s
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

#pairs = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#box = #ttg.blocked<{sizePerThread = [4, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#transposed = #ttg.linear<{register = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#scales = #ttg.linear<{register = [[32, 0], [64, 0]], lane = [[0, 0], [0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 128], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#turned = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {

// CHECK-LABEL: @buffers
tt.func @buffers(%p: !tt.ptr<f16>, %o: tensor<128x64xi32, #pairs>, %m: tensor<128x64xi1, #pairs>, %v: tensor<128x64xf16, #pairs>, %s: i32) {
  // CHECK: amdg.buffer_load %arg0[%arg1] : !tt.ptr<f16> -> tensor<128x64xf16, #[[B:.*]]>
  %0 = amdg.buffer_load %p[%o] : !tt.ptr<f16> -> tensor<128x64xf16, #pairs>
  // CHECK: amdg.buffer_load %arg0[%arg1], %arg2 {contiguity = 8 : i32} :
  %1 = amdg.buffer_load %p[%o], %m {contiguity = 8 : i32} : !tt.ptr<f16> -> tensor<128x64xf16, #pairs>
  // CHECK: amdg.buffer_load %arg0[%arg1], %arg2, %arg3 stride = %arg4 {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} :
  %2 = amdg.buffer_load %p[%o], %m, %v stride = %s {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : !tt.ptr<f16> -> tensor<128x64xf16, #pairs>
  // CHECK: amdg.buffer_store %arg3, %arg0[%arg1] : !tt.ptr<f16> -> tensor<128x64xf16, #[[B]]>
  amdg.buffer_store %v, %p[%o] {contiguity = 1 : i32} : !tt.ptr<f16> -> tensor<128x64xf16, #pairs>
  // CHECK: amdg.buffer_store %arg3, %arg0[%arg1], %arg2 stride = %arg4 :
  amdg.buffer_store %v, %p[%o], %m stride = %s : !tt.ptr<f16> -> tensor<128x64xf16, #pairs>
  // CHECK: amdg.buffer_atomic_rmw fadd, acq_rel, gpu, %arg3, %arg0[%arg1] :
  %3 = amdg.buffer_atomic_rmw fadd, acq_rel, gpu, %v, %p[%o] : !tt.ptr<f16> -> tensor<128x64xf16, #pairs>
  // CHECK: amdg.buffer_atomic_rmw exch, relaxed, cta, %arg3, %arg0[%arg1], %arg2 stride = %arg4 :
  %4 = amdg.buffer_atomic_rmw exch, relaxed, cta, %v, %p[%o], %m stride = %s : !tt.ptr<f16> -> tensor<128x64xf16, #pairs>
  // CHECK: amdg.buffer_atomic_cas release, sys, %arg3, %arg3, %arg0[%arg1] stride = %arg4 :
  %5 = amdg.buffer_atomic_cas release, sys, %v, %v, %p[%o] stride = %s : !tt.ptr<f16> -> tensor<128x64xf16, #pairs>
  // CHECK: amdg.buffer_atomic_cas acq_rel, gpu, %arg3, %arg3, %arg0[%arg1] :
  %6 = amdg.buffer_atomic_cas acq_rel, gpu, %v, %v, %p[%o] : !tt.ptr<f16> -> tensor<128x64xf16, #pairs>
  tt.return
}

// CHECK-LABEL: @into_memory
tt.func @into_memory(%p: !tt.ptr<f16>, %o: tensor<128x64xi32, #pairs>, %m: tensor<128x64xi1, #pairs>, %v: tensor<128x64xf16, #pairs>, %s: i32, %d: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
  // CHECK: amdg.buffer_load_to_local %arg0[%arg1] into %arg5 : !tt.ptr<f16>[tensor<128x64xi32, #{{.*}}>]  -> <128x64xf16, #{{.*}}, #smem, mutable>
  %0 = amdg.buffer_load_to_local %p[%o] into %d : !tt.ptr<f16>[tensor<128x64xi32, #pairs>] -> <128x64xf16, #shared, #smem, mutable>
  // CHECK: amdg.buffer_load_to_local %arg0[%arg1] mask = %arg2 other = %arg3 stride = %arg4 cachePolicy = #tt.cache_policy<{{.*}}> into %arg5 {contiguity = 8 : i32} : !tt.ptr<f16>[tensor<128x64xi32, #{{.*}}>] tensor<128x64xf16, #{{.*}}> -> <
  %1 = amdg.buffer_load_to_local %p[%o] mask = %m other = %v stride = %s cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal> into %d {contiguity = 8 : i32} : !tt.ptr<f16>[tensor<128x64xi32, #pairs>] tensor<128x64xf16, #pairs> -> <128x64xf16, #shared, #smem, mutable>
  tt.return
}

// CHECK-LABEL: @parts
tt.func @parts(%v: tensor<128x64xf16, #pairs>, %w: tensor<128x64xf16, #box>, %t: !ttg.async.token, %d: !ttg.memdesc<64x128xi8, #turned, #smem, mutable>) {
  // CHECK: amdg.extract_slice %arg0 [32, 0] : tensor<128x64xf16, #{{.*}}> to tensor<32x64xf16, #{{.*}}>
  %0 = amdg.extract_slice %v [32, 0] : tensor<128x64xf16, #pairs> to tensor<32x64xf16, #pairs>
  // CHECK: amdg.concat %{{.*}}, %{{.*}} : tensor<32x64xf16, #{{.*}}>, tensor<32x64xf16, #{{.*}}> -> tensor<64x64xf16, #{{.*}}>
  %1 = amdg.concat %0, %0 : tensor<32x64xf16, #pairs>, tensor<32x64xf16, #pairs> -> tensor<64x64xf16, #pairs>
  // CHECK: amdg.in_thread_transpose %arg1 : tensor<128x64xf16, #{{.*}}> -> tensor<128x64xf16, #{{.*}}>
  %2 = amdg.in_thread_transpose %w : tensor<128x64xf16, #box> -> tensor<128x64xf16, #transposed>
  // CHECK: amdg.local_load_packed_transposed %arg3 token %arg2 : !ttg.memdesc<64x128xi8, #{{.*}}> -> tensor<128x64xi8, #ttg.dot_op<
  %3 = amdg.local_load_packed_transposed %d token %t : !ttg.memdesc<64x128xi8, #turned, #smem, mutable> -> tensor<128x64xi8, #a>
  tt.return
}

// CHECK-LABEL: @scaled
tt.func @scaled(%pairs: tensor<128x64xi8, #pairs>, %each: tensor<128x128xbf16, #wide>, %block: tensor<128x4xi8, #scales>, %small: tensor<128x128xf8E5M2, #wide>) {
  // CHECK: amdg.scaled_upcast_fp4 %arg0 scale %arg1 {axis = 1 : i32} : tensor<128x64xi8, #{{.*}}>, tensor<128x128xbf16, #{{.*}}> -> tensor<128x128xf16, #{{.*}}>
  %0 = amdg.scaled_upcast_fp4 %pairs scale %each {axis = 1 : i32} : tensor<128x64xi8, #pairs>, tensor<128x128xbf16, #wide> -> tensor<128x128xf16, #wide>
  // CHECK: amdg.scaled_upcast_fp4 %arg0 scale %arg2 {axis = 1 : i32} :
  %1 = amdg.scaled_upcast_fp4 %pairs scale %block {axis = 1 : i32} : tensor<128x64xi8, #pairs>, tensor<128x4xi8, #scales> -> tensor<128x128xf16, #wide>
  // CHECK: amdg.scaled_upcast_fp8 %arg3 scale %arg1 : tensor<128x128xf8E5M2, #{{.*}}>, tensor<128x128xbf16, #{{.*}}> -> tensor<128x128xbf16, #{{.*}}>
  %2 = amdg.scaled_upcast_fp8 %small scale %each : tensor<128x128xf8E5M2, #wide>, tensor<128x128xbf16, #wide> -> tensor<128x128xbf16, #wide>
  // CHECK: amdg.scaled_downcast_fp4 %arg1 scale %arg2 {axis = 1 : i32} : {{.*}} -> tensor<128x64xi8, #{{.*}}>
  %3 = amdg.scaled_downcast_fp4 %each scale %block {axis = 1 : i32} : tensor<128x128xbf16, #wide>, tensor<128x4xi8, #scales> -> tensor<128x64xi8, #pairs>
  // CHECK: amdg.scaled_downcast_fp8 %arg1 scale %arg2 {axis = 1 : i32} : {{.*}} -> tensor<128x128xf8E4M3FN, #{{.*}}>
  %4 = amdg.scaled_downcast_fp8 %each scale %block {axis = 1 : i32} : tensor<128x128xbf16, #wide>, tensor<128x4xi8, #scales> -> tensor<128x128xf8E4M3FN, #wide>
  tt.return
}

// CHECK-LABEL: @scalars
tt.func @scalars(%p: !llvm.ptr<1>, %c: i1, %v: vector<4xf16>, %s: i32) {
  // CHECK: amdg.cond_barrier %arg1
  amdg.cond_barrier %c
  // CHECK: amdg.masked_load %arg0, %arg1, %arg2 : (!llvm.ptr<1>, i1, vector<4xf16>) -> vector<4xf16>
  %0 = amdg.masked_load %p, %c, %v : (!llvm.ptr<1>, i1, vector<4xf16>) -> vector<4xf16>
  // CHECK: amdg.masked_load %arg0, %arg1, %arg3, %arg3 cacheModifier = cg volatile true forceNoAlias true : (!llvm.ptr<1>, i1, i32, i32) -> i32
  %1 = amdg.masked_load %p, %c, %s, %s cacheModifier = cg volatile true forceNoAlias true : (!llvm.ptr<1>, i1, i32, i32) -> i32
  // CHECK: amdg.masked_store %arg0, %arg3, %arg1 cacheModifier = cs forceNoAlias true : !llvm.ptr<1>, i32, i1
  amdg.masked_store %p, %s, %c cacheModifier = cs forceNoAlias true : !llvm.ptr<1>, i32, i1
  tt.return
}

// CHECK-LABEL: @instructions
tt.func @instructions() {
  // CHECK: rocdl.sched.barrier none
  rocdl.sched.barrier none
  // CHECK: rocdl.sched.barrier valu|salu
  rocdl.sched.barrier 6
  // CHECK: rocdl.sched.barrier all
  rocdl.sched.barrier all
  // CHECK: rocdl.sched.group.barrier mfma_wmma, 1, 0
  rocdl.sched.group.barrier mfma_wmma, 1, 0
  // CHECK: rocdl.s.setprio 1
  rocdl.s.setprio 1
  // CHECK: rocdl.s.barrier
  rocdl.s.barrier
  tt.return
}

}
