// What only the warps that multiply load in front of the loops is loaded when the others have begun.
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization | FileCheck %s
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization | heddle-opt -o /dev/null

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// The first sums, and what is made of them. The length of the loop has to be known before. So does what
// is volatile, or may have changed by then: the store may be where %second points to.
// CHECK-LABEL: @sums
// CHECK: tt.load %arg4
// CHECK: tt.load %arg5 {isVolatile = true}
// CHECK: tt.load %arg3
// CHECK: tt.store
// CHECK-NOT: tt.load
// CHECK: ttg.warp_specialize
// CHECK: default {
// CHECK-NEXT: %[[FIRST:.+]] = tt.load %arg2
// CHECK-NEXT: %[[TWICE:.+]] = arith.addf %[[FIRST]], %[[FIRST]]
// CHECK-NOT: tt.load
// CHECK: scf.for {{.*}} = %[[TWICE]]
tt.func public @sums(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %first: tensor<64x64x!tt.ptr<f32>, #wide>, %second: tensor<64x64x!tt.ptr<f32>, #wide>, %length: !tt.ptr<i32>, %third: tensor<64x64x!tt.ptr<f32>, #wide>, %flag: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %n = tt.load %length : !tt.ptr<i32>
  %z = tt.load %third {isVolatile = true} : tensor<64x64x!tt.ptr<f32>, #wide>
  %y = tt.load %second : tensor<64x64x!tt.ptr<f32>, #wide>
  tt.store %flag, %c0 : !tt.ptr<i32>
  %x = tt.load %first : tensor<64x64x!tt.ptr<f32>, #wide>
  %init = arith.addf %x, %x : tensor<64x64xf32, #wide>
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%sum = %init, %other = %y) -> (tensor<64x64xf32, #wide>, tensor<64x64xf32, #wide>) : i32 {
    %u = tt.descriptor_load %a[%c0, %i] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %um = ttg.local_alloc %u : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = tt.descriptor_load %b[%i, %c0] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %vm = ttg.local_alloc %v : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %um, %vm, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %next = arith.mulf %other, %z : tensor<64x64xf32, #wide>
    scf.yield %d, %next : tensor<64x64xf32, #wide>, tensor<64x64xf32, #wide>
  } {tt.warp_specialize}
  tt.store %first, %r#0 : tensor<64x64x!tt.ptr<f32>, #wide>
  tt.store %second, %r#1 : tensor<64x64x!tt.ptr<f32>, #wide>
  tt.return
}
}
