// Deep products become loops over slices in shared memory.
// RUN: split-file %s %t
// RUN: heddle-opt %t/program.mlir --tritongpu-loop-over-dot-depth --canonicalize | FileCheck %t/program.mlir
// RUN: heddle-opt %t/program.mlir --tritongpu-loop-over-dot-depth --canonicalize | heddle-opt | FileCheck %t/program.mlir
// RUN: heddle-opt %t/barriers.mlir --tritongpu-loop-over-dot-depth --lower-to-simt --simt-allocate-shared --simt-insert-barriers | FileCheck %t/barriers.mlir
// RUN: heddle-opt %t/no-room.mlir --tritongpu-loop-over-dot-depth | FileCheck %t/no-room.mlir
// RUN: sed 's/, ttg.target = "cuda:75"//' %t/no-room.mlir | heddle-opt --tritongpu-loop-over-dot-depth | FileCheck %t/no-room.mlir

//--- program.mlir
#d = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#load = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#turned = #ttg.linear<{register = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 0]], warp = [[0, 0], [0, 0]], block = []}>
#a = #ttg.dot_op<{opIdx = 0, parent = #d}>
#b = #ttg.dot_op<{opIdx = 1, parent = #d}>
#d3 = #ttg.blocked<{sizePerThread = [1, 4, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#load3 = #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 8, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#a3 = #ttg.dot_op<{opIdx = 0, parent = #d3}>
#b3 = #ttg.dot_op<{opIdx = 1, parent = #d3}>
// Four lanes store to a slice of four elements; without the gaps they would
// meet in one bank. Of the other factor they store to one slice.
// CHECK-DAG: #[[GAPS:.+]] = #ttg.padded_shared<[256:+8] {{.+}}>
// CHECK-DAG: #[[LINEAR:.+]] = #ttg.shared_linear<{{.+}}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// 32 products a thread and step: slices of four steps. Sums begin with what is
// given, and attributes stay.
// CHECK-LABEL: @deep
// CHECK-SAME: (%[[A:.+]]: tensor<64x64xf16, {{.+}}>, %[[B:.+]]: tensor<64x64xf16, {{.+}}>, %[[C:.+]]: tensor<64x64xf32, #[[D:.+]]>)
// CHECK-NOT: convert_layout
// CHECK-DAG: %[[STEP:.+]] = arith.constant 1 : i32
// CHECK-DAG: %[[BEGIN:.+]] = arith.constant 0 : i32
// CHECK-DAG: %[[END:.+]] = arith.constant 16 : i32
// CHECK: %[[A1:.+]] = tt.reshape %[[A]] : tensor<64x64xf16, {{.+}}> -> tensor<64x16x4xf16, {{.+}}>
// CHECK: %[[A2:.+]] = tt.trans %[[A1]] {order = array<i32: 1, 0, 2>}
// CHECK: %[[AM:.+]] = ttg.local_alloc %[[A2]] : (tensor<16x64x4xf16, {{.+}}>) -> !ttg.memdesc<16x64x4xf16, #[[GAPS]], #smem>
// CHECK: %[[B1:.+]] = tt.reshape %[[B]] : tensor<64x64xf16, {{.+}}> -> tensor<16x4x64xf16, {{.+}}>
// CHECK: %[[BM:.+]] = ttg.local_alloc %[[B1]] : (tensor<16x4x64xf16, {{.+}}>) -> !ttg.memdesc<16x4x64xf16, #[[LINEAR]], #smem>
// CHECK: %[[R:.+]] = scf.for %[[I:.+]] = %[[BEGIN]] to %[[END]] step %[[STEP]] iter_args(%[[S:.+]] = %[[C]]) -> (tensor<64x64xf32, #[[D]]>)
// CHECK: %[[AI:.+]] = ttg.memdesc_index %[[AM]][%[[I]]]
// CHECK: %[[L:.+]] = ttg.local_load %[[AI]] : {{.+}} -> tensor<64x4xf16, #ttg.dot_op<{opIdx = 0, parent = #[[D]]}>>
// CHECK: %[[BI:.+]] = ttg.memdesc_index %[[BM]][%[[I]]]
// CHECK: %[[Q:.+]] = ttg.local_load %[[BI]] : {{.+}} -> tensor<4x64xf16, #ttg.dot_op<{opIdx = 1, parent = #[[D]]}>>
// CHECK: %[[T:.+]] = tt.dot %[[L]], %[[Q]], %[[S]], inputPrecision = tf32 {maxNumImpreciseAcc = 7 : i32}
// CHECK: scf.yield %[[T]]
// CHECK: tt.return %[[R]]
tt.func @deep(%a: tensor<64x64xf16, #load>, %b: tensor<64x64xf16, #load>, %c: tensor<64x64xf32, #d>) -> tensor<64x64xf32, #d> {
  %0 = ttg.convert_layout %a : tensor<64x64xf16, #load> -> tensor<64x64xf16, #a>
  %1 = ttg.convert_layout %b : tensor<64x64xf16, #load> -> tensor<64x64xf16, #b>
  %2 = tt.dot %0, %1, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 7 : i32} : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #d>
  tt.return %2 : tensor<64x64xf32, #d>
}

// 8 steps of 32 products are not too many.
// CHECK-LABEL: @shallow
// CHECK-NOT: local_alloc
// CHECK: tt.dot
// CHECK-NOT: local_alloc
tt.func @shallow(%a: tensor<64x8xf16, #a>, %b: tensor<8x64xf16, #b>, %c: tensor<64x64xf32, #d>) -> tensor<64x64xf32, #d> {
  %0 = tt.dot %a, %b, %c : tensor<64x8xf16, #a> * tensor<8x64xf16, #b> -> tensor<64x64xf32, #d>
  tt.return %0 : tensor<64x64xf32, #d>
}

// What the loop does not change is stored before it, once for both products
// that use it alike; a transposition of what is converted is stored transposed.
// CHECK-LABEL: @invariant
// CHECK: %[[M:.+]] = ttg.local_alloc
// CHECK-NOT: local_alloc
// CHECK: scf.for
// CHECK: tt.trans %{{.+}} {order = array<i32: 1, 0>} : tensor<64x64xf16, #{{.+}}> -> tensor<64x64xf16, #{{.+}}>
// CHECK: ttg.local_alloc
// CHECK: scf.for
// CHECK: ttg.memdesc_index %[[M]]
// CHECK: tt.dot
// CHECK: ttg.local_alloc
// CHECK-NOT: local_alloc
// CHECK: scf.for
// CHECK: ttg.memdesc_index %[[M]]
// CHECK: tt.dot
// CHECK: tt.return
tt.func @invariant(%a: tensor<64x64xf16, #load>, %p: tensor<64x64x!tt.ptr<f16>, #load>, %q: tensor<64x64x!tt.ptr<f16>, #load>, %c: tensor<64x64xf32, #d>, %n: i32) -> tensor<64x64xf32, #d> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %c) -> (tensor<64x64xf32, #d>) : i32 {
    %0 = ttg.convert_layout %a : tensor<64x64xf16, #load> -> tensor<64x64xf16, #a>
    %1 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #load>
    %2 = ttg.convert_layout %1 : tensor<64x64xf16, #load> -> tensor<64x64xf16, #turned>
    %3 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<64x64xf16, #turned> -> tensor<64x64xf16, #b>
    %5 = tt.dot %0, %3, %s : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #d>
    %6 = tt.load %q : tensor<64x64x!tt.ptr<f16>, #load>
    %7 = ttg.convert_layout %6 : tensor<64x64xf16, #load> -> tensor<64x64xf16, #b>
    %8 = tt.dot %0, %7, %5 : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #d>
    scf.yield %8 : tensor<64x64xf32, #d>
  }
  tt.return %r : tensor<64x64xf32, #d>
}

// Several products at once: the batch stays in front of a slice's axes.
// CHECK-LABEL: @batch
// CHECK: tt.trans %{{.+}} {order = array<i32: 2, 0, 1, 3>} : tensor<4x32x{{.+}} -> tensor<[[S:[0-9]+]]x4x32x[[K:[0-9]+]]xi8, {{.+}}>
// CHECK: tt.trans %{{.+}} {order = array<i32: 1, 0, 2, 3>} : tensor<4x[[S]]x[[K]]x32xi8, {{.+}}> -> tensor<[[S]]x4x[[K]]x32xi8, {{.+}}>
// CHECK: scf.for
// CHECK: tt.dot {{.+}} : tensor<4x32x[[K]]xi8, {{.+}}> * tensor<4x[[K]]x32xi8, {{.+}}> -> tensor<4x32x32xi32, {{.+}}>
tt.func @batch(%a: tensor<4x32x32xi8, #load3>, %b: tensor<4x32x32xi8, #load3>, %c: tensor<4x32x32xi32, #d3>) -> tensor<4x32x32xi32, #d3> {
  %0 = ttg.convert_layout %a : tensor<4x32x32xi8, #load3> -> tensor<4x32x32xi8, #a3>
  %1 = ttg.convert_layout %b : tensor<4x32x32xi8, #load3> -> tensor<4x32x32xi8, #b3>
  %2 = tt.dot %0, %1, %c : tensor<4x32x32xi8, #a3> * tensor<4x32x32xi8, #b3> -> tensor<4x32x32xi32, #d3>
  tt.return %2 : tensor<4x32x32xi32, #d3>
}
}

// One barrier before the loop, none in it.
//--- barriers.mlir
#d = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#load = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #d}>
#b = #ttg.dot_op<{opIdx = 1, parent = #d}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: simt.kernel @kernel
// CHECK-NOT: simt.barrier
// CHECK: simt.store shared
// CHECK-NOT: simt.barrier
// CHECK: simt.store shared
// CHECK: simt.barrier block
// CHECK: scf.for
// CHECK-NOT: simt.barrier
// CHECK: simt.load shared
// CHECK-NOT: simt.barrier
// CHECK: scf.yield
// CHECK-NOT: simt.barrier
// CHECK: simt.return
tt.func public @kernel(%p: !tt.ptr<f16>, %q: !tt.ptr<f32>) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #d>
  %0 = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #load>
  %1 = tt.load %0 : tensor<64x64x!tt.ptr<f16>, #load>
  %2 = ttg.convert_layout %1 : tensor<64x64xf16, #load> -> tensor<64x64xf16, #a>
  %3 = ttg.convert_layout %1 : tensor<64x64xf16, #load> -> tensor<64x64xf16, #b>
  %4 = tt.dot %2, %3, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #d>
  %5 = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #d>
  tt.store %5, %4 : tensor<64x64x!tt.ptr<f32>, #d>
  tt.return
}
}

// 64 KiB are not enough for two factors of 32 KiB beside a conversion of 32.
//--- no-room.mlir
#d = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#load = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #d}>
#b = #ttg.dot_op<{opIdx = 1, parent = #d}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:75"} {
// CHECK-LABEL: @large
// CHECK: convert_layout
// CHECK-NOT: local_alloc
// CHECK: tt.dot
tt.func @large(%a: tensor<64x256xf16, #load>, %b: tensor<256x64xf16, #load>, %c: tensor<64x64xf32, #d>) -> tensor<64x64xf32, #d> {
  %0 = ttg.convert_layout %a : tensor<64x256xf16, #load> -> tensor<64x256xf16, #a>
  %1 = ttg.convert_layout %b : tensor<256x64xf16, #load> -> tensor<256x64xf16, #b>
  %2 = tt.dot %0, %1, %c : tensor<64x256xf16, #a> * tensor<256x64xf16, #b> -> tensor<64x64xf32, #d>
  tt.return %2 : tensor<64x64xf32, #d>
}
}
