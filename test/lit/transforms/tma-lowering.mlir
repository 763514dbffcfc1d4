// Blocks of descriptors with layouts are copied by the engine, through buffers in these layouts.
// RUN: heddle-opt %s --triton-nvidia-tma-lowering --cse | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#block = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Two loads, one barrier: its bytes are those of both. What a user has in memory in that layout
// anyway is the buffer itself.
// CHECK-LABEL: tt.func @loads
// CHECK: %[[ALL:.+]] = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64
// CHECK: %[[BAR:.+]] = ttg.memdesc_index %[[ALL]]
// CHECK: ttng.init_barrier %[[BAR]], 1
// CHECK: ttng.barrier_expect %[[BAR]], 16384, %true
// CHECK: %[[A:.+]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK: ttng.async_tma_copy_global_to_local %arg0[%arg1, %arg1] %[[A]], %[[BAR]], %true
// CHECK: arith.addi
// CHECK: %[[B:.+]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK: ttng.async_tma_copy_global_to_local {{.+}} %[[B]], %[[BAR]], %true
// CHECK: ttng.wait_barrier %[[BAR]], %c0_i32
// CHECK: ttng.inval_barrier %[[BAR]]
// CHECK-DAG: ttg.memdesc_trans %[[A]]
// CHECK-DAG: ttg.local_load %[[B]] : {{.+}} -> tensor<64x64xf16, #blocked>
tt.func @loads(%d: !tt.tensordesc<64x64xf16, #block>, %i: i32) -> (tensor<64x64xf16, #row>, tensor<64x64xf16, #row>) {
  %a = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<64x64xf16, #block> -> tensor<64x64xf16, #row>
  %j = arith.addi %i, %i : i32
  %b = tt.descriptor_load %d[%j, %i] : !tt.tensordesc<64x64xf16, #block> -> tensor<64x64xf16, #row>
  %m = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #block, #smem>
  %t = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #block, #smem> -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>, #smem>
  %u = ttg.local_load %t : !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>, #smem> -> tensor<64x64xf16, #row>
  tt.return %b, %u : tensor<64x64xf16, #row>, tensor<64x64xf16, #row>
}

// What a loop carries keeps its type: it gets a buffer of its own.
// CHECK-LABEL: tt.func @carried
// CHECK: %[[V:.+]] = ttg.local_load
// CHECK: %[[M:.+]] = ttg.local_alloc %[[V]]
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[M]])
tt.func @carried(%d: !tt.tensordesc<64x64xf16, #block>, %i: i32) -> tensor<64x64xf16, #row> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %v = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<64x64xf16, #block> -> tensor<64x64xf16, #row>
  %m = ttg.local_alloc %v : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #block, #smem>
  %r = scf.for %k = %c0 to %i step %c1 iter_args(%b = %m) -> (!ttg.memdesc<64x64xf16, #block, #smem>) : i32 {
    scf.yield %b : !ttg.memdesc<64x64xf16, #block, #smem>
  }
  %z = ttg.local_load %r : !ttg.memdesc<64x64xf16, #block, #smem> -> tensor<64x64xf16, #row>
  tt.return %z : tensor<64x64xf16, #row>
}

// The second load comes from where the first one says.
// CHECK-LABEL: tt.func @loaded_place
// CHECK: ttng.barrier_expect %{{.+}}, 8192
// CHECK: ttng.wait_barrier
// CHECK: tt.reduce
// CHECK: ttng.barrier_expect %{{.+}}, 8192
// CHECK: ttng.wait_barrier
tt.func @loaded_place(%d: !tt.tensordesc<64x64xi16, #block>, %i: i32) -> tensor<64x64xi16, #row> {
  %a = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<64x64xi16, #block> -> tensor<64x64xi16, #row>
  %v = tt.reshape %a : tensor<64x64xi16, #row> -> tensor<4096xi16, #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%x: i16, %y: i16):
    %z = arith.addi %x, %y : i16
    tt.reduce.return %z : i16
  }) : (tensor<4096xi16, #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> i16
  %j = arith.extsi %s : i16 to i32
  %b = tt.descriptor_load %d[%j, %i] : !tt.tensordesc<64x64xi16, #block> -> tensor<64x64xi16, #row>
  tt.return %b : tensor<64x64xi16, #row>
}

// Nobody reads what is stored: the buffer alone is waited for.
// CHECK-LABEL: tt.func @store
// CHECK-NOT: async_tma_store_wait
// CHECK: %[[B:.+]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK: ttg.local_store %arg2, %[[B]]
// CHECK: ttng.fence_async_shared {bCluster = false}
// CHECK: ttng.async_tma_copy_local_to_global %arg0[%arg1, %arg1] %[[B]]
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
// CHECK: ttg.local_dealloc %[[B]]
tt.func @store(%d: !tt.tensordesc<64x64xf16, #block>, %i: i32, %v: tensor<64x64xf16, #row>) {
  tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
  tt.return
}

// Neither halves of a tile overwrite one another; the next iteration's may overwrite this one's.
// CHECK-LABEL: tt.func @halves
// CHECK: scf.for
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}{{$}}
// CHECK: ttng.async_tma_copy_local_to_global
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
// CHECK-NOT: ttng.async_tma_store_wait
// CHECK: ttng.async_tma_copy_local_to_global
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
// CHECK: tt.return
tt.func @halves(%d: !tt.tensordesc<64x64xf16, #block>, %i: i32, %v: tensor<64x64xf16, #row>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  scf.for %k = %c0 to %i step %c1 : i32 {
    %other = arith.addi %k, %c64 : i32
    tt.descriptor_store %d[%i, %k], %v : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
    tt.descriptor_store %d[%i, %other], %v : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
  }
  tt.return
}

// Nearer than a block is long.
// CHECK-LABEL: tt.func @overlap
// CHECK: ttng.async_tma_copy_local_to_global
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}{{$}}
// CHECK: ttng.async_tma_copy_local_to_global
tt.func @overlap(%d: !tt.tensordesc<64x64xf16, #block>, %i: i32, %v: tensor<64x64xf16, #row>) {
  %c32 = arith.constant 32 : i32
  %other = arith.addi %i, %c32 : i32
  tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
  tt.descriptor_store %d[%i, %other], %v : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
  tt.return
}

// Whatever is between them, in regions or not.
// CHECK-LABEL: tt.func @reduced_before
// CHECK: ttng.async_tma_reduce max
// CHECK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
// CHECK: scf.if
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}{{$}}
// CHECK: ttng.async_tma_copy_local_to_global
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}{{$}}
// CHECK: ttng.async_tma_copy_local_to_global
tt.func @reduced_before(%d: !tt.tensordesc<64x64xf16, #block>, %i: i32, %c: i1, %v: tensor<64x64xf16, #row>) {
  tt.descriptor_reduce max, %d[%i, %i], %v : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
  scf.if %c {
    tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
  }
  tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
  tt.return
}

// Two boxes of 64 columns each; sizes from the innermost axis on, strides in bytes.
// CHECK-LABEL: tt.func @make
// CHECK: %[[BYTES:.+]] = arith.muli %arg3, %c2_i64
// CHECK: %[[AT:.+]] = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32}
// CHECK: ttng.tensormap_create %[[AT]], %arg0, [%c64_i32{{.*}}, %c32_i32{{.*}}], [%arg2, %arg1], [%[[BYTES]]], [%c1_i32{{.*}}, %c1_i32{{.*}}] {elem_type = 6 : i32, fill_mode = 1 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32}
// CHECK: ttng.tensormap_fenceproxy_acquire %[[AT]]
// CHECK: ttng.reinterpret_tensor_descriptor %[[AT]]
tt.func @make(%p: !tt.ptr<f16>, %m: i32, %n: i32, %s: i64) -> tensor<32x128xf16, #row> {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %c1] {padding = 2 : i32} : !tt.ptr<f16>, !tt.tensordesc<32x128xf16, #block>
  %a = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<32x128xf16, #block> -> tensor<32x128xf16, #row>
  tt.return %a : tensor<32x128xf16, #row>
}

// Without a layout they are for pointers.
// CHECK-LABEL: tt.func @pointers
// CHECK: tt.descriptor_load
tt.func @pointers(%d: !tt.tensordesc<64x64xf16>, %i: i32) -> tensor<64x64xf16, #row> {
  %a = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16, #row>
  tt.return %a : tensor<64x64xf16, #row>
}

// Of an iteration before nobody uses the map any more: threads have waited for their loads, and wait
// for what they have stored, once for both.
// CHECK-LABEL: tt.func @maps_of_iterations
// CHECK: scf.for
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK-COUNT-2: ttng.tensormap_create
// CHECK-NOT: ttng.async_tma_store_wait
// CHECK-COUNT-2: ttng.tensormap_fenceproxy_acquire
// CHECK: scf.for
tt.func @maps_of_iterations(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %n: i32, %s: i64) {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %d = tt.make_tensor_descriptor %p, [%i, %n], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<64x64xf16, #block>
    %e = tt.make_tensor_descriptor %q, [%i, %n], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<64x64xf16, #block>
    scf.for %j = %c0 to %n step %c1 : i32 {
      %a = tt.descriptor_load %d[%j, %c0] : !tt.tensordesc<64x64xf16, #block> -> tensor<64x64xf16, #row>
      tt.descriptor_store %e[%j, %c0], %a : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
    }
  }
  tt.return
}
}
