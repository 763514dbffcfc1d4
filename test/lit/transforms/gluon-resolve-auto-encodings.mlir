// Layouts that are left open follow from those that are said: backwards, forwards,
// and along what control passes on.
// RUN: heddle-opt %s --gluon-resolve-auto-encodings | FileCheck %s --implicit-check-not=gluon

// CHECK-DAG: #[[B:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @loop
  tt.func public @loop(%p: tensor<128x64x!tt.ptr<i32>, #blocked>, %yes: i1) {
    // CHECK: tt.make_range {{.*}} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #[[B]]}>>
    %0 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #gluon.auto_encoding>
    // CHECK: tt.expand_dims {{.*}} -> tensor<128x1xi32, #[[B]]>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<128xi32, #gluon.auto_encoding> -> tensor<128x1xi32, #gluon.auto_encoding>
    // CHECK: tt.broadcast {{.*}} -> tensor<128x64xi32, #[[B]]>
    %2 = tt.broadcast %1 : tensor<128x1xi32, #gluon.auto_encoding> -> tensor<128x64xi32, #gluon.auto_encoding>
    // CHECK: arith.constant dense<0> : tensor<128x64xi32, #[[B]]>
    %zero = arith.constant dense<0> : tensor<128x64xi32, #gluon.auto_encoding>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // CHECK: scf.for {{.*}} -> (tensor<128x64xi32, #[[B]]>) {
    // CHECK: arith.addi {{.*}} : tensor<128x64xi32, #[[B]]>
    %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (tensor<128x64xi32, #gluon.auto_encoding>) {
      %s = arith.addi %acc, %2 : tensor<128x64xi32, #gluon.auto_encoding>
      scf.yield %s : tensor<128x64xi32, #gluon.auto_encoding>
    }
    // CHECK: scf.if {{.*}} -> (tensor<128x64xi32, #[[B]]>) {
    %q = scf.if %yes -> tensor<128x64xi32, #gluon.auto_encoding> {
      scf.yield %r : tensor<128x64xi32, #gluon.auto_encoding>
    } else {
      scf.yield %zero : tensor<128x64xi32, #gluon.auto_encoding>
    }
    // CHECK: %[[SUM:.+]] = "tt.reduce"(%{{.+}})
    // CHECK: (tensor<128x64xi32, #[[B]]>) -> tensor<128xi32, #ttg.slice<{dim = 1, parent = #[[B]]}>>
    %sum = "tt.reduce"(%q) <{axis = 1 : i32}> ({
    ^bb0(%x: i32, %y: i32):
      %z = arith.addi %x, %y : i32
      tt.reduce.return %z : i32
    }) : (tensor<128x64xi32, #gluon.auto_encoding>) -> tensor<128xi32, #gluon.auto_encoding>
    tt.print " sum: " {hex = false, isSigned = array<i32: 1>} : %sum : tensor<128xi32, #gluon.auto_encoding>
    %3 = gluon.set_auto_layout %q : tensor<128x64xi32, #gluon.auto_encoding> -> tensor<128x64xi32, #blocked>
    // CHECK: tt.store %{{.+}}, %{{.+}} : tensor<128x64x!tt.ptr<i32>, #[[B]]>
    tt.store %p, %3 : tensor<128x64x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
