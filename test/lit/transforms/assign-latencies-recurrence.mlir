// Three stages leave room for one block. A recurrence keeps them; a loop of which a factor follows from
// another product of its iteration does not, nor where three stages leave two blocks and two leave three. A
// loop of which a factor follows from loads keeps three stages there.
// RUN: heddle-opt %s --tritongpu-assign-latencies=num-stages=3 | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #wide, kWidth = 2}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @recurrence
// CHECK-COUNT-2: tt.load {{.+}}tt.latency = 2 : i32
// CHECK: scf.yield
tt.func @recurrence(%p: tensor<64x128x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 128]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<128x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<128x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %start = arith.constant dense<0.0> : tensor<128x64xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %start) -> (tensor<128x64xf32, #mma>) : i32 {
    %w = tt.load %p : tensor<64x128x!tt.ptr<f16>, #row>
    %a = ttg.local_alloc %w : (tensor<64x128xf16, #row>) -> !ttg.memdesc<64x128xf16, #shared, #smem>
    %x = arith.truncf %h : tensor<128x64xf32, #mma> to tensor<128x64xf16, #mma>
    %b = ttg.local_alloc %x : (tensor<128x64xf16, #mma>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %v = ttng.warp_group_dot %a, %b, %zero : !ttg.memdesc<64x128xf16, #shared, #smem> * !ttg.memdesc<128x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    %y = arith.truncf %v : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %c = ttg.local_alloc %y : (tensor<64x64xf16, #mma>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %k = tt.load %q : tensor<128x64x!tt.ptr<f16>, #row>
    %d = ttg.local_alloc %k : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %e = ttng.warp_group_dot %d, %c, %h : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
    scf.yield %e : tensor<128x64xf32, #mma>
  }
  tt.return %r : tensor<128x64xf32, #mma>
}

// CHECK-LABEL: @chain
// CHECK-COUNT-2: tt.load {{.+}}tt.latency = 1 : i32
// CHECK: scf.yield
tt.func @chain(%p: tensor<64x128x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 128]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<128x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %b: !ttg.memdesc<128x64xf16, #shared, #smem>, %n: i32) -> tensor<128x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %start = arith.constant dense<0.0> : tensor<128x64xf32, #mma>
  %other = ttg.local_alloc : () -> !ttg.memdesc<128x128xf16, #shared, #smem, mutable>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %start) -> (tensor<128x64xf32, #mma>) : i32 {
    %w = tt.load %p : tensor<64x128x!tt.ptr<f16>, #row>
    %a = ttg.local_alloc %w : (tensor<64x128xf16, #row>) -> !ttg.memdesc<64x128xf16, #shared, #smem>
    %v = ttng.warp_group_dot %a, %b, %zero : !ttg.memdesc<64x128xf16, #shared, #smem> * !ttg.memdesc<128x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    %y = arith.truncf %v : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %c = ttg.local_alloc %y : (tensor<64x64xf16, #mma>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %k = tt.load %q : tensor<128x64x!tt.ptr<f16>, #row>
    %d = ttg.local_alloc %k : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %e = ttng.warp_group_dot %d, %c, %h : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
    scf.yield %e : tensor<128x64xf32, #mma>
  }
  ttg.local_dealloc %other : !ttg.memdesc<128x128xf16, #shared, #smem, mutable>
  tt.return %r : tensor<128x64xf32, #mma>
}
// CHECK-LABEL: @three_blocks
// CHECK-COUNT-2: tt.load {{.+}}tt.latency = 1 : i32
// CHECK: scf.yield
tt.func @three_blocks(%p: tensor<128x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<128x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %x: !ttg.memdesc<64x64xf16, #shared, #smem>, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x128xf32, #wide>
  %start = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %start) -> (tensor<64x64xf32, #mma>) : i32 {
    %k = tt.load %p : tensor<128x64x!tt.ptr<f16>, #row>
    %a = ttg.local_alloc %k : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %t = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<128x64xf16, #shared, #smem> -> !ttg.memdesc<64x128xf16, #turned, #smem>
    %s = ttng.warp_group_dot %x, %t, %zero : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x128xf16, #turned, #smem> -> tensor<64x128xf32, #wide>
    %w = arith.truncf %s : tensor<64x128xf32, #wide> to tensor<64x128xf16, #wide>
    %f = ttg.convert_layout %w : tensor<64x128xf16, #wide> -> tensor<64x128xf16, #left>
    %v = tt.load %q : tensor<128x64x!tt.ptr<f16>, #row>
    %b = ttg.local_alloc %v : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %e = ttng.warp_group_dot %f, %b, %h : tensor<64x128xf16, #left> * !ttg.memdesc<128x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    scf.yield %e : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

// CHECK-LABEL: @from_loads
// CHECK-COUNT-2: tt.load {{.+}}tt.latency = 2 : i32
// CHECK: scf.yield
tt.func @from_loads(%p: tensor<64x128x!tt.ptr<i8>, #row> {tt.contiguity = dense<[1, 128]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<128x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #mma> {
  %start = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %other = ttg.local_alloc : () -> !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %start) -> (tensor<64x64xf32, #mma>) : i32 {
    %k = tt.load %p : tensor<64x128x!tt.ptr<i8>, #row>
    %w = arith.sitofp %k : tensor<64x128xi8, #row> to tensor<64x128xf16, #row>
    %f = ttg.convert_layout %w : tensor<64x128xf16, #row> -> tensor<64x128xf16, #left>
    %v = tt.load %q : tensor<128x64x!tt.ptr<f16>, #row>
    %b = ttg.local_alloc %v : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %e = ttng.warp_group_dot %f, %b, %h : tensor<64x128xf16, #left> * !ttg.memdesc<128x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    scf.yield %e : tensor<64x64xf32, #mma>
  }
  ttg.local_dealloc %other : !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  tt.return %r : tensor<64x64xf32, #mma>
}
}
