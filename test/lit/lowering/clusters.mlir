// Blocks of a cluster share tensors.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s

#half = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0], CGALayout = [[1]]}>
#odd = #ttg.linear<{register = [], lane = [[32], [2], [4], [8], [16]], warp = [], block = [[1]]}>
#turned = #ttg.linear<{register = [], lane = [[2], [1], [4], [8], [16]], warp = [], block = [[32]]}>
#same = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0], CGALayout = [[0]]}>

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// The second block has elements 32 to 63.
// CHECK-LABEL: simt.kernel @elements(%{{.+}}: i64) warps(1) lanes(32) cluster(2)
// CHECK-DAG: %[[THREAD:.+]] = simt.thread
// CHECK-DAG: %[[RANK:.+]] = simt.block_rank
// CHECK: %[[ABOVE:.+]] = arith.shli %[[RANK]], %c5{{.*}} : i32
// CHECK: %[[ELEMENT:.+]] = arith.ori %[[THREAD]], %[[ABOVE]] : i32
// CHECK: simt.splat %[[ELEMENT]] : i32 -> vector<1xi32>
// CHECK: simt.return
tt.func public @elements(%x: !tt.ptr<i32>) {
  %0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #half>
  %1 = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #half>
  %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<i32>, #half>, tensor<64xi32, #half>
  tt.store %2, %0 : tensor<64x!tt.ptr<i32>, #half>
  tt.return
}

// Of what both blocks hold, the first one stores.
// CHECK-LABEL: simt.kernel @copies
// CHECK: %[[RANK:.+]] = simt.block_rank
// CHECK: %[[IS_FIRST:.+]] = arith.cmpi eq, %{{.+}}, %c0{{.*}} : i32
// CHECK: simt.store global {{.+}} if
// CHECK: simt.return
tt.func public @copies(%x: !tt.ptr<i32>) {
  %0 = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #same>
  %1 = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>, #same>
  %2 = tt.addptr %1, %0 : tensor<32x!tt.ptr<i32>, #same>, tensor<32xi32, #same>
  tt.store %2, %0 : tensor<32x!tt.ptr<i32>, #same>
  tt.return
}

// Each block stores to its own memory, and loads from that of any block.
// CHECK-LABEL: simt.kernel @convert
// CHECK: simt.store shared
// CHECK: %[[PEER:.+]] = simt.peer_address %{{.+}} in %{{.+}}
// CHECK: %[[AT:.+]] = simt.splat %[[PEER]] : i32 -> vector<1xi32>
// CHECK: simt.load cluster %[[AT]]
// CHECK: simt.return
tt.func public @convert(%x: !tt.ptr<i32>) {
  %0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #half>
  %1 = ttg.convert_layout %0 : tensor<64xi32, #half> -> tensor<64xi32, #odd>
  %2 = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #odd>
  tt.store %2, %1 : tensor<64x!tt.ptr<i32>, #odd>
  tt.return
}

// What stays in the block goes through no other's memory.
// CHECK-LABEL: simt.kernel @within
// CHECK-NOT: cluster %
// CHECK: simt.shuffle_index
// CHECK-NOT: cluster %
// CHECK: simt.return
tt.func public @within(%x: !tt.ptr<i32>) {
  %0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #half>
  %1 = ttg.convert_layout %0 : tensor<64xi32, #half> -> tensor<64xi32, #turned>
  %2 = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #turned>
  tt.store %2, %1 : tensor<64x!tt.ptr<i32>, #turned>
  tt.return
}

// Blocks exchange what they have added up, and one thread of them stores it.
// CHECK-LABEL: simt.kernel @sum
// CHECK: simt.lane_reduce addi
// CHECK: simt.store shared
// CHECK: simt.load cluster
// CHECK: arith.addi
// CHECK: simt.store global {{.+}} if
// CHECK: simt.return
tt.func public @sum(%x: !tt.ptr<i32>) {
  %0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #half>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.addi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<64xi32, #half>) -> i32
  tt.store %x, %1 : !tt.ptr<i32>
  tt.return
}

// A thread of one block adds, and all learn what was there.
// CHECK-LABEL: simt.kernel @count
// CHECK: simt.barrier cluster
// CHECK: simt.atomic add acq_rel gpu global
// CHECK: simt.store shared
// CHECK: simt.peer_address %{{.+}} in %c0{{.*}}
// CHECK: simt.load cluster
// CHECK: simt.return
tt.func public @count(%x: !tt.ptr<i32>) {
  %one = arith.constant 1 : i32
  %0 = tt.atomic_rmw add, acq_rel, gpu, %x, %one : (!tt.ptr<i32>, i32) -> i32
  %1 = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #half>
  %2 = tt.splat %0 : i32 -> tensor<64xi32, #half>
  tt.store %1, %2 : tensor<64x!tt.ptr<i32>, #half>
  tt.return
}
}
