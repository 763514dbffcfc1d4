// Groups that do not need each other, but for their sums, are waited for together.
// RUN: heddle-opt %s --simt-defer-waits | FileCheck %s

// CHECK-LABEL: simt.kernel @chain
// CHECK: %[[FIRST:.+]] = simt.group_mma
// CHECK-NEXT: %[[SECOND:.+]] = simt.group_mma {{.+}} + %[[FIRST]]
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0(%[[SECOND]]) read(%[[Y:[^,]+]], %[[X:.+]])
// CHECK-NEXT: simt.store global {{.+}}, %[[DONE]]
simt.kernel @chain(%p: i64) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %to = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %y = simt.shared 4096 align 1024
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %y as 17179869184 * %y as 17179869184 + %e [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) read(%y) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store global %to [0] + [0], %g width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @side_by_side
// CHECK: %[[FIRST:.+]] = simt.group_mma
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: %[[SECOND:.+]] = simt.group_mma
// CHECK-NEXT: %[[DONE:.+]]:2 = simt.group_wait 0(%[[SECOND]], %[[FIRST]])
// CHECK-NEXT: simt.store global {{.+}}, %[[DONE]]#1
// CHECK-NEXT: simt.store global {{.+}}, %[[DONE]]#0
simt.kernel @side_by_side(%p: i64, %v: vector<8xf16>) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %to = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %y = simt.shared 4096 align 1024
  %at = simt.splat %y : i32 -> vector<1xi32>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store shared %at [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %y as 17179869184 * %y as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) read(%y) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store global %to [0] + [0], %e width 4 : vector<1xi64>, vector<4xf32>
  simt.store global %to [0] + [0], %g width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// Not where a thread stores into what the first one reads, nor where the sums are read or needed twice.
// CHECK-LABEL: simt.kernel @stored
// CHECK: simt.group_mma
// CHECK-NEXT: simt.group_wait
// CHECK-NEXT: simt.store shared
// CHECK: simt.return
simt.kernel @stored(%p: i64, %v: vector<8xf16>) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %x = simt.shared 4096 align 1024
  %at = simt.splat %x : i32 -> vector<1xi32>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store shared %at [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %e [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @needed_twice
// CHECK: simt.group_mma
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait
// CHECK-NEXT: simt.group_mma {{.+}} + %[[DONE]]
// CHECK: simt.store global {{.+}}, %[[DONE]]
simt.kernel @needed_twice(%p: i64) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %to = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %e [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store global %to [0] + [0], %e width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @read_before
// CHECK: simt.group_mma
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait
// CHECK-NEXT: simt.store global {{.+}}, %[[DONE]]
simt.kernel @read_before(%p: i64) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %to = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store global %to [0] + [0], %e width 4 : vector<1xi64>, vector<4xf32>
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.return
}

// What does not need the sums is stored while the products run.
// CHECK-LABEL: simt.kernel @store_beside
// CHECK: %[[SUMS:.+]] = simt.group_mma
// CHECK-NEXT: simt.store global
// CHECK-NEXT: %[[DONE:.+]] = simt.group_wait 0(%[[SUMS]])
// CHECK-NEXT: simt.store global {{.+}}, %[[DONE]]
simt.kernel @store_beside(%p: i64, %v: vector<4xf32>) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %to = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store global %to [0] + [0], %v width 4 : vector<1xi64>, vector<4xf32>
  simt.store global %to [0] + [0], %e width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @store_into_tile
// CHECK: simt.group_mma
// CHECK-NEXT: simt.group_wait
// CHECK-NEXT: simt.store shared
simt.kernel @store_into_tile(%v: vector<8xf16>) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %x = simt.shared 4096 align 1024
  %at = simt.splat %x : i32 -> vector<1xi32>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store shared %at [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  simt.return
}

// Nor where tiles that follow each other would all be there at a time.
// CHECK-LABEL: simt.kernel @one_tile_at_a_time
// CHECK-COUNT-3: simt.group_wait
simt.kernel @one_tile_at_a_time(%p: i64, %v: vector<8xf16>) warps(4) lanes(32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %to = simt.splat %p : i64 -> vector<1xi64>
  %x = simt.shared 4096 align 1024
  %atX = simt.splat %x : i32 -> vector<1xi32>
  simt.store shared %atX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %zero [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x) : (vector<4xf32>, i32) -> vector<4xf32>
  %y = simt.shared 4096 align 1024
  %atY = simt.splat %y : i32 -> vector<1xi32>
  simt.store shared %atY [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %y as 17179869184 * %y as 17179869184 + %e [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) read(%y) : (vector<4xf32>, i32) -> vector<4xf32>
  %z = simt.shared 4096 align 1024
  %atZ = simt.splat %z : i32 -> vector<1xi32>
  simt.store shared %atZ [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %h = simt.group_mma <m64n8k16 f16 f16 f32> at %z as 17179869184 * %z as 17179869184 + %g [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %i = simt.group_wait 0 (%h) read(%z) : (vector<4xf32>, i32) -> vector<4xf32>
  simt.store global %to [0] + [0], %i width 4 : vector<1xi64>, vector<4xf32>
  simt.return
}
