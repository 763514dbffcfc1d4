// Of a product of a matrix and a vector few blocks fit, so ptxas is asked for as many as the words
// that are live allow; with a quarter of the columns there are many, and one is enough. bf16 are
// widened from words of two.
// RUN: heddle compile %s --target sm_90 --entry gemv | FileCheck %s
// CHECK: .minnctapersm 4
// CHECK: shl.b32 {{.+}}, 16;
// CHECK: and.b32 {{.+}}, -65536;
// CHECK-NOT: cvt.f32.bf16
// RUN: sed 's/512/128/g' %s > %t.mlir
// RUN: heddle compile %t.mlir --target sm_90 | FileCheck %s --check-prefix=NARROW
// NARROW-NOT: .minnctapersm {{[2-9]}}
// NARROW: ret;
module {
  tt.func public @gemv(%arg0: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x512xf32>
    %c512_i32 = arith.constant 512 : i32
    %c0_i32 = arith.constant 0 : i32
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c16_i32 : i32
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.splat %1 : i32 -> tensor<16xi32>
    %4 = arith.addi %3, %2 : tensor<16xi32>
    %5 = scf.for %arg4 = %c0_i32 to %arg3 step %c512_i32 iter_args(%arg5 = %cst) -> (tensor<16x512xf32>)  : i32 {
      %9 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
      %10 = tt.splat %arg4 : i32 -> tensor<512xi32>
      %11 = arith.addi %10, %9 : tensor<512xi32>
      %12 = tt.expand_dims %4 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %13 = tt.splat %arg3 : i32 -> tensor<16x1xi32>
      %14 = arith.muli %12, %13 : tensor<16x1xi32>
      %15 = tt.splat %arg0 : !tt.ptr<bf16> -> tensor<16x1x!tt.ptr<bf16>>
      %16 = tt.addptr %15, %14 : tensor<16x1x!tt.ptr<bf16>>, tensor<16x1xi32>
      %17 = tt.expand_dims %11 {axis = 0 : i32} : tensor<512xi32> -> tensor<1x512xi32>
      %18 = tt.broadcast %16 : tensor<16x1x!tt.ptr<bf16>> -> tensor<16x512x!tt.ptr<bf16>>
      %19 = tt.broadcast %17 : tensor<1x512xi32> -> tensor<16x512xi32>
      %20 = tt.addptr %18, %19 : tensor<16x512x!tt.ptr<bf16>>, tensor<16x512xi32>
      %21 = tt.load %20 : tensor<16x512x!tt.ptr<bf16>>
      %22 = arith.extf %21 : tensor<16x512xbf16> to tensor<16x512xf32>
      %23 = tt.splat %arg1 : !tt.ptr<bf16> -> tensor<512x!tt.ptr<bf16>>
      %24 = tt.addptr %23, %11 : tensor<512x!tt.ptr<bf16>>, tensor<512xi32>
      %25 = tt.load %24 : tensor<512x!tt.ptr<bf16>>
      %26 = arith.extf %25 : tensor<512xbf16> to tensor<512xf32>
      %27 = tt.expand_dims %26 {axis = 0 : i32} : tensor<512xf32> -> tensor<1x512xf32>
      %28 = tt.broadcast %27 : tensor<1x512xf32> -> tensor<16x512xf32>
      %29 = arith.mulf %22, %28 : tensor<16x512xf32>
      %30 = arith.addf %arg5, %29 : tensor<16x512xf32>
      scf.yield %30 : tensor<16x512xf32>
    }
    %6 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %7 = tt.addptr %6, %4 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %8 = "tt.reduce"(%5) <{axis = 1 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %9 = arith.addf %arg4, %arg5 : f32
      tt.reduce.return %9 : f32
    }) : (tensor<16x512xf32>) -> tensor<16xf32>
    tt.store %7, %8 : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}

