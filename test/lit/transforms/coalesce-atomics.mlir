// Atomic additions get as many elements a lane as one instruction adds; copies into
// shared memory as many as it copies.
// RUN: heddle-opt %s --tritongpu-coalesce | FileCheck %s
// RUN: sed 's/cuda:90/cuda:80/' %s | heddle-opt --tritongpu-coalesce | FileCheck %s --check-prefix=PAIRS

// CHECK-DAG: #[[ONE:.+]] = #ttg.blocked<{sizePerThread = [1],
// CHECK-DAG: #[[FOUR:.+]] = #ttg.blocked<{sizePerThread = [4],
// CHECK-DAG: #[[EIGHT:.+]] = #ttg.blocked<{sizePerThread = [8],
// PAIRS-DAG: #[[ONE:.+]] = #ttg.blocked<{sizePerThread = [1],
// PAIRS-DAG: #[[TWO:.+]] = #ttg.blocked<{sizePerThread = [2],
// PAIRS-DAG: #[[FOUR:.+]] = #ttg.blocked<{sizePerThread = [4],
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @accesses(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %r: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %m: !ttg.memdesc<2048xf32, #shared, #smem, mutable>) {
    %0 = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32, #blocked>
    %1 = tt.splat %p : !tt.ptr<f32> -> tensor<2048x!tt.ptr<f32>, #blocked>
    %2 = tt.addptr %1, %0 : tensor<2048x!tt.ptr<f32>, #blocked>, tensor<2048xi32, #blocked>
    %c = arith.constant dense<1.0> : tensor<2048xf32, #blocked>
    // CHECK: tt.atomic_rmw fadd, {{.*}} -> tensor<2048xf32, #[[FOUR]]>
    // PAIRS: tt.atomic_rmw fadd, {{.*}} -> tensor<2048xf32, #[[ONE]]>
    %3 = tt.atomic_rmw fadd, acq_rel, gpu, %2, %c : (tensor<2048x!tt.ptr<f32>, #blocked>, tensor<2048xf32, #blocked>) -> tensor<2048xf32, #blocked>
    %4 = tt.splat %q : !tt.ptr<f16> -> tensor<2048x!tt.ptr<f16>, #blocked>
    %5 = tt.addptr %4, %0 : tensor<2048x!tt.ptr<f16>, #blocked>, tensor<2048xi32, #blocked>
    %h = arith.constant dense<1.0> : tensor<2048xf16, #blocked>
    // CHECK: tt.atomic_rmw fadd, {{.*}} -> tensor<2048xf16, #[[EIGHT]]>
    // PAIRS: tt.atomic_rmw fadd, {{.*}} -> tensor<2048xf16, #[[TWO]]>
    %6 = tt.atomic_rmw fadd, acq_rel, gpu, %5, %h : (tensor<2048x!tt.ptr<f16>, #blocked>, tensor<2048xf16, #blocked>) -> tensor<2048xf16, #blocked>
    %7 = tt.splat %r : !tt.ptr<i32> -> tensor<2048x!tt.ptr<i32>, #blocked>
    %8 = tt.addptr %7, %0 : tensor<2048x!tt.ptr<i32>, #blocked>, tensor<2048xi32, #blocked>
    // CHECK: tt.atomic_rmw add, {{.*}} -> tensor<2048xi32, #[[ONE]]>
    // PAIRS: tt.atomic_rmw add, {{.*}} -> tensor<2048xi32, #[[ONE]]>
    %9 = tt.atomic_rmw add, acq_rel, gpu, %8, %0 : (tensor<2048x!tt.ptr<i32>, #blocked>, tensor<2048xi32, #blocked>) -> tensor<2048xi32, #blocked>
    // CHECK: ttg.async_copy_global_to_local {{.*}} : tensor<2048x!tt.ptr<f32>, #[[FOUR]]>
    // PAIRS: ttg.async_copy_global_to_local {{.*}} : tensor<2048x!tt.ptr<f32>, #[[FOUR]]>
    %11 = ttg.async_copy_global_to_local %2, %m : tensor<2048x!tt.ptr<f32>, #blocked> -> <2048xf32, #shared, #smem, mutable>
    tt.return
  }
}
