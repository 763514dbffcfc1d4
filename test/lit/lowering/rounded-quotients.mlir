// Quotients that are rounded up or down are truncated ones that are corrected.
// RUN: heddle-opt %s -lower-to-simt | FileCheck %s

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: simt.kernel @up
// CHECK: %[[Q:.*]] = arith.divsi %arg0, %arg1
// CHECK: %[[P:.*]] = arith.muli %[[Q]], %arg1
// CHECK: %[[REST:.*]] = arith.cmpi ne, %[[P]], %arg0
// CHECK: %[[SIGNS:.*]] = arith.xori %arg0, %arg1
// CHECK: %[[SAME:.*]] = arith.cmpi sge, %[[SIGNS]]
// CHECK: %[[MOVES:.*]] = arith.andi %[[REST]], %[[SAME]]
// CHECK: %[[STEP:.*]] = arith.select %[[MOVES]], %c1{{.*}}, %c0
// CHECK: arith.addi %[[Q]], %[[STEP]]
tt.func public @up(%a: i32, %b: i32, %out: !tt.ptr<i32>) {
  %q = arith.ceildivsi %a, %b : i32
  tt.store %out, %q : !tt.ptr<i32>
  tt.return
}
// CHECK-LABEL: simt.kernel @down
// CHECK: arith.divsi
// CHECK: arith.cmpi slt
// CHECK: arith.select %{{.*}}, %c-1
tt.func public @down(%a: i32, %b: i32, %out: !tt.ptr<i32>) {
  %q = arith.floordivsi %a, %b : i32
  tt.store %out, %q : !tt.ptr<i32>
  tt.return
}
// CHECK-LABEL: simt.kernel @unsigned
// CHECK: arith.divui
// CHECK-NOT: arith.xori
// CHECK: arith.select %{{.*}}, %c1
tt.func public @unsigned(%a: i32, %b: i32, %out: !tt.ptr<i32>) {
  %q = arith.ceildivui %a, %b : i32
  tt.store %out, %q : !tt.ptr<i32>
  tt.return
}
}
