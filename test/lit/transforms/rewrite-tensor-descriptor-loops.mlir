// Descriptors that the kernel makes in loops, and of tables of addresses.
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer=engine=true | FileCheck %s

// Made in a loop, they are used up before the next one is made: no loop loads ahead by them, and
// loops in it wait for what they have loaded. Where rows end is known only then: one of both ways.
// CHECK-LABEL: tt.func public @made_in_loop
// CHECK: scf.for
// CHECK: %[[X:.+]] = tt.make_tensor_descriptor {{.*}} <16x64xf16, #
// CHECK: %[[Y:.+]] = tt.make_tensor_descriptor {{.*}} <32x64xf16, #
// CHECK: %[[REST:.+]] = arith.andi %[[N:.+]], %c7{{.*}}
// CHECK: %[[IN_UNITS:.+]] = arith.cmpi eq, %[[REST]], %c0
// CHECK: %[[WIDE:.+]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[ARE_JOINED:.+]] = arith.cmpi eq, %{{.+}}, %[[WIDE]]
// CHECK: %[[IS_ENGINES:.+]] = arith.ori %[[IN_UNITS]], %[[ARE_JOINED]]
// CHECK: scf.while
// CHECK: scf.for
// CHECK: tt.descriptor_load %[[X]]
// CHECK: scf.if %[[IS_ENGINES]] {
// CHECK-NEXT: tt.descriptor_store %[[Y]]
// CHECK-NEXT: } else {
// CHECK: tt.store
// CHECK: } {heddle.else_is_rare}
tt.func public @made_in_loop(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %sizes: !tt.ptr<i32>, %groups: i32, %s: i64 {tt.divisibility = 16 : i32}, %v: tensor<32x64xf16>) {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  scf.for %g = %c0 to %groups step %c1 : i32 {
    %at = tt.addptr %sizes, %g : !tt.ptr<i32>, i32
    %n = tt.load %at : !tt.ptr<i32>
    %x = tt.make_tensor_descriptor %p, [%n, %n], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<16x64xf16>
    %y = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<32x64xf16>
    %end = scf.while (%tile = %c0) : (i32) -> i32 {
      %c = arith.cmpi sge, %tile, %g : i32
      scf.condition(%c) %tile : i32
    } do {
    ^bb0(%tile: i32):
      %in_group = arith.subi %tile, %g : i32
      scf.for %k = %c0 to %n step %c64 : i32 {
        %t = tt.descriptor_load %x[%in_group, %k] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
      }
      %column = arith.muli %in_group, %c64 : i32
      tt.descriptor_store %y[%in_group, %column], %v : !tt.tensordesc<32x64xf16>, tensor<32x64xf16>
      %next = arith.addi %tile, %c1 : i32
      scf.yield %next : i32
    }
  }
  tt.return
}

// A table of addresses is not in the memory that it leads to, and two tables lead to different
// memory; one that leads to both is not known to.
// CHECK-LABEL: tt.func public @by_tables
// CHECK: tt.make_tensor_descriptor {{.*}} <16x32xf16, #
// CHECK: tt.make_tensor_descriptor {{.*}} <64x64xf16, #
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
tt.func public @by_tables(%p: !tt.ptr<i64>, %q: !tt.ptr<i64>, %n: i32 {tt.divisibility = 16 : i32}, %v: tensor<64x64xf16>, %w: tensor<8x32xf16>) {
  %one = arith.constant 1 : i64
  %row = arith.constant 64 : i64
  %c0 = arith.constant 0 : i32
  %a = tt.load %p : !tt.ptr<i64>
  %b = tt.load %q : !tt.ptr<i64>
  %pa = tt.int_to_ptr %a : i64 -> !tt.ptr<f16>
  %pb = tt.int_to_ptr %b : i64 -> !tt.ptr<f16>
  %x = tt.make_tensor_descriptor %pa, [%n, %n], [%row, %one] : !tt.ptr<f16>, !tt.tensordesc<16x32xf16>
  %y = tt.make_tensor_descriptor %pb, [%n, %n], [%row, %one] : !tt.ptr<f16>, !tt.tensordesc<64x64xf16>
  %t = tt.descriptor_load %x[%c0, %c0] : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16>
  tt.descriptor_store %y[%c0, %c0], %v : !tt.tensordesc<64x64xf16>, tensor<64x64xf16>
  tt.return
}

// CHECK-LABEL: tt.func public @by_one_table
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
tt.func public @by_one_table(%p: !tt.ptr<i64>, %n: i32 {tt.divisibility = 16 : i32}, %v: tensor<64x64xf32>) {
  %one = arith.constant 1 : i64
  %row = arith.constant 64 : i64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %next = tt.addptr %p, %c1 : !tt.ptr<i64>, i32
  %a = tt.load %p : !tt.ptr<i64>
  %b = tt.load %next : !tt.ptr<i64>
  %pa = tt.int_to_ptr %a : i64 -> !tt.ptr<f32>
  %pb = tt.int_to_ptr %b : i64 -> !tt.ptr<f32>
  %x = tt.make_tensor_descriptor %pa, [%n, %n], [%row, %one] : !tt.ptr<f32>, !tt.tensordesc<16x32xf32>
  %y = tt.make_tensor_descriptor %pb, [%n, %n], [%row, %one] : !tt.ptr<f32>, !tt.tensordesc<64x64xf32>
  %t = tt.descriptor_load %x[%c0, %c0] : !tt.tensordesc<16x32xf32> -> tensor<16x32xf32>
  tt.descriptor_store %y[%c0, %c0], %v : !tt.tensordesc<64x64xf32>, tensor<64x64xf32>
  tt.return
}
