// A product of f32 that no matrix instruction computes.
tt.func public @dot_ieee(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %rows = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %row = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %width = arith.constant dense<64> : tensor<64x1xi32>
  %begin = arith.muli %row, %width : tensor<64x1xi32>
  %begins = tt.broadcast %begin : tensor<64x1xi32> -> tensor<64x64xi32>
  %along = tt.broadcast %column : tensor<1x64xi32> -> tensor<64x64xi32>
  %places = arith.addi %begins, %along : tensor<64x64xi32>
  %froma = tt.splat %a : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %pa = tt.addptr %froma, %places : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %x = tt.load %pa : tensor<64x64x!tt.ptr<f32>>
  %fromb = tt.splat %b : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %pb = tt.addptr %fromb, %places : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %y = tt.load %pb : tensor<64x64x!tt.ptr<f32>>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = tt.dot %x, %y, %zero, inputPrecision = ieee : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
  %to = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %pd = tt.addptr %to, %places : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %pd, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
