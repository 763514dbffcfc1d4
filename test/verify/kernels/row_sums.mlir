// A loop adds up rows to sums that begin at one.
#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #row}>
#columns = #ttg.slice<{dim = 0, parent = #row}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @row_sums(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %start = arith.constant dense<1.0> : tensor<32xf32, #rows>
    %rows = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #rows>
    %columns = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #columns>
    %row = tt.expand_dims %rows {axis = 1 : i32} : tensor<32xi32, #rows> -> tensor<32x1xi32, #row>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<128xi32, #columns> -> tensor<1x128xi32, #row>
    %width = arith.constant dense<128> : tensor<32x1xi32, #row>
    %begin = arith.muli %row, %width : tensor<32x1xi32, #row>
    %begins = tt.broadcast %begin : tensor<32x1xi32, #row> -> tensor<32x128xi32, #row>
    %along = tt.broadcast %column : tensor<1x128xi32, #row> -> tensor<32x128xi32, #row>
    %places = arith.addi %begins, %along : tensor<32x128xi32, #row>
    %from = tt.splat %x : !tt.ptr<f32> -> tensor<32x128x!tt.ptr<f32>, #row>
    %source = tt.addptr %from, %places : tensor<32x128x!tt.ptr<f32>, #row>, tensor<32x128xi32, #row>
    %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #rows>) : i32 {
      %x_0 = tt.load %source : tensor<32x128x!tt.ptr<f32>, #row>
      %r = "tt.reduce"(%x_0) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<32x128xf32, #row>) -> tensor<32xf32, #rows>
      %next = arith.addf %acc, %r : tensor<32xf32, #rows>
      scf.yield %next : tensor<32xf32, #rows>
    }
    %to = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #rows>
    %target = tt.addptr %to, %rows : tensor<32x!tt.ptr<f32>, #rows>, tensor<32xi32, #rows>
    tt.store %target, %sum : tensor<32x!tt.ptr<f32>, #rows>
    tt.return
  }
}
