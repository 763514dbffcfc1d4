// Simpler forms of tt ops.
// RUN: heddle-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @views_of_one_value
// CHECK-NEXT: %[[S:.+]] = tt.splat %{{.+}} : f32 -> tensor<32x4x8xf32>
// CHECK-NEXT: tt.return %[[S]]
tt.func @views_of_one_value(%v: f32) -> tensor<32x4x8xf32> {
  %0 = tt.splat %v : f32 -> tensor<32xf32>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<32xf32> -> tensor<1x32xf32>
  %2 = tt.broadcast %1 : tensor<1x32xf32> -> tensor<32x32xf32>
  %3 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<32x32xf32> -> tensor<32x32xf32>
  %4 = tt.reshape %3 : tensor<32x32xf32> -> tensor<32x4x8xf32>
  tt.return %4 : tensor<32x4x8xf32>
}

// CHECK-LABEL: @views_of_views
// CHECK-NEXT: %[[T:.+]] = tt.trans %arg0 {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
// CHECK-NEXT: %[[R:.+]] = tt.reshape %[[T]] : tensor<8x2x4xf32> -> tensor<1x64xf32>
// CHECK-NEXT: %[[B:.+]] = tt.broadcast %[[R]] : tensor<1x64xf32> -> tensor<4x64xf32>
// CHECK-NEXT: tt.return %[[B]], %arg0
tt.func @views_of_views(%x: tensor<2x4x8xf32>) -> (tensor<4x64xf32>, tensor<2x4x8xf32>) {
  %0 = tt.trans %x {order = array<i32: 1, 2, 0>} : tensor<2x4x8xf32> -> tensor<4x8x2xf32>
  %1 = tt.trans %0 {order = array<i32: 1, 2, 0>} : tensor<4x8x2xf32> -> tensor<8x2x4xf32>
  %2 = tt.trans %1 {order = array<i32: 1, 2, 0>} : tensor<8x2x4xf32> -> tensor<2x4x8xf32>
  %3 = tt.reshape %1 : tensor<8x2x4xf32> -> tensor<64xf32>
  %4 = tt.reshape %3 : tensor<64xf32> -> tensor<1x64xf32>
  %5 = tt.broadcast %4 : tensor<1x64xf32> -> tensor<2x64xf32>
  %6 = tt.reshape %5 : tensor<2x64xf32> -> tensor<2x64xf32>
  %7 = tt.broadcast %4 : tensor<1x64xf32> -> tensor<1x64xf32>
  %8 = tt.broadcast %7 : tensor<1x64xf32> -> tensor<4x64xf32>
  tt.return %8, %2 : tensor<4x64xf32>, tensor<2x4x8xf32>
}

// A reordering that came before stays allowed.
// CHECK-LABEL: @reordered
// CHECK: tt.reshape %arg0 allow_reorder : tensor<8x8xf32> -> tensor<2x32xf32>
// CHECK: tt.reshape %{{.+}} efficient_layout : tensor<4x16xf32> -> tensor<64xf32>
// CHECK-NEXT: tt.reshape %{{.+}} : tensor<64xf32> -> tensor<8x8xf32>
tt.func @reordered(%x: tensor<8x8xf32>, %y: tensor<4x16xf32>) -> (tensor<2x32xf32>, tensor<8x8xf32>) {
  %0 = tt.reshape %x allow_reorder : tensor<8x8xf32> -> tensor<64xf32>
  %1 = tt.reshape %0 : tensor<64xf32> -> tensor<2x32xf32>
  %2 = tt.reshape %y efficient_layout : tensor<4x16xf32> -> tensor<64xf32>
  %3 = tt.reshape %2 : tensor<64xf32> -> tensor<8x8xf32>
  tt.return %1, %3 : tensor<2x32xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: @known_masks
// CHECK-SAME: (%[[P:.+]]: tensor<8x!tt.ptr<f32>>, %[[V:.+]]: tensor<8xf32>)
// CHECK-NEXT: %[[L:.+]] = tt.load %[[P]] {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: tt.store %[[P]], %[[L]] : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: tt.atomic_rmw fadd, acq_rel, gpu, %[[P]], %[[V]] : (
// CHECK-NEXT: tt.return %[[V]]
tt.func @known_masks(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf32>) -> tensor<8xf32> {
  %yes = arith.constant dense<true> : tensor<8xi1>
  %no = arith.constant dense<false> : tensor<8xi1>
  %0 = tt.load %p, %yes, %v {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p, %no, %v : tensor<8x!tt.ptr<f32>>
  tt.store %p, %0, %yes : tensor<8x!tt.ptr<f32>>
  tt.store %p, %0, %no : tensor<8x!tt.ptr<f32>>
  %2 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %yes : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  %3 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %no : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  tt.assert %yes, "never seen" : tensor<8xi1>
  tt.return %1 : tensor<8xf32>
}

// What nothing is known of stays, and so does what is undefined.
// CHECK-LABEL: @unknown_masks
// CHECK: tt.load %{{.+}}, %{{.+}} : tensor<2x!tt.ptr<f32>>
// CHECK: tt.load %{{.+}}, %{{.+}}, %{{.+}} : tensor<2x!tt.ptr<f32>>
// CHECK: tt.assert %{{.+}}, "seen"
tt.func @unknown_masks(%p: tensor<2x!tt.ptr<f32>>, %v: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %no = arith.constant dense<false> : tensor<2xi1>
  %some = arith.constant dense<[true, false]> : tensor<2xi1>
  %0 = tt.load %p, %no : tensor<2x!tt.ptr<f32>>
  %1 = tt.load %p, %some, %v : tensor<2x!tt.ptr<f32>>
  tt.assert %no, "seen" : tensor<2xi1>
  tt.return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// Nobody sees the value, and reading it changes nothing unless it is volatile.
// CHECK-LABEL: @dead_loads
// CHECK-NEXT: tt.load %{{.+}} {isVolatile = true} : !tt.ptr<f32>
// CHECK-NEXT: tt.return
tt.func @dead_loads(%p: !tt.ptr<f32>) {
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  tt.return
}

// Numbers change their format where nothing is lost.
// CHECK-LABEL: @formats
// CHECK-DAG: dense<0.000000e+00> : tensor<4xf8E5M2>
// CHECK-DAG: dense<1.500000e+00> : tensor<4xbf16>
// CHECK-DAG: %[[THIRD:.+]] = arith.constant dense<0.333333343> : tensor<4xf32>
// CHECK-DAG: %[[MINUS:.+]] = arith.constant dense<-0.000000e+00> : tensor<4xf32>
// CHECK-DAG: tt.fp_to_fp %[[THIRD]], rounding = rtne : tensor<4xf32> -> tensor<4xbf16>
// CHECK-DAG: tt.fp_to_fp %[[MINUS]], rounding = rtne : tensor<4xf32> -> tensor<4xf8E4M3FNUZ>
tt.func @formats() -> (tensor<4xf8E5M2>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xf8E4M3FNUZ>) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %more = arith.constant dense<1.5> : tensor<4xf32>
  %third = arith.constant dense<0.333333343> : tensor<4xf32>
  %minus = arith.constant dense<-0.0> : tensor<4xf32>
  %0 = tt.fp_to_fp %zero, rounding = rtne : tensor<4xf32> -> tensor<4xf8E5M2>
  %1 = tt.fp_to_fp %more, rounding = rtne : tensor<4xf32> -> tensor<4xbf16>
  %2 = tt.fp_to_fp %third, rounding = rtne : tensor<4xf32> -> tensor<4xbf16>
  %3 = tt.fp_to_fp %minus, rounding = rtne : tensor<4xf32> -> tensor<4xf8E4M3FNUZ>
  tt.return %0, %1, %2, %3 : tensor<4xf8E5M2>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xf8E4M3FNUZ>
}
