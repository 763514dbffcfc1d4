// What threads do together.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s
// RUN: heddle-opt %s --lower-to-simt | heddle-opt | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#d = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#l = #ttg.dot_op<{opIdx = 0, parent = #d}>
#r = #ttg.dot_op<{opIdx = 1, parent = #d}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// One thread does it, for all; the others are told.
// CHECK-LABEL: simt.kernel @scalar
// CHECK: simt.barrier block
// CHECK: %[[OLD:.+]] = simt.atomic add acq_rel gpu global %{{.+}}, %{{.+}} if %{{.+}} : (vector<1xi64>, vector<1xi32>, vector<1xi1>) -> vector<1xi32>
// CHECK: simt.store shared %{{.+}}, %[[OLD]]
// CHECK: simt.load shared
// CHECK-NOT: simt.barrier
// CHECK: arith.addi
tt.func public @scalar(%p: !tt.ptr<i32>, %m: i1) {
  %c = arith.constant 1 : i32
  %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %c, %m : (!tt.ptr<i32>, i32, i1) -> i32
  %1 = arith.addi %0, %0 : i32
  tt.return
}

// Nobody asks for the result, and no element has copies.
// CHECK-LABEL: simt.kernel @elements
// CHECK-NOT: simt.barrier
// CHECK: simt.atomic fadd relaxed block global %{{.+}}, %{{.+}} : (vector<2xi64>, vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: simt.return
tt.func public @elements(%p: !tt.ptr<f32>, %s: f32) {
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #a>
  %v = tt.splat %s : f32 -> tensor<128xf32, #a>
  %0 = tt.atomic_rmw fadd, relaxed, cta, %x, %v : (tensor<128x!tt.ptr<f32>, #a>, tensor<128xf32, #a>) -> tensor<128xf32, #a>
  tt.return
}

// CHECK-LABEL: simt.kernel @swap
// CHECK: simt.atomic cas relaxed system global %{{.+}}, %{{.+}} expects %{{.+}} if
tt.func public @swap(%p: !tt.ptr<i64>, %x: i64) {
  %0 = tt.atomic_cas relaxed, sys, %p, %x, %x : (!tt.ptr<i64>, i64, i64) -> i64
  tt.return
}

// A load is an `or` that changes nothing, a store an exchange that nobody asks.
// CHECK-LABEL: simt.kernel @ordered
// CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK: %[[V:.+]] = simt.atomic or acquire gpu global %{{.+}}, %[[ZERO]] if %{{.+}}
// CHECK-NEXT: simt.atomic exch release system global %{{.+}}, %[[V]] :
// CHECK-NEXT: simt.return
tt.func public @ordered(%p: !tt.ptr<f32>, %m: i1) {
  %x = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #a>
  %k = tt.splat %m : i1 -> tensor<128xi1, #a>
  %0 = tt.atomic_load acquire, gpu, %x, %k : (tensor<128x!tt.ptr<f32>, #a>, tensor<128xi1, #a>) -> tensor<128xf32, #a>
  tt.atomic_store release, sys, %x, %0 : tensor<128x!tt.ptr<f32>, #a>
  tt.return
}

// Registers, then lanes and warps with their totals only; what comes before is
// put before all.
// CHECK-LABEL: simt.kernel @scan
// CHECK: arith.addi %{{.+}}, %{{.+}} : vector<1xi32>
// CHECK-COUNT-6: simt.shuffle_index
// CHECK: simt.shared 8
// CHECK: simt.load shared
// CHECK: simt.shuffle_index
// CHECK-NOT: shuffle
// CHECK: %[[SUM:.+]] = arith.addi %{{.+}}, %[[OWN:.+]] : vector<2xi32>
// CHECK: arith.select %{{.+}}, %[[SUM]], %[[OWN]] : vector<2xi1>, vector<2xi32>
// CHECK: simt.return
tt.func public @scan() {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  %1 = "tt.scan"(%0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: i32, %y: i32):
    %2 = arith.addi %x, %y : i32
    tt.scan.return %2 : i32
  }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
  tt.return
}

// k after k, onto what is given.
// CHECK-LABEL: simt.kernel @product
// CHECK: %[[L:.+]] = arith.extf %{{.+}} : vector<2xf16> to vector<2xf32>
// CHECK: %[[R:.+]] = arith.extf %{{.+}} : vector<4xf16> to vector<4xf32>
// CHECK: %[[L0:.+]] = simt.permute %[[L]] [0, 0]
// CHECK: %[[R0:.+]] = simt.permute %[[R]] [0, 1]
// CHECK: %[[S:.+]] = math.fma %[[L0]], %[[R0]], %{{.+}} : vector<2xf32>
// CHECK: %[[L1:.+]] = simt.permute %[[L]] [1, 1]
// CHECK: %[[R1:.+]] = simt.permute %[[R]] [2, 3]
// CHECK: math.fma %[[L1]], %[[R1]], %[[S]] : vector<2xf32>
// CHECK-NOT: math.fma
// CHECK: simt.return
tt.func public @product(%s: f16, %t: f32) {
  %a = tt.splat %s : f16 -> tensor<16x2xf16, #l>
  %b = tt.splat %s : f16 -> tensor<2x8xf16, #r>
  %c = tt.splat %t : f32 -> tensor<16x8xf32, #d>
  %0 = tt.dot %a, %b, %c : tensor<16x2xf16, #l> * tensor<2x8xf16, #r> -> tensor<16x8xf32, #d>
  tt.return
}
}
