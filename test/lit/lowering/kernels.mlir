// Tensors become the registers of one thread.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s
// RUN: heddle-opt %s --lower-to-simt --cse | heddle-opt | FileCheck %s

#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#tile = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#columns = #ttg.slice<{dim = 1, parent = #tile}>
#rows = #ttg.slice<{dim = 0, parent = #tile}>
#pairs = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#pair_rows = #ttg.slice<{dim = 1, parent = #pairs}>
#pair_columns = #ttg.slice<{dim = 0, parent = #pairs}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// Two accesses of four elements at one address and a constant behind it.
// CHECK-LABEL: simt.kernel @copy(%{{.+}}: i64, %{{.+}}: i64) warps(4) lanes(32) {
// CHECK: %[[T:.+]] = simt.thread
// CHECK: %[[P:.+]] = simt.permute %{{.+}} [0] : vector<8xi64> -> vector<1xi64>
// CHECK: %[[V:.+]] = simt.load global %[[P]] [0, 0] + [0, 2048] width 4 : (vector<1xi64>) -> vector<8xf32>
// CHECK: simt.store global %{{.+}} [0, 0] + [0, 2048], %[[V]] width 4 : vector<1xi64>, vector<8xf32>
tt.func public @copy(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #wide>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #wide>
  %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<f32>, #wide>, tensor<1024xi32, #wide>
  %3 = tt.load %2 : tensor<1024x!tt.ptr<f32>, #wide>
  %4 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #wide>
  %5 = tt.addptr %4, %0 : tensor<1024x!tt.ptr<f32>, #wide>, tensor<1024xi32, #wide>
  tt.store %5, %3 : tensor<1024x!tt.ptr<f32>, #wide>
  tt.return
}

// Rows of four bytes that follow each other are one access of eight; those that
// are eight bytes apart are accesses of four at one address and a constant behind.
// CHECK-LABEL: simt.kernel @rows
// CHECK: %[[V:.+]] = simt.load global %{{.+}} [0] + [0] width 8 : (vector<1xi64>) -> vector<8xi8>
// CHECK: simt.store global %{{.+}} [0, 0] + [0, 8], %[[V]] width 4 : vector<1xi64>, vector<8xi8>
// CHECK: simt.load global %{{.+}} [0, 0] + [0, 4] width 4 if %{{.+}} :
tt.func public @rows(%x: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %n: i32) {
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #pair_rows>
  %c = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #pair_columns>
  %row = tt.expand_dims %r {axis = 1 : i32} : tensor<256xi32, #pair_rows> -> tensor<256x1xi32, #pairs>
  %column = tt.expand_dims %c {axis = 0 : i32} : tensor<4xi32, #pair_columns> -> tensor<1x4xi32, #pairs>
  %columns = tt.broadcast %column : tensor<1x4xi32, #pairs> -> tensor<256x4xi32, #pairs>
  %base = tt.splat %x : !tt.ptr<i8> -> tensor<256x4x!tt.ptr<i8>, #pairs>
  %four = arith.constant dense<4> : tensor<256x1xi32, #pairs>
  %near = arith.muli %row, %four : tensor<256x1xi32, #pairs>
  %nears = tt.broadcast %near : tensor<256x1xi32, #pairs> -> tensor<256x4xi32, #pairs>
  %place = arith.addi %nears, %columns : tensor<256x4xi32, #pairs>
  %p = tt.addptr %base, %place : tensor<256x4x!tt.ptr<i8>, #pairs>, tensor<256x4xi32, #pairs>
  %v = tt.load %p : tensor<256x4x!tt.ptr<i8>, #pairs>
  %eight = arith.constant dense<8> : tensor<256x1xi32, #pairs>
  %far = arith.muli %row, %eight : tensor<256x1xi32, #pairs>
  %fars = tt.broadcast %far : tensor<256x1xi32, #pairs> -> tensor<256x4xi32, #pairs>
  %apart = arith.addi %fars, %columns : tensor<256x4xi32, #pairs>
  %q = tt.addptr %base, %apart : tensor<256x4x!tt.ptr<i8>, #pairs>, tensor<256x4xi32, #pairs>
  tt.store %q, %v : tensor<256x4x!tt.ptr<i8>, #pairs>
  // Each row has its own mask.
  %end = tt.splat %n : i32 -> tensor<256x1xi32, #pairs>
  %inside = arith.cmpi slt, %row, %end : tensor<256x1xi32, #pairs>
  %mask = tt.broadcast %inside : tensor<256x1xi1, #pairs> -> tensor<256x4xi1, #pairs>
  %w = tt.load %p, %mask : tensor<256x4x!tt.ptr<i8>, #pairs>
  tt.store %q, %w : tensor<256x4x!tt.ptr<i8>, #pairs>
  tt.return
}

// Threads that hold copies do not store; one thread stores a scalar.
// CHECK-LABEL: simt.kernel @copies
// CHECK: %[[T:.+]] = simt.thread
// CHECK: %[[B:.+]] = arith.andi %[[T]], %c64{{.*}} : i32
// CHECK: arith.cmpi eq, %[[B]], %c0{{.*}} : i32
// CHECK: simt.store global %{{.+}} if %{{.+}} : vector<1xi64>, vector<1xi32>, vector<1xi1>
// CHECK: %[[F:.+]] = arith.cmpi eq, %[[T]], %c0{{.*}} : i32
// CHECK: simt.store global
tt.func public @copies(%x: !tt.ptr<i32>) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #one>
  %1 = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #one>
  %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<i32>, #one>, tensor<64xi32, #one>
  tt.store %2, %0 : tensor<64x!tt.ptr<i32>, #one>
  %c = arith.constant 7 : i32
  tt.store %x, %c : !tt.ptr<i32>
  tt.return
}

// Registers first, then lanes, then warps, through as much memory as they need.
// CHECK-LABEL: simt.kernel @sum
// CHECK: arith.addf %{{.+}}, %{{.+}} : vector<2xf32>
// CHECK-NOT: simt.shuffle_xor %{{.+}}, 8
// CHECK: simt.shuffle_xor %{{.+}}, 4
// CHECK: simt.shuffle_xor %{{.+}}, 2
// CHECK: simt.shuffle_xor %{{.+}}, 1
// CHECK: %[[M:.+]] = simt.shared 64 align 8
// CHECK: %[[A:.+]] = arith.addi %{{.+}}, %[[M]] : i32
// CHECK: %[[S:.+]] = simt.splat %[[A]] : i32 -> vector<1xi32>
// CHECK: simt.store shared %[[S]]
// CHECK-NOT: simt.barrier
// CHECK: simt.load shared
// CHECK: arith.addf
// CHECK: simt.return
tt.func public @sum(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #rows>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32, #rows> -> tensor<1x64xi32, #tile>
  %2 = tt.broadcast %1 : tensor<1x64xi32, #tile> -> tensor<8x64xi32, #tile>
  %3 = tt.splat %x : !tt.ptr<f32> -> tensor<8x64x!tt.ptr<f32>, #tile>
  %4 = tt.addptr %3, %2 : tensor<8x64x!tt.ptr<f32>, #tile>, tensor<8x64xi32, #tile>
  %5 = tt.load %4 : tensor<8x64x!tt.ptr<f32>, #tile>
  %6 = "tt.reduce"(%5) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %7 = arith.addf %a, %b : f32
    tt.reduce.return %7 : f32
  }) : (tensor<8x64xf32, #tile>) -> tensor<8xf32, #columns>
  %8 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #columns>
  %9 = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>, #columns>
  %10 = tt.addptr %9, %8 : tensor<8x!tt.ptr<f32>, #columns>, tensor<8xi32, #columns>
  tt.store %10, %6 : tensor<8x!tt.ptr<f32>, #columns>
  tt.return
}
}
