// In a cluster one copy brings to both blocks what both need. A buffer is free when all warps of both
// have said so.
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization --remarks-filter=tritongpu-automatic-warp-specialization 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks

#row1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0]]}>
#row2 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#tiles = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[1, 0]], instrShape = [16, 64, 16]}>
#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#copies = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#halves = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32, CGALayout = [[0, 1]]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: @shared_copies
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x128x64xf16
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x2xi64
// CHECK-COUNT-3: ttng.init_barrier %{{.+}}, 1 :
// CHECK-COUNT-3: ttng.init_barrier %{{.+}}, 8 :
// CHECK: ttng.arrive_barrier %{{.+}}, 4, %{{.+}} {multicastCTA = 1 : i32} : !ttg.memdesc<2xi64
// CHECK-NOT: ttng.arrive_barrier
// CHECK: partition0
// CHECK: ttng.barrier_expect %{{.+}}, 16384,
// CHECK-NOT: multicast
// CHECK: ttng.async_tma_copy_global_to_local {{.+}} -> !ttg.memdesc<128x64xf16
// CHECK: ttng.async_tma_copy_global_to_local {{.+}} {multicast} {{.+}} -> !ttg.memdesc<64x64xf16
tt.func public @shared_copies(%a: !tt.tensordesc<128x64xf16, #rows>, %b: !tt.tensordesc<64x64xf16, #copies>, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #tiles>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<128x64xf32, #tiles>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<128x64xf16, #rows> -> tensor<128x64xf16, #row2>
    %y = tt.descriptor_load %b[%j, %c0] : !tt.tensordesc<64x64xf16, #copies> -> tensor<64x64xf16, #row1>
    %u = ttg.local_alloc %x : (tensor<128x64xf16, #row2>) -> !ttg.memdesc<128x64xf16, #rows, #smem>
    %v = ttg.local_alloc %y : (tensor<64x64xf16, #row1>) -> !ttg.memdesc<64x64xf16, #copies, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<128x64xf16, #rows, #smem> * !ttg.memdesc<64x64xf16, #copies, #smem> -> tensor<128x64xf32, #tiles>
    scf.yield %d : tensor<128x64xf32, #tiles>
  } {tt.warp_specialize}
  tt.return
}
// What comes behind a loop alone is outside of the partitions, where blocks can exchange sums, and where
// the buffers are free again.
// CHECK-LABEL: @sums_between_blocks
// CHECK: %[[SUMS:.+]] = ttg.warp_specialize
// CHECK: ttg.warp_yield %{{.+}} : tensor<128x64xf32, #mma>
// CHECK: ttg.local_dealloc
// CHECK: "tt.reduce"(%[[SUMS]])
tt.func public @sums_between_blocks(%a: !tt.tensordesc<128x64xf16, #rows>, %b: !tt.tensordesc<64x64xf16, #copies>, %k: i32, %p: !tt.ptr<f32>) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #tiles>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<128x64xf32, #tiles>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<128x64xf16, #rows> -> tensor<128x64xf16, #row2>
    %y = tt.descriptor_load %b[%j, %c0] : !tt.tensordesc<64x64xf16, #copies> -> tensor<64x64xf16, #row1>
    %u = ttg.local_alloc %x : (tensor<128x64xf16, #row2>) -> !ttg.memdesc<128x64xf16, #rows, #smem>
    %v = ttg.local_alloc %y : (tensor<64x64xf16, #row1>) -> !ttg.memdesc<64x64xf16, #copies, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<128x64xf16, #rows, #smem> * !ttg.memdesc<64x64xf16, #copies, #smem> -> tensor<128x64xf32, #tiles>
    scf.yield %d : tensor<128x64xf32, #tiles>
  } {tt.warp_specialize}
  %columns = "tt.reduce"(%r) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %o: f32):
    %t = arith.addf %l, %o : f32
    tt.reduce.return %t : f32
  }) : (tensor<128x64xf32, #tiles>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #tiles}>>
  %to = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #tiles}>>
  tt.store %to, %columns : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #tiles}>>
  tt.return
}

// In a nest it comes in the partition, whose threads cannot wait for those of other blocks.
// CHECK-LABEL: @nest
// CHECK-NOT: ttg.warp_specialize
// WHY: remark: [Missed] not-specialized | {{.*}}Reason="blocks of the cluster exchange elements in it or behind it"
tt.func public @nest(%a: !tt.tensordesc<128x64xf16, #rows>, %b: !tt.tensordesc<64x64xf16, #copies>, %c: !tt.tensordesc<128x64xf32, #halves>, %k: i32, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #tiles>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<128x64xf32, #tiles>) : i32 {
      %x = tt.descriptor_load %a[%i, %j] : !tt.tensordesc<128x64xf16, #rows> -> tensor<128x64xf16, #row2>
      %y = tt.descriptor_load %b[%j, %c0] : !tt.tensordesc<64x64xf16, #copies> -> tensor<64x64xf16, #row1>
      %u = ttg.local_alloc %x : (tensor<128x64xf16, #row2>) -> !ttg.memdesc<128x64xf16, #rows, #smem>
      %v = ttg.local_alloc %y : (tensor<64x64xf16, #row1>) -> !ttg.memdesc<64x64xf16, #copies, #smem>
      %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<128x64xf16, #rows, #smem> * !ttg.memdesc<64x64xf16, #copies, #smem> -> tensor<128x64xf32, #tiles>
      scf.yield %d : tensor<128x64xf32, #tiles>
    }
    tt.descriptor_store %c[%i, %c0], %r : !tt.tensordesc<128x64xf32, #halves>, tensor<128x64xf32, #tiles>
  } {tt.warp_specialize}
  tt.return
}
}
