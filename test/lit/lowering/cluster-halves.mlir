// The halves of a barrier of the cluster, and what may come in between.
// RUN: heddle-opt %s --lower-to-simt --split-input-file --verify-diagnostics | FileCheck %s

#half = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0], CGALayout = [[1]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: simt.kernel @global
// CHECK: simt.cluster_arrive{{$}}
// CHECK: simt.store global
// CHECK: simt.cluster_wait
tt.func public @global(%p: !tt.ptr<i32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #half>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #half>
  %q = tt.addptr %s, %r : tensor<64x!tt.ptr<i32>, #half>, tensor<64xi32, #half>
  ttng.cluster_arrive {relaxed = false}
  tt.store %q, %r : tensor<64x!tt.ptr<i32>, #half>
  ttng.cluster_wait
  tt.return
}

// What accesses shared memory comes in front of the arrival.
// CHECK-LABEL: simt.kernel @shared
// CHECK-NOT: simt.cluster
// CHECK: simt.store shared
// CHECK-NEXT: simt.cluster_arrive own
// CHECK: simt.cluster_wait
tt.func public @shared(%x: i32) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #half>
  ttng.cluster_arrive {relaxed = true}
  %m = ttg.local_alloc %r : (tensor<64xi32, #half>) -> !ttg.memdesc<64xi32, #shared, #ttg.shared_memory>
  ttng.cluster_wait
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @alone() {
  // expected-error @below {{'ttng.cluster_wait' op expects ttng.cluster_arrive in front of it in its block}}
  ttng.cluster_wait
  tt.return
}
}

// -----

#smem = #ttg.shared_memory
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @waits() {
  %c0 = arith.constant 0 : i32
  %b = ttg.local_alloc : () -> !ttg.memdesc<2xi64, #bar, #smem, mutable>
  ttng.init_barrier %b, 1 : !ttg.memdesc<2xi64, #bar, #smem, mutable>
  ttng.cluster_arrive {relaxed = false}
  ttng.wait_barrier %b, %c0 : !ttg.memdesc<2xi64, #bar, #smem, mutable>
  // expected-error @below {{'ttng.cluster_wait' op expects nothing that waits for other blocks between ttng.cluster_arrive and it}}
  ttng.cluster_wait
  tt.return
}
}
