// A load that no iteration changes the address of, but whose memory each one writes.
tt.func public @stored_in_loop(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %places = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %from = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %source = tt.addptr %from, %places : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %half = arith.constant dense<0.5> : tensor<128xf32>
  scf.for %i = %c0 to %c5 step %c1 : i32 {
    %old = tt.load %source : tensor<128x!tt.ptr<f32>>
    %new = arith.addf %old, %half : tensor<128xf32>
    tt.store %source, %new : tensor<128x!tt.ptr<f32>>
  }
  tt.return
}
