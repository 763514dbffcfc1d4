// Programs on which others' passes of this kind crashed, hung or lost a term, by both cost models;
// the numbers are of issues of Triton. What comes out is read again, so that its types are right
// and each value comes before its uses.
// RUN: heddle-opt %s --tritongpu-remove-layout-conversions --canonicalize | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --tritongpu-remove-layout-conversions=cost-model=triton --canonicalize | heddle-opt | FileCheck %s

#b0 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#squares = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#line = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [0]], block = []}>
#alone = #ttg.linear<{register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [0, 0, 8], [0, 0, 16], [0, 0, 32], [0, 0, 64], [0, 0, 128], [0, 0, 256], [0, 0, 512], [0, 1, 0], [0, 2, 0], [1, 0, 0]], lane = [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]], warp = [[0, 0, 0], [0, 0, 0]], block = []}>
#spread = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 2, 2], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {

// 7058: the ways back from one conversion want a range in two layouts.
// CHECK-LABEL: @two_layouts
tt.func @two_layouts(%p: tensor<64x64x!tt.ptr<i32>, #rows>) {
  // CHECK: tt.store
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #line>
  %s = ttg.convert_layout %r : tensor<64xi32, #line> -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #tile}>>
  %t = ttg.convert_layout %r : tensor<64xi32, #line> -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #tile}>>
  %x = tt.expand_dims %s {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #tile}>> -> tensor<64x1xi32, #tile>
  %y = tt.expand_dims %t {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #tile}>> -> tensor<1x64xi32, #tile>
  %bx = tt.broadcast %x : tensor<64x1xi32, #tile> -> tensor<64x64xi32, #tile>
  %by = tt.broadcast %y : tensor<1x64xi32, #tile> -> tensor<64x64xi32, #tile>
  %sum = arith.addi %bx, %by : tensor<64x64xi32, #tile>
  %c = ttg.convert_layout %sum : tensor<64x64xi32, #tile> -> tensor<64x64xi32, #rows>
  tt.store %p, %c : tensor<64x64x!tt.ptr<i32>, #rows>
  tt.return
}

// 2659, 6733: the same value is wanted in the same layout in both branches, and before them.
// CHECK-LABEL: @siblings
tt.func @siblings(%p: tensor<512x!tt.ptr<f32>, #b0>, %q: tensor<512x!tt.ptr<f32>, #b1>, %is: i1) {
  // CHECK: tt.store
  %v = tt.load %p : tensor<512x!tt.ptr<f32>, #b0>
  scf.if %is {
    %c = ttg.convert_layout %v : tensor<512xf32, #b0> -> tensor<512xf32, #b1>
    %e = math.exp %c : tensor<512xf32, #b1>
    tt.store %q, %e : tensor<512x!tt.ptr<f32>, #b1>
  } else {
    %w = math.exp %v : tensor<512xf32, #b0>
    %d = ttg.convert_layout %w : tensor<512xf32, #b0> -> tensor<512xf32, #b1>
    tt.store %q, %d : tensor<512x!tt.ptr<f32>, #b1>
  }
  %w = math.exp %v : tensor<512xf32, #b0>
  %d = ttg.convert_layout %w : tensor<512xf32, #b0> -> tensor<512xf32, #b1>
  tt.store %q, %d : tensor<512x!tt.ptr<f32>, #b1>
  tt.return
}

// 10646: a conversion that is gone is not looked up any more, and no term of an address is lost.
// CHECK-LABEL: @remainder
tt.func @remainder(%x: !tt.ptr<f32>, %q: tensor<512x!tt.ptr<f32>, #b1>) {
  // CHECK: %[[RANGE:.+]] = tt.make_range
  // CHECK: %[[REST:.+]] = arith.remsi %[[RANGE]]
  // CHECK: %[[ROW:.+]] = arith.divsi %[[RANGE]]
  // CHECK: %[[FAR:.+]] = arith.muli %[[ROW]]
  // CHECK: %[[AT:.+]] = arith.addi %[[REST]], %[[FAR]]
  // CHECK: %[[P:.+]] = tt.addptr %{{.+}}, %[[AT]]
  // CHECK: tt.load %[[P]]
  %period = arith.constant dense<192> : tensor<512xi32, #b0>
  %stride = arith.constant dense<1000> : tensor<512xi32, #b0>
  %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #b0>
  %rest = arith.remsi %r, %period : tensor<512xi32, #b0>
  %first = ttg.convert_layout %rest : tensor<512xi32, #b0> -> tensor<512xi32, #b1>
  %row = arith.divsi %r, %period : tensor<512xi32, #b0>
  %far = arith.muli %row, %stride : tensor<512xi32, #b0>
  %second = ttg.convert_layout %far : tensor<512xi32, #b0> -> tensor<512xi32, #b1>
  %at = arith.addi %first, %second : tensor<512xi32, #b1>
  %back = ttg.convert_layout %at : tensor<512xi32, #b1> -> tensor<512xi32, #b0>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #b0>
  %p = tt.addptr %s, %back : tensor<512x!tt.ptr<f32>, #b0>, tensor<512xi32, #b0>
  %c = ttg.convert_layout %p : tensor<512x!tt.ptr<f32>, #b0> -> tensor<512x!tt.ptr<f32>, #b1>
  %v = tt.load %c : tensor<512x!tt.ptr<f32>, #b1>
  tt.store %q, %v : tensor<512x!tt.ptr<f32>, #b1>
  tt.return
}

// 11659: squares, columns and rows around a product.
// CHECK-LABEL: @mixed
tt.func @mixed(%p: tensor<64x64x!tt.ptr<f16>, #rows>, %q: tensor<64x64x!tt.ptr<f16>, #columns>, %o: tensor<64x64x!tt.ptr<f32>, #rows>) {
  // CHECK: tt.dot
  // CHECK: tt.store
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #squares>
  %v = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
  %w = tt.load %q : tensor<64x64x!tt.ptr<f16>, #columns>
  %vs = ttg.convert_layout %v : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #squares>
  %ws = ttg.convert_layout %w : tensor<64x64xf16, #columns> -> tensor<64x64xf16, #squares>
  %sum = arith.addf %vs, %ws : tensor<64x64xf16, #squares>
  %x = ttg.convert_layout %sum : tensor<64x64xf16, #squares> -> tensor<64x64xf16, #a>
  %y = ttg.convert_layout %ws : tensor<64x64xf16, #squares> -> tensor<64x64xf16, #b>
  %z = ttg.convert_layout %zero : tensor<64x64xf32, #squares> -> tensor<64x64xf32, #mma>
  %d = tt.dot %x, %y, %z : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  %ds = ttg.convert_layout %d : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #squares>
  %wide = arith.extf %sum : tensor<64x64xf16, #squares> to tensor<64x64xf32, #squares>
  %all = arith.addf %ds, %wide : tensor<64x64xf32, #squares>
  %c = ttg.convert_layout %all : tensor<64x64xf32, #squares> -> tensor<64x64xf32, #rows>
  tt.store %o, %c : tensor<64x64x!tt.ptr<f32>, #rows>
  tt.return
}

// 1454, 1670: a loop that converts there and back, which could be moved to and fro for ever.
// CHECK-LABEL: @there_and_back
tt.func @there_and_back(%p: tensor<512x!tt.ptr<f32>, #b0>, %q: tensor<512x!tt.ptr<f32>, #b1>, %n: i32) {
  // CHECK: scf.for
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %v = tt.load %p : tensor<512x!tt.ptr<f32>, #b0>
  %w = tt.load %q : tensor<512x!tt.ptr<f32>, #b1>
  %end:2 = scf.for %i = %zero to %n step %one iter_args(%x = %v, %y = %w) -> (tensor<512xf32, #b0>, tensor<512xf32, #b1>) : i32 {
    %xc = ttg.convert_layout %x : tensor<512xf32, #b0> -> tensor<512xf32, #b1>
    %yc = ttg.convert_layout %y : tensor<512xf32, #b1> -> tensor<512xf32, #b0>
    %xn = arith.addf %xc, %y : tensor<512xf32, #b1>
    %yn = arith.mulf %yc, %x : tensor<512xf32, #b0>
    %xb = ttg.convert_layout %xn : tensor<512xf32, #b1> -> tensor<512xf32, #b0>
    %yb = ttg.convert_layout %yn : tensor<512xf32, #b0> -> tensor<512xf32, #b1>
    scf.yield %xb, %yb : tensor<512xf32, #b0>, tensor<512xf32, #b1>
  }
  // CHECK: tt.store
  tt.store %p, %end#0 : tensor<512x!tt.ptr<f32>, #b0>
  tt.store %q, %end#1 : tensor<512x!tt.ptr<f32>, #b1>
  tt.return
}

// 9809: offsets of 64 bits, which are cast on the way.
// CHECK-LABEL: @long_offsets
tt.func @long_offsets(%x: !tt.ptr<bf16>, %o: tensor<256x64x!tt.ptr<bf16>, #rows>, %stride: i64, %n: i32) {
  // CHECK: scf.for
  // CHECK-NOT: ttg.convert_layout {{.+}}xi64
  // CHECK: tt.load
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 1, parent = #tile}>>
  %k = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #tile}>>
  %rl = arith.extsi %r : tensor<256xi32, #ttg.slice<{dim = 1, parent = #tile}>> to tensor<256xi64, #ttg.slice<{dim = 1, parent = #tile}>>
  %kl = arith.extsi %k : tensor<64xi32, #ttg.slice<{dim = 0, parent = #tile}>> to tensor<64xi64, #ttg.slice<{dim = 0, parent = #tile}>>
  %re = tt.expand_dims %rl {axis = 1 : i32} : tensor<256xi64, #ttg.slice<{dim = 1, parent = #tile}>> -> tensor<256x1xi64, #tile>
  %ke = tt.expand_dims %kl {axis = 0 : i32} : tensor<64xi64, #ttg.slice<{dim = 0, parent = #tile}>> -> tensor<1x64xi64, #tile>
  %ss = tt.splat %stride : i64 -> tensor<256x1xi64, #tile>
  %rs = arith.muli %re, %ss : tensor<256x1xi64, #tile>
  %rb = tt.broadcast %rs : tensor<256x1xi64, #tile> -> tensor<256x64xi64, #tile>
  %kb = tt.broadcast %ke : tensor<1x64xi64, #tile> -> tensor<256x64xi64, #tile>
  %at = arith.addi %rb, %kb : tensor<256x64xi64, #tile>
  %s = tt.splat %x : !tt.ptr<bf16> -> tensor<256x64x!tt.ptr<bf16>, #tile>
  %p = tt.addptr %s, %at : tensor<256x64x!tt.ptr<bf16>, #tile>, tensor<256x64xi64, #tile>
  %step = arith.constant dense<64> : tensor<256x64xi64, #tile>
  %end = scf.for %i = %zero to %n step %one iter_args(%a = %p) -> (tensor<256x64x!tt.ptr<bf16>, #tile>) : i32 {
    %c = ttg.convert_layout %a : tensor<256x64x!tt.ptr<bf16>, #tile> -> tensor<256x64x!tt.ptr<bf16>, #rows>
    %v = tt.load %c : tensor<256x64x!tt.ptr<bf16>, #rows>
    tt.store %o, %v : tensor<256x64x!tt.ptr<bf16>, #rows>
    %b = tt.addptr %a, %step : tensor<256x64x!tt.ptr<bf16>, #tile>, tensor<256x64xi64, #tile>
    scf.yield %b : tensor<256x64x!tt.ptr<bf16>, #tile>
  }
  tt.return
}

// 9169: each thread has the whole tensor in 8192 registers.
// CHECK-LABEL: @alone
tt.func @alone(%p: tensor<2x4x1024x!tt.ptr<f32>, #spread>, %x: tensor<2x4x1024xf32, #alone>) {
  // CHECK: math.exp
  // CHECK: tt.store
  %e = math.exp %x : tensor<2x4x1024xf32, #alone>
  %c = ttg.convert_layout %e : tensor<2x4x1024xf32, #alone> -> tensor<2x4x1024xf32, #spread>
  tt.store %p, %c : tensor<2x4x1024x!tt.ptr<f32>, #spread>
  tt.return
}

}
