// Barriers where copies end that have begun, and where it is known which buffer
// of a ring is meant.
// RUN: heddle-opt %s --simt-insert-barriers | FileCheck %s

// Whatever the buffer: threads read what they have copied themselves.
// CHECK-LABEL: simt.kernel @own
// CHECK: simt.async_wait 0
// CHECK-NEXT: simt.load shared
// CHECK-NOT: simt.barrier
// CHECK: simt.return
simt.kernel @own(%p: i64, %n: i32) warps(2) lanes(32) shared(2048) {
  %t = simt.thread
  %c16 = arith.constant 16 : i32
  %c1024 = arith.constant 1024 : i32
  %a = simt.shared 2048 align 16 at 0
  %from = simt.splat %p : i64 -> vector<1xi64>
  %0 = arith.muli %t, %c16 : i32
  %1 = arith.muli %n, %c1024 : i32
  %2 = arith.addi %a, %1 : i32
  %3 = arith.addi %2, %0 : i32
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %4 [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 0
  %5 = simt.load shared %4 [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
  simt.store global %from [0] + [0], %5 width 4 : vector<1xi64>, vector<4xi32>
  simt.return
}

// Others have copied what this one reads.
// CHECK-LABEL: simt.kernel @others
// CHECK: simt.async_wait 0
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
simt.kernel @others(%p: i64, %n: i32) warps(2) lanes(32) shared(2048) {
  %t = simt.thread
  %c16 = arith.constant 16 : i32
  %c1008 = arith.constant 1008 : i32
  %c1024 = arith.constant 1024 : i32
  %a = simt.shared 2048 align 16 at 0
  %from = simt.splat %p : i64 -> vector<1xi64>
  %0 = arith.muli %t, %c16 : i32
  %1 = arith.muli %n, %c1024 : i32
  %2 = arith.addi %a, %1 : i32
  %3 = arith.addi %2, %0 : i32
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  %5 = arith.subi %c1008, %0 : i32
  %6 = arith.addi %2, %5 : i32
  %7 = simt.splat %6 : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %4 [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 0
  %8 = simt.load shared %7 [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
  simt.store global %from [0] + [0], %8 width 4 : vector<1xi64>, vector<4xi32>
  simt.return
}

// The second wait is for the second copy: the first has been waited for.
// CHECK-LABEL: simt.kernel @ended
// CHECK: simt.barrier block
// CHECK: simt.async_copy
// CHECK: simt.async_wait 0
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.return
simt.kernel @ended(%p: i64) warps(2) lanes(32) shared(2048) {
  %t = simt.thread
  %c16 = arith.constant 16 : i32
  %c1008 = arith.constant 1008 : i32
  %a = simt.shared 1024 align 16 at 0
  %b = simt.shared 1024 align 16 at 1024
  %from = simt.splat %p : i64 -> vector<1xi64>
  %zero = arith.constant dense<0> : vector<4xi32>
  %0 = arith.muli %t, %c16 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = arith.addi %b, %0 : i32
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  %5 = arith.subi %c1008, %0 : i32
  %6 = arith.addi %a, %5 : i32
  %7 = simt.splat %6 : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %2 [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 0
  %8 = simt.load shared %7 [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
  simt.async_copy %from [0] + [0] to %4 [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 0
  simt.store shared %7 [0] + [0], %zero width 4 : vector<1xi32>, vector<4xi32>
  simt.return
}

// A copy that is in no group yet goes on behind the first wait.
// CHECK-LABEL: simt.kernel @open
// CHECK: simt.async_commit
// CHECK-NEXT: simt.async_wait 0
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
simt.kernel @open(%p: i64) warps(2) lanes(32) shared(2048) {
  %t = simt.thread
  %c16 = arith.constant 16 : i32
  %c1008 = arith.constant 1008 : i32
  %a = simt.shared 1024 align 16 at 0
  %from = simt.splat %p : i64 -> vector<1xi64>
  %0 = arith.muli %t, %c16 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %5 = arith.subi %c1008, %0 : i32
  %6 = arith.addi %a, %5 : i32
  %7 = simt.splat %6 : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %2 [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_wait 0
  simt.barrier block
  simt.async_commit
  simt.async_wait 0
  %8 = simt.load shared %7 [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
  simt.store global %from [0] + [0], %8 width 4 : vector<1xi64>, vector<4xi32>
  simt.return
}

// What is copied is read two iterations later, and was read in the one before,
// in front of the barrier: so in a loop, and in another one that goes on.
// CHECK-LABEL: simt.kernel @ring
// CHECK: scf.for
// CHECK: simt.async_wait 1
// CHECK: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK-NOT: simt.barrier
// CHECK: scf.yield
// CHECK: scf.for
// CHECK: simt.async_wait 1
// CHECK: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK-NOT: simt.barrier
// CHECK: scf.yield
simt.kernel @ring(%p: i64, %m: i32, %n: i32) warps(2) lanes(32) shared(3072) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %before = arith.constant -1 : i32
  %c16 = arith.constant 16 : i32
  %c1008 = arith.constant 1008 : i32
  %c1024 = arith.constant 1024 : i32
  %a = simt.shared 3072 align 16 at 0
  %from = simt.splat %p : i64 -> vector<1xi64>
  %0 = arith.muli %t, %c16 : i32
  %own = arith.addi %a, %0 : i32
  %1 = arith.subi %c1008, %0 : i32
  %other = arith.addi %a, %1 : i32
  %first:2 = scf.for %i = %c0 to %m step %c1 iter_args(%w = %c1, %r = %before) -> (i32, i32) : i32 {
    %w1 = arith.addi %w, %c1 : i32
    %isIn = arith.cmpi slt, %w1, %c3 : i32
    %writes = arith.select %isIn, %w1, %c0 : i32
    %r1 = arith.addi %r, %c1 : i32
    %isEnd = arith.cmpi eq, %r1, %c3 : i32
    %reads = arith.select %isEnd, %c0, %r1 : i32
    simt.async_wait 1
    %2 = arith.muli %reads, %c1024 : i32
    %3 = arith.addi %other, %2 : i32
    %4 = simt.splat %3 : i32 -> vector<1xi32>
    %5 = simt.load shared %4 [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
    %6 = arith.muli %writes, %c1024 : i32
    %7 = arith.addi %own, %6 : i32
    %8 = simt.splat %7 : i32 -> vector<1xi32>
    simt.async_copy %from [0] + [0] to %8 [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
    simt.async_commit
    scf.yield %writes, %reads : i32, i32
  }
  %second:2 = scf.for %i = %m to %n step %c1 iter_args(%w = %first#0, %r = %first#1) -> (i32, i32) : i32 {
    %w1 = arith.addi %w, %c1 : i32
    %isIn = arith.cmpi slt, %w1, %c3 : i32
    %writes = arith.select %isIn, %w1, %c0 : i32
    %r1 = arith.addi %r, %c1 : i32
    %isEnd = arith.cmpi eq, %r1, %c3 : i32
    %reads = arith.select %isEnd, %c0, %r1 : i32
    simt.async_wait 1
    %2 = arith.muli %reads, %c1024 : i32
    %3 = arith.addi %other, %2 : i32
    %4 = simt.splat %3 : i32 -> vector<1xi32>
    %5 = simt.load shared %4 [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
    %6 = arith.muli %writes, %c1024 : i32
    %7 = arith.addi %own, %6 : i32
    %8 = simt.splat %7 : i32 -> vector<1xi32>
    simt.async_copy %from [0] + [0] to %8 [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
    simt.async_commit
    scf.yield %writes, %reads : i32, i32
  }
  simt.return
}

// With a buffer less it is the one that is read.
// CHECK-LABEL: simt.kernel @short
// CHECK: simt.async_wait 0
// CHECK: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK: simt.barrier block
// CHECK-NEXT: simt.async_copy
simt.kernel @short(%p: i64, %n: i32) warps(2) lanes(32) shared(2048) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c16 = arith.constant 16 : i32
  %c1008 = arith.constant 1008 : i32
  %c1024 = arith.constant 1024 : i32
  %a = simt.shared 2048 align 16 at 0
  %from = simt.splat %p : i64 -> vector<1xi64>
  %0 = arith.muli %t, %c16 : i32
  %own = arith.addi %a, %0 : i32
  %1 = arith.subi %c1008, %0 : i32
  %other = arith.addi %a, %1 : i32
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%slot = %c0) -> (i32) : i32 {
    %2 = arith.muli %slot, %c1024 : i32
    simt.async_wait 0
    %3 = arith.addi %other, %2 : i32
    %4 = simt.splat %3 : i32 -> vector<1xi32>
    %5 = simt.load shared %4 [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
    %7 = arith.addi %own, %2 : i32
    %8 = simt.splat %7 : i32 -> vector<1xi32>
    simt.async_copy %from [0] + [0] to %8 [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
    simt.async_commit
    %more = arith.addi %slot, %c1 : i32
    %isEnd = arith.cmpi eq, %more, %c2 : i32
    %next = arith.select %isEnd, %c0, %more : i32
    scf.yield %next : i32
  }
  simt.return
}

// The loop has iterations, and they have a barrier.
// CHECK-LABEL: simt.kernel @iterates
// CHECK: simt.store shared
// CHECK-NEXT: scf.for
// CHECK: }
// CHECK-NEXT: simt.load shared
simt.kernel @iterates() warps(2) lanes(32) shared(512) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %c4 = arith.constant 4 : i32
  %c252 = arith.constant 252 : i32
  %a = simt.shared 256 align 16 at 0
  %b = simt.shared 256 align 16 at 256
  %0 = arith.muli %t, %c4 : i32
  %own = arith.addi %a, %0 : i32
  %1 = arith.subi %c252, %0 : i32
  %other = arith.addi %a, %1 : i32
  %2 = simt.splat %own : i32 -> vector<1xi32>
  %3 = simt.splat %other : i32 -> vector<1xi32>
  %4 = simt.splat %b : i32 -> vector<1xi32>
  %is = arith.cmpi eq, %t, %c0 : i32
  %first = simt.splat %is : i1 -> vector<1xi1>
  simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  scf.for %i = %c0 to %c8 step %c1 : i32 {
    simt.store shared %4 [0] + [0], %2 width 1 if %first : vector<1xi32>, vector<1xi32>, vector<1xi1>
    simt.barrier block
    %5 = simt.load shared %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  }
  %6 = simt.load shared %3 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// A wait is for all products that have begun, and names the tiles of some.
// CHECK-LABEL: simt.kernel @unnamed
// CHECK: simt.group_wait 0
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.store shared
simt.kernel @unnamed() warps(4) lanes(32) shared(8192) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %to = simt.splat %x : i32 -> vector<1xi32>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_mma <m64n8k16 f16 f16 f32> at %y as 17179869184 * %y as 17179869184 + %d [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %f = simt.group_wait 0 (%e) read(%y) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store shared %to [0] + [0], %f width 4 : vector<1xi32>, vector<4xf32>
  simt.return
}
