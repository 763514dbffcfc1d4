// Gathers inside of warps: what each lane reads of which, and what it selects.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s

#lanes = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#both = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#packed = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#thread = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// The lane's row and the index's column: one shuffle.
// CHECK-LABEL: simt.kernel @lanes
// CHECK-SAME: %[[SEED:[a-z0-9]+]]: i32
// CHECK-DAG: %[[INDEX:.+]] = simt.splat %[[SEED]] : i32 -> vector<1xi32>
// CHECK-DAG: %[[SEVEN:.+]] = arith.constant dense<7> : vector<1xi32>
// CHECK-DAG: %[[ROWS:.+]] = arith.constant 24 : i32
// CHECK-DAG: %[[ROW:.+]] = arith.andi %{{.+}}, %[[ROWS]] : i32
// CHECK-DAG: %[[OWN:.+]] = simt.splat %[[ROW]] : i32 -> vector<1xi32>
// CHECK-DAG: %[[COLUMN:.+]] = arith.andi %[[INDEX]], %[[SEVEN]] : vector<1xi32>
// CHECK: %[[LANES:.+]] = arith.xori %[[OWN]], %[[COLUMN]] : vector<1xi32>
// CHECK: %[[LANE:.+]] = simt.extract %{{.+}}[0] : vector<1xi32> -> i32
// CHECK: simt.shuffle_index %{{.+}}, %[[LANE]]
// CHECK-NOT: simt.shuffle
// CHECK-NOT: simt.shared
// CHECK: simt.return
tt.func public @lanes(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<4x8xi32, #lanes>
  %1 = tt.gather %0[%0] {axis = 1 : i32, efficient_layout} : (tensor<4x8xi32, #lanes>, tensor<4x8xi32, #lanes>) -> tensor<4x8xi32, #lanes>
  tt.return
}

// Two registers of a lane may be meant: both are read, the reader selects. Words of
// 64 bits are two shuffles each.
// CHECK-LABEL: simt.kernel @wide
// CHECK-COUNT-8: simt.shuffle_index
// CHECK-NOT: simt.shuffle
// CHECK: simt.return
tt.func public @wide(%v: i64, %i: i32) {
  %0 = tt.splat %v : i64 -> tensor<8x8xi64, #both>
  %1 = tt.splat %i : i32 -> tensor<8x8xi32, #both>
  %2 = tt.gather %0[%1] {axis = 1 : i32} : (tensor<8x8xi64, #both>, tensor<8x8xi32, #both>) -> tensor<8x8xi64, #both>
  tt.return
}

// Two elements of a word are read at once; the index says how far to shift.
// CHECK-LABEL: simt.kernel @packed
// CHECK-COUNT-2: simt.shuffle_index
// CHECK-NOT: simt.shuffle
// CHECK-NOT: arith.select
// CHECK: arith.shrui %{{.+}}, %{{.+}} : vector<2xi32>
// CHECK: simt.from_words %{{.+}} : vector<2xi32> -> vector<4xf16>
// CHECK: simt.return
tt.func public @packed(%v: f16, %i: i32) {
  %0 = tt.splat %v : f16 -> tensor<16x4xf16, #packed>
  %1 = tt.splat %i : i32 -> tensor<16x4xi32, #packed>
  %2 = tt.gather %0[%1] {axis = 1 : i32} : (tensor<16x4xf16, #packed>, tensor<16x4xi32, #packed>) -> tensor<16x4xf16, #packed>
  tt.return
}

// A thread has all that it may need.
// CHECK-LABEL: simt.kernel @thread
// CHECK-NOT: simt.shuffle
// CHECK-COUNT-2: arith.select
// CHECK-NOT: simt.s{{huffle|hared}}
// CHECK: simt.return
tt.func public @thread(%v: f32, %i: i32) {
  %0 = tt.splat %v : f32 -> tensor<32x2xf32, #thread>
  %1 = tt.splat %i : i32 -> tensor<32x2xi32, #thread>
  %2 = tt.gather %0[%1] {axis = 1 : i32} : (tensor<32x2xf32, #thread>, tensor<32x2xi32, #thread>) -> tensor<32x2xf32, #thread>
  tt.return
}
}
