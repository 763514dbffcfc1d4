// A buffer that copies fill lives until they have been waited for, and no longer: waits that come
// later are for others.
// RUN: heddle-opt %s --simt-allocate-shared | FileCheck %s

// CHECK-LABEL: simt.kernel @after
// CHECK-SAME: shared(1024)
// CHECK: simt.shared 1024 align 16 at 0
// CHECK: simt.shared 1024 align 16 at 0
simt.kernel @after(%p: i64) warps(1) lanes(32) {
  %from = simt.splat %p : i64 -> vector<1xi64>
  %a = simt.shared 1024 align 16
  %to = simt.splat %a : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %to [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 0
  %0 = simt.load shared %to [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  %b = simt.shared 1024 align 16
  %there = simt.splat %b : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %there [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 0
  %1 = simt.load shared %there [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  %2 = arith.addi %0, %1 : vector<1xi32>
  simt.store global %from [0] + [0], %2 width 1 : vector<1xi64>, vector<1xi32>
  simt.return
}

// One group may still be under way.
// CHECK-LABEL: simt.kernel @under_way
// CHECK-SAME: shared(2048)
simt.kernel @under_way(%p: i64) warps(1) lanes(32) {
  %from = simt.splat %p : i64 -> vector<1xi64>
  %a = simt.shared 1024 align 16
  %to = simt.splat %a : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %to [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 1
  %b = simt.shared 1024 align 16
  %there = simt.splat %b : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %there [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 0
  simt.return
}

// A copy that is in no group is not waited for.
// CHECK-LABEL: simt.kernel @in_no_group
// CHECK-SAME: shared(2048)
simt.kernel @in_no_group(%p: i64) warps(1) lanes(32) {
  %from = simt.splat %p : i64 -> vector<1xi64>
  %a = simt.shared 1024 align 16
  %to = simt.splat %a : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %to [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_wait 0
  %b = simt.shared 1024 align 16
  %there = simt.splat %b : i32 -> vector<1xi32>
  simt.async_copy %from [0] + [0] to %there [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  simt.async_wait 0
  simt.return
}

// The same of products.
// CHECK-LABEL: simt.kernel @products
// CHECK-SAME: shared(4096)
simt.kernel @products(%p: i64) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %from = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) : (vector<4xf32>) -> vector<4xf32>
  %y = simt.shared 4096 align 1024
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %y as 17179869184 * %y as 17179869184 + %e [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) : (vector<4xf32>) -> vector<4xf32>
  simt.store global %from [0] + [0], %g width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}
