// Blocks of a cluster have their parts of buffers, and copy and multiply those.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s

#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#copies = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#own = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[1, 0]], instrShape = [16, 64, 16]}>
#half = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#same = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0]]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// Each block's first thread copies a box of 64 rows, block 1 those from row 64 on; all of it is of the block.
// CHECK-LABEL: simt.kernel @boxes(%{{.+}}: i64 {{.*}}) warps(4) lanes(32) cluster(2)
// CHECK-DAG: %[[THREAD:.+]] = simt.thread
// CHECK-DAG: %[[RANK:.+]] = simt.block_rank
// CHECK: simt.shared 8192
// CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[THREAD]], %c0{{.*}} : i32
// CHECK: simt.mbarrier_init %{{.+}} count 1 if %[[FIRST]]
// CHECK: arith.addi
// CHECK: simt.box_load
// CHECK-SAME: bytes 8192
// CHECK: simt.return
tt.func public @boxes(%desc: !tt.tensordesc<128x64xf16, #rows>) {
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %b = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #rows, #smem, mutable>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #bar, #smem, mutable>
  ttng.init_barrier %m, 1 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
  ttng.async_tma_copy_global_to_local %desc[%zero, %zero] %b, %m, %true : !tt.tensordesc<128x64xf16, #rows>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<128x64xf16, #rows, #smem, mutable>
  ttng.wait_barrier %m, %zero : !ttg.memdesc<1xi64, #bar, #smem, mutable>
  tt.return
}

// What a block has of its own goes through no other block's memory.
// CHECK-LABEL: simt.kernel @own
// CHECK-NOT: cluster %
// CHECK: simt.return
tt.func public @own(%v: !tt.ptr<f16>) {
  %c = arith.constant dense<1.0> : tensor<128x64xf16, #half>
  %b = ttg.local_alloc %c : (tensor<128x64xf16, #half>) -> !ttg.memdesc<128x64xf16, #rows, #smem, mutable>
  %w = ttg.local_load %b : !ttg.memdesc<128x64xf16, #rows, #smem, mutable> -> tensor<128x64xf16, #half>
  %p = tt.splat %v : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>, #half>
  tt.store %p, %w : tensor<128x64x!tt.ptr<f16>, #half>
  tt.return
}

// To store all of its copy a block needs what the other one holds.
// CHECK-LABEL: simt.kernel @copies
// CHECK: simt.load cluster
// CHECK: simt.return
tt.func public @copies(%v: !tt.ptr<f16>) {
  %p = tt.splat %v : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>, #half>
  %c = tt.load %p : tensor<128x64x!tt.ptr<f16>, #half>
  %b = ttg.local_alloc %c : (tensor<128x64xf16, #half>) -> !ttg.memdesc<128x64xf16, #copies, #smem, mutable>
  %w = ttg.local_load %b : !ttg.memdesc<128x64xf16, #copies, #smem, mutable> -> tensor<128x64xf16, #half>
  tt.store %p, %w : tensor<128x64x!tt.ptr<f16>, #half>
  tt.return
}

// A block multiplies its 64 rows by all columns, which it has as a copy.
// CHECK-LABEL: simt.kernel @products
// CHECK: simt.group_mma
// CHECK-NOT: simt.group_mma
// CHECK: simt.return
tt.func public @products(%v: !tt.ptr<f32>) {
  %a = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #rows, #smem, mutable>
  %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #copies, #smem, mutable>
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #mma>
  %d = ttng.warp_group_dot %a, %b, %zero {inputPrecision = 0 : i32} : !ttg.memdesc<128x64xf16, #rows, #smem, mutable> * !ttg.memdesc<64x64xf16, #copies, #smem, mutable> -> tensor<128x64xf32, #mma>
  %p = tt.splat %v : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>, #mma>
  tt.store %p, %d : tensor<128x64x!tt.ptr<f32>, #mma>
  tt.return
}

// Copies are loaded by one block for both: each loads one of the boxes, for blocks 0 and 1.
// CHECK-LABEL: simt.kernel @multicast
// CHECK-DAG: %[[RANK:.+]] = simt.block_rank
// CHECK-DAG: %[[BOTH:.+]] = arith.constant 3 : i32
// CHECK: %[[OWN:.+]] = arith.andi %[[RANK]], %c1{{.*}} : i32
// CHECK: arith.cmpi eq, %[[OWN]], %c0{{.*}} : i32
// CHECK: arith.cmpi eq, %[[OWN]], %c1{{.*}} : i32
// CHECK: %[[WHO:.+]] = simt.permute
// CHECK: %[[IF:.+]] = arith.andi %{{.+}}, %[[WHO]]
// CHECK: simt.box_load {{.+}} bytes 8192 signals %{{.+}} in blocks %[[BOTH]] if %[[IF]]
// CHECK: simt.return
tt.func public @multicast(%desc: !tt.tensordesc<64x128xf16, #copies>) {
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %b = ttg.local_alloc : () -> !ttg.memdesc<64x128xf16, #copies, #smem, mutable>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #bar, #smem, mutable>
  ttng.init_barrier %m, 1 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
  ttng.async_tma_copy_global_to_local %desc[%zero, %zero] %b, %m, %true {multicast} : !tt.tensordesc<64x128xf16, #copies>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x128xf16, #copies, #smem, mutable>
  ttng.wait_barrier %m, %zero : !ttg.memdesc<1xi64, #bar, #smem, mutable>
  tt.return
}

// Each of the first threads arrives at the mbarrier of one of the blocks: of both, or, in block 0
// alone, for both.
// CHECK-LABEL: simt.kernel @arrivals
// CHECK-DAG: %[[RANK:.+]] = simt.block_rank
// CHECK: %[[PEER:.+]] = simt.peer_address %{{.+}} in %{{.+}}
// CHECK: simt.mbarrier_arrive %[[PEER]] count 3 cluster if
// CHECK: simt.mbarrier_expect %{{.+}} bytes 64 cluster if
// CHECK: simt.mbarrier_arrive %{{.+}} count 1 if
// CHECK: simt.return
tt.func public @arrivals(%p: i1) {
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %m = ttg.local_alloc : () -> !ttg.memdesc<2xi64, #own, #smem, mutable>
  ttng.init_barrier %m, 8 : !ttg.memdesc<2xi64, #own, #smem, mutable>
  ttng.arrive_barrier %m, 3, %p {multicastCTA = 1 : i32} : !ttg.memdesc<2xi64, #own, #smem, mutable>
  ttng.barrier_expect %m, 64 {fromCTA = 0 : i32}, %true : !ttg.memdesc<2xi64, #own, #smem, mutable>
  ttng.arrive_barrier %m, 1 {fromCTA = 1 : i32} : !ttg.memdesc<2xi64, #own, #smem, mutable>
  ttng.wait_barrier %m, %zero : !ttg.memdesc<2xi64, #own, #smem, mutable>
  tt.return
}
}
