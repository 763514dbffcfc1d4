// The largest of scaled numbers is taken before they are scaled.
// RUN: heddle-opt %s --heddle-scaled-maximum | FileCheck %s
// RUN: heddle-opt %s --heddle-scaled-maximum --heddle-scaled-maximum | FileCheck %s
// RUN: heddle-opt %s --heddle-scaled-maximum | heddle-opt -o /dev/null

// A scale that nobody knows: one loop for positive and finite ones, and the loop as it was.
// CHECK-LABEL: @unknown
// CHECK-SAME: %[[C:[^ ]+]]: f32
// CHECK-DAG: %[[SOME:.+]] = arith.cmpf ogt, %[[C]], %cst{{[^ ]*}} : f32
// CHECK-DAG: %[[ENDS:.+]] = arith.cmpf olt, %[[C]], %cst{{[^ ]*}} : f32
// CHECK: %[[BOTH:.+]] = arith.andi %[[SOME]], %[[ENDS]] : i1
// CHECK: %{{.+}} = scf.if %[[BOTH]] -> (tensor<16xf32>) {
// CHECK: scf.for
// CHECK: %[[X:.+]] = tt.dot
// CHECK: %[[SCALED:.+]] = arith.mulf %[[X]],
// CHECK: %[[MOST:.+]] = "tt.reduce"(%[[X]])
// CHECK: %[[FACTOR:.+]] = tt.splat %[[C]] : f32 -> tensor<16xf32>
// CHECK: %[[LARGEST:.+]] = arith.mulf %[[MOST]], %[[FACTOR]] : tensor<16xf32>
// CHECK: tt.expand_dims %[[LARGEST]]
// CHECK: arith.subf %[[SCALED]],
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK: %[[SAME:.+]] = arith.mulf
// CHECK: "tt.reduce"(%[[SAME]])
// CHECK: } {heddle.else_is_rare}
tt.func public @unknown(%c: f32, %a: tensor<16x16xf16>, %n: i32) -> tensor<16xf32> {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %none = arith.constant dense<0.0> : tensor<16xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %cs = tt.splat %c : f32 -> tensor<16x16xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %none) -> (tensor<16xf32>) : i32 {
    %x = tt.dot %a, %a, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    %y = arith.mulf %x, %cs : tensor<16x16xf32>
    %m = "tt.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %lr = arith.maxnumf %l, %r : f32
      tt.reduce.return %lr : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
    %m2 = tt.broadcast %m1 : tensor<16x1xf32> -> tensor<16x16xf32>
    %d = arith.subf %y, %m2 : tensor<16x16xf32>
    %t = "tt.reduce"(%d) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %lr = arith.addf %l, %r : f32
      tt.reduce.return %lr : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    %next = arith.addf %s, %t : tensor<16xf32>
    scf.yield %next : tensor<16xf32>
  }
  tt.return %r : tensor<16xf32>
}

// One that is known needs no other loop. What a mask leaves out stays -infinity.
// CHECK-LABEL: @masked
// CHECK-NOT: scf.if
// CHECK: %[[X:.+]] = tt.dot
// CHECK: %[[LEFT:.+]] = arith.select %{{.+}}, %[[X]], %{{.+}}
// CHECK-NEXT: %[[SCALED:.+]] = arith.mulf %{{.+}}, %[[LEFT]] : tensor<16x16xf32>
// CHECK: %[[MOST:.+]] = "tt.reduce"(%[[LEFT]])
// CHECK: arith.mulf %[[MOST]], %{{.+}} : tensor<16xf32>
// CHECK: arith.subf %[[SCALED]],
tt.func public @masked(%mask: tensor<16x16xi1>, %a: tensor<16x16xf16>, %n: i32) -> tensor<16xf32> {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %none = arith.constant dense<0.0> : tensor<16xf32>
  %least = arith.constant dense<0xFF800000> : tensor<16x16xf32>
  %cs = arith.constant dense<0.125> : tensor<16x16xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %none) -> (tensor<16xf32>) : i32 {
    %x = tt.dot %a, %a, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    %y = arith.mulf %cs, %x : tensor<16x16xf32>
    %z = arith.select %mask, %y, %least : tensor<16x16xi1>, tensor<16x16xf32>
    %m = "tt.reduce"(%z) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %lr = arith.maximumf %r, %l : f32
      tt.reduce.return %lr : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
    %m2 = tt.broadcast %m1 : tensor<16x1xf32> -> tensor<16x16xf32>
    %d = arith.subf %z, %m2 : tensor<16x16xf32>
    %t = "tt.reduce"(%d) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %lr = arith.addf %l, %r : f32
      tt.reduce.return %lr : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    scf.yield %t : tensor<16xf32>
  }
  tt.return %r : tensor<16xf32>
}

// Of a negative scale the largest product is that of the smallest number; and who uses products
// otherwise has them anyway.
// CHECK-LABEL: @others
// CHECK: %[[Y:.+]] = arith.mulf
// CHECK: "tt.reduce"(%[[Y]])
// CHECK: %[[Z:.+]] = arith.mulf
// CHECK: "tt.reduce"(%[[Z]])
tt.func public @others(%a: tensor<16x16xf16>, %n: i32) -> (tensor<16xf32>, tensor<16x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %none = arith.constant dense<0.0> : tensor<16xf32>
  %less = arith.constant dense<-0.125> : tensor<16x16xf32>
  %more = arith.constant dense<0.125> : tensor<16x16xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %none, %o = %zero) -> (tensor<16xf32>, tensor<16x16xf32>) : i32 {
    %x = tt.dot %a, %a, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    %y = arith.mulf %x, %less : tensor<16x16xf32>
    %m = "tt.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %lr = arith.maxnumf %l, %r : f32
      tt.reduce.return %lr : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    %z = arith.mulf %x, %more : tensor<16x16xf32>
    %k = "tt.reduce"(%z) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %lr = arith.maxnumf %l, %r : f32
      tt.reduce.return %lr : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    %next = arith.addf %m, %k : tensor<16xf32>
    scf.yield %next, %z : tensor<16xf32>, tensor<16x16xf32>
  }
  tt.return %r#0, %r#1 : tensor<16xf32>, tensor<16x16xf32>
}
