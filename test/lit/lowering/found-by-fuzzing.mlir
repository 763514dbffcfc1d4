// What random programs found: test/simfuzz.
// RUN: heddle-opt %s --split-input-file --lower-to-simt --simt-allocate-shared --simt-insert-barriers | FileCheck %s

// A matrix has rows of 16 bytes, though a thread gets eight of them.
// CHECK-LABEL: simt.kernel @rows
// CHECK: simt.shared 256 align 16
// CHECK: simt.matrix_load
// CHECK: simt.return
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#both = #ttg.linear<{register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @rows(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #a>
  %1 = ttg.convert_layout %0 : tensor<64xi32, #a> -> tensor<64xi32, #both>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #both>
  %t = tt.addptr %s, %1 : tensor<64x!tt.ptr<i32>, #both>, tensor<64xi32, #both>
  tt.store %t, %1 : tensor<64x!tt.ptr<i32>, #both>
  tt.return
}
}

// -----

// Bytes made of words have more registers than their operand: addresses that
// follow from them are not known, and looked at no further.
// CHECK-LABEL: simt.kernel @bytes
// CHECK: simt.from_words %{{.+}} : vector<2xi32> -> vector<8xi8>
// CHECK: simt.barrier block
// CHECK: simt.load shared
// CHECK: simt.return
#from = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#to = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @bytes(%i: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %p: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #from>
  %1 = tt.splat %i : !tt.ptr<i8> -> tensor<1024x!tt.ptr<i8>, #from>
  %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<i8>, #from>, tensor<1024xi32, #from>
  %3 = tt.load %2 : tensor<1024x!tt.ptr<i8>, #from>
  %4 = ttg.convert_layout %3 : tensor<1024xi8, #from> -> tensor<1024xi8, #to>
  %5 = arith.extui %4 : tensor<1024xi8, #to> to tensor<1024xi32, #to>
  %6 = tt.gather %0[%5] {axis = 0 : i32} : (tensor<1024xi32, #from>, tensor<1024xi32, #to>) -> tensor<1024xi32, #to>
  %7 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #to>
  %8 = tt.splat %p : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>, #to>
  %9 = tt.addptr %8, %7 : tensor<1024x!tt.ptr<i32>, #to>, tensor<1024xi32, #to>
  tt.store %9, %6 : tensor<1024x!tt.ptr<i32>, #to>
  tt.return
}
}
