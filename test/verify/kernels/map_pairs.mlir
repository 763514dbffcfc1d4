// A function of pairs of elements, with a branch.
#a = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @map_pairs(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
    %zero = arith.constant 0 : i32
    %places = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
    %from = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #a>
    %source = tt.addptr %from, %places : tensor<128x!tt.ptr<i32>, #a>, tensor<128xi32, #a>
    %values = tt.load %source : tensor<128x!tt.ptr<i32>, #a>
    %mapped = "tt.map_elementwise"(%values) <{pack = 2 : i32}> ({
    ^bb0(%left: i32, %right: i32):
      %difference = arith.subi %left, %right : i32
      %is = arith.cmpi slt, %difference, %zero : i32
      %one = scf.if %is -> (i32) {
        %sum = arith.addi %left, %right : i32
        scf.yield %sum : i32
      } else {
        scf.yield %difference : i32
      }
      tt.map_elementwise.return %one, %right : i32, i32
    }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
    %to = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #a>
    %target = tt.addptr %to, %places : tensor<128x!tt.ptr<i32>, #a>, tensor<128xi32, #a>
    tt.store %target, %mapped : tensor<128x!tt.ptr<i32>, #a>
    tt.return
  }
}
