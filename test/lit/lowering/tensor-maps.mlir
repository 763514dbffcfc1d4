// Tensor maps that are made before somebody uses one are made at once, each by another warp and by
// way of memory of its own, and acquired behind one barrier.
// RUN: heddle-opt %s --triton-nvidia-tma-lowering | FileCheck %s --check-prefix=LATER
// RUN: heddle-opt %s --triton-nvidia-tma-lowering --lower-to-simt | FileCheck %s

#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// LATER-LABEL: @three
// LATER-COUNT-3: ttng.tensormap_create
// LATER-NOT: ttng.tensormap_create
// LATER: ttng.tensormap_fenceproxy_acquire %[[A:.+]] :
// LATER-NEXT: %[[X:.+]] = ttng.reinterpret_tensor_descriptor %[[A]]
// LATER-NEXT: ttng.tensormap_fenceproxy_acquire
// LATER-NEXT: ttng.reinterpret_tensor_descriptor
// LATER-NEXT: ttng.tensormap_fenceproxy_acquire
// LATER: ttng.async_tma_copy_global_to_local %[[X]]
// CHECK-LABEL: simt.kernel @three
// CHECK: simt.shared 128 align 128
// CHECK: simt.tensor_map %
// CHECK: simt.tensor_map warp 1 %
// CHECK: simt.tensor_map %
// CHECK: simt.barrier block
// CHECK-NEXT: simt.tensor_map_acquire
// CHECK-NOT: simt.barrier
// CHECK: simt.tensor_map_acquire
// CHECK-NOT: simt.barrier
// CHECK: simt.tensor_map_acquire
tt.func public @three(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %r: !tt.ptr<f16>, %n: i32, %stride: i64) {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %x = tt.make_tensor_descriptor %p, [%n, %n], [%stride, %one] : !tt.ptr<f16>, !tt.tensordesc<32x64xf16, #wide>
  %y = tt.make_tensor_descriptor %q, [%n, %n], [%stride, %one] : !tt.ptr<f16>, !tt.tensordesc<32x64xf16, #wide>
  %z = tt.make_tensor_descriptor %r, [%n, %n], [%stride, %one] : !tt.ptr<f16>, !tt.tensordesc<32x64xf16, #wide>
  %v = tt.descriptor_load %x[%c0, %c0] : !tt.tensordesc<32x64xf16, #wide> -> tensor<32x64xf16, #row>
  tt.descriptor_store %y[%c0, %c0], %v : !tt.tensordesc<32x64xf16, #wide>, tensor<32x64xf16, #row>
  tt.descriptor_store %z[%c0, %c0], %v : !tt.tensordesc<32x64xf16, #wide>, tensor<32x64xf16, #row>
  tt.return
}

// One that is used before the next is made is acquired there.
// LATER-LABEL: @used
// LATER: ttng.tensormap_create
// LATER: ttng.tensormap_fenceproxy_acquire
// LATER: ttng.async_tma_copy_global_to_local
// LATER: ttng.tensormap_create
// LATER: ttng.tensormap_fenceproxy_acquire
tt.func public @used(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %n: i32, %stride: i64) {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %x = tt.make_tensor_descriptor %p, [%n, %n], [%stride, %one] : !tt.ptr<f16>, !tt.tensordesc<32x64xf16, #wide>
  %v = tt.descriptor_load %x[%c0, %c0] : !tt.tensordesc<32x64xf16, #wide> -> tensor<32x64xf16, #row>
  %y = tt.make_tensor_descriptor %q, [%n, %n], [%stride, %one] : !tt.ptr<f16>, !tt.tensordesc<32x64xf16, #wide>
  tt.descriptor_store %y[%c0, %c0], %v : !tt.tensordesc<32x64xf16, #wide>, tensor<32x64xf16, #row>
  tt.return
}
}
