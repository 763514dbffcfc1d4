// A factor that will stay in shared memory takes room of the stages: three of
// 32 KiB each and 32 KiB of the factor are more than a block of sm_89 has.
// RUN: heddle-opt %s --tritongpu-assign-latencies=num-stages=3 --remarks-filter=tritongpu-assign-latencies 2>&1 | FileCheck %s
// RUN: sed 's/cuda:89/cuda:80/' %s | heddle-opt --tritongpu-assign-latencies=num-stages=3 | FileCheck %s --check-prefix=LARGE

#load = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:89", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: 3 stages do not fit in 101376 bytes of shared memory
  // CHECK: tt.load {{.+}}tt.latency = 1 : i32
  // CHECK: tt.load {{.+}}tt.latency = 1 : i32
  // LARGE-COUNT-2: tt.load {{.+}}tt.latency = 2 : i32
  tt.func public @attention(%x: tensor<128x128xf16, #load>, %kp: tensor<128x64x!tt.ptr<f16>, #turned> {tt.contiguity = dense<[128, 1]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %vp: tensor<64x128x!tt.ptr<f16>, #load> {tt.contiguity = dense<[1, 128]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<128x128xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : tensor<128x64xf32, #mma>
    %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
    %q = ttg.convert_layout %x : tensor<128x128xf16, #load> -> tensor<128x128xf16, #left>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
      %kl = tt.load %kp : tensor<128x64x!tt.ptr<f16>, #turned>
      %k = ttg.convert_layout %kl : tensor<128x64xf16, #turned> -> tensor<128x64xf16, #right>
      %s = tt.dot %q, %k, %none : tensor<128x128xf16, #left> * tensor<128x64xf16, #right> -> tensor<128x64xf32, #mma>
      %h = arith.truncf %s : tensor<128x64xf32, #mma> to tensor<128x64xf16, #mma>
      %p = ttg.convert_layout %h : tensor<128x64xf16, #mma> -> tensor<128x64xf16, #left>
      %vl = tt.load %vp : tensor<64x128x!tt.ptr<f16>, #load>
      %v = ttg.convert_layout %vl : tensor<64x128xf16, #load> -> tensor<64x128xf16, #right>
      %next = tt.dot %p, %v, %acc : tensor<128x64xf16, #left> * tensor<64x128xf16, #right> -> tensor<128x128xf32, #mma>
      scf.yield %next : tensor<128x128xf32, #mma>
    }
    tt.return %sum : tensor<128x128xf32, #mma>
  }
}
