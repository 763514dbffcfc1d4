// The product of matmul_scaled, with scales for one factor only.
module {
  tt.func public @scaled_half(%a: !tt.ptr<f8E5M2> {tt.divisibility = 16 : i32}, %a_scale: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %b: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %b_scale: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %c: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}, %K: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %total = arith.constant dense<0.000000e+00> : tensor<128x64xf32>
    %c0_i32 = arith.constant 0 : i32
    %c32_i32 = arith.constant 32 : i32
    %c2_i32 = arith.constant 2 : i32
    %c64_i32 = arith.constant 64 : i32
    %c128_i32 = arith.constant 128 : i32
    %m = tt.get_program_id x : i32
    %m_0 = arith.muli %m, %c128_i32 : i32
    %m_1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %m_2 = tt.splat %m_0 : i32 -> tensor<128xi32>
    %m_3 = arith.addi %m_2, %m_1 : tensor<128xi32>
    %n = tt.get_program_id y : i32
    %n_4 = arith.muli %n, %c64_i32 : i32
    %n_5 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %n_6 = tt.splat %n_4 : i32 -> tensor<64xi32>
    %n_7 = arith.addi %n_6, %n_5 : tensor<64xi32>
    %group = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %total_8 = scf.for %begin = %c0_i32 to %K step %c128_i32 iter_args(%total_9 = %total) -> (tensor<128x64xf32>)  : i32 {
      %a_tile = tt.expand_dims %m_3 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
      %a_tile_10 = tt.splat %K : i32 -> tensor<128x1xi32>
      %a_tile_11 = arith.muli %a_tile, %a_tile_10 : tensor<128x1xi32>
      %a_tile_12 = tt.splat %a : !tt.ptr<f8E5M2> -> tensor<128x1x!tt.ptr<f8E5M2>>
      %a_tile_13 = tt.addptr %a_tile_12, %a_tile_11 : tensor<128x1x!tt.ptr<f8E5M2>>, tensor<128x1xi32>
      %a_tile_14 = tt.splat %begin : i32 -> tensor<128x1xi32>
      %a_tile_15 = tt.addptr %a_tile_13, %a_tile_14 : tensor<128x1x!tt.ptr<f8E5M2>>, tensor<128x1xi32>
      %a_tile_16 = tt.expand_dims %m_1 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
      %a_tile_17 = tt.broadcast %a_tile_15 : tensor<128x1x!tt.ptr<f8E5M2>> -> tensor<128x128x!tt.ptr<f8E5M2>>
      %a_tile_18 = tt.broadcast %a_tile_16 : tensor<1x128xi32> -> tensor<128x128xi32>
      %a_tile_19 = tt.addptr %a_tile_17, %a_tile_18 : tensor<128x128x!tt.ptr<f8E5M2>>, tensor<128x128xi32>
      %a_tile_20 = tt.load %a_tile_19 : tensor<128x128x!tt.ptr<f8E5M2>>
      %b_tile = arith.divsi %begin, %c2_i32 : i32
      %b_tile_21 = tt.splat %b_tile : i32 -> tensor<64xi32>
      %b_tile_22 = arith.addi %b_tile_21, %n_5 : tensor<64xi32>
      %b_tile_23 = tt.expand_dims %b_tile_22 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %b_tile_24 = tt.splat %N : i32 -> tensor<64x1xi32>
      %b_tile_25 = arith.muli %b_tile_23, %b_tile_24 : tensor<64x1xi32>
      %b_tile_26 = tt.splat %b : !tt.ptr<i8> -> tensor<64x1x!tt.ptr<i8>>
      %b_tile_27 = tt.addptr %b_tile_26, %b_tile_25 : tensor<64x1x!tt.ptr<i8>>, tensor<64x1xi32>
      %b_tile_28 = tt.expand_dims %n_7 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
      %b_tile_29 = tt.broadcast %b_tile_27 : tensor<64x1x!tt.ptr<i8>> -> tensor<64x64x!tt.ptr<i8>>
      %b_tile_30 = tt.broadcast %b_tile_28 : tensor<1x64xi32> -> tensor<64x64xi32>
      %b_tile_31 = tt.addptr %b_tile_29, %b_tile_30 : tensor<64x64x!tt.ptr<i8>>, tensor<64x64xi32>
      %b_tile_32 = tt.load %b_tile_31 : tensor<64x64x!tt.ptr<i8>>
      %scales = arith.divsi %begin, %c32_i32 : i32
      %scales_33 = tt.expand_dims %group {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
      %scales_34 = tt.splat %scales : i32 -> tensor<1x4xi32>
      %scales_35 = arith.addi %scales_34, %scales_33 : tensor<1x4xi32>
      %a_factor = arith.divsi %K, %c32_i32 : i32
      %a_factor_36 = tt.splat %a_factor : i32 -> tensor<128x1xi32>
      %a_factor_37 = arith.muli %a_tile, %a_factor_36 : tensor<128x1xi32>
      %a_factor_38 = tt.splat %a_scale : !tt.ptr<i8> -> tensor<128x1x!tt.ptr<i8>>
      %a_factor_39 = tt.addptr %a_factor_38, %a_factor_37 : tensor<128x1x!tt.ptr<i8>>, tensor<128x1xi32>
      %a_factor_40 = tt.broadcast %a_factor_39 : tensor<128x1x!tt.ptr<i8>> -> tensor<128x4x!tt.ptr<i8>>
      %a_factor_41 = tt.broadcast %scales_35 : tensor<1x4xi32> -> tensor<128x4xi32>
      %a_factor_42 = tt.addptr %a_factor_40, %a_factor_41 : tensor<128x4x!tt.ptr<i8>>, tensor<128x4xi32>
      %a_factor_43 = tt.load %a_factor_42 : tensor<128x4x!tt.ptr<i8>>
      %b_factor = tt.expand_dims %n_7 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %b_factor_44 = tt.splat %a_factor : i32 -> tensor<64x1xi32>
      %b_factor_45 = arith.muli %b_factor, %b_factor_44 : tensor<64x1xi32>
      %b_factor_46 = tt.splat %b_scale : !tt.ptr<i8> -> tensor<64x1x!tt.ptr<i8>>
      %b_factor_47 = tt.addptr %b_factor_46, %b_factor_45 : tensor<64x1x!tt.ptr<i8>>, tensor<64x1xi32>
      %b_factor_48 = tt.broadcast %b_factor_47 : tensor<64x1x!tt.ptr<i8>> -> tensor<64x4x!tt.ptr<i8>>
      %b_factor_49 = tt.broadcast %scales_35 : tensor<1x4xi32> -> tensor<64x4xi32>
      %b_factor_50 = tt.addptr %b_factor_48, %b_factor_49 : tensor<64x4x!tt.ptr<i8>>, tensor<64x4xi32>
      %b_factor_51 = tt.load %b_factor_50 : tensor<64x4x!tt.ptr<i8>>
      %total_52 = tt.dot_scaled %a_tile_20 scale %a_factor_43, %b_tile_32, %total_9 lhs = e5m2 rhs = e2m1 {fastMath = false} : tensor<128x128xf8E5M2>, tensor<128x4xi8> * tensor<64x64xi8> -> tensor<128x64xf32>
      scf.yield %total_52 : tensor<128x64xf32>
    }
    %0 = tt.expand_dims %m_3 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %1 = tt.splat %N : i32 -> tensor<128x1xi32>
    %2 = arith.muli %0, %1 : tensor<128x1xi32>
    %3 = tt.splat %c : !tt.ptr<bf16> -> tensor<128x1x!tt.ptr<bf16>>
    %4 = tt.addptr %3, %2 : tensor<128x1x!tt.ptr<bf16>>, tensor<128x1xi32>
    %5 = tt.expand_dims %n_7 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %6 = tt.broadcast %4 : tensor<128x1x!tt.ptr<bf16>> -> tensor<128x64x!tt.ptr<bf16>>
    %7 = tt.broadcast %5 : tensor<1x64xi32> -> tensor<128x64xi32>
    %8 = tt.addptr %6, %7 : tensor<128x64x!tt.ptr<bf16>>, tensor<128x64xi32>
    %9 = arith.truncf %total_8 : tensor<128x64xf32> to tensor<128x64xbf16>
    tt.store %8, %9 : tensor<128x64x!tt.ptr<bf16>>
    tt.return
  }
}
