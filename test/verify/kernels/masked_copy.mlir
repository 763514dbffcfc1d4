// Masked accesses of a small tensor, through two sums of offsets.
tt.func public @masked_copy(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32, tt.pointer_range = 32 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32, tt.pointer_range = 32 : i32}, %n: i32) {
  %places = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %factor = arith.constant dense<3> : tensor<256xi32>
  %more = arith.muli %places, %factor : tensor<256xi32>
  %limit = tt.splat %n : i32 -> tensor<256xi32>
  %mask = arith.cmpi slt, %places, %limit : tensor<256xi32>
  %outside = arith.constant dense<2.5> : tensor<256xf32>
  %from = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %once = tt.addptr %from, %places : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %source = tt.addptr %once, %more : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %values = tt.load %source, %mask, %outside : tensor<256x!tt.ptr<f32>>
  %result = arith.addf %values, %outside : tensor<256xf32>
  %to = tt.splat %out : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %target = tt.addptr %to, %places : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %end = arith.cmpi sle, %places, %limit : tensor<256xi32>
  tt.store %target, %result, %end : tensor<256x!tt.ptr<f32>>
  tt.return
}
