// A wait for sums that only the next round needs moves there, behind the loads
// of global memory.
// RUN: heddle-opt %s --simt-defer-waits | FileCheck %s

// CHECK-LABEL: simt.kernel @carried
// CHECK: %[[TILE:.+]] = simt.shared 4096
// CHECK-NEXT: %[[LOOP:.+]] = scf.for {{.+}} iter_args(%[[SUMS:[^ ]+]] = %{{.+}})
// CHECK: simt.load global
// CHECK: %[[DONE:.+]] = simt.group_wait 0(%[[SUMS]]) read(%[[TILE]])
// CHECK: simt.store shared
// CHECK-NEXT: %[[NEXT:.+]] = simt.group_mma {{.+}} + %[[DONE]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: %[[END:.+]] = simt.group_wait 0(%[[LOOP]]) read(%[[TILE]])
// CHECK-NEXT: simt.store global {{.+}}, %[[END]]
simt.kernel @carried(%p: i64, %n: i32) warps(4) lanes(32) {
  %t = simt.thread
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %o = arith.muli %t, %c16 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %v = simt.load global %from [0] + [0] width 8 : (vector<1xi64>) -> vector<8xf16>
    %x = simt.shared 4096 align 1024
    %a = arith.addi %o, %x : i32
    %to = simt.splat %a : i32 -> vector<1xi32>
    simt.store shared %to [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.store global %from [0] + [0], %d width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// The round itself needs the sums.
// CHECK-LABEL: simt.kernel @used
// CHECK: simt.group_mma
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0
// CHECK-NEXT: simt.store global {{.+}}, %[[DONE]]
// CHECK-NEXT: scf.yield %[[DONE]]
simt.kernel @used(%p: i64, %n: i32) warps(4) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (vector<4xf32>) : i32 {
    %e = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %f = simt.group_wait 0 (%e) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
    simt.store global %from [0] + [0], %f width 4 : vector<1xi64>, vector<4xf32>
    scf.yield %f : vector<4xf32>
  }
  simt.return
}
