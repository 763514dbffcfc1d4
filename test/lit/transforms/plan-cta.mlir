// How the blocks of a cluster share tensors.
// RUN: heddle-opt %s --split-input-file --triton-nvidia-gpu-plan-cta --cse --canonicalize | FileCheck %s
// RUN: heddle-opt %s --split-input-file --triton-nvidia-gpu-assign-cga-layouts --cse --canonicalize | FileCheck %s

// Two blocks have 128 rows of the result each: together they load A once and B twice, which is less than A
// twice and B once. All of B is loaded by both.
// CHECK-DAG: #[[ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 8], {{.+}}, CGALayout = {{\[\[}}1, 0]]}>
// CHECK-DAG: #[[BOTH:.+]] = #ttg.blocked<{sizePerThread = [1, 8], {{.+}}, CGALayout = {{\[\[}}0, 0]]}>
// CHECK-LABEL: @rows
// CHECK: tt.load %{{.+}} : tensor<256x64x!tt.ptr<f16>, #[[ROWS]]>
// CHECK: tt.load %{{.+}} : tensor<64x128x!tt.ptr<f16>, #[[BOTH]]>
// CHECK: tt.dot {{.+}} -> tensor<256x128xf32, #{{.+}}>
// CHECK: tt.store %{{.+}}, %{{.+}} : tensor<256x128x!tt.ptr<f32>, #[[ROWS]]>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @rows(%p: tensor<256x64x!tt.ptr<f16>, #blocked>, %q: tensor<64x128x!tt.ptr<f16>, #blocked>, %r: tensor<256x128x!tt.ptr<f32>, #blocked>) {
  %zero = arith.constant dense<0.0> : tensor<256x128xf32, #blocked>
  %a = tt.load %p : tensor<256x64x!tt.ptr<f16>, #blocked>
  %b = tt.load %q : tensor<64x128x!tt.ptr<f16>, #blocked>
  %x = ttg.convert_layout %a : tensor<256x64xf16, #blocked> -> tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  %y = ttg.convert_layout %b : tensor<64x128xf16, #blocked> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
  %d = tt.dot %x, %y, %zero, inputPrecision = tf32 : tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<256x128xf32, #blocked>
  tt.store %r, %d : tensor<256x128x!tt.ptr<f32>, #blocked>
  tt.return
}
}

// -----

// A wide result is cut into columns, and so are what stores it and the transposed B.
// CHECK-DAG: #[[COLUMNS:.+]] = #ttg.blocked<{sizePerThread = [1, 8], {{.+}}, CGALayout = {{\[\[}}0, 1]]}>
// CHECK-DAG: #[[ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 8], {{.+}}, CGALayout = {{\[\[}}1, 0]]}>
// CHECK-DAG: #[[BOTH:.+]] = #ttg.blocked<{sizePerThread = [1, 8], {{.+}}, CGALayout = {{\[\[}}0, 0]]}>
// CHECK-LABEL: @columns
// CHECK: tt.load %{{.+}} : tensor<64x64x!tt.ptr<f16>, #[[BOTH]]>
// CHECK: tt.load %{{.+}} : tensor<256x64x!tt.ptr<f16>, #[[ROWS]]>
// CHECK: tt.store %{{.+}}, %{{.+}} : tensor<64x256x!tt.ptr<f32>, #[[COLUMNS]]>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#turned = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @columns(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %q: tensor<256x64x!tt.ptr<f16>, #blocked>, %r: tensor<64x256x!tt.ptr<f32>, #blocked>) {
  %zero = arith.constant dense<0.0> : tensor<64x256xf32, #blocked>
  %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
  %b = tt.load %q : tensor<256x64x!tt.ptr<f16>, #blocked>
  %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<256x64xf16, #blocked> -> tensor<64x256xf16, #turned>
  %x = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  %y = ttg.convert_layout %t : tensor<64x256xf16, #turned> -> tensor<64x256xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
  %d = tt.dot %x, %y, %zero, inputPrecision = tf32 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x256xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x256xf32, #blocked>
  tt.store %r, %d : tensor<64x256x!tt.ptr<f32>, #blocked>
  tt.return
}
}

// -----

// Descriptors have the blocks of what is loaded by them; boxes are those of a block's tile.
// CHECK: #[[MEMORY:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = {{\[\[}}0, 1]]}>
// CHECK-LABEL: @descriptors
// CHECK-SAME: !tt.tensordesc<64x128xf16, #[[MEMORY]]>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @descriptors(%desc: !tt.tensordesc<64x128xf16, #shared>, %i: i32, %r: tensor<64x128x!tt.ptr<f16>, #blocked>) {
  %a = tt.descriptor_load %desc[%i, %i] : !tt.tensordesc<64x128xf16, #shared> -> tensor<64x128xf16, #blocked>
  tt.store %r, %a : tensor<64x128x!tt.ptr<f16>, #blocked>
  tt.return
}
}

// -----

// A single block has all of its own.
// CHECK-LABEL: @one
// CHECK-NOT: convert_layout
// CHECK: tt.return
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @one(%x: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %y: tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<64x128xf32, #blocked>, %r: tensor<64x128x!tt.ptr<f32>, #blocked>) {
  %d = tt.dot %x, %y, %c, inputPrecision = tf32 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x128xf32, #blocked>
  tt.store %r, %d : tensor<64x128x!tt.ptr<f32>, #blocked>
  tt.return
}
}

// -----

// Columns are added up in one block each, rows as they are.
// CHECK-DAG: #[[ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 4], {{.+}}, CGALayout = {{\[\[}}1, 0]]}>
// CHECK-DAG: #[[COLUMNS:.+]] = #ttg.blocked<{sizePerThread = [1, 4], {{.+}}, CGALayout = {{\[\[}}0, 1]]}>
// CHECK-LABEL: @reductions
// CHECK: tt.load %{{.+}} : tensor<64x128x!tt.ptr<f32>, #[[COLUMNS]]>
// CHECK: tt.load %{{.+}} : tensor<64x128x!tt.ptr<f32>, #[[ROWS]]>
// CHECK: axis = 0
// CHECK: (tensor<64x128xf32, #[[COLUMNS]]>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #[[COLUMNS]]}>>
// CHECK: axis = 1
// CHECK: (tensor<64x128xf32, #[[ROWS]]>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #[[ROWS]]}>>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @reductions(%p: tensor<64x128x!tt.ptr<f32>, #blocked>, %q: tensor<64x128x!tt.ptr<f32>, #blocked>) -> (tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>) {
  %x = tt.load %p : tensor<64x128x!tt.ptr<f32>, #blocked>
  %y = tt.load %q : tensor<64x128x!tt.ptr<f32>, #blocked>
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64x128xf32, #blocked>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
  %1 = "tt.reduce"(%y) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64x128xf32, #blocked>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  tt.return %0, %1 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
}
}
