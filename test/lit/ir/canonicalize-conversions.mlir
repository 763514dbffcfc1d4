// Conversions that ops do not need, and chains of views.
// RUN: heddle-opt %s --canonicalize --split-input-file | FileCheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// The same threads as #rows of 128x64.
#bases = #ttg.linear<{register = [[0, 1], [0, 2], [0, 32], [16, 0], [32, 0], [64, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#flat = #ttg.linear<{register = [[1], [2], [32], [1024], [2048], [4096]], lane = [[4], [8], [16], [64], [128]], warp = [[256], [512]], block = []}>
#turned = #ttg.linear<{register = [[1, 0], [2, 0], [32, 0], [0, 16], [0, 32], [0, 64]], lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], warp = [[0, 4], [0, 8]], block = []}>
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @views
  // CHECK-SAME: (%[[A:.+]]: tensor<128x64xf32, #{{.+}}>)
  // CHECK-NEXT: %[[R:.+]] = tt.reshape %[[A]] : tensor<128x64xf32, #blocked> ->
  // CHECK-NEXT: %[[T:.+]] = tt.trans %[[A]] {order = array<i32: 1, 0>} : tensor<128x64xf32, #blocked> ->
  // CHECK-NEXT: tt.return %[[R]], %[[T]]
  tt.func @views(%a: tensor<128x64xf32, #rows>) -> (tensor<8192xf32, #flat>, tensor<64x128xf32, #turned>) {
    %0 = ttg.convert_layout %a : tensor<128x64xf32, #rows> -> tensor<128x64xf32, #bases>
    %1 = tt.reshape %0 : tensor<128x64xf32, #bases> -> tensor<8192xf32, #flat>
    %2 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<128x64xf32, #bases> -> tensor<64x128xf32, #turned>
    tt.return %1, %2 : tensor<8192xf32, #flat>, tensor<64x128xf32, #turned>
  }

  // A conversion that moves elements stays.
  // CHECK-LABEL: @moved
  // CHECK: ttg.convert_layout
  // CHECK: tt.reshape
  tt.func @moved(%a: tensor<128x64xf32, #columns>) -> tensor<8192xf32, #flat> {
    %0 = ttg.convert_layout %a : tensor<128x64xf32, #columns> -> tensor<128x64xf32, #bases>
    %1 = tt.reshape %0 : tensor<128x64xf32, #bases> -> tensor<8192xf32, #flat>
    tt.return %1 : tensor<8192xf32, #flat>
  }

  // CHECK-LABEL: @put_together
  // CHECK: tt.cat {{.*}} -> tensor<256xf32, #[[C:.+]]>
  // CHECK-NEXT: tt.return %{{.+}} : tensor<256xf32, #[[C]]>
  tt.func @put_together(%a: tensor<128xf32, #one>, %b: tensor<128xf32, #one>) -> tensor<256xf32, #one> {
    %0 = tt.cat %a, %b : tensor<128xf32, #one> -> tensor<256xf32, #two>
    %1 = ttg.convert_layout %0 : tensor<256xf32, #two> -> tensor<256xf32, #one>
    tt.return %1 : tensor<256xf32, #one>
  }

  // CHECK-LABEL: @parts
  // CHECK-NEXT: ttg.memdesc_subslice %{{.+}}[192, 0] : !ttg.memdesc<256x64xf32, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable, 256x64>
  // CHECK-NEXT: tt.return
  tt.func @parts(%m: !ttg.memdesc<256x64xf32, #shared, #smem, mutable>) -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable, 256x64> {
    %0 = ttg.memdesc_subslice %m[128, 0] : !ttg.memdesc<256x64xf32, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf32, #shared, #smem, mutable, 256x64>
    %1 = ttg.memdesc_subslice %0[64, 0] : !ttg.memdesc<128x64xf32, #shared, #smem, mutable, 256x64> -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable, 256x64>
    tt.return %1 : !ttg.memdesc<64x64xf32, #shared, #smem, mutable, 256x64>
  }

  // CHECK-LABEL: @pointers
  // CHECK-NEXT: tt.bitcast %{{.+}} : !tt.ptr<f32> -> !tt.ptr<f16>
  // CHECK-NEXT: tt.return
  tt.func @pointers(%p: !tt.ptr<f32>) -> !tt.ptr<f16> {
    %0 = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
    %1 = tt.int_to_ptr %0 : i64 -> !tt.ptr<f16>
    tt.return %1 : !tt.ptr<f16>
  }
}

// -----

#pairs = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#other = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [1, 2, 0]}>
#half = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#row = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#stored = #ttg.linear<{register = [[0, 2], [0, 1], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // A thread has both of each pair, in whatever registers.
  // CHECK-LABEL: @halves
  // CHECK-NEXT: tt.split %{{.+}} : tensor<128x64x2xf32, #blocked> -> tensor<128x64xf32, #blocked1>
  tt.func @halves(%a: tensor<128x64x2xf32, #pairs>) -> (tensor<128x64xf32, #half>, tensor<128x64xf32, #half>) {
    %0 = ttg.convert_layout %a : tensor<128x64x2xf32, #pairs> -> tensor<128x64x2xf32, #other>
    %1, %2 = tt.split %0 : tensor<128x64x2xf32, #other> -> tensor<128x64xf32, #half>
    tt.return %1, %2 : tensor<128x64xf32, #half>, tensor<128x64xf32, #half>
  }

  // CHECK-LABEL: @tensor_memory
  // CHECK-NEXT: ttng.tmem_store %arg0,
  tt.func @tensor_memory(%a: tensor<128x128xf32, #row>, %m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %yes: i1) {
    %0 = ttg.convert_layout %a : tensor<128x128xf32, #row> -> tensor<128x128xf32, #stored>
    ttng.tmem_store %0, %m, %yes : tensor<128x128xf32, #stored> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @tiles
  // CHECK-SAME: (%{{.+}}: tensor<64x64xf16, #blocked>, %[[B:.+]]: tensor<64x64xf16, #blocked>)
  // CHECK-NEXT: %[[PART:.+]] = amdg.extract_slice %[[B]] [32, 0] : tensor<64x64xf16, #blocked> to tensor<32x64xf16, #blocked>
  // CHECK-NEXT: tt.return %[[B]], %[[PART]]
  tt.func @tiles(%a: tensor<64x64xf16, #tile>, %b: tensor<64x64xf16, #tile>) -> (tensor<64x64xf16, #tile>, tensor<32x64xf16, #tile>) {
    %0 = amdg.concat %a, %b : tensor<64x64xf16, #tile>, tensor<64x64xf16, #tile> -> tensor<128x64xf16, #tile>
    %1 = amdg.extract_slice %0 [64, 0] : tensor<128x64xf16, #tile> to tensor<64x64xf16, #tile>
    %2 = amdg.extract_slice %0 [96, 0] : tensor<128x64xf16, #tile> to tensor<32x64xf16, #tile>
    tt.return %1, %2 : tensor<64x64xf16, #tile>, tensor<32x64xf16, #tile>
  }
}
