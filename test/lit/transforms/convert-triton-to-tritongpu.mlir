// Every tensor gets the default layout of its shape; what an op takes is
// converted to what it needs, or its result to the default.
// RUN: heddle-opt %s --convert-triton-to-tritongpu='target=cuda:90' | FileCheck %s
// RUN: heddle-opt %s --convert-triton-to-tritongpu='target=cuda:90' | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --convert-triton-to-tritongpu='num-warps=8 enable-source-remat=true' | FileCheck %s --check-prefix=REMAT
// RUN: heddle-opt %s --convert-triton-to-tritongpu='target=hip:gfx942 threads-per-warp=64 num-ctas=2' | FileCheck %s --check-prefix=AMD
// RUN: not heddle-opt %s --convert-triton-to-tritongpu='num-warps=3' 2>&1 | FileCheck %s --check-prefix=ODD

// ODD: error: expects a power of two as 'ttg.num-warps', but got 3

// CHECK-DAG: #[[LINE:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[COLUMN:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[TILE:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[WIDE:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-DAG: #[[SQUARE:.+]] = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[TURNED:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}
// AMD: module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32}

// CHECK-LABEL: @outer
// REMAT-LABEL: @outer
tt.func @outer() -> tensor<64x32xi32> {
  // CHECK: %[[RANGE:.*]] = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #[[LINE]]>
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // CHECK: %[[SLICE:.*]] = ttg.convert_layout %[[RANGE]] : tensor<64xi32, #[[LINE]]> -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #[[COLUMN]]}>>
  // CHECK: %[[ROWS:.*]] = tt.expand_dims %[[SLICE]] {{.*}} -> tensor<64x1xi32, #[[COLUMN]]>
  // A range can be made again instead.
  // REMAT: tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice
  // REMAT-NEXT: tt.expand_dims
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  // CHECK: %[[LIKE:.*]] = ttg.convert_layout %[[ROWS]] : tensor<64x1xi32, #[[COLUMN]]> -> tensor<64x1xi32, #[[TILE]]>
  // CHECK: tt.broadcast %[[LIKE]] : tensor<64x1xi32, #[[TILE]]> -> tensor<64x32xi32, #[[TILE]]>
  %2 = tt.broadcast %1 : tensor<64x1xi32> -> tensor<64x32xi32>
  tt.return %2 : tensor<64x32xi32>
}

// Layouts go backward through transposes, forward through reductions.
// CHECK-LABEL: @turn
// CHECK-SAME: tensor<32x64xf32, #[[WIDE]]>
tt.func @turn(%a: tensor<32x64xf32>) -> tensor<64xf32> {
  // CHECK: %[[FITTING:.*]] = ttg.convert_layout %{{.*}} : {{.*}} -> tensor<32x64xf32, #[[TURNED]]>
  // CHECK: %[[TRANS:.*]] = tt.trans %[[FITTING]] {order = array<i32: 1, 0>} : {{.*}} -> tensor<64x32xf32, #[[TILE]]>
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<32x64xf32> -> tensor<64x32xf32>
  // CHECK: %[[SUM:.*]] = "tt.reduce"(%[[TRANS]])
  // CHECK: -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #[[TILE]]}>>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    tt.reduce.return %z : f32
  }) : (tensor<64x32xf32>) -> tensor<64xf32>
  // CHECK: %[[LAST:.*]] = ttg.convert_layout %[[SUM]] : {{.*}} -> tensor<64xf32, #[[LINE]]>
  // CHECK: tt.return %[[LAST]]
  tt.return %1 : tensor<64xf32>
}

// A thread computes a square of a product.
// CHECK-LABEL: @product
tt.func @product(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>) -> tensor<64x64xf32> {
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  // CHECK-DAG: ttg.convert_layout %{{.*}} -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #[[SQUARE]]}>>
  // CHECK-DAG: ttg.convert_layout %{{.*}} -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #[[SQUARE]]}>>
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #[[SQUARE]]>
  // CHECK-NEXT: ttg.convert_layout %{{.*}} : tensor<64x64xf32, #[[SQUARE]]> -> tensor<64x64xf32, #[[WIDE]]>
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  tt.return %0 : tensor<64x64xf32>
}

// Pairs, loops, calls, and branches.
// CHECK-LABEL: @pairs
tt.func @pairs(%a: tensor<64xf32>, %n: i32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for {{.*}} -> (tensor<64xf32, #[[LINE]]>)
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<64xf32>) : i32 {
    // CHECK: tt.join %{{.*}} : tensor<64xf32, #[[LINE]]> -> tensor<64x2xf32, #[[PAIR:[a-z0-9]+]]>
    %1 = tt.join %x, %x : tensor<64xf32> -> tensor<64x2xf32>
    // CHECK: tt.split %{{.*}} : tensor<64x2xf32, #[[PAIR]]> -> tensor<64xf32, #[[LINE]]>
    %2, %3 = tt.split %1 : tensor<64x2xf32> -> tensor<64xf32>
    %4 = tt.call @step(%2) : (tensor<64xf32>) -> tensor<64xf32>
    scf.yield %4 : tensor<64xf32>
  }
  tt.return %0 : tensor<64xf32>
}

// CHECK-LABEL: tt.func private @step
// CHECK-SAME: (%{{.*}}: tensor<64xf32, #[[LINE]]>) -> tensor<64xf32, #[[LINE]]>
tt.func private @step(%a: tensor<64xf32>) -> tensor<64xf32> attributes {noinline = true} {
  cf.br ^next(%a : tensor<64xf32>)
// CHECK: ^{{.*}}(%{{.*}}: tensor<64xf32, #[[LINE]]>)
^next(%x: tensor<64xf32>):
  %0 = tt.cat %x, %x : tensor<64xf32> -> tensor<128xf32>
  %1 = tt.reshape %0 allow_reorder : tensor<128xf32> -> tensor<2x64xf32>
  %2 = tt.reshape %1 : tensor<2x64xf32> -> tensor<128xf32>
  tt.return %x : tensor<64xf32>
}
