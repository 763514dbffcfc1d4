// Partitions run at the same time: what is in one shares no byte with what is
// in another, nor with what lives across them.
// RUN: heddle-opt %s --simt-allocate-shared | FileCheck %s
// RUN: heddle-opt %s --simt-allocate-shared | heddle-opt --simt-allocate-shared | FileCheck %s

// 128 bytes across, and 64 of each of three partitions.
// CHECK-LABEL: simt.kernel @apart() warps(1) lanes(32) shared(320)
simt.kernel @apart() warps(1) lanes(32) {
  // CHECK: simt.shared 128 align 16 at 0
  %across = simt.shared 128 align 16
  %a = simt.splat %across : i32 -> vector<1xi32>
  simt.store shared %a [0] + [0], %a width 1 : vector<1xi32>, vector<1xi32>
  simt.partitions {
    // CHECK: simt.shared 64 align 16 at 128
    %x = simt.shared 64 align 16
    %0 = simt.splat %x : i32 -> vector<1xi32>
    simt.store shared %0 [0] + [0], %0 width 1 : vector<1xi32>, vector<1xi32>
    %1 = simt.load shared %0 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
    simt.partition_yield
  } others {
    simt.other_partitions(%across) warps [1, 1] first [1, 2] {
    ^bb0(%c: i32):
      // CHECK: simt.shared 64 align 16 at 192
      %z = simt.shared 64 align 16
      %4 = simt.splat %z : i32 -> vector<1xi32>
      simt.store shared %4 [0] + [0], %4 width 1 : vector<1xi32>, vector<1xi32>
      %5 = simt.load shared %4 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
      simt.partition_yield
    }, {
    ^bb0(%c: i32):
      // CHECK: simt.shared 64 align 16 at 256
      %w = simt.shared 64 align 16
      %6 = simt.splat %w : i32 -> vector<1xi32>
      simt.store shared %6 [0] + [0], %6 width 1 : vector<1xi32>, vector<1xi32>
      %7 = simt.load shared %6 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
      %8 = simt.splat %c : i32 -> vector<1xi32>
      %9 = simt.load shared %8 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
      simt.partition_yield
    } : (i32)
  }
  // All partitions have ended: their bytes are free again.
  // CHECK: simt.shared 320 align 16 at 0
  %last = simt.shared 320 align 16
  %10 = simt.splat %last : i32 -> vector<1xi32>
  simt.store shared %10 [0] + [0], %10 width 1 : vector<1xi32>, vector<1xi32>
  simt.return
}
