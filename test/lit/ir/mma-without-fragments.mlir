// Releases up to 3.8 carry matrix layouts of any version around, Volta's among
// them; no tensor can be computed with them here.
// RUN: split-file %s %t
// RUN: heddle-opt --triton 3.8 %t/carried.mlir | FileCheck %t/carried.mlir
// RUN: heddle-opt --triton 3.6 %t/carried.mlir | FileCheck %t/carried.mlir
// RUN: not heddle-opt --triton 3.9 %t/carried.mlir 2>&1 | FileCheck %t/carried.mlir --check-prefix=NEW
// RUN: not heddle-opt --triton 3.8 %t/used.mlir 2>&1 | FileCheck %t/used.mlir

//--- carried.mlir
// NEW: carried.mlir:[[@LINE+3]]:{{[0-9]+}}: error: expects 2 or 3 as 'versionMajor' in 3.9, but got 1
// NEW: note: earlier releases have such layouts, which no instruction has: --triton 3.8
// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>
#mma = #ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>
// CHECK: tensor<16x16xf32, #mma>, %{{.*}}: tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma}>>
tt.func @f(%d: tensor<16x16xf32, #mma>, %a: tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma}>>) {
  tt.return
}

//--- used.mlir
#mma = #ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>
tt.func @f(%d: tensor<16x16xi32, #mma>) {
  // CHECK: used.mlir:[[@LINE+1]]:8: error: {{.*}}expects one of 2, 3 as 'versionMajor', but got 1
  %1 = tt.bitcast %d : tensor<16x16xi32, #mma> -> tensor<16x16xf32, #mma>
  tt.return
}
