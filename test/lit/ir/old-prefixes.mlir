// What came before 3.6 is answered with its name of today.
// RUN: split-file %s %t
// RUN: not heddle-opt %t/type.mlir 2>&1 | FileCheck %t/type.mlir
// RUN: not heddle-opt %t/module.mlir 2>&1 | FileCheck %t/module.mlir
// RUN: heddle-opt %t/same.mlir | FileCheck %t/same.mlir
// RUN: not heddle-opt %t/op.mlir 2>&1 | FileCheck %t/op.mlir

//--- type.mlir
// CHECK: type.mlir:[[@LINE+2]]:28: error: the type '!triton_gpu.memdesc' is of a Triton before 3.6
// CHECK: note: since then it is '!ttg.memdesc'
tt.func @f(%a: !triton_gpu.memdesc<16x16xf32>) {
  tt.return
}

//--- same.mlir
// Types whose text is today's but for the prefix are read.
#rows = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #triton_gpu.shared_memory
#cells = #triton_nvidia_gpu.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK: tt.func @f(%{{.*}}: !ttg.memdesc<16x16xf32, #shared, #smem, mutable>, %{{.*}}: !ttg.async.token, %{{.*}}: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>)
tt.func @f(%a: !triton_gpu.memdesc<16x16xf32, #rows, #smem, mutable>, %b: !triton_gpu.async.token, %c: !triton_gpu.memdesc<128x64xf32, #cells, #triton_nvidia_gpu.tensor_memory, mutable>) {
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
