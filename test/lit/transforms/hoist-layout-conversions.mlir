// Conversions to factors of products leave the loops that do not change what they convert; nothing
// else does.
// RUN: heddle-opt %s --tritonamdgpu-hoist-layout-conversions | FileCheck %s
// RUN: heddle-opt %s --tritonamdgpu-hoist-layout-conversions | heddle-opt | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// Queries are converted once, keys in each iteration.

// CHECK-LABEL: @queries
// CHECK-SAME: (%[[Q:.+]]: tensor<64x64xf16, #blocked>
// CHECK: %[[A:.+]] = ttg.convert_layout %[[Q]] : {{.+}} #ttg.dot_op<{opIdx = 0
// CHECK-NEXT: scf.for
// CHECK: scf.for
// CHECK: %[[K:.+]] = tt.load
// CHECK: %[[B:.+]] = ttg.convert_layout %[[K]]
// CHECK: ttg.convert_layout %{{.+}} : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
// CHECK: tt.dot %[[A]], %[[B]]
tt.func @queries(%q: tensor<64x64xf16, #blocked>, %keys: tensor<64x64x!tt.ptr<f16>, #blocked>, %bias: tensor<64x64xf32, #blocked>, %n: i32, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %r = scf.for %i = %n to %n step %n iter_args(%o = %acc) -> (tensor<64x64xf32, #mma>) : i32 {
    %s = scf.for %j = %n to %n step %n iter_args(%c = %o) -> (tensor<64x64xf32, #mma>) : i32 {
      %a = ttg.convert_layout %q : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #A>
      %k = tt.load %keys : tensor<64x64x!tt.ptr<f16>, #blocked>
      %b = ttg.convert_layout %k : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #B>
      %e = ttg.convert_layout %bias : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
      %sum = arith.addf %c, %e : tensor<64x64xf32, #mma>
      %d = tt.dot %a, %b, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    scf.yield %s : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

// What the outer loop carries is converted in it, before the inner one.

// CHECK-LABEL: @between_loops
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %{{.+}}, %[[Q:.+]] = %{{.+}})
// CHECK-NEXT: %[[A:.+]] = ttg.convert_layout %[[Q]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: tt.dot %[[A]]
tt.func @between_loops(%q: tensor<64x64xf16, #blocked>, %next: tensor<64x64xf16, #blocked>, %b: tensor<64x64xf16, #B>, %n: i32, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %r:2 = scf.for %i = %n to %n step %n iter_args(%o = %acc, %p = %q) -> (tensor<64x64xf32, #mma>, tensor<64x64xf16, #blocked>) : i32 {
    %s = scf.for %j = %n to %n step %n iter_args(%c = %o) -> (tensor<64x64xf32, #mma>) : i32 {
      %a = ttg.convert_layout %p : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #A>
      %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    scf.yield %s, %next : tensor<64x64xf32, #mma>, tensor<64x64xf16, #blocked>
  }
  tt.return %r#0 : tensor<64x64xf32, #mma>
}
}
