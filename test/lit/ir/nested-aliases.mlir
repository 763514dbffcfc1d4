// Aliases are known in layouts inside of layouts inside of layouts.
// RUN: split-file %s %t
// RUN: heddle-opt %t/good.mlir | FileCheck %t/good.mlir
// RUN: not heddle-opt %t/bad.mlir 2>&1 | FileCheck %t/bad.mlir

//--- good.mlir
#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK: tensor<2xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #blocked}>}>>,
// CHECK-SAME: tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>}>>
tt.func @f(%a: tensor<2xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #blocked}>}>>,
           %b: tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.dot_op< {opIdx = 1, parent = #mma, kWidth = 4}> }>>) {
  tt.return
}

//--- bad.mlir
#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK: bad.mlir:[[@LINE+1]]:99: error: expects a number of at most 32 bits as 'dim', but got a list
tt.func @f(%a: tensor<2xi32, #ttg.slice<{parent = #ttg.slice<{dim = 1, parent = #blocked}>, dim = [0]}>>) {
  tt.return
}
