// Reductions within threads, among lanes, among warps, in layouts of all kinds.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s

#columns = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#askew = #ttg.generic_linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[8, 1], [8, 4], [0, 0]], block = []}>
#whole = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#copies = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>
#four = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// Where a warp alone has all: no memory.
// CHECK-LABEL: simt.kernel @lanes
// CHECK: arith.addi %{{.+}}, %{{.+}} : vector<4xi32>
// CHECK: simt.shuffle_xor %{{.+}}, 4
// CHECK: simt.shuffle_xor %{{.+}}, 2
// CHECK: simt.shuffle_xor %{{.+}}, 1
// CHECK-NOT: simt.shared
// CHECK: simt.return
tt.func public @lanes(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<64x64xi32, #rows>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.addi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<64x64xi32, #rows>) -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #rows}>>
  tt.return
}

// Eight warps have parts of the same columns, of which threads want four: first
// two columns for eight lanes, one of them for each warp's part, then four columns
// for each thread, instead of eight parts of four columns at once.
// CHECK-LABEL: simt.kernel @steps
// CHECK: simt.shuffle_xor %{{.+}}, 16
// CHECK: simt.shared 2048
// CHECK: simt.store shared %{{.+}} width 4
// CHECK: simt.load shared %{{.+}} width 2
// CHECK: simt.shuffle_xor %{{.+}}, 4
// CHECK: simt.shuffle_xor %{{.+}}, 2
// CHECK: simt.shuffle_xor %{{.+}}, 1
// CHECK: simt.shared 256
// CHECK: simt.store shared
// CHECK-NOT: simt.store shared
// CHECK: simt.load shared %{{.+}} width 4
// CHECK-NOT: simt.load shared
// CHECK: simt.return
tt.func public @steps(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<64x64xi32, #columns>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.addi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<64x64xi32, #columns>) -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #columns}>>
  tt.return
}

// The second bit of warps leads to the rows of the first one, and to columns that
// each warp has itself: copies, though no basis vector is zero. So nothing is left
// to combine among warps; what is loaded is on its way to the result's layout.
// CHECK-LABEL: simt.kernel @askew
// CHECK: arith.addi %{{.+}}, %{{.+}} : vector<2xi32>
// CHECK: arith.addi %{{.+}}, %{{.+}} : vector<1xi32>
// CHECK: simt.shuffle_xor %{{.+}}, 2
// CHECK: simt.shuffle_xor %{{.+}}, 1
// CHECK-NOT: arith.addi {{.+}} : vector<2xi32>
// CHECK: simt.return
tt.func public @askew(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<16x16xi32, #askew>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.addi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<16x16xi32, #askew>) -> tensor<16xi32, #ttg.slice<{dim = 1, parent = #askew}>>
  tt.return
}

// A word of all lanes: one instruction for each row.
// CHECK-LABEL: simt.kernel @whole
// CHECK-COUNT-8: simt.lane_reduce maxsi
// CHECK-NOT: simt.lane_reduce
// CHECK-NOT: simt.shuffle_xor
// CHECK: simt.return
tt.func public @whole(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<64x32xi32, #whole>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.maxsi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<64x32xi32, #whole>) -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #whole}>>
  tt.return
}

// Fewer elements than lanes: copies are not added.
// CHECK-LABEL: simt.kernel @copies
// CHECK-NOT: simt.shuffle_xor %{{.+}}, {{4|8|16}}
// CHECK: simt.shuffle_xor %{{.+}}, 2
// CHECK: simt.shuffle_xor %{{.+}}, 1
// CHECK-NOT: simt.shared
// CHECK: simt.return
tt.func public @copies(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<2x4xi32, #copies>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.addi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<2x4xi32, #copies>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #copies}>>
  tt.return
}
// Nor are they xored.
// CHECK-LABEL: simt.kernel @copies_xored
// CHECK-NOT: simt.lane_reduce
// CHECK: simt.shuffle_xor %{{.+}}, 2
// CHECK: simt.shuffle_xor %{{.+}}, 1
// CHECK: simt.return
tt.func public @copies_xored(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<2x4xi32, #copies>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.xori %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<2x4xi32, #copies>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #copies}>>
  tt.return
}

// One exchange is as cheap.
// CHECK-LABEL: simt.kernel @most_of_two
// CHECK-NOT: simt.lane_reduce
// CHECK: simt.shuffle_xor %{{.+}}, 1
// CHECK: simt.return
tt.func public @most_of_two(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<2x2xi32, #copies>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.minui %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<2x2xi32, #copies>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #copies}>>
  tt.return
}

// A maximum may have the copies, too: one instruction for each row.
// CHECK-LABEL: simt.kernel @most_of_copies
// CHECK-COUNT-2: simt.lane_reduce maxsi
// CHECK-NOT: simt.lane_reduce
// CHECK-NOT: simt.shuffle_xor
// CHECK: simt.return
tt.func public @most_of_copies(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<2x4xi32, #copies>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.maxsi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<2x4xi32, #copies>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #copies}>>
  tt.return
}

// Not where lanes have several rows.
// CHECK-LABEL: simt.kernel @most_of_rows
// CHECK-NOT: simt.lane_reduce
// CHECK: simt.shuffle_xor %{{.+}}, 4
// CHECK: simt.shuffle_xor %{{.+}}, 2
// CHECK: simt.shuffle_xor %{{.+}}, 1
// CHECK: simt.return
tt.func public @most_of_rows(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<32x64xi32, #rows>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.maxsi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<32x64xi32, #rows>) -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #rows}>>
  tt.return
}

// Behind an exchange between warps, too: eight lanes have what eight warps had, the others copies.
// CHECK-LABEL: simt.kernel @most_of_warps
// CHECK-COUNT-4: simt.lane_reduce maxsi
// CHECK: simt.load shared
// CHECK-COUNT-4: simt.lane_reduce maxsi
// CHECK-NOT: simt.lane_reduce
// CHECK-NOT: simt.shuffle_xor
// CHECK: simt.return
tt.func public @most_of_warps(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<4x256xi32, #four>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.maxsi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<4x256xi32, #four>) -> tensor<4xi32, #ttg.slice<{dim = 1, parent = #four}>>
  tt.return
}
}
