// Where tensors have layouts, those of coordinates are slices of the block's.
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer | FileCheck %s
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer --lower-to-simt -o /dev/null

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [2, 4, 4], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#tiles = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, rank = 3}>
// CHECK-DAG: #[[CUBE:.+]] = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [2, 4, 4]
// CHECK-DAG: #[[TILE:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8]
// CHECK-DAG: #[[LINE:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: @cube(
// CHECK: tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #[[CUBE]]}>}>>
// CHECK: tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #[[CUBE]]}>}>>
// CHECK: tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #[[CUBE]]}>}>>
// CHECK: tt.load {{.+}} : tensor<4x8x16x!tt.ptr<f16>, #[[CUBE]]>
tt.func public @cube(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  %c1 = arith.constant 1 : i64
  %0 = tt.make_tensor_descriptor %p, [%n, %n, %n], [%s, %s, %c1] : <f16>, <tensor<4x8x16xf16, #shared>>
  %1 = tt.descriptor_load %0[%n, %n, %n] : !tt.tensordesc<tensor<4x8x16xf16, #shared>> -> tensor<4x8x16xf16, #blocked>
  tt.descriptor_store %0[%n, %n, %n], %1 : !tt.tensordesc<tensor<4x8x16xf16, #shared>>, tensor<4x8x16xf16, #blocked>
  tt.return
}

// CHECK-LABEL: @rows(
// CHECK: ttg.convert_layout %{{.+}} : tensor<32xi32, #[[LINE]]> -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #[[TILE]]}>>
// CHECK: tt.load {{.+}} : tensor<32x64x!tt.ptr<f16>, #[[TILE]]>
tt.func public @rows(%d: !tt.tensordesc<tensor<1x64xf16>>, %p: !tt.ptr<f16>, %y: i32) {
  %x = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #line>
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32, #line>, i32) -> tensor<32x64xf16, #tiles>
  tt.descriptor_scatter %d[%x, %y], %0 : !tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32, #line>, i32, tensor<32x64xf16, #tiles>
  tt.return
}
}
