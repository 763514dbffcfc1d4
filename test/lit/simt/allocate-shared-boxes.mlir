// Bytes that boxes are loaded to live until the mbarrier that counts them has been ended: waits for
// other mbarriers that come later are not for these.
// RUN: heddle-opt %s --simt-allocate-shared | FileCheck %s

// CHECK-LABEL: simt.kernel @ended
// CHECK-SAME: shared(1040)
// CHECK: simt.shared 1024 align 128 at 0
// CHECK: simt.shared 1024 align 128 at 0
simt.kernel @ended(%m: i64, %x: i32, %on: i1) warps(1) lanes(32) {
  %one = simt.shared 8 align 8
  %a = simt.shared 1024 align 128
  simt.mbarrier_init %one count 1 if %on
  simt.box_load %m[%x] to %a + [0] steps [0] bytes 1024 signals %one : i64, i32, i32, i32
  simt.mbarrier_wait %one parity %x
  simt.mbarrier_end %one if %on
  %other = simt.shared 8 align 8
  %b = simt.shared 1024 align 128
  simt.mbarrier_init %other count 1 if %on
  simt.box_load %m[%x] to %b + [0] steps [0] bytes 1024 signals %other : i64, i32, i32, i32
  simt.mbarrier_wait %other parity %x
  simt.return
}

// Where it goes on, or somebody waits for another one of the same memory, they may still arrive.
// CHECK-LABEL: simt.kernel @open
// CHECK-SAME: shared(2064)
simt.kernel @open(%m: i64, %x: i32, %on: i1) warps(1) lanes(32) {
  %one = simt.shared 8 align 8
  %a = simt.shared 1024 align 128
  simt.mbarrier_init %one count 1 if %on
  simt.box_load %m[%x] to %a + [0] steps [0] bytes 1024 signals %one : i64, i32, i32, i32
  %other = simt.shared 8 align 8
  %b = simt.shared 1024 align 128
  simt.mbarrier_init %other count 1 if %on
  simt.box_load %m[%x] to %b + [0] steps [0] bytes 1024 signals %other : i64, i32, i32, i32
  simt.mbarrier_wait %other parity %x
  simt.mbarrier_wait %one parity %x
  simt.return
}

// CHECK-LABEL: simt.kernel @of_two
// CHECK-SAME: shared(2064)
simt.kernel @of_two(%m: i64, %x: i32, %on: i1) warps(1) lanes(32) {
  %c8 = arith.constant 8 : i32
  %one = simt.shared 16 align 8
  %next = arith.addi %one, %c8 : i32
  %a = simt.shared 1024 align 128
  simt.mbarrier_init %one count 1 if %on
  simt.mbarrier_init %next count 1 if %on
  simt.box_load %m[%x] to %a + [0] steps [0] bytes 1024 signals %next : i64, i32, i32, i32
  simt.mbarrier_end %one if %on
  %b = simt.shared 1024 align 128
  simt.box_load %m[%x] to %b + [0] steps [0] bytes 1024 signals %next : i64, i32, i32, i32
  simt.mbarrier_wait %next parity %x
  simt.return
}

// An mbarrier that is not ended keeps its bytes while others arrive somewhere, though nobody uses it.
// CHECK-LABEL: simt.kernel @kept
// CHECK-SAME: shared(80)
simt.kernel @kept(%on: i1) warps(1) lanes(32) {
  %one = simt.shared 8 align 8
  %two = simt.shared 8 align 8
  simt.mbarrier_init %one count 1 if %on
  simt.mbarrier_init %two count 1 if %on
  simt.partitions {
    %x = simt.shared 64 align 8
    %0 = simt.splat %x : i32 -> vector<1xi32>
    simt.store shared %0 [0] + [0], %0 width 1 : vector<1xi32>, vector<1xi32>
    %1 = simt.load shared %0 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
    simt.partition_yield
  } others {
    simt.other_partitions(%two) warps [1] first [1] {
    ^bb0(%c: i32):
      simt.mbarrier_arrive %c count 1
      simt.partition_yield
    } : (i32)
  }
  simt.mbarrier_end %two if %on
  simt.return
}
