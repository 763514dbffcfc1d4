// Accesses at offsets from a pointer, as Triton has them for AMD GPUs, become accesses by pointers.
// RUN: heddle-opt %s --tritonamdgpu-buffer-ops-to-pointers | FileCheck %s
// What a GPU has an instruction for may stay.
// RUN: heddle-opt %s --tritonamdgpu-buffer-ops-to-pointers=target=gfx942 | FileCheck %s --check-prefix=KEPT
// RUN: not heddle-opt %s --tritonamdgpu-buffer-ops-to-pointers=target=gfx1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: {{.*}}gfx1

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// What is masked out is zero.

// CHECK-LABEL: @moves
// CHECK-SAME: (%[[FROM:.+]]: !tt.ptr<f32>, %[[TO:.+]]: !tt.ptr<f32>, %[[OFFSETS:.+]]: tensor<256xi32, #blocked>, %[[MASK:.+]]: tensor<256xi1, #blocked>)
// CHECK-DAG: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<256xf32, #blocked>
// CHECK-DAG: %[[BASE:.+]] = tt.splat %[[FROM]]
// CHECK-DAG: %[[AT:.+]] = tt.addptr %[[BASE]], %[[OFFSETS]]
// CHECK: %[[VALUE:.+]] = tt.load %[[AT]], %[[MASK]], %[[ZERO]]
// CHECK: %[[BASE:.+]] = tt.splat %[[TO]]
// CHECK: %[[AT:.+]] = tt.addptr %[[BASE]], %[[OFFSETS]]
// CHECK: tt.store %[[AT]], %[[VALUE]], %[[MASK]]
// CHECK-NOT: amdg.
tt.func @moves(%from: !tt.ptr<f32>, %to: !tt.ptr<f32>, %offsets: tensor<256xi32, #blocked>, %mask: tensor<256xi1, #blocked>) {
  %value = amdg.buffer_load %from[%offsets], %mask : !tt.ptr<f32> -> tensor<256xf32, #blocked>
  amdg.buffer_store %value, %to[%offsets], %mask : !tt.ptr<f32> -> tensor<256xf32, #blocked>
  tt.return
}

// CHECK-LABEL: @loads_what_is_said
// CHECK-NOT: arith.constant
// CHECK: tt.load %{{.+}}, %{{.+}}, %arg3
tt.func @loads_what_is_said(%from: !tt.ptr<f32>, %offsets: tensor<256xi32, #blocked>, %mask: tensor<256xi1, #blocked>, %other: tensor<256xf32, #blocked>) -> tensor<256xf32, #blocked> {
  %value = amdg.buffer_load %from[%offsets], %mask, %other : !tt.ptr<f32> -> tensor<256xf32, #blocked>
  tt.return %value : tensor<256xf32, #blocked>
}

// KEPT-LABEL: @moves
// KEPT: amdg.buffer_load
// KEPT: amdg.buffer_store
// KEPT-LABEL: @combines
// KEPT: amdg.buffer_atomic_rmw fadd
// KEPT-LABEL: @combines_halves
// KEPT: tt.atomic_rmw fadd
// KEPT-LABEL: @swaps
// KEPT: amdg.buffer_atomic_cas
// KEPT: tt.atomic_cas

// CHECK-LABEL: @combines
// CHECK: tt.atomic_rmw fadd, relaxed, gpu, %{{.+}}, %arg2, %arg3
// CHECK-NOT: amdg.
tt.func @combines(%to: !tt.ptr<f32>, %offsets: tensor<256xi32, #blocked>, %value: tensor<256xf32, #blocked>, %mask: tensor<256xi1, #blocked>) {
  %before = amdg.buffer_atomic_rmw fadd, relaxed, gpu, %value, %to[%offsets], %mask : !tt.ptr<f32> -> tensor<256xf32, #blocked>
  tt.return
}

tt.func @combines_halves(%to: !tt.ptr<f16>, %offsets: tensor<256xi32, #blocked>, %value: tensor<256xf16, #blocked>) {
  %before = amdg.buffer_atomic_rmw fadd, relaxed, gpu, %value, %to[%offsets] : !tt.ptr<f16> -> tensor<256xf16, #blocked>
  tt.return
}

// CHECK-LABEL: @swaps
// CHECK-COUNT-2: tt.atomic_cas
tt.func @swaps(%to: !tt.ptr<i32>, %halves: !tt.ptr<i16>, %offsets: tensor<256xi32, #blocked>, %value: tensor<256xi16, #blocked>) {
  %before = amdg.buffer_atomic_cas relaxed, gpu, %offsets, %offsets, %to[%offsets] : !tt.ptr<i32> -> tensor<256xi32, #blocked>
  %half = amdg.buffer_atomic_cas relaxed, gpu, %value, %value, %halves[%offsets] : !tt.ptr<i16> -> tensor<256xi16, #blocked>
  tt.return
}
}
