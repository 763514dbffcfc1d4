// A mask that a loop computes from indices is computed in the layout of the scores, not converted to it:
// its warps need not wait for each other, and one of its own loads.
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization | FileCheck %s
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization | heddle-opt -o /dev/null

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 4], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 16]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @computed
// CHECK: ttg.warp_specialize(
// CHECK: ttng.warp_group_dot
// CHECK: %[[KEY:.+]] = tt.expand_dims %{{.+}} {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #mma}>> -> tensor<1x128xi32, #mma>
// CHECK: %[[MASK:.+]] = arith.cmpi slt, %[[KEY]], %{{.+}} : tensor<1x128xi32, #mma>
// CHECK: tt.broadcast %[[MASK]]
// CHECK: tt.return
tt.func public @computed(%k: !tt.tensordesc<128x128xf16, #shared>, %v: !tt.tensordesc<128x128xf16, #shared>, %q: !ttg.memdesc<128x128xf16, #shared, #smem>, %out: tensor<128x128x!tt.ptr<f32>, #mma>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %r = scf.for %i = %c0 to %n step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
    %x = tt.descriptor_load %k[%i, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
    %u = ttg.local_alloc %x : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    %t = ttg.memdesc_trans %u {order = array<i32: 1, 0>} : !ttg.memdesc<128x128xf16, #shared, #smem> -> !ttg.memdesc<128x128xf16, #turned, #smem>
    %s = ttng.warp_group_dot %q, %t, %zero {inputPrecision = 0 : i32} : !ttg.memdesc<128x128xf16, #shared, #smem> * !ttg.memdesc<128x128xf16, #turned, #smem> -> tensor<128x128xf32, #mma>
    %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #other}>>
    %is = tt.splat %i : i32 -> tensor<128xi32, #ttg.slice<{dim = 0, parent = #other}>>
    %key = arith.addi %is, %range : tensor<128xi32, #ttg.slice<{dim = 0, parent = #other}>>
    %key1 = tt.expand_dims %key {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #other}>> -> tensor<1x128xi32, #other>
    %end = tt.splat %n : i32 -> tensor<1x128xi32, #other>
    %m1 = arith.cmpi slt, %key1, %end : tensor<1x128xi32, #other>
    %m2 = ttg.convert_layout %m1 : tensor<1x128xi1, #other> -> tensor<1x128xi1, #mma>
    %m3 = tt.broadcast %m2 : tensor<1x128xi1, #mma> -> tensor<128x128xi1, #mma>
    %s1 = arith.select %m3, %s, %zero : tensor<128x128xi1, #mma>, tensor<128x128xf32, #mma>
    %e = math.exp2 %s1 : tensor<128x128xf32, #mma>
    %sum = "tt.reduce"(%e) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>>
    %thin = tt.expand_dims %sum {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xf32, #mma>
    %wide = tt.broadcast %thin : tensor<128x1xf32, #mma> -> tensor<128x128xf32, #mma>
    %kept = arith.mulf %o, %wide : tensor<128x128xf32, #mma>
    %h = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xf16, #mma>
    %p = ttg.convert_layout %h : tensor<128x128xf16, #mma> -> tensor<128x128xf16, #left>
    %y = tt.descriptor_load %v[%i, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
    %w = ttg.local_alloc %y : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    %d = ttng.warp_group_dot %p, %w, %kept {inputPrecision = 0 : i32} : tensor<128x128xf16, #left> * !ttg.memdesc<128x128xf16, #shared, #smem> -> tensor<128x128xf32, #mma>
    scf.yield %d : tensor<128x128xf32, #mma>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>, #mma>
  tt.return
}

// One that is given has to be converted.
// CHECK-LABEL: @given
// CHECK-NOT: ttg.warp_specialize
// CHECK: ttg.convert_layout %{{.+}} : tensor<1x128xi1, #blocked{{[0-9]*}}> -> tensor<1x128xi1, #mma>
// CHECK-NOT: ttg.warp_specialize
// CHECK: tt.return
tt.func public @given(%m1: tensor<1x128xi1, #other>, %k: !tt.tensordesc<128x128xf16, #shared>, %v: !tt.tensordesc<128x128xf16, #shared>, %q: !ttg.memdesc<128x128xf16, #shared, #smem>, %out: tensor<128x128x!tt.ptr<f32>, #mma>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %r = scf.for %i = %c0 to %n step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
    %x = tt.descriptor_load %k[%i, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
    %u = ttg.local_alloc %x : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    %t = ttg.memdesc_trans %u {order = array<i32: 1, 0>} : !ttg.memdesc<128x128xf16, #shared, #smem> -> !ttg.memdesc<128x128xf16, #turned, #smem>
    %s = ttng.warp_group_dot %q, %t, %zero {inputPrecision = 0 : i32} : !ttg.memdesc<128x128xf16, #shared, #smem> * !ttg.memdesc<128x128xf16, #turned, #smem> -> tensor<128x128xf32, #mma>
    %m2 = ttg.convert_layout %m1 : tensor<1x128xi1, #other> -> tensor<1x128xi1, #mma>
    %m3 = tt.broadcast %m2 : tensor<1x128xi1, #mma> -> tensor<128x128xi1, #mma>
    %s1 = arith.select %m3, %s, %zero : tensor<128x128xi1, #mma>, tensor<128x128xf32, #mma>
    %e = math.exp2 %s1 : tensor<128x128xf32, #mma>
    %sum = "tt.reduce"(%e) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>>
    %thin = tt.expand_dims %sum {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xf32, #mma>
    %wide = tt.broadcast %thin : tensor<128x1xf32, #mma> -> tensor<128x128xf32, #mma>
    %kept = arith.mulf %o, %wide : tensor<128x128xf32, #mma>
    %h = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xf16, #mma>
    %p = ttg.convert_layout %h : tensor<128x128xf16, #mma> -> tensor<128x128xf16, #left>
    %y = tt.descriptor_load %v[%i, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
    %w = ttg.local_alloc %y : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    %d = ttng.warp_group_dot %p, %w, %kept {inputPrecision = 0 : i32} : tensor<128x128xf16, #left> * !ttg.memdesc<128x128xf16, #shared, #smem> -> tensor<128x128xf32, #mma>
    scf.yield %d : tensor<128x128xf32, #mma>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>, #mma>
  tt.return
}
}
