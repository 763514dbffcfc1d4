// Descriptors beside atomic accesses, which may order other accesses of this program and of others.
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer=engine=true | FileCheck %s

// Nothing is behind a sum that nobody looks at: what is loaded is the engine's.
// CHECK-LABEL: tt.func public @loads
// CHECK: tt.descriptor_load
tt.func public @loads(%a: !tt.tensordesc<64x64xf16>, %p: !tt.ptr<f32>, %v: f32) {
  %c0 = arith.constant 0 : i32
  %x = tt.descriptor_load %a[%c0, %c0] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// Not behind a lock, nor from what is added to.
// CHECK-LABEL: tt.func public @acquired
// CHECK-NOT: tt.descriptor_load
// CHECK: tt.return
tt.func public @acquired(%a: !tt.tensordesc<64x32xf16>, %p: !tt.ptr<i32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %old = tt.atomic_rmw add, acquire, gpu, %p, %v : (!tt.ptr<i32>, i32) -> i32
  %x = tt.descriptor_load %a[%c0, %old] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
  tt.return %old : i32
}

// CHECK-LABEL: tt.func public @added_to
// CHECK-NOT: tt.descriptor_load
// CHECK: tt.return
tt.func public @added_to(%p: !tt.ptr<f32>, %v: f32, %n: i32) {
  %one = arith.constant 1 : i64
  %row = arith.constant 64 : i64
  %c0 = arith.constant 0 : i32
  %a = tt.make_tensor_descriptor %p, [%n, %n], [%row, %one] : !tt.ptr<f32>, !tt.tensordesc<32x64xf32>
  %x = tt.descriptor_load %a[%c0, %c0] : !tt.tensordesc<32x64xf32> -> tensor<32x64xf32>
  %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// A store is seen by who sees a release behind it, but not by who sees a relaxed access.
// CHECK-LABEL: tt.func public @stores
// CHECK: tt.descriptor_store {{.*}}<16x64xf32, #
tt.func public @stores(%a: !tt.tensordesc<16x64xf32>, %v: tensor<16x64xf32>, %p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  tt.descriptor_store %a[%c0, %c0], %v : !tt.tensordesc<16x64xf32>, tensor<16x64xf32>
  %old = tt.atomic_rmw add, relaxed, gpu, %p, %n : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// CHECK-LABEL: tt.func public @released
// CHECK-NOT: tt.descriptor_store
// CHECK: tt.return
tt.func public @released(%a: !tt.tensordesc<8x64xf32>, %v: tensor<8x64xf32>, %p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  tt.descriptor_store %a[%c0, %c0], %v : !tt.tensordesc<8x64xf32>, tensor<8x64xf32>
  %old = tt.atomic_rmw add, acq_rel, gpu, %p, %n : (!tt.ptr<i32>, i32) -> i32
  tt.return
}
