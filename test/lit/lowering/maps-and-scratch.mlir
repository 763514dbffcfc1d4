// A kernel with a tensor map as argument, and memory of its own behind the arguments.
// RUN: heddle compile %s --target sm_90 --emit simt | FileCheck %s

// CHECK: simt.kernel @both(%{{.+}}: i64 {simt.map_box = array<i32: 64, 32>, {{.+}}}, %{{.+}}: i64, %{{.+}}: i32, %{{.+}}: i64 {simt.scratch_alignment = 128 : i64, simt.scratch_bytes = 128 : i64})
// CHECK: simt.tensor_map
// CHECK: simt.box_load
// CHECK: simt.box_store
tt.func public @both(%d: !tt.tensordesc<32x64xf16>, %p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %row = arith.extsi %n : i32 to i64
  %e = tt.make_tensor_descriptor %p, [%n, %n], [%row, %one] : !tt.ptr<f16>, !tt.tensordesc<16x64xf16>
  %v = tt.descriptor_load %e[%c0, %c0] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
  %w = tt.join %v, %v : tensor<16x64xf16> -> tensor<16x64x2xf16>
  %t = tt.trans %w {order = array<i32: 2, 0, 1>} : tensor<16x64x2xf16> -> tensor<2x16x64xf16>
  %r = tt.reshape %t : tensor<2x16x64xf16> -> tensor<32x64xf16>
  tt.descriptor_store %d[%c0, %c0], %r : !tt.tensordesc<32x64xf16>, tensor<32x64xf16>
  tt.return
}
