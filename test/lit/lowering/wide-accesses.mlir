// Registers whose addresses fill 16 aligned bytes move at once, whatever their
// numbers are; where addresses, their alignment or the mask do not allow it, not.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s

#exchanged = #ttg.linear<{register = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>
#high = #ttg.linear<{register = [[512], [1], [1024], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>
#line = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#between = #ttg.linear<{register = [[2], [8]], lane = [[1], [4], [16], [32], [64]], warp = [[128], [256]], block = []}>
// Registers go down a column first, and then along the row.
#down = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>
#down_rows = #ttg.slice<{dim = 1, parent = #down}>
#down_columns = #ttg.slice<{dim = 0, parent = #down}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// CHECK-LABEL: simt.kernel @exchanged
// CHECK: %[[V:.+]] = simt.load global %{{.+}} [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
// CHECK: %[[R:.+]] = simt.permute %[[V]] [0, 2, 1, 3] : vector<4xf32> -> vector<4xf32>
// CHECK: %[[S:.+]] = simt.permute %{{.+}} [0, 2, 1, 3] : vector<4xf32> -> vector<4xf32>
// CHECK: simt.store global %{{.+}} [0] + [0], %[[S]] width 4
tt.func public @exchanged(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #exchanged>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #exchanged>
  %2 = tt.addptr %1, %0 : tensor<512x!tt.ptr<f32>, #exchanged>, tensor<512xi32, #exchanged>
  %3 = tt.load %2 : tensor<512x!tt.ptr<f32>, #exchanged>
  %4 = arith.addf %3, %3 : tensor<512xf32, #exchanged>
  tt.store %2, %4 : tensor<512x!tt.ptr<f32>, #exchanged>
  tt.return
}

// Bits 1 and 3 of the register's number are those along the vector. Masks and
// what inactive lanes get move with them.
// CHECK-LABEL: simt.kernel @high
// CHECK: %[[M:.+]] = simt.permute %{{.+}} [0, 1, 4, 5] : vector<16xi1> -> vector<4xi1>
// CHECK: %[[O:.+]] = simt.permute %{{.+}} [0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15] : vector<16xf32> -> vector<16xf32>
// CHECK: simt.load global %{{.+}} [0, 0, 0, 0] + [0, 2048, 4096, 6144] width 4 if %[[M]] else %[[O]] :
// CHECK: simt.permute %{{.+}} [0, 4, 1, 5, 8, 12, 9, 13, 2, 6, 3, 7, 10, 14, 11, 15] : vector<16xf32> -> vector<16xf32>
tt.func public @high(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32, #high>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<2048x!tt.ptr<f32>, #high>
  %2 = tt.addptr %1, %0 : tensor<2048x!tt.ptr<f32>, #high>, tensor<2048xi32, #high>
  %end = tt.splat %n : i32 -> tensor<2048xi32, #high>
  %mask = arith.cmpi slt, %0, %end : tensor<2048xi32, #high>
  %other = arith.sitofp %0 : tensor<2048xi32, #high> to tensor<2048xf32, #high>
  %3 = tt.load %2, %mask, %other : tensor<2048x!tt.ptr<f32>, #high>
  tt.store %2, %3, %mask : tensor<2048x!tt.ptr<f32>, #high>
  tt.return
}

// Masks that may change within four elements: one access each.
// CHECK-LABEL: simt.kernel @odd_mask
// CHECK: simt.load global {{.+}} width 1 if
// CHECK: simt.store global {{.+}} width 1 if
tt.func public @odd_mask(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #exchanged>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #exchanged>
  %2 = tt.addptr %1, %0 : tensor<512x!tt.ptr<f32>, #exchanged>, tensor<512xi32, #exchanged>
  %end = tt.splat %n : i32 -> tensor<512xi32, #exchanged>
  %mask = arith.cmpi slt, %0, %end : tensor<512xi32, #exchanged>
  %3 = tt.load %2, %mask : tensor<512x!tt.ptr<f32>, #exchanged>
  tt.store %2, %3, %mask : tensor<512x!tt.ptr<f32>, #exchanged>
  tt.return
}

// Eight bytes of alignment: two registers at once, which are 0 and 2.
// CHECK-LABEL: simt.kernel @misaligned
// CHECK: %[[V:.+]] = simt.load global %{{.+}} [0, 0] + [0, 8] width 2 : (vector<1xi64>) -> vector<4xf32>
// CHECK: simt.permute %[[V]] [0, 2, 1, 3]
tt.func public @misaligned(%x: !tt.ptr<f32> {tt.divisibility = 8 : i32}) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #exchanged>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #exchanged>
  %2 = tt.addptr %1, %0 : tensor<512x!tt.ptr<f32>, #exchanged>, tensor<512xi32, #exchanged>
  %3 = tt.load %2 : tensor<512x!tt.ptr<f32>, #exchanged>
  %4 = arith.addf %3, %3 : tensor<512xf32, #exchanged>
  tt.store %2, %4 : tensor<512x!tt.ptr<f32>, #exchanged>
  tt.return
}

// Neighbours are in other lanes.
// CHECK-LABEL: simt.kernel @between
// CHECK: simt.load global {{.+}} width 1 :
tt.func public @between(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #between>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #between>
  %2 = tt.addptr %1, %0 : tensor<512x!tt.ptr<f32>, #between>, tensor<512xi32, #between>
  %3 = tt.load %2 : tensor<512x!tt.ptr<f32>, #between>
  tt.store %2, %3 : tensor<512x!tt.ptr<f32>, #between>
  tt.return
}

// Rows are contiguous, and columns of the transposed tensor.
// CHECK-LABEL: simt.kernel @down
// CHECK: simt.load global %{{.+}} width 4 : ({{.+}}) -> vector<16xf32>
// CHECK: simt.permute %{{.+}} [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15] : vector<16xf32> -> vector<16xf32>
// CHECK: simt.store global %{{.+}} width 4 :
tt.func public @down(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #down_rows>
  %c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #down_columns>
  %row = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32, #down_rows> -> tensor<64x1xi32, #down>
  %column = tt.expand_dims %c {axis = 0 : i32} : tensor<32xi32, #down_columns> -> tensor<1x32xi32, #down>
  %columns = tt.broadcast %column : tensor<1x32xi32, #down> -> tensor<64x32xi32, #down>
  %rows = tt.broadcast %row : tensor<64x1xi32, #down> -> tensor<64x32xi32, #down>
  %stride = tt.splat %n : i32 -> tensor<64x1xi32, #down>
  %begin = arith.muli %row, %stride : tensor<64x1xi32, #down>
  %begins = tt.broadcast %begin : tensor<64x1xi32, #down> -> tensor<64x32xi32, #down>
  %place = arith.addi %begins, %columns : tensor<64x32xi32, #down>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>, #down>
  %p = tt.addptr %base, %place : tensor<64x32x!tt.ptr<f32>, #down>, tensor<64x32xi32, #down>
  %v = tt.load %p : tensor<64x32x!tt.ptr<f32>, #down>
  %far = arith.constant dense<64> : tensor<1x32xi32, #down>
  %ends = arith.muli %column, %far : tensor<1x32xi32, #down>
  %all = tt.broadcast %ends : tensor<1x32xi32, #down> -> tensor<64x32xi32, #down>
  %there = arith.addi %all, %rows : tensor<64x32xi32, #down>
  %to = tt.splat %y : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>, #down>
  %q = tt.addptr %to, %there : tensor<64x32x!tt.ptr<f32>, #down>, tensor<64x32xi32, #down>
  tt.store %q, %v : tensor<64x32x!tt.ptr<f32>, #down>
  tt.return
}


// Eight registers of a thread have one of 32 equal addresses: it is read once.
// CHECK-LABEL: simt.kernel @once
// CHECK: %[[V:.+]] = simt.load global %{{.+}} [0] + [0] width 1 : (vector<1xi64>) -> vector<1xf32>
// CHECK: simt.permute %[[V]] [0, 0, 0, 0, 0, 0, 0, 0] : vector<1xf32> -> vector<8xf32>
tt.func public @once(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 4 : i32}) {
  %size = arith.constant dense<32> : tensor<1024xi32, #line>
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #line>
  %1 = arith.divsi %0, %size : tensor<1024xi32, #line>
  %2 = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
  %3 = tt.addptr %2, %1 : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
  %4 = tt.load %3 : tensor<1024x!tt.ptr<f32>, #line>

  %5 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
  %6 = tt.addptr %5, %0 : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
  tt.store %6, %4 : tensor<1024x!tt.ptr<f32>, #line>
  tt.return
}

// The mask may end at any multiple of 4.
// CHECK-LABEL: simt.kernel @once_a_mask
// CHECK: %[[V:.+]] = simt.load global %{{.+}} [0, 0] + [0, 0] width 1 if %{{.+}} else %{{.+}} : (vector<1xi64>, vector<2xi1>, vector<2xf32>) -> vector<2xf32>
// CHECK: simt.permute %[[V]] [0, 0, 0, 0, 1, 1, 1, 1] : vector<2xf32> -> vector<8xf32>
tt.func public @once_a_mask(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 4 : i32}) {
  %size = arith.constant dense<32> : tensor<1024xi32, #line>
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #line>
  %1 = arith.divsi %0, %size : tensor<1024xi32, #line>
  %2 = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
  %3 = tt.addptr %2, %1 : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
  %end = tt.splat %n : i32 -> tensor<1024xi32, #line>
  %mask = arith.cmpi slt, %0, %end : tensor<1024xi32, #line>
  %4 = tt.load %3, %mask : tensor<1024x!tt.ptr<f32>, #line>

  %5 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
  %6 = tt.addptr %5, %0 : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
  tt.store %6, %4 : tensor<1024x!tt.ptr<f32>, #line>
  tt.return
}

// Inactive lanes get what is different in each register.
// CHECK-LABEL: simt.kernel @each_other
// CHECK: simt.load global {{.+}} -> vector<8xf32>
tt.func public @each_other(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 4 : i32}) {
  %size = arith.constant dense<32> : tensor<1024xi32, #line>
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #line>
  %1 = arith.divsi %0, %size : tensor<1024xi32, #line>
  %2 = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
  %3 = tt.addptr %2, %1 : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
  %end = tt.splat %n : i32 -> tensor<1024xi32, #line>
  %mask = arith.cmpi slt, %0, %end : tensor<1024xi32, #line>
  %other = arith.sitofp %0 : tensor<1024xi32, #line> to tensor<1024xf32, #line>
  %4 = tt.load %3, %mask, %other : tensor<1024x!tt.ptr<f32>, #line>

  %5 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
  %6 = tt.addptr %5, %0 : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
  tt.store %6, %4 : tensor<1024x!tt.ptr<f32>, #line>
  tt.return
}

// Volatile memory may say something else each time.
// CHECK-LABEL: simt.kernel @again
// CHECK: simt.load global {{.+}} -> vector<8xf32>
tt.func public @again(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 4 : i32}) {
  %size = arith.constant dense<32> : tensor<1024xi32, #line>
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #line>
  %1 = arith.divsi %0, %size : tensor<1024xi32, #line>
  %2 = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
  %3 = tt.addptr %2, %1 : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
  %4 = tt.load %3 {isVolatile = true} : tensor<1024x!tt.ptr<f32>, #line>

  %5 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #line>
  %6 = tt.addptr %5, %0 : tensor<1024x!tt.ptr<f32>, #line>, tensor<1024xi32, #line>
  tt.store %6, %4 : tensor<1024x!tt.ptr<f32>, #line>
  tt.return
}

}
