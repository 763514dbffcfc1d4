// A loop becomes two or three: its masks leave nothing out in one of them, which does without.
// RUN: heddle-opt %s --heddle-split-masked-loops --remarks-filter=heddle-split-masked-loops 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks
// RUN: heddle-opt %s --heddle-split-masked-loops | heddle-opt -o /dev/null

#blocked = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#rows = #ttg.slice<{dim = 1, parent = #blocked}>
#columns = #ttg.slice<{dim = 0, parent = #blocked}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Queries %first + 0 to 63 see keys up to their own: the first loop ends behind the last tile of keys
// all of which come before all queries, floor((first - 63) / 64) + 1 tiles from 0 on.
// CHECK-LABEL: @triangle
// CHECK-SAME: %[[FIRST:arg2]]: i32, %[[END:arg3]]: i32
// CHECK: %[[WIDE:.+]] = arith.extsi %[[FIRST]] : i32 to i64
// CHECK: %[[LEAST:.+]] = arith.addi {{.*}} : i64
// CHECK: %[[TILES:.+]] = arith.shrsi %[[LEAST]], %c6_i64
// CHECK: %[[COUNT:.+]] = arith.addi %[[TILES]], %c1_i64
// CHECK: %[[SOME:.+]] = arith.maxsi %[[COUNT]], %c0_i64
// CHECK: arith.muli %[[SOME]], %{{.+}} : i64
// CHECK: arith.minsi
// CHECK: %[[TO:.+]] = arith.trunci %{{.+}} : i64 to i32
// CHECK: %[[ALL:.+]] = scf.for %{{.+}} = %c0_i32 to %[[TO]] step %c64_i32 iter_args(%[[SUM:.+]] = %{{.+}})
// CHECK-NOT: arith.cmpi
// CHECK-NOT: arith.select
// CHECK: %[[D:.+]] = tt.dot %{{.+}}, %{{.+}}, %[[SUM]]
// CHECK: scf.yield %[[D]]
// CHECK: %[[REST:.+]] = scf.for %{{.+}} = %[[TO]] to %[[END]] step %c64_i32 iter_args(%{{.+}} = %[[ALL]])
// CHECK: arith.cmpi sge
// CHECK: arith.select
// CHECK: } {tt.num_stages = 2 : i32}
// CHECK: tt.return %[[REST]]
// WHY: remark: [Passed] split | {{.*}}masks=1
tt.func public @triangle(%x: tensor<64x64xf32, #a>, %y: tensor<64x64xf32, #b>, %first: i32, %end: i32) -> tensor<64x64xf32, #blocked> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #blocked>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %row = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #rows>
  %column = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #columns>
  %q0 = tt.splat %first : i32 -> tensor<64xi32, #rows>
  %q1 = arith.addi %q0, %row : tensor<64xi32, #rows>
  %q2 = tt.expand_dims %q1 {axis = 1 : i32} : tensor<64xi32, #rows> -> tensor<64x1xi32, #blocked>
  %q = tt.broadcast %q2 : tensor<64x1xi32, #blocked> -> tensor<64x64xi32, #blocked>
  %r = scf.for %i = %c0 to %end step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #blocked>) : i32 {
    %k0 = tt.splat %i : i32 -> tensor<64xi32, #columns>
    %k1 = arith.addi %k0, %column : tensor<64xi32, #columns>
    %k2 = tt.expand_dims %k1 {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #blocked>
    %k = tt.broadcast %k2 : tensor<1x64xi32, #blocked> -> tensor<64x64xi32, #blocked>
    %d = tt.dot %x, %y, %sum : tensor<64x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<64x64xf32, #blocked>
    %m = arith.cmpi sge, %q, %k : tensor<64x64xi32, #blocked>
    %mm = arith.andi %m, %m : tensor<64x64xi1, #blocked>
    %s = arith.select %mm, %d, %zero : tensor<64x64xi1, #blocked>, tensor<64x64xf32, #blocked>
    scf.yield %s : tensor<64x64xf32, #blocked>
  } {tt.num_stages = 2 : i32}
  tt.return %r : tensor<64x64xf32, #blocked>
}

// Where the program hardly ever is, one loop is enough.
// CHECK-LABEL: @seldom
// CHECK: else
// CHECK: scf.for
// CHECK: arith.select
// CHECK-NOT: scf.for
// CHECK: heddle.else_is_rare
tt.func public @seldom(%usual: i1, %x: tensor<64x64xf32, #a>, %y: tensor<64x64xf32, #b>, %first: i32, %end: i32) -> tensor<64x64xf32, #blocked> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #blocked>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %row = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #rows>
  %column = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #columns>
  %q0 = tt.splat %first : i32 -> tensor<64xi32, #rows>
  %q1 = arith.addi %q0, %row : tensor<64xi32, #rows>
  %q2 = tt.expand_dims %q1 {axis = 1 : i32} : tensor<64xi32, #rows> -> tensor<64x1xi32, #blocked>
  %q = tt.broadcast %q2 : tensor<64x1xi32, #blocked> -> tensor<64x64xi32, #blocked>
  %r = scf.if %usual -> (tensor<64x64xf32, #blocked>) {
    scf.yield %zero : tensor<64x64xf32, #blocked>
  } else {
    %0 = scf.for %i = %c0 to %end step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #blocked>) : i32 {
      %k0 = tt.splat %i : i32 -> tensor<64xi32, #columns>
      %k1 = arith.addi %k0, %column : tensor<64xi32, #columns>
      %k2 = tt.expand_dims %k1 {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #blocked>
      %k = tt.broadcast %k2 : tensor<1x64xi32, #blocked> -> tensor<64x64xi32, #blocked>
      %d = tt.dot %x, %y, %sum : tensor<64x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<64x64xf32, #blocked>
      %m = arith.cmpi sge, %q, %k : tensor<64x64xi32, #blocked>
      %mm = arith.andi %m, %m : tensor<64x64xi1, #blocked>
      %s = arith.select %mm, %d, %zero : tensor<64x64xi1, #blocked>, tensor<64x64xf32, #blocked>
      scf.yield %s : tensor<64x64xf32, #blocked>
    } {tt.num_stages = 2 : i32}
    scf.yield %0 : tensor<64x64xf32, #blocked>
  } {heddle.else_is_rare}
  tt.return %r : tensor<64x64xf32, #blocked>
}

// A window leaves out at both ends. Both masks are one; %i counts down in the second, so do offsets
// from it, in a layout of their own.
// CHECK-LABEL: @window
// CHECK: %[[FROM:.+]] = arith.trunci
// CHECK: %[[END:.+]] = arith.trunci
// CHECK: %[[TO:.+]] = arith.maxsi %[[FROM]], %[[END]] : i32
// CHECK: scf.for %{{.+}} = %c0_i32 to %[[FROM]] step
// CHECK-COUNT-2: arith.cmpi
// CHECK: arith.select
// CHECK: scf.for %{{.+}} = %[[FROM]] to %[[TO]] step
// CHECK-NOT: arith.cmpi
// CHECK-NOT: arith.select
// CHECK: scf.for %{{.+}} = %[[TO]] to %arg3 step
// CHECK-COUNT-2: arith.cmpi
// CHECK: arith.select
// WHY: remark: [Passed] split | {{.*}}masks=2
tt.func public @window(%x: tensor<64x64xf32, #a>, %y: tensor<64x64xf32, #b>, %first: i32, %end: i32) -> tensor<64x64xf32, #blocked> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #blocked>
  %width = arith.constant dense<300> : tensor<64x64xi32, #blocked>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %row = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #rows>
  %column = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #columns>
  %q0 = tt.splat %first : i32 -> tensor<64xi32, #rows>
  %q1 = arith.addi %q0, %row : tensor<64xi32, #rows>
  %q2 = tt.expand_dims %q1 {axis = 1 : i32} : tensor<64xi32, #rows> -> tensor<64x1xi32, #blocked>
  %q = tt.broadcast %q2 : tensor<64x1xi32, #blocked> -> tensor<64x64xi32, #blocked>
  %qo = ttg.convert_layout %q : tensor<64x64xi32, #blocked> -> tensor<64x64xi32, #other>
  %r = scf.for %i = %c0 to %end step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #blocked>) : i32 {
    %k0 = tt.splat %i : i32 -> tensor<64xi32, #columns>
    %k1 = arith.addi %k0, %column : tensor<64xi32, #columns>
    %k2 = tt.expand_dims %k1 {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #blocked>
    %k = tt.broadcast %k2 : tensor<1x64xi32, #blocked> -> tensor<64x64xi32, #blocked>
    %back = ttg.convert_layout %qo : tensor<64x64xi32, #other> -> tensor<64x64xi32, #blocked>
    %far = arith.subi %back, %k : tensor<64x64xi32, #blocked>
    %d = tt.dot %x, %y, %sum : tensor<64x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<64x64xf32, #blocked>
    %m0 = arith.cmpi sle, %k, %q : tensor<64x64xi32, #blocked>
    %m1 = arith.cmpi slt, %far, %width : tensor<64x64xi32, #blocked>
    %m = arith.andi %m0, %m1 : tensor<64x64xi1, #blocked>
    %s = arith.select %m, %d, %zero : tensor<64x64xi1, #blocked>, tensor<64x64xf32, #blocked>
    scf.yield %s : tensor<64x64xf32, #blocked>
  }
  tt.return %r : tensor<64x64xf32, #blocked>
}

// Where a mask is not only a selection's, indices step on by what nobody knows, or the mask always
// leaves something out, the loop stays as it is.
// CHECK-LABEL: @kept
// CHECK-COUNT-3: scf.for
// CHECK-NOT: scf.for
// WHY-NOT: remark
tt.func public @kept(%x: tensor<64x64xf32, #a>, %y: tensor<64x64xf32, #b>, %step: i32, %end: i32, %p: tensor<64x64x!tt.ptr<f32>, #blocked>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #blocked>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %row = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #rows>
  %q2 = tt.expand_dims %row {axis = 1 : i32} : tensor<64xi32, #rows> -> tensor<64x1xi32, #blocked>
  %q = tt.broadcast %q2 : tensor<64x1xi32, #blocked> -> tensor<64x64xi32, #blocked>
  %some = tt.splat %end : i32 -> tensor<64x64xi32, #blocked>
  scf.for %i = %c0 to %end step %c64 : i32 {
    %k = tt.splat %i : i32 -> tensor<64x64xi32, #blocked>
    %d = tt.dot %x, %y, %zero : tensor<64x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<64x64xf32, #blocked>
    %m = arith.cmpi sge, %some, %k : tensor<64x64xi32, #blocked>
    %s = arith.select %m, %d, %zero : tensor<64x64xi1, #blocked>, tensor<64x64xf32, #blocked>
    tt.store %p, %s, %m : tensor<64x64x!tt.ptr<f32>, #blocked>
  }
  scf.for %i = %c0 to %end step %step : i32 {
    %k = tt.splat %i : i32 -> tensor<64x64xi32, #blocked>
    %d = tt.dot %x, %y, %zero : tensor<64x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<64x64xf32, #blocked>
    %m = arith.cmpi sge, %some, %k : tensor<64x64xi32, #blocked>
    %s = arith.select %m, %d, %zero : tensor<64x64xi1, #blocked>, tensor<64x64xf32, #blocked>
    tt.store %p, %s : tensor<64x64x!tt.ptr<f32>, #blocked>
  }
  scf.for %i = %c0 to %end step %c64 : i32 {
    %k = tt.splat %i : i32 -> tensor<64x64xi32, #blocked>
    %d = tt.dot %x, %y, %zero : tensor<64x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<64x64xf32, #blocked>
    %m = arith.cmpi sgt, %q, %k : tensor<64x64xi32, #blocked>
    %s = arith.select %m, %d, %zero : tensor<64x64xi1, #blocked>, tensor<64x64xf32, #blocked>
    tt.store %p, %s : tensor<64x64x!tt.ptr<f32>, #blocked>
  }
  tt.return
}
}
