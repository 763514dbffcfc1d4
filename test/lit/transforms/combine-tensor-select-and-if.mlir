// Selections of tensors by the condition of a branch become its results.
// RUN: heddle-opt %s --tritongpu-combine-tensor-select-and-if | FileCheck %s
// RUN: heddle-opt %s --tritongpu-combine-tensor-select-and-if | heddle-opt

// The first branch behind the selection gets it, and an else region.
// CHECK-LABEL: @branch_behind(
// CHECK-SAME: %[[C:.+]]: i1, %[[X:.+]]: tensor<128xi32>, %[[Y:.+]]: tensor<128xi32>,
// CHECK-NEXT: %[[S:.+]] = scf.if %[[C]] -> (tensor<128xi32>) {
// CHECK-NEXT: tt.store
// CHECK-NEXT: scf.yield %[[X]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[Y]]
// CHECK-NEXT: } {some.attribute}
// CHECK-NEXT: scf.if %[[C]] {
// CHECK: tt.return %[[S]]
tt.func @branch_behind(%c: i1, %x: tensor<128xi32>, %y: tensor<128xi32>, %p: tensor<128x!tt.ptr<i32>>) -> tensor<128xi32> {
  %s = arith.select %c, %x, %y : tensor<128xi32>
  scf.if %c {
    tt.store %p, %x : tensor<128x!tt.ptr<i32>>
  } {some.attribute}
  scf.if %c {
    tt.store %p, %y : tensor<128x!tt.ptr<i32>>
  }
  tt.return %s : tensor<128xi32>
}

// Its new results come behind those that it has.
// CHECK-LABEL: @several(
// CHECK-SAME: %[[C:.+]]: i1, %[[X:.+]]: tensor<128xi32>, %[[Y:.+]]: tensor<128xi32>,
// CHECK-NEXT: %[[R:.+]]:3 = scf.if %[[C]] -> (i32, tensor<128xi32>, tensor<128xi32>) {
// CHECK: scf.yield %[[N:.+]], %[[X]], %[[Y]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %{{.+}}, %[[Y]], %[[X]]
// CHECK: tt.return %[[R]]#1, %[[R]]#2, %[[R]]#0
tt.func @several(%c: i1, %x: tensor<128xi32>, %y: tensor<128xi32>, %p: tensor<128x!tt.ptr<i32>>, %n: i32, %m: i32) -> (tensor<128xi32>, tensor<128xi32>, i32) {
  %s = arith.select %c, %x, %y : tensor<128xi32>
  %t = arith.select %c, %y, %x : tensor<128xi32>
  %r = scf.if %c -> i32 {
    tt.store %p, %x : tensor<128x!tt.ptr<i32>>
    scf.yield %n : i32
  } else {
    scf.yield %m : i32
  }
  tt.return %s, %t, %r : tensor<128xi32>, tensor<128xi32>, i32
}

// Where the condition is known, the selection is one of its values.
// CHECK-LABEL: @known(
// CHECK-SAME: %[[C:.+]]: i1, %[[D:.+]]: i1, %[[X:.+]]: tensor<128xi32>, %[[Y:.+]]: tensor<128xi32>, %[[P:.+]]: tensor
// CHECK-NOT: arith.select
// CHECK: scf.if %[[C]]
// CHECK-NEXT: tt.store %[[P]], %[[X]]
// CHECK-NEXT: scf.yield %[[X]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.if %[[D]]
// CHECK-NEXT: tt.store %[[P]], %[[Y]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[X]]
tt.func @known(%c: i1, %d: i1, %x: tensor<128xi32>, %y: tensor<128xi32>, %p: tensor<128x!tt.ptr<i32>>) -> tensor<128xi32> {
  %s = arith.select %c, %x, %y : tensor<128xi32>
  %t = arith.select %c, %s, %x : tensor<128xi32>
  scf.if %c {
    tt.store %p, %s : tensor<128x!tt.ptr<i32>>
  } else {
    scf.if %d {
      tt.store %p, %s : tensor<128x!tt.ptr<i32>>
    }
  }
  tt.return %t : tensor<128xi32>
}

// A branch before the selection yields what is there before, or what it yields
// already.
// CHECK-LABEL: @branch_before(
// CHECK-SAME: %[[C:.+]]: i1, %[[X:.+]]: tensor<128xi32>, %[[Y:.+]]: tensor<128xi32>,
// CHECK: %[[R:.+]]:2 = scf.if
// CHECK: scf.yield %[[X]], %[[X]]
// CHECK: scf.yield %[[Y]], %[[X]]
// CHECK: tt.return %[[R]]#1
tt.func @branch_before(%c: i1, %x: tensor<128xi32>, %y: tensor<128xi32>, %p: tensor<128x!tt.ptr<i32>>) -> tensor<128xi32> {
  %r = scf.if %c -> tensor<128xi32> {
    tt.store %p, %x : tensor<128x!tt.ptr<i32>>
    scf.yield %x : tensor<128xi32>
  } else {
    scf.yield %y : tensor<128xi32>
  }
  %s = arith.select %c, %r, %x : tensor<128xi32>
  tt.return %s : tensor<128xi32>
}

// What becomes a result of a later branch is not there before that.
// CHECK-LABEL: @two_conditions(
// CHECK: scf.if %{{.+}} {
// CHECK: scf.if %{{.+}} -> (tensor<128xi32>)
// CHECK: arith.select
tt.func @two_conditions(%c: i1, %d: i1, %x: tensor<128xi32>, %y: tensor<128xi32>, %p: tensor<128x!tt.ptr<i32>>) -> tensor<128xi32> {
  %u = arith.select %d, %x, %y : tensor<128xi32>
  scf.if %c {
    tt.store %p, %x : tensor<128x!tt.ptr<i32>>
  }
  scf.if %d {
    tt.store %p, %y : tensor<128x!tt.ptr<i32>>
  }
  %s = arith.select %c, %u, %y : tensor<128xi32>
  tt.return %s : tensor<128xi32>
}

// A selection stays that is needed earlier, or is of a scalar, or by element;
// and one beside a branch in a region of its own.
// CHECK-LABEL: @kept(
// CHECK-COUNT-4: arith.select
// CHECK-NOT: scf.if {{.*}} -> (
// CHECK: tt.return
tt.func @kept(%c: i1, %d: i1, %x: tensor<128xi32>, %y: tensor<128xi32>, %p: tensor<128x!tt.ptr<i32>>, %m: tensor<128xi1>, %n: i32) -> (tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, i32) {
  %early = arith.select %c, %x, %y : tensor<128xi32>
  %elements = arith.select %m, %x, %y : tensor<128xi1>, tensor<128xi32>
  %outside = arith.select %d, %x, %y : tensor<128xi32>
  %k = arith.constant 1 : i32
  %scalar = arith.select %c, %n, %k : i32
  tt.store %p, %early : tensor<128x!tt.ptr<i32>>
  scf.if %c {
    scf.if %d {
      tt.store %p, %x : tensor<128x!tt.ptr<i32>>
    }
  }
  tt.return %early, %elements, %outside, %scalar : tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, i32
}
