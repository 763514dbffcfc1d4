// Functions with ops of ttg and ttng are inlined, into partitions too; but not
// partitions into partitions.
// RUN: heddle-opt %s --inline | FileCheck %s

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #bar, #smem, mutable>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @arrive(%b: !bar) {
    ttng.arrive_barrier %b, 1 : !bar
    tt.return
  }

  tt.func private @divide() {
    ttg.warp_specialize()
    default {
      ttg.barrier local
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }

  // CHECK-LABEL: tt.func public @kernel
  tt.func public @kernel() {
    %b = ttg.local_alloc : () -> !bar
    ttng.init_barrier %b, 1 : !bar
    // CHECK: ttg.warp_specialize
    ttg.warp_specialize(%b)
    // CHECK-NEXT: default {
    // CHECK-NEXT: ttng.arrive_barrier
    // CHECK-NEXT: tt.call @divide() : () -> ()
    default {
      tt.call @arrive(%b) : (!bar) -> ()
      tt.call @divide() : () -> ()
      ttg.warp_yield
    }
    // CHECK: partition0(%[[B:.+]]: !ttg.memdesc<{{.*}}>) num_warps(4) {
    // CHECK-NEXT: ttng.arrive_barrier %[[B]], 1
    // CHECK-NEXT: ttg.warp_return
    partition0(%c: !bar) num_warps(4) {
      tt.call @arrive(%c) : (!bar) -> ()
      ttg.warp_return
    } : (!bar) -> ()
    tt.return
  }
}
