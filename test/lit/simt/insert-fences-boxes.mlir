// Memory that threads have used is used by copies of boxes behind a proxy
// fence of those threads; where no thread used it, none comes.
// RUN: heddle-opt %s --simt-insert-barriers | FileCheck %s
// RUN: heddle-opt %s --simt-insert-barriers | heddle-opt --simt-insert-barriers | FileCheck %s

// Threads read what a box brought, and the next one comes to the same bytes.
// CHECK-LABEL: simt.kernel @again
// CHECK: simt.mbarrier_wait
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.mbarrier_expect
// CHECK-NEXT: simt.box_load
// CHECK-NEXT: simt.return
simt.kernel @again(%map: i64 {simt.map_element = 2 : i32, simt.map_swizzle = 0 : i32, simt.map_box = array<i32: 32, 4>}, %parity: i32) warps(4) lanes(32) shared(528) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %x = simt.shared 512 align 128 at 0
  %m = simt.shared 8 align 8 at 512
  %first = arith.cmpi eq, %t, %c0 : i32
  %one = simt.splat %first : i1 -> vector<1xi1>
  %from = simt.splat %x : i32 -> vector<1xi32>
  simt.mbarrier_wait %m parity %parity
  %v = simt.load shared %from [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.mbarrier_expect %m bytes 512 if %first
  simt.box_load %map[%c0, %c0] to %x + [0] steps [0, 0] bytes 512 signals %m if %one : i64, i32, i32, i32, i32, vector<1xi1>
  simt.return
}

// The same bytes of another allocation, which lived there before.
// CHECK-LABEL: simt.kernel @reused
// CHECK: simt.load shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.mbarrier_expect
// CHECK-NEXT: simt.box_load
// CHECK-NEXT: simt.return
simt.kernel @reused(%map: i64 {simt.map_element = 2 : i32, simt.map_swizzle = 0 : i32, simt.map_box = array<i32: 32, 4>}) warps(4) lanes(32) shared(528) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %old = simt.shared 256 align 128 at 128
  %x = simt.shared 512 align 128 at 0
  %m = simt.shared 8 align 8 at 512
  %first = arith.cmpi eq, %t, %c0 : i32
  %one = simt.splat %first : i1 -> vector<1xi1>
  %from = simt.splat %old : i32 -> vector<1xi32>
  %v = simt.load shared %from [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.mbarrier_expect %m bytes 512 if %first
  simt.box_load %map[%c0, %c0] to %x + [0] steps [0, 0] bytes 512 signals %m if %one : i64, i32, i32, i32, i32, vector<1xi1>
  simt.return
}

// An arrival tells whoever copies that the bytes are free: the fence is before
// it, though the copy is elsewhere.
// CHECK-LABEL: simt.kernel @partition
// CHECK: simt.mbarrier_wait
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.mbarrier_arrive
// CHECK-NEXT: simt.partition_yield
// CHECK: simt.mbarrier_wait
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.mbarrier_expect
// CHECK-NEXT: simt.box_load
// CHECK-NEXT: simt.partition_yield
simt.kernel @partition(%map: i64 {simt.map_element = 2 : i32, simt.map_swizzle = 0 : i32, simt.map_box = array<i32: 32, 4>}) warps(4) lanes(32) shared(528) {
  %x = simt.shared 512 align 128 at 0
  %full = simt.shared 8 align 8 at 512
  %empty = simt.shared 8 align 8 at 520
  simt.partitions {
    %t = simt.thread
    %c0 = arith.constant 0 : i32
    %first = arith.cmpi eq, %t, %c0 : i32
    %from = simt.splat %x : i32 -> vector<1xi32>
    simt.mbarrier_wait %full parity %c0
    %v = simt.load shared %from [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
    simt.mbarrier_arrive %empty count 1 if %first
    simt.partition_yield
  } others {
    simt.other_partitions(%map, %x, %full, %empty) warps [4] first [4] {
    ^bb0(%to: i64, %at: i32, %f: i32, %e: i32):
      %t = simt.thread
      %c0 = arith.constant 0 : i32
      %first = arith.cmpi eq, %t, %c0 : i32
      %one = simt.splat %first : i1 -> vector<1xi1>
      simt.mbarrier_wait %e parity %c0
      simt.mbarrier_expect %f bytes 512 if %first
      simt.box_load %to[%c0, %c0] to %at + [0] steps [0, 0] bytes 512 signals %f if %one : i64, i32, i32, i32, i32, vector<1xi1>
      simt.partition_yield
    } : (i64, i32, i32, i32)
  }
  simt.return
}

// When copies of threads arrive, none of them is there for a fence: who has waited for them has it.
// CHECK-LABEL: simt.kernel @arriving_copies
// CHECK: simt.mbarrier_wait
// CHECK: simt.proxy_fence
// CHECK-NEXT: simt.group_mma
// CHECK: simt.other_partitions
// CHECK-NOT: simt.proxy_fence
// CHECK: simt.return
simt.kernel @arriving_copies(%a: i64) warps(4) lanes(32) shared(4112) {
  %x = simt.shared 4096 align 1024 at 0
  %full = simt.shared 8 align 8 at 4096
  %empty = simt.shared 8 align 8 at 4104
  simt.partitions {
    %c0 = arith.constant 0 : i32
    %c = arith.constant dense<0.25> : vector<4xf32>
    simt.mbarrier_wait %full parity %c0
    %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %e = simt.group_wait 0 (%d) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
    simt.partition_yield
  } others {
    simt.other_partitions(%a, %x, %full, %empty) warps [4] first [4] {
    ^bb0(%from: i64, %at: i32, %f: i32, %e: i32):
      %c0 = arith.constant 0 : i32
      %begin = simt.splat %from : i64 -> vector<1xi64>
      %to = simt.splat %at : i32 -> vector<1xi32>
      simt.mbarrier_wait %e parity %c0
      simt.async_copy %begin [0] + [0] to %to [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
      simt.mbarrier_arrive_copies %f counted
      simt.partition_yield
    } : (i64, i32, i32, i32)
  }
  simt.return
}

// From box to box, without a thread: no fence.
// CHECK-LABEL: simt.kernel @boxes
// CHECK-NOT: simt.proxy_fence
// CHECK: simt.return
simt.kernel @boxes(%map: i64 {simt.map_element = 2 : i32, simt.map_swizzle = 0 : i32, simt.map_box = array<i32: 32, 4>}) warps(4) lanes(32) shared(528) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %x = simt.shared 512 align 128 at 0
  %m = simt.shared 8 align 8 at 512
  %first = arith.cmpi eq, %t, %c0 : i32
  %one = simt.splat %first : i1 -> vector<1xi1>
  simt.mbarrier_init %m count 1 if %first
  simt.mbarrier_expect %m bytes 512 if %first
  simt.box_load %map[%c0, %c0] to %x + [0] steps [0, 0] bytes 512 signals %m if %one : i64, i32, i32, i32, i32, vector<1xi1>
  simt.mbarrier_wait %m parity %c0
  simt.box_store %map[%c0, %c0] add from %x + [0] steps [0, 0] bytes 512 if %one : i64, i32, i32, i32, vector<1xi1>
  simt.box_commit
  simt.box_wait 0
  simt.return
}
