// Scores that are converted to another layout are scaled behind that.
// RUN: heddle-opt %s --heddle-scaled-maximum | FileCheck %s

#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#thin = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @scores
// CHECK: scf.if
// CHECK: %[[D:.+]] = ttng.warp_group_dot
// CHECK: %[[X:.+]] = ttg.convert_layout %[[D]]
// CHECK: %[[SCALED:.+]] = arith.mulf %[[X]], %{{.+}} : tensor<64x64xf32, #mma>
// CHECK: "tt.reduce"(%[[X]])
// CHECK: arith.subf %[[SCALED]],
// CHECK: } else {
// CHECK: %[[D:.+]] = ttng.warp_group_dot
// CHECK: %[[X:.+]] = ttg.convert_layout %[[D]]
// CHECK: %[[SCALED:.+]] = arith.mulf %[[X]],
// CHECK: "tt.reduce"(%[[SCALED]])
tt.func public @scores(%a: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: f32, %n: i32, %before: tensor<64x64xf32, #thin>) -> tensor<64x64xf32, #thin> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %cs = tt.splat %c : f32 -> tensor<64x64xf32, #wide>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %before) -> (tensor<64x64xf32, #thin>) : i32 {
    %d = ttng.warp_group_dot %a, %a, %zero : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %y = arith.mulf %d, %cs : tensor<64x64xf32, #wide>
    %x = ttg.convert_layout %y : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #thin>
    %m = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %lr = arith.maxnumf %l, %r : f32
      tt.reduce.return %lr : f32
    }) : (tensor<64x64xf32, #thin>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #thin}>>
    %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #thin}>> -> tensor<64x1xf32, #thin>
    %m2 = tt.broadcast %m1 : tensor<64x1xf32, #thin> -> tensor<64x64xf32, #thin>
    %less = arith.subf %x, %m2 : tensor<64x64xf32, #thin>
    scf.yield %less : tensor<64x64xf32, #thin>
  }
  tt.return %r : tensor<64x64xf32, #thin>
}
}
