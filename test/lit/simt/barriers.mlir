// mbarriers, copies of boxes and partitions are printed as they are read.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// CHECK-LABEL: simt.kernel @mbarriers
simt.kernel @mbarriers(%parity: i32, %if: i1) warps(4) lanes(32) shared(16) {
  %x = simt.shared 8 align 8 at 0
  // CHECK: simt.mbarrier_init %{{.+}} count 3 if %{{.+}}
  simt.mbarrier_init %x count 3 if %if
  // CHECK-NEXT: simt.mbarrier_arrive %{{.+}} count 2{{$}}
  simt.mbarrier_arrive %x count 2
  // CHECK-NEXT: simt.mbarrier_arrive %{{.+}} count 1 each_warp if %{{.+}}
  simt.mbarrier_arrive %x count 1 each_warp if %if
  // CHECK-NEXT: simt.mbarrier_expect %{{.+}} bytes 4096 if %{{.+}}
  simt.mbarrier_expect %x bytes 4096 if %if
  // CHECK-NEXT: simt.mbarrier_arrive_copies %{{.+}} counted{{$}}
  simt.mbarrier_arrive_copies %x counted
  // CHECK-NEXT: simt.mbarrier_arrive_copies %{{.+}} if %{{.+}}
  simt.mbarrier_arrive_copies %x if %if
  // CHECK-NEXT: simt.mbarrier_wait %{{.+}} parity %{{.+}} if %{{.+}}
  simt.mbarrier_wait %x parity %parity if %if
  // CHECK-NEXT: simt.mbarrier_end %{{.+}} if %{{.+}}
  simt.mbarrier_end %x if %if
  simt.return
}

// CHECK-LABEL: simt.kernel @boxes
// CHECK-SAME: simt.map_box = array<i32: 64, 32>, simt.map_element = 6 : i32, simt.map_swizzle = 128 : i32
simt.kernel @boxes(%map: i64 {simt.map_element = 6 : i32, simt.map_swizzle = 128 : i32, simt.map_box = array<i32: 64, 32>}, %row: i32, %if: vector<2xi1>) warps(1) lanes(32) shared(9216) {
  %x = simt.shared 8192 align 1024 at 0
  %m = simt.shared 8 align 8 at 8192
  // CHECK: simt.box_load %{{.+}}[%{{.+}}, %{{.+}}] to %{{.+}} + [0, 4096] steps [0, 0, 64, 0] bytes 4096 signals %{{.+}} if %{{.+}} : i64, i32, i32, i32, i32, vector<2xi1>
  simt.box_load %map[%row, %row] to %x + [0, 4096] steps [0, 0, 64, 0] bytes 4096 signals %m if %if : i64, i32, i32, i32, i32, vector<2xi1>
  // CHECK-NEXT: simt.box_store %{{.+}}[%{{.+}}, %{{.+}}] from %{{.+}} + [0] steps [0, 0] bytes 4096 : i64, i32, i32, i32
  simt.box_store %map[%row, %row] from %x + [0] steps [0, 0] bytes 4096 : i64, i32, i32, i32
  // CHECK-NEXT: simt.box_store %{{.+}}[%{{.+}}, %{{.+}}] add from %{{.+}} + [0] steps [0, 0] bytes 4096 : i64, i32, i32, i32
  simt.box_store %map[%row, %row] add from %x + [0] steps [0, 0] bytes 4096 : i64, i32, i32, i32
  // CHECK-NEXT: simt.box_commit
  simt.box_commit
  // CHECK-NEXT: simt.box_wait 1 read
  simt.box_wait 1 read
  // CHECK-NEXT: simt.box_wait 0{{$}}
  simt.box_wait 0
  simt.return
}

// CHECK-LABEL: simt.kernel @maps
simt.kernel @maps(%to: i64, %of: i64, %n: i32, %stride: i64) warps(4) lanes(32) shared(128) {
  %x = simt.shared 128 align 128 at 0
  // CHECK: simt.tensor_map %{{.+}} by %{{.+}} of %{{.+}} boxes(%{{.+}}, %{{.+}}) sizes(%{{.+}}, %{{.+}}) strides(%{{.+}}) steps(%{{.+}}, %{{.+}}) {element = 6 : i32, fill = 0 : i32, swizzle = 3 : i32}
  simt.tensor_map %to by %x of %of boxes(%n, %n) sizes(%n, %n) strides(%stride) steps(%n, %n) {element = 6 : i32, swizzle = 3 : i32, fill = 0 : i32}
  // CHECK-NEXT: simt.tensor_map warp 3 %{{.+}} by %{{.+}} of
  simt.tensor_map warp 3 %to by %x of %of boxes(%n, %n) sizes(%n, %n) strides(%stride) steps(%n, %n) {element = 6 : i32, swizzle = 3 : i32, fill = 0 : i32}
  // CHECK-NEXT: simt.tensor_map_acquire
  simt.tensor_map_acquire %to
  simt.return
}

// CHECK-LABEL: simt.kernel @at_once
simt.kernel @at_once() warps(4) lanes(32) {
  // CHECK: simt.partitions registers 200 at_once {
  simt.partitions registers 200 at_once {
    simt.partition_yield
  } others {
    simt.other_partitions() warps [1] first [4] registers [24] {
      simt.partition_yield
    }
  }
  simt.return
}

// CHECK-LABEL: simt.kernel @partitions
simt.kernel @partitions(%x: i32, %y: i64) warps(4) lanes(32) {
  // CHECK: simt.partitions registers 200 {
  %sum = simt.partitions registers 200 {
    // CHECK: simt.partition_yield %{{.+}} : i32
    simt.partition_yield %x : i32
  // CHECK: } others {
  // CHECK-NEXT: simt.other_partitions(%{{.+}}, %{{.+}}) warps [4, 1] first [4, 8] registers [24, 24]
  } others {
    simt.other_partitions(%x, %y) warps [4, 1] first [4, 8] registers [24, 24] {
    ^bb0(%a: i32, %b: i64):
      simt.partition_yield
    }, {
    ^bb0(%a: i32, %b: i64):
      simt.barrier block
      simt.partition_yield
    // CHECK: } : (i32, i64)
    } : (i32, i64)
  // CHECK-NEXT: } : i32
  } : i32
  simt.return
}
