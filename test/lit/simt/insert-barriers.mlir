// Threads wait where they share bytes, and nowhere else.
// RUN: heddle-opt %s --simt-insert-barriers | FileCheck %s
// RUN: heddle-opt %s --simt-insert-barriers | heddle-opt --simt-insert-barriers | FileCheck %s

// Each thread has four bytes; those of the neighbour's lane, then of the next warp.
// CHECK-LABEL: simt.kernel @distances
// CHECK: simt.store shared
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.return
simt.kernel @distances() warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %3 = simt.load shared %2 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// Whoever is to be late is late behind the barrier.
// CHECK-LABEL: simt.kernel @late
// CHECK: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.delay
// CHECK-NEXT: simt.load shared
simt.kernel @late() warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %c128 = arith.constant 128 : i32
  %a = simt.shared 256 align 256 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = arith.xori %1, %c128 : i32
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  simt.delay %0
  %5 = simt.load shared %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// Which byte it is depends on where the allocation lies, which is not looked at: it may be any.
// CHECK-LABEL: simt.kernel @depends_on_place
// CHECK: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
simt.kernel @depends_on_place() warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %c16 = arith.constant 16 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = arith.xori %1, %c16 : i32
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %5 = simt.load shared %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// Threads that store nothing have addresses in front of the first byte.
// CHECK-LABEL: simt.kernel @in_front
// CHECK: simt.store shared
// CHECK: simt.barrier block
// CHECK-NEXT: simt.load shared
simt.kernel @in_front() warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.subi %0, %c64 : i32
  %2 = arith.addi %1, %a : i32
  %3 = simt.splat %2 : i32 -> vector<1xi32>
  %stores = arith.cmpi uge, %t, %c16 : i32
  scf.if %stores {
    simt.store shared %3 [0] + [0], %3 width 1 : vector<1xi32>, vector<1xi32>
  }
  %4 = arith.xori %t, %c32 : i32
  %5 = arith.muli %4, %c4 : i32
  %6 = arith.addi %5, %a : i32
  %7 = simt.splat %6 : i32 -> vector<1xi32>
  %8 = simt.load shared %7 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// The same where what one thread would store lies on both sides of the first byte.
// CHECK-LABEL: simt.kernel @across
// CHECK: simt.store shared
// CHECK: simt.barrier block
// CHECK-NEXT: simt.load shared
simt.kernel @across() warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %c60 = arith.constant 60 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.subi %a, %c4 : i32
  %1 = simt.splat %0 : i32 -> vector<1xi32>
  %data = simt.splat %t : i32 -> vector<2xi32>
  %stores = arith.cmpi uge, %t, %c60 : i32
  scf.if %stores {
    simt.store shared %1 [0, 0] + [0, 4], %data width 1 : vector<1xi32>, vector<2xi32>
  }
  %2 = simt.splat %a : i32 -> vector<1xi32>
  %3 = simt.load shared %2 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// And where that is so only at the place of the allocation.
// CHECK-LABEL: simt.kernel @across_placed
// CHECK: simt.store shared
// CHECK: simt.barrier block
// CHECK-NEXT: simt.load shared
simt.kernel @across_placed() warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c20 = arith.constant 20 : i32
  %c60 = arith.constant 60 : i32
  %a = simt.shared 240 align 16 at 16
  %0 = arith.subi %a, %c20 : i32
  %1 = simt.splat %0 : i32 -> vector<1xi32>
  %data = simt.splat %t : i32 -> vector<2xi32>
  %stores = arith.cmpi uge, %t, %c60 : i32
  scf.if %stores {
    simt.store shared %1 [0, 0] + [0, 4], %data width 1 : vector<1xi32>, vector<2xi32>
  }
  %c16 = arith.constant 16 : i32
  %2 = arith.subi %a, %c16 : i32
  %3 = simt.splat %2 : i32 -> vector<1xi32>
  %4 = simt.load shared %3 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// CHECK-LABEL: simt.kernel @neighbours
// CHECK: simt.store shared
// CHECK-NEXT: simt.barrier warp
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.return
simt.kernel @neighbours() warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = arith.xori %1, %c4 : i32
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %5 = simt.load shared %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// Only threads of the first warp store; a predicate nobody knows may be true.
// CHECK-LABEL: simt.kernel @predicates
// CHECK: simt.store shared
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.return
simt.kernel @predicates(%p: i1) warps(2) lanes(32) shared(1024) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %c32 = arith.constant 32 : i32
  %a = simt.shared 1024 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %first = arith.cmpi ult, %t, %c32 : i32
  %3 = simt.splat %first : i1 -> vector<1xi1>
  %4 = simt.splat %p : i1 -> vector<1xi1>
  // Bytes 0 to 127, then from 128 on.
  simt.store shared %2 [0] + [0], %2 width 1 if %3 : vector<1xi32>, vector<1xi32>, vector<1xi1>
  %5 = simt.load shared %2 [0] + [128] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.store shared %2 [0] + [512], %2 width 1 if %4 : vector<1xi32>, vector<1xi32>, vector<1xi1>
  %6 = simt.load shared %2 [0] + [448] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// An address that only a run knows is any of its piece, and of no other.
// CHECK-LABEL: simt.kernel @unknown
// CHECK: simt.store shared
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.return
simt.kernel @unknown(%i: i32) warps(2) lanes(32) shared(512) {
  %t = simt.thread
  %a = simt.shared 256 align 16 at 0
  %b = simt.shared 256 align 16 at 256
  %c4 = arith.constant 4 : i32
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = arith.addi %0, %b : i32
  %3 = arith.addi %1, %i : i32
  %4 = simt.splat %2 : i32 -> vector<1xi32>
  %5 = simt.splat %3 : i32 -> vector<1xi32>
  %6 = simt.splat %1 : i32 -> vector<1xi32>
  simt.store shared %5 [0] + [0], %5 width 1 : vector<1xi32>, vector<1xi32>
  %7 = simt.load shared %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  %8 = simt.load shared %6 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// The store of the next round waits for who still reads.
// CHECK-LABEL: simt.kernel @loop
// CHECK: scf.for
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: }
// CHECK-NEXT: simt.return
simt.kernel @loop(%n: i32) warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c63 = arith.constant 63 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = arith.subi %c63, %t : i32
  %4 = arith.muli %3, %c4 : i32
  %5 = simt.splat %4 : i32 -> vector<1xi32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
    %6 = simt.load shared %5 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  }
  simt.return
}

// What is only read in the loop was waited for before it.
// CHECK-LABEL: simt.kernel @before
// CHECK: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: scf.for
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: }
// CHECK-NEXT: simt.return
simt.kernel @before(%n: i32) warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = simt.splat %0 : i32 -> vector<1xi32>
  %2 = simt.splat %a : i32 -> vector<1xi32>
  simt.store shared %1 [0] + [0], %1 width 1 : vector<1xi32>, vector<1xi32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %3 = simt.load shared %2 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  }
  simt.return
}

// A barrier that the user wrote stays, and counts only where all pass it.
// CHECK-LABEL: simt.kernel @branch
// CHECK: simt.store shared
// CHECK: scf.if
// CHECK-NEXT: simt.barrier block
// CHECK: simt.barrier block
// CHECK: simt.load shared
// CHECK-NEXT: simt.barrier block
// CHECK: simt.store global
// CHECK-NEXT: simt.return
simt.kernel @branch(%p: i1, %out: i64) warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = simt.splat %0 : i32 -> vector<1xi32>
  %2 = simt.splat %a : i32 -> vector<1xi32>
  simt.store shared %1 [0] + [0], %1 width 1 : vector<1xi32>, vector<1xi32>
  scf.if %p {
    simt.barrier block
  }
  %3 = simt.load shared %2 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.barrier block
  %4 = simt.splat %out : i64 -> vector<1xi64>
  simt.store global %4 [0] + [0], %3 width 1 : vector<1xi64>, vector<1xi32>
  simt.return
}

// One barrier is enough between two accesses, and none behind the last.
// CHECK-LABEL: simt.kernel @idle
// CHECK: simt.load global
// CHECK-NEXT: arith.addi
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.store global
// CHECK-NEXT: simt.return
simt.kernel @idle(%at: i64) warps(2) lanes(32) shared(0) {
  %0 = simt.splat %at : i64 -> vector<1xi64>
  %1 = simt.load global %0 [0] + [0] width 1 : (vector<1xi64>) -> vector<1xi32>
  simt.barrier block
  %2 = arith.addi %1, %1 : vector<1xi32>
  simt.barrier block
  simt.store global %0 [0] + [0], %2 width 1 : vector<1xi64>, vector<1xi32>
  simt.barrier block
  simt.return
}

// Nobody else accesses anything between the atomics of one thread.
// CHECK-LABEL: simt.kernel @first
// CHECK: simt.store global
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.atomic add
// CHECK-NEXT: simt.atomic max
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.atomic min
// CHECK-NEXT: simt.return
simt.kernel @first(%at: i64, %p: i1) warps(2) lanes(32) shared(0) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %is = arith.cmpi eq, %t, %c0 : i32
  %0 = simt.splat %at : i64 -> vector<1xi64>
  %1 = simt.splat %t : i32 -> vector<1xi32>
  %first = simt.splat %is : i1 -> vector<1xi1>
  %some = simt.splat %p : i1 -> vector<1xi1>
  %both = arith.andi %some, %first : vector<1xi1>
  simt.store global %0 [0] + [0], %1 width 1 : vector<1xi64>, vector<1xi32>
  simt.barrier block
  %2 = simt.atomic add acq_rel gpu global %0, %1 if %first : (vector<1xi64>, vector<1xi32>, vector<1xi1>) -> vector<1xi32>
  simt.barrier block
  %3 = simt.atomic max acq_rel gpu global %0, %1 if %both : (vector<1xi64>, vector<1xi32>, vector<1xi1>) -> vector<1xi32>
  simt.barrier block
  %4 = simt.atomic min acq_rel gpu global %0, %1 if %some : (vector<1xi64>, vector<1xi32>, vector<1xi1>) -> vector<1xi32>
  simt.return
}

// Blocks that form a loop.
// CHECK-LABEL: simt.kernel @blocks
// CHECK: ^bb1:
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: cf.cond_br
simt.kernel @blocks(%p: i1) warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = simt.splat %0 : i32 -> vector<1xi32>
  %2 = simt.splat %a : i32 -> vector<1xi32>
  cf.br ^loop
^loop:
  simt.store shared %1 [0] + [0], %1 width 1 : vector<1xi32>, vector<1xi32>
  %3 = simt.load shared %2 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  cf.cond_br %p, ^loop, ^end
^end:
  simt.return
}

// Loads that count as one, which end before the next store to what they read:
// no barrier stands among them, where it would come before some of them only.
// CHECK-LABEL: simt.kernel @several
// CHECK: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.return
simt.kernel @several() warps(2) lanes(32) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %c252 = arith.constant 252 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = simt.splat %0 : i32 -> vector<1xi32>
  %2 = arith.subi %c252, %0 : i32
  %3 = simt.splat %2 : i32 -> vector<1xi32>
  %4 = simt.splat %a : i32 -> vector<1xi32>
  simt.store shared %1 [0] + [0], %1 width 1 : vector<1xi32>, vector<1xi32>
  %5 = simt.load shared %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  %6 = simt.load shared %3 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.store shared %1 [0] + [0], %6 width 1 : vector<1xi32>, vector<1xi32>
  simt.return
}
