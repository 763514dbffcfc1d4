// What a loop copies to shared memory is read from there in any layout, and reductions may have
// whole axes in each thread.
// RUN: split-file %s %t
// RUN: heddle-opt %t/copied.mlir --tritongpu-remove-layout-conversions | FileCheck %t/copied.mlir
// RUN: heddle-opt %t/copied.mlir --tritongpu-remove-layout-conversions=num-stages=1 | FileCheck %t/copied.mlir --check-prefix=ONE
// RUN: heddle-opt %t/copied.mlir --tritongpu-remove-layout-conversions --tritongpu-assign-latencies --tritongpu-schedule-loops --tritongpu-pipeline | FileCheck %t/copied.mlir --check-prefix=AHEAD
// RUN: heddle-opt %t/reduced.mlir --tritongpu-remove-layout-conversions | FileCheck %t/reduced.mlir

// The second factor is a transposed tile that is doubled: converted as it was loaded, which the
// pipeline makes a read in that layout.
//--- copied.mlir
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
// CHECK-LABEL: @transposed
// CHECK: %[[TILE:.+]] = tt.load
// CHECK: %[[READ:.+]] = ttg.convert_layout %[[TILE]] {{.*}} -> tensor<64x64xf16, #[[LINEAR:linear.*]]>
// CHECK: %[[TRANS:.+]] = tt.trans %[[READ]] {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1
// CHECK: tt.dot %{{.+}}, %[[TRANS]]
// ONE-LABEL: @transposed
// ONE: scf.for
// ONE: tt.trans
// ONE: ttg.convert_layout {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1
// AHEAD-LABEL: @transposed
// AHEAD: scf.for
// AHEAD-NOT: convert_layout
// AHEAD: ttg.local_load {{.*}} -> tensor<64x64xf16, #linear
// AHEAD-NOT: convert_layout
// AHEAD: tt.dot
// AHEAD: scf.yield
tt.func @transposed(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %count: i32, %factor: tensor<64x64xf16, #a>, %out: tensor<64x64x!tt.ptr<f32>, #mma>) {
  %first = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #rows}>>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #rows}>> -> tensor<1x64xi32, #rows>
  %range2 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #rows}>>
  %down = tt.expand_dims %range2 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #rows}>> -> tensor<64x1xi32, #rows>
  %pitch = arith.constant dense<64> : tensor<64x1xi32, #rows>
  %row = arith.muli %down, %pitch : tensor<64x1xi32, #rows>
  %rows = tt.broadcast %row : tensor<64x1xi32, #rows> -> tensor<64x64xi32, #rows>
  %columns = tt.broadcast %along : tensor<1x64xi32, #rows> -> tensor<64x64xi32, #rows>
  %offsets = arith.addi %rows, %columns : tensor<64x64xi32, #rows>
  %sum = scf.for %i = %first to %count step %step iter_args(%before = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %at = tt.addptr %p, %i : !tt.ptr<f16>, i32
    %all = tt.splat %at : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #rows>
    %where = tt.addptr %all, %offsets : tensor<64x64x!tt.ptr<f16>, #rows>, tensor<64x64xi32, #rows>
    %tile = tt.load %where : tensor<64x64x!tt.ptr<f16>, #rows>
    %turned = tt.trans %tile {order = array<i32: 1, 0>} : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    %operand = ttg.convert_layout %turned : tensor<64x64xf16, #columns> -> tensor<64x64xf16, #b>
    %d = tt.dot %factor, %operand, %before : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
  tt.return
}
}

// Along the middle axis lanes and warps would have to exchange what they have.
//--- reduced.mlir
#box = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 2, 16], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#tile = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK: #[[WHOLE:.+]] = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [2, 1, 16], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-LABEL: @middle
// CHECK: tt.load {{.*}} #[[WHOLE]]>
// CHECK-NOT: convert_layout
// CHECK: "tt.reduce"
// CHECK: }) : (tensor<8x4x64xf32, #[[WHOLE]]>) -> tensor<8x64xf32, #ttg.slice<{dim = 1, parent = #[[WHOLE]]}>>
tt.func @middle(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #box}>}>>
  %i0 = tt.expand_dims %i {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #box}>}>> -> tensor<8x1xi32, #ttg.slice<{dim = 2, parent = #box}>>
  %i1 = tt.expand_dims %i0 {axis = 2 : i32} : tensor<8x1xi32, #ttg.slice<{dim = 2, parent = #box}>> -> tensor<8x1x1xi32, #box>
  %i_step = arith.constant dense<256> : tensor<8x1x1xi32, #box>
  %i_offset = arith.muli %i1, %i_step : tensor<8x1x1xi32, #box>
  %i_all = tt.broadcast %i_offset : tensor<8x1x1xi32, #box> -> tensor<8x4x64xi32, #box>
  %j = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #box}>}>>
  %j0 = tt.expand_dims %j {axis = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #box}>}>> -> tensor<1x4xi32, #ttg.slice<{dim = 2, parent = #box}>>
  %j1 = tt.expand_dims %j0 {axis = 2 : i32} : tensor<1x4xi32, #ttg.slice<{dim = 2, parent = #box}>> -> tensor<1x4x1xi32, #box>
  %j_step = arith.constant dense<64> : tensor<1x4x1xi32, #box>
  %j_offset = arith.muli %j1, %j_step : tensor<1x4x1xi32, #box>
  %j_all = tt.broadcast %j_offset : tensor<1x4x1xi32, #box> -> tensor<8x4x64xi32, #box>
  %k = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #box}>}>>
  %k0 = tt.expand_dims %k {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #box}>}>> -> tensor<1x64xi32, #ttg.slice<{dim = 1, parent = #box}>>
  %k1 = tt.expand_dims %k0 {axis = 1 : i32} : tensor<1x64xi32, #ttg.slice<{dim = 1, parent = #box}>> -> tensor<1x1x64xi32, #box>
  %k_all = tt.broadcast %k1 : tensor<1x1x64xi32, #box> -> tensor<8x4x64xi32, #box>
  %ij = arith.addi %i_all, %j_all : tensor<8x4x64xi32, #box>
  %where = arith.addi %ij, %k_all : tensor<8x4x64xi32, #box>
  %all = tt.splat %p : !tt.ptr<f32> -> tensor<8x4x64x!tt.ptr<f32>, #box>
  %at = tt.addptr %all, %where : tensor<8x4x64x!tt.ptr<f32>, #box>, tensor<8x4x64xi32, #box>
  %values = tt.load %at : tensor<8x4x64x!tt.ptr<f32>, #box>
  %sums = "tt.reduce"(%values) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<8x4x64xf32, #box>) -> tensor<8x64xf32, #ttg.slice<{dim = 1, parent = #box}>>
  %stored = ttg.convert_layout %sums : tensor<8x64xf32, #ttg.slice<{dim = 1, parent = #box}>> -> tensor<8x64xf32, #tile>
  %row = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #tile}>>
  %row0 = tt.expand_dims %row {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #tile}>> -> tensor<8x1xi32, #tile>
  %pitch = arith.constant dense<64> : tensor<8x1xi32, #tile>
  %row1 = arith.muli %row0, %pitch : tensor<8x1xi32, #tile>
  %rows = tt.broadcast %row1 : tensor<8x1xi32, #tile> -> tensor<8x64xi32, #tile>
  %column = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #tile}>>
  %column0 = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #tile}>> -> tensor<1x64xi32, #tile>
  %columns = tt.broadcast %column0 : tensor<1x64xi32, #tile> -> tensor<8x64xi32, #tile>
  %places = arith.addi %rows, %columns : tensor<8x64xi32, #tile>
  %outs = tt.splat %q : !tt.ptr<f32> -> tensor<8x64x!tt.ptr<f32>, #tile>
  %out = tt.addptr %outs, %places : tensor<8x64x!tt.ptr<f32>, #tile>, tensor<8x64xi32, #tile>
  tt.store %out, %stored : tensor<8x64x!tt.ptr<f32>, #tile>
  tt.return
}
}
