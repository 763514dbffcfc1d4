// Rules of ops of nvws.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
!array = !ttg.memdesc<2x128x64xf16, #tile, #smem, mutable>
tt.func @counts(%a: !nvws.aref<[!array, !array]>) {
  // expected-error-re @+1 {{'nvws.aref.put.enter' op expects a buffer for each of 2 types in '!nvws.aref<[!ttg.memdesc<2x128x64xf16, {{.*}}, #ttg.shared_memory, mutable>, !ttg.memdesc<2x128x64xf16, {{.*}}, #ttg.shared_memory, mutable>]>', but got 1}}
  %0:2 = nvws.aref.put.enter %a : <[!array, !array]> -> !ttg.memdesc<128x64xf16, #tile, #smem, mutable>, !ttg.async.token
  tt.return
}

// -----
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
!array = !ttg.memdesc<2x128x64xf16, #tile, #smem, mutable>
tt.func @shapes(%a: !nvws.aref<[!array]>) {
  // expected-error-re @+1 {{'nvws.aref.get.enter' op expects a buffer with the shape and elements of one of '!ttg.memdesc<2x128x64xf16, {{.*}}, #ttg.shared_memory, mutable>', but got '!ttg.memdesc<64x64xf16, {{.*}}, #ttg.shared_memory, mutable>'}}
  %0:2 = nvws.aref.get.enter %a : <[!array]> -> !ttg.memdesc<64x64xf16, #tile, #smem, mutable>, !ttg.async.token
  tt.return
}

// -----
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
!two = !ttg.memdesc<2x128x64xf16, #tile, #smem, mutable>
!four = !ttg.memdesc<4x128x64xf16, #tile, #smem, mutable>
tt.func @lengths(%a: !two, %b: !four) {
  // expected-error-re @+1 {{'nvws.aref.create' op expects as many buffers of each type, but got '!ttg.memdesc<2x128x64xf16, {{.*}}, #ttg.shared_memory, mutable>' and '!ttg.memdesc<4x128x64xf16, {{.*}}, #ttg.shared_memory, mutable>'}}
  %0 = nvws.aref.create %a, %b : <[!two, !four]>
  tt.return
}

// -----
tt.func @no_partition(%a: i32) {
  // expected-error @+1 {{'nvws.aref.phi' op expects partitions as 'ttg.partition', but got none}}
  %0 = nvws.aref.phi %a, %a : i32
  tt.return
}

// -----
tt.func @no_source(%a: i32) {
  // expected-error @+1 {{'nvws.aref.phi' op expects operands that are of partitions, but got one without 'ttg.partition'}}
  %0 = nvws.aref.phi %a, %a {ttg.partition = array<i32: 0>} : i32
  tt.return
}

// -----
tt.func @other_partitions(%a: i32) {
  %0 = arith.addi %a, %a {ttg.partition = array<i32: 0>} : i32
  %1 = arith.muli %a, %a {ttg.partition = array<i32: 1>} : i32
  // expected-error @+1 {{'nvws.aref.phi' op expects to be of the partitions that its operands are of, and of no others}}
  %2 = nvws.aref.phi %0, %1 {ttg.partition = array<i32: 0>} : i32
  tt.return
}

// -----
tt.func @load_type() {
  // expected-error @+1 {{'nvws.create_token' op expects a number from 0 to 4 as 'loadType', but got 5}}
  %0 = nvws.create_token {loadType = 5 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
  tt.return
}

// -----
tt.func @no_yield() {
  // expected-error @+1 {{'nvws.warp_group' op expects a first partition that yields the results}}
  %0 = nvws.warp_group
  partition0 num_warps(4) {
    nvws.warp_group.return
  } -> i32
  tt.return
}

// -----
tt.func @no_number() {
  // expected-error @+1 {{'nvws.warp_group' op expects a number of warps for each of 2 partitions, but got 1}}
  "nvws.warp_group"() <{numWarps = array<i32: 4>}> ({
    nvws.warp_group.yield
  }, {
    nvws.warp_group.return
  }) : () -> ()
  tt.return
}
