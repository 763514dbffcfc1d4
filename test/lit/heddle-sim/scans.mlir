// Sums of 0 to 511 along coordinates whose bits are all over registers, lanes and warps,
// forward and backward, each compared with n (n + 1) / 2.
// RUN: heddle sim %s --target sm_90 --grid 1 --entry lanes_warps_registers --arg 0=512
// RUN: heddle sim %s --target sm_90 --grid 1 --entry lanes_backward --arg 0=512
// RUN: heddle sim %s --target sm_90 --grid 1 --entry warps_below --arg 0=512
// RUN: heddle sim %s --target sm_90 --grid 1 --entry between --arg 0=512
// RUN: heddle sim %s --target sm_90 --grid 1 --entry skewed --arg 0=512
// RUN: not heddle sim %s --target sm_90 --grid 1 --entry skewed --arg 0=511 2>&1 | FileCheck %s
// CHECK: error: assertion failed: sum of what comes behind
#l0 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#l1 = #ttg.linear<{register = [[256]], lane = [[16], [8], [4], [2], [1]], warp = [[64], [128], [32]], block = []}>
#l2 = #ttg.linear<{register = [[4], [64]], lane = [[8], [16], [32], [0], [128]], warp = [[1], [2], [256]], block = []}>
#l3 = #ttg.linear<{register = [[2], [128]], lane = [[1], [4], [16], [8], [256]], warp = [[32], [0], [64]], block = []}>
#l4 = #ttg.generic_linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[384], [256], [0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// Lanes below warps below registers.
tt.func public @lanes_warps_registers(%size: i32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #l0>
  %one = arith.constant dense<1> : tensor<512xi32, #l0>
  %up = "tt.scan"(%0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l0>) -> tensor<512xi32, #l0>
  %down = "tt.scan"(%0) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l0>) -> tensor<512xi32, #l0>
  %next = arith.addi %0, %one : tensor<512xi32, #l0>
  %twice = arith.muli %0, %next : tensor<512xi32, #l0>
  %sum = arith.shrui %twice, %one : tensor<512xi32, #l0>
  %isUp = arith.cmpi eq, %up, %sum : tensor<512xi32, #l0>
  tt.assert %isUp, "sum of what comes before" : tensor<512xi1, #l0>
  %last = tt.splat %size : i32 -> tensor<512xi32, #l0>
  %before = arith.subi %last, %one : tensor<512xi32, #l0>
  %square = arith.muli %last, %before : tensor<512xi32, #l0>
  %all = arith.shrui %square, %one : tensor<512xi32, #l0>
  %rest = arith.subi %all, %sum : tensor<512xi32, #l0>
  %with = arith.addi %rest, %0 : tensor<512xi32, #l0>
  %isDown = arith.cmpi eq, %down, %with : tensor<512xi32, #l0>
  tt.assert %isDown, "sum of what comes behind" : tensor<512xi1, #l0>
  tt.return
}

// Lanes and warps in another order.
tt.func public @lanes_backward(%size: i32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #l1>
  %one = arith.constant dense<1> : tensor<512xi32, #l1>
  %up = "tt.scan"(%0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l1>) -> tensor<512xi32, #l1>
  %down = "tt.scan"(%0) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l1>) -> tensor<512xi32, #l1>
  %next = arith.addi %0, %one : tensor<512xi32, #l1>
  %twice = arith.muli %0, %next : tensor<512xi32, #l1>
  %sum = arith.shrui %twice, %one : tensor<512xi32, #l1>
  %isUp = arith.cmpi eq, %up, %sum : tensor<512xi32, #l1>
  tt.assert %isUp, "sum of what comes before" : tensor<512xi1, #l1>
  %last = tt.splat %size : i32 -> tensor<512xi32, #l1>
  %before = arith.subi %last, %one : tensor<512xi32, #l1>
  %square = arith.muli %last, %before : tensor<512xi32, #l1>
  %all = arith.shrui %square, %one : tensor<512xi32, #l1>
  %rest = arith.subi %all, %sum : tensor<512xi32, #l1>
  %with = arith.addi %rest, %0 : tensor<512xi32, #l1>
  %isDown = arith.cmpi eq, %down, %with : tensor<512xi32, #l1>
  tt.assert %isDown, "sum of what comes behind" : tensor<512xi1, #l1>
  tt.return
}

// Warps below, between and above.
tt.func public @warps_below(%size: i32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #l2>
  %one = arith.constant dense<1> : tensor<512xi32, #l2>
  %up = "tt.scan"(%0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l2>) -> tensor<512xi32, #l2>
  %down = "tt.scan"(%0) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l2>) -> tensor<512xi32, #l2>
  %next = arith.addi %0, %one : tensor<512xi32, #l2>
  %twice = arith.muli %0, %next : tensor<512xi32, #l2>
  %sum = arith.shrui %twice, %one : tensor<512xi32, #l2>
  %isUp = arith.cmpi eq, %up, %sum : tensor<512xi32, #l2>
  tt.assert %isUp, "sum of what comes before" : tensor<512xi1, #l2>
  %last = tt.splat %size : i32 -> tensor<512xi32, #l2>
  %before = arith.subi %last, %one : tensor<512xi32, #l2>
  %square = arith.muli %last, %before : tensor<512xi32, #l2>
  %all = arith.shrui %square, %one : tensor<512xi32, #l2>
  %rest = arith.subi %all, %sum : tensor<512xi32, #l2>
  %with = arith.addi %rest, %0 : tensor<512xi32, #l2>
  %isDown = arith.cmpi eq, %down, %with : tensor<512xi32, #l2>
  tt.assert %isDown, "sum of what comes behind" : tensor<512xi1, #l2>
  tt.return
}

// Registers between lanes.
tt.func public @between(%size: i32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #l3>
  %one = arith.constant dense<1> : tensor<512xi32, #l3>
  %up = "tt.scan"(%0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l3>) -> tensor<512xi32, #l3>
  %down = "tt.scan"(%0) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l3>) -> tensor<512xi32, #l3>
  %next = arith.addi %0, %one : tensor<512xi32, #l3>
  %twice = arith.muli %0, %next : tensor<512xi32, #l3>
  %sum = arith.shrui %twice, %one : tensor<512xi32, #l3>
  %isUp = arith.cmpi eq, %up, %sum : tensor<512xi32, #l3>
  tt.assert %isUp, "sum of what comes before" : tensor<512xi1, #l3>
  %last = tt.splat %size : i32 -> tensor<512xi32, #l3>
  %before = arith.subi %last, %one : tensor<512xi32, #l3>
  %square = arith.muli %last, %before : tensor<512xi32, #l3>
  %all = arith.shrui %square, %one : tensor<512xi32, #l3>
  %rest = arith.subi %all, %sum : tensor<512xi32, #l3>
  %with = arith.addi %rest, %0 : tensor<512xi32, #l3>
  %isDown = arith.cmpi eq, %down, %with : tensor<512xi32, #l3>
  tt.assert %isDown, "sum of what comes behind" : tensor<512xi1, #l3>
  tt.return
}

// Warps move several bits at once.
tt.func public @skewed(%size: i32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #l4>
  %one = arith.constant dense<1> : tensor<512xi32, #l4>
  %up = "tt.scan"(%0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l4>) -> tensor<512xi32, #l4>
  %down = "tt.scan"(%0) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<512xi32, #l4>) -> tensor<512xi32, #l4>
  %next = arith.addi %0, %one : tensor<512xi32, #l4>
  %twice = arith.muli %0, %next : tensor<512xi32, #l4>
  %sum = arith.shrui %twice, %one : tensor<512xi32, #l4>
  %isUp = arith.cmpi eq, %up, %sum : tensor<512xi32, #l4>
  tt.assert %isUp, "sum of what comes before" : tensor<512xi1, #l4>
  %last = tt.splat %size : i32 -> tensor<512xi32, #l4>
  %before = arith.subi %last, %one : tensor<512xi32, #l4>
  %square = arith.muli %last, %before : tensor<512xi32, #l4>
  %all = arith.shrui %square, %one : tensor<512xi32, #l4>
  %rest = arith.subi %all, %sum : tensor<512xi32, #l4>
  %with = arith.addi %rest, %0 : tensor<512xi32, #l4>
  %isDown = arith.cmpi eq, %down, %with : tensor<512xi32, #l4>
  tt.assert %isDown, "sum of what comes behind" : tensor<512xi1, #l4>
  tt.return
}
}
