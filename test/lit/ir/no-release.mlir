// What only our passes make is in no release's text.
// RUN: not heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer 2>&1 | FileCheck %s
// RUN: heddle-opt %s | FileCheck %s --check-prefix=TEXT
// CHECK: error: 'tt.atomic_rmw' op cannot be written for Triton 3.9: 'dec' of pointers is in no release
// TEXT: tt.descriptor_reduce dec
tt.func public @count(%d: !tt.tensordesc<8xui32>, %i: i32, %v: tensor<8xi32>) {
  tt.descriptor_reduce dec, %d[%i], %v : !tt.tensordesc<8xui32>, tensor<8xi32>
  tt.return
}
