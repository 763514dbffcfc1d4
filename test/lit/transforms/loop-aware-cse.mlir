// Values that loops carry twice are carried once.
// RUN: heddle-opt %s --triton-loop-aware-cse | FileCheck %s
// RUN: heddle-opt %s --triton-loop-aware-cse | heddle-opt

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// Each is the other one of the iteration before. Attributes stay.
// CHECK-LABEL: @swapped(
// CHECK: %[[R:.+]] = scf.for {{.+}} iter_args(%[[A:.+]] = %arg0) -> (i32)
// CHECK-NEXT: %[[NEXT:.+]] = arith.addi {{.*}}%[[A]]
// CHECK-NEXT: scf.yield %[[NEXT]] : i32
// CHECK-NEXT: } {tt.num_stages = 2 : i32}
// CHECK: tt.return %[[R]], %[[R]]
tt.func @swapped(%x: i32, %n: i32, %d: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) : i32 {
    %e = arith.addi %a, %d : i32
    %f = arith.addi %d, %b : i32
    scf.yield %f, %e : i32, i32
  } {tt.num_stages = 2 : i32}
  tt.return %r#0, %r#1 : i32, i32
}

// Two of three are equal, which their first values do not tell.
// CHECK-LABEL: @two_of_three(
// CHECK: %[[R:.+]]:2 = scf.for
// CHECK: tt.return %[[R]]#0, %[[R]]#1, %[[R]]#0
tt.func @two_of_three(%x: i32, %n: i32, %d: i32, %e: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x) -> (i32, i32, i32) : i32 {
    %f = arith.addi %a, %d : i32
    %g = arith.addi %b, %e : i32
    %h = arith.addi %c, %d : i32
    scf.yield %f, %g, %h : i32, i32, i32
  }
  tt.return %r#0, %r#1, %r#2 : i32, i32, i32
}

// That the sums are equal follows from equal pointers, through a loop in the
// loop and a branch.
// CHECK-LABEL: @nested(
// CHECK: %[[R:.+]]:2 = scf.for {{.+}} -> (!tt.ptr<i32>, i32)
// CHECK: scf.for {{.+}} -> (i32)
// CHECK-NEXT: tt.load
// CHECK-NEXT: arith.addi
// CHECK-NEXT: scf.yield
// CHECK: scf.if
// CHECK: tt.return %[[R]]#1, %[[R]]#1
tt.func @nested(%p: !tt.ptr<i32>, %n: i32, %c: i1) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%pa = %p, %pb = %p, %a = %c0, %b = %c0) -> (!tt.ptr<i32>, !tt.ptr<i32>, i32, i32) : i32 {
    %s:2 = scf.for %j = %c0 to %n step %c1 iter_args(%u = %a, %v = %b) -> (i32, i32) : i32 {
      %x = tt.load %pa : !tt.ptr<i32>
      %y = tt.load %pb : !tt.ptr<i32>
      %d = arith.addi %u, %x : i32
      %e = arith.addi %v, %y : i32
      scf.yield %d, %e : i32, i32
    }
    %t:2 = scf.if %c -> (i32, i32) {
      scf.yield %s#0, %s#1 : i32, i32
    } else {
      scf.yield %a, %b : i32, i32
    }
    %qa = tt.addptr %pa, %i : !tt.ptr<i32>, i32
    %qb = tt.addptr %pb, %i : !tt.ptr<i32>, i32
    scf.yield %qa, %qb, %t#0, %t#1 : !tt.ptr<i32>, !tt.ptr<i32>, i32, i32
  }
  tt.return %r#2, %r#3 : i32, i32
}

// What the loop passes to its second region counts by itself.
// CHECK-LABEL: @while(
// CHECK: %[[R:.+]] = scf.while (%[[A:.+]] = %arg0) : (i32) -> i32
// CHECK: scf.condition(%{{.+}}) %[[A]] : i32
// CHECK: ^bb0(%[[U:.+]]: i32):
// CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[U]]
// CHECK-NEXT: scf.yield %[[NEXT]] : i32
// CHECK: tt.return %[[R]], %[[R]], %[[R]]
tt.func @while(%x: i32, %n: i32, %d: i32) -> (i32, i32, i32) {
  %r:3 = scf.while (%a = %x, %b = %x) : (i32, i32) -> (i32, i32, i32) {
    %k = arith.cmpi slt, %a, %n : i32
    scf.condition(%k) %a, %b, %b : i32, i32, i32
  } do {
  ^bb0(%u: i32, %v: i32, %w: i32):
    %e = arith.addi %u, %d : i32
    %f = arith.addi %w, %d : i32
    scf.yield %e, %f : i32, i32
  }
  tt.return %r#0, %r#1, %r#2 : i32, i32, i32
}

// Equal reductions of equal values.
// CHECK-LABEL: @reductions(
// CHECK: scf.for {{.+}} -> (f32)
// CHECK: "tt.reduce"(
// CHECK-NOT: "tt.reduce"(
// CHECK: tt.return
tt.func @reductions(%x: tensor<64xf32, #line>, %y: f32, %n: i32) -> (f32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y, %b = %y) -> (f32, f32) : i32 {
    %s = tt.splat %a : f32 -> tensor<64xf32, #line>
    %t = tt.splat %b : f32 -> tensor<64xf32, #line>
    %u = arith.mulf %s, %x : tensor<64xf32, #line>
    %v = arith.mulf %t, %x : tensor<64xf32, #line>
    %f = "tt.reduce"(%u) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %m: f32):
      %sum = arith.addf %l, %m : f32
      tt.reduce.return %sum : f32
    }) : (tensor<64xf32, #line>) -> f32
    %g = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %m: f32):
      %sum = arith.addf %l, %m : f32
      tt.reduce.return %sum : f32
    }) : (tensor<64xf32, #line>) -> f32
    scf.yield %f, %g : f32, f32
  }
  tt.return %r#0, %r#1 : f32, f32
}

// Others may have been stored between two loads.
// CHECK-LABEL: @stored_between(
// CHECK: scf.for {{.+}} -> (i32, i32)
tt.func @stored_between(%p: !tt.ptr<i32>, %n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0) -> (i32, i32) : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    tt.store %p, %i : !tt.ptr<i32>
    %y = tt.load %p : !tt.ptr<i32>
    %e = arith.addi %a, %x : i32
    %f = arith.addi %b, %y : i32
    scf.yield %e, %f : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// The values of %a, one for each outer iteration, are those of %b, one for each
// inner one; that does not make them equal.
// CHECK-LABEL: @depths(
// CHECK: scf.for {{.+}} -> (i32)
// CHECK: scf.for {{.+}} -> (i32, i32, i32)
tt.func @depths(%x: i32, %p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) : i32 {
    %s:3 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %x, %u = %c0, %v = %c0) -> (i32, i32, i32) : i32 {
      %d = arith.addi %u, %a : i32
      %e = arith.addi %v, %b : i32
      %next = arith.addi %b, %c1 : i32
      scf.yield %next, %d, %e : i32, i32, i32
    }
    tt.store %p, %s#1 : !tt.ptr<i32>
    tt.store %p, %s#2 : !tt.ptr<i32>
    %next = arith.addi %a, %c1 : i32
    scf.yield %next : i32
  }
  tt.return
}

// Buffers of the same contents are one if nothing changes or frees them.
// CHECK-LABEL: @buffers(
// CHECK-COUNT-2: ttg.local_alloc
// CHECK-NOT: ttg.local_alloc
// CHECK: ttg.local_dealloc
tt.func @buffers(%x: tensor<16x64xf32, #blocked>, %p: tensor<16x64x!tt.ptr<f32>, #blocked>) {
  %a = ttg.local_alloc %x : (tensor<16x64xf32, #blocked>) -> !ttg.memdesc<16x64xf32, #shared, #smem>
  %b = ttg.local_alloc %x : (tensor<16x64xf32, #blocked>) -> !ttg.memdesc<16x64xf32, #shared, #smem>
  %c = ttg.local_alloc %x : (tensor<16x64xf32, #blocked>) -> !ttg.memdesc<16x64xf32, #shared, #smem>
  %u = ttg.local_load %a : !ttg.memdesc<16x64xf32, #shared, #smem> -> tensor<16x64xf32, #blocked>
  tt.store %p, %u : tensor<16x64x!tt.ptr<f32>, #blocked>
  %v = ttg.local_load %b : !ttg.memdesc<16x64xf32, #shared, #smem> -> tensor<16x64xf32, #blocked>
  tt.store %p, %v : tensor<16x64x!tt.ptr<f32>, #blocked>
  ttg.local_dealloc %c : !ttg.memdesc<16x64xf32, #shared, #smem>
  tt.return
}
}
