// Lanes move wide pieces of global memory, side by side.
// RUN: split-file %s %t
// RUN: heddle-opt %t/vector.mlir --tritongpu-coalesce | FileCheck %t/vector.mlir
// RUN: heddle-opt %t/vector.mlir --tritongpu-coalesce | heddle-opt | FileCheck %t/vector.mlir
// RUN: heddle-opt %t/tiles.mlir --tritongpu-coalesce | FileCheck %t/tiles.mlir
// RUN: heddle-opt %t/types.mlir --tritongpu-coalesce | FileCheck %t/types.mlir
// RUN: heddle-opt %t/rows.mlir --tritongpu-coalesce | FileCheck %t/rows.mlir
// RUN: heddle-opt %t/blocks.mlir --tritongpu-coalesce | FileCheck %t/blocks.mlir
// RUN: heddle-opt %t/narrow.mlir --tritongpu-coalesce --remarks-filter=tritongpu-coalesce 2>&1 | FileCheck %t/narrow.mlir
// RUN: heddle-opt %t/wide.mlir --tritongpu-coalesce | FileCheck %t/wide.mlir
// RUN: heddle-opt %t/wide.mlir --tritongpu-coalesce=max-vec-bits=128 | FileCheck %t/wide.mlir --check-prefix=NARROW
// RUN: heddle-opt %t/remarks.mlir --tritongpu-coalesce --remarks-filter=tritongpu-coalesce 2>&1 | FileCheck %t/remarks.mlir
// RUN: not heddle-opt %t/wide.mlir --tritongpu-coalesce=max-vec-bits=96 2>&1 | FileCheck %t/wide.mlir --check-prefix=ERROR

// 128 numbers of f16 by one warp: four of a lane at once, not one four times.
//--- vector.mlir
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-DAG: #[[BEFORE:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-DAG: #[[AFTER:.+]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
// CHECK-LABEL: @copy
tt.func @copy(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
  %1 = tt.splat %x : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, #blocked>
  // CHECK: %[[P:.+]] = tt.addptr {{.+}} tensor<128x!tt.ptr<f16>, #[[BEFORE]]>
  %2 = tt.addptr %1, %0 : tensor<128x!tt.ptr<f16>, #blocked>, tensor<128xi32, #blocked>
  // CHECK-NEXT: %[[Q:.+]] = ttg.convert_layout %[[P]] : tensor<128x!tt.ptr<f16>, #[[BEFORE]]> -> tensor<128x!tt.ptr<f16>, #[[AFTER]]>
  // CHECK-NEXT: %[[V:.+]] = tt.load %[[Q]] : tensor<128x!tt.ptr<f16>, #[[AFTER]]>
  // CHECK-NEXT: ttg.convert_layout %[[V]] : tensor<128xf16, #[[AFTER]]> -> tensor<128xf16, #[[BEFORE]]>
  %3 = tt.load %2 : tensor<128x!tt.ptr<f16>, #blocked>
  tt.store %2, %3 : tensor<128x!tt.ptr<f16>, #blocked>
  tt.return
}
}

// A transpose reads along the columns and writes along the rows; where nothing is
// known of addresses, nothing changes.
//--- tiles.mlir
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #blocked}>
#columns = #ttg.slice<{dim = 0, parent = #blocked}>
// CHECK-DAG: #[[PLAIN:.+]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-DAG: #[[ROW:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[COLUMN:.+]] = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: @transpose
tt.func @transpose(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %s: i32 {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #rows>
  %1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #columns>
  %2 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32, #rows> -> tensor<64x1xi32, #blocked>
  %3 = tt.expand_dims %1 {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #blocked>
  %4 = tt.splat %s : i32 -> tensor<64x1xi32, #blocked>
  %5 = arith.muli %2, %4 : tensor<64x1xi32, #blocked>
  %6 = tt.splat %s : i32 -> tensor<1x64xi32, #blocked>
  %7 = arith.muli %3, %6 : tensor<1x64xi32, #blocked>
  %8 = tt.broadcast %5 : tensor<64x1xi32, #blocked> -> tensor<64x64xi32, #blocked>
  %9 = tt.broadcast %3 : tensor<1x64xi32, #blocked> -> tensor<64x64xi32, #blocked>
  %10 = arith.addi %8, %9 : tensor<64x64xi32, #blocked>
  %11 = tt.broadcast %2 : tensor<64x1xi32, #blocked> -> tensor<64x64xi32, #blocked>
  %12 = tt.broadcast %7 : tensor<1x64xi32, #blocked> -> tensor<64x64xi32, #blocked>
  %13 = arith.addi %11, %12 : tensor<64x64xi32, #blocked>
  %14 = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #blocked>
  %15 = tt.addptr %14, %13 : tensor<64x64x!tt.ptr<f32>, #blocked>, tensor<64x64xi32, #blocked>
  %16 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #blocked>
  %17 = tt.addptr %16, %10 : tensor<64x64x!tt.ptr<f32>, #blocked>, tensor<64x64xi32, #blocked>
  // CHECK: tt.load {{.+}}, #[[COLUMN]]>
  %18 = tt.load %15 : tensor<64x64x!tt.ptr<f32>, #blocked>
  // CHECK: tt.store {{.+}}, #[[ROW]]>
  tt.store %17, %18 : tensor<64x64x!tt.ptr<f32>, #blocked>
  tt.return
}
// CHECK-LABEL: @anywhere
tt.func @anywhere(%x: !tt.ptr<f32>, %o: tensor<64x64xi32, #blocked>) {
  %0 = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #blocked>
  %1 = tt.addptr %0, %o : tensor<64x64x!tt.ptr<f32>, #blocked>, tensor<64x64xi32, #blocked>
  // CHECK-NOT: convert_layout
  // CHECK: tt.load {{.+}}, #[[PLAIN]]>
  %2 = tt.load %1 : tensor<64x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT: tt.store {{.+}}, #[[PLAIN]]>
  tt.store %1, %2 : tensor<64x64x!tt.ptr<f32>, #blocked>
  tt.return
}
}

// What one tensor's elements go through weighs together: loads of f32 take the
// eight that f16 has, stores have no gaps. Another tensor with the same places
// does not count.
//--- types.mlir
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[EIGHT:.+]] = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[FOUR:.+]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: @two_types
tt.func @two_types(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %z: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  %3 = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #blocked>
  %4 = tt.addptr %3, %0 : tensor<1024x!tt.ptr<f16>, #blocked>, tensor<1024xi32, #blocked>
  %5 = tt.splat %z : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  %6 = tt.addptr %5, %0 : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  // CHECK: tt.load {{.+}}<f32>, #[[EIGHT]]>
  %7 = tt.load %2 : tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK: tt.load {{.+}}<f16>, #[[EIGHT]]>
  %8 = tt.load %4 : tensor<1024x!tt.ptr<f16>, #blocked>
  %9 = arith.extf %8 : tensor<1024xf16, #blocked> to tensor<1024xf32, #blocked>
  %10 = arith.addf %7, %9 : tensor<1024xf32, #blocked>
  // CHECK: tt.store {{.+}}<f32>, #[[FOUR]]>
  tt.store %6, %10 : tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK: tt.load {{.+}}<f32>, #[[FOUR]]>
  %11 = tt.load %6 : tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK: tt.store {{.+}}<f32>, #[[FOUR]]>
  tt.store %2, %11 : tensor<1024x!tt.ptr<f32>, #blocked>
  tt.return
}
}

// A row that is added to a tile is in many threads anyway, so that its load may
// be as wide as the tile's.
//--- rows.mlir
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.slice<{dim = 0, parent = #blocked}>
// CHECK-DAG: #[[ROW:.+]] = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[ALONE:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#plain = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: @rows
tt.func @rows(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: tensor<64x64x!tt.ptr<f16>, #blocked>, %t: tensor<64x64xf16, #blocked>) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #plain>
  %1 = tt.splat %x : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>, #plain>
  %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<f16>, #plain>, tensor<64xi32, #plain>
  // CHECK: tt.load {{.+}}, #[[ROW]]>
  %3 = tt.load %2 : tensor<64x!tt.ptr<f16>, #plain>
  %4 = ttg.convert_layout %3 : tensor<64xf16, #plain> -> tensor<64xf16, #columns>
  %5 = tt.expand_dims %4 {axis = 0 : i32} : tensor<64xf16, #columns> -> tensor<1x64xf16, #blocked>
  %6 = tt.broadcast %5 : tensor<1x64xf16, #blocked> -> tensor<64x64xf16, #blocked>
  %7 = arith.addf %6, %t : tensor<64x64xf16, #blocked>
  tt.store %y, %7 {tt.divisibility = 16 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked>
  // CHECK: %[[V:.+]] = tt.load {{.+}}, #[[ALONE]]>
  %8 = tt.load %2 : tensor<64x!tt.ptr<f16>, #plain>
  // CHECK: tt.store {{.+}}, #[[ALONE]]>
  tt.store %2, %8 : tensor<64x!tt.ptr<f16>, #plain>
  tt.return
}
}

// Blocks of a cluster keep their parts, whatever family said which those are; an
// atomic of integers moves one element.
//--- blocks.mlir
#linear = #ttg.linear<{register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = [[256]]}>
// CHECK: #[[BLOCKS:.+]] = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = {{\[\[1\]\]}}}>
// CHECK: #[[ONES:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = {{\[\[1\]\]}}}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: @blocks
tt.func @blocks(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #linear>
  %1 = tt.splat %x : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #linear>
  %2 = tt.addptr %1, %0 : tensor<512x!tt.ptr<i32>, #linear>, tensor<512xi32, #linear>
  // CHECK: tt.load {{.+}}, #[[BLOCKS]]>
  %3 = tt.load %2 : tensor<512x!tt.ptr<i32>, #linear>
  // CHECK: tt.atomic_rmw {{.+}}, #[[ONES]]>
  %4 = tt.atomic_rmw add, relaxed, gpu, %2, %0 : (tensor<512x!tt.ptr<i32>, #linear>, tensor<512xi32, #linear>) -> tensor<512xi32, #linear>
  tt.store %2, %3 : tensor<512x!tt.ptr<i32>, #linear>
  tt.return
}
}

// Four rows of four bytes that follow each other are one access; not if they are
// further apart, if nobody knows how far, or if each row has its own mask.
//--- narrow.mlir
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #blocked}>
#columns = #ttg.slice<{dim = 0, parent = #blocked}>
// CHECK: tt.load | bytes-per-lane=16, sectors-per-warp=16
// CHECK: tt.load | bytes-per-lane=4, sectors-per-warp=32
// CHECK: tt.load | bytes-per-lane=4, sectors-per-warp=32
// CHECK: tt.store | bytes-per-lane=4, sectors-per-warp=4
// CHECK: tt.store | bytes-per-lane=8, sectors-per-warp=8
// CHECK-DAG: #[[FOUR:.+]] = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[TWO:.+]] = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[ONE:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK: @rows
tt.func @rows(%x: !tt.ptr<i8> {tt.divisibility = 32 : i32}, %s: i32 {tt.divisibility = 16 : i32}, %n: i32, %even: i32 {tt.divisibility = 2 : i32}) {
  %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #rows>
  %c = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #columns>
  %row = tt.expand_dims %r {axis = 1 : i32} : tensor<512xi32, #rows> -> tensor<512x1xi32, #blocked>
  %column = tt.expand_dims %c {axis = 0 : i32} : tensor<4xi32, #columns> -> tensor<1x4xi32, #blocked>
  %columns = tt.broadcast %column : tensor<1x4xi32, #blocked> -> tensor<512x4xi32, #blocked>
  %base = tt.splat %x : !tt.ptr<i8> -> tensor<512x4x!tt.ptr<i8>, #blocked>
  %four = arith.constant dense<4> : tensor<512x1xi32, #blocked>
  %eight = arith.constant dense<8> : tensor<512x1xi32, #blocked>
  %any = tt.splat %s : i32 -> tensor<512x1xi32, #blocked>
  // One behind the other, apart, and as far apart as an argument says.
  %ps = arith.muli %row, %four : tensor<512x1xi32, #blocked>
  %pr = tt.broadcast %ps : tensor<512x1xi32, #blocked> -> tensor<512x4xi32, #blocked>
  %po = arith.addi %pr, %columns : tensor<512x4xi32, #blocked>
  %p = tt.addptr %base, %po : tensor<512x4x!tt.ptr<i8>, #blocked>, tensor<512x4xi32, #blocked>
  // CHECK: tt.load {{.+}}, #[[FOUR]]>
  %0 = tt.load %p : tensor<512x4x!tt.ptr<i8>, #blocked>
  %qs = arith.muli %row, %eight : tensor<512x1xi32, #blocked>
  %qr = tt.broadcast %qs : tensor<512x1xi32, #blocked> -> tensor<512x4xi32, #blocked>
  %qo = arith.addi %qr, %columns : tensor<512x4xi32, #blocked>
  %q = tt.addptr %base, %qo : tensor<512x4x!tt.ptr<i8>, #blocked>, tensor<512x4xi32, #blocked>
  // CHECK: tt.load {{.+}}, #[[ONE]]>
  %1 = tt.load %q : tensor<512x4x!tt.ptr<i8>, #blocked>
  %us = arith.muli %row, %any : tensor<512x1xi32, #blocked>
  %ur = tt.broadcast %us : tensor<512x1xi32, #blocked> -> tensor<512x4xi32, #blocked>
  %uo = arith.addi %ur, %columns : tensor<512x4xi32, #blocked>
  %u = tt.addptr %base, %uo : tensor<512x4x!tt.ptr<i8>, #blocked>, tensor<512x4xi32, #blocked>
  // It has two rows, since all that it loads is stored like that.
  // CHECK: tt.load {{.+}}, #[[TWO]]>
  %2 = tt.load %u : tensor<512x4x!tt.ptr<i8>, #blocked>
  // Rows below any number, and below an even one.
  %n1 = tt.splat %n : i32 -> tensor<512x1xi32, #blocked>
  %m1 = arith.cmpi slt, %row, %n1 : tensor<512x1xi32, #blocked>
  %mask1 = tt.broadcast %m1 : tensor<512x1xi1, #blocked> -> tensor<512x4xi1, #blocked>
  // CHECK: tt.store {{.+}}, #[[ONE]]>
  tt.store %p, %1, %mask1 : tensor<512x4x!tt.ptr<i8>, #blocked>
  %n2 = tt.splat %even : i32 -> tensor<512x1xi32, #blocked>
  %m2 = arith.cmpi slt, %row, %n2 : tensor<512x1xi32, #blocked>
  %mask2 = tt.broadcast %m2 : tensor<512x1xi1, #blocked> -> tensor<512x4xi1, #blocked>
  // CHECK: tt.store {{.+}}, #[[TWO]]>
  tt.store %p, %2, %mask2 : tensor<512x4x!tt.ptr<i8>, #blocked>
  tt.return
}
}

// A lane of sm_100 moves 32 bytes at once.
//--- wide.mlir
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: sizePerThread = [8]
// NARROW: sizePerThread = [4]
// NARROW-NOT: sizePerThread = [8]
// ERROR: error: expects a power of two from 8 on as 'max-vec-bits', but got 96
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:100"} {
// NARROW: @wide
tt.func @wide(%x: !tt.ptr<f32> {tt.divisibility = 32 : i32}) {
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  %3 = tt.load %2 : tensor<1024x!tt.ptr<f32>, #blocked>
  tt.store %2, %3 : tensor<1024x!tt.ptr<f32>, #blocked>
  tt.return
}
}

//--- remarks.mlir
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func @sectors(%x: !tt.ptr<f32> {tt.divisibility = 32 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %z: !tt.ptr<f32>, %o: tensor<512xi32, #blocked>) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #blocked>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #blocked>
  %2 = tt.addptr %1, %0 : tensor<512x!tt.ptr<f32>, #blocked>, tensor<512xi32, #blocked>
  %3 = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #blocked>
  %4 = tt.addptr %3, %0 : tensor<512x!tt.ptr<f32>, #blocked>, tensor<512xi32, #blocked>
  %5 = tt.splat %z : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #blocked>
  %6 = tt.addptr %5, %o : tensor<512x!tt.ptr<f32>, #blocked>, tensor<512xi32, #blocked>
  // 512 bytes are 16 sectors, or 17 where they may begin in the middle of one.
  // CHECK: tt.load | bytes-per-lane=16, sectors-per-warp=16
  %7 = tt.load %2 : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK: tt.store | bytes-per-lane=16, sectors-per-warp=17
  tt.store %4, %7 : tensor<512x!tt.ptr<f32>, #blocked>
  // CHECK: tt.load | bytes-per-lane=4, sectors-per-warp=32
  %8 = tt.load %6 : tensor<512x!tt.ptr<f32>, #blocked>
  tt.store %6, %8 : tensor<512x!tt.ptr<f32>, #blocked>
  tt.return
}
}
