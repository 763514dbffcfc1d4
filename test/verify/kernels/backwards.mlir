// Offsets that are negative.
tt.func public @backwards(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %places = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %back = arith.subi %zero, %places : tensor<128xi32>
  %last = arith.constant 127 : i32
  %end = tt.addptr %x, %last : !tt.ptr<f32>, i32
  %from = tt.splat %end : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %source = tt.addptr %from, %back : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %values = tt.load %source : tensor<128x!tt.ptr<f32>>
  %to = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %target = tt.addptr %to, %places : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %target, %values : tensor<128x!tt.ptr<f32>>
  tt.return
}
