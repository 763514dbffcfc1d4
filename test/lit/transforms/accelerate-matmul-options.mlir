// The pass of AMD's name takes Triton's options.
// RUN: heddle-opt %s --tritonamdgpu-accelerate-matmul="arch-generation-name=gfx942 matrix-instruction-size=16 kPack=1" | FileCheck %s
// RUN: not heddle-opt %s --tritonamdgpu-accelerate-matmul=matrix-instruction-size=7 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not heddle-opt %s --tritonamdgpu-accelerate-matmul=arch-generation-name=sm_90 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not heddle-opt %s --tritonamdgpu-accelerate-matmul=arch-generation-name=gfx1100 2>&1 | FileCheck %s --check-prefix=LANES

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

// CHECK: {{^}}#[[SIXTEEN:[a-z0-9]+]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = true}>
// SIZE: error: expects 0, 16 or 32 as 'matrix-instruction-size', but got 7
// CHIP: error: expects a chip of AMD as 'arch-generation-name', but got 'sm_90'
// LANES: error: expects a chip whose warps have 64 threads, as the module's, as 'arch-generation-name', but got 'gfx1100'

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
// CHECK-LABEL: @half
// CHECK: tt.dot {{.+}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #[[SIXTEEN]], kWidth = 4}>>
tt.func @half(%a: tensor<64x32xf16, #A>, %b: tensor<32x64xf16, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x32xf16, #A> * tensor<32x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}
}
