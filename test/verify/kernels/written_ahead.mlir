// A loop that loads in each iteration what the one before has stored.
tt.func public @written_ahead(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c6 = arith.constant 6 : i32
  %c128 = arith.constant 128 : i32
  %places = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %from = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %start = tt.addptr %from, %places : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %half = arith.constant dense<0.5> : tensor<128xf32>
  %step = arith.constant dense<128> : tensor<128xi32>
  scf.for %i = %c0 to %c6 step %c1 : i32 {
    %begin = arith.muli %i, %c128 : i32
    %begins = tt.splat %begin : i32 -> tensor<128xi32>
    %source = tt.addptr %start, %begins : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %old = tt.load %source : tensor<128x!tt.ptr<f32>>
    %new = arith.addf %old, %half : tensor<128xf32>
    %target = tt.addptr %source, %step : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %target, %new : tensor<128x!tt.ptr<f32>>
  } {tt.num_stages = 3 : i32}
  tt.return
}
