// Accesses with open layouts get those that tritongpu-coalesce gives them.
// RUN: heddle-opt %s --gluon-infer-coalesced-encodings | FileCheck %s --implicit-check-not=gluon

// CHECK-DAG: #[[ROW:.+]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[TILE:.+]] = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @row
  tt.func public @row(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    // CHECK: tt.make_range {{.*}} : tensor<1024xi32, #[[ROW]]>
    %0 = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #gluon.coalesced_encoding>
    %1 = tt.splat %n : i32 -> tensor<1024xi32, #gluon.coalesced_encoding>
    // CHECK: arith.cmpi slt, {{.*}} : tensor<1024xi32, #[[ROW]]>
    %2 = arith.cmpi slt, %0, %1 : tensor<1024xi32, #gluon.coalesced_encoding>
    %3 = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>
    %4 = tt.addptr %3, %0 : tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>, tensor<1024xi32, #gluon.coalesced_encoding>
    // CHECK: tt.load {{.*}} : tensor<1024x!tt.ptr<f32>, #[[ROW]]>
    %5 = tt.load %4, %2 : tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>
    // CHECK: tt.store {{.*}} : tensor<1024x!tt.ptr<f32>, #[[ROW]]>
    tt.store %4, %5, %2 : tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>
    tt.return
  }

  // CHECK-LABEL: @tile
  tt.func public @tile(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    // CHECK: tt.make_range {{.*}} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #[[TILE]]}>>
    %0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #gluon.coalesced_encoding>
    %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32, #gluon.coalesced_encoding> -> tensor<1x64xi32, #gluon.coalesced_encoding>
    %2 = tt.broadcast %1 : tensor<1x64xi32, #gluon.coalesced_encoding> -> tensor<128x64xi32, #gluon.coalesced_encoding>
    %3 = tt.splat %p : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>, #gluon.coalesced_encoding>
    %4 = tt.addptr %3, %2 : tensor<128x64x!tt.ptr<f16>, #gluon.coalesced_encoding>, tensor<128x64xi32, #gluon.coalesced_encoding>
    // CHECK: tt.load {{.*}} : tensor<128x64x!tt.ptr<f16>, #[[TILE]]>
    %5 = tt.load %4 : tensor<128x64x!tt.ptr<f16>, #gluon.coalesced_encoding>
    tt.print " x: " {hex = false, isSigned = array<i32: 0>} : %5 : tensor<128x64xf16, #gluon.coalesced_encoding>
    tt.return
  }
}
