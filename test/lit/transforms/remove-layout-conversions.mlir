// Conversions stay only where data has to move.
// RUN: split-file %s %t
// RUN: heddle-opt %t/program.mlir --tritongpu-remove-layout-conversions | FileCheck %t/program.mlir
// RUN: heddle-opt %t/program.mlir --tritongpu-remove-layout-conversions | heddle-opt | FileCheck %t/program.mlir
// RUN: heddle-opt %t/join.mlir --tritongpu-remove-layout-conversions | FileCheck %t/join.mlir

//--- program.mlir
#plain = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#tile = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#some = #ttg.slice<{dim = 1, parent = #tile}>
// CHECK-DAG: #[[PLAIN:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[WIDE:.+]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[COLUMNS:.+]] = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// Pointers, masks and values between accesses get the layout of the accesses.
// CHECK-LABEL: @exponents
tt.func @exponents(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  // CHECK-NOT: #[[PLAIN]]
  // CHECK-NOT: convert_layout
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #plain>
  %1 = tt.splat %n : i32 -> tensor<512xi32, #plain>
  %2 = arith.cmpi slt, %0, %1 : tensor<512xi32, #plain>
  %3 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #plain>
  %4 = tt.addptr %3, %0 : tensor<512x!tt.ptr<f32>, #plain>, tensor<512xi32, #plain>
  %5 = ttg.convert_layout %4 : tensor<512x!tt.ptr<f32>, #plain> -> tensor<512x!tt.ptr<f32>, #wide>
  %6 = ttg.convert_layout %2 : tensor<512xi1, #plain> -> tensor<512xi1, #wide>
  %7 = tt.load %5, %6 : tensor<512x!tt.ptr<f32>, #wide>
  %8 = ttg.convert_layout %7 : tensor<512xf32, #wide> -> tensor<512xf32, #plain>
  // CHECK: math.exp2 {{.+}} : tensor<512xf32, #[[WIDE]]>
  %9 = math.exp2 %8 : tensor<512xf32, #plain>
  %10 = ttg.convert_layout %9 : tensor<512xf32, #plain> -> tensor<512xf32, #wide>
  // CHECK: tt.store
  tt.store %5, %10, %6 : tensor<512x!tt.ptr<f32>, #wide>
  tt.return
}

// A range is made in both layouts; what is loaded has to move, and is not
// loaded twice.
// CHECK-LABEL: @transpose
tt.func @transpose(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %p: tensor<64x64x!tt.ptr<f32>, #columns>, %q: tensor<64x64x!tt.ptr<f32>, #rows>) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #some>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32, #some> -> tensor<64x1xi32, #tile>
  %2 = tt.broadcast %1 : tensor<64x1xi32, #tile> -> tensor<64x64xi32, #tile>
  %3 = ttg.convert_layout %2 : tensor<64x64xi32, #tile> -> tensor<64x64xi32, #columns>
  %4 = ttg.convert_layout %2 : tensor<64x64xi32, #tile> -> tensor<64x64xi32, #rows>
  // CHECK-DAG: tt.make_range {{.+}} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #[[COLUMNS]]}>>
  // CHECK-DAG: tt.make_range {{.+}} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #[[ROWS]]}>>
  // CHECK-NOT: convert_layout
  %5 = tt.addptr %p, %3 : tensor<64x64x!tt.ptr<f32>, #columns>, tensor<64x64xi32, #columns>
  %6 = tt.addptr %q, %4 : tensor<64x64x!tt.ptr<f32>, #rows>, tensor<64x64xi32, #rows>
  // CHECK: %[[V:.+]] = tt.load
  %7 = tt.load %5 : tensor<64x64x!tt.ptr<f32>, #columns>
  // CHECK-NOT: tt.load
  // CHECK: %[[W:.+]] = ttg.convert_layout %[[V]] : tensor<64x64xf32, #[[COLUMNS]]> -> tensor<64x64xf32, #[[ROWS]]>
  %8 = ttg.convert_layout %7 : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows>
  // CHECK-NEXT: tt.store %{{.+}}, %[[W]]
  tt.store %6, %8 : tensor<64x64x!tt.ptr<f32>, #rows>
  tt.return
}

// Half as wide elements are half the work: before they are extended, after
// they are truncated.
// CHECK-LABEL: @narrow
tt.func @narrow(%p: tensor<64x64x!tt.ptr<f16>, #columns>, %q: tensor<64x64x!tt.ptr<f32>, #rows>, %r: tensor<64x64x!tt.ptr<f16>, #rows>, %s: tensor<64x64x!tt.ptr<f32>, #columns>) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #columns>
  %1 = arith.extf %0 : tensor<64x64xf16, #columns> to tensor<64x64xf32, #columns>
  // CHECK: ttg.convert_layout {{.+}} : tensor<64x64xf16, #[[COLUMNS]]> -> tensor<64x64xf16, #[[ROWS]]>
  // CHECK: arith.extf {{.+}} to tensor<64x64xf32, #[[ROWS]]>
  %2 = ttg.convert_layout %1 : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows>
  tt.store %q, %2 : tensor<64x64x!tt.ptr<f32>, #rows>
  %3 = tt.load %s : tensor<64x64x!tt.ptr<f32>, #columns>
  %4 = ttg.convert_layout %3 : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows>
  // CHECK: arith.truncf {{.+}} to tensor<64x64xf16, #[[COLUMNS]]>
  %5 = arith.truncf %4 : tensor<64x64xf32, #rows> to tensor<64x64xf16, #rows>
  // CHECK-NEXT: ttg.convert_layout {{.+}} : tensor<64x64xf16, #[[COLUMNS]]> -> tensor<64x64xf16, #[[ROWS]]>
  // CHECK-NEXT: tt.store
  tt.store %r, %5 : tensor<64x64x!tt.ptr<f16>, #rows>
  tt.return
}

// What a loop carries is converted once, behind it, and not in each round.
// CHECK-LABEL: @sum
tt.func @sum(%p: tensor<64x64x!tt.ptr<f32>, #columns>, %q: tensor<64x64x!tt.ptr<f32>, #rows>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: arith.constant dense<0.000000e+00> : tensor<64x64xf32, #[[COLUMNS]]>
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #rows>
  // CHECK: scf.for {{.+}} -> (tensor<64x64xf32, #[[COLUMNS]]>)
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #rows>) : i32 {
    // CHECK-NEXT: tt.load
    %1 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #columns>
    %2 = ttg.convert_layout %1 : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows>
    // CHECK-NEXT: arith.addf
    %3 = arith.addf %sum, %2 : tensor<64x64xf32, #rows>
    // CHECK-NEXT: scf.yield
    scf.yield %3 : tensor<64x64xf32, #rows>
  }
  // CHECK: ttg.convert_layout {{.+}} -> tensor<64x64xf32, #[[ROWS]]>
  // CHECK-NEXT: tt.store
  tt.store %q, %0 : tensor<64x64x!tt.ptr<f32>, #rows>
  tt.return
}

// What is converted for a block behind a branch stands where it is defined, and
// for one branch alone within that.
// CHECK-LABEL: @late
tt.func @late(%p: tensor<64x64x!tt.ptr<f32>, #columns>, %q: tensor<64x64x!tt.ptr<f32>, #rows>, %c: i1) {
  // CHECK: tt.load
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #columns>
  %2 = ttg.convert_layout %0 : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows>
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: cf.cond_br
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  // CHECK: scf.if
  scf.if %c {
    // CHECK-NEXT: tt.store
    tt.store %q, %2 : tensor<64x64x!tt.ptr<f32>, #rows>
  }
  // CHECK: tt.load
  %4 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #columns>
  // CHECK-NEXT: scf.if
  %5 = ttg.convert_layout %4 : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows>
  scf.if %c {
    // CHECK-NEXT: ttg.convert_layout
    // CHECK-NEXT: tt.store
    tt.store %q, %5 : tensor<64x64x!tt.ptr<f32>, #rows>
  }
  tt.return
}

// Before the loop, where they are priced, however many registers they take.
// CHECK-LABEL: @invariant
tt.func @invariant(%p: tensor<64x64x!tt.ptr<f32>, #columns>, %q: tensor<64x64x!tt.ptr<f32>, #rows>, %r: tensor<128x128x!tt.ptr<f32>, #columns>, %s: tensor<128x128x!tt.ptr<f32>, #rows>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #columns>
  %1 = tt.load %r : tensor<128x128x!tt.ptr<f32>, #columns>
  // CHECK-DAG: ttg.convert_layout {{.+}} -> tensor<64x64xf32
  // CHECK-DAG: ttg.convert_layout {{.+}} -> tensor<128x128xf32
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    %2 = ttg.convert_layout %0 : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows>
    // CHECK-NEXT: tt.store
    tt.store %q, %2 : tensor<64x64x!tt.ptr<f32>, #rows>
    %3 = ttg.convert_layout %1 : tensor<128x128xf32, #columns> -> tensor<128x128xf32, #rows>
    // CHECK-NEXT: tt.store
    tt.store %s, %3 : tensor<128x128x!tt.ptr<f32>, #rows>
  }
  tt.return
}

// Both regions of a loop, and both of a branch.
// CHECK-LABEL: @flow
tt.func @flow(%p: tensor<512x!tt.ptr<f32>, #wide>, %n: i32, %c: i1) {
  // CHECK-NOT: convert_layout
  // CHECK-NOT: #[[PLAIN]]
  %c1 = arith.constant 1 : i32
  %0 = tt.load %p : tensor<512x!tt.ptr<f32>, #wide>
  %1 = ttg.convert_layout %0 : tensor<512xf32, #wide> -> tensor<512xf32, #plain>
  // CHECK: scf.while {{.+}} : (tensor<512xf32, #[[WIDE]]>, i32) -> tensor<512xf32, #[[WIDE]]>
  %2 = scf.while (%a = %1, %i = %n) : (tensor<512xf32, #plain>, i32) -> tensor<512xf32, #plain> {
    %go = arith.cmpi sgt, %i, %c1 : i32
    scf.condition(%go) %a : tensor<512xf32, #plain>
  } do {
  ^bb0(%b: tensor<512xf32, #plain>):
    %twice = arith.addf %b, %b : tensor<512xf32, #plain>
    scf.yield %twice, %c1 : tensor<512xf32, #plain>, i32
  }
  // CHECK: scf.if {{.+}} -> (tensor<512xf32, #[[WIDE]]>)
  %3 = scf.if %c -> (tensor<512xf32, #plain>) {
    scf.yield %2 : tensor<512xf32, #plain>
  } else {
    %4 = math.exp2 %2 : tensor<512xf32, #plain>
    scf.yield %4 : tensor<512xf32, #plain>
  }
  %5 = ttg.convert_layout %3 : tensor<512xf32, #plain> -> tensor<512xf32, #wide>
  // CHECK: tt.store
  tt.store %p, %5 : tensor<512x!tt.ptr<f32>, #wide>
  tt.return
}

// Where both layouts stay, a quotient is converted and not divided again.
// CHECK-LABEL: @quotient
tt.func @quotient(%p: tensor<512x!tt.ptr<i32>, #wide>, %q: tensor<512x!tt.ptr<i32>, #plain>, %n: i32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #wide>
  %1 = tt.splat %n : i32 -> tensor<512xi32, #wide>
  // CHECK: %[[D:.+]] = arith.divsi
  %2 = arith.divsi %0, %1 : tensor<512xi32, #wide>
  // CHECK-NOT: arith.divsi
  // CHECK: ttg.convert_layout
  %3 = ttg.convert_layout %2 : tensor<512xi32, #wide> -> tensor<512xi32, #plain>
  // CHECK-NOT: arith.divsi
  // CHECK: tt.return
  tt.store %p, %2 : tensor<512x!tt.ptr<i32>, #wide>
  tt.store %q, %3 : tensor<512x!tt.ptr<i32>, #plain>
  tt.return
}

// Each mask alone would be converted. Both are compared again, so that what
// they are compared from is converted once.
// CHECK-LABEL: @shared_operand
tt.func @shared_operand(%p: tensor<1024x!tt.ptr<i32>, #plain>, %q: tensor<1024x!tt.ptr<i32>, #wide>, %n: i32) {
  // CHECK: ttg.convert_layout {{.+}} : tensor<1024xi32, #[[PLAIN]]> -> tensor<1024xi32, #[[WIDE]]>
  // CHECK-NOT: convert_layout
  // CHECK: tt.return
  %s = tt.splat %n : i32 -> tensor<1024xi32, #plain>
  %0 = tt.load %p : tensor<1024x!tt.ptr<i32>, #plain>
  %1 = arith.cmpi slt, %0, %s : tensor<1024xi32, #plain>
  %2 = arith.cmpi eq, %0, %s : tensor<1024xi32, #plain>
  tt.store %p, %s, %1 : tensor<1024x!tt.ptr<i32>, #plain>
  tt.store %p, %s, %2 : tensor<1024x!tt.ptr<i32>, #plain>
  %one = arith.constant dense<1> : tensor<1024xi32, #wide>
  %3 = ttg.convert_layout %1 : tensor<1024xi1, #plain> -> tensor<1024xi1, #wide>
  tt.store %q, %one, %3 : tensor<1024x!tt.ptr<i32>, #wide>
  %4 = ttg.convert_layout %2 : tensor<1024xi1, #plain> -> tensor<1024xi1, #wide>
  tt.store %q, %one, %4 : tensor<1024x!tt.ptr<i32>, #wide>
  tt.return
}

// The sum of all elements may be taken in any order, so in that of the load.
// CHECK-LABEL: @total
tt.func @total(%p: tensor<512x!tt.ptr<f32>, #wide>) -> f32 {
  // CHECK-NOT: convert_layout
  %0 = tt.load %p : tensor<512x!tt.ptr<f32>, #wide>
  %1 = ttg.convert_layout %0 : tensor<512xf32, #wide> -> tensor<512xf32, #plain>
  %2 = tt.reshape %1 allow_reorder : tensor<512xf32, #plain> -> tensor<512xf32, #plain>
  %3 = "tt.reduce"(%2) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %4 = arith.addf %a, %b : f32
    tt.reduce.return %4 : f32
  // CHECK: (tensor<512xf32, #[[WIDE]]>) -> f32
  }) : (tensor<512xf32, #plain>) -> f32
  tt.return %3 : f32
}
}

//--- join.mlir
#oblique = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [4, 1, 8], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>
#half_of_both = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#both = #ttg.blocked<{sizePerThread = [4, 1, 2], threadsPerWarp = [8, 4, 1], warpsPerCTA = [1, 4, 1], order = [2, 0, 1]}>
// Both operands of a join have one layout, not one each that means the same.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: @operands_alike
// CHECK-NOT: convert_layout
// CHECK: tt.join %{{.+}}, %{{.+}} : tensor<32x32xi32, #ttg.slice<{{.+}}>> -> tensor<32x32x2xi32, #{{.+}}>
// CHECK: tt.return
tt.func @operands_alike(%p: tensor<32x32x!tt.ptr<i32>, #oblique>) -> tensor<32x32xi32, #oblique> {
  %c = arith.constant dense<255> : tensor<32x32xi32, #half_of_both>
  %0 = tt.load %p : tensor<32x32x!tt.ptr<i32>, #oblique>
  %1 = ttg.convert_layout %0 : tensor<32x32xi32, #oblique> -> tensor<32x32xi32, #half_of_both>
  %2 = tt.join %1, %c : tensor<32x32xi32, #half_of_both> -> tensor<32x32x2xi32, #both>
  %3, %4 = tt.split %2 : tensor<32x32x2xi32, #both> -> tensor<32x32xi32, #half_of_both>
  %5 = arith.addi %3, %4 : tensor<32x32xi32, #half_of_both>
  %6 = ttg.convert_layout %5 : tensor<32x32xi32, #half_of_both> -> tensor<32x32xi32, #oblique>
  tt.return %6 : tensor<32x32xi32, #oblique>
}
}
