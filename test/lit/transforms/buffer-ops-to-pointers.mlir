// Accesses at offsets from a pointer, as Triton has them for AMD GPUs, become accesses by pointers.
// RUN: heddle-opt %s --tritonamdgpu-buffer-ops-to-pointers | FileCheck %s

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

// CHECK-LABEL: @combines
// CHECK: tt.atomic_rmw fadd, relaxed, gpu, %{{.+}}, %arg2, %arg3
// CHECK-NOT: amdg.
tt.func @combines(%to: !tt.ptr<f32>, %offsets: tensor<256xi32, #blocked>, %value: tensor<256xf32, #blocked>, %mask: tensor<256xi1, #blocked>) {
  %before = amdg.buffer_atomic_rmw fadd, relaxed, gpu, %value, %to[%offsets], %mask : !tt.ptr<f32> -> tensor<256xf32, #blocked>
  tt.return
}
}
