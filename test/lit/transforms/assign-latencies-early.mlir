// A product of warp groups that goes on across iterations: from four stages on
// its copies come early, by one iteration less.
// RUN: heddle-opt %s --tritongpu-assign-latencies=num-stages=4 | FileCheck %s
// RUN: heddle-opt %s --tritongpu-assign-latencies=num-stages=3 | FileCheck %s --check-prefix=THREE
// RUN: heddle-opt %s --tritongpu-assign-latencies=num-stages=4 --tritongpu-schedule-loops --tritongpu-pipeline | FileCheck %s --check-prefix=RINGS

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @carried
// CHECK-COUNT-2: tt.load {{.+}}tt.latency = 2 : i32
// CHECK: } {loop.early_copies}
// THREE-LABEL: @carried
// THREE-COUNT-2: tt.load {{.+}}tt.latency = 2 : i32
// THREE-NOT: loop.early_copies
// RINGS-LABEL: @carried
// RINGS-COUNT-2: ttg.local_alloc : () -> !ttg.memdesc<4x64x64xf16
tt.func @carried(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  }
  tt.return %r : tensor<64x64xf32, #wide>
}

// One that is waited for at once keeps three iterations.
// CHECK-LABEL: @changed
// CHECK-COUNT-2: tt.load {{.+}}tt.latency = 3 : i32
// CHECK-NOT: loop.early_copies
tt.func @changed(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %half = arith.constant dense<0.5> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %e = arith.mulf %d, %half : tensor<64x64xf32, #wide>
    scf.yield %e : tensor<64x64xf32, #wide>
  }
  tt.return %r : tensor<64x64xf32, #wide>
}
}
