// The operands of a loop's product are loaded from shared memory in slices, each
// while the one before is multiplied, the first in the iteration before.
// RUN: heddle-opt %s --tritongpu-prefetch | FileCheck %s
// RUN: heddle-opt %s --tritongpu-prefetch | heddle-opt | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#turned = #ttg.linear<{register = [[0, 1], [0, 8], [0, 16], [16, 0], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 0]], block = []}>
#left4 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#right4 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The next iteration's slices come behind the wait for their copy, and the last
  // product, which nobody waits for, behind them. The copy that starts after the
  // wait is of another buffer.
  // CHECK-LABEL: @ring
  // CHECK: %[[RING:.+]] = ttg.local_alloc
  // CHECK: %[[STILL:.+]] = ttg.local_alloc
  // CHECK: %[[COPIED:.+]] = ttg.async_commit_group
  // CHECK: %[[WAIT:.+]] = ttg.async_wait %[[COPIED]] {num = 0 : i32}
  // CHECK: %[[BUFFER:.+]] = ttg.memdesc_index %[[RING]]
  // CHECK: %[[PART:.+]] = ttg.memdesc_subslice %[[BUFFER]][0, 0]
  // CHECK: %[[A:.+]] = ttg.local_load %[[PART]] token %[[WAIT]] : !ttg.memdesc<64x16xf16, #{{.+}}, #smem, mutable, 64x32> -> tensor<64x16xf16,
  // CHECK: %[[PART:.+]] = ttg.memdesc_subslice %[[STILL]][0, 0]
  // CHECK: %[[B:.+]] = ttg.local_load %[[PART]] :
  // CHECK: scf.for {{.*}}%[[SUM:.+]] = %{{.+}}, %[[LAST:.+]] = %{{.+}}, %{{.+}} = %[[COPIED]], %[[WAITED:.+]] = %[[WAIT]], %[[A0:.+]] = %[[A]], %[[B0:.+]] = %[[B]]) ->
  // CHECK-NOT: ttg.async_wait
  // CHECK: %[[NUMBER:.+]] = arith.select
  // CHECK: ttg.async_copy_global_to_local
  // CHECK: %[[GROUP:.+]] = ttg.async_commit_group
  // CHECK: %[[BUFFER:.+]] = ttg.memdesc_index %[[RING]][%[[NUMBER]]]
  // CHECK: %[[PART:.+]] = ttg.memdesc_subslice %[[BUFFER]][0, 16]
  // CHECK: %[[A1:.+]] = ttg.local_load %[[PART]] token %[[WAITED]]
  // CHECK: %[[PART:.+]] = ttg.memdesc_subslice %[[STILL]][16, 0]
  // CHECK: %[[B1:.+]] = ttg.local_load %[[PART]] :
  // CHECK: %[[SUM1:.+]] = tt.dot %[[A0]], %[[B0]], %[[SUM]]
  // CHECK: %[[NEXT:.+]] = ttg.async_wait %[[GROUP]] {num = 0 : i32}
  // CHECK: %[[ADD:.+]] = arith.addi %[[NUMBER]],
  // CHECK: %[[INSIDE:.+]] = arith.cmpi slt, %[[ADD]],
  // CHECK: %[[AFTER:.+]] = arith.select %[[INSIDE]], %[[ADD]],
  // CHECK: %[[BUFFER:.+]] = ttg.memdesc_index %[[RING]][%[[AFTER]]]
  // CHECK: %[[PART:.+]] = ttg.memdesc_subslice %[[BUFFER]][0, 0]
  // CHECK: %[[A:.+]] = ttg.local_load %[[PART]] token %[[NEXT]]
  // CHECK: %[[B:.+]] = ttg.local_load
  // CHECK: %[[SUM2:.+]] = tt.dot %[[A1]], %[[B1]], %[[SUM1]]
  // CHECK: scf.yield %[[SUM2]], %[[NUMBER]], %[[GROUP]], %[[NEXT]], %[[A]], %[[B]]
  // CHECK: } {tt.num_stages = 2 : i32}
  tt.func public @ring(%n: i32, %p: tensor<64x32x!tt.ptr<f16>, #blocked>, %y: tensor<32x64xf16, #blocked>) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %before = arith.constant -1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %ring = ttg.local_alloc : () -> !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable>
    %still = ttg.local_alloc %y : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #shared, #smem>
    %to = ttg.memdesc_index %ring[%c0] : !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %copy = ttg.async_copy_global_to_local %p, %to : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    %copied = ttg.async_commit_group tokens %copy
    %sums:3 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %last = %before, %group = %copied) -> (tensor<64x64xf32, #mma>, i32, !ttg.async.token) : i32 {
      %wait = ttg.async_wait %group {num = 0 : i32}
      %add = arith.addi %last, %c1 : i32
      %inside = arith.cmpi slt, %add, %c2 : i32
      %number = arith.select %inside, %add, %c0 : i32
      %other = arith.xori %number, %c1 : i32
      %next = ttg.memdesc_index %ring[%other] : !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
      %start = ttg.async_copy_global_to_local %p, %next : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
      %started = ttg.async_commit_group tokens %start
      %from = ttg.memdesc_index %ring[%number] : !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
      %a = ttg.local_load %from token %wait : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> tensor<64x32xf16, #left>
      %b = ttg.local_load %still : !ttg.memdesc<32x64xf16, #shared, #smem> -> tensor<32x64xf16, #right>
      %d = tt.dot %a, %b, %sum : tensor<64x32xf16, #left> * tensor<32x64xf16, #right> -> tensor<64x64xf32, #mma>
      scf.yield %d, %number, %started : tensor<64x64xf32, #mma>, i32, !ttg.async.token
    } {tt.num_stages = 2 : i32}
    tt.return %sums#0 : tensor<64x64xf32, #mma>
  }

  // Slices of 8 * kWidth elements. Casts go with the loads, and a product whose
  // sums are used at once stays where it is.
  // CHECK-LABEL: @casts
  // CHECK: scf.for
  // CHECK: %[[PART:.+]] = ttg.memdesc_subslice %{{.+}}[0, 32]
  // CHECK: %[[BYTES:.+]] = ttg.local_load %[[PART]] : {{.+}} -> tensor<64x32xi8,
  // CHECK: %[[A1:.+]] = arith.sitofp %[[BYTES]] : tensor<64x32xi8, #{{.+}}> to tensor<64x32xf16,
  // CHECK: %[[PART:.+]] = ttg.memdesc_subslice %{{.+}}[32, 0]
  // CHECK: %[[B1:.+]] = ttg.local_load %[[PART]]
  // CHECK: %[[SUM1:.+]] = tt.dot
  // CHECK: %[[SUM2:.+]] = tt.dot %[[A1]], %[[B1]], %[[SUM1]]
  // CHECK: math.exp %[[SUM2]]
  // CHECK: ttg.memdesc_subslice %{{.+}}[0, 0]
  // CHECK: ttg.memdesc_subslice %{{.+}}[0, 0]
  // CHECK: scf.yield
  tt.func public @casts(%n: i32, %x: tensor<64x64xi8, #blocked>, %y: tensor<64x64xf16, #blocked>) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %m = ttg.local_alloc %x : (tensor<64x64xi8, #blocked>) -> !ttg.memdesc<64x64xi8, #shared, #smem>
    %o = ttg.local_alloc %y : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %bytes = ttg.local_load %m : !ttg.memdesc<64x64xi8, #shared, #smem> -> tensor<64x64xi8, #left4>
      %a = arith.sitofp %bytes : tensor<64x64xi8, #left4> to tensor<64x64xf16, #left4>
      %b = ttg.local_load %o : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #right4>
      %d = tt.dot %a, %b, %sum : tensor<64x64xf16, #left4> * tensor<64x64xf16, #right4> -> tensor<64x64xf32, #mma>
      %e = math.exp %d : tensor<64x64xf32, #mma>
      scf.yield %e : tensor<64x64xf32, #mma>
    }
    tt.return %sums : tensor<64x64xf32, #mma>
  }

  // One slice is the whole operand.
  // CHECK-LABEL: @one_slice
  // CHECK-NOT: ttg.memdesc_subslice
  // CHECK: scf.for {{.*}}%[[A0:.+]] = %{{.+}}, %[[B0:.+]] = %{{.+}})
  // CHECK-NEXT: %[[A:.+]] = ttg.local_load
  // CHECK-NEXT: %[[B:.+]] = ttg.local_load
  // CHECK-NEXT: tt.dot %[[A0]], %[[B0]]
  // CHECK-NEXT: scf.yield %{{.+}}, %[[A]], %[[B]]
  tt.func public @one_slice(%n: i32, %x: tensor<64x16xf16, #blocked>, %y: tensor<16x64xf16, #blocked>) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %m = ttg.local_alloc %x : (tensor<64x16xf16, #blocked>) -> !ttg.memdesc<64x16xf16, #shared, #smem>
    %o = ttg.local_alloc %y : (tensor<16x64xf16, #blocked>) -> !ttg.memdesc<16x64xf16, #shared, #smem>
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %a = ttg.local_load %m : !ttg.memdesc<64x16xf16, #shared, #smem> -> tensor<64x16xf16, #left>
      %b = ttg.local_load %o : !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<16x64xf16, #right>
      %d = tt.dot %a, %b, %sum : tensor<64x16xf16, #left> * tensor<16x64xf16, #right> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %sums : tensor<64x64xf32, #mma>
  }

  // A slice of a transposed operand is a slice of the memory's other axis.
  // CHECK-LABEL: @transposed
  // CHECK: scf.for
  // CHECK: ttg.memdesc_subslice %{{.+}}[0, 16]
  // CHECK: %[[PART:.+]] = ttg.memdesc_subslice %{{.+}}[0, 16]
  // CHECK: %[[ROWS:.+]] = ttg.local_load %[[PART]] : {{.+}} -> tensor<64x16xf16, #[[TURNED:.+]]>
  // CHECK: %[[B1:.+]] = tt.trans %[[ROWS]] {order = array<i32: 1, 0>} : tensor<64x16xf16, #[[TURNED]]> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1,
  // CHECK: tt.dot
  // CHECK: tt.dot %{{.+}}, %[[B1]],
  tt.func public @transposed(%n: i32, %x: tensor<64x32xf16, #blocked>) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %m = ttg.local_alloc %x : (tensor<64x32xf16, #blocked>) -> !ttg.memdesc<64x32xf16, #shared, #smem>
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %a = ttg.local_load %m : !ttg.memdesc<64x32xf16, #shared, #smem> -> tensor<64x32xf16, #left>
      %rows = ttg.local_load %m : !ttg.memdesc<64x32xf16, #shared, #smem> -> tensor<64x32xf16, #turned>
      %b = tt.trans %rows {order = array<i32: 1, 0>} : tensor<64x32xf16, #turned> -> tensor<32x64xf16, #right>
      %d = tt.dot %a, %b, %sum : tensor<64x32xf16, #left> * tensor<32x64xf16, #right> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %sums : tensor<64x64xf32, #mma>
  }
}
