// Axes of one element that reshapes leave out of blocks and add to them are not copied either.
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer=engine=true | FileCheck %s
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer | FileCheck %s --check-prefix=POINTERS

// POINTERS-NOT: tt.reshape %{{.*}} -> tensor<64x32xf16>
// POINTERS: tt.load {{.*}} : tensor<64x32x!tt.ptr<f16>>

// CHECK-LABEL: tt.func public @axes
// CHECK: %[[X:.+]] = tt.descriptor_load %arg0{{.*}}<1x64x1x32xf16, #{{.*}}> -> tensor<64x32xf16>
// CHECK: tt.descriptor_store %arg1{{.*}}, %[[X]] : !tt.tensordesc<1x1x64x32xf16, #{{.*}}>, tensor<64x32xf16>
tt.func public @axes(%a: !tt.tensordesc<1x64x1x32xf16>, %b: !tt.tensordesc<1x1x64x32xf16>) {
  %c0 = arith.constant 0 : i32
  %x = tt.descriptor_load %a[%c0, %c0, %c0, %c0] : !tt.tensordesc<1x64x1x32xf16> -> tensor<1x64x1x32xf16>
  %y = tt.reshape %x : tensor<1x64x1x32xf16> -> tensor<64x32xf16>
  %z = tt.expand_dims %y {axis = 0 : i32} : tensor<64x32xf16> -> tensor<1x64x32xf16>
  %w = tt.expand_dims %z {axis = 0 : i32} : tensor<1x64x32xf16> -> tensor<1x1x64x32xf16>
  tt.descriptor_store %b[%c0, %c0, %c0, %c0], %w : !tt.tensordesc<1x1x64x32xf16>, tensor<1x1x64x32xf16>
  tt.return
}

// What else uses the block, and others of its axes, keep them.
// CHECK-LABEL: tt.func public @kept
// CHECK: %[[X:.+]] = tt.descriptor_load {{.*}} -> tensor<1x64x16xf16>
// CHECK: tt.reshape %[[X]]
// CHECK: %[[Y:.+]] = tt.descriptor_load {{.*}} -> tensor<2x32x16xf16>
// CHECK: tt.reshape %[[Y]]
tt.func public @kept(%a: !tt.tensordesc<1x64x16xf16>, %b: !tt.tensordesc<2x32x16xf16>) -> (tensor<1x64x16xf16>, tensor<64x16xf16>, tensor<64x16xf16>) {
  %c0 = arith.constant 0 : i32
  %x = tt.descriptor_load %a[%c0, %c0, %c0] : !tt.tensordesc<1x64x16xf16> -> tensor<1x64x16xf16>
  %p = tt.reshape %x : tensor<1x64x16xf16> -> tensor<64x16xf16>
  %y = tt.descriptor_load %b[%c0, %c0, %c0] : !tt.tensordesc<2x32x16xf16> -> tensor<2x32x16xf16>
  %q = tt.reshape %y : tensor<2x32x16xf16> -> tensor<64x16xf16>
  tt.return %x, %p, %q : tensor<1x64x16xf16>, tensor<64x16xf16>, tensor<64x16xf16>
}
