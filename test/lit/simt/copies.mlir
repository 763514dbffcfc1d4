// Copies that go on by themselves are printed as they are read; barriers come
// where they begin, behind what used the memory before, and where a thread has
// waited for them.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --simt-insert-barriers | FileCheck %s --check-prefix BARRIERS
// RUN: heddle-opt %s --simt-insert-barriers | heddle-opt --simt-insert-barriers | FileCheck %s --check-prefix BARRIERS

// CHECK-LABEL: simt.kernel @all
simt.kernel @all(%p: vector<2xi64>, %if: vector<4xi1>, %reads: vector<4xi1>) warps(1) lanes(32) shared(1024) {
  %x = simt.shared 1024 align 16 at 0
  %to = simt.splat %x : i32 -> vector<1xi32>
  // CHECK: simt.async_copy %{{.+}} [0, 1, 0, 1] + [0, 0, 16, 16] to %{{.+}} [0, 0, 0, 0] + [0, 16, 32, 48] bytes 16 : vector<2xi64>, vector<1xi32>
  simt.async_copy %p [0, 1, 0, 1] + [0, 0, 16, 16] to %to [0, 0, 0, 0] + [0, 16, 32, 48] bytes 16 : vector<2xi64>, vector<1xi32>
  // CHECK: simt.async_copy %{{.+}} bytes 4 if %{{.+}} zeros unless %{{.+}} cache ca : vector<2xi64>, vector<1xi32>, vector<4xi1>, vector<4xi1>
  simt.async_copy %p [0, 1, 0, 1] + [0, 0, 16, 16] to %to [0, 0, 0, 0] + [64, 68, 72, 76] bytes 4 if %if zeros unless %reads cache ca : vector<2xi64>, vector<1xi32>, vector<4xi1>, vector<4xi1>
  // CHECK: simt.async_commit
  simt.async_commit
  // CHECK: simt.async_wait 1
  simt.async_wait 1
  simt.return
}

// A ring of two buffers: a round waits for its own, all threads for each other,
// and then the next round's copy begins where the round before has read.
// BARRIERS-LABEL: simt.kernel @ring
// BARRIERS: simt.async_copy
// BARRIERS-NEXT: simt.async_commit
// BARRIERS-NEXT: scf.for
// BARRIERS-NOT: simt.barrier
// BARRIERS: simt.async_wait 0
// BARRIERS-NOT: {{simt.load|simt.async_copy}}
// BARRIERS: simt.barrier block
// BARRIERS-NEXT: simt.async_copy
// BARRIERS-NOT: simt.barrier
// BARRIERS: simt.store global
// BARRIERS-NOT: simt.barrier
// BARRIERS: simt.return
simt.kernel @ring(%p: vector<1xi64>, %rounds: i32) warps(4) lanes(32) shared(4096) {
  %t = simt.thread
  %x = simt.shared 4096 align 16 at 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %c2032 = arith.constant 2032 : i32
  %c2048 = arith.constant 2048 : i32
  %o = arith.muli %t, %c16 : i32
  %a = arith.addi %x, %o : i32
  %first = simt.splat %a : i32 -> vector<1xi32>
  %r = arith.subi %c2032, %o : i32
  simt.async_copy %p [0] + [0] to %first [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  scf.for %i = %c0 to %rounds step %c1 : i32 {
    %odd = arith.andi %i, %c1 : i32
    %here = arith.muli %odd, %c2048 : i32
    %other = arith.subi %c2048, %here : i32
    simt.async_wait 0
    %w = arith.addi %a, %other : i32
    %to = simt.splat %w : i32 -> vector<1xi32>
    simt.async_copy %p [0] + [0] to %to [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
    simt.async_commit
    %b = arith.addi %x, %r : i32
    %d = arith.addi %b, %here : i32
    %from = simt.splat %d : i32 -> vector<1xi32>
    %v = simt.load shared %from [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
    simt.store global %p [0] + [0], %v width 4 : vector<1xi64>, vector<4xi32>
  }
  simt.return
}

// What was read before is done before a copy begins; behind the wait, threads
// wait for each other once more.
// BARRIERS-LABEL: simt.kernel @again
// BARRIERS: simt.load shared
// BARRIERS: simt.barrier block
// BARRIERS-NEXT: simt.async_copy
// BARRIERS-NEXT: simt.async_commit
// BARRIERS-NEXT: simt.async_wait 0
// BARRIERS-NEXT: simt.barrier block
// BARRIERS-NEXT: simt.load shared
simt.kernel @again(%p: vector<1xi64>) warps(4) lanes(32) shared(2048) {
  %t = simt.thread
  %x = simt.shared 2048 align 16 at 0
  %c16 = arith.constant 16 : i32
  %c2032 = arith.constant 2032 : i32
  %o = arith.muli %t, %c16 : i32
  %a = arith.addi %x, %o : i32
  %to = simt.splat %a : i32 -> vector<1xi32>
  %r = arith.subi %c2032, %o : i32
  %b = arith.addi %x, %r : i32
  %from = simt.splat %b : i32 -> vector<1xi32>
  %u = simt.load shared %from [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
  simt.async_copy %p [0] + [0] to %to [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 0
  %v = simt.load shared %from [0] + [0] width 4 : (vector<1xi32>) -> vector<4xi32>
  %s = arith.addi %u, %v : vector<4xi32>
  simt.store global %p [0] + [0], %s width 4 : vector<1xi64>, vector<4xi32>
  simt.return
}
