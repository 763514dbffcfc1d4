// A wait for sums that only the next round needs moves there, behind the loads
// of global memory.
// RUN: heddle-opt %s --simt-defer-waits | FileCheck %s

// CHECK-LABEL: simt.kernel @carried
// CHECK: %[[TILE:.+]] = simt.shared 4096
// CHECK-NEXT: %[[LOOP:.+]] = scf.for {{.+}} iter_args(%[[SUMS:[^ ]+]] = %{{.+}})
// CHECK: simt.load global
// CHECK: %[[DONE:.+]] = simt.group_wait 0(%[[SUMS]]) read(%[[TILE]])
// CHECK: simt.store shared
// CHECK-NEXT: %[[NEXT:.+]] = simt.group_mma {{.+}} + %[[DONE]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: %[[END:.+]] = simt.group_wait 0(%[[LOOP]]) read(%[[TILE]])
// CHECK-NEXT: simt.store global {{.+}}, %[[END]]
simt.kernel @carried(%p: i64, %n: i32) warps(4) lanes(32) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %o = arith.muli %t, %c16 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 8 : (vector<1xi64>) -> vector<8xf16>
    %x = simt.shared 4096 align 1024
    %a = arith.addi %o, %x : i32
    %to = simt.splat %a : i32 -> vector<1xi32>
    simt.store shared %to [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.store global %from [0] + [0], %d width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// Who waits for another group waits for it, too: before what comes between, which needs neither.
// CHECK-LABEL: simt.kernel @two
// CHECK: scf.for {{.+}} iter_args(%[[SUMS:[^ ]+]] = %{{.+}})
// CHECK-NEXT: %[[FIRST:.+]] = simt.group_mma
// CHECK-NEXT: %[[DONE:.+]]:2 = simt.group_wait 0(%[[SUMS]], %[[FIRST]])
// CHECK-NEXT: simt.store global {{.+}}, %[[DONE]]#1
// CHECK-NEXT: %[[NEXT:.+]] = simt.group_mma {{.+}} + %[[DONE]]#0
// CHECK-NEXT: scf.yield %[[NEXT]]
simt.kernel @two(%p: i64, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    simt.store global %from [0] + [0], %f width 4 : vector<1xi64>, vector<4xf32>
    %g = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %h = simt.group_wait 0 (%g) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    scf.yield %h : vector<4xf32>
  }
  simt.return
}

// The round itself needs the sums.
// CHECK-LABEL: simt.kernel @used
// CHECK: simt.group_mma
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0
// CHECK-NEXT: simt.store global {{.+}}, %[[DONE]]
// CHECK-NEXT: scf.yield %[[DONE]]
simt.kernel @used(%p: i64, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    simt.store global %from [0] + [0], %f width 4 : vector<1xi64>, vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.return
}

// Whoever waits for the mbarrier fills the tile again.
// CHECK-LABEL: simt.kernel @released
// CHECK: simt.load global
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: simt.group_mma
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0
// CHECK-NEXT: simt.mbarrier_arrive
// CHECK-NEXT: scf.yield %[[DONE]]
simt.kernel @released(%p: i64, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %free = simt.shared 8 align 8
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    %s = arith.mulf %c, %v : vector<4xf32>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %s [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    simt.mbarrier_arrive %free count 1
    scf.yield %f : vector<4xf32>
  }
  simt.store global %from [0] + [0], %d width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// The round itself writes to the tile, behind the wait.
// CHECK-LABEL: simt.kernel @written
// CHECK: simt.group_mma
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: scf.yield %[[DONE]]
simt.kernel @written(%p: i64, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %to = simt.splat %x : i32 -> vector<1xi32>
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    %s = arith.mulf %c, %v : vector<4xf32>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %s [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    simt.store shared %to [0] + [0], %v width 4 : vector<1xi32>, vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.store global %from [0] + [0], %d width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// A partition sees the tile as its argument.
// CHECK-LABEL: simt.kernel @captured
// CHECK: arith.mulf
// CHECK-NEXT: simt.group_mma
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0
// CHECK-NEXT: scf.yield %[[DONE]]
simt.kernel @captured(%p: i64, %n: i32) warps(4) lanes(32) {
  %x = simt.shared 4096 align 1024
  simt.partitions {
    simt.partition_yield
  } others {
    simt.other_partitions (%p, %n, %x) warps [4] first [4] {
    ^bb0(%q: i64, %m: i32, %y: i32):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %zero = arith.constant dense<0.0> : vector<4xf32>
      %from = simt.splat %q : i64 -> vector<1xi64>
      %d = scf.for %i = %c0 to %m step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
        %v = simt.load global %from [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
        %s = arith.mulf %c, %v : vector<4xf32>
        %e = simt.group_mma <m64n8k16 f16 f16 f32> at %y as 17179869184 * %y as 17179869184 + %s [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
        %f = simt.group_wait 0 (%e) read(%y) : (vector<4xf32>, i32) -> vector<4xf32>
        scf.yield %f : vector<4xf32>
      }
      simt.store global %from [0] + [0], %d width 4 : vector<1xi64>, vector<4xf32>
      simt.partition_yield
    } : (i64, i32, i32)
  }
  simt.return
}

// Sums that begin anew, as in Triton's flattened loops, while the products go
// on: the next group ignores its sums, and no one reads the registers.
// CHECK-LABEL: simt.kernel @reset
// CHECK: %[[LOOP:.+]]:2 = scf.for {{.+}} iter_args(%[[SUMS:[^ ]+]] = %{{[^,]+}}, %[[USES:[^ ]+]] = %true)
// CHECK: %[[LAST:.+]] = arith.cmpi
// CHECK: %[[GROUP:.+]] = simt.group_mma {{.+}} + %[[SUMS]] if %[[USES]]
// CHECK-NEXT: %[[PENDING:.+]] = simt.group_wait 1(%[[GROUP]])
// CHECK-NOT: arith.select
// CHECK: %[[NEXT:.+]] = scf.if %[[LAST]] -> (vector<4xf32>) {
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0(%[[PENDING]])
// CHECK-NEXT: simt.store global {{.+}}, %[[DONE]]
// CHECK-NEXT: scf.yield %[[DONE]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[PENDING]]
// CHECK: %[[USED:.+]] = arith.xori %[[LAST]]
// CHECK-NEXT: scf.yield %[[NEXT]], %[[USED]]
// CHECK: simt.group_wait 0(%[[LOOP]]#0)
simt.kernel @reset(%p: i64, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %r = arith.remui %i, %c3 : i32
    %last = arith.cmpi eq, %r, %c0 : i32
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 1 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    %s = arith.select %last, %zero, %f : vector<4xf32>
    scf.if %last {
      %g = simt.group_wait 0 (%f) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
      simt.store global %from [0] + [0], %g width 4 : vector<1xi64>, vector<4xf32>
    }
    scf.yield %s : vector<4xf32>
  }
  %h = simt.group_wait 0 (%d) : (vector<4xf32>) -> vector<4xf32>
  simt.return
}

// Here the loop's result is needed, so that the last round has to select zeros:
// the select waits.
// CHECK-LABEL: simt.kernel @read
// CHECK: %[[PENDING:.+]] = simt.group_wait 1
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0(%[[PENDING]])
// CHECK-NEXT: %[[NEXT:.+]] = arith.select %{{.+}}, %{{.+}}, %[[DONE]]
// CHECK-NEXT: scf.if
// CHECK-NEXT: simt.group_wait 0(%[[DONE]])
// CHECK: scf.yield %[[NEXT]]
simt.kernel @read(%p: i64, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %r = arith.remui %i, %c3 : i32
    %last = arith.cmpi eq, %r, %c0 : i32
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 1 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    %s = arith.select %last, %zero, %f : vector<4xf32>
    scf.if %last {
      %g = simt.group_wait 0 (%f) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
      simt.store global %from [0] + [0], %g width 4 : vector<1xi64>, vector<4xf32>
    }
    scf.yield %s : vector<4xf32>
  }
  simt.store global %from [0] + [0], %d width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// Behind a barrier of the cluster other blocks may write to what a group reads.
// CHECK-LABEL: simt.kernel @cluster
// CHECK: scf.for {{.+}} iter_args(%[[SUMS:[^ ]+]] = %{{.+}})
// CHECK-NEXT: simt.load global
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0(%[[SUMS]])
// CHECK-NEXT: simt.cluster_arrive
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.store global
// CHECK-NEXT: %[[NEXT:.+]] = simt.group_mma {{.+}} + %[[DONE]]
simt.kernel @cluster(%p: i64, %n: i32) warps(4) lanes(32) cluster(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 8 : (vector<1xi64>) -> vector<8xf16>
    simt.cluster_arrive
    simt.cluster_wait
    simt.store global %from [0] + [0], %v width 8 : vector<1xi64>, vector<8xf16>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.return
}

// Of two groups the first is done where one may still be under way, and the second is not.
// CHECK-LABEL: simt.kernel @first_of_two
// CHECK: %[[BOTH:.+]]:2 = simt.group_wait 1(
// CHECK-NEXT: simt.store global {{.+}}, %[[BOTH]]#0
// CHECK-NEXT: %[[LATER:.+]] = simt.group_wait 0(%[[BOTH]]#1)
// CHECK-NEXT: simt.store global {{.+}}, %[[LATER]]
simt.kernel @first_of_two(%p: i64) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %f:2 = simt.group_wait 1 (%d, %e) read(%x) : (vector<4xf32>, vector<4xf32>, i32) -> (vector<4xf32>, vector<4xf32>)
  simt.store global %from [0] + [0], %f#0 width 4 : vector<1xi64>, vector<4xf32>
  simt.store global %from [0] + [0], %f#1 width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// The product reads its factor from registers that the next round writes.
// CHECK-LABEL: simt.kernel @factor
// CHECK: %[[LOOP:.+]] = scf.for {{.+}} iter_args(%[[SUMS:[^ ]+]] = %{{.+}})
// CHECK-NEXT: %[[LOADED:.+]] = simt.load global
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0(%[[SUMS]])
// CHECK-NEXT: %[[FACTOR:.+]] = arith.addf %[[LOADED]]
// CHECK: simt.group_mma {{.+}} registers %[[FACTOR]] {{.+}} + %[[DONE]]
// CHECK: simt.group_wait 0(%[[LOOP]])
simt.kernel @factor(%p: i64, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 8 : (vector<1xi64>) -> vector<8xf16>
    %a = arith.addf %v, %v : vector<8xf16>
    %b = simt.load global %from [0] + [16] width 4 : (vector<1xi64>) -> vector<4xf32>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> registers %a * %x as 17179869184 + %c [0, 0, 0] : (vector<8xf16>, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    simt.store global %from [0] + [0], %b width 4 : vector<1xi64>, vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.store global %from [0] + [0], %d width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// The next loop waits for the sums of the one before.
// CHECK-LABEL: simt.kernel @loops
// CHECK: %[[TILE:.+]] = simt.shared 4096
// CHECK: %[[FIRST:.+]] = scf.for
// CHECK: simt.group_wait 0
// CHECK: }
// CHECK-NEXT: %[[SECOND:.+]] = scf.for {{.+}} iter_args(%[[SUMS:[^ ]+]] = %[[FIRST]])
// CHECK-NEXT: simt.load global
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0(%[[SUMS]]) read(%[[TILE]])
// CHECK: }
// CHECK-NEXT: simt.group_wait 0(%[[SECOND]]) read(%[[TILE]])
simt.kernel @loops(%p: i64, %m: i32, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = scf.for %i = %c0 to %m step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    %s = arith.mulf %c, %v : vector<4xf32>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %s [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  %g = scf.for %i = %m to %n step %c1 iter_args(%c = %d) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    %s = arith.mulf %c, %v : vector<4xf32>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %s [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.store global %from [0] + [0], %g width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// Something is stored into the tile between the loops.
// CHECK-LABEL: simt.kernel @refilled
// CHECK: %[[FIRST:.+]] = scf.for
// CHECK: }
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0(%[[FIRST]])
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: scf.for {{.+}} iter_args(%{{[^ ]+}} = %[[DONE]])
simt.kernel @refilled(%p: i64, %m: i32, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %to = simt.splat %x : i32 -> vector<1xi32>
  %d = scf.for %i = %c0 to %m step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    %s = arith.mulf %c, %v : vector<4xf32>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %s [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.store shared %to [0] + [0], %zero width 4 : vector<1xi32>, vector<4xf32>
  %g = scf.for %i = %m to %n step %c1 iter_args(%c = %d) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    %s = arith.mulf %c, %v : vector<4xf32>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %s [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.store global %from [0] + [0], %g width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}
