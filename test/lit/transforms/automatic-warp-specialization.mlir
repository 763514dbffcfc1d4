// A warp of its own begins the copies of a loop, where all of its factors are blocks of descriptors.
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization --remarks-filter=tritongpu-automatic-warp-specialization 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization=all=true | FileCheck %s --check-prefix=ALL
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization=all=true | heddle-opt -o /dev/null

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Both loops are the loading warp's, too: it computes %i and %j for itself, and counts buffers on
// through all tiles. What comes behind the loops stays with those who multiply.
// CHECK-LABEL: @nest
// CHECK: %[[A:.+]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #{{.+}}, #smem, mutable>
// CHECK: %[[B:.+]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #{{.+}}, #smem, mutable>
// CHECK-COUNT-3: ttng.init_barrier %{{.+}}, 1
// CHECK: %[[FREE:.+]] = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64
// CHECK-COUNT-3: ttng.init_barrier %{{.+}}, 4
// CHECK: ttg.warp_specialize({{.*}}%[[A]], %[[B]], %[[FILLED:.+]], %[[FREE]]) attributes {requestedRegisters = array<i32: 24>}
// CHECK: default {
// CHECK: scf.for {{.+}} iter_args(%[[K0:.+]] = %c0_i32{{.*}}, %[[P0:.+]] = %c0_i32{{.*}})
// CHECK: %[[INNER:.+]]:4 = scf.for %[[I:[^ ]+]] = %[[FROM:[^ ]+]] to {{.+}} iter_args(%[[SUM:[^ ]+]] = {{[^,]+}}, {{[^,]+}}, %[[K:[^ ]+]] = %[[K0]], %[[P:[^ ]+]] = %[[P0]])
// CHECK: %[[BAR:.+]] = ttg.memdesc_index %[[FILLED]][%[[K]]]
// CHECK-NEXT: ttng.wait_barrier %[[BAR]], %[[P]]
// CHECK: %[[X:.+]] = ttg.memdesc_index %[[A]][%[[K]]]
// CHECK: %[[Y:.+]] = ttg.memdesc_index %[[B]][%[[K]]]
// CHECK: %[[D:.+]] = ttng.warp_group_dot %[[X]], %[[Y]], %[[SUM]] {isAsync = true}
// CHECK: %[[W:.+]]:3 = ttng.warp_group_dot_wait %[[D]], %[[X]], %[[Y]] {pendings = 1 : i32}
// CHECK: %[[HAS:.+]] = arith.cmpi ne, %[[I]], %[[FROM]]
// CHECK: ttng.arrive_barrier %{{.+}}, 4, %[[HAS]] {heddle.each_warp} :
// CHECK: scf.yield %[[W]]#0
// CHECK: ttng.warp_group_dot_wait %[[INNER]]#0 {pendings = 0 : i32}
// CHECK: arith.cmpi slt
// CHECK: ttng.arrive_barrier
// CHECK: tt.descriptor_store
// CHECK: scf.yield %[[INNER]]#2, %[[INNER]]#3
// CHECK: tt.descriptor_store
// CHECK-NEXT: ttg.warp_yield
// CHECK: partition0({{.+}}) num_warps(1) {
// CHECK: scf.for
// CHECK: %[[ROW:.+]] = arith.muli
// CHECK: scf.for
// CHECK: %[[OTHER:.+]] = arith.xori
// CHECK: ttng.wait_barrier %{{.+}}, %[[OTHER]]
// CHECK: ttng.barrier_expect %{{.+}}, 16384
// CHECK: ttng.async_tma_copy_global_to_local %{{.+}}[%[[ROW]], %{{.+}}]
// CHECK: ttng.async_tma_copy_global_to_local
// CHECK-NOT: descriptor_store
// CHECK: ttg.warp_return
// CHECK: ttng.inval_barrier
// CHECK: ttg.local_dealloc %[[B]]
// CHECK-NEXT: tt.return
// WHY: remark: [Passed] specialized | {{.*}}buffers=3
tt.func public @nest(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.tensordesc<64x64xf32, #shared>, %m: i32, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  scf.for %t = %c0 to %m step %c1 : i32 {
    %i = arith.muli %t, %c64 : i32
    %r:2 = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero, %at = %c0) -> (tensor<64x64xf32, #wide>, i32) : i32 {
      %x = tt.descriptor_load %a[%i, %at] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
      %y = tt.descriptor_load %b[%at, %i] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
      %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %v = ttg.local_alloc %y : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
      %next = arith.addi %at, %c64 : i32
      scf.yield %d, %next : tensor<64x64xf32, #wide>, i32
    }
    %out = ttg.convert_layout %r#0 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #row>
    tt.descriptor_store %c[%i, %c0], %out : !tt.tensordesc<64x64xf32, #shared>, tensor<64x64xf32, #row>
  } {tt.warp_specialize}
  %last = ttg.convert_layout %zero : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #row>
  tt.descriptor_store %c[%c0, %c64], %last : !tt.tensordesc<64x64xf32, #shared>, tensor<64x64xf32, #row>
  tt.return
}

// Nobody asks for it, but for `all`.
// CHECK-LABEL: @unmarked
// CHECK-NOT: ttg.warp_specialize
// CHECK: tt.return
// ALL-LABEL: @unmarked
// ALL: ttg.warp_specialize
tt.func public @unmarked(%a: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.tensordesc<64x64xf32, #shared>, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  }
  %out = ttg.convert_layout %r : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #row>
  tt.descriptor_store %c[%c0, %c64], %out : !tt.tensordesc<64x64xf32, #shared>, tensor<64x64xf32, #row>
  tt.return
}

// WHY: remark: [Missed] not-specialized | {{.*}}Reason="its function returns a value"
tt.func public @returned(%a: !tt.tensordesc<64x64xf16, #shared>, %k: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  } {tt.warp_specialize}
  tt.return %r : tensor<64x64xf32, #wide>
}

// Its next tile may be what it has stored.
// CHECK-LABEL: @stored
// CHECK-NOT: ttg.warp_specialize
// CHECK: tt.return
// WHY: remark: [Missed] not-specialized | {{.*}}Reason="tt.descriptor_store may write what it loads"
tt.func public @stored(%a: !tt.tensordesc<64x64xf16, #shared>, %m: i32, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  scf.for %t = %c0 to %m step %c1 : i32 {
    %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
      %x = tt.descriptor_load %a[%t, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
      %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
      scf.yield %d : tensor<64x64xf32, #wide>
    } {tt.warp_specialize}
    %half = arith.truncf %r : tensor<64x64xf32, #wide> to tensor<64x64xf16, #wide>
    %out = ttg.convert_layout %half : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #row>
    tt.descriptor_store %a[%t, %c0], %out : !tt.tensordesc<64x64xf16, #shared>, tensor<64x64xf16, #row>
  }
  tt.return
}

// WHY: remark: [Missed] not-specialized | {{.*}}Reason="it contains tt.store"
tt.func public @stores(%a: !tt.tensordesc<64x64xf16, #shared>, %p: !tt.ptr<i32>, %k: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    tt.store %p, %j : !tt.ptr<i32>
    scf.yield %d : tensor<64x64xf32, #wide>
  } {tt.warp_specialize}
  tt.return %r : tensor<64x64xf32, #wide>
}

// What becomes of the sums in each iteration needs them there: the product is waited for, and each
// warp frees the buffer behind it.
// CHECK-LABEL: @changed
// CHECK: default {
// CHECK: ttng.wait_barrier
// CHECK: ttng.warp_group_dot %{{[^ ]+}}, %{{[^ ]+}}, %{{[^ ]+}} :
// CHECK: ttng.arrive_barrier %{{.+}}, 4 {heddle.each_warp} :
// CHECK: arith.mulf
// WHY: remark: [Passed] specialized | {{.*}}buffers=3
tt.func public @changed(%a: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.tensordesc<64x64xf32, #shared>, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %half = arith.constant dense<0.5> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %e = arith.mulf %d, %half : tensor<64x64xf32, #wide>
    scf.yield %e : tensor<64x64xf32, #wide>
  } {tt.warp_specialize}
  %out = ttg.convert_layout %r : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #row>
  tt.descriptor_store %c[%c0, %c64], %out : !tt.tensordesc<64x64xf32, #shared>, tensor<64x64xf32, #row>
  tt.return
}

// The warp that loads looks up where, since nobody writes what says so. The others need not.
// CHECK-LABEL: @looked_up
// CHECK: default {
// CHECK-NOT: tt.load
// CHECK: partition0({{.+}}) num_warps(1) {
// CHECK: scf.for
// CHECK: %[[LOOKED_UP:.+]] = tt.load
// CHECK: scf.for
// CHECK: ttng.async_tma_copy_global_to_local %{{.+}}[%[[LOOKED_UP]], %{{.+}}]
// WHY: remark: [Passed] specialized | {{.*}}buffers=3
tt.func public @looked_up(%a: !tt.tensordesc<64x64xf16, #shared>, %p: !tt.ptr<i32>, %m: i32, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  scf.for %t = %c0 to %m step %c1 : i32 {
    %place = tt.addptr %p, %t : !tt.ptr<i32>, i32
    %i = tt.load %place : !tt.ptr<i32>
    %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
      %x = tt.descriptor_load %a[%i, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
      %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
      scf.yield %d : tensor<64x64xf32, #wide>
    } {tt.warp_specialize}
  }
  tt.return
}

// WHY: remark: [Missed] not-specialized | {{.*}}Reason="it counts in unsigned numbers"
tt.func public @unsigned(%a: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.tensordesc<64x64xf32, #shared>, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for unsigned %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  } {tt.warp_specialize}
  tt.return
}

// One warp's layouts are not those of the kernel's warps, and no tensor is handed to it.
// WHY: remark: [Missed] not-specialized | {{.*}}Reason="where it loads depends on tensors"
tt.func public @from_tensor(%a: !tt.tensordesc<64x64xf16, #shared>, %one: tensor<1xi32, #ttg.slice<{dim = 0, parent = #row}>>, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %i = tt.unsplat %one : tensor<1xi32, #ttg.slice<{dim = 0, parent = #row}>>
    %x = tt.descriptor_load %a[%i, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  } {tt.warp_specialize}
  tt.return
}

// Loops in a row that load blocks of the same kinds share the rings: the second one goes on where
// the first one ends. What is computed in between, where the second one begins, is handed over.
// WHY: remark: [Passed] specialized | {{.*}}buffers=2
// WHY: remark: [Passed] specialized | {{.*}}buffers=2
// CHECK-LABEL: @two
// CHECK: %[[MORE:.+]] = arith.addi %arg1, %c64
// CHECK: %[[A:.+]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16
// CHECK-NOT: ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16
// CHECK: ttg.warp_specialize(
// CHECK: default {
// CHECK: %[[FIRST:.+]]:3 = scf.for %{{.+}} = %c0{{.*}} to %arg1
// CHECK: scf.for %{{.+}} = %c0{{.*}} to %[[MORE]] {{.*}}, %{{.+}} = %[[FIRST]]#1, %{{.+}} = %[[FIRST]]#2)
// CHECK: ttg.warp_yield
// CHECK: partition0(
// CHECK: %[[LOADS:.+]]:2 = scf.for
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[LOADS]]#0, %{{.+}} = %[[LOADS]]#1)
// CHECK: ttg.warp_return
tt.func public @two(%a: !tt.tensordesc<64x64xf16, #shared>, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  } {tt.warp_specialize}
  %more = arith.addi %k, %c64 : i32
  %s = scf.for %j = %c0 to %more step %c64 iter_args(%sum = %r) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%j, %c0] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  } {tt.warp_specialize, tt.num_stages = 2 : i32}
  tt.return
}

// What comes behind the loop goes to the warps that multiply, where no loop is pipelined: one that
// loads other blocks.
// WHY: remark: [Missed] not-specialized | {{.*}}Reason="a loop with products behind it would not be pipelined"
tt.func public @others(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  } {tt.warp_specialize}
  %s = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %r) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%j, %c0] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %y = tt.descriptor_load %b[%j, %c0] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %y : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  }
  tt.return
}

// What a loop carries may become a number from in front of it.
// CHECK-LABEL: @from_outside
// CHECK: ttg.warp_specialize({{.*}}%[[THEN:arg[0-9]+]], %
// CHECK: partition0({{.*}}%[[SEEN:arg[0-9]+]]: i32, %{{arg[0-9]+}}: !ttg.memdesc<3x64x64xf16
// CHECK: scf.yield %[[SEEN]], %
// WHY: remark: [Passed] specialized | {{.*}}buffers=3
tt.func public @from_outside(%a: !tt.tensordesc<64x64xf16, #shared>, %k: i32, %then: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r:2 = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero, %at = %c0) -> (tensor<64x64xf32, #wide>, i32) : i32 {
    %x = tt.descriptor_load %a[%at, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d, %then : tensor<64x64xf32, #wide>, i32
  } {tt.warp_specialize}
  tt.return
}

// WHY: remark: [Missed] not-specialized | {{.*}}Reason="it has one stage only"
tt.func public @one_stage(%a: !tt.tensordesc<64x64xf16, #shared>, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  } {tt.warp_specialize, tt.num_stages = 1 : i32}
  tt.return
}

// As many buffers as fit into 232448 bytes, with what else there is.
// WHY: remark: [Passed] specialized | {{.*}}buffers=28
tt.func public @many_stages(%a: !tt.tensordesc<64x64xf16, #shared>, %k: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32, #wide>) : i32 {
    %x = tt.descriptor_load %a[%c0, %j] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %u, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    scf.yield %d : tensor<64x64xf32, #wide>
  } {tt.warp_specialize, tt.num_stages = 2147483647 : i32}
  tt.return
}
}
