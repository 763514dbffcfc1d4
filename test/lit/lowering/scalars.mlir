// Functions of each element become programs that every target has.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s
// RUN: heddle-opt %s --lower-to-simt | heddle-opt | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// Only what is approximated in the end is left of functions.
// CHECK-LABEL: simt.kernel @functions
// CHECK-NOT: math.exp
// CHECK: simt.approximate exp2 %{{.+}} ftz : vector<2xf32>
// CHECK: simt.approximate rsqrt %{{.+}} : f32
// CHECK-NOT: math.log
// CHECK: math.sqrt %{{.+}} : vector<2xf32>
// CHECK: simt.return
tt.func public @functions(%s: f32) {
  %x = tt.splat %s : f32 -> tensor<64xf32, #a>
  %0 = math.exp %x : tensor<64xf32, #a>
  %1 = math.exp2 %0 : tensor<64xf32, #a>
  %2 = math.rsqrt %s : f32
  %3 = math.log %1 : tensor<64xf32, #a>
  %4 = tt.precise_sqrt %3 : tensor<64xf32, #a>
  tt.return
}

// Narrow floats are computed as f32, but a fused product is one of their own.
// CHECK-LABEL: simt.kernel @narrow
// CHECK: %[[WIDE:.+]] = arith.extf %{{.+}} : vector<2xf16> to vector<2xf32>
// CHECK: %[[FLOOR:.+]] = math.floor %[[WIDE]] : vector<2xf32>
// CHECK: arith.truncf %[[FLOOR]] : vector<2xf32> to vector<2xf16>
// CHECK: math.fma %{{.+}} : vector<2xf16>
tt.func public @narrow(%s: f16) {
  %x = tt.splat %s : f16 -> tensor<64xf16, #a>
  %0 = math.floor %x : tensor<64xf16, #a>
  %1 = math.fma %0, %x, %x : tensor<64xf16, #a>
  tt.return
}

// CHECK-LABEL: simt.kernel @renamed
// CHECK: %{{.+}}, %[[HIGH:.+]] = arith.mului_extended
// CHECK: arith.divf
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK: arith.maxnumf
// CHECK: arith.minnumf
tt.func public @renamed(%i: i32, %s: f32) {
  %0 = tt.mulhiui %i, %i : i32
  %1 = tt.precise_divf %s, %s : f32
  %2 = tt.clampf %s, %1, %s, propagateNan = all : f32
  %3 = tt.clampf %s, %1, %s, propagateNan = none : f32
  tt.return
}

// CHECK-LABEL: simt.kernel @library
// CHECK: math.roundeven
// CHECK: arith.cmpf une
// CHECK: simt.approximate sin
tt.func public @library(%s: f32) {
  %0 = tt.extern_elementwise %s {libname = "", libpath = "", pure = true, symbol = "__nv_rintf"} : (f32) -> f32
  %1 = tt.extern_elementwise %s {libname = "", libpath = "", pure = true, symbol = "__nv_isnanf"} : (f32) -> i32
  %2 = tt.extern_elementwise %s {libname = "", libpath = "", pure = true, symbol = "__nv_fast_sinf"} : (f32) -> f32
  tt.return
}

// Casts that arith has not; bf16 goes by way of f32.
// CHECK-LABEL: simt.kernel @casts
// CHECK: simt.convert_float nearest_even %{{.+}} : f32 -> f8E4M3FN
// CHECK: simt.convert_float nearest_even %{{.+}} : f8E4M3FN -> f16
// CHECK: arith.extf %{{.+}} : f16 to f32
// CHECK: arith.truncf %{{.+}} : f32 to bf16
// CHECK: simt.convert_float toward_zero %{{.+}} : f32 -> f16
tt.func public @casts(%s: f32) {
  %0 = tt.fp_to_fp %s, rounding = rtne : f32 -> f8E4M3FN
  %1 = tt.fp_to_fp %0 : f8E4M3FN -> bf16
  %2 = tt.fp_to_fp %s, rounding = rtz : f32 -> f16
  tt.return
}
}
