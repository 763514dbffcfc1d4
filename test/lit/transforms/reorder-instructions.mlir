// Ops move near to what they need or give, and keep the order of memory.
// RUN: heddle-opt %s --tritongpu-reorder-instructions | FileCheck %s
// RUN: heddle-opt %s --tritongpu-reorder-instructions | heddle-opt

#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#column = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#turned = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// One conversion is used before the second buffer is freed; the others, one of
// which is the operand of the other, are not.
// CHECK-LABEL: @behind_deallocs(
// CHECK: ttg.local_dealloc
// CHECK-NEXT: %[[EARLY:.+]] = ttg.convert_layout %arg0
// CHECK-NEXT: tt.store %arg1, %[[EARLY]]
// CHECK-NEXT: ttg.local_dealloc
// CHECK-NEXT: %[[MIDDLE:.+]] = ttg.convert_layout %arg0 : {{.+}} #mma>
// CHECK-NEXT: %[[LATE:.+]] = ttg.convert_layout %[[MIDDLE]]
// CHECK-NEXT: tt.store %arg1, %[[LATE]]
tt.func @behind_deallocs(%x: tensor<64x64xf16, #row>, %p: tensor<64x64x!tt.ptr<f16>, #column>) {
  %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %n = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %early = ttg.convert_layout %x : tensor<64x64xf16, #row> -> tensor<64x64xf16, #column>
  %middle = ttg.convert_layout %x : tensor<64x64xf16, #row> -> tensor<64x64xf16, #mma>
  %late = ttg.convert_layout %middle : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #column>
  ttg.local_dealloc %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.store %p, %early : tensor<64x64x!tt.ptr<f16>, #column>
  ttg.local_dealloc %n : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.store %p, %late : tensor<64x64x!tt.ptr<f16>, #column>
  tt.return
}

// A factor for one op is made in the loop; what two ops use, or is no factor,
// before it.
// CHECK-LABEL: @into_loop(
// CHECK-NEXT: ttg.convert_layout {{.+}} #ttg.dot_op<{opIdx = 1
// CHECK-NEXT: ttg.convert_layout {{.+}} #mma>
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[A:.+]] = ttg.convert_layout %arg0 : {{.+}} #ttg.dot_op<{opIdx = 0
// CHECK-NEXT: tt.dot %[[A]]
tt.func @into_loop(%x: tensor<64x64xf16, #row>, %y: tensor<64x64xf32, #row>, %a: tensor<64x64xf16, #A>, %n: i32, %k: i1, %zero: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %u = ttg.convert_layout %x : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
  %v = ttg.convert_layout %x : tensor<64x64xf16, #row> -> tensor<64x64xf16, #B>
  %w = ttg.convert_layout %y : tensor<64x64xf32, #row> -> tensor<64x64xf32, #mma>
  %r = scf.for %i = %n to %n step %n iter_args(%s = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %t = scf.if %k -> (tensor<64x64xf32, #mma>) {
      %d = tt.dot %u, %v, %s : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    } else {
      %d = tt.dot %a, %v, %w : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    scf.yield %t : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

// A load follows its user, past a copy to other memory and its wait.
// CHECK-LABEL: @load_into_loop(
// CHECK: scf.for
// CHECK-NEXT: ttg.async_copy_global_to_local
// CHECK-NEXT: ttg.async_wait
// CHECK-NEXT: ttg.local_load
// CHECK-NEXT: arith.addf
tt.func @load_into_loop(%x: tensor<64x64xf16, #row>, %p: tensor<64x64x!tt.ptr<f16>, #row>, %n: i32, %zero: tensor<64x64xf16, #A>) -> tensor<64x64xf16, #A> {
  %m = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %other = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %u = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #A>
  %r = scf.for %i = %n to %n step %n iter_args(%s = %zero) -> (tensor<64x64xf16, #A>) : i32 {
    %t = ttg.async_copy_global_to_local %p, %other : tensor<64x64x!tt.ptr<f16>, #row> -> <64x64xf16, #shared, #smem, mutable>
    %w = ttg.async_wait %t {num = 0 : i32}
    %d = arith.addf %u, %s : tensor<64x64xf16, #A>
    scf.yield %d : tensor<64x64xf16, #A>
  }
  tt.return %r : tensor<64x64xf16, #A>
}

// Its buffer is written later, in the loop or before, or freed; or others may
// write it after a barrier.
// CHECK-LABEL: @load_kept(
// CHECK-COUNT-4: ttg.local_load
// CHECK: scf.for
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.addf
tt.func @load_kept(%x: tensor<64x64xf16, #row>, %n: i32, %zero: tensor<64x64xf16, #A>) -> tensor<64x64xf16, #A> {
  %m = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %o = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %f = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %b = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %u = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #A>
  %v = ttg.local_load %o : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #A>
  %w = ttg.local_load %f : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #A>
  %z = ttg.local_load %b : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #A>
  ttg.local_store %x, %m : tensor<64x64xf16, #row> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  ttg.local_dealloc %f : !ttg.memdesc<64x64xf16, #shared, #smem>
  ttg.barrier local
  %r = scf.for %i = %n to %n step %n iter_args(%s = %zero) -> (tensor<64x64xf16, #A>) : i32 {
    %c = arith.addf %u, %s : tensor<64x64xf16, #A>
    %d = arith.addf %v, %c : tensor<64x64xf16, #A>
    %e = arith.addf %w, %d : tensor<64x64xf16, #A>
    %g = arith.addf %z, %e : tensor<64x64xf16, #A>
    ttg.local_store %x, %o : tensor<64x64xf16, #row> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    scf.yield %g : tensor<64x64xf16, #A>
  }
  tt.return %r : tensor<64x64xf16, #A>
}

// Two buffers get their contents at once, in their order; a third one stays
// behind the store.
// CHECK-LABEL: @allocs(
// CHECK-NEXT: %[[L:.+]] = tt.load %arg0
// CHECK-NEXT: %[[M:.+]] = ttg.local_alloc %[[L]]
// CHECK-NEXT: %[[N:.+]] = ttg.local_alloc %[[L]]
// CHECK-NEXT: %[[S:.+]] = arith.addf
// CHECK-NEXT: tt.store
// CHECK-NEXT: %[[O:.+]] = ttg.local_alloc %[[S]]
// CHECK-NEXT: tt.return %[[M]], %[[N]], %[[O]]
tt.func @allocs(%p: tensor<64x64x!tt.ptr<f16>, #row>, %x: tensor<64x64xf16, #row>) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>) {
  %l = tt.load %p : tensor<64x64x!tt.ptr<f16>, #row>
  %s = arith.addf %l, %x : tensor<64x64xf16, #row>
  %m = ttg.local_alloc %l : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %n = ttg.local_alloc %l : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.store %p, %s : tensor<64x64x!tt.ptr<f16>, #row>
  %o = ttg.local_alloc %s : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.return %m, %n, %o : !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>
}

// Out of branches, too. That of an argument stays.
// CHECK-LABEL: @transposes(
// CHECK-NEXT: %[[S:.+]] = arith.addf
// CHECK-NEXT: %[[T:.+]] = tt.trans %[[S]]
// CHECK-NEXT: %[[M:.+]] = ttg.local_alloc %[[S]]
// CHECK-NEXT: ttg.memdesc_trans %[[M]]
// CHECK-NEXT: tt.store
// CHECK-NEXT: tt.trans %arg1
// CHECK: scf.if
// CHECK-NEXT: tt.store %arg2, %[[T]]
tt.func @transposes(%p: tensor<64x64x!tt.ptr<f16>, #row>, %x: tensor<64x64xf16, #row>, %q: tensor<64x64x!tt.ptr<f16>, #column>, %c: i1) -> !ttg.memdesc<64x64xf16, #turned, #smem> {
  %s = arith.addf %x, %x : tensor<64x64xf16, #row>
  %m = ttg.local_alloc %s : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.store %p, %s : tensor<64x64x!tt.ptr<f16>, #row>
  %u = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #row> -> tensor<64x64xf16, #column>
  tt.store %q, %u : tensor<64x64x!tt.ptr<f16>, #column>
  %n = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #turned, #smem>
  scf.if %c {
    %t = tt.trans %s {order = array<i32: 1, 0>} : tensor<64x64xf16, #row> -> tensor<64x64xf16, #column>
    tt.store %q, %t : tensor<64x64x!tt.ptr<f16>, #column>
  }
  tt.return %n : !ttg.memdesc<64x64xf16, #turned, #smem>
}

// The second factor is loaded behind the first one, unless its buffer is
// written between.
// CHECK-LABEL: @second_factors(
// CHECK: arith.addf
// CHECK-NEXT: %[[A:.+]] = ttg.local_load %arg0
// CHECK-NEXT: %[[B:.+]] = ttg.local_load %arg1
// CHECK-NEXT: arith.addf
// CHECK-NEXT: tt.dot %[[A]], %[[B]]
// CHECK-NEXT: %[[D:.+]] = ttg.local_load %arg1
// CHECK-NEXT: ttg.local_store %{{.+}}, %arg1
// CHECK-NEXT: %[[C:.+]] = ttg.local_load %arg0
// CHECK-NEXT: tt.dot %[[C]], %[[D]]
tt.func @second_factors(%m: !ttg.memdesc<64x64xf16, #shared, #smem>, %n: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %x: tensor<64x64xf32, #mma>, %y: tensor<64x64xf16, #row>) -> tensor<64x64xf32, #mma> {
  %b = ttg.local_load %n : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #B>
  %s = arith.addf %x, %x : tensor<64x64xf32, #mma>
  %a = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #A>
  %t = arith.addf %s, %x : tensor<64x64xf32, #mma>
  %u = tt.dot %a, %b, %t : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
  %d = ttg.local_load %n : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #B>
  ttg.local_store %y, %n : tensor<64x64xf16, #row> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %c = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #A>
  %v = tt.dot %c, %d, %u : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
  tt.return %v : tensor<64x64xf32, #mma>
}
}
