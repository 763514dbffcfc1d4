// A layout of two shapes starts from each of them: the loads may have what the store asks for
// through the join, though both have the same text.
// RUN: heddle-opt %s --tritongpu-remove-layout-conversions | FileCheck %s
#eight = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [8, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#halves = #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @interleave(
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return
  tt.func public @interleave(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #eight>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #eight>
    %a = tt.addptr %ps, %r : tensor<1024x!tt.ptr<f16>, #eight>, tensor<1024xi32, #eight>
    %x = tt.load %a : tensor<1024x!tt.ptr<f16>, #eight>
    %y = arith.negf %x : tensor<1024xf16, #eight>
    %j = tt.join %x, %y : tensor<1024xf16, #eight> -> tensor<1024x2xf16, #pairs>
    %c = ttg.convert_layout %j : tensor<1024x2xf16, #pairs> -> tensor<1024x2xf16, #halves>
    %w = tt.reshape %c : tensor<1024x2xf16, #halves> -> tensor<2048xf16, #eight>
    %s = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32, #eight>
    %qs = tt.splat %q : !tt.ptr<f16> -> tensor<2048x!tt.ptr<f16>, #eight>
    %b = tt.addptr %qs, %s : tensor<2048x!tt.ptr<f16>, #eight>, tensor<2048xi32, #eight>
    tt.store %b, %w : tensor<2048x!tt.ptr<f16>, #eight>
    tt.return
  }
}
