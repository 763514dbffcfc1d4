// Blocks of a cluster wait for each other where they share bytes, and before they end.
// RUN: heddle-opt %s --simt-insert-barriers | FileCheck %s
// RUN: heddle-opt %s --simt-insert-barriers | heddle-opt --simt-insert-barriers | FileCheck %s

// Each thread has a word that the neighbour block reads. Nobody ends before all have read.
// CHECK-LABEL: simt.kernel @exchange
// CHECK: simt.store shared
// CHECK-NEXT: simt.cluster_arrive own
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.load cluster
// CHECK-NEXT: simt.cluster_arrive own
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.return
simt.kernel @exchange() warps(2) lanes(32) cluster(2) shared(256) {
  %t = simt.thread
  %rank = simt.block_rank
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %other = arith.xori %rank, %c1 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = simt.peer_address %1 in %other
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %5 = simt.load cluster %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// The barrier before the end may be anywhere behind the last access of another block: it does
// for the block's own threads, too.
// CHECK-LABEL: simt.kernel @elsewhere
// CHECK: simt.store shared
// CHECK-NEXT: simt.cluster_arrive own
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.load cluster
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.cluster_arrive own
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.return
simt.kernel @elsewhere() warps(2) lanes(32) cluster(2) shared(512) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c252 = arith.constant 252 : i32
  %a = simt.shared 256 align 16 at 0
  %b = simt.shared 256 align 16 at 256
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = simt.peer_address %1 in %c0
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  %5 = arith.addi %0, %b : i32
  %6 = simt.splat %5 : i32 -> vector<1xi32>
  %7 = arith.xori %0, %c252 : i32
  %8 = arith.addi %7, %b : i32
  %9 = simt.splat %8 : i32 -> vector<1xi32>
  simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %10 = simt.load cluster %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.store shared %6 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %11 = simt.load shared %9 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// In a loop the memory is written again: two barriers a round, and none behind the loop.
// CHECK-LABEL: simt.kernel @loop
// CHECK: scf.for
// CHECK: simt.store shared
// CHECK-NEXT: simt.cluster_arrive own
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.load cluster
// CHECK-NEXT: simt.cluster_arrive own
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: }
// CHECK-NEXT: simt.return
simt.kernel @loop(%n: i32) warps(2) lanes(32) cluster(2) shared(256) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.muli %t, %c4 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %a = simt.shared 256 align 16 at 0
    %1 = arith.addi %0, %a : i32
    %2 = simt.splat %1 : i32 -> vector<1xi32>
    %3 = simt.peer_address %1 in %c1
    %4 = simt.splat %3 : i32 -> vector<1xi32>
    simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
    %5 = simt.load cluster %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  }
  simt.return
}

// A block that hands nothing to others ends as always.
// CHECK-LABEL: simt.kernel @alone
// CHECK: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.return
simt.kernel @alone() warps(2) lanes(32) cluster(2) shared(256) {
  %t = simt.thread
  %c4 = arith.constant 4 : i32
  %c252 = arith.constant 252 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = arith.xori %1, %c252 : i32
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %5 = simt.load shared %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// Where each block tells the others that it has read a buffer, and waits for theirs before it copies
// to theirs again, no barrier of the cluster is in the loop: one behind the mbarriers' making, and
// one before their end.
// CHECK-LABEL: simt.kernel @told
// CHECK: simt.mbarrier_init
// CHECK: simt.mbarrier_init
// CHECK: simt.cluster_arrive
// CHECK-NEXT: simt.cluster_wait
// CHECK: scf.for
// CHECK-NOT: simt.cluster_wait
// CHECK: simt.mbarrier_wait %{{.+}} parity %c1
// CHECK: simt.box_load
// CHECK-NOT: simt.cluster_wait
// CHECK: simt.load shared
// CHECK: simt.barrier block
// CHECK-NEXT: simt.mbarrier_arrive {{.+}} cluster
// CHECK-NOT: simt.cluster_wait
// CHECK: }
// CHECK: simt.cluster_arrive
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.return
simt.kernel @told(%map: i64, %n: i32) warps(2) lanes(32) cluster(2) shared(1040) {
  %t = simt.thread
  %rank = simt.block_rank
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  %one = simt.splat %first : i1 -> vector<1xi1>
  %ring = simt.shared 1024 align 128 at 0
  %full = simt.shared 8 align 8 at 1024
  %free = simt.shared 8 align 8 at 1032
  %other = arith.xori %rank, %c1 : i32
  %peer = simt.peer_address %free in %other
  simt.mbarrier_init %full count 1 if %first
  simt.mbarrier_init %free count 1 if %first
  scf.for %i = %c0 to %n step %c1 : i32 {
    simt.mbarrier_wait %free parity %c1
    simt.mbarrier_expect %full bytes 1024 if %first
    simt.box_load %map[%i, %c0] to %ring + [0] steps [0, 0] bytes 1024 signals %full in blocks %c3 if %one : i64, i32, i32, i32, i32, i32, vector<1xi1>
    simt.mbarrier_wait %full parity %i
    %b = simt.splat %ring : i32 -> vector<1xi32>
    %v = simt.load shared %b [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
    simt.mbarrier_arrive %peer count 1 cluster if %first
  }
  simt.return
}

// A wait that no arrival comes before tells nothing.
// CHECK-LABEL: simt.kernel @untold
// CHECK: scf.for
// CHECK: simt.cluster_arrive
// CHECK-NEXT: simt.cluster_wait
// CHECK: simt.box_load
// CHECK: }
simt.kernel @untold(%map: i64, %n: i32) warps(2) lanes(32) cluster(2) shared(1040) {
  %t = simt.thread
  %rank = simt.block_rank
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  %one = simt.splat %first : i1 -> vector<1xi1>
  %ring = simt.shared 1024 align 128 at 0
  %full = simt.shared 8 align 8 at 1024
  %free = simt.shared 8 align 8 at 1032
  %other = arith.xori %rank, %c1 : i32
  %peer = simt.peer_address %free in %other
  simt.mbarrier_init %full count 1 if %first
  simt.mbarrier_init %free count 1 if %first
  scf.for %i = %c0 to %n step %c1 : i32 {
    simt.mbarrier_wait %free parity %c1
    simt.mbarrier_expect %full bytes 1024 if %first
    simt.box_load %map[%i, %c0] to %ring + [0] steps [0, 0] bytes 1024 signals %full in blocks %c3 if %one : i64, i32, i32, i32, i32, i32, vector<1xi1>
    simt.mbarrier_wait %full parity %i
    %b = simt.splat %ring : i32 -> vector<1xi32>
    %v = simt.load shared %b [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  }
  simt.mbarrier_arrive %peer count 1 cluster if %first
  simt.return
}

// Threads arrive behind their last access of shared memory, and wait behind what they do elsewhere.
// CHECK-LABEL: simt.kernel @early
// CHECK: simt.load cluster
// CHECK-NEXT: simt.cluster_arrive own
// CHECK-NEXT: simt.store global
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.return
simt.kernel @early(%p: i64) warps(2) lanes(32) cluster(2) shared(256) {
  %t = simt.thread
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = simt.peer_address %1 in %c1
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  %5 = simt.splat %p : i64 -> vector<1xi64>
  simt.store shared %2 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %6 = simt.load cluster %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.store global %5 [0] + [0], %6 width 1 : vector<1xi64>, vector<1xi32>
  simt.return
}

// What is written to others is seen behind a barrier that orders everything.
// CHECK-LABEL: simt.kernel @pushed
// CHECK: simt.cluster_arrive own
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.store cluster
// CHECK-NEXT: simt.cluster_arrive{{$}}
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: simt.load shared
simt.kernel @pushed() warps(2) lanes(32) cluster(2) shared(256) {
  %t = simt.thread
  %rank = simt.block_rank
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %other = arith.xori %rank, %c1 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = simt.peer_address %1 in %other
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  %5 = simt.load shared %2 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.store cluster %4 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %6 = simt.load shared %2 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// An atomic access with an order is one that others learn of: barriers order global memory, too.
// CHECK-LABEL: simt.kernel @atomic
// CHECK: simt.cluster_arrive{{$}}
// CHECK: simt.load cluster
// CHECK-NEXT: simt.cluster_arrive{{$}}
simt.kernel @atomic(%p: i64) warps(2) lanes(32) cluster(2) shared(256) {
  %t = simt.thread
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %a = simt.shared 256 align 16 at 0
  %0 = arith.muli %t, %c4 : i32
  %1 = arith.addi %0, %a : i32
  %2 = simt.splat %1 : i32 -> vector<1xi32>
  %3 = simt.peer_address %1 in %c1
  %4 = simt.splat %3 : i32 -> vector<1xi32>
  %5 = simt.splat %p : i64 -> vector<1xi64>
  %6 = simt.atomic add acquire gpu global %5, %2 : (vector<1xi64>, vector<1xi32>) -> vector<1xi32>
  simt.store shared %2 [0] + [0], %6 width 1 : vector<1xi32>, vector<1xi32>
  %7 = simt.load cluster %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}
