// Products of matrices are printed as they are read.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// CHECK-LABEL: simt.kernel @all
simt.kernel @all(%use: i1) warps(4) lanes(32) shared(4096) {
  %half = arith.constant dense<0.5> : vector<16xf16>
  %word = arith.constant dense<0.5> : vector<4xf32>
  %byte = arith.constant dense<3> : vector<16xi8>
  %sum = arith.constant dense<0> : vector<4xi32>
  // Two products that add to one fragment.
  // CHECK: simt.mma <m16n8k16 f16 f16 f32> %{{.+}} * %{{.+}} + %{{.+}} [0, 3, 0, 1, 2, 0] : vector<16xf16> * vector<16xf16> + vector<4xf32>
  %0 = simt.mma <m16n8k16 f16 f16 f32> %half * %half + %word [0, 3, 0, 1, 2, 0] : vector<16xf16> * vector<16xf16> + vector<4xf32>
  // CHECK: simt.mma <m16n8k8 tf32 tf32 f32> %{{.+}} * %{{.+}} + %{{.+}} [0, 1, 0] : vector<4xf32> * vector<4xf32> + vector<4xf32>
  %1 = simt.mma <m16n8k8 tf32 tf32 f32> %word * %word + %0 [0, 1, 0] : vector<4xf32> * vector<4xf32> + vector<4xf32>
  // CHECK: simt.mma <m16n8k32 s8 u8 s32>
  %2 = simt.mma <m16n8k32 s8 u8 s32> %byte * %byte + %sum [0, 1, 0] : vector<16xi8> * vector<16xi8> + vector<4xi32>
  %four = arith.constant dense<127> : vector<4xi8>
  // CHECK: simt.scaled_mma <m16n8k64 e2m1 e2m1 f32 by ue8m0> %{{.+}} by %{{.+}} * %{{.+}} by %{{.+}} + %{{.+}} [0, 1, 0] by [1, 1, 0, 3] : vector<16xi8> by vector<4xi8> * vector<16xi8> by vector<4xi8> + vector<4xf32>
  %5 = simt.scaled_mma <m16n8k64 e2m1 e2m1 f32 by ue8m0> %byte by %four * %byte by %four + %word [0, 1, 0] by [1, 1, 0, 3] : vector<16xi8> by vector<4xi8> * vector<16xi8> by vector<4xi8> + vector<4xf32>
  %x = simt.shared 4096 align 1024 at 0
  // CHECK: %[[D:.+]] = simt.group_mma <m64n8k16 f16 f16 f32> at %[[X:.+]] as 16 * %[[X]] as 32 + %{{.+}} [0, 2048, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 16 * %x as 32 + %word [0, 2048, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  // CHECK: %[[E:.+]] = simt.group_mma <m64n8k16 f16 f16 f32> registers %{{.+}} * %[[X]] as 32 transposed + %{{.+}} if %{{.+}} [1, 0, 0] : (vector<16xf16>, i32, vector<4xf32>, i1) -> vector<4xf32>
  %e = simt.group_mma <m64n8k16 f16 f16 f32> registers %half * %x as 32 transposed + %word if %use [1, 0, 0] : (vector<16xf16>, i32, vector<4xf32>, i1) -> vector<4xf32>
  // CHECK: simt.group_mma <m64n8k16 f16 f16 f32> at %[[X]] as 16 transposed * %[[X]] as 32 transposed
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 16 transposed * %x as 32 transposed + %word [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  // CHECK: simt.group_wait 1(%[[D]], %[[E]]) read(%[[X]], %[[X]]) : (vector<4xf32>, vector<4xf32>, i32, i32) -> (vector<4xf32>, vector<4xf32>)
  %3:2 = simt.group_wait 1 (%d, %e) read(%x, %x) : (vector<4xf32>, vector<4xf32>, i32, i32) -> (vector<4xf32>, vector<4xf32>)
  // CHECK: simt.group_wait 0(%{{.+}}) : (vector<4xf32>) -> vector<4xf32>
  %4 = simt.group_wait 0 (%f) : (vector<4xf32>) -> vector<4xf32>
  // CHECK: simt.proxy_fence
  simt.proxy_fence
  simt.return
}
