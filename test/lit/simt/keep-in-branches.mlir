// What a branch that seldom runs computes of integers from outside depends on a shuffle in it, so
// that nobody moves it out of the loop.
// RUN: heddle-opt %s --split-input-file --simt-keep-in-branches | FileCheck %s

// Constants, predicates and addresses of shared memory stay as they are, and so does the other branch.

// CHECK-LABEL: simt.kernel @rare
// CHECK: %[[SHARED:.*]] = simt.shared
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NEXT: arith.muli %{{.*}}, %arg1 : i32
// CHECK: } else {
// CHECK-DAG: %[[THREAD:.*]] = simt.thread
// CHECK-DAG: %[[LANES:.*]] = arith.constant 31 : i32
// CHECK: %[[LANE:.*]] = arith.andi %[[THREAD]], %[[LANES]] : i32
// CHECK: %[[AGAIN:.*]] = simt.shuffle_index %[[THREAD]], %[[LANE]]
// CHECK: %[[ZERO:.*]] = arith.xori %[[AGAIN]], %[[THREAD]] : i32
// CHECK: %[[WIDE:.*]] = arith.extui %[[ZERO]] : i32 to i64
// CHECK-DAG: %[[STRIDE:.*]] = arith.xori %arg1, %[[ZERO]] : i32
// CHECK-DAG: %[[P:.*]] = arith.xori %arg0, %[[WIDE]] : i64
// CHECK-NOT: arith.xori
// CHECK: arith.muli %[[AGAIN]], %[[STRIDE]] : i32
// CHECK: arith.addi %[[P]]
// CHECK: simt.splat %[[SHARED]]
// CHECK-NOT: heddle.else_is_rare
simt.kernel @rare(%p: i64, %stride: i32, %n: i32) warps(1) lanes(32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i64
  %shared = simt.shared 128 align 16
  %t = simt.thread
  scf.for %i = %zero to %n step %one : i32 {
    %even = arith.cmpi eq, %i, %zero : i32
    scf.if %even {
      %a = arith.muli %t, %stride : i32
      %b = simt.splat %a : i32 -> vector<1xi32>
      %x = simt.load shared %b [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
    } else {
      %u = simt.thread
      %a = arith.muli %u, %stride : i32
      %w = arith.extui %a : i32 to i64
      %m = arith.muli %w, %four : i64
      %at = arith.addi %p, %m : i64
      %b = simt.splat %at : i64 -> vector<1xi64>
      %from = simt.splat %shared : i32 -> vector<1xi32>
      %x = simt.load shared %from [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
      simt.store global %b [0] + [0], %x width 1 : vector<1xi64>, vector<1xi32>
    } {heddle.else_is_rare}
  }
  simt.return
}

// -----

// Nothing repeats.

// CHECK-LABEL: simt.kernel @once
// CHECK-NOT: simt.shuffle_index
// CHECK: simt.return
simt.kernel @once(%p: i64, %c: i1, %v: i32) warps(1) lanes(32) {
  scf.if %c {
  } else {
    %b = simt.splat %p : i64 -> vector<1xi64>
    %x = simt.splat %v : i32 -> vector<1xi32>
    simt.store global %b [0] + [0], %x width 1 : vector<1xi64>, vector<1xi32>
  } {heddle.else_is_rare}
  simt.return
}
