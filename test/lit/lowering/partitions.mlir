// Warp specialisation: the kernel's warps execute the default region, further
// warps the partitions, where threads count from 0.
// RUN: heddle-opt %s -split-input-file -lower-to-simt | FileCheck %s
// RUN: heddle-opt %s -split-input-file -lower-to-simt | heddle-opt -split-input-file -o %t

#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#small = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// The partition of four warps is first, so that it begins at a multiple of 4.
// Results are those of the default region; 128 elements are one a thread in
// four warps, and four in one.
// CHECK-LABEL: simt.kernel @work
// CHECK-SAME: %[[N:arg0]]: i32, %[[OUT:arg1]]: i64
// CHECK: %[[BUFFER:.*]] = simt.shared 512
// CHECK: %[[RESULT:.*]] = simt.partitions {
// CHECK:   %[[SUM:.*]] = arith.addi %[[N]], %[[N]]
// CHECK:   simt.partition_yield %[[SUM]] : i32
// CHECK: } others {
// CHECK: simt.other_partitions(%[[N]], %[[OUT]], %[[BUFFER]]) warps [1, 4] first [8, 4] {
// CHECK:   ^bb0(%[[NUMBER:.*]]: i32, %{{.*}}: i64, %[[MEMORY:.*]]: i32):
// CHECK:   simt.thread
// CHECK:   simt.splat %[[NUMBER]] : i32 -> vector<4xi32>
// CHECK:   simt.matrix_store
// CHECK:   simt.partition_yield
// CHECK: }, {
// CHECK:   ^bb0(%[[NUMBER2:.*]]: i32, %{{.*}}: i64, %{{.*}}: i32):
// CHECK:   simt.thread
// CHECK:   simt.splat %[[NUMBER2]] : i32 -> vector<1xi32>
// CHECK:   simt.partition_yield
// CHECK: } : (i32, i64, i32)
// CHECK: simt.store global {{.*}}
tt.func public @work(%n: i32, %out: !tt.ptr<i32>) {
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<128xi32, #flat, #smem, mutable>
  %result = ttg.warp_specialize(%n, %out, %buffer)
  default {
    %sum = arith.addi %n, %n : i32
    ttg.warp_yield %sum : i32
  }
  partition0(%a: i32, %b: !tt.ptr<i32>, %c: !ttg.memdesc<128xi32, #flat, #smem, mutable>) num_warps(1) {
    %all = tt.splat %a : i32 -> tensor<128xi32, #small>
    ttg.local_store %all, %c : tensor<128xi32, #small> -> !ttg.memdesc<128xi32, #flat, #smem, mutable>
    ttg.warp_return
  }
  partition1(%a: i32, %b: !tt.ptr<i32>, %c: !ttg.memdesc<128xi32, #flat, #smem, mutable>) num_warps(4) {
    %all = tt.splat %a : i32 -> tensor<128xi32, #row>
    ttg.local_store %all, %c : tensor<128xi32, #row> -> !ttg.memdesc<128xi32, #flat, #smem, mutable>
    ttg.warp_return
  } : (i32, !tt.ptr<i32>, !ttg.memdesc<128xi32, #flat, #smem, mutable>) -> i32
  tt.store %out, %result : !tt.ptr<i32>
  tt.return
}

// 384 threads begin with 168 registers each; two partitions with 232 leave 40.
// CHECK-LABEL: simt.kernel @registers
// CHECK: simt.partitions registers 40 {
// CHECK: simt.other_partitions() warps [4, 4] first [4, 8] registers [232, 232] {
tt.func public @registers() {
  ttg.warp_specialize() attributes {requestedRegisters = array<i32: 232, 232>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  }
  partition1() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// One group of four warps has one number of registers, which is a multiple of
// 8; those of the kernel have 256 at most.
// CHECK-LABEL: simt.kernel @group
// CHECK: simt.partitions registers 256 {
// CHECK: simt.other_partitions() warps [1, 2, 4] first [10, 8, 4] registers [32, 32, 24] {
tt.func public @group() {
  ttg.warp_specialize() attributes {requestedRegisters = array<i32: 20, 30, 24>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(1) {
    ttg.warp_return
  }
  partition1() num_warps(2) {
    ttg.warp_return
  }
  partition2() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// 256 threads begin with 248 registers each: nobody would get many more.
// CHECK-LABEL: simt.kernel @enough
// CHECK: simt.partitions {
// CHECK: simt.other_partitions() warps [1] first [4] {
tt.func public @enough() {
  ttg.warp_specialize() attributes {requestedRegisters = array<i32: 24>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(1) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// What was decided already stays.
// CHECK-LABEL: simt.kernel @decided
// CHECK: simt.partitions registers 152 {
// CHECK: simt.other_partitions() warps [4, 1] first [8, 5] registers [208, 24] {
tt.func public @decided() {
  ttg.warp_specialize() attributes {actualRegisters = array<i32: 152, 208, 24>, requestedRegisters = array<i32: 200, 24>, warpGroupStartIds = array<i32: 8, 5>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  }
  partition1() num_warps(1) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// Global memory of the program is handed to all partitions if one needs it.
// CHECK-LABEL: simt.kernel @scratch
// CHECK-SAME: %arg0: i32, %arg1: i64 {simt.scratch_alignment = 128 : i64, simt.scratch_bytes = 256 : i64}
// CHECK: %[[BASE:.*]] = arith.addi %arg1
// CHECK: simt.partitions {
// CHECK: simt.other_partitions(%arg0, %[[BASE]])
// CHECK: ^bb0(%{{.*}}: i32, %[[OWN:.*]]: i64):
// CHECK: arith.addi %[[OWN]]
// CHECK: ^bb0(%{{.*}}: i32, %{{.*}}: i64):
// CHECK-NEXT: simt.partition_yield
tt.func public @scratch(%n: i32) {
  %first = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i32>
  tt.store %first, %n : !tt.ptr<i32>
  ttg.warp_specialize(%n)
  default {
    ttg.warp_yield
  }
  partition0(%a: i32) num_warps(1) {
    %own = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i32>
    tt.store %own, %a : !tt.ptr<i32>
    ttg.warp_return
  }
  partition1(%a: i32) num_warps(1) {
    ttg.warp_return
  } : (i32) -> ()
  tt.return
}
}

// -----

// A descriptor that the kernel has made is acquired by those who are handed it;
// one of the host needs nothing.
#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: simt.kernel @captured
// CHECK: ^bb0(%[[OWN:.*]]: i64, %[[HOST:.*]]: i64):
// CHECK-NEXT: simt.tensor_map_acquire %[[OWN]]
// CHECK-NOT: simt.tensor_map_acquire
// CHECK: simt.partition_yield
tt.func public @captured(%raw: !tt.ptr<i8>, %host: !tt.tensordesc<32x64xf16, #wide>) {
  %own = ttng.reinterpret_tensor_descriptor %raw : !tt.ptr<i8> to !tt.tensordesc<32x64xf16, #wide>
  ttg.warp_specialize(%own, %host)
  default {
    ttg.warp_yield
  }
  partition0(%a: !tt.tensordesc<32x64xf16, #wide>, %b: !tt.tensordesc<32x64xf16, #wide>) num_warps(1) {
    ttg.warp_return
  } : (!tt.tensordesc<32x64xf16, #wide>, !tt.tensordesc<32x64xf16, #wide>) -> ()
  tt.return
}
}
