// Addresses to which a loop adds the same amount share an offset.
// RUN: heddle-opt %s --split-input-file --simt-share-offsets | FileCheck %s
// RUN: heddle-opt %s --split-input-file --simt-share-offsets | heddle-opt --split-input-file | FileCheck %s

// Two vectors that advance by one stride, of which one's last value is needed, one that advances by
// a constant, and what advances by different amounts or by what the loop computes: that is
// carried as before.

// CHECK-LABEL: simt.kernel @offsets
// CHECK-SAME: (%[[P:.+]]: i64, %[[STRIDE:.+]]: i32, %{{.+}}: i32)
// CHECK: %[[FIRST:.+]] = simt.permute %{{.+}} [0, 0, 0, 0]
// CHECK: %[[OTHER:.+]] = simt.permute %{{.+}} [0, 0]
// CHECK: %[[WIDE:.+]] = arith.extsi %[[STRIDE]] : i32 to i64
// CHECK-NEXT: %[[TWO:.+]] = arith.constant 2 : i64
// CHECK-NEXT: %[[AMOUNT:.+]] = arith.muli %[[WIDE]], %[[TWO]] : i64
// CHECK-NEXT: %[[BYTES:.+]] = arith.constant 128 : i64
// CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[LOOP:.+]]:5 = scf.for
// CHECK-SAME: iter_args(%[[C:.+]] = %{{.+}}, %[[V:.+]] = %[[FIRST]], %[[W:.+]] = %[[FIRST]], %[[A:.+]] = %[[ZERO]], %[[B:.+]] = %[[ZERO]]) -> (vector<4xf32>, vector<4xi64>, vector<4xi64>, i64, i64)
// CHECK-NEXT: %[[SPLAT:.+]] = simt.splat %[[A]] : i64 -> vector<4xi64>
// CHECK-NEXT: %[[NOW:.+]] = arith.addi %[[FIRST]], %[[SPLAT]] : vector<4xi64>
// CHECK-NEXT: %[[SPLAT:.+]] = simt.splat %[[A]] : i64 -> vector<2xi64>
// CHECK-NEXT: %[[THERE:.+]] = arith.addi %[[OTHER]], %[[SPLAT]] : vector<2xi64>
// CHECK-NEXT: %[[SPLAT:.+]] = simt.splat %[[B]] : i64 -> vector<4xi64>
// CHECK-NEXT: %[[FURTHER:.+]] = arith.addi %[[FIRST]], %[[SPLAT]] : vector<4xi64>
// CHECK: simt.load global %[[NOW]]
// CHECK: simt.load global %[[THERE]]
// CHECK: simt.load global %[[FURTHER]]
// CHECK: %[[D:.+]] = simt.group_mma
// CHECK: %[[E:.+]] = simt.group_wait
// CHECK-NOT: arith.addi %[[NOW]]
// CHECK: %[[X:.+]] = arith.addi %[[V]]
// CHECK: %[[Y:.+]] = arith.addi %[[W]]
// CHECK: %[[NEXT:.+]] = arith.addi %[[A]], %[[AMOUNT]] : i64
// CHECK: %[[ON:.+]] = arith.addi %[[B]], %[[BYTES]] : i64
// CHECK: scf.yield %[[E]], %[[X]], %[[Y]], %[[NEXT]], %[[ON]]
// CHECK: %[[END:.+]] = simt.splat %[[LOOP]]#3 : i64 -> vector<2xi64>
// CHECK-NEXT: %[[LAST:.+]] = arith.addi %[[OTHER]], %[[END]] : vector<2xi64>
// CHECK: simt.store global %[[LAST]]
simt.kernel @offsets(%p: i64, %stride: i32, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = simt.splat %p : i64 -> vector<1xi64>
  %first = simt.permute %one [0, 0, 0, 0] : vector<1xi64> -> vector<4xi64>
  %other = simt.permute %one [0, 0] : vector<1xi64> -> vector<2xi64>
  %strides = simt.splat %stride : i32 -> vector<4xi32>
  %wide = arith.extsi %strides : vector<4xi32> to vector<4xi64>
  %two = arith.constant dense<2> : vector<4xi64>
  %amount = arith.muli %wide, %two : vector<4xi64>
  %fewer = simt.permute %amount [3, 1] : vector<4xi64> -> vector<2xi64>
  %bytes = arith.constant dense<128> : vector<4xi64>
  %different = arith.constant dense<[0, 2, 4, 6]> : vector<4xi64>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %x = simt.shared 4096 align 1024
  %r:6 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero, %s = %first, %t = %other, %u = %first, %v = %first, %w = %first) -> (vector<4xf32>, vector<4xi64>, vector<2xi64>, vector<4xi64>, vector<4xi64>, vector<4xi64>) : i32 {
    %a0 = simt.load global %s [0] + [0] width 1 : (vector<4xi64>) -> vector<1xf32>
    %a1 = simt.load global %t [0] + [0] width 1 : (vector<2xi64>) -> vector<1xf32>
    %a2 = simt.load global %u [0] + [0] width 1 : (vector<4xi64>) -> vector<1xf32>
    %a3 = simt.load global %v [0] + [0] width 1 : (vector<4xi64>) -> vector<1xi64>
    %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    simt.store global %w [0] + [0], %a0 width 1 : vector<4xi64>, vector<1xf32>
    simt.store global %w [1] + [0], %a1 width 1 : vector<4xi64>, vector<1xf32>
    simt.store global %w [2] + [0], %a2 width 1 : vector<4xi64>, vector<1xf32>
    %s1 = arith.addi %s, %amount : vector<4xi64>
    %t1 = arith.addi %fewer, %t : vector<2xi64>
    %u1 = arith.addi %u, %bytes : vector<4xi64>
    %v1 = arith.addi %v, %different : vector<4xi64>
    %loaded = simt.permute %a3 [0, 0, 0, 0] : vector<1xi64> -> vector<4xi64>
    %w1 = arith.addi %w, %loaded : vector<4xi64>
    scf.yield %e, %s1, %t1, %u1, %v1, %w1 : vector<4xf32>, vector<4xi64>, vector<2xi64>, vector<4xi64>, vector<4xi64>, vector<4xi64>
  }
  simt.store global %r#2 [0] + [0], %r#0 width 4 : vector<2xi64>, vector<4xf32>
  simt.return
}

// -----

// Without products of warp groups addresses are carried.

// CHECK-LABEL: simt.kernel @alone
// CHECK: scf.for {{.+}} -> (vector<2xi64>)
simt.kernel @alone(%p: i64, %n: i32) warps(1) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = simt.splat %p : i64 -> vector<2xi64>
  %bytes = arith.constant dense<128> : vector<2xi64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (vector<2xi64>) : i32 {
    %a = simt.load global %s [0, 1] + [0, 4] width 1 : (vector<2xi64>) -> vector<2xf32>
    simt.store global %s [0, 1] + [8, 12], %a width 1 : vector<2xi64>, vector<2xf32>
    %s1 = arith.addi %s, %bytes : vector<2xi64>
    scf.yield %s1 : vector<2xi64>
  }
  simt.return
}
