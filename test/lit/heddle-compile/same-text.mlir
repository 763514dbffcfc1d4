// The same kernel gives the same text, wherever the compiler's own data lie in memory. Offsets are
// products of several scalars, and two loads have their masks' ends computed for a warp that loads.
// RUN: heddle compile %s --target sm_90 --num-warps 8 -o %t0.ptx --force
// RUN: grep -q "tensormap.replace" %t0.ptx
// RUN: heddle compile %s --target sm_90 --num-warps 8 -o %t1.ptx --force && cmp %t0.ptx %t1.ptx
// RUN: heddle compile %s --target sm_90 --num-warps 8 -o %t2.ptx --force && cmp %t0.ptx %t2.ptx
// RUN: heddle compile %s --target sm_90 --num-warps 8 -o %t3.ptx --force && cmp %t0.ptx %t3.ptx
// RUN: heddle compile %s --target sm_90 --num-warps 8 -o %t4.ptx --force && cmp %t0.ptx %t4.ptx
// RUN: heddle compile %s --target sm_90 --num-warps 8 -o %t5.ptx --force && cmp %t0.ptx %t5.ptx
// RUN: heddle compile %s --target sm_90 --num-warps 8 -o %t6.ptx --force && cmp %t0.ptx %t6.ptx
// RUN: heddle compile %s --target sm_90 --num-warps 8 -o %t7.ptx --force && cmp %t0.ptx %t7.ptx

module {
  tt.func public @attention_mask(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg4: f32, %arg5: i32 {tt.divisibility = 16 : i32}, %arg6: i32, %arg7: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<128xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<128x128xf16>
    %c0_i32 = arith.constant 0 : i32
    %cst_1 = arith.constant 1.44269502 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
    %cst_3 = arith.constant dense<128> : tensor<1x128xi32>
    %cst_4 = arith.constant dense<0> : tensor<128x1xi32>
    %cst_5 = arith.constant dense<0> : tensor<1x128xi32>
    %cst_6 = arith.constant dense<0xFF800000> : tensor<128xf32>
    %cst_7 = arith.constant dense<128> : tensor<128x1xi32>
    %c128_i32 = arith.constant 128 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c128_i32 : i32
    %2 = tt.get_program_id y : i32
    %3 = arith.muli %2, %arg5 : i32
    %4 = arith.muli %3, %c128_i32 : i32
    %5 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %6 = tt.splat %1 : i32 -> tensor<128xi32>
    %7 = arith.addi %6, %5 : tensor<128xi32>
    %8 = tt.addptr %arg0, %4 : !tt.ptr<f16>, i32
    %9 = tt.expand_dims %7 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %10 = arith.muli %9, %cst_7 : tensor<128x1xi32>
    %11 = tt.splat %8 : !tt.ptr<f16> -> tensor<128x1x!tt.ptr<f16>>
    %12 = tt.addptr %11, %10 : tensor<128x1x!tt.ptr<f16>>, tensor<128x1xi32>
    %13 = tt.expand_dims %5 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
    %14 = tt.broadcast %12 : tensor<128x1x!tt.ptr<f16>> -> tensor<128x128x!tt.ptr<f16>>
    %15 = tt.broadcast %13 : tensor<1x128xi32> -> tensor<128x128xi32>
    %16 = tt.addptr %14, %15 : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %17 = tt.load %16 : tensor<128x128x!tt.ptr<f16>>
    %18:3 = scf.for %arg8 = %c0_i32 to %arg5 step %c128_i32 iter_args(%arg9 = %cst_6, %arg10 = %cst, %arg11 = %cst_2) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>)  : i32 {
      %28 = tt.splat %arg8 : i32 -> tensor<128xi32>
      %29 = arith.addi %28, %5 : tensor<128xi32>
      %30 = tt.expand_dims %29 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
      %31 = arith.cmpi sge, %30, %cst_5 : tensor<1x128xi32>
      %32 = tt.splat %arg6 : i32 -> tensor<1x128xi32>
      %33 = arith.cmpi slt, %30, %32 : tensor<1x128xi32>
      %34 = arith.andi %31, %33 : tensor<1x128xi1>
      %35 = tt.expand_dims %29 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
      %36 = arith.cmpi sge, %35, %cst_4 : tensor<128x1xi32>
      %37 = tt.splat %arg6 : i32 -> tensor<128x1xi32>
      %38 = arith.cmpi slt, %35, %37 : tensor<128x1xi32>
      %39 = arith.andi %36, %38 : tensor<128x1xi1>
      %40 = tt.addptr %arg1, %4 : !tt.ptr<f16>, i32
      %41 = arith.muli %30, %cst_3 : tensor<1x128xi32>
      %42 = tt.splat %40 : !tt.ptr<f16> -> tensor<1x128x!tt.ptr<f16>>
      %43 = tt.addptr %42, %41 : tensor<1x128x!tt.ptr<f16>>, tensor<1x128xi32>
      %44 = tt.expand_dims %5 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
      %45 = tt.broadcast %43 : tensor<1x128x!tt.ptr<f16>> -> tensor<128x128x!tt.ptr<f16>>
      %46 = tt.broadcast %44 : tensor<128x1xi32> -> tensor<128x128xi32>
      %47 = tt.addptr %45, %46 : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
      %48 = tt.broadcast %34 : tensor<1x128xi1> -> tensor<128x128xi1>
      %49 = tt.load %47, %48, %cst_0 : tensor<128x128x!tt.ptr<f16>>
      %50 = tt.dot %17, %49, %cst_2, inputPrecision = tf32 : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
      %51 = arith.mulf %arg4, %cst_1 : f32
      %52 = tt.splat %51 : f32 -> tensor<128x128xf32>
      %53 = arith.mulf %50, %52 : tensor<128x128xf32>
      %54 = "tt.reduce"(%53) <{axis = 1 : i32}> ({
      ^bb0(%arg12: f32, %arg13: f32):
        %78 = arith.maxnumf %arg12, %arg13 : f32
        tt.reduce.return %78 : f32
      }) : (tensor<128x128xf32>) -> tensor<128xf32>
      %55 = arith.maxnumf %arg9, %54 : tensor<128xf32>
      %56 = tt.expand_dims %55 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
      %57 = tt.broadcast %56 : tensor<128x1xf32> -> tensor<128x128xf32>
      %58 = arith.subf %53, %57 : tensor<128x128xf32>
      %59 = math.exp2 %58 : tensor<128x128xf32>
      %60 = arith.subf %arg9, %55 : tensor<128xf32>
      %61 = math.exp2 %60 : tensor<128xf32>
      %62 = arith.mulf %arg10, %61 : tensor<128xf32>
      %63 = "tt.reduce"(%59) <{axis = 1 : i32}> ({
      ^bb0(%arg12: f32, %arg13: f32):
        %78 = arith.addf %arg12, %arg13 : f32
        tt.reduce.return %78 : f32
      }) : (tensor<128x128xf32>) -> tensor<128xf32>
      %64 = arith.addf %62, %63 : tensor<128xf32>
      %65 = tt.addptr %arg2, %4 : !tt.ptr<f16>, i32
      %66 = arith.muli %35, %cst_7 : tensor<128x1xi32>
      %67 = tt.splat %65 : !tt.ptr<f16> -> tensor<128x1x!tt.ptr<f16>>
      %68 = tt.addptr %67, %66 : tensor<128x1x!tt.ptr<f16>>, tensor<128x1xi32>
      %69 = tt.broadcast %68 : tensor<128x1x!tt.ptr<f16>> -> tensor<128x128x!tt.ptr<f16>>
      %70 = tt.addptr %69, %15 : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
      %71 = tt.broadcast %39 : tensor<128x1xi1> -> tensor<128x128xi1>
      %72 = tt.load %70, %71, %cst_0 : tensor<128x128x!tt.ptr<f16>>
      %73 = arith.truncf %59 : tensor<128x128xf32> to tensor<128x128xf16>
      %74 = tt.expand_dims %61 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
      %75 = tt.broadcast %74 : tensor<128x1xf32> -> tensor<128x128xf32>
      %76 = arith.mulf %arg11, %75 : tensor<128x128xf32>
      %77 = tt.dot %73, %72, %76, inputPrecision = tf32 : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
      scf.yield %55, %64, %77 : tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>
    }
    %19 = tt.addptr %arg3, %4 : !tt.ptr<f16>, i32
    %20 = tt.splat %19 : !tt.ptr<f16> -> tensor<128x1x!tt.ptr<f16>>
    %21 = tt.addptr %20, %10 : tensor<128x1x!tt.ptr<f16>>, tensor<128x1xi32>
    %22 = tt.broadcast %21 : tensor<128x1x!tt.ptr<f16>> -> tensor<128x128x!tt.ptr<f16>>
    %23 = tt.addptr %22, %15 : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %24 = tt.expand_dims %18#1 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %25 = tt.broadcast %24 : tensor<128x1xf32> -> tensor<128x128xf32>
    %26 = arith.divf %18#2, %25 : tensor<128x128xf32>
    %27 = arith.truncf %26 : tensor<128x128xf32> to tensor<128x128xf16>
    tt.store %23, %27 : tensor<128x128x!tt.ptr<f16>>
    tt.return
  }
}

