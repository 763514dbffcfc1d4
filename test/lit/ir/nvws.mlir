// Data handed between groups of warps is read and printed as it stands here, from
// its own print too.
// RUN: heddle-opt %s | FileCheck %s
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#rows = #ttg.slice<{dim = 0, parent = #blocked}>
#smem = #ttg.shared_memory
!array = !ttg.memdesc<2x128x64xf16, #tile, #smem, mutable>
!buffer = !ttg.memdesc<128x64xf16, #tile, #smem, mutable>
!part = !ttg.memdesc<64x64xf16, #tile, #smem, mutable>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @arefs
  tt.func @arefs(%a: !array, %stage: i32, %phase: i32) {
    // CHECK: [[AREF:%.+]] = nvws.aref.create %{{.*}}, %{{.*}} : <[!ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>]>
    %0 = nvws.aref.create %a, %a : <[!array, !array]>
    // CHECK: %buffers:2, %token = nvws.aref.put.enter [[AREF]][%{{.*}}, %{{.*}}] : <[{{.*}}]> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.async.token
    %buffers:2, %token = nvws.aref.put.enter %0[%stage, %phase] : <[!array, !array]> -> !buffer, !buffer, !ttg.async.token
    // CHECK: nvws.aref.put.exit [[AREF]][%{{.*}}], %token [#nvws.async_op<tma_load>, #nvws.async_op<none>] : <[{{.*}}]>, !ttg.async.token
    nvws.aref.put.exit %0[%stage], %token [#nvws.async_op<tma_load>, #nvws.async_op<none>] : <[!array, !array]>, !ttg.async.token
    // CHECK: %buffers_0:2, %token_1 = nvws.aref.get.enter [[AREF]] : <
    %1:3 = nvws.aref.get.enter %0 : <[!array, !array]> -> !buffer, !buffer, !ttg.async.token
    // CHECK: nvws.aref.buffer [[AREF]][%{{.*}}], %token_1 : <[{{.*}}]>, !ttg.async.token -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    %2 = nvws.aref.buffer %0[%stage], %1#2 : <[!array, !array]>, !ttg.async.token -> !buffer
    // CHECK: nvws.aref.get.exit [[AREF]], %token_1 [#nvws.async_op<tc5mma>] : <
    nvws.aref.get.exit %0, %1#2 [#nvws.async_op<tc5mma>] : <[!array, !array]>, !ttg.async.token
    // CHECK: nvws.aref.create  : <[]>
    %3 = nvws.aref.create : <[]>
    tt.return
  }

  // CHECK-LABEL: @tokens
  tt.func @tokens(%i: i32, %phase: i1) {
    // CHECK: [[TOKENS:%.+]] = nvws.create_token {loadType = 1 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
    %0 = nvws.create_token {loadType = 1 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
    // CHECK: nvws.producer_acquire [[TOKENS]], %{{.*}}, %{{.*}} : tensor<3x!nvws.token>, i32, i1
    nvws.producer_acquire %0, %i, %phase : tensor<3x!nvws.token>, i32, i1
    // CHECK: nvws.producer_commit [[TOKENS]], %{{.*}} : tensor<3x!nvws.token>, i32
    nvws.producer_commit %0, %i : tensor<3x!nvws.token>, i32
    // CHECK: nvws.consumer_wait [[TOKENS]], %{{.*}}, %{{.*}} : tensor<3x!nvws.token>, i32, i1
    nvws.consumer_wait %0, %i, %phase : tensor<3x!nvws.token>, i32, i1
    // CHECK: nvws.consumer_release [[TOKENS]], %{{.*}} : tensor<3x!nvws.token>, i32
    nvws.consumer_release %0, %i : tensor<3x!nvws.token>, i32
    tt.return
  }

  // CHECK-LABEL: @copies
  tt.func @copies(%d: !tt.tensordesc<128x64xf16, #tile>, %r: !tt.tensordesc<1x64xf16, #tile>, %i: i32, %x: tensor<64xi32, #rows>, %m: !buffer, %p: !part, %c: !ttg.memdesc<128x64xf16, #tile, #smem, mutable>) {
    // CHECK: nvws.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] 16384 %{{.*}} : !tt.tensordesc<128x64xf16, #shared>, i32, i32, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    nvws.descriptor_load %d[%i, %i] 16384 %m : !tt.tensordesc<128x64xf16, #tile>, i32, i32, !buffer
    // CHECK: nvws.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] 8192 %{{.*}} : !tt.tensordesc<1x64xf16, #shared>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, i32, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    nvws.descriptor_gather %r[%x, %i] 8192 %p : !tt.tensordesc<1x64xf16, #tile>, tensor<64xi32, #rows>, i32, !part
    // CHECK: nvws.clc_try_cancel %{{.*}} : !ttg.memdesc<128x64xf16,
    nvws.clc_try_cancel %c : !ttg.memdesc<128x64xf16, #tile, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: @groups
  tt.func @groups(%i: i32) -> i32 {
    // CHECK: [[R:%.+]] = nvws.warp_group
    // CHECK-NEXT: partition0 num_warps(4) {
    // CHECK-NEXT: nvws.warp_group.yield %{{.*}} : i32
    // CHECK-NEXT: }
    // CHECK-NEXT: partition1 num_warps(2) {
    // CHECK-NEXT: nvws.warp_group.return
    // CHECK-NEXT: } -> i32
    %0 = nvws.warp_group
    partition0 num_warps(4) {
      nvws.warp_group.yield %i : i32
    }
    partition1 num_warps(2) {
      nvws.warp_group.return
    } -> i32
    // CHECK: nvws.aref.phi %{{.*}}, %{{.*}} {ttg.partition = array<i32: 0, 1>} : i32
    %1 = arith.addi %0, %i {ttg.partition = array<i32: 0>} : i32
    %2 = arith.muli %0, %i {ttg.partition = array<i32: 1>} : i32
    %3 = nvws.aref.phi %1, %2 {ttg.partition = array<i32: 0, 1>} : i32
    tt.return %3 : i32
  }

  // CHECK-LABEL: @attributes
  // CHECK: {a = #nvws<type_array[i32, f32]>, b = #nvws<type_array[]>, c = #nvws<int_array[1, 2]>, d = #nvws.async_op<wgmma>}
  tt.func @attributes(%a: !nvws.aref<[]>, %t: !nvws.token) attributes {a = #nvws<type_array[i32, f32]>, b = #nvws<type_array[]>, c = #nvws<int_array[1, 2]>, d = #nvws.async_op<wgmma>} {
    tt.return
  }
}
