// Threads reduce their own elements, and warps gather theirs.
// RUN: heddle-opt %s --tritongpu-optimize-thread-locality | FileCheck %s
// RUN: heddle-opt %s --tritongpu-optimize-thread-locality | heddle-opt | FileCheck %s

#vector = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#copies = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#box = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 2, 16], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #row}>
#columns = #ttg.slice<{dim = 0, parent = #row}>

// CHECK-DAG: #[[ROW:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[OWN_ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #[[OWN_MIDDLE:.+]] = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 1, 2], order = [2, 0, 1]}>
// CHECK-DAG: #[[ALONG_1:.+]] = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[ALONG_0:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #[[MANY:.+]] = #ttg.blocked<{sizePerThread = [1, 4, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [1, 2, 0]}>
// CHECK-DAG: #[[FEW:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @reduced_reshape
  // CHECK: %[[OWN:.+]] = tt.reshape %{{.+}} allow_reorder efficient_layout : {{.+}} -> tensor<32x128xf32, #[[OWN_ROWS]]>
  // CHECK: %[[X:.+]] = ttg.convert_layout %[[OWN]] : {{.+}} -> tensor<32x128xf32, #[[ROW]]>
  // CHECK: "tt.reduce"(%[[X]])
  // CHECK: tt.return %{{.+}}, %[[X]]
  tt.func public @reduced_reshape(%x: tensor<4096xf32, #vector>) -> (tensor<32xf32, #rows>, tensor<32x128xf32, #row>) {
    %r = tt.reshape %x allow_reorder : tensor<4096xf32, #vector> -> tensor<32x128xf32, #row>
    %s = "tt.reduce"(%r) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<32x128xf32, #row>) -> tensor<32xf32, #rows>
    tt.return %s, %r : tensor<32xf32, #rows>, tensor<32x128xf32, #row>
  }

  // CHECK-LABEL: @reduced_middle
  // CHECK: tt.reshape %{{.+}} allow_reorder efficient_layout : {{.+}} -> tensor<16x16x64xf32, #[[OWN_MIDDLE]]>
  tt.func public @reduced_middle(%x: tensor<16384xf32, #vector>) -> tensor<16x64xf32, #ttg.slice<{dim = 1, parent = #box}>> {
    %r = tt.reshape %x allow_reorder : tensor<16384xf32, #vector> -> tensor<16x16x64xf32, #box>
    %s = "tt.reduce"(%r) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<16x16x64xf32, #box>) -> tensor<16x64xf32, #ttg.slice<{dim = 1, parent = #box}>>
    tt.return %s : tensor<16x64xf32, #ttg.slice<{dim = 1, parent = #box}>>
  }

  // Rows and columns are reduced; the elements have an order; threads have copies.
  // CHECK-LABEL: @kept_reshapes
  // CHECK-NOT: efficient_layout
  // CHECK: tt.return
  tt.func public @kept_reshapes(%x: tensor<4096xf32, #vector>, %y: tensor<64xf32, #vector>) -> (tensor<32xf32, #rows>, tensor<128xf32, #columns>, tensor<32xf32, #rows>, tensor<8xf32, #ttg.slice<{dim = 1, parent = #copies}>>) {
    %r = tt.reshape %x allow_reorder : tensor<4096xf32, #vector> -> tensor<32x128xf32, #row>
    %s = "tt.reduce"(%r) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<32x128xf32, #row>) -> tensor<32xf32, #rows>
    %t = "tt.reduce"(%r) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<32x128xf32, #row>) -> tensor<128xf32, #columns>
    %u = tt.reshape %x : tensor<4096xf32, #vector> -> tensor<32x128xf32, #row>
    %v = "tt.reduce"(%u) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<32x128xf32, #row>) -> tensor<32xf32, #rows>
    %w = tt.reshape %y allow_reorder : tensor<64xf32, #vector> -> tensor<8x8xf32, #copies>
    %z = "tt.reduce"(%w) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<8x8xf32, #copies>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #copies}>>
    tt.return %s, %t, %v, %z : tensor<32xf32, #rows>, tensor<128xf32, #columns>, tensor<32xf32, #rows>, tensor<8xf32, #ttg.slice<{dim = 1, parent = #copies}>>
  }

  // CHECK-LABEL: @gathers
  // CHECK: tt.gather {{.+}}, efficient_layout} : {{.+}} -> tensor<16x64xf32, #[[ALONG_1]]>
  // CHECK: ttg.convert_layout {{.+}} -> tensor<16x64xf32, #[[ROW]]>
  // CHECK: tt.gather {{.+}}, efficient_layout} : {{.+}} -> tensor<16x64xf32, #[[ALONG_0]]>
  tt.func public @gathers(%x: tensor<16x64xf32, #row>, %i: tensor<16x64xi32, #row>) -> (tensor<16x64xf32, #row>, tensor<16x64xf32, #row>) {
    %0 = tt.gather %x[%i] {axis = 1 : i32} : (tensor<16x64xf32, #row>, tensor<16x64xi32, #row>) -> tensor<16x64xf32, #row>
    %1 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<16x64xf32, #row>, tensor<16x64xi32, #row>) -> tensor<16x64xf32, #row>
    tt.return %0, %1 : tensor<16x64xf32, #row>, tensor<16x64xf32, #row>
  }

  // The longer of source and indices decides; threads that are left have copies.
  // CHECK-LABEL: @other_gathers
  // CHECK: tt.gather {{.+}}, efficient_layout} : (tensor<8x128x64xf32, #[[MANY]]>, tensor<8x16x64xi32, #[[MANY]]>)
  // CHECK: tt.gather {{.+}}, efficient_layout} : (tensor<4x4xf32, #[[FEW]]>
  tt.func public @other_gathers(%x: tensor<8x128x64xf32, #box>, %i: tensor<8x16x64xi32, #box>, %y: tensor<4x4xf32, #row>, %j: tensor<4x4xi32, #row>) -> (tensor<8x16x64xf32, #box>, tensor<4x4xf32, #row>) {
    %0 = tt.gather %x[%i] {axis = 1 : i32} : (tensor<8x128x64xf32, #box>, tensor<8x16x64xi32, #box>) -> tensor<8x16x64xf32, #box>
    %1 = tt.gather %y[%j] {axis = 1 : i32} : (tensor<4x4xf32, #row>, tensor<4x4xi32, #row>) -> tensor<4x4xf32, #row>
    tt.return %0, %1 : tensor<8x16x64xf32, #box>, tensor<4x4xf32, #row>
  }

  // One whose layout was chosen, and one without other axes.
  // CHECK-LABEL: @kept_gathers
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return
  tt.func public @kept_gathers(%x: tensor<16x64xf32, #row>, %i: tensor<16x64xi32, #row>, %y: tensor<256xf32, #vector>, %j: tensor<256xi32, #vector>) -> (tensor<16x64xf32, #row>, tensor<256xf32, #vector>) {
    %0 = tt.gather %x[%i] {axis = 1 : i32, efficient_layout} : (tensor<16x64xf32, #row>, tensor<16x64xi32, #row>) -> tensor<16x64xf32, #row>
    %1 = tt.gather %y[%j] {axis = 0 : i32} : (tensor<256xf32, #vector>, tensor<256xi32, #vector>) -> tensor<256xf32, #vector>
    tt.return %0, %1 : tensor<16x64xf32, #row>, tensor<256xf32, #vector>
  }
}
