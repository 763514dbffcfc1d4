// Lines that are read for the last time, and lines that nobody reads, leave the first-level cache
// first, where a kernel reads the same bytes more than once.
// RUN: heddle-opt %s --split-input-file --simt-mark-last-uses | FileCheck %s
// RUN: heddle-opt %s --split-input-file --simt-mark-last-uses | heddle-opt --split-input-file | FileCheck %s

// Both loops read the same rows; the second one overwrites what it has read. Who asks for something
// else gets it.

// CHECK-LABEL: simt.kernel @in_place
// CHECK: scf.for
// CHECK: simt.load global %{{.+}} [0] + [0] width 4 : (vector<1xi64>)
// CHECK: scf.for
// CHECK: simt.load global %{{.+}} [0] + [0] width 4 last_use : (vector<1xi64>)
// CHECK: simt.store global %{{.+}} [0] + [0], %{{.+}} width 4 last_use : vector<1xi64>
// CHECK: simt.store global %{{.+}} [0] + [0], %{{.+}} width 4 cache cs : vector<1xi64>
simt.kernel @in_place(%rows: i64, %out: i64, %n: i64) warps(1) lanes(32) {
  %row = simt.program x
  %wide = arith.extui %row : i32 to i64
  %start = arith.muli %wide, %n : i64
  %p = arith.addi %rows, %start : i64
  %zero = arith.constant 0 : i64
  %step = arith.constant 2048 : i64
  scf.for %i = %zero to %n step %step : i64 {
    %a = arith.addi %p, %i : i64
    %b = simt.splat %a : i64 -> vector<1xi64>
    %x = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
  }
  scf.for %i = %zero to %n step %step : i64 {
    %a = arith.addi %p, %i : i64
    %b = simt.splat %a : i64 -> vector<1xi64>
    %x = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    simt.store global %b [0] + [0], %x width 4 : vector<1xi64>, vector<4xf32>
    %c = arith.addi %out, %i : i64
    %d = simt.splat %c : i64 -> vector<1xi64>
    simt.store global %d [0] + [0], %x width 4 cache cs : vector<1xi64>, vector<4xf32>
  }
  simt.return
}

// -----

// Of buffers both the buffer and the offsets have to be the same.

// CHECK-LABEL: simt.kernel @buffers
// CHECK: simt.load global buffer %[[B:.+]], %[[O:.+]] [0] + [0] width 1 : (vector<1xi32>, i64)
// CHECK: simt.load global buffer %{{.+}}, %[[O]] [0] + [0] width 1 : (vector<1xi32>, i64)
// CHECK: simt.load global buffer %[[B]], %[[O]] [0] + [0] width 1 last_use : (vector<1xi32>, i64)
simt.kernel @buffers(%rows: i64, %other: i64, %n: i64) warps(1) lanes(32) {
  %row = simt.program x
  %wide = arith.extui %row : i32 to i64
  %start = arith.muli %wide, %n : i64
  %p = arith.addi %rows, %start : i64
  %q = arith.addi %other, %start : i64
  %thread = simt.thread
  %offsets = simt.splat %thread : i32 -> vector<1xi32>
  %x = simt.load global buffer %p, %offsets [0] + [0] width 1 : (vector<1xi32>, i64) -> vector<1xi8>
  %y = simt.load global buffer %q, %offsets [0] + [0] width 1 : (vector<1xi32>, i64) -> vector<1xi8>
  %z = simt.load global buffer %p, %offsets [0] + [0] width 1 : (vector<1xi32>, i64) -> vector<1xi8>
  simt.return
}

// -----

// What is read once displaces nothing that is needed. Other steps are other bytes.

// CHECK-LABEL: simt.kernel @once
// CHECK-NOT: last_use
simt.kernel @once(%p: i64, %out: i64, %n: i64) warps(1) lanes(32) {
  %zero = arith.constant 0 : i64
  %step = arith.constant 2048 : i64
  %other = arith.constant 4096 : i64
  scf.for %i = %zero to %n step %step : i64 {
    %a = arith.addi %p, %i : i64
    %b = simt.splat %a : i64 -> vector<1xi64>
    %x = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
  }
  scf.for %i = %zero to %n step %other : i64 {
    %a = arith.addi %p, %i : i64
    %b = simt.splat %a : i64 -> vector<1xi64>
    %x = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    %c = arith.addi %out, %i : i64
    %d = simt.splat %c : i64 -> vector<1xi64>
    simt.store global %d [0] + [0], %x width 4 : vector<1xi64>, vector<4xf32>
  }
  simt.return
}

// -----

// A loop around both reads all of it again, and so does one whose addresses it does not change. Its
// stores go elsewhere, but for those that its loads read in the next iteration.

// CHECK-LABEL: simt.kernel @again
// CHECK: simt.load
// CHECK-NOT: last_use
// CHECK: simt.load global %{{.+}} [0] + [0] width 4 : (vector<1xi64>)
// CHECK: simt.load global %{{.+}} [0] + [0] width 1 : (vector<1xi64>)
// CHECK: simt.load global %{{.+}} [0] + [0] width 1 last_use : (vector<1xi64>)
// CHECK: simt.store global %{{.+}} [0] + [0], %{{.+}} width 4 : vector<1xi64>
// CHECK: simt.store global %{{.+}} [0] + [0], %{{.+}} width 1 last_use : vector<1xi64>
simt.kernel @again(%rows: i64, %out: i64, %n: i64, %others: i64) warps(1) lanes(32) {
  %row = simt.program x
  %wide = arith.extui %row : i32 to i64
  %start = arith.muli %wide, %n : i64
  %p = arith.addi %rows, %start : i64
  %q = arith.addi %others, %start : i64
  %zero = arith.constant 0 : i64
  %step = arith.constant 2048 : i64
  scf.for %j = %zero to %n step %step : i64 {
    scf.for %i = %zero to %n step %step : i64 {
      %a = arith.addi %p, %i : i64
      %b = simt.splat %a : i64 -> vector<1xi64>
      %x = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
      %y = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    }
    %c = arith.addi %q, %j : i64
    %d = simt.splat %c : i64 -> vector<1xi64>
    %x = simt.load global %d [0] + [0] width 1 : (vector<1xi64>) -> vector<1xf32>
    %y = simt.load global %d [0] + [0] width 1 : (vector<1xi64>) -> vector<1xf32>
    %z = simt.permute %x [0, 0, 0, 0] : vector<1xf32> -> vector<4xf32>
    %e = simt.splat %p : i64 -> vector<1xi64>
    simt.store global %e [0] + [0], %z width 4 : vector<1xi64>, vector<4xf32>
    %f = simt.splat %out : i64 -> vector<1xi64>
    simt.store global %f [0] + [0], %x width 1 : vector<1xi64>, vector<1xf32>
  }
  simt.return
}

// -----

// The first loop stores what the second one loads; where a pointer was loaded nothing is known.

// CHECK-LABEL: simt.kernel @scratch
// CHECK: simt.store global %{{.+}} [0] + [0], %{{.+}} width 4 : vector<1xi64>
// CHECK: simt.load global %{{.+}} [0] + [0] width 4 last_use : (vector<1xi64>)
// CHECK: simt.store global %{{.+}} [0] + [0], %{{.+}} width 4 : vector<1xi64>
// CHECK: simt.load global %{{.+}} [0] + [0] width 2 : (vector<1xi64>)
simt.kernel @scratch(%rows: i64, %q: i64, %n: i64) warps(1) lanes(32) {
  %row = simt.program x
  %wide = arith.extui %row : i32 to i64
  %start = arith.muli %wide, %n : i64
  %p = arith.addi %rows, %start : i64
  %zero = arith.constant 0 : i64
  %step = arith.constant 2048 : i64
  scf.for %i = %zero to %n step %step : i64 {
    %a = arith.addi %p, %i : i64
    %b = simt.splat %a : i64 -> vector<1xi64>
    %x = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    %c = arith.addi %q, %i : i64
    %d = simt.splat %c : i64 -> vector<1xi64>
    simt.store global %d [0] + [0], %x width 4 : vector<1xi64>, vector<4xf32>
  }
  scf.for %i = %zero to %n step %step : i64 {
    %a = arith.addi %p, %i : i64
    %b = simt.splat %a : i64 -> vector<1xi64>
    %x = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
    %e = simt.splat %p : i64 -> vector<1xi64>
    %f = simt.load global %e [0] + [0] width 1 : (vector<1xi64>) -> vector<1xi64>
    simt.store global %f [0] + [0], %x width 4 : vector<1xi64>, vector<4xf32>
    %c = arith.addi %q, %i : i64
    %d = simt.splat %c : i64 -> vector<1xi64>
    %y = simt.load global %d [0] + [0] width 2 : (vector<1xi64>) -> vector<2xf32>
  }
  simt.return
}

// -----

// Other blocks of the multiprocessor read these bytes, too.

// CHECK-LABEL: simt.kernel @shared_by_blocks
// CHECK-NOT: last_use
simt.kernel @shared_by_blocks(%p: i64, %out: i64, %n: i64) warps(1) lanes(32) {
  %zero = arith.constant 0 : i64
  %step = arith.constant 2048 : i64
  scf.for %i = %zero to %n step %step : i64 {
    %a = arith.addi %p, %i : i64
    %b = simt.splat %a : i64 -> vector<1xi64>
    %x = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
  }
  scf.for %i = %zero to %n step %step : i64 {
    %a = arith.addi %p, %i : i64
    %b = simt.splat %a : i64 -> vector<1xi64>
    %x = simt.load global %b [0] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
  }
  simt.return
}
