// mbarriers: one thread initialises, expects, arrives and ends them; all wait.
// RUN: heddle-opt %s -lower-to-simt | FileCheck %s
// RUN: heddle-opt %s -lower-to-simt | heddle-opt -o %t

#barriers = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// The second of an array, 16 bytes behind the first.
// CHECK-LABEL: simt.kernel @life
// CHECK-SAME: %[[IF:arg0]]: i1, %[[PHASE:arg1]]: i32
// CHECK: %[[THREAD:.*]] = simt.thread
// CHECK: %[[ALL:.*]] = simt.shared 48 align 16
// CHECK: %[[FAR:.*]] = arith.muli %c1{{.*}}, %c16
// CHECK: %[[BAR:.*]] = arith.addi %[[ALL]], %[[FAR]]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[THREAD]], %c0
// CHECK: simt.mbarrier_init %[[BAR]] count 128 if %[[FIRST]]
// CHECK: %[[FIRST2:.*]] = arith.cmpi eq, %[[THREAD]]
// CHECK: %[[EXPECTS:.*]] = arith.andi %[[FIRST2]], %[[IF]]
// CHECK: simt.mbarrier_expect %[[BAR]] bytes 4096 if %[[EXPECTS]]
// CHECK: %[[FIRST3:.*]] = arith.cmpi eq, %[[THREAD]]
// CHECK: %[[ARRIVES:.*]] = arith.andi %[[FIRST3]], %[[IF]]
// CHECK: simt.mbarrier_arrive %[[BAR]] count 2 if %[[ARRIVES]]
// CHECK: %[[FIRST4:.*]] = arith.cmpi eq, %[[THREAD]]
// CHECK: simt.mbarrier_arrive %[[BAR]] count 3 if %[[FIRST4]]
// CHECK: %[[LANE:.*]] = arith.andi %[[THREAD]], %c31
// CHECK: %[[EACH:.*]] = arith.cmpi eq, %[[LANE]], %c0
// CHECK: %[[SOME:.*]] = arith.andi %[[EACH]], %[[IF]]
// CHECK: simt.mbarrier_arrive %[[BAR]] count 2 each_warp if %[[SOME]]
// CHECK: simt.mbarrier_arrive_copies %[[BAR]]{{$}}
// CHECK: simt.mbarrier_arrive_copies %[[BAR]] counted
// CHECK: simt.mbarrier_wait %[[BAR]] parity %[[PHASE]]{{$}}
// CHECK: simt.mbarrier_wait %[[BAR]] parity %[[PHASE]] if %[[IF]]
// CHECK: %[[FIRST5:.*]] = arith.cmpi eq, %[[THREAD]]
// CHECK: simt.mbarrier_end %[[BAR]] if %[[FIRST5]]
// CHECK: simt.return
tt.func public @life(%if: i1, %phase: i32) {
  %one = arith.constant 1 : i32
  %all = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #barriers, #smem, mutable>
  %bar = ttg.memdesc_index %all[%one] : !ttg.memdesc<3x1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.init_barrier %bar, 128 : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.barrier_expect %bar, 4096, %if : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.arrive_barrier %bar, 2, %if : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.arrive_barrier %bar, 3 : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.arrive_barrier %bar, 8, %if {heddle.each_warp} : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.async_copy_mbarrier_arrive %bar : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.async_copy_mbarrier_arrive %bar {noIncrement} : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.wait_barrier %bar, %phase : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.wait_barrier %bar, %phase, %if deps %all : !ttg.memdesc<1xi64, #barriers, #smem, mutable>, !ttg.memdesc<3x1xi64, #barriers, #smem, mutable>
  ttng.inval_barrier %bar : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  tt.return
}

// With one block the cluster is the block.
// CHECK-LABEL: simt.kernel @fences
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.return
tt.func public @fences() {
  ttng.fence_async_shared {bCluster = false}
  ttng.fence_async_shared {bCluster = true}
  tt.return
}
}
