// Attention: the product with the values runs an iteration late, beside what becomes of the scores.
// RUN: heddle-opt %s --split-input-file --tritongpu-automatic-warp-specialization --remarks-filter=tritongpu-automatic-warp-specialization 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks
// RUN: heddle-opt %s --split-input-file --tritongpu-automatic-warp-specialization | heddle-opt --split-input-file -o /dev/null

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128, 16]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Eight warps leave no registers for another block: nobody has to ask. Keys and values have rings of
// their own. Only the sums of a row are kept for the late product, not their copies.
// CHECK-LABEL: @pays
// CHECK: ttg.warp_specialize(
// CHECK: default {
// CHECK: %[[RUNS:.+]] = arith.cmpi slt, %[[FROM:[^,]+]], %[[TO:[^ ]+]] : i32
// CHECK: scf.if %[[RUNS]] -> (tensor<128x128xf32, #mma>, i32, i32) {
// The first iteration's scores.
// CHECK: ttng.wait_barrier
// The second group of warps starts them half an iteration later.
// CHECK: %[[S0:.+]] = ttng.warp_group_dot {{.*}} {heddle.stagger = 896 : i32, inputPrecision = 0 : i32}
// CHECK: ttng.arrive_barrier %{{.+}}, 8 {heddle.each_warp} :
// CHECK: %[[SUM0:.+]] = "tt.reduce"
// CHECK: %[[P0:.+]] = ttg.convert_layout
// CHECK-NOT: ttng.warp_group_dot
// CHECK: %[[SECOND:.+]] = arith.addi %[[FROM]], %[[STEP:[^ ]+]] : i32
// CHECK: %[[LOOP:.+]]:{{[0-9]+}} = scf.for %{{[^ ]+}} = %[[SECOND]] to %[[TO]] step %[[STEP]] iter_args({{.*}}%[[P:[^ ]+]] = %[[P0]]{{.*}}, %[[O:[^ ]+]] = %cst{{[^ ]*}})
// CHECK: ttng.wait_barrier
// CHECK: %[[S:.+]] = ttng.warp_group_dot {{.*}} {inputPrecision = 0 : i32, isAsync = true}
// CHECK: %[[KEPT:.+]] = arith.mulf %[[O]], %{{.+}} : tensor<128x128xf32, #mma>
// CHECK: ttng.wait_barrier
// CHECK: %[[NEXT:.+]] = ttng.warp_group_dot %[[P]], %{{.+}}, %[[KEPT]] {inputPrecision = 0 : i32, isAsync = true}
// CHECK: ttng.warp_group_dot_wait %[[S]], {{.*}} {pendings = 1 : i32}
// CHECK: ttng.arrive_barrier
// CHECK: "tt.reduce"
// CHECK: %[[DONE:.+]]:2 = ttng.warp_group_dot_wait %[[NEXT]], %{{.+}} {pendings = 0 : i32}
// CHECK: ttng.arrive_barrier
// CHECK: scf.yield {{.*}}%[[DONE]]#0 :
// The last product. Nobody waits until what it reads is free.
// CHECK: %[[LAST:.+]] = ttng.warp_group_dot {{.*}} {inputPrecision = 0 : i32} :
// CHECK-NOT: ttng.arrive_barrier
// CHECK: scf.yield %[[LAST]], {{.+}} : tensor<128x128xf32, #mma>, i32, i32
// CHECK: } else {
// CHECK: scf.yield %cst
// CHECK: partition0(
// CHECK-COUNT-2: ttng.async_tma_copy_global_to_local
// WHY: remark: [Passed] specialized | {{.*}}buffers=3, late products=1, loading warps=1
tt.func public @pays(%k: !tt.tensordesc<128x128xf16, #shared>, %v: !tt.tensordesc<128x128xf16, #shared>, %q: !ttg.memdesc<128x128xf16, #shared, #smem>, %out: tensor<128x128x!tt.ptr<f32>, #mma>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %r = scf.for %i = %c0 to %n step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
    %x = tt.descriptor_load %k[%i, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
    %u = ttg.local_alloc %x : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    %t = ttg.memdesc_trans %u {order = array<i32: 1, 0>} : !ttg.memdesc<128x128xf16, #shared, #smem> -> !ttg.memdesc<128x128xf16, #turned, #smem>
    %s = ttng.warp_group_dot %q, %t, %zero {inputPrecision = 0 : i32} : !ttg.memdesc<128x128xf16, #shared, #smem> * !ttg.memdesc<128x128xf16, #turned, #smem> -> tensor<128x128xf32, #mma>
    %e = math.exp2 %s : tensor<128x128xf32, #mma>
    %sum = "tt.reduce"(%e) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>>
    %thin = tt.expand_dims %sum {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xf32, #mma>
    %wide = tt.broadcast %thin : tensor<128x1xf32, #mma> -> tensor<128x128xf32, #mma>
    %kept = arith.mulf %o, %wide : tensor<128x128xf32, #mma>
    %h = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xf16, #mma>
    %p = ttg.convert_layout %h : tensor<128x128xf16, #mma> -> tensor<128x128xf16, #left>
    %y = tt.descriptor_load %v[%i, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
    %w = ttg.local_alloc %y : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    %d = ttng.warp_group_dot %p, %w, %kept {inputPrecision = 0 : i32} : tensor<128x128xf16, #left> * !ttg.memdesc<128x128xf16, #shared, #smem> -> tensor<128x128xf32, #mma>
    scf.yield %d : tensor<128x128xf32, #mma>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>, #mma>
  tt.return
}

// Each tile of a nest begins with its groups together, and so has the delay.
// CHECK-LABEL: @tiles
// CHECK: default {
// CHECK: scf.for
// CHECK: ttng.warp_group_dot {{.*}}heddle.stagger = 896 : i32
// CHECK: scf.for
// CHECK-NOT: heddle.stagger
// CHECK: partition0(
tt.func public @tiles(%k: !tt.tensordesc<128x128xf16, #shared>, %v: !tt.tensordesc<128x128xf16, #shared>, %q: !ttg.memdesc<128x128xf16, #shared, #smem>, %out: tensor<128x128x!tt.ptr<f32>, #mma>, %n: i32, %tiles: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %one = arith.constant 1 : i32
  scf.for %tile = %c0 to %tiles step %one : i32 {
    %first = arith.muli %tile, %n : i32
    %r = scf.for %i = %c0 to %n step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
      %row = arith.addi %first, %i : i32
      %x = tt.descriptor_load %k[%row, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
      %u = ttg.local_alloc %x : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
      %t = ttg.memdesc_trans %u {order = array<i32: 1, 0>} : !ttg.memdesc<128x128xf16, #shared, #smem> -> !ttg.memdesc<128x128xf16, #turned, #smem>
      %s = ttng.warp_group_dot %q, %t, %zero {inputPrecision = 0 : i32} : !ttg.memdesc<128x128xf16, #shared, #smem> * !ttg.memdesc<128x128xf16, #turned, #smem> -> tensor<128x128xf32, #mma>
      %e = math.exp2 %s : tensor<128x128xf32, #mma>
      %sum = "tt.reduce"(%e) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>>
      %thin = tt.expand_dims %sum {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xf32, #mma>
      %wide = tt.broadcast %thin : tensor<128x1xf32, #mma> -> tensor<128x128xf32, #mma>
      %kept = arith.mulf %o, %wide : tensor<128x128xf32, #mma>
      %h = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xf16, #mma>
      %p = ttg.convert_layout %h : tensor<128x128xf16, #mma> -> tensor<128x128xf16, #left>
      %y = tt.descriptor_load %v[%row, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
      %w = ttg.local_alloc %y : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
      %d = ttng.warp_group_dot %p, %w, %kept {inputPrecision = 0 : i32} : tensor<128x128xf16, #left> * !ttg.memdesc<128x128xf16, #shared, #smem> -> tensor<128x128xf32, #mma>
      scf.yield %d : tensor<128x128xf32, #mma>
    }
    tt.store %out, %r : tensor<128x128x!tt.ptr<f32>, #mma>
  }
  tt.return
}

// The scores are reduced before they become weights: the late product is waited for in between, so that
// these can take its registers. The query is loaded beside the first keys, but not what tells how many
// there are.
// CHECK-LABEL: @reduces
// CHECK-NOT: tt.descriptor_load
// CHECK: %[[N:.+]] = tt.load
// CHECK-NOT: tt.descriptor_load
// CHECK: ttg.warp_specialize({{.*}}%[[N]]
// CHECK: default {
// CHECK: %[[LOADED:.+]] = tt.descriptor_load
// CHECK: %[[Q:.+]] = ttg.local_alloc %[[LOADED]]
// CHECK: ttng.warp_group_dot %[[Q]], {{.*}}heddle.stagger
// CHECK: scf.for
// CHECK: %[[S:.+]] = ttng.warp_group_dot %[[Q]], {{.*}}isAsync = true
// CHECK: %[[NEXT:.+]] = ttng.warp_group_dot {{.*}}isAsync = true
// CHECK: ttng.warp_group_dot_wait %[[S]], {{.*}} {pendings = 1 : i32}
// CHECK: ttng.arrive_barrier
// CHECK: "tt.reduce"
// CHECK: ttng.warp_group_dot_wait %[[NEXT]], %{{.+}} {pendings = 0 : i32}
// CHECK: ttng.arrive_barrier
// CHECK: tt.broadcast
// CHECK: math.exp2
// CHECK: scf.yield
tt.func public @reduces(%k: !tt.tensordesc<128x128xf16, #shared>, %v: !tt.tensordesc<128x128xf16, #shared>, %qs: !tt.tensordesc<128x128xf16, #shared>, %out: tensor<128x128x!tt.ptr<f32>, #mma>, %of: !tt.ptr<i32>) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %q0 = tt.descriptor_load %qs[%c0, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
  %q = ttg.local_alloc %q0 : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
  %n = tt.load %of : !tt.ptr<i32>
  %r = scf.for %i = %c0 to %n step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
    %x = tt.descriptor_load %k[%i, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
    %u = ttg.local_alloc %x : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    %t = ttg.memdesc_trans %u {order = array<i32: 1, 0>} : !ttg.memdesc<128x128xf16, #shared, #smem> -> !ttg.memdesc<128x128xf16, #turned, #smem>
    %s = ttng.warp_group_dot %q, %t, %zero {inputPrecision = 0 : i32} : !ttg.memdesc<128x128xf16, #shared, #smem> * !ttg.memdesc<128x128xf16, #turned, #smem> -> tensor<128x128xf32, #mma>
    %most = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>>
    %thin = tt.expand_dims %most {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xf32, #mma>
    %wide = tt.broadcast %thin : tensor<128x1xf32, #mma> -> tensor<128x128xf32, #mma>
    %less = arith.subf %s, %wide : tensor<128x128xf32, #mma>
    %e = math.exp2 %less : tensor<128x128xf32, #mma>
    %h = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xf16, #mma>
    %p = ttg.convert_layout %h : tensor<128x128xf16, #mma> -> tensor<128x128xf16, #left>
    %y = tt.descriptor_load %v[%i, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
    %w = ttg.local_alloc %y : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    %d = ttng.warp_group_dot %p, %w, %o {inputPrecision = 0 : i32} : tensor<128x128xf16, #left> * !ttg.memdesc<128x128xf16, #shared, #smem> -> tensor<128x128xf32, #mma>
    scf.yield %d : tensor<128x128xf32, #mma>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>, #mma>
  tt.return
}

// The product with what the loop carries is the first one: nothing of it can be late.
// CHECK-LABEL: @other_order
// CHECK: ttg.warp_specialize(
// CHECK-NOT: isAsync
// CHECK: tt.return
// WHY: remark: [Passed] specialized | {{.*}}late products=0
tt.func public @other_order(%k: !tt.tensordesc<128x128xf16, #shared>, %q: !ttg.memdesc<128x128xf16, #shared, #smem>, %out: tensor<128x128x!tt.ptr<f32>, #mma>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %r = scf.for %i = %c0 to %n step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32, #mma>) : i32 {
    %x = tt.descriptor_load %k[%i, %c0] : !tt.tensordesc<128x128xf16, #shared> -> tensor<128x128xf16, #row>
    %u = ttg.local_alloc %x : (tensor<128x128xf16, #row>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    %s = ttng.warp_group_dot %q, %u, %o {inputPrecision = 0 : i32} : !ttg.memdesc<128x128xf16, #shared, #smem> * !ttg.memdesc<128x128xf16, #shared, #smem> -> tensor<128x128xf32, #mma>
    %h = arith.truncf %s : tensor<128x128xf32, #mma> to tensor<128x128xf16, #mma>
    %p = ttg.convert_layout %h : tensor<128x128xf16, #mma> -> tensor<128x128xf16, #left>
    %d = ttng.warp_group_dot %p, %u, %zero {inputPrecision = 0 : i32} : tensor<128x128xf16, #left> * !ttg.memdesc<128x128xf16, #shared, #smem> -> tensor<128x128xf32, #mma>
    scf.yield %d : tensor<128x128xf32, #mma>
  } {tt.warp_specialize}
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>, #mma>
  tt.return
}
}
