// Which loads of a loop run ahead, and by how many iterations.
// RUN: heddle-opt %s --split-input-file --tritongpu-assign-latencies=num-stages=3 --remarks-filter=tritongpu-assign-latencies 2>&1 | FileCheck %s
// RUN: heddle-opt %s --split-input-file --tritongpu-assign-latencies=num-stages=1 | FileCheck %s --check-prefix=ONE

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.slice<{dim = 1, parent = #row}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// The loads of both factors, two iterations ahead; not what is only added.
// CHECK-LABEL: @product
// CHECK-COUNT-2: tt.load {{.+}}tt.latency = 2 : i32
// CHECK: tt.load
// CHECK-NOT: tt.latency
// CHECK: scf.yield
// ONE-NOT: tt.latency
tt.func @product(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %x: tensor<64x64x!tt.ptr<f32>, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %p : tensor<64x64x!tt.ptr<f16>, #row>
    %more = tt.load %x : tensor<64x64x!tt.ptr<f32>, #mma>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %v = ttg.convert_layout %b : tensor<64x64xf16, #row> -> tensor<64x64xf16, #B>
    %c = arith.addf %sum, %more : tensor<64x64xf32, #mma>
    %d = tt.dot %u, %v, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

// So does a number, one iteration ahead, in a register; not where the loop may write it.
// CHECK-LABEL: @number
// CHECK: tt.load %{{.+}} {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>
// CHECK: tt.load %{{.+}} {tt.latency = 1 : i32} : !tt.ptr<f32>
// CHECK: tt.load %{{[^ ]+}} : !tt.ptr<f32>
tt.func @number(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %one = arith.constant dense<1.0> : tensor<64x64xf16, #B>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #row>
    %at = tt.addptr %q, %i : !tt.ptr<f32>, i32
    %decay = tt.load %at : !tt.ptr<f32>
    %to = tt.addptr %out, %i : !tt.ptr<f32>, i32
    %last = tt.load %to : !tt.ptr<f32>
    %next = arith.addf %last, %decay : f32
    tt.store %to, %next : !tt.ptr<f32>
    %all = tt.splat %decay : f32 -> tensor<64x64xf32, #mma>
    %c = arith.mulf %sum, %all : tensor<64x64xf32, #mma>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %d = tt.dot %u, %one, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

// Four warps, which copies before the reads would leave alone on their multiprocessor (96 KiB), copy
// behind them (64 KiB).
// CHECK-LABEL: @few_warps
// CHECK: tt.load {{.+}}tt.latency = 2 : i32
// CHECK: } {heddle.copies_behind}
// CHECK-LABEL: @small
// CHECK-NOT: heddle.copies_behind
// CHECK: tt.return
tt.func @few_warps(%p: tensor<16x512x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 512]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<512x16x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 16]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<16x16xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<16x16xf32, #mma>) : i32 {
    %a = tt.load %p : tensor<16x512x!tt.ptr<f16>, #row>
    %b = tt.load %q : tensor<512x16x!tt.ptr<f16>, #row>
    %u = ttg.convert_layout %a : tensor<16x512xf16, #row> -> tensor<16x512xf16, #A>
    %v = ttg.convert_layout %b : tensor<512x16xf16, #row> -> tensor<512x16xf16, #B>
    %d = tt.dot %u, %v, %sum : tensor<16x512xf16, #A> * tensor<512x16xf16, #B> -> tensor<16x16xf32, #mma>
    scf.yield %d : tensor<16x16xf32, #mma>
  }
  tt.return %r : tensor<16x16xf32, #mma>
}
tt.func @small(%p: tensor<16x256x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 256]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<16x16xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %one = arith.constant dense<1.0> : tensor<256x16xf16, #B>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<16x16xf32, #mma>) : i32 {
    %a = tt.load %p : tensor<16x256x!tt.ptr<f16>, #row>
    %u = ttg.convert_layout %a : tensor<16x256xf16, #row> -> tensor<16x256xf16, #A>
    %d = tt.dot %u, %one, %sum : tensor<16x256xf16, #A> * tensor<256x16xf16, #B> -> tensor<16x16xf32, #mma>
    scf.yield %d : tensor<16x16xf32, #mma>
  }
  tt.return %r : tensor<16x16xf32, #mma>
}

// Each warp computes masks for itself that it would get from others.
// CHECK-LABEL: @mask
// CHECK: tt.make_range {{.+}} tensor<64xi32, #ttg.slice<{dim = 1, parent = #[[MMA:.+]]}>>
// CHECK: scf.for
// CHECK-NOT: ttg.convert_layout {{.+}} tensor<64xi1
// CHECK: arith.cmpi slt, {{.+}} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #[[MMA]]}>>
// CHECK: tt.return
tt.func @mask(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %one = arith.constant dense<1.0> : tensor<64x64xf16, #B>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #line>
  %end = tt.splat %n : i32 -> tensor<64xi32, #line>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %d = tt.dot %u, %one, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %first = tt.splat %i : i32 -> tensor<64xi32, #line>
    %at = arith.addi %first, %range : tensor<64xi32, #line>
    %is = arith.cmpi slt, %at, %end : tensor<64xi32, #line>
    %mask = ttg.convert_layout %is : tensor<64xi1, #line> -> tensor<64xi1, #ttg.slice<{dim = 1, parent = #mma}>>
    %wide = tt.expand_dims %mask {axis = 1 : i32} : tensor<64xi1, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<64x1xi1, #mma>
    %all = tt.broadcast %wide : tensor<64x1xi1, #mma> -> tensor<64x64xi1, #mma>
    %e = arith.select %all, %d, %zero : tensor<64x64xi1, #mma>, tensor<64x64xf32, #mma>
    scf.yield %e : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

// The loop's own number wins, and asks for loads of no product too.
// CHECK-LABEL: @asked
// CHECK: tt.load {{.+}}tt.latency = 1 : i32
// ONE-LABEL: @asked
// ONE: tt.load {{.+}}tt.latency = 1 : i32
tt.func @asked(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf16, #row> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf16, #row>) : i32 {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #row>
    %s = arith.addf %sum, %a : tensor<64x64xf16, #row>
    scf.yield %s : tensor<64x64xf16, #row>
  } {tt.num_stages = 2 : i32}
  tt.return %r : tensor<64x64xf16, #row>
}

// Two loads, one after the other, share the stages.
// CHECK-LABEL: @through_indices
// CHECK: %[[INDEX:.+]] = tt.load %{{.+}} {tt.latency = 1 : i32} : tensor<64x!tt.ptr<i32>
// CHECK: tt.load {{.+}}tt.latency = 1 : i32{{.+}} tensor<64x64x!tt.ptr<f16>
tt.func @through_indices(%q: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %one = arith.constant dense<1.0> : tensor<64x64xf16, #B>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %width = arith.constant dense<64> : tensor<64x1xi32, #row>
  %line = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #line>
  %column = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>>
  %columns = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>> -> tensor<1x64xi32, #row>
  %all = tt.broadcast %columns : tensor<1x64xi32, #row> -> tensor<64x64xi32, #row>
  %base = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #row>
  %table = tt.splat %q : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #line>
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %at = tt.splat %i : i32 -> tensor<64xi32, #line>
    %lines = arith.addi %at, %line : tensor<64xi32, #line>
    %entries = tt.addptr %table, %lines : tensor<64x!tt.ptr<i32>, #line>, tensor<64xi32, #line>
    %index = tt.load %entries : tensor<64x!tt.ptr<i32>, #line>
    %rows = tt.expand_dims %index {axis = 1 : i32} : tensor<64xi32, #line> -> tensor<64x1xi32, #row>
    %starts = arith.muli %rows, %width : tensor<64x1xi32, #row>
    %wide = tt.broadcast %starts : tensor<64x1xi32, #row> -> tensor<64x64xi32, #row>
    %offset = arith.addi %wide, %all : tensor<64x64xi32, #row>
    %ptr = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    %a = tt.load %ptr : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %d = tt.dot %u, %one, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

}
