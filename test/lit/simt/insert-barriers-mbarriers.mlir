// Barriers of threads beside mbarriers, copies of boxes and partitions.
// RUN: heddle-opt %s --simt-insert-barriers | FileCheck %s
// RUN: heddle-opt %s --simt-insert-barriers | heddle-opt --simt-insert-barriers | FileCheck %s

// Threads that have waited for a phase see what its copies brought: no barrier
// comes before they read. One comes before the next copy and the arrival that
// expects it, since others may still read, or wait for the phase before; it is
// also the one behind the first op, which makes the mbarrier.
// CHECK-LABEL: simt.kernel @refill
// CHECK: simt.mbarrier_init
// CHECK-NEXT: scf.for
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.mbarrier_expect
// CHECK-NEXT: simt.box_load
// CHECK-NEXT: arith.andi
// CHECK-NEXT: simt.mbarrier_wait
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.store global
// CHECK-NEXT: }
simt.kernel @refill(%map: i64 {simt.map_element = 2 : i32, simt.map_swizzle = 0 : i32, simt.map_box = array<i32: 32, 4>}, %to: i64, %n: i32) warps(4) lanes(32) shared(528) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %x = simt.shared 512 align 128 at 0
  %m = simt.shared 8 align 8 at 512
  %first = arith.cmpi eq, %t, %c0 : i32
  %one = simt.splat %first : i1 -> vector<1xi1>
  %bytes = arith.muli %t, %c4 : i32
  %at = arith.addi %x, %bytes : i32
  %from = simt.splat %at : i32 -> vector<1xi32>
  %out = simt.splat %to : i64 -> vector<1xi64>
  simt.mbarrier_init %m count 1 if %first
  scf.for %i = %c0 to %n step %c1 : i32 {
    simt.mbarrier_expect %m bytes 512 if %first
    simt.box_load %map[%c0, %i] to %x + [0] steps [0, 0] bytes 512 signals %m if %one : i64, i32, i32, i32, i32, vector<1xi1>
    %parity = arith.andi %i, %c1 : i32
    simt.mbarrier_wait %m parity %parity
    %v = simt.load shared %from [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
    simt.store global %out [0] + [0], %v width 1 : vector<1xi64>, vector<1xi32>
  }
  simt.return
}

// One thread arrives for all: the others have left their wait, and have read.
// CHECK-LABEL: simt.kernel @arrive
// CHECK: simt.mbarrier_wait
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.mbarrier_arrive
// CHECK-NEXT: simt.return
simt.kernel @arrive(%parity: i32) warps(4) lanes(32) shared(528) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %x = simt.shared 512 align 128 at 0
  %full = simt.shared 8 align 8 at 512
  %empty = simt.shared 8 align 8 at 520
  %first = arith.cmpi eq, %t, %c0 : i32
  %from = simt.splat %x : i32 -> vector<1xi32>
  simt.mbarrier_wait %full parity %parity
  %v = simt.load shared %from [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.mbarrier_arrive %empty count 1 if %first
  simt.return
}

// A thread of each warp arrives for its warp: only that has read. Whoever makes
// the mbarrier has told all of them.
// CHECK-LABEL: simt.kernel @arrive_each_warp
// CHECK: simt.mbarrier_init
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: scf.for
// CHECK-NEXT: simt.mbarrier_wait
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.barrier warp
// CHECK-NEXT: simt.mbarrier_arrive
// CHECK-NEXT: }
simt.kernel @arrive_each_warp(%parity: i32, %n: i32) warps(4) lanes(32) shared(528) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c31 = arith.constant 31 : i32
  %x = simt.shared 512 align 128 at 0
  %full = simt.shared 8 align 8 at 512
  %empty = simt.shared 8 align 8 at 520
  %first = arith.cmpi eq, %t, %c0 : i32
  %lane = arith.andi %t, %c31 : i32
  %each = arith.cmpi eq, %lane, %c0 : i32
  %from = simt.splat %x : i32 -> vector<1xi32>
  simt.mbarrier_init %empty count 4 if %first
  scf.for %i = %c0 to %n step %c31 : i32 {
    simt.mbarrier_wait %full parity %parity
    %v = simt.load shared %from [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
    simt.mbarrier_arrive %empty count 1 each_warp if %each
  }
  simt.return
}

// A warp starts and awaits products of warp groups as one: all of its lanes have left the wait, and
// know what the products have read. What they load they do one by one.
// CHECK-LABEL: simt.kernel @arrive_behind_product
// CHECK: scf.for
// CHECK-NEXT: simt.mbarrier_wait
// CHECK-NEXT: simt.group_mma
// CHECK-NEXT: simt.group_wait
// CHECK-NEXT: simt.mbarrier_arrive
// CHECK-NEXT: simt.mbarrier_wait
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.group_mma
// CHECK-NEXT: simt.group_wait
// CHECK-NEXT: simt.barrier warp
// CHECK-NEXT: simt.mbarrier_arrive
// CHECK-NEXT: }
simt.kernel @arrive_behind_product(%parity: i32, %n: i32) warps(4) lanes(32) shared(4112) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c31 = arith.constant 31 : i32
  %x = simt.shared 4096 align 1024 at 0
  %full = simt.shared 8 align 8 at 4096
  %empty = simt.shared 8 align 8 at 4104
  %first = arith.cmpi eq, %t, %c0 : i32
  %lane = arith.andi %t, %c31 : i32
  %each = arith.cmpi eq, %lane, %c0 : i32
  %from = simt.splat %x : i32 -> vector<1xi32>
  %c = arith.constant dense<0.25> : vector<4xf32>
  simt.mbarrier_init %empty count 4 if %first
  scf.for %i = %c0 to %n step %c31 : i32 {
    simt.mbarrier_wait %full parity %parity
    %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %e = simt.group_wait 0 (%d) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
    simt.mbarrier_arrive %empty count 1 each_warp if %each
    simt.mbarrier_wait %full parity %parity
    %v = simt.load shared %from [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
    %f = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %g = simt.group_wait 0 (%f) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
    simt.mbarrier_arrive %empty count 1 each_warp if %each
  }
  simt.return
}

// Nothing was read: the others still have to have left their wait.
// CHECK-LABEL: simt.kernel @expect
// CHECK: simt.mbarrier_wait
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.mbarrier_expect
// CHECK-NEXT: simt.return
simt.kernel @expect(%parity: i32) warps(4) lanes(32) shared(16) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %empty = simt.shared 8 align 8 at 0
  %full = simt.shared 8 align 8 at 8
  %first = arith.cmpi eq, %t, %c0 : i32
  simt.mbarrier_wait %empty parity %parity
  simt.mbarrier_expect %full bytes 512 if %first
  simt.return
}

// What threads store, a box takes behind a fence and a barrier; they store again
// when the thread of the copy has waited for it, and all for that thread.
// CHECK-LABEL: simt.kernel @out
// CHECK: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.box_store
// CHECK-NEXT: simt.box_commit
// CHECK-NEXT: simt.box_wait 0 read
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.return
simt.kernel @out(%map: i64 {simt.map_element = 2 : i32, simt.map_swizzle = 0 : i32, simt.map_box = array<i32: 32, 4>}) warps(4) lanes(32) shared(512) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %x = simt.shared 512 align 128 at 0
  %first = arith.cmpi eq, %t, %c0 : i32
  %one = simt.splat %first : i1 -> vector<1xi1>
  %bytes = arith.muli %t, %c4 : i32
  %at = arith.addi %x, %bytes : i32
  %to = simt.splat %at : i32 -> vector<1xi32>
  %v = simt.splat %t : i32 -> vector<1xi32>
  simt.store shared %to [0] + [0], %v width 1 : vector<1xi32>, vector<1xi32>
  simt.box_store %map[%c0, %c0] from %x + [0] steps [0, 0] bytes 512 if %one : i64, i32, i32, i32, vector<1xi1>
  simt.box_commit
  simt.box_wait 0 read
  simt.store shared %to [0] + [0], %v width 1 : vector<1xi32>, vector<1xi32>
  simt.return
}
