// One program, as each release writes it; and what a release has no words for.
// RUN: split-file %s %t
// RUN: heddle-opt %t/all.mlir | FileCheck %t/all.mlir --check-prefixes=ALL,NEW
// RUN: heddle-opt %t/all.mlir --triton 3.6 | FileCheck %t/all.mlir --check-prefixes=ALL,OLD
// RUN: heddle-opt %t/all.mlir --triton 3.6 | heddle-opt | FileCheck %t/all.mlir --check-prefixes=ALL,NEW
// RUN: not heddle-opt %t/wait.mlir --triton 3.8 2>&1 | FileCheck %t/wait.mlir
// RUN: not heddle-opt %t/arrive.mlir 2>&1 | FileCheck %t/arrive.mlir
// RUN: not heddle-opt %t/attribute.mlir --triton 3.6 2>&1 | FileCheck %t/attribute.mlir
// RUN: not heddle-opt %t/blocks.mlir --triton 3.6 2>&1 | FileCheck %t/blocks.mlir
// RUN: not heddle-opt %t/axis.mlir --triton 3.8 2>&1 | FileCheck %t/axis.mlir
// RUN: not heddle-opt %t/windows.mlir --triton 3.6 2>&1 | FileCheck %t/windows.mlir
// RUN: heddle-opt %t/windows.mlir --triton 3.7 | FileCheck %t/windows.mlir --check-prefix=TENSOR
// RUN: not heddle-opt %t/renamed.mlir 2>&1 | FileCheck %t/renamed.mlir

//--- all.mlir
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
// ALL: #tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
// ALL-LABEL: @copy
tt.func @copy(%desc: !tt.tensordesc<64x64xf16, #shared>, %i: i32, %pred: i1,
              %barrier: !ttg.memdesc<1xi64, #barrier, #smem, mutable>,
              %to: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) {
  // NEW: ttng.async_tma_copy_global_to_local %{{.*}} {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>} : !tt.tensordesc<64x64xf16, #{{.*}}>,
  // OLD: ttng.async_tma_copy_global_to_local %{{.*}} evictionPolicy = evict_last : !tt.tensordesc<tensor<64x64xf16, #{{.*}}>>,
  ttng.async_tma_copy_global_to_local %desc[%i, %i] %to, %barrier, %pred evictionPolicy = evict_last : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #barrier, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.return
}
// ALL-LABEL: @part
tt.func @part(%m: !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
  // NEW: ttng.tmem_subslice %{{.*}} {offset = 32 : i32} :
  // OLD: ttng.tmem_subslice %{{.*}} {N = 32 : i32} :
  %0 = ttng.tmem_subslice %m {N = 32 : i32} : !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<64x32xf32, #tmem, #ttng.tensor_memory, mutable, 64x64>
  tt.return
}

//--- wait.mlir
tt.func @f() {
  // CHECK: wait.mlir:[[@LINE+1]]:3: error: 'ttng.tmem_wait' op cannot be written for Triton 3.8: the op is in releases 3.9 to 3.9 only
  ttng.tmem_wait load
  tt.return
}

//--- arrive.mlir
tt.func @f() {
  // CHECK: arrive.mlir:[[@LINE+1]]:3: error: 'ttng.cluster_arrive' op cannot be written for Triton 3.9: the op is in releases 3.6 to 3.8 only
  ttng.cluster_arrive {relaxed = true}
  tt.return
}

//--- attribute.mlir
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @f(%b: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %p: i1) {
  // CHECK: attribute.mlir:[[@LINE+1]]:3: error: 'ttng.barrier_expect' op cannot be written for Triton 3.6: its attribute 'fromCTA' is in releases 3.7 to 3.9 only
  ttng.barrier_expect %b, 64 {fromCTA = 0 : i32}, %p : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  // CHECK: attribute.mlir:[[@LINE+1]]:3: error: 'ttng.tc_gen5_commit' op cannot be written for Triton 3.6: its operands 'descs' are in releases 3.7 to 3.9 only
  ttng.tc_gen5_commit %b descs %b : !ttg.memdesc<1xi64, #barrier, #smem, mutable>, !ttg.memdesc<1xi64, #barrier, #smem, mutable>
  tt.return
}

//--- blocks.mlir
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32} {
  tt.func @f(%b: !ttg.memdesc<2xi64, #barrier, #smem, mutable>) {
    // CHECK: blocks.mlir:[[@LINE+1]]:5: error: 'ttng.init_barrier' op cannot be written for Triton 3.6: barriers of several blocks are in releases 3.7 to 3.9 only
    ttng.init_barrier %b, 1 : !ttg.memdesc<2xi64, #barrier, #smem, mutable>
    tt.return
  }
}

//--- axis.mlir
#tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
tt.func @f(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
  // CHECK: axis.mlir:[[@LINE+1]]:8: error: 'ttng.tmem_subslice' op cannot be written for Triton 3.8: its attribute 'dim' is in releases 3.9 to 3.9 only
  %0 = ttng.tmem_subslice %m {offset = 64 : i32, dim = 0 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x64>
  tt.return
}

//--- windows.mlir
// TENSOR: !ttng.tensordesc_im2col<tensor<64x64xf16>>
// CHECK: windows.mlir:[[@LINE+1]]:1: error: 'tt.func' op cannot be written for Triton 3.6: descriptors of windows are in releases 3.7 to 3.9 only
tt.func @f(%d: !ttng.tensordesc_im2col<64x64xf16>) {
  tt.return
}

//--- renamed.mlir
tt.func @f(%a: tensor<16xf32>) {
  // CHECK: renamed.mlir:[[@LINE+2]]:3: error: custom op 'ttng.dot_wait' is of a Triton before 3.6
  // CHECK: note: since then it is 'ttng.warp_group_dot_wait'
  ttng.dot_wait %a : tensor<16xf32>
  tt.return
}
