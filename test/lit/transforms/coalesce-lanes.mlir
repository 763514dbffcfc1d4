// A module that does not say how many lanes a warp has has 32 of them, as in Triton.
// RUN: heddle-opt %s --tritongpu-coalesce | FileCheck %s
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK: #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-LABEL: @copy
tt.func @copy(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) -> tensor<128xf32, #blocked> {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #blocked>
  %2 = tt.addptr %1, %0 : tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xi32, #blocked>
  // CHECK: tt.load
  %3 = tt.load %2 : tensor<128x!tt.ptr<f32>, #blocked>
  tt.return %3 : tensor<128xf32, #blocked>
}
