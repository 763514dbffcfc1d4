// A kernel with products of warp groups takes more bytes if that saves barriers of a loop, and as many blocks
// fit on a multiprocessor.
// RUN: heddle-opt %s --simt-allocate-shared='of-multiprocessor=233472 reserved=1024' | FileCheck %s
// RUN: heddle-opt %s --simt-allocate-shared | FileCheck %s --check-prefix=FEWEST
// RUN: heddle-opt %s --simt-allocate-shared='of-multiprocessor=71680 reserved=1024' | FileCheck %s --check-prefix=FEWEST

// CHECK: simt.kernel @apart({{.+}}) {{.*}}shared(36864)
// FEWEST: simt.kernel @apart({{.+}}) {{.*}}shared(34816)
simt.kernel @apart(%p: i64, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %c127 = arith.constant 127 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %t = simt.thread
  %own = arith.muli %t, %c16 : i32
  %other = arith.subi %c127, %t : i32
  %others = arith.muli %other, %c16 : i32
  %to = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 32768 align 1024
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %e) -> (vector<4xf32>) : i32 {
    %a = simt.shared 2048 align 16
    %a1 = arith.addi %own, %a : i32
    %a2 = arith.addi %others, %a : i32
    %a3 = simt.splat %a1 : i32 -> vector<1xi32>
    %a4 = simt.splat %a2 : i32 -> vector<1xi32>
    simt.store shared %a3 [0] + [0], %v width 4 : vector<1xi32>, vector<4xf32>
    %w = simt.load shared %a4 [0] + [0] width 4 : (vector<1xi32>) -> vector<4xf32>
    %b = simt.shared 2048 align 16
    %b1 = arith.addi %own, %b : i32
    %b2 = arith.addi %others, %b : i32
    %b3 = simt.splat %b1 : i32 -> vector<1xi32>
    %b4 = simt.splat %b2 : i32 -> vector<1xi32>
    simt.store shared %b3 [0] + [0], %w width 4 : vector<1xi32>, vector<4xf32>
    %u = simt.load shared %b4 [0] + [0] width 4 : (vector<1xi32>) -> vector<4xf32>
    scf.yield %u : vector<4xf32>
  }
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %r [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store global %to [0] + [0], %g width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}
