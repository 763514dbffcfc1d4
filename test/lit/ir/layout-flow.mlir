// Values of loops keep their layouts; those of calls and of the factors of
// products have their own.
// RUN: heddle-opt --test-layout-flow %s -o %t 2>&1 | FileCheck %s --implicit-check-not=remark

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#d = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @swap(%x: tensor<256xf32, #a>, %y: tensor<256xf32, #b>) -> (tensor<256xf32, #b>, tensor<256xf32, #a>) {
  tt.return %y, %x : tensor<256xf32, #b>, tensor<256xf32, #a>
}
tt.func @loop(%n: i32, %x: tensor<256xf32, #a>, %y: tensor<256xf32, #b>) -> (tensor<256xf32, #a>, tensor<256xf32, #b>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %y) -> (tensor<256xf32, #a>, tensor<256xf32, #b>) : i32 {
    %1:2 = tt.call @swap(%u, %v) : (tensor<256xf32, #a>, tensor<256xf32, #b>) -> (tensor<256xf32, #b>, tensor<256xf32, #a>)
    scf.yield %1#1, %1#0 : tensor<256xf32, #a>, tensor<256xf32, #b>
  }
  tt.return %0#0, %0#1 : tensor<256xf32, #a>, tensor<256xf32, #b>
}
tt.func @product(%a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %b: !ttg.memdesc<64x64xf16, #s, #smem>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %0 = ttng.warp_group_dot %a, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #s, #smem> -> tensor<64x64xf32, #mma>
  tt.return %0 : tensor<64x64xf32, #mma>
}
tt.func @broadcast(%x: tensor<256x1xf32, #c>) -> tensor<256x4xf32, #d> {
  // CHECK: [[@LINE+1]]:8: remark: tt.broadcast: 'tensor<256x4xf32, {{.+}}[1, 1]{{.+}}>' flows to result 0, which is of {{.+}}[1, 4]
  %0 = tt.broadcast %x : tensor<256x1xf32, #c> -> tensor<256x4xf32, #d>
  tt.return %0 : tensor<256x4xf32, #d>
}
}
