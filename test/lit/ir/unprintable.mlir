// What a release has no words for is an error at the op, and nothing is written.
// RUN: split-file %s %t
// RUN: not heddle-opt --triton 3.6 %t/barrier.mlir -o %t/out.mlir 2>&1 | FileCheck %t/barrier.mlir
// RUN: not cat %t/out.mlir
// RUN: not heddle-opt %t/pointer.mlir 2>&1 | FileCheck %t/pointer.mlir
// RUN: not heddle-opt %t/space.mlir 2>&1 | FileCheck %t/space.mlir

//--- barrier.mlir
tt.func @f() {
  // CHECK: barrier.mlir:[[@LINE+1]]:3: error: 'tt.grid_dependency_wait' op cannot be written for Triton 3.6: the op is in releases 3.9 to 3.9 only
  tt.grid_dependency_wait
  tt.return
}

//--- pointer.mlir
// CHECK: pointer.mlir:[[@LINE+1]]:1: error: 'tt.func' op cannot be written for Triton 3.9: block pointers are in releases 3.6 and 3.7 only
tt.func @f(%p: !tt.ptr<tensor<16x16xf32>>) {
  tt.return
}

//--- space.mlir
// CHECK: space.mlir:[[@LINE+1]]:1: error: 'tt.func' op cannot be written for Triton 3.9: address space 3 has no name
tt.func @f(%p: !tt.ptr<f32, 3>) {
  tt.return
}
