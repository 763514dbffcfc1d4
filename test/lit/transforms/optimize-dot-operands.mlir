// Operands are viewed in shared memory, not in registers.
// RUN: heddle-opt %s --tritongpu-optimize-dot-operands | FileCheck %s
// RUN: heddle-opt %s --tritongpu-optimize-dot-operands=hoist-layout-conversion=false | FileCheck %s
// RUN: heddle-opt %s --tritongpu-optimize-dot-operands | heddle-opt | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#column = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#box = #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#across = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
#turnedB = #ttg.linear<{register = [[0, 1], [0, 8], [0, 16], [0, 32], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
#likeB = #ttg.linear<{register = [[1, 0], [8, 0], [16, 0], [32, 0], [0, 32]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 8], [0, 16]], block = []}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#acrossA = #ttg.dot_op<{opIdx = 0, parent = #across, kWidth = 2}>
#acrossB = #ttg.dot_op<{opIdx = 1, parent = #across, kWidth = 2}>
#group = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#tiles = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#bits = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}, alignment = 1024>
#smem = #ttg.shared_memory

// CHECK-DAG: #[[ROWS:.+]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #[[COLUMNS:.+]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
// CHECK-DAG: #[[TILES:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[TURNED:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-DAG: #[[BOXES:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
// CHECK-DAG: #[[BITS:.+]] = #ttg.shared_linear<{offset = {{\[\[0, 1\], \[0, 2\], \[0, 4\], \[0, 8\], \[0, 16\], \[0, 32\], \[0, 72\], \[1, 16\], \[2, 32\], \[4, 0\], \[8, 0\], \[16, 0\]\]}}}, alignment = 1024>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // It is stored as it is loaded, and read transposed. What is done before a
  // loop stays before it.
  // CHECK-LABEL: @transposed_operand
  // CHECK: %[[X:.+]] = tt.load
  // CHECK-NEXT: %[[MEMORY:.+]] = ttg.local_alloc %[[X]] : {{.+}} -> !ttg.memdesc<32x64xf16, #[[ROWS]], #smem>
  // CHECK-NEXT: %[[VIEW:.+]] = ttg.memdesc_trans %[[MEMORY]] {order = array<i32: 1, 0>} : {{.+}} -> !ttg.memdesc<64x32xf16, #[[COLUMNS]], #smem>
  // CHECK-NEXT: %[[B:.+]] = ttg.local_load %[[VIEW]]
  // CHECK: scf.for
  // CHECK-NEXT: tt.dot %{{.+}}, %[[B]], %{{.+}}
  tt.func public @transposed_operand(%p: tensor<32x64x!tt.ptr<f16>, #row>, %a: tensor<64x64xf16, #A>, %zero: tensor<64x32xf32, #mma>, %n: i32) -> tensor<64x32xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %x = tt.load %p : tensor<32x64x!tt.ptr<f16>, #row>
    %c = ttg.convert_layout %x : tensor<32x64xf16, #row> -> tensor<32x64xf16, #column>
    %t = tt.trans %c {order = array<i32: 1, 0>} : tensor<32x64xf16, #column> -> tensor<64x32xf16, #row>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x32xf32, #mma>) : i32 {
      %b = ttg.convert_layout %t : tensor<64x32xf16, #row> -> tensor<64x32xf16, #B>
      %next = tt.dot %a, %b, %acc : tensor<64x64xf16, #A> * tensor<64x32xf16, #B> -> tensor<64x32xf32, #mma>
      scf.yield %next : tensor<64x32xf32, #mma>
    }
    tt.return %sum : tensor<64x32xf32, #mma>
  }

  // The transposed tensor is the operand, in the same registers.
  // CHECK-LABEL: @transposed_in_registers
  // CHECK-NOT: ttg.local_alloc
  // CHECK: tt.return
  tt.func public @transposed_in_registers(%x: tensor<64x64xf16, #turnedB>, %a: tensor<64x64xf16, #acrossA>, %c: tensor<64x64xf32, #across>) -> tensor<64x64xf32, #across> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #turnedB> -> tensor<64x64xf16, #likeB>
    %b = ttg.convert_layout %t : tensor<64x64xf16, #likeB> -> tensor<64x64xf16, #acrossB>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #acrossA> * tensor<64x64xf16, #acrossB> -> tensor<64x64xf32, #across>
    tt.return %d : tensor<64x64xf32, #across>
  }

  // Others than products use it.
  // CHECK-LABEL: @returned
  // CHECK-NOT: ttg.local_alloc
  // CHECK: tt.return
  tt.func public @returned(%x: tensor<64x64xf16, #row>) -> tensor<64x64xf16, #B> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #row> -> tensor<64x64xf16, #column>
    %b = ttg.convert_layout %t : tensor<64x64xf16, #column> -> tensor<64x64xf16, #B>
    tt.return %b : tensor<64x64xf16, #B>
  }

  // CHECK-LABEL: @transposed_buffer
  // CHECK: %[[MEMORY:.+]] = ttg.local_alloc %{{.+}} : {{.+}} -> !ttg.memdesc<64x64xf16, #[[TILES]], #smem>
  // CHECK-NEXT: %[[VIEW:.+]] = ttg.memdesc_trans %[[MEMORY]] {order = array<i32: 1, 0>} : {{.+}} -> !ttg.memdesc<64x64xf16, #[[TURNED]], #smem>
  // CHECK-NEXT: ttng.warp_group_dot %{{.+}}, %[[VIEW]], %{{.+}}
  tt.func public @transposed_buffer(%x: tensor<64x64xf16, #row>, %a: !ttg.memdesc<64x64xf16, #tiles, #smem>, %c: tensor<64x64xf32, #group>) -> tensor<64x64xf32, #group> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #row> -> tensor<64x64xf16, #column>
    %b = ttg.local_alloc %t : (tensor<64x64xf16, #column>) -> !ttg.memdesc<64x64xf16, #turned, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #tiles, #smem> * !ttg.memdesc<64x64xf16, #turned, #smem, mutable> -> tensor<64x64xf32, #group>
    tt.return %d : tensor<64x64xf32, #group>
  }

  // Somebody may write it.
  // CHECK-LABEL: @written
  // CHECK-NOT: ttg.memdesc_trans
  // CHECK: tt.return
  tt.func public @written(%x: tensor<64x64xf16, #row>, %a: !ttg.memdesc<64x64xf16, #tiles, #smem>, %c: tensor<64x64xf32, #group>) -> tensor<64x64xf32, #group> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #row> -> tensor<64x64xf16, #column>
    %b = ttg.local_alloc %t : (tensor<64x64xf16, #column>) -> !ttg.memdesc<64x64xf16, #turned, #smem, mutable>
    ttg.local_store %x, %b : tensor<64x64xf16, #row> -> !ttg.memdesc<64x64xf16, #turned, #smem, mutable>
    %d = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #tiles, #smem> * !ttg.memdesc<64x64xf16, #turned, #smem, mutable> -> tensor<64x64xf32, #group>
    tt.return %d : tensor<64x64xf32, #group>
  }

  // A view of a view.
  // CHECK-LABEL: @reshaped_and_transposed
  // CHECK-NOT: tt.reshape
  // CHECK: %[[MEMORY:.+]] = ttg.local_alloc %{{.+}} : {{.+}} -> !ttg.memdesc<4x16x64xf16, #[[BOXES]], #smem>
  // CHECK-NEXT: %[[MATRIX:.+]] = ttg.memdesc_reshape %[[MEMORY]] : {{.+}} -> !ttg.memdesc<64x64xf16, #[[TILES]], #smem>
  // CHECK-NEXT: %[[VIEW:.+]] = ttg.memdesc_trans %[[MATRIX]]
  // CHECK-NEXT: ttng.warp_group_dot %[[VIEW]]
  tt.func public @reshaped_and_transposed(%x: tensor<4x16x64xf16, #box>, %b: !ttg.memdesc<64x64xf16, #tiles, #smem>, %c: tensor<64x64xf32, #group>) -> tensor<64x64xf32, #group> {
    %r = tt.reshape %x : tensor<4x16x64xf16, #box> -> tensor<64x64xf16, #row>
    %t = tt.trans %r {order = array<i32: 1, 0>} : tensor<64x64xf16, #row> -> tensor<64x64xf16, #column>
    %a = ttg.local_alloc %t : (tensor<64x64xf16, #column>) -> !ttg.memdesc<64x64xf16, #turned, #smem>
    %d = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #turned, #smem> * !ttg.memdesc<64x64xf16, #tiles, #smem> -> tensor<64x64xf32, #group>
    tt.return %d : tensor<64x64xf32, #group>
  }

  // Any reader sees a reshaped buffer; bits of an address can have any shape.
  // CHECK-LABEL: @bits_of_addresses
  // CHECK: %[[MEMORY:.+]] = ttg.local_alloc %{{.+}} : {{.+}} -> !ttg.memdesc<32x128xf16, #[[BITS]], #smem>
  // CHECK-NEXT: %[[VIEW:.+]] = ttg.memdesc_reshape %[[MEMORY]]
  // CHECK-NEXT: ttg.local_load %[[VIEW]]
  tt.func public @bits_of_addresses(%x: tensor<32x128xf16, #row>) -> tensor<64x64xf16, #row> {
    %r = tt.reshape %x allow_reorder : tensor<32x128xf16, #row> -> tensor<64x64xf16, #row>
    %m = ttg.local_alloc %r : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #bits, #smem>
    %y = ttg.local_load %m : !ttg.memdesc<64x64xf16, #bits, #smem> -> tensor<64x64xf16, #row>
    tt.return %y : tensor<64x64xf16, #row>
  }

  // Rows of 128 elements are two tiles wide: those of 64 are others.
  // CHECK-LABEL: @other_tiles
  // CHECK-NOT: ttg.memdesc_reshape
  // CHECK: tt.return
  tt.func public @other_tiles(%x: tensor<32x128xf16, #row>) -> tensor<64x64xf16, #row> {
    %r = tt.reshape %x allow_reorder : tensor<32x128xf16, #row> -> tensor<64x64xf16, #row>
    %m = ttg.local_alloc %r : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #tiles, #smem>
    %y = ttg.local_load %m : !ttg.memdesc<64x64xf16, #tiles, #smem> -> tensor<64x64xf16, #row>
    tt.return %y : tensor<64x64xf16, #row>
  }

  // The order is free, but both who see it have to see the same.
  // CHECK-LABEL: @order_seen_twice
  // CHECK-NOT: ttg.memdesc_reshape
  // CHECK: tt.return
  tt.func public @order_seen_twice(%x: tensor<4x16x64xf16, #box>) -> (tensor<64x64xf16, #row>, tensor<64x64xf16, #row>) {
    %r = tt.reshape %x allow_reorder : tensor<4x16x64xf16, #box> -> tensor<64x64xf16, #row>
    %m = ttg.local_alloc %r : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #tiles, #smem>
    %y = ttg.local_load %m : !ttg.memdesc<64x64xf16, #tiles, #smem> -> tensor<64x64xf16, #row>
    tt.return %y, %r : tensor<64x64xf16, #row>, tensor<64x64xf16, #row>
  }
}
