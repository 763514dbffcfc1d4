// Blocks of descriptors that run ahead are copied by the engine, which tells barriers.
// RUN: heddle-opt %s --tritongpu-assign-latencies=num-stages=3 --tritongpu-schedule-loops --tritongpu-pipeline --canonicalize --cse | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#block = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Both factors tell one barrier of each ring's three. The parity changes with each turn.
// CHECK-LABEL: tt.func @product
// CHECK: %[[A:.+]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
// CHECK: %[[B:.+]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
// CHECK: %[[BARS:.+]] = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64
// CHECK-COUNT-3: ttng.init_barrier %{{.+}}, 1
// CHECK: %[[FIRST:.+]] = arith.cmpi sgt, %arg2, %c0_i32
// CHECK: ttng.barrier_expect %{{.+}}, 16384, %[[FIRST]]
// CHECK-COUNT-2: ttng.async_tma_copy_global_to_local {{.+}}, %[[FIRST]] :
// CHECK: %[[SECOND:.+]] = arith.cmpi sgt, %arg2, %c64_i32
// CHECK: ttng.barrier_expect %{{.+}}, 16384, %[[SECOND]]
// CHECK-COUNT-2: ttng.async_tma_copy_global_to_local {{.+}}, %[[SECOND]] :
// CHECK: scf.for %[[K:.+]] = {{.+}} iter_args(%{{.+}}, %{{.+}} = %c1_i32, %[[LAST:.+]] = %c-1_i32, %[[PARITY:.+]] = %c0_i32)
// CHECK: %[[EXISTS:.+]] = arith.cmpi slt, %[[K]],
// CHECK: %[[NEXT:.+]] = arith.addi %[[LAST]], %c1_i32
// CHECK: %[[INSIDE:.+]] = arith.cmpi slt, %[[NEXT]], %c3_i32
// CHECK: %[[I:.+]] = arith.select %[[INSIDE]], %[[NEXT]], %c0_i32
// CHECK: %[[OTHER:.+]] = arith.xori %[[PARITY]], %c1_i32
// CHECK: %[[P:.+]] = arith.select %[[INSIDE]], %[[PARITY]], %[[OTHER]]
// CHECK: %[[BAR:.+]] = ttg.memdesc_index %[[BARS]][%[[I]]]
// CHECK: ttng.wait_barrier %[[BAR]], %[[P]]
// CHECK: ttng.warp_group_dot {{.+}}isAsync = true
// CHECK: ttng.warp_group_dot_wait {{.+}} {pendings = 1 : i32}
// CHECK: ttng.barrier_expect %{{.+}}, 16384, %[[EXISTS]]
// CHECK-COUNT-2: ttng.async_tma_copy_global_to_local {{.+}}, %[[EXISTS]] :
// CHECK: scf.yield
// CHECK-NOT: ttg.async_wait
// CHECK-COUNT-3: ttng.inval_barrier
// CHECK: ttg.local_dealloc %[[BARS]]
tt.func @product(%x: !tt.tensordesc<64x64xf16, #block>, %y: !tt.tensordesc<64x64xf16, #block>, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tt.descriptor_load %x[%c0, %k] : !tt.tensordesc<64x64xf16, #block> -> tensor<64x64xf16, #row>
    %b = tt.descriptor_load %y[%k, %c0] : !tt.tensordesc<64x64xf16, #block> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #block, #smem>
    %v = ttg.local_alloc %b : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #block, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #block, #smem> * !ttg.memdesc<64x64xf16, #block, #smem> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

// A loop that asks for its loads; the block that it reads goes through registers. What it stores
// through another argument's descriptor is elsewhere.
// CHECK-LABEL: tt.func @asked
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
// CHECK: scf.for
// CHECK: ttng.wait_barrier
// CHECK: ttg.local_load {{.+}} -> tensor<64x64xf16, #blocked>
// CHECK: tt.descriptor_store
tt.func @asked(%x: !tt.tensordesc<64x64xf16, #block>, %y: !tt.tensordesc<64x64xf16, #block>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  scf.for %k = %c0 to %n step %c64 : i32 {
    %a = tt.descriptor_load %x[%c0, %k] : !tt.tensordesc<64x64xf16, #block> -> tensor<64x64xf16, #row>
    %b = arith.addf %a, %a : tensor<64x64xf16, #row>
    tt.descriptor_store %y[%c0, %k], %b : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
  } {tt.num_stages = 2 : i32}
  tt.return
}

// The same memory: nothing runs ahead.
// CHECK-LABEL: tt.func @in_place
// CHECK: scf.for
// CHECK-NEXT: tt.descriptor_load
tt.func @in_place(%x: !tt.tensordesc<64x64xf16, #block>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  scf.for %k = %c0 to %n step %c64 : i32 {
    %a = tt.descriptor_load %x[%c0, %k] : !tt.tensordesc<64x64xf16, #block> -> tensor<64x64xf16, #row>
    %b = arith.addf %a, %a : tensor<64x64xf16, #row>
    tt.descriptor_store %x[%c0, %k], %b : !tt.tensordesc<64x64xf16, #block>, tensor<64x64xf16, #row>
  } {tt.num_stages = 2 : i32}
  tt.return
}
}
