// Without instructions for 8-bit floats their casts are programs of integers.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
// CHECK-LABEL: simt.kernel @casts
// CHECK-NOT: simt.convert_float
// CHECK: arith.bitcast %{{.+}} : i8 to f8E4M3FN
// CHECK-NOT: simt.convert_float
// CHECK: arith.bitcast %{{.+}} : i16 to f16
// CHECK: simt.return
tt.func public @casts(%s: f32) {
  %0 = tt.fp_to_fp %s, rounding = rtne : f32 -> f8E4M3FN
  %1 = tt.fp_to_fp %0 : f8E4M3FN -> f32
  tt.return
}
}
