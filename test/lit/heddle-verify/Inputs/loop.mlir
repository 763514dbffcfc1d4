#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #a}>
#columns = #ttg.slice<{dim = 0, parent = #a}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @tiles(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c5 = arith.constant 5 : i32
    %step = arith.constant dense<512> : tensor<32x16xi32, #a>
    %zero = arith.constant dense<0.0> : tensor<32x16xf32, #a>
    %rows = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #rows>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #columns>
    %row = tt.expand_dims %rows {axis = 1 : i32} : tensor<32xi32, #rows> -> tensor<32x1xi32, #a>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32, #columns> -> tensor<1x16xi32, #a>
    %width = arith.constant dense<16> : tensor<32x1xi32, #a>
    %begin = arith.muli %row, %width : tensor<32x1xi32, #a>
    %begins = tt.broadcast %begin : tensor<32x1xi32, #a> -> tensor<32x16xi32, #a>
    %along = tt.broadcast %column : tensor<1x16xi32, #a> -> tensor<32x16xi32, #a>
    %places = arith.addi %begins, %along : tensor<32x16xi32, #a>
    %from = tt.splat %x : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>, #a>
    %first = tt.addptr %from, %places : tensor<32x16x!tt.ptr<f32>, #a>, tensor<32x16xi32, #a>
    %sum:2 = scf.for %n = %c0 to %c5 step %c1 iter_args(%at = %first, %acc = %zero) -> (tensor<32x16x!tt.ptr<f32>, #a>, tensor<32x16xf32, #a>) : i32 {
      %tile = tt.load %at {loop.cluster = 0 : i32, loop.stage = 0 : i32, tt.latency = 2 : i32} : tensor<32x16x!tt.ptr<f32>, #a>
      %more = arith.addf %acc, %tile {loop.cluster = 1 : i32, loop.stage = 2 : i32} : tensor<32x16xf32, #a>
      %next = tt.addptr %at, %step {loop.cluster = 0 : i32, loop.stage = 0 : i32} : tensor<32x16x!tt.ptr<f32>, #a>, tensor<32x16xi32, #a>
      scf.yield %next, %more : tensor<32x16x!tt.ptr<f32>, #a>, tensor<32x16xf32, #a>
    } {tt.scheduled_max_stage = 2 : i32}
    %to = tt.splat %out : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>, #a>
    %target = tt.addptr %to, %places : tensor<32x16x!tt.ptr<f32>, #a>, tensor<32x16xi32, #a>
    tt.store %target, %sum#1 : tensor<32x16x!tt.ptr<f32>, #a>
    tt.return
  }
}
