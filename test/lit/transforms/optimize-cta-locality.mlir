// Each block of a cluster stores what it has.
// RUN: heddle-opt %s --triton-nvidia-gpu-optimize-cta-locality --cse --canonicalize | FileCheck %s

// CHECK-DAG: #[[ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0]]}>
// CHECK-DAG: #[[COLUMNS:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}0, 1]]}>
// CHECK-DAG: #[[COPIES:.+]] = #ttg.blocked<{sizePerThread = [1], {{.+}}, CGALayout = {{\[\[}}0]]}>
// CHECK-DAG: #[[OTHER:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], {{.+}}, CGALayout = {{\[\[}}1, 0]]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#other = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#turned = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1], CGALayout = [[0, 1]]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// The halves of a transposed tile are columns.
// CHECK-LABEL: @transposed
// CHECK: tt.load %{{.+}} : tensor<64x128x!tt.ptr<f32>, #[[ROWS]]>
// CHECK: tt.store %{{.+}}, %{{.+}} : tensor<128x64x!tt.ptr<f32>, #[[COLUMNS]]>
tt.func public @transposed(%p: tensor<64x128x!tt.ptr<f32>, #rows>, %q: tensor<128x64x!tt.ptr<f32>, #other>) {
  %v = tt.load %p : tensor<64x128x!tt.ptr<f32>, #rows>
  %two = arith.addf %v, %v : tensor<64x128xf32, #rows>
  %t = tt.trans %two {order = array<i32: 1, 0>} : tensor<64x128xf32, #rows> -> tensor<128x64xf32, #turned>
  %c = ttg.convert_layout %t : tensor<128x64xf32, #turned> -> tensor<128x64xf32, #other>
  tt.store %q, %c : tensor<128x64x!tt.ptr<f32>, #other>
  tt.return
}

// Sums of rows that both blocks have a part of, both have; one stores them.
// CHECK-LABEL: @sums
// CHECK: tt.store %{{.+}}, %{{.+}} : tensor<128x!tt.ptr<f32>, #[[COPIES]]>
tt.func public @sums(%p: tensor<64x128x!tt.ptr<f32>, #rows>, %q: tensor<128x!tt.ptr<f32>, #line>) {
  %v = tt.load %p : tensor<64x128x!tt.ptr<f32>, #rows>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    tt.reduce.return %0 : f32
  }) : (tensor<64x128xf32, #rows>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #rows}>>
  %c = ttg.convert_layout %s : tensor<128xf32, #ttg.slice<{dim = 0, parent = #rows}>> -> tensor<128xf32, #line>
  tt.store %q, %c : tensor<128x!tt.ptr<f32>, #line>
  tt.return
}

// What comes from elsewhere is stored as it was.
// CHECK-LABEL: @given
// CHECK: tt.store %{{.+}}, %{{.+}} : tensor<128x64x!tt.ptr<f32>, #[[OTHER]]>
tt.func public @given(%t: tensor<128x64xf32, #turned>, %q: tensor<128x64x!tt.ptr<f32>, #other>) {
  %c = ttg.convert_layout %t : tensor<128x64xf32, #turned> -> tensor<128x64xf32, #other>
  tt.store %q, %c : tensor<128x64x!tt.ptr<f32>, #other>
  tt.return
}
}
