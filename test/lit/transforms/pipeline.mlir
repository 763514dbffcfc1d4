// Loads that run ahead become copies into rings of buffers.
// RUN: heddle-opt %s --tritongpu-schedule-loops --tritongpu-pipeline --canonicalize | FileCheck %s
// RUN: heddle-opt %s --tritongpu-schedule-loops --tritongpu-pipeline --canonicalize | heddle-opt -o /dev/null

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#widest = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#narrow = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#half = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

// CHECK-DAG: #[[$WIDE:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Two iterations' copies come before the loop, and none happens without iterations. One group may
// be under way at the wait: the next iteration's.
// CHECK-LABEL: @in_warps
// CHECK: %[[A:.+]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #{{.+}}, #smem, mutable>
// CHECK: %[[B:.+]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #{{.+}}, #smem, mutable>
// CHECK: %[[FIRST:.+]] = arith.cmpi sgt, %arg2, %c0_i32
// CHECK: tt.splat %[[FIRST]]
// CHECK-COUNT-2: ttg.async_copy_global_to_local {{.+}} mask
// CHECK: ttg.async_commit_group
// CHECK: arith.cmpi sgt, %arg2, %c1_i32
// CHECK-COUNT-2: ttg.async_copy_global_to_local {{.+}} mask
// CHECK: ttg.async_commit_group
// CHECK-NOT: async_copy
// CHECK: scf.for %[[I:.+]] = %c0_i32 to %arg2
// CHECK: %[[END:.+]] = arith.subi %arg2, %c2_i32
// CHECK: %[[EXISTS:.+]] = arith.cmpi slt, %[[I]], %[[END]]
// CHECK: %[[T:.+]] = ttg.async_wait %{{.+}} {num = 1 : i32}
// CHECK: tt.splat %[[EXISTS]]
// CHECK: %[[C:.+]] = ttg.async_copy_global_to_local %{{.+}} mask %{{.+}} {contiguity = 8 : i32}
// CHECK: %[[D:.+]] = ttg.async_copy_global_to_local %{{.+}} mask %{{.+}} {contiguity = 8 : i32}
// CHECK: ttg.async_commit_group tokens %[[C]], %[[D]]
// CHECK: %[[U:.+]] = ttg.local_load %{{.+}} token %[[T]] : {{.+}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0
// CHECK: %[[V:.+]] = ttg.local_load %{{.+}} token %[[T]] : {{.+}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1
// CHECK: tt.dot %[[U]], %[[V]]
// CHECK: scf.yield
// CHECK: ttg.async_wait {num = 0 : i32}
// CHECK: ttg.local_dealloc %[[A]]
// CHECK: ttg.local_dealloc %[[B]]
tt.func @in_warps(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %v = ttg.convert_layout %b : tensor<64x64xf16, #row> -> tensor<64x64xf16, #B>
    %d = tt.dot %u, %v, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #mma>
}

// Three buffers: of the product that was started, of the next iteration, and of the one after.
// CHECK-LABEL: @in_groups
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #[[$WIDE]], #smem, mutable>
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x256xf16, #[[$WIDE]], #smem, mutable>
// CHECK: scf.for
// CHECK: ttg.async_wait %{{.+}} {num = 1 : i32}
// CHECK: %[[D:.+]] = ttng.warp_group_dot {{.+}}isAsync = true
// CHECK: %[[W:.+]]:3 = ttng.warp_group_dot_wait %[[D]], %{{.+}}, %{{.+}} {pendings = 1 : i32}
// CHECK: ttg.async_copy_global_to_local
// CHECK: scf.yield {{.*}}%[[W]]#0
// CHECK: ttng.warp_group_dot_wait %{{.+}} {pendings = 0 : i32}
// CHECK: ttg.async_wait {num = 0 : i32}
tt.func @in_groups(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x256x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 256]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x256xf32, #widest> {
  %zero = arith.constant dense<0.0> : tensor<64x256xf32, #widest>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x256xf32, #widest>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x256x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x256xf16, #row>) -> !ttg.memdesc<64x256xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x256xf16, #shared, #smem> -> tensor<64x256xf32, #widest>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x256xf32, #widest>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x256xf32, #widest>
}

// A short product is waited for in front of the next one, so that one barrier tells that copies have
// arrived and that it has read its buffers.
// CHECK-LABEL: @short
// CHECK-COUNT-2: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #[[$WIDE]], #smem, mutable>
// CHECK: scf.for {{.*}}iter_args({{.*}}%[[LAST:[^ ]+]] = %cst
// CHECK: ttg.async_wait %{{.+}} {num = 1 : i32}
// CHECK: %[[SUM:.+]] = ttng.warp_group_dot_wait %[[LAST]] {pendings = 0 : i32}
// CHECK: %[[D:.+]] = ttng.warp_group_dot {{.+}}, %[[SUM]] {{.*}}isAsync = true
// CHECK-NOT: ttng.warp_group_dot_wait
// CHECK: ttg.async_copy_global_to_local
// CHECK: scf.yield {{.*}}%[[D]]
// CHECK: ttng.warp_group_dot_wait %{{.+}} {pendings = 0 : i32}
tt.func @short(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #wide>
}

// One that takes no longer than it takes to begin the copies stands behind them.
// CHECK-LABEL: @shorter
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16
// CHECK: scf.for {{.*}}iter_args({{.*}}%[[LAST:[^ ]+]] = %cst
// CHECK: ttg.async_wait %{{.+}} {num = 1 : i32}
// CHECK: %[[SUM:.+]] = ttng.warp_group_dot_wait %[[LAST]] {pendings = 0 : i32}
// CHECK-NOT: ttng.warp_group_dot
// CHECK-COUNT-2: ttg.async_copy_global_to_local
// CHECK: ttg.async_commit_group
// CHECK: %[[D:.+]] = ttng.warp_group_dot {{.+}}, %[[SUM]] {{.*}}isAsync = true
// CHECK: scf.yield {{.*}}%[[D]]
// CHECK: ttng.warp_group_dot_wait %{{.+}} {pendings = 0 : i32}
tt.func @shorter(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x32x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 32]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x32xf32, #narrow> {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32, #narrow>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x32xf32, #narrow>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x32x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x32xf16, #row>) -> !ttg.memdesc<64x32xf16, #half, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x32xf16, #half, #smem> -> tensor<64x32xf32, #narrow>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x32xf32, #narrow>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x32xf32, #narrow>
}

// Not where threads load an address, for which the copies wait: the product runs meanwhile.
// CHECK-LABEL: @shorter_by_table
// CHECK: scf.for
// CHECK: ttng.warp_group_dot_wait {{.+}} {pendings = 0 : i32}
// CHECK-NOT: ttg.async_copy_global_to_local
// CHECK: ttng.warp_group_dot {{.+}}isAsync = true
// CHECK: tt.load %{{.+}} : !tt.ptr<i32>
// CHECK: ttg.async_copy_global_to_local
// CHECK: scf.yield
tt.func @shorter_by_table(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x32x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 32]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %table: !tt.ptr<i32>, %n: i32) -> tensor<64x32xf32, #narrow> {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32, #narrow>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %units = arith.constant dense<16> : tensor<64x32xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x32xf32, #narrow>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %place = tt.addptr %table, %i : !tt.ptr<i32>, i32
    %far = tt.load %place : !tt.ptr<i32>
    %fars = tt.splat %far : i32 -> tensor<64x32xi32, #row>
    %far16 = arith.muli %fars, %units : tensor<64x32xi32, #row>
    %there = tt.addptr %q, %far16 : tensor<64x32x!tt.ptr<f16>, #row>, tensor<64x32xi32, #row>
    %b = tt.load %there {tt.latency = 2 : i32} : tensor<64x32x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x32xf16, #row>) -> !ttg.memdesc<64x32xf16, #half, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x32xf16, #half, #smem> -> tensor<64x32xf32, #narrow>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x32xf32, #narrow>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x32xf32, #narrow>
}

// A factor that goes through registers gets two buffers by turns: the product of the iteration before
// still reads one of them.
// CHECK-LABEL: @refilled
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16
// CHECK: %[[TWO:.+]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #[[$WIDE]], #smem, mutable>
// CHECK: scf.for
// CHECK: ttg.async_wait %{{.+}} {num = 1 : i32}
// CHECK: %[[READ:.+]] = ttg.local_load
// CHECK: %[[CHANGED:.+]] = arith.negf %[[READ]]
// CHECK-NEXT: %[[TURN:.+]] = ttg.memdesc_index %[[TWO]]
// CHECK-NEXT: ttg.local_store %[[CHANGED]], %[[TURN]]
// CHECK: %[[D:.+]] = ttng.warp_group_dot %{{.+}}, %[[TURN]], {{.+}}isAsync = true
// CHECK: ttng.warp_group_dot_wait %[[D]], {{.+}} {pendings = 1 : i32}
// CHECK: ttg.async_copy_global_to_local
// CHECK: ttng.warp_group_dot_wait {{.+}} {pendings = 0 : i32}
// CHECK: ttg.local_dealloc %[[TWO]]
tt.func @refilled(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %a = tt.load %p {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %c = arith.negf %b : tensor<64x64xf16, #row>
    %v = ttg.local_alloc %c : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  }
  tt.return %r : tensor<64x64xf32, #wide>
}

// A product whose sums are changed stays synchronous.
// CHECK-LABEL: @changed_sums
// CHECK: scf.for
// CHECK: ttg.async_wait
// CHECK: ttg.async_copy_global_to_local
// CHECK-NOT: isAsync
// CHECK: ttng.warp_group_dot
// CHECK-NOT: isAsync
// CHECK: scf.yield
tt.func @changed_sums(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %half = arith.mulf %sum, %sum : tensor<64x64xf32, #wide>
    %d = ttng.warp_group_dot %u, %v, %half : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #wide>
}

// Each product waits for its own copies.
// CHECK-LABEL: @two_products
// CHECK: scf.for
// CHECK: ttg.async_wait %{{.+}} {num = 3 : i32}
// CHECK: ttg.async_copy_global_to_local
// CHECK: tt.dot
// CHECK: ttg.async_wait %{{.+}} {num = 3 : i32}
// CHECK: ttg.async_copy_global_to_local
// CHECK: tt.dot
tt.func @two_products(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1.0> : tensor<64x64xf16, #A>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %v = ttg.convert_layout %b : tensor<64x64xf16, #row> -> tensor<64x64xf16, #B>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #B>
    %s = tt.dot %one, %u, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %h = arith.truncf %s : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %f = ttg.convert_layout %h : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #A>
    %d = tt.dot %f, %v, %zero : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #mma>
}

// Copies fill in zeros; other values are put in where the buffer is read, for a mask that is
// computed there once more.
// CHECK-LABEL: @masked
// CHECK-DAG: %[[ZEROS:.+]] = arith.constant dense<0.000000e+00> : tensor<64x64xf16
// CHECK-DAG: %[[ONES:.+]] = arith.constant dense<1.000000e+00> : tensor<64x64xf16
// CHECK: scf.for %[[I:.+]] = %c0_i32
// CHECK: %[[EXISTS:.+]] = tt.splat %{{.+}} : i1
// CHECK: %[[MASK:.+]] = arith.andi %{{.+}}, %[[EXISTS]]
// CHECK: ttg.async_copy_global_to_local %{{.+}}, %{{.+}} mask %[[MASK]] {contiguity
// CHECK: ttg.async_copy_global_to_local %{{.+}}, %{{.+}} mask %{{.+}} other %[[ZEROS]] {contiguity
// CHECK: %[[READ:.+]] = ttg.local_load {{.+}} -> tensor<64x64xf16, #blocked>
// CHECK: %[[NOW:.+]] = tt.splat %[[I]]
// CHECK: %[[INSIDE:.+]] = arith.cmpi slt, %[[NOW]]
// CHECK: arith.select %[[INSIDE]], %[[READ]], %[[ONES]]
// CHECK: tt.dot
tt.func @masked(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ones = arith.constant dense<1.0> : tensor<64x64xf16, #row>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf16, #row>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %m = tt.splat %i : i32 -> tensor<64x64xi32, #row>
    %inside = arith.cmpi slt, %m, %next : tensor<64x64xi32, #row>
    %a = tt.load %at, %inside, %ones {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q, %inside, %zeros {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %v = ttg.convert_layout %b : tensor<64x64xf16, #row> -> tensor<64x64xf16, #B>
    %d = tt.dot %u, %v, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #mma>
}

// The index is waited for before it is an address, also before the loop, where fewer groups are
// under way. The loop is in another one: rings are freed behind it each time.
// CHECK-LABEL: @through_indices
// CHECK: scf.for
// CHECK: ttg.async_commit_group
// CHECK: ttg.async_wait %{{.+}} {num = 0 : i32}
// CHECK: scf.for
// CHECK: ttg.async_wait
// CHECK: scf.yield
// CHECK: ttg.local_dealloc
// CHECK: }
tt.func @through_indices(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: tensor<64x64x!tt.ptr<f32>, #row>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>>
  %columns = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>> -> tensor<1x64xi32, #row>
  %all = tt.broadcast %columns : tensor<1x64xi32, #row> -> tensor<64x64xi32, #row>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x64x!tt.ptr<i32>, #row>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #row>
  %entries = tt.addptr %ps, %all : tensor<64x64x!tt.ptr<i32>, #row>, tensor<64x64xi32, #row>
  scf.for %j = %c0 to %n step %c1 : i32 {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #row>) : i32 {
      %index = tt.load %entries {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<i32>, #row>
      %at = tt.addptr %qs, %index : tensor<64x64x!tt.ptr<f32>, #row>, tensor<64x64xi32, #row>
      %a = tt.load %at {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<f32>, #row>
      %s = arith.addf %sum, %a : tensor<64x64xf32, #row>
      scf.yield %s : tensor<64x64xf32, #row>
    }
    tt.store %out, %r : tensor<64x64x!tt.ptr<f32>, #row>
  }
  tt.return
}

}
