// A partition's tensors get layouts for its own number of warps.
// RUN: heddle-opt %s --convert-triton-to-tritongpu='target=cuda:100 num-warps=4' | FileCheck %s
// RUN: heddle-opt %s --convert-triton-to-tritongpu='target=cuda:100 num-warps=4' | heddle-opt | FileCheck %s

// CHECK-DAG: #[[FOUR:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[TWO:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-DAG: #[[ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-DAG: #[[ONE:.+]] = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
tt.func public @partitions(%p: !tt.ptr<i32>) {
  ttg.warp_specialize(%p)
  default {
    // CHECK: default {
    // CHECK-NEXT: tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #[[FOUR]]>
    %0 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
    ttg.warp_yield
  }
  // CHECK: partition0(%[[P:.+]]: !tt.ptr<i32>) num_warps(2) {
  partition0(%q: !tt.ptr<i32>) num_warps(2) {
    // CHECK: %[[RANGE:.+]] = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #[[TWO]]>
    %0 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
    // CHECK: %[[SLICE:.+]] = ttg.convert_layout %[[RANGE]] : tensor<128xi32, #[[TWO]]> -> tensor<128xi32, #ttg.slice<{dim = 1, parent = #[[ROWS]]}>>
    // CHECK: tt.expand_dims %[[SLICE]] {{.*}} -> tensor<128x1xi32, #[[ROWS]]>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    // CHECK: tt.splat %[[P]] : !tt.ptr<i32> -> tensor<128x1x!tt.ptr<i32>, #[[ROWS]]>
    %2 = tt.splat %q : !tt.ptr<i32> -> tensor<128x1x!tt.ptr<i32>>
    tt.store %2, %1 : tensor<128x1x!tt.ptr<i32>>
    ttg.warp_return
  }
  partition1(%q: !tt.ptr<i32>) num_warps(1) {
    %0 = arith.constant dense<1.0> : tensor<32x32xf32>
    // CHECK: tt.dot {{.*}} -> tensor<32x32xf32, #[[ONE]]>
    %1 = tt.dot %0, %0, %0 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    ttg.warp_return
  } : (!tt.ptr<i32>) -> ()
  tt.return
}
