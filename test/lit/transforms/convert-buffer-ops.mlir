// Accesses at offsets from a scalar pointer become those of a buffer, where 31 bits hold the offsets.
// RUN: heddle-opt %s --tritonamdgpu-convert-buffer-ops | FileCheck %s
// RUN: heddle-opt %s --tritonamdgpu-convert-buffer-ops | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --tritonamdgpu-convert-buffer-ops=only-masked | FileCheck %s --check-prefix=MASKED

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// An `other` of zeros comes with the access; one that is missing is remembered.

// CHECK-LABEL: @moves
// CHECK-SAME: (%[[X:.+]]: !tt.ptr<f32>, %[[Y:.+]]: !tt.ptr<f32>, %[[MASK:.+]]: tensor<256xi1, #blocked>, %[[OTHER:.+]]: tensor<256xf32, #blocked>)
// CHECK: %[[RANGE:.+]] = tt.make_range
// CHECK: amdg.buffer_load %[[X]][%[[RANGE]]] : !tt.ptr<f32> -> tensor<256xf32, #blocked>
// CHECK: amdg.buffer_load %[[X]][%[[RANGE]]], %[[MASK]] : !tt.ptr<f32>
// CHECK: amdg.buffer_load %[[X]][%[[RANGE]]], %[[MASK]], %[[OTHER]] : !tt.ptr<f32>
// CHECK: %[[V:.+]] = amdg.buffer_load %[[X]][%[[RANGE]]], %[[MASK]] {heddle.undefined_other} : !tt.ptr<f32>
// CHECK: amdg.buffer_store %[[V]], %[[Y]][%[[RANGE]]], %[[MASK]] : !tt.ptr<f32>
// CHECK: tt.load %{{.+}} {isVolatile = true}
// CHECK: tt.return
// MASKED-LABEL: @moves
// MASKED: tt.load
// MASKED: amdg.buffer_load
tt.func @moves(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %mask: tensor<256xi1, #b>, %other: tensor<256xf32, #b>) {
  %zeros = arith.constant dense<0.0> : tensor<256xf32, #b>
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
  %from = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %to = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %fromAt = tt.addptr %from, %range : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %toAt = tt.addptr %to, %range : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %a = tt.load %fromAt : tensor<256x!tt.ptr<f32>, #b>
  %c = tt.load %fromAt, %mask, %zeros : tensor<256x!tt.ptr<f32>, #b>
  %d = tt.load %fromAt, %mask, %other : tensor<256x!tt.ptr<f32>, #b>
  %e = tt.load %fromAt, %mask : tensor<256x!tt.ptr<f32>, #b>
  tt.store %toAt, %e, %mask : tensor<256x!tt.ptr<f32>, #b>
  %f = tt.load %fromAt {isVolatile = true} : tensor<256x!tt.ptr<f32>, #b>
  tt.return
}

// Bounds say that offsets are small; otherwise the program has to. They may never be negative.

// CHECK-LABEL: @bounds
// CHECK-SAME: (%[[X:.+]]: !tt.ptr<f32>, %[[SMALL:.+]]: !tt.ptr<f32> {tt.pointer_range = 32 : i32}, %[[N:.+]]: i32)
// CHECK: %[[POSITIVE:.+]] = arith.maxsi
// CHECK: tt.load
// CHECK: amdg.buffer_load %[[SMALL]][%[[POSITIVE]]]
// CHECK: tt.load
// CHECK: %[[BOUNDED:.+]] = arith.andi
// CHECK: amdg.buffer_load %[[X]][%[[BOUNDED]]]
// CHECK: %[[PAST:.+]] = tt.addptr %[[SMALL]]
// CHECK: amdg.buffer_load %[[PAST]][%[[POSITIVE]]]
// CHECK: tt.load
// CHECK: tt.return
tt.func @bounds(%x: !tt.ptr<f32>, %small: !tt.ptr<f32> {tt.pointer_range = 32 : i32}, %n: i32) {
  %zeros = arith.constant dense<0> : tensor<256xi32, #b>
  %most = arith.constant dense<536870911> : tensor<256xi32, #b>
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
  %ns = tt.splat %n : i32 -> tensor<256xi32, #b>
  %any = arith.muli %range, %ns : tensor<256xi32, #b>
  %positive = arith.maxsi %any, %zeros : tensor<256xi32, #b>
  %from = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %smalls = tt.splat %small : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %at = tt.addptr %from, %positive : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %a = tt.load %at : tensor<256x!tt.ptr<f32>, #b>
  %at2 = tt.addptr %smalls, %positive : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %c = tt.load %at2 : tensor<256x!tt.ptr<f32>, #b>
  %at3 = tt.addptr %smalls, %any : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %d = tt.load %at3 : tensor<256x!tt.ptr<f32>, #b>
  %bounded = arith.andi %any, %most : tensor<256xi32, #b>
  %at4 = tt.addptr %from, %bounded : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %e = tt.load %at4 : tensor<256x!tt.ptr<f32>, #b>
  %pid = tt.get_program_id x : i32
  %past = tt.addptr %small, %pid : !tt.ptr<f32>, i32
  %pasts = tt.splat %past : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %at5 = tt.addptr %pasts, %positive : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %f = tt.load %at5 : tensor<256x!tt.ptr<f32>, #b>
  %before = tt.addptr %small, %n : !tt.ptr<f32>, i32
  %befores = tt.splat %before : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %at6 = tt.addptr %befores, %positive : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %g = tt.load %at6 : tensor<256x!tt.ptr<f32>, #b>
  tt.return
}

// Atomics that the GPU has an instruction for.

// CHECK-LABEL: @atomics
// CHECK: amdg.buffer_atomic_rmw fadd, relaxed, gpu, %{{.+}}, %{{.+}}[%{{.+}}], %{{.+}} : !tt.ptr<f32>
// CHECK: tt.atomic_rmw fadd, relaxed, gpu, %{{.+}}, %{{.+}} : (tensor<256x!tt.ptr<f16>, #blocked>
// CHECK: amdg.buffer_atomic_cas acq_rel, gpu, %{{.+}}, %{{.+}}, %{{.+}}[%{{.+}}] : !tt.ptr<i32>
// CHECK: tt.return
tt.func @atomics(%x: !tt.ptr<f32>, %h: !tt.ptr<f16>, %i: !tt.ptr<i32>, %v: tensor<256xf32, #b>, %w: tensor<256xf16, #b>, %n: tensor<256xi32, #b>, %mask: tensor<256xi1, #b>) {
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %hs = tt.splat %h : !tt.ptr<f16> -> tensor<256x!tt.ptr<f16>, #b>
  %is = tt.splat %i : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b>
  %xAt = tt.addptr %xs, %range : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %hAt = tt.addptr %hs, %range : tensor<256x!tt.ptr<f16>, #b>, tensor<256xi32, #b>
  %iAt = tt.addptr %is, %range : tensor<256x!tt.ptr<i32>, #b>, tensor<256xi32, #b>
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %xAt, %v, %mask : (tensor<256x!tt.ptr<f32>, #b>, tensor<256xf32, #b>, tensor<256xi1, #b>) -> tensor<256xf32, #b>
  %1 = tt.atomic_rmw fadd, relaxed, gpu, %hAt, %w : (tensor<256x!tt.ptr<f16>, #b>, tensor<256xf16, #b>) -> tensor<256xf16, #b>
  %2 = tt.atomic_cas acq_rel, gpu, %iAt, %n, %n : (tensor<256x!tt.ptr<i32>, #b>, tensor<256xi32, #b>, tensor<256xi32, #b>) -> tensor<256xi32, #b>
  tt.return
}

// All elements are one: a scalar load does that.

// CHECK-LABEL: @one
// CHECK: tt.load
tt.func @one(%x: !tt.ptr<f32>, %mask: tensor<256xi1, #b>) -> tensor<256xf32, #b> {
  %pid = tt.get_program_id x : i32
  %pids = tt.splat %pid : i32 -> tensor<256xi32, #b>
  %low = arith.constant dense<255> : tensor<256xi32, #b>
  %offsets = arith.andi %pids, %low : tensor<256xi32, #b>
  %from = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %at = tt.addptr %from, %offsets : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %v = tt.load %at, %mask : tensor<256x!tt.ptr<f32>, #b>
  tt.return %v : tensor<256xf32, #b>
}
}
