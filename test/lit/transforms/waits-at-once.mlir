// A product whose factor threads fill goes on across iterations if there is room for two blocks
// with a second buffer; else it ends in its iteration, if there is room for two blocks then.
// RUN: heddle-opt %s --heddle-tensors='target=sm_90 num-warps=4 num-stages=2' --stop-after tritongpu-assign-latencies | FileCheck %s --check-prefix=SMALL --implicit-check-not=heddle.waits_at_once
// RUN: heddle-opt %s --heddle-tensors='target=sm_90 num-warps=4 num-stages=4' --stop-after tritongpu-assign-latencies | FileCheck %s --check-prefix=LARGE
// RUN: heddle-opt %s --heddle-tensors='target=sm_90 num-warps=4 num-stages=2' | FileCheck %s --check-prefix=GOES-ON
// RUN: heddle-opt %s --heddle-tensors='target=sm_90 num-warps=4 num-stages=4' | FileCheck %s --check-prefix=ENDS

// SMALL: ttng.warp_group_dot
// LARGE: ttng.warp_group_dot {{.*}}heddle.waits_at_once
// GOES-ON: scf.for
// GOES-ON: ttg.local_store
// GOES-ON: ttng.warp_group_dot {{.*}}isAsync = true
// GOES-ON: ttng.warp_group_dot_wait {{.*}}pendings = 1
// GOES-ON: ttg.async_copy_global_to_local
// ENDS-NOT: heddle.waits_at_once
// ENDS: scf.for
// ENDS: ttg.local_alloc %{{.+}} : (tensor<
// ENDS: ttng.warp_group_dot
// ENDS-NOT: ttng.warp_group_dot_wait
// ENDS: ttg.async_copy_global_to_local
tt.func public @weights(%a: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %out: tensor<64x64x!tt.ptr<f32>>, %k: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %rows = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %columns = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %depth = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %ks = tt.splat %k : i32 -> tensor<64x1xi32>
  %r0 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r1 = arith.muli %r0, %ks : tensor<64x1xi32>
  %r2 = tt.broadcast %r1 : tensor<64x1xi32> -> tensor<64x128xi32>
  %d0 = tt.expand_dims %depth {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %d1 = tt.broadcast %d0 : tensor<1x128xi32> -> tensor<64x128xi32>
  %offsets = arith.addi %r2, %d1 : tensor<64x128xi32>
  %as = tt.splat %a : !tt.ptr<bf16> -> tensor<64x128x!tt.ptr<bf16>>
  %ap = tt.addptr %as, %offsets : tensor<64x128x!tt.ptr<bf16>>, tensor<64x128xi32>
  %kc = tt.splat %k : i32 -> tensor<1x64xi32>
  %c1 = tt.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c2 = arith.muli %c1, %kc : tensor<1x64xi32>
  %c3 = tt.broadcast %c2 : tensor<1x64xi32> -> tensor<128x64xi32>
  %d2 = tt.expand_dims %depth {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %d3 = tt.broadcast %d2 : tensor<128x1xi32> -> tensor<128x64xi32>
  %offsetsB = arith.addi %c3, %d3 : tensor<128x64xi32>
  %bs = tt.splat %b : !tt.ptr<i8> -> tensor<128x64x!tt.ptr<i8>>
  %bp = tt.addptr %bs, %offsetsB : tensor<128x64x!tt.ptr<i8>>, tensor<128x64xi32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %i = %c0 to %k step %c128 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %at = tt.splat %i : i32 -> tensor<64x128xi32>
    %pa = tt.addptr %ap, %at : tensor<64x128x!tt.ptr<bf16>>, tensor<64x128xi32>
    %x = tt.load %pa : tensor<64x128x!tt.ptr<bf16>>
    %atB = tt.splat %i : i32 -> tensor<128x64xi32>
    %pb = tt.addptr %bp, %atB : tensor<128x64x!tt.ptr<i8>>, tensor<128x64xi32>
    %w = tt.load %pb : tensor<128x64x!tt.ptr<i8>>
    %y = arith.sitofp %w : tensor<128x64xi8> to tensor<128x64xbf16>
    %d = tt.dot %x, %y, %s : tensor<64x128xbf16> * tensor<128x64xbf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
