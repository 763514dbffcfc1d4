// A tensor is chosen by the condition of a branch that comes later.
tt.func public @selects(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %places = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %from = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %source = tt.addptr %from, %places : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %one = tt.load %source : tensor<128x!tt.ptr<f32>>
  %other = arith.addf %one, %one : tensor<128xf32>
  %limit = arith.constant 20 : i32
  %is = arith.cmpi slt, %n, %limit : i32
  %chosen = arith.select %is, %one, %other : tensor<128xf32>
  %branch = scf.if %is -> (tensor<128xf32>) {
    %sum = arith.mulf %one, %one : tensor<128xf32>
    scf.yield %sum : tensor<128xf32>
  } else {
    scf.yield %one : tensor<128xf32>
  }
  %result = arith.addf %chosen, %branch : tensor<128xf32>
  %to = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %target = tt.addptr %to, %places : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %target, %result : tensor<128x!tt.ptr<f32>>
  tt.return
}
