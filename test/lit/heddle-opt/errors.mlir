// A file that cannot be read is answered with its place and what was expected.
// RUN: split-file %s %t
// RUN: not heddle-opt %t/unknown.mlir 2>&1 | FileCheck %t/unknown.mlir
// RUN: not heddle-opt %t/renamed.mlir 2>&1 | FileCheck %t/renamed.mlir
// RUN: not heddle-opt %t/prefix.mlir 2>&1 | FileCheck %t/prefix.mlir
// RUN: not heddle-opt %t/layout.mlir 2>&1 | FileCheck %t/layout.mlir
// RUN: not heddle-opt %t/mask.mlir 2>&1 | FileCheck %t/mask.mlir
// RUN: not heddle-opt %t/warps.mlir 2>&1 | FileCheck %t/warps.mlir

//--- unknown.mlir
// CHECK: unknown.mlir:[[@LINE+1]]:13: error: {{.*}}unregistered dialect
  "other.op"() : () -> ()

//--- renamed.mlir
tt.func @f(%a: tensor<16xf32>) {
  // CHECK: renamed.mlir:[[@LINE+2]]:3: error: custom op 'ttg.alloc_tensor' is of a Triton before 3.6
  // CHECK: note: since then it is 'ttg.local_alloc'
  ttg.alloc_tensor : tensor<16xf32>
  tt.return
}

//--- prefix.mlir
tt.func @f(%a: tensor<16xf32>) {
  // CHECK: prefix.mlir:[[@LINE+2]]:3: error: custom op 'triton_gpu.alloc_tensor' is of a Triton before 3.6
  // CHECK: note: since then it is 'ttg.local_alloc'
  triton_gpu.alloc_tensor : tensor<16xf32>
  tt.return
}

//--- layout.mlir
// CHECK: layout.mlir:[[@LINE+1]]:105: error: expects a permutation of 0 ... 1 as 'order', but got [1, 1], which lacks 0
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 1]}>

//--- mask.mlir
tt.func @f(%p: tensor<16x!tt.ptr<f32>>, %m: tensor<8xi1>) {
  // CHECK: mask.mlir:[[@LINE+1]]:20: error: use of value '%m' expects different type than prior uses: 'tensor<16xi1>' vs 'tensor<8xi1>'
  %0 = tt.load %p, %m : tensor<16x!tt.ptr<f32>>
  tt.return
}

//--- warps.mlir
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f() {
    // CHECK: warps.mlir:[[@LINE+1]]:10: error: 'tt.make_range' op expects a layout of 4 warps, as there are here, but got one of 2
    %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked>
    tt.return
  }
}
