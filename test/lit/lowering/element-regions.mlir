// Regions of scalars: each op once, for all registers of a thread.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s
// RUN: heddle-opt %s --lower-to-simt | heddle-opt | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// Both ways are computed, but no register divides by what it does not have to, and
// where they meet each takes its own.
// CHECK-LABEL: simt.kernel @ways
// CHECK: %[[IS:.+]] = arith.cmpi ne, %[[X:.+]], %{{.+}} : vector<4xi32>
// CHECK: %[[NOT:.+]] = arith.xori %[[IS]], %{{.+}} : vector<4xi1>
// CHECK: %[[BY:.+]] = arith.select %[[IS]], %[[X]], %{{.+}} : vector<4xi1>, vector<4xi32>
// CHECK: %[[QUOTIENT:.+]] = arith.divsi %{{.+}}, %[[BY]] : vector<4xi32>
// CHECK: arith.select %[[IS]], %[[QUOTIENT]], %{{.+}} : vector<4xi1>, vector<4xi32>
// CHECK-NOT: cf.cond_br
// CHECK: simt.return
tt.func public @ways(%n: i32) {
  %zero = arith.constant 0 : i32
  %0 = tt.splat %n : i32 -> tensor<128xi32, #a>
  %1 = "tt.map_elementwise"(%0) <{pack = 1 : i32}> ({
  ^bb0(%x: i32):
    %is = arith.cmpi ne, %x, %zero : i32
    cf.cond_br %is, ^bb1, ^bb2
  ^bb1:
    %q = arith.divsi %n, %x : i32
    cf.br ^bb3(%q : i32)
  ^bb2:
    %s = arith.addi %x, %n : i32
    cf.br ^bb3(%s : i32)
  ^bb3(%r: i32):
    tt.map_elementwise.return %r : i32
  }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
  tt.return
}

// Two registers at a time: the even ones, and the odd ones.
// CHECK-LABEL: simt.kernel @packs
// CHECK: %[[EVEN:.+]] = simt.permute %{{.+}} [0, 2] : vector<4xi32> -> vector<2xi32>
// CHECK: %[[ODD:.+]] = simt.permute %{{.+}} [1, 3] : vector<4xi32> -> vector<2xi32>
// CHECK: %[[D:.+]] = arith.subi %[[EVEN]], %[[ODD]] : vector<2xi32>
// CHECK: simt.permute %[[D]], %[[ODD]] [0, 2, 1, 3] : vector<2xi32>, vector<2xi32> -> vector<4xi32>
tt.func public @packs() {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  %1 = "tt.map_elementwise"(%0) <{pack = 2 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %d = arith.subi %x, %y : i32
    tt.map_elementwise.return %d, %y : i32, i32
  }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
  tt.return
}

// A loop that is as long for all elements stays one; a branch does not.
// CHECK-LABEL: simt.kernel @loop
// CHECK: %[[SUM:.+]] = scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[S:.+]] = %{{.+}}) -> (vector<2xi32>)
// CHECK: %[[NEXT:.+]] = arith.xori %[[S]], %{{.+}} : vector<2xi32>
// CHECK: scf.yield %[[NEXT]] : vector<2xi32>
// CHECK: %[[LESS:.+]] = arith.cmpi slt, %[[SUM]]
// CHECK: arith.select %[[LESS]], %[[SUM]], %{{.+}} : vector<2xi1>, vector<2xi32>
tt.func public @loop(%n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %s = scf.for %i = %zero to %n step %one iter_args(%t = %x) -> (i32) : i32 {
      %u = arith.xori %t, %y : i32
      scf.yield %u : i32
    }
    %less = arith.cmpi slt, %s, %y : i32
    %r = scf.if %less -> i32 {
      scf.yield %s : i32
    } else {
      scf.yield %y : i32
    }
    tt.reduce.return %r : i32
  }) : (tensor<128xi32, #a>) -> i32
  tt.return
}

// A check is one of all registers. In a scan, lanes without a partner pass it.
// CHECK-LABEL: simt.kernel @checks
// CHECK: simt.shuffle_index
// CHECK: %[[ACTIVE:.+]] = simt.splat %{{.+}} : i1 -> vector<1xi1>
// CHECK: %[[FINE:.+]] = arith.cmpi sge
// CHECK: %[[IDLE:.+]] = arith.xori %[[ACTIVE]], %{{.+}} : vector<1xi1>
// CHECK: %[[PASSES:.+]] = arith.ori %[[FINE]], %[[IDLE]] : vector<1xi1>
// CHECK: simt.assert %[[PASSES]], "negative" : vector<1xi1>
tt.func public @checks() {
  %zero = arith.constant 0 : i32
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  %1 = "tt.scan"(%0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    %fine = arith.cmpi sge, %s, %zero : i32
    tt.assert %fine, "negative" : i1
    tt.scan.return %s : i32
  }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
  tt.return
}

// What is the same everywhere is asked for once.
// CHECK-LABEL: simt.kernel @uniform
// CHECK: %[[ID:.+]] = simt.program x
// CHECK: %[[IDS:.+]] = simt.splat %[[ID]] : i32 -> vector<4xi32>
// CHECK: arith.addi %{{.+}}, %[[IDS]] : vector<4xi32>
tt.func public @uniform() {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  %1 = "tt.map_elementwise"(%0) <{pack = 1 : i32}> ({
  ^bb0(%x: i32):
    %id = tt.get_program_id x : i32
    %s = arith.addi %x, %id : i32
    tt.map_elementwise.return %s : i32
  }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
  tt.return
}
}
