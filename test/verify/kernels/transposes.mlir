// Elements that only move: two transposes in a row, a join and a split.
tt.func public @transposes(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %places = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %from = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %source = tt.addptr %from, %places : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %row = tt.load %source : tensor<512x!tt.ptr<f32>>
  %box = tt.reshape %row : tensor<512xf32> -> tensor<8x8x8xf32>
  %once = tt.trans %box {order = array<i32: 1, 2, 0>} : tensor<8x8x8xf32> -> tensor<8x8x8xf32>
  %twice = tt.trans %once {order = array<i32: 1, 0, 2>} : tensor<8x8x8xf32> -> tensor<8x8x8xf32>
  %all = tt.reshape %twice : tensor<8x8x8xf32> -> tensor<512xf32>
  %pairs = tt.join %all, %row : tensor<512xf32> -> tensor<512x2xf32>
  %first, %second = tt.split %pairs : tensor<512x2xf32> -> tensor<512xf32>
  %to = tt.splat %out : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %target = tt.addptr %to, %places : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %target, %first : tensor<512x!tt.ptr<f32>>
  %c512 = arith.constant dense<512> : tensor<512xi32>
  %behind = tt.addptr %target, %c512 : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %behind, %second : tensor<512x!tt.ptr<f32>>
  tt.return
}
