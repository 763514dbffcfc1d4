// Groups of four warps that are to start a product one after the other, behind the barrier.
// RUN: heddle compile %s --target sm_90 -o - | FileCheck %s
// RUN: heddle sim %s --arg a=f16[128,64]:randn --arg out=f32[128,128]:poison --out out=%t.late.npy --force
// RUN: sed 's/heddle.stagger = 704 : i32, //' %s > %t.ttgir
// RUN: heddle sim %t.ttgir --arg a=f16[128,64]:randn --arg out=f32[128,128]:poison --out out=%t.npy --force
// RUN: cmp %t.late.npy %t.npy
// RUN: heddle compile %t.ttgir --target sm_90 -o - | FileCheck %s --check-prefix=NONE
// RUN: sed 's/heddle.stagger = 704 : i32/heddle.stagger = -1 : i32/' %s > %t.ttgir
// RUN: not heddle compile %t.ttgir --target sm_90 -o - 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: {{.*}}expects 0 to 1048576 cycles, an i32, as heddle.stagger, but got -1 : i32
// CHECK: bar.sync
// CHECK: mul.lo.s32 {{.*}}%[[CYCLES:r[0-9]+]], %{{.+}}, 704
// CHECK: %clock
// CHECK: setp.lt.u32 early, now, %[[CYCLES]]
// CHECK: wgmma.fence
// NONE-NOT: %clock

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @square(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %c64 = arith.constant dense<64> : tensor<128x1xi32, #row>
  %c128 = arith.constant dense<128> : tensor<128x1xi32, #mma>
  %i = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>>
  %i1 = tt.expand_dims %i {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<128x1xi32, #row>
  %i2 = arith.muli %i1, %c64 : tensor<128x1xi32, #row>
  %i3 = tt.broadcast %i2 : tensor<128x1xi32, #row> -> tensor<128x64xi32, #row>
  %k = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>>
  %k1 = tt.expand_dims %k {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>> -> tensor<1x64xi32, #row>
  %k2 = tt.broadcast %k1 : tensor<1x64xi32, #row> -> tensor<128x64xi32, #row>
  %at = arith.addi %i3, %k2 : tensor<128x64xi32, #row>
  %as = tt.splat %a : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>, #row>
  %ap = tt.addptr %as, %at : tensor<128x64x!tt.ptr<f16>, #row>, tensor<128x64xi32, #row>
  %x = tt.load %ap : tensor<128x64x!tt.ptr<f16>, #row>
  %l = ttg.local_alloc %x : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
  %r = ttg.memdesc_trans %l {order = array<i32: 1, 0>} : !ttg.memdesc<128x64xf16, #shared, #smem> -> !ttg.memdesc<64x128xf16, #turned, #smem>
  %d = ttng.warp_group_dot %l, %r, %zero {heddle.stagger = 704 : i32, inputPrecision = 0 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x128xf16, #turned, #smem> -> tensor<128x128xf32, #mma>
  %m = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #mma}>>
  %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xi32, #mma>
  %m2 = arith.muli %m1, %c128 : tensor<128x1xi32, #mma>
  %m3 = tt.broadcast %m2 : tensor<128x1xi32, #mma> -> tensor<128x128xi32, #mma>
  %n = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #mma}>>
  %n1 = tt.expand_dims %n {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #mma}>> -> tensor<1x128xi32, #mma>
  %n2 = tt.broadcast %n1 : tensor<1x128xi32, #mma> -> tensor<128x128xi32, #mma>
  %to = arith.addi %m3, %n2 : tensor<128x128xi32, #mma>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #mma>
  %op = tt.addptr %os, %to : tensor<128x128x!tt.ptr<f32>, #mma>, tensor<128x128xi32, #mma>
  tt.store %op, %d : tensor<128x128x!tt.ptr<f32>, #mma>
  tt.return
}
}
