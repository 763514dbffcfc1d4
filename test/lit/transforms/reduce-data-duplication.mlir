// Conversions to operands of products that need shared memory become a store and
// a load; what stays within a warp is left alone.
// RUN: split-file %s %t
// RUN: heddle-opt %t/block.mlir --tritongpu-reduce-data-duplication | FileCheck %t/block.mlir
// RUN: heddle-opt %t/block.mlir --tritongpu-reduce-data-duplication | heddle-opt | FileCheck %t/block.mlir
// RUN: heddle-opt %t/cluster.mlir --tritongpu-reduce-data-duplication | FileCheck %t/cluster.mlir

//--- block.mlir

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#column = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#A8 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#B4 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#blockedB = #ttg.dot_op<{opIdx = 1, parent = #row}>

// CHECK-DAG: #[[ROWS:.+]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #[[COLUMNS:.+]] = #ttg.swizzled_shared<{vec = 16, perPhase = 1, maxPhase = 4, order = [0, 1]}>
// CHECK-DAG: #[[PLAIN:.+]] = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK-DAG: #[[WIDE:.+]] = #ttg.swizzled_shared<{vec = 32, perPhase = 1, maxPhase = 2, order = [1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @loaded
  // CHECK: %[[MEMORY:.+]] = ttg.local_alloc %{{.+}} : (tensor<64x64xf16, #{{.+}}>) -> !ttg.memdesc<64x64xf16, #[[ROWS]], #smem>
  // CHECK: ttg.local_load %[[MEMORY]] : {{.+}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  tt.func public @loaded(%x: tensor<64x64xf16, #row>) -> tensor<64x64xf16, #A> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    tt.return %0 : tensor<64x64xf16, #A>
  }

  // The axis of which threads have neighbours is contiguous.
  // CHECK-LABEL: @columns
  // CHECK: ttg.local_alloc %{{.+}} -> !ttg.memdesc<64x64xf16, #[[COLUMNS]], #smem>
  tt.func public @columns(%x: tensor<64x64xf16, #column>) -> tensor<64x64xf16, #B4> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #column> -> tensor<64x64xf16, #B4>
    tt.return %0 : tensor<64x64xf16, #B4>
  }

  // No matrix instruction, no swizzle.
  // CHECK-LABEL: @single_products
  // CHECK: ttg.local_alloc %{{.+}} -> !ttg.memdesc<64x64xf32, #[[PLAIN]], #smem>
  tt.func public @single_products(%x: tensor<64x64xf32, #row>) -> tensor<64x64xf32, #blockedB> {
    %0 = ttg.convert_layout %x : tensor<64x64xf32, #row> -> tensor<64x64xf32, #blockedB>
    tt.return %0 : tensor<64x64xf32, #blockedB>
  }

  // Lanes would exchange two bits of their registers' numbers.
  // CHECK-LABEL: @two_bits
  // CHECK: ttg.local_alloc %{{.+}} -> !ttg.memdesc<64x64xf16, #[[WIDE]], #smem>
  tt.func public @two_bits(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #A8> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #A8>
    tt.return %0 : tensor<64x64xf16, #A8>
  }

  // Results of one product are operands of the next, in the same registers or
  // in another lane's.
  // CHECK-LABEL: @in_registers
  // CHECK-NOT: ttg.local_alloc
  // CHECK: tt.return
  tt.func public @in_registers(%x: tensor<64x64xf16, #mma>, %y: tensor<64x64xi8, #mma>) -> (tensor<64x64xf16, #A>, tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #A>
    %1 = ttg.convert_layout %y : tensor<64x64xi8, #mma> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
    tt.return %0, %1 : tensor<64x64xf16, #A>, tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  }

  // Neither other layouts nor elements that no operand has.
  // CHECK-LABEL: @others
  // CHECK-NOT: ttg.local_alloc
  // CHECK: tt.return
  tt.func public @others(%x: tensor<64x64xf16, #row>, %y: tensor<64x64xi1, #row>) -> (tensor<64x64xf16, #column>, tensor<64x64xi1, #A>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #row> -> tensor<64x64xf16, #column>
    %1 = ttg.convert_layout %y : tensor<64x64xi1, #row> -> tensor<64x64xi1, #A>
    tt.return %0, %1 : tensor<64x64xf16, #column>, tensor<64x64xi1, #A>
  }
}

//--- cluster.mlir
#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[1, 0]], instrShape = [16, 8]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>

// CHECK: #[[SHARED:.+]] = #ttg.swizzled_shared<{{.+}}, CGALayout = {{\[\[1, 0\]\]}}}>

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A block stores what it loads; it would have to wait for what others store.
  // CHECK-LABEL: @blocks
  // CHECK: ttg.local_alloc %{{.+}} -> !ttg.memdesc<128x64xf16, #[[SHARED]], #smem>
  // CHECK: ttg.local_load
  // CHECK: ttg.convert_layout
  tt.func public @blocks(%x: tensor<128x64xf16, #row>) -> (tensor<128x64xf16, #A>, tensor<128x64xf16, #B>) {
    %0 = ttg.convert_layout %x : tensor<128x64xf16, #row> -> tensor<128x64xf16, #A>
    %1 = ttg.convert_layout %x : tensor<128x64xf16, #row> -> tensor<128x64xf16, #B>
    tt.return %0, %1 : tensor<128x64xf16, #A>, tensor<128x64xf16, #B>
  }
}
