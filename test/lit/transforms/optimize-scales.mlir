// Scales that a loop loads are read from shared memory.
// RUN: heddle-opt %s --tritonamdgpu-optimize-dot-operands | FileCheck %s
// RUN: heddle-opt %s --tritonamdgpu-optimize-dot-operands | heddle-opt | FileCheck %s

#pairs = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#loaded = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
#scales = #ttg.linear<{register = [[32, 0], [64, 0]], lane = [[0, 0], [0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
// CHECK-LABEL: @in_a_loop
// CHECK: %[[S:.+]] = tt.load
// CHECK-NEXT: %[[M:.+]] = ttg.local_alloc %[[S]] : (tensor<128x4xi8, #{{.+}}>) -> !ttg.memdesc<128x4xi8, #shared, #smem>
// CHECK-NEXT: %[[C:.+]] = ttg.local_load %[[M]] : {{.+}} -> tensor<128x4xi8, #linear>
// CHECK-NEXT: amdg.scaled_upcast_fp4 %{{.+}} scale %[[C]]
tt.func @in_a_loop(%x: tensor<128x64xi8, #pairs>, %p: tensor<128x4x!tt.ptr<i8>, #loaded>, %acc: tensor<128x128xf16, #wide>, %n: i32) -> tensor<128x128xf16, #wide> {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %acc) -> (tensor<128x128xf16, #wide>) : i32 {
    %s = tt.load %p : tensor<128x4x!tt.ptr<i8>, #loaded>
    %c = ttg.convert_layout %s : tensor<128x4xi8, #loaded> -> tensor<128x4xi8, #scales>
    %f = amdg.scaled_upcast_fp4 %x scale %c {axis = 1 : i32} : tensor<128x64xi8, #pairs>, tensor<128x4xi8, #scales> -> tensor<128x128xf16, #wide>
    %sum = arith.addf %a, %f : tensor<128x128xf16, #wide>
    scf.yield %sum : tensor<128x128xf16, #wide>
  }
  tt.return %r : tensor<128x128xf16, #wide>
}

// No pipeline fills a buffer where there is no loop, or before it.

// CHECK-LABEL: @kept
// CHECK-NOT: ttg.local_alloc
// CHECK: tt.return
tt.func @kept(%x: tensor<128x64xi8, #pairs>, %p: tensor<128x4x!tt.ptr<i8>, #loaded>, %acc: tensor<128x128xf16, #wide>, %n: i32) -> tensor<128x128xf16, #wide> {
  %s = tt.load %p : tensor<128x4x!tt.ptr<i8>, #loaded>
  %r = scf.for %i = %n to %n step %n iter_args(%a = %acc) -> (tensor<128x128xf16, #wide>) : i32 {
    %c = ttg.convert_layout %s : tensor<128x4xi8, #loaded> -> tensor<128x4xi8, #scales>
    %f = amdg.scaled_upcast_fp4 %x scale %c {axis = 1 : i32} : tensor<128x64xi8, #pairs>, tensor<128x4xi8, #scales> -> tensor<128x128xf16, #wide>
    %sum = arith.addf %a, %f : tensor<128x128xf16, #wide>
    scf.yield %sum : tensor<128x128xf16, #wide>
  }
  tt.return %r : tensor<128x128xf16, #wide>
}
}
