// Accesses of buffers have a scalar base and offsets of 32 bits; zeros need no registers.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// Neighbours are moved at once, as far as the buffer, the offsets and the mask are aligned.

// CHECK-LABEL: simt.kernel @moves(%arg0: i64
// CHECK: %[[RANGE:.+]] = arith.addi {{.+}} : vector<8xi32>
// CHECK: %[[BYTES:.+]] = arith.muli %[[RANGE]], %{{.+}} : vector<8xi32>
// CHECK: %[[BASES:.+]] = simt.permute %[[BYTES]] [0] : vector<8xi32> -> vector<1xi32>
// CHECK: simt.load global buffer %arg0, %[[BASES]] [0, 0] + [0, 1024] width 4 : (vector<1xi32>, i64) -> vector<8xf32>
// CHECK: simt.load global buffer %arg0, %{{.+}} [0, 0, 0, 0, 0, 0, 0, 0] + [0, 4, 8, 12, 1024, 1028, 1032, 1036] width 1 if %{{.+}} : (vector<1xi32>, i64, vector<8xi1>) -> vector<8xf32>
// CHECK: simt.load global buffer %arg0, %{{.+}} width 1 if %{{.+}} else %{{.+}} : (vector<1xi32>, i64, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
// CHECK: simt.load global buffer %arg0, %{{.+}} width 1 if %{{.+}} : (vector<1xi32>, i64, vector<8xi1>) -> vector<8xf32>
// CHECK: simt.load global buffer %arg0, %{{.+}} width 1 if %{{.+}} implied : (vector<1xi32>, i64, vector<8xi1>) -> vector<8xf32>
// CHECK: simt.store global buffer %arg1, %{{.+}} [0, 0] + [0, 1024], %{{.+}} width 4 policy evict_first : vector<1xi32>, i64, vector<8xf32>
tt.func public @moves(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #b>
  %ns = tt.splat %n : i32 -> tensor<512xi32, #b>
  %mask = arith.cmpi slt, %range, %ns : tensor<512xi32, #b>
  %ones = arith.constant dense<1.0> : tensor<512xf32, #b>
  %zeros = arith.constant dense<0.0> : tensor<512xf32, #b>
  %a = amdg.buffer_load %x[%range] : !tt.ptr<f32> -> tensor<512xf32, #b>
  %c = amdg.buffer_load %x[%range], %mask : !tt.ptr<f32> -> tensor<512xf32, #b>
  %d = amdg.buffer_load %x[%range], %mask, %ones : !tt.ptr<f32> -> tensor<512xf32, #b>
  %e = amdg.buffer_load %x[%range], %mask, %zeros : !tt.ptr<f32> -> tensor<512xf32, #b>
  %f = amdg.buffer_load %x[%range], %mask {heddle.undefined_other} : !tt.ptr<f32> -> tensor<512xf32, #b>
  %s = arith.addf %a, %c : tensor<512xf32, #b>
  amdg.buffer_store %s, %y[%range] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.ptr<f32> -> tensor<512xf32, #b>
  tt.return
}

// One of the lanes that hold an element adds it.

// CHECK-LABEL: simt.kernel @atomics(%arg0: i64
// CHECK: simt.atomic fadd relaxed gpu global buffer %arg0, %{{.+}}, %{{.+}} if %{{.+}} : (vector<1xi32>, i64, vector<1xf32>, vector<1xi1>) -> vector<1xf32>
// CHECK: simt.atomic cas acq_rel gpu global buffer %arg0, %{{.+}}, %{{.+}} expects %{{.+}} if %{{.+}} : (vector<1xi32>, i64, vector<1xf32>, vector<1xf32>, vector<1xi1>) -> vector<1xf32>
tt.func public @atomics(%x: !tt.ptr<f32>) {
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #one>
  %ones = arith.constant dense<1.0> : tensor<32xf32, #one>
  %a = amdg.buffer_atomic_rmw fadd, relaxed, gpu, %ones, %x[%range] : !tt.ptr<f32> -> tensor<32xf32, #one>
  %c = amdg.buffer_atomic_cas acq_rel, gpu, %ones, %ones, %x[%range] : !tt.ptr<f32> -> tensor<32xf32, #one>
  tt.return
}

// A copy to shared memory is done when the next op begins.

// CHECK-LABEL: simt.kernel @copies(%arg0: i64
// CHECK: %[[V:.+]] = simt.load global buffer %arg0, %{{.+}} [0] + [0] width 4 : (vector<1xi32>, i64) -> vector<4xf32>
// CHECK: simt.store shared %{{.+}} [0] + [0], %[[V]] width 4 : vector<1xi32>, vector<4xf32>
// CHECK: simt.load shared
tt.func public @copies(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
  %m = ttg.local_alloc : () -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
  %t = amdg.buffer_load_to_local %x[%range] into %m : !tt.ptr<f32>[tensor<256xi32, #b>] -> <256xf32, #shared, #smem, mutable>
  %g = ttg.async_commit_group tokens %t
  %w = ttg.async_wait %g {num = 0 : i32}
  %v = ttg.local_load %m token %w : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #b>
  amdg.buffer_store %v, %y[%range] : !tt.ptr<f32> -> tensor<256xf32, #b>
  tt.return
}
}
