// Branches stay, calls do not.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s
// RUN: heddle-opt %s --lower-to-simt | heddle-opt | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// CHECK-LABEL: simt.kernel @early
// CHECK: cf.cond_br %{{.+}}, ^[[OUT:.+]], ^[[ON:.+]]
// CHECK: ^[[ON]]:
// CHECK: cf.br ^[[HEAD:.+]](%{{.+}} : vector<2xi32>)
// CHECK: ^[[HEAD]](%{{.+}}: vector<2xi32>):
// CHECK: cf.cond_br %{{.+}}, ^[[HEAD]](%{{.+}} : vector<2xi32>), ^[[OUT]]
// CHECK: ^[[OUT]]:
// CHECK: simt.return
tt.func public @early(%c: i1) {
  cf.cond_br %c, ^out, ^on
^out:
  tt.return
^on:
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #a>
  cf.br ^head(%r : tensor<64xi32, #a>)
^head(%x: tensor<64xi32, #a>):
  %y = arith.addi %x, %x : tensor<64xi32, #a>
  cf.cond_br %c, ^head(%y : tensor<64xi32, #a>), ^out
}

// CHECK-LABEL: simt.kernel @loops
// CHECK: scf.while (%{{.+}} = %{{.+}}) : (vector<2xi32>) -> vector<2xi32>
// CHECK: scf.condition(%{{.+}}) %{{.+}} : vector<2xi32>
// CHECK: scf.for unsigned
tt.func public @loops(%c: i1, %n: i32) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #a>
  %0 = scf.while (%x = %r) : (tensor<64xi32, #a>) -> tensor<64xi32, #a> {
    scf.condition(%c) %x : tensor<64xi32, #a>
  } do {
  ^bb0(%x: tensor<64xi32, #a>):
    %y = arith.addi %x, %x : tensor<64xi32, #a>
    scf.yield %y : tensor<64xi32, #a>
  }
  scf.for unsigned %i = %n to %n step %n : i32 {
  }
  tt.return
}

// A function that returns early becomes blocks, its results arguments.
// CHECK-LABEL: simt.kernel @calls
// CHECK: arith.muli
// CHECK: cf.cond_br
// CHECK: ^[[ON:.+]](%[[RESULT:.+]]: i32):
// CHECK: simt.assert %{{.+}}, "positive" : i1
// CHECK: simt.return
// CHECK-NOT: simt.kernel @square
tt.func public @calls(%n: i32) {
  %0 = tt.call @square(%n) : (i32) -> i32
  %1 = tt.call @magnitude(%0) : (i32) -> i32
  %z = arith.constant 0 : i32
  %2 = arith.cmpi sge, %1, %z : i32
  tt.assert %2, "positive" : i1
  tt.return
}
tt.func private @square(%n: i32) -> i32 attributes {noinline = true} {
  %0 = arith.muli %n, %n : i32
  tt.return %0 : i32
}
tt.func private @magnitude(%n: i32) -> i32 attributes {noinline = true} {
  %z = arith.constant 0 : i32
  %c = arith.cmpi slt, %n, %z : i32
  cf.cond_br %c, ^negative, ^other
^negative:
  %0 = arith.subi %z, %n : i32
  tt.return %0 : i32
^other:
  tt.return %n : i32
}

// In a loop its branches are nested. What follows where only one of its ways returns
// is there once for each other way; what follows where all meet is there once.
// CHECK-LABEL: simt.kernel @nested
// CHECK: scf.for
// CHECK: %[[MET:.+]] = scf.if %{{.+}} -> (i32) {
// CHECK: scf.yield
// CHECK: } else {
// CHECK: scf.yield
// CHECK: }
// CHECK: %[[LEFT:.+]] = scf.if %{{.+}} -> (i32) {
// CHECK-NEXT: scf.yield %[[MET]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[PRODUCT:.+]] = arith.muli %[[MET]], %[[MET]] : i32
// CHECK-NEXT: scf.yield %[[PRODUCT]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[LEFT]] : i32
tt.func public @nested(%n: i32) {
  %0 = scf.for %i = %n to %n step %n iter_args(%s = %n) -> i32 : i32 {
    %1 = tt.call @turned(%s) : (i32) -> i32
    scf.yield %1 : i32
  }
  %z = arith.constant 0 : i32
  %2 = arith.cmpi sge, %0, %z : i32
  tt.assert %2, "positive" : i1
  tt.return
}
tt.func private @turned(%n: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi slt, %n, %z : i32
  cf.cond_br %c, ^negative, ^meeting(%n : i32)
^negative:
  %0 = arith.subi %z, %n : i32
  cf.br ^meeting(%0 : i32)
^meeting(%1: i32):
  %small = arith.cmpi eq, %1, %z : i32
  cf.cond_br %small, ^done, ^on
^done:
  tt.return %1 : i32
^on:
  %2 = arith.muli %1, %1 : i32
  tt.return %2 : i32
}

// A remainder is made in a loop; functions also occur in reductions.
// CHECK-LABEL: simt.kernel @remainder
// CHECK: scf.for
// CHECK: arith.divf
// CHECK: math.copysign
// CHECK: simt.approximate exp2 %{{.+}} ftz : vector<1xf32>
tt.func public @remainder(%x: f32) {
  %0 = arith.remf %x, %x : f32
  %1 = tt.splat %0 : f32 -> tensor<64xf32, #a>
  %2 = "tt.reduce"(%1) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %3 = math.exp2 %b : f32
    %4 = arith.mulf %3, %x : f32
    %5 = arith.addf %4, %a : f32
    tt.reduce.return %5 : f32
  }) : (tensor<64xf32, #a>) -> f32
  tt.return
}
}
