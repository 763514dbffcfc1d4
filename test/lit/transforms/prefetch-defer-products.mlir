// The last product of an iteration is computed in the next one, behind the loads
// of its first slices, where the loop only adds up the product.
// RUN: heddle-opt %s --tritongpu-prefetch=defer-products | FileCheck %s
// RUN: heddle-opt %s --tritongpu-prefetch=defer-products | heddle-opt | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
!A = tensor<64x32xf16, #left>
!B = tensor<32x64xf16, #right>
!C = tensor<64x64xf32, #mma>
!MA = !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
!MB = !ttg.memdesc<32x64xf16, #shared, #smem, mutable>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // What is stored before the loads stays before them. The first iteration adds
  // zeros.
  // CHECK-LABEL: @sums
  // CHECK-DAG: %[[NO_A:.+]] = arith.constant dense<-0.000000e+00> : tensor<64x16xf16,
  // CHECK-DAG: %[[NO_B:.+]] = arith.constant dense<0.000000e+00> : tensor<16x64xf16,
  // CHECK: %[[LOOP:.+]]:3 = scf.for {{.*}}iter_args(%[[SUM:.+]] = %{{.+}}, %[[LAST_A:.+]] = %[[NO_A]], %[[LAST_B:.+]] = %[[NO_B]])
  // CHECK-NEXT: ttg.local_store
  // CHECK-NEXT: %[[PART:.+]] = ttg.memdesc_subslice %{{.+}}[0, 0]
  // CHECK-NEXT: %[[A0:.+]] = ttg.local_load %[[PART]]
  // CHECK-NEXT: %[[PART:.+]] = ttg.memdesc_subslice %{{.+}}[0, 0]
  // CHECK-NEXT: %[[B0:.+]] = ttg.local_load %[[PART]]
  // CHECK-NEXT: %[[SUM0:.+]] = tt.dot %[[LAST_A]], %[[LAST_B]], %[[SUM]]
  // CHECK-NEXT: %[[PART:.+]] = ttg.memdesc_subslice %{{.+}}[0, 16]
  // CHECK-NEXT: %[[A1:.+]] = ttg.local_load %[[PART]]
  // CHECK-NEXT: %[[PART:.+]] = ttg.memdesc_subslice %{{.+}}[16, 0]
  // CHECK-NEXT: %[[B1:.+]] = ttg.local_load %[[PART]]
  // CHECK-NEXT: %[[SUM1:.+]] = tt.dot %[[A0]], %[[B0]], %[[SUM0]]
  // CHECK-NEXT: scf.yield %[[SUM1]], %[[A1]], %[[B1]]
  // CHECK: %[[ALL:.+]] = tt.dot %[[LOOP]]#1, %[[LOOP]]#2, %[[LOOP]]#0
  // CHECK: tt.return %[[ALL]]
  tt.func public @sums(%n: i32, %x: tensor<64x32xf16, #blocked>, %mb: !MB, %zero: !C) -> !C {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ma = ttg.local_alloc : () -> !MA
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!C) : i32 {
      ttg.local_store %x, %ma : tensor<64x32xf16, #blocked> -> !MA
      %a = ttg.local_load %ma : !MA -> !A
      %b = ttg.local_load %mb : !MB -> !B
      %d = tt.dot %a, %b, %sum : !A * !B -> !C
      scf.yield %d : !C
    }
    tt.return %sums : !C
  }

  // The sums are needed at once: first slices are loaded ahead.
  // CHECK-LABEL: @awaited
  // CHECK: ttg.local_load
  // CHECK: scf.for
  // CHECK: math.exp
  // CHECK: ttg.local_load
  // CHECK: scf.yield
  // CHECK-NOT: tt.dot
  // CHECK: tt.return
  tt.func public @awaited(%n: i32, %ma: !MA, %mb: !MB, %zero: !C) -> !C {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!C) : i32 {
      %a = ttg.local_load %ma : !MA -> !A
      %b = ttg.local_load %mb : !MB -> !B
      %d = tt.dot %a, %b, %sum : !A * !B -> !C
      %e = math.exp %d : !C
      scf.yield %e : !C
    }
    tt.return %sums : !C
  }
}
