// Loads that a loop does not change move in front of it.
// RUN: heddle-opt %s --triton-licm | FileCheck %s
// RUN: heddle-opt %s --triton-licm | heddle-opt

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {


// They read only if the loop has an iteration; what they are elsewhere stays.
// CHECK-LABEL: @masked(
// CHECK: %[[RUNS:.+]] = arith.cmpi slt, %arg3, %arg4 : i32
// CHECK-NEXT: %[[ALL:.+]] = tt.splat %[[RUNS]] : i1 -> tensor<128xi1, #blocked>
// CHECK-NEXT: %[[MASK:.+]] = arith.andi %[[ALL]], %arg1
// CHECK-NEXT: %[[V:.+]] = tt.load %arg0, %[[MASK]], %arg2 {
// CHECK-SAME: cache_modifier = cg
// CHECK: scf.for
// CHECK-NEXT: arith.addi %{{.+}}, %[[V]]
tt.func @masked(%p: tensor<128x!tt.ptr<i32>, #blocked>, %m: tensor<128xi1, #blocked>, %o: tensor<128xi32, #blocked>, %lo: i32, %hi: i32) -> tensor<128xi32, #blocked> {
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %lo to %hi step %c1 iter_args(%a = %o) -> (tensor<128xi32, #blocked>) : i32 {
    %v = tt.load %p, %m, %o {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : tensor<128x!tt.ptr<i32>, #blocked>
    %s = arith.addi %a, %v : tensor<128xi32, #blocked>
    scf.yield %s : tensor<128xi32, #blocked>
  }
  tt.return %r : tensor<128xi32, #blocked>
}

// Out of two loops, each of which may have no iteration, with its address.
// CHECK-LABEL: @out_of_two(
// CHECK-DAG: %[[P:.+]] = tt.addptr %arg0, %arg1
// CHECK-DAG: %[[INNER:.+]] = arith.cmpi ult, %arg1, %arg2
// CHECK-DAG: %[[OUTER:.+]] = arith.cmpi slt, %arg1, %arg2
// CHECK: %[[BOTH:.+]] = arith.andi %[[OUTER]], %[[INNER]]
// CHECK-NEXT: tt.load %[[P]], %[[BOTH]] :
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
tt.func @out_of_two(%p: !tt.ptr<i32>, %lo: i32, %hi: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %lo to %hi step %c1 iter_args(%a = %c1) -> (i32) : i32 {
    %s = scf.for unsigned %j = %lo to %hi step %c1 iter_args(%b = %a) -> (i32) : i32 {
      %q = tt.addptr %p, %lo : !tt.ptr<i32>, i32
      %v = tt.load %q : !tt.ptr<i32>
      %t = arith.addi %b, %v : i32
      scf.yield %t : i32
    }
    scf.yield %s : i32
  }
  tt.return %r : i32
}

// No mask where there is an iteration. Shared memory is other memory.
// CHECK-LABEL: @runs(
// CHECK: tt.load %arg0 : tensor
// CHECK: scf.for
// CHECK-NEXT: ttg.local_store
tt.func @runs(%p: tensor<128x!tt.ptr<i32>, #blocked>, %m: !ttg.memdesc<128xi32, #shared, #smem, mutable>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  scf.for %i = %c0 to %c4 step %c1 : i32 {
    %v = tt.load %p : tensor<128x!tt.ptr<i32>, #blocked>
    ttg.local_store %v, %m : tensor<128xi32, #blocked> -> !ttg.memdesc<128xi32, #shared, #smem, mutable>
  }
  tt.return
}

// The loop may write what it loads.
// CHECK-LABEL: @stored(
// CHECK: scf.for
// CHECK-NEXT: tt.load
tt.func @stored(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %lo: i32, %hi: i32) {
  scf.for %i = %lo to %hi step %lo : i32 {
    %v = tt.load %p : !tt.ptr<i32>
    tt.store %q, %v : !tt.ptr<i32>
  }
  tt.return
}

// Other warps may write it before the barrier.
// CHECK-LABEL: @barrier(
// CHECK: scf.for
// CHECK-NEXT: ttg.barrier
// CHECK-NEXT: tt.load
tt.func @barrier(%p: !tt.ptr<i32>, %lo: i32, %hi: i32) -> i32 {
  %r = scf.for %i = %lo to %hi step %lo iter_args(%a = %lo) -> (i32) : i32 {
    ttg.barrier global_read|global_write
    %v = tt.load %p : !tt.ptr<i32>
    scf.yield %v : i32
  }
  tt.return %r : i32
}

// So may they before this one.
// CHECK-LABEL: @wait(
// CHECK: scf.for
// CHECK-NEXT: ttng.wait_barrier
// CHECK-NEXT: tt.load
tt.func @wait(%p: !tt.ptr<i32>, %bar: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %lo: i32, %hi: i32) -> i32 {
  %r = scf.for %i = %lo to %hi step %lo iter_args(%a = %lo) -> (i32) : i32 {
    ttng.wait_barrier %bar, %lo : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %v = tt.load %p : !tt.ptr<i32>
    scf.yield %v : i32
  }
  tt.return %r : i32
}

// In iterations that meet a condition only; and other blocks may write.
// CHECK-LABEL: @kept(
// CHECK: scf.for
// CHECK-NEXT: tt.load %arg0 {isVolatile = true}
// CHECK: scf.for
// CHECK-NEXT: scf.if
// CHECK-NEXT: tt.load
// CHECK: scf.while
// CHECK-NEXT: tt.load
tt.func @kept(%p: !tt.ptr<i32>, %lo: i32, %hi: i32, %c: i1) -> (i32, i32, i32) {
  %r = scf.for %i = %lo to %hi step %lo iter_args(%a = %lo) -> (i32) : i32 {
    %v = tt.load %p {isVolatile = true} : !tt.ptr<i32>
    scf.yield %v : i32
  }
  %s = scf.for %i = %lo to %hi step %lo iter_args(%a = %lo) -> (i32) : i32 {
    %u = scf.if %c -> (i32) {
      %v = tt.load %p : !tt.ptr<i32>
      scf.yield %v : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %u : i32
  }
  %t = scf.while (%a = %lo) : (i32) -> i32 {
    %v = tt.load %p : !tt.ptr<i32>
    %more = arith.cmpi ne, %v, %hi : i32
    scf.condition(%more) %a : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %a : i32
  }
  tt.return %r, %s, %t : i32, i32, i32
}
}
