// Integers that registers are known to share are computed once: most of all masks.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s

#l = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#t = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// Sixteen divides %n, so that eight neighbours are inside or outside together.
// CHECK-LABEL: simt.kernel @divisible
// CHECK: %[[MASK:.+]] = arith.cmpi slt, %{{.+}}, %{{.+}} : vector<2xi32>
// CHECK-NEXT: %[[ALL:.+]] = simt.permute %[[MASK]] [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
// CHECK: arith.select %[[ALL]]
tt.func public @divisible(%n: i32 {tt.divisibility = 16 : i32}, %p: !tt.ptr<i32>, %c: i1) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #l>
  %end = tt.splat %n : i32 -> tensor<512xi32, #l>
  %mask = arith.cmpi slt, %range, %end : tensor<512xi32, #l>
  %some = arith.select %mask, %range, %end : tensor<512xi1, #l>, tensor<512xi32, #l>
  // A scalar condition stays one.
  %other = arith.select %c, %end, %end : tensor<512xi32, #l>
  %sum = arith.addi %some, %other : tensor<512xi32, #l>
  %pointers = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #l>
  %to = tt.addptr %pointers, %range : tensor<512x!tt.ptr<i32>, #l>, tensor<512xi32, #l>
  tt.store %to, %sum : tensor<512x!tt.ptr<i32>, #l>
  tt.return
}

// Nothing is known of this %n.
// CHECK-LABEL: simt.kernel @any
// CHECK: arith.cmpi slt, %{{.+}}, %{{.+}} : vector<16xi32>
tt.func public @any(%n: i32, %p: !tt.ptr<i32>) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #l>
  %end = tt.splat %n : i32 -> tensor<512xi32, #l>
  %mask = arith.cmpi slt, %range, %end : tensor<512xi32, #l>
  %pointers = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #l>
  %to = tt.addptr %pointers, %range : tensor<512x!tt.ptr<i32>, #l>, tensor<512xi32, #l>
  tt.store %to, %range, %mask : tensor<512x!tt.ptr<i32>, #l>
  tt.return
}

// Rows of a matrix: one number for each of a thread's two rows.
// CHECK-LABEL: simt.kernel @rows
// CHECK: arith.cmpi slt, %{{.+}}, %{{.+}} : vector<2xi32>
// CHECK-NEXT: simt.permute %{{.+}} [0, 0, 0, 0, 1, 1, 1, 1]
tt.func public @rows(%n: i32, %p: !tt.ptr<i32>) {
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #t}>>
  %column = tt.expand_dims %range {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #t}>> -> tensor<16x1xi32, #t>
  %rows = tt.broadcast %column : tensor<16x1xi32, #t> -> tensor<16x16xi32, #t>
  %end = tt.splat %n : i32 -> tensor<16x16xi32, #t>
  %mask = arith.cmpi slt, %rows, %end : tensor<16x16xi32, #t>
  %pointers = tt.splat %p : !tt.ptr<i32> -> tensor<16x16x!tt.ptr<i32>, #t>
  %to = tt.addptr %pointers, %rows : tensor<16x16x!tt.ptr<i32>, #t>, tensor<16x16xi32, #t>
  tt.store %to, %rows, %mask : tensor<16x16x!tt.ptr<i32>, #t>
  tt.return
}
}
