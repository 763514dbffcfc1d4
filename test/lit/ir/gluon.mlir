// Layouts that are to be found are read and printed.
// RUN: heddle-opt %s --split-input-file | FileCheck %s
// RUN: heddle-opt %s --split-input-file | heddle-opt --split-input-file | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @open
  tt.func @open(%p: tensor<128x!tt.ptr<f32>, #gluon.coalesced_encoding>) -> tensor<128x64xf32, #blocked> {
    // CHECK: tt.load %{{.*}} : tensor<128x!tt.ptr<f32>, #gluon.coalesced_encoding>
    %0 = tt.load %p : tensor<128x!tt.ptr<f32>, #gluon.coalesced_encoding>
    // CHECK: tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #gluon.auto_encoding>
    %1 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #gluon.auto_encoding>
    // CHECK: tt.expand_dims %{{.*}} {axis = 1 : i32} : tensor<128xi32, #gluon.auto_encoding> -> tensor<128x1xi32, #gluon.auto_encoding>
    %2 = tt.expand_dims %1 {axis = 1 : i32} : tensor<128xi32, #gluon.auto_encoding> -> tensor<128x1xi32, #gluon.auto_encoding>
    // CHECK: tt.broadcast %{{.*}} : tensor<128x1xi32, #gluon.auto_encoding> -> tensor<128x64xi32, #gluon.auto_encoding>
    %3 = tt.broadcast %2 : tensor<128x1xi32, #gluon.auto_encoding> -> tensor<128x64xi32, #gluon.auto_encoding>
    // CHECK: arith.sitofp %{{.*}} : tensor<128x64xi32, #gluon.auto_encoding> to tensor<128x64xf32, #gluon.auto_encoding>
    %4 = arith.sitofp %3 : tensor<128x64xi32, #gluon.auto_encoding> to tensor<128x64xf32, #gluon.auto_encoding>
    // CHECK: gluon.set_auto_layout %{{.*}} : tensor<128x64xf32, #gluon.auto_encoding> -> tensor<128x64xf32, #blocked>
    %5 = gluon.set_auto_layout %4 : tensor<128x64xf32, #gluon.auto_encoding> -> tensor<128x64xf32, #blocked>
    // CHECK: ttg.convert_layout %{{.*}} : tensor<128x64xf32, #gluon.auto_encoding> -> tensor<128x64xf32, #blocked>
    %6 = ttg.convert_layout %4 : tensor<128x64xf32, #gluon.auto_encoding> -> tensor<128x64xf32, #blocked>
    tt.return %5 : tensor<128x64xf32, #blocked>
  }
}
