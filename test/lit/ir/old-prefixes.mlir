// What came before 3.6 is answered with its name of today.
// RUN: split-file %s %t
// RUN: not heddle-opt %t/type.mlir 2>&1 | FileCheck %t/type.mlir
// RUN: not heddle-opt %t/module.mlir 2>&1 | FileCheck %t/module.mlir
// RUN: not heddle-opt %t/op.mlir 2>&1 | FileCheck %t/op.mlir

//--- type.mlir
// CHECK: type.mlir:[[@LINE+2]]:28: error: the type '!triton_gpu.memdesc' is of a Triton before 3.6
// CHECK: note: since then it is '!ttg.memdesc'
tt.func @f(%a: !triton_gpu.memdesc<16x16xf32>) {
  tt.return
}

//--- module.mlir
// CHECK: module.mlir:[[@LINE+2]]:1: error: 'builtin.module' op its attribute 'triton_gpu.num-warps' is of a Triton before 3.6
// CHECK: note: since then it is 'ttg.num-warps'
module attributes {"triton_gpu.num-warps" = 4 : i32} {
}

//--- op.mlir
tt.func @f(%a: tensor<16xf32>) {
  // CHECK: op.mlir:[[@LINE+2]]:8: error: custom op 'triton_nvidia_gpu.dot_async' is of a Triton before 3.6
  // CHECK: note: since then it is 'ttng.warp_group_dot', with other operands perhaps
  %0 = triton_nvidia_gpu.dot_async %a : tensor<16xf32>
  tt.return
}
