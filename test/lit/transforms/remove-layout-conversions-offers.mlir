// Layouts that nobody asked for are offered where they cost less: those without gaps between the
// lanes of a narrow access, those with which a warp, or a thread, reduces a whole axis, and those
// with an axis in few lanes, or in many, and tiles for transpositions.
// RUN: split-file %s %t
// RUN: heddle-opt %t/gaps.mlir --tritongpu-remove-layout-conversions | FileCheck %t/gaps.mlir
// RUN: heddle-opt %t/blocks.mlir --tritongpu-remove-layout-conversions | FileCheck %t/blocks.mlir
// RUN: heddle-opt %t/axes.mlir --tritongpu-remove-layout-conversions | FileCheck %t/axes.mlir
// RUN: heddle-opt %t/axes.mlir --tritongpu-remove-layout-conversions | heddle-opt | FileCheck %t/axes.mlir
// RUN: heddle-opt %t/lanes.mlir --tritongpu-remove-layout-conversions | FileCheck %t/lanes.mlir
// RUN: heddle-opt %kernels/../transpose_tiles.ttir --heddle-tensors='target=gfx942' --stop-after tritongpu-remove-layout-conversions | FileCheck %s --check-prefix=TILES
// RUN: heddle-opt %t/axes.mlir --test-more-layouts='count=60' -o /dev/null 2>&1 | FileCheck %t/axes.mlir --check-prefix=MORE

// Lanes have tiles, which they load and store as they are.
// TILES: #[[TILE:.+]] = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [32, 2], warpsPerCTA = [1, 4]
// TILES: tt.load {{.+}} : tensor<64x32x!tt.ptr<f16>, #[[TILE]]>
// TILES-NOT: ttg.convert_layout {{.+}}x{{.+}}xf16
// TILES: tt.trans {{.+}} : tensor<64x32xf16, #[[TILE]]>

//--- gaps.mlir
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[ONE:.+]] = #ttg.blocked<{sizePerThread = [1]
// CHECK-DAG: #[[WIDE:.+]] = #ttg.blocked<{sizePerThread = [4]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// The mask may end anywhere, so that elements are loaded one by one: side by side.
// CHECK-LABEL: @any_end
tt.func @any_end(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  // CHECK: tt.load {{.+}} : tensor<512x!tt.ptr<f32>, #[[ONE]]>
  // CHECK: tt.store {{.+}} : tensor<512x!tt.ptr<f32>, #[[ONE]]>
  %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #wide>
  %s = tt.splat %n : i32 -> tensor<512xi32, #wide>
  %mask = arith.cmpi slt, %r, %s : tensor<512xi32, #wide>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #wide>
  %p = tt.addptr %b, %r : tensor<512x!tt.ptr<f32>, #wide>, tensor<512xi32, #wide>
  %v = tt.load %p, %mask : tensor<512x!tt.ptr<f32>, #wide>
  %e = math.exp %v : tensor<512xf32, #wide>
  tt.store %p, %e, %mask : tensor<512x!tt.ptr<f32>, #wide>
  tt.return
}

// Here it ends at multiples of 16.
// CHECK-LABEL: @known_end
tt.func @known_end(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  // CHECK: tt.load {{.+}} : tensor<512x!tt.ptr<f32>, #[[WIDE]]>
  %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #wide>
  %s = tt.splat %n : i32 -> tensor<512xi32, #wide>
  %mask = arith.cmpi slt, %r, %s : tensor<512xi32, #wide>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #wide>
  %p = tt.addptr %b, %r : tensor<512x!tt.ptr<f32>, #wide>, tensor<512xi32, #wide>
  %v = tt.load %p, %mask : tensor<512x!tt.ptr<f32>, #wide>
  tt.store %p, %v, %mask : tensor<512x!tt.ptr<f32>, #wide>
  tt.return
}

// What may be the same element is not taken for neighbours.
// CHECK-LABEL: @groups
tt.func @groups(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: tensor<512x!tt.ptr<f32>, #wide>) {
  // CHECK: tt.load {{.+}} : tensor<512x!tt.ptr<f32>, #[[WIDE]]>
  %size = arith.constant dense<32> : tensor<512xi32, #wide>
  %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #wide>
  %g = arith.divsi %r, %size : tensor<512xi32, #wide>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #wide>
  %p = tt.addptr %b, %g : tensor<512x!tt.ptr<f32>, #wide>, tensor<512xi32, #wide>
  %v = tt.load %p : tensor<512x!tt.ptr<f32>, #wide>
  tt.store %q, %v : tensor<512x!tt.ptr<f32>, #wide>
  tt.return
}

}

//--- axes.mlir
#row = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#of_row = #ttg.slice<{dim = 1, parent = #row}>
#along = #ttg.slice<{dim = 0, parent = #row}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[WARPS:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[ALL:.+]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// MORE: remark: [[CYCLES:.+]] cycles, and [[CYCLES]] with 60 random layouts for each rank
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// Each warp has a row, as many rows as there are: its sum takes shuffles only.
// CHECK-LABEL: @rows
tt.func @rows(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK: tt.load {{.+}} : tensor<4x128x!tt.ptr<f32>, #[[WARPS]]>
  // CHECK: "tt.reduce"
  // CHECK: "tt.scan"
  // CHECK: (tensor<4x128xf32, #[[WARPS]]>)
  %stride = arith.constant dense<128> : tensor<4x1xi32, #row>
  %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #of_row>
  %j = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #along>
  %ie = tt.expand_dims %i {axis = 1 : i32} : tensor<4xi32, #of_row> -> tensor<4x1xi32, #row>
  %je = tt.expand_dims %j {axis = 0 : i32} : tensor<128xi32, #along> -> tensor<1x128xi32, #row>
  %is = arith.muli %ie, %stride : tensor<4x1xi32, #row>
  %ib = tt.broadcast %is : tensor<4x1xi32, #row> -> tensor<4x128xi32, #row>
  %jb = tt.broadcast %je : tensor<1x128xi32, #row> -> tensor<4x128xi32, #row>
  %at = arith.addi %ib, %jb : tensor<4x128xi32, #row>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<4x128x!tt.ptr<f32>, #row>
  %p = tt.addptr %b, %at : tensor<4x128x!tt.ptr<f32>, #row>, tensor<4x128xi32, #row>
  %v = tt.load %p : tensor<4x128x!tt.ptr<f32>, #row>
  %most = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%m: f32, %n: f32):
    %s = arith.maxnumf %m, %n : f32
    tt.reduce.return %s : f32
  }) : (tensor<4x128xf32, #row>) -> tensor<4xf32, #of_row>
  %me = tt.expand_dims %most {axis = 1 : i32} : tensor<4xf32, #of_row> -> tensor<4x1xf32, #row>
  %mb = tt.broadcast %me : tensor<4x1xf32, #row> -> tensor<4x128xf32, #row>
  %d = arith.subf %v, %mb : tensor<4x128xf32, #row>
  %sums = "tt.scan"(%d) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%m: f32, %n: f32):
    %s = arith.addf %m, %n : f32
    tt.scan.return %s : f32
  }) : (tensor<4x128xf32, #row>) -> tensor<4x128xf32, #row>
  %c = tt.splat %y : !tt.ptr<f32> -> tensor<4x128x!tt.ptr<f32>, #row>
  %q = tt.addptr %c, %at : tensor<4x128x!tt.ptr<f32>, #row>, tensor<4x128xi32, #row>
  tt.store %q, %sums : tensor<4x128x!tt.ptr<f32>, #row>
  tt.return
}

// There are no rows for the other warps: each has all of it, which takes no
// shared memory.
// CHECK-LABEL: @one_row
tt.func @one_row(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  // CHECK: "tt.scan"
  // CHECK: (tensor<64xi32, #[[ALL]]>)
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #line>
  %b = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #line>
  %p = tt.addptr %b, %r : tensor<64x!tt.ptr<i32>, #line>, tensor<64xi32, #line>
  %v = tt.load %p : tensor<64x!tt.ptr<i32>, #line>
  %sums = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%m: i32, %n: i32):
    %s = arith.addi %m, %n : i32
    tt.scan.return %s : i32
  }) : (tensor<64xi32, #line>) -> tensor<64xi32, #line>
  %c = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #line>
  %q = tt.addptr %c, %r : tensor<64x!tt.ptr<i32>, #line>, tensor<64xi32, #line>
  tt.store %q, %sums : tensor<64x!tt.ptr<i32>, #line>
  tt.return
}

}

//--- blocks.mlir
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#any = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#block = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 8]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// The rows of a block that the engine loads are each one warp's, where they are summed, too.
// CHECK-LABEL: @sums_of_rows
tt.func @sums_of_rows(%d: !tt.tensordesc<16x256xf16, #block>, %c0: i32) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #any}>> {
  // CHECK: tt.descriptor_load {{.+}} -> tensor<16x256xf16, #[[ROWS]]>
  // CHECK-NOT: ttg.convert_layout
  // CHECK: "tt.reduce"
  // CHECK: (tensor<16x256xf32, #[[ROWS]]>)
  %x = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<16x256xf16, #block> -> tensor<16x256xf16, #rows>
  %y = ttg.convert_layout %x : tensor<16x256xf16, #rows> -> tensor<16x256xf16, #any>
  %z = arith.extf %y : tensor<16x256xf16, #any> to tensor<16x256xf32, #any>
  %s = "tt.reduce"(%z) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    tt.reduce.return %sum : f32
  }) : (tensor<16x256xf32, #any>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #any}>>
  tt.return %s : tensor<16xf32, #ttg.slice<{dim = 1, parent = #any}>>
}

}

//--- lanes.mlir
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#four = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#of_rows = #ttg.slice<{dim = 1, parent = #rows}>
// CHECK-DAG: #[[FEW:.+]] = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8]
// CHECK-DAG: #[[MANY:.+]] = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// Each thread has one row's elements, of sixteen, instead of two rows': half as many sums, and one
// step less between lanes.
// CHECK-LABEL: @most_of_rows
tt.func @most_of_rows(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32>, %n: i32 {tt.divisibility = 16 : i32}) {
  // CHECK: tt.load {{.+}} : tensor<16x128x!tt.ptr<f16>, #[[FEW]]>
  // CHECK: (tensor<16x128xf32, #[[FEW]]>)
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #of_rows>
  %re = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32, #of_rows> -> tensor<16x1xi32, #rows>
  %w = tt.splat %n : i32 -> tensor<16x1xi32, #rows>
  %rw = arith.muli %re, %w : tensor<16x1xi32, #rows>
  %c = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #rows}>>
  %ce = tt.expand_dims %c {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #rows}>> -> tensor<1x128xi32, #rows>
  %rb = tt.broadcast %rw : tensor<16x1xi32, #rows> -> tensor<16x128xi32, #rows>
  %cb = tt.broadcast %ce : tensor<1x128xi32, #rows> -> tensor<16x128xi32, #rows>
  %at = arith.addi %rb, %cb : tensor<16x128xi32, #rows>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x128x!tt.ptr<f16>, #rows>
  %p = tt.addptr %b, %at : tensor<16x128x!tt.ptr<f16>, #rows>, tensor<16x128xi32, #rows>
  %v = tt.load %p : tensor<16x128x!tt.ptr<f16>, #rows>
  %f = arith.extf %v : tensor<16x128xf16, #rows> to tensor<16x128xf32, #rows>
  %sums = "tt.reduce"(%f) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %d: f32):
    %s = arith.addf %a, %d : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x128xf32, #rows>) -> tensor<16xf32, #of_rows>
  %yb = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #of_rows>
  %yp = tt.addptr %yb, %r : tensor<16x!tt.ptr<f32>, #of_rows>, tensor<16xi32, #of_rows>
  tt.store %yp, %sums : tensor<16x!tt.ptr<f32>, #of_rows>
  tt.return
}

// A warp's lanes all have the same row, of which they ask each other.
// CHECK-LABEL: @gather_from_row
tt.func @gather_from_row(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  // CHECK: tt.gather {{.+}}tensor<16x64xf32, #[[MANY]]>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #four}>>
  %re = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #four}>> -> tensor<16x1xi32, #four>
  %w = arith.constant dense<64> : tensor<16x1xi32, #four>
  %rw = arith.muli %re, %w : tensor<16x1xi32, #four>
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #four}>>
  %ce = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #four}>> -> tensor<1x64xi32, #four>
  %rb = tt.broadcast %rw : tensor<16x1xi32, #four> -> tensor<16x64xi32, #four>
  %cb = tt.broadcast %ce : tensor<1x64xi32, #four> -> tensor<16x64xi32, #four>
  %at = arith.addi %rb, %cb : tensor<16x64xi32, #four>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>, #four>
  %p = tt.addptr %b, %at : tensor<16x64x!tt.ptr<f32>, #four>, tensor<16x64xi32, #four>
  %v = tt.load %p : tensor<16x64x!tt.ptr<f32>, #four>
  %d = tt.splat %y : !tt.ptr<i32> -> tensor<16x64x!tt.ptr<i32>, #four>
  %q = tt.addptr %d, %at : tensor<16x64x!tt.ptr<i32>, #four>, tensor<16x64xi32, #four>
  %i = tt.load %q : tensor<16x64x!tt.ptr<i32>, #four>
  %g = tt.gather %v[%i] {axis = 1 : i32} : (tensor<16x64xf32, #four>, tensor<16x64xi32, #four>) -> tensor<16x64xf32, #four>
  tt.store %p, %g : tensor<16x64x!tt.ptr<f32>, #four>
  tt.return
}

}
