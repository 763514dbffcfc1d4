// Loops whose next operands cannot be loaded an iteration ahead, or that have no
// one product to be sliced, stay as they are.
// RUN: heddle-opt %s --tritongpu-prefetch | FileCheck %s --implicit-check-not=memdesc_subslice

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
  // The buffer of the iteration behind the last one is none of the ring.
  // CHECK-LABEL: @leaves_ring
  tt.func public @leaves_ring(%ring: !ttg.memdesc<4x64x32xf16, #shared, #smem, mutable>, %mb: !MB, %zero: !C) -> !C {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %sums = scf.for %i = %c0 to %c4 step %c1 iter_args(%sum = %zero) -> (!C) : i32 {
      %ma = ttg.memdesc_index %ring[%i] : !ttg.memdesc<4x64x32xf16, #shared, #smem, mutable> -> !MA
      %a = ttg.local_load %ma : !MA -> !A
      %b = ttg.local_load %mb : !MB -> !B
      %d = tt.dot %a, %b, %sum : !A * !B -> !C
      scf.yield %d : !C
    }
    tt.return %sums : !C
  }

  // What is stored before the loads is what they read.
  // CHECK-LABEL: @stored_before
  tt.func public @stored_before(%n: i32, %x: tensor<64x32xf16, #blocked>, %mb: !MB, %zero: !C) -> !C {
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

  // A copy into the buffer that was loaded starts before the product.
  // CHECK-LABEL: @copied_between
  tt.func public @copied_between(%n: i32, %p: tensor<64x32x!tt.ptr<f16>, #blocked>, %mb: !MB, %zero: !C) -> !C {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ma = ttg.local_alloc : () -> !MA
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!C) : i32 {
      %w = ttg.async_wait {num = 0 : i32}
      %a = ttg.local_load %ma token %w : !MA -> !A
      %b = ttg.local_load %mb : !MB -> !B
      %t = ttg.async_copy_global_to_local %p, %ma : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
      %g = ttg.async_commit_group tokens %t
      %d = tt.dot %a, %b, %sum : !A * !B -> !C
      scf.yield %d : !C
    }
    tt.return %sums : !C
  }

  // The wait is for a copy of the same iteration.
  // CHECK-LABEL: @waits_for_own_copy
  tt.func public @waits_for_own_copy(%n: i32, %p: tensor<64x32x!tt.ptr<f16>, #blocked>, %mb: !MB, %zero: !C) -> !C {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ma = ttg.local_alloc : () -> !MA
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!C) : i32 {
      %t = ttg.async_copy_global_to_local %p, %ma : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
      %g = ttg.async_commit_group tokens %t
      %w = ttg.async_wait %g {num = 0 : i32}
      %a = ttg.local_load %ma token %w : !MA -> !A
      %b = ttg.local_load %mb : !MB -> !B
      %d = tt.dot %a, %b, %sum : !A * !B -> !C
      scf.yield %d : !C
    }
    tt.return %sums : !C
  }

  // Other threads may have written the memory before the barrier.
  // CHECK-LABEL: @barrier
  tt.func public @barrier(%n: i32, %ma: !MA, %mb: !MB, %zero: !C) -> !C {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!C) : i32 {
      ttg.barrier local
      %a = ttg.local_load %ma : !MA -> !A
      %b = ttg.local_load %mb : !MB -> !B
      %d = tt.dot %a, %b, %sum : !A * !B -> !C
      scf.yield %d : !C
    }
    tt.return %sums : !C
  }

  // One operand is in registers already.
  // CHECK-LABEL: @one_operand
  tt.func public @one_operand(%n: i32, %a: !A, %mb: !MB, %zero: !C) -> !C {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!C) : i32 {
      %b = ttg.local_load %mb : !MB -> !B
      %d = tt.dot %a, %b, %sum : !A * !B -> !C
      scf.yield %d : !C
    }
    tt.return %sums : !C
  }

  // The whole operand has another user.
  // CHECK-LABEL: @used_whole
  tt.func public @used_whole(%n: i32, %ma: !MA, %mb: !MB, %out: !MA, %zero: !C) -> !C {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!C) : i32 {
      %a = ttg.local_load %ma : !MA -> !A
      %b = ttg.local_load %mb : !MB -> !B
      %d = tt.dot %a, %b, %sum : !A * !B -> !C
      ttg.local_store %a, %out : !A -> !MA
      scf.yield %d : !C
    }
    tt.return %sums : !C
  }

  // CHECK-LABEL: @two_products
  tt.func public @two_products(%n: i32, %ma: !MA, %mb: !MB, %zero: !C) -> !C {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!C) : i32 {
      %a = ttg.local_load %ma : !MA -> !A
      %b = ttg.local_load %mb : !MB -> !B
      %d = tt.dot %a, %b, %sum : !A * !B -> !C
      %a2 = ttg.local_load %ma : !MA -> !A
      %b2 = ttg.local_load %mb : !MB -> !B
      %e = tt.dot %a2, %b2, %d : !A * !B -> !C
      scf.yield %e : !C
    }
    tt.return %sums : !C
  }
}
