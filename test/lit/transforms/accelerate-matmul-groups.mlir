// Products of warp groups on sm_90, where they take fewer cycles.
// RUN: heddle-opt %s --split-input-file --tritongpu-accelerate-matmul | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

// CHECK-DAG: #[[HALF:.+]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #[[WORD:.+]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 8]}>
// CHECK-DAG: #[[BYTE:.+]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 32]}>
// CHECK-DAG: #[[A32:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
// CHECK-DAG: #[[B32:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 32}>
// CHECK-DAG: #[[A8:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #[[B8:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @half
// CHECK: %[[A:.+]] = ttg.local_alloc
// CHECK: %[[B:.+]] = ttg.local_alloc
// CHECK: ttng.warp_group_dot %[[A]], %[[B]], {{.+}} -> tensor<64x64xf32, #[[HALF]]>
tt.func @half(%a: tensor<64x64xf16, #A>, %b: tensor<64x64xf16, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// So is what two products of a block multiply, before the first.
// CHECK-LABEL: @two_products
// CHECK: ttng.warp_group_dot %{{.+}}, %[[B:[0-9]+]],
// CHECK: ttng.warp_group_dot %{{.+}}, %[[B]],
tt.func @two_products(%a: tensor<64x64xf16, #A>, %e: tensor<64x64xf16, #A>, %x: tensor<64x64xf32, #B>, %c: tensor<64x64xf32, #blocked>) -> (tensor<64x64xf32, #blocked>, tensor<64x64xf32, #blocked>) {
  %b = arith.truncf %x : tensor<64x64xf32, #B> to tensor<64x64xf16, #B>
  %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  %f = tt.dot %e, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d, %f : tensor<64x64xf32, #blocked>, tensor<64x64xf32, #blocked>
}

// What two loops multiply is stored once, before both.
// CHECK-LABEL: @two_loops
// CHECK: %[[B:.+]] = ttg.local_alloc
// CHECK: %[[A:.+]] = ttg.local_alloc
// CHECK-NOT: ttg.local_alloc
// CHECK: scf.for
// CHECK: ttng.warp_group_dot %[[A]], %[[B]],
// CHECK: scf.for
// CHECK: ttng.warp_group_dot %[[A]], %[[B]],
tt.func @two_loops(%p: tensor<64x64x!tt.ptr<f16>, #A>, %b: tensor<64x64xf16, #B>, %c: tensor<64x64xf32, #blocked>, %n: i32) -> tensor<64x64xf32, #blocked> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<64x64xf32, #blocked>) : i32 {
    %e = tt.dot %a, %b, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
    scf.yield %e : tensor<64x64xf32, #blocked>
  }
  %f = scf.for %i = %zero to %n step %one iter_args(%sum = %d) -> (tensor<64x64xf32, #blocked>) : i32 {
    %e = tt.dot %a, %b, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
    scf.yield %e : tensor<64x64xf32, #blocked>
  }
  tt.return %f : tensor<64x64xf32, #blocked>
}

// Both factors along K: wgmma transposes 16 bits only.
// CHECK-LABEL: @tf32
// CHECK: ttng.warp_group_dot {{.+}} : !ttg.memdesc<64x64xf32, #[[A32]], #smem> * !ttg.memdesc<64x64xf32, #[[B32]], #smem> -> tensor<64x64xf32, #[[WORD]]>
tt.func @tf32(%a: tensor<64x64xf32, #A>, %b: tensor<64x64xf32, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<64x64xf32, #A> * tensor<64x64xf32, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// CHECK-LABEL: @byte
// CHECK: ttng.warp_group_dot {{.+}} : !ttg.memdesc<64x64xf8E4M3FN, #[[A8]], #smem> * !ttg.memdesc<64x64xf8E4M3FN, #[[B8]], #smem> -> tensor<64x64xf32, #[[BYTE]]>
tt.func @byte(%a: tensor<64x64xf8E4M3FN, #A>, %b: tensor<64x64xf8E4M3FN, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c {maxNumImpreciseAcc = 1073741824 : i32} : tensor<64x64xf8E4M3FN, #A> * tensor<64x64xf8E4M3FN, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// Where fewer products may be added than an instruction adds, those of f16 are exact.
// CHECK-LABEL: @precise
// CHECK-COUNT-2: tt.fp_to_fp {{.+}}f8E4M3FN{{.+}} -> {{.+}}f16
// CHECK: ttng.warp_group_dot {{.+}} : tensor<64x64xf16, {{.+}}> * !ttg.memdesc<64x64xf16, {{.+}} -> tensor<64x64xf32, #[[HALF]]>
tt.func @precise(%a: tensor<64x64xf8E4M3FN, #A>, %b: tensor<64x64xf8E4M3FN, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c {maxNumImpreciseAcc = 31 : i32} : tensor<64x64xf8E4M3FN, #A> * tensor<64x64xf8E4M3FN, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// Few rows are for mma, which has no fast product of bytes here.
// CHECK-LABEL: @few_rows
// CHECK-COUNT-2: tt.fp_to_fp {{.+}}f8E4M3FN{{.+}} -> {{.+}}f16
// CHECK: tt.dot {{.+}} : tensor<16x64xf16, {{.+}}kWidth = 4}>> *
tt.func @few_rows(%a: tensor<16x64xf8E4M3FN, #A>, %b: tensor<64x64xf8E4M3FN, #B>, %c: tensor<16x64xf32, #blocked>) -> tensor<16x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c {maxNumImpreciseAcc = 1073741824 : i32} : tensor<16x64xf8E4M3FN, #A> * tensor<64x64xf8E4M3FN, #B> -> tensor<16x64xf32, #blocked>
  tt.return %d : tensor<16x64xf32, #blocked>
}

// The first result stays in registers, as a factor of the second product.
// CHECK-LABEL: @chained
// CHECK: ttng.warp_group_dot
// CHECK: %[[T:.+]] = arith.truncf
// CHECK: ttng.warp_group_dot {{.+}} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #[[HALF]], kWidth = 2}>> * !ttg.memdesc
tt.func @chained(%a: tensor<64x64xf16, #A>, %b: tensor<64x64xf16, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  %e = arith.truncf %d : tensor<64x64xf32, #blocked> to tensor<64x64xf16, #blocked>
  %f = ttg.convert_layout %e : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #A>
  %g = tt.dot %f, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.return %g : tensor<64x64xf32, #blocked>
}

// A group multiplies 64 rows.
// CHECK-LABEL: @few
// CHECK-NOT: warp_group_dot
// CHECK: tt.dot {{.+}} -> tensor<32x64xf32, #{{mma.*}}>
tt.func @few(%a: tensor<32x64xf16, #A>, %b: tensor<64x64xf16, #B>, %c: tensor<32x64xf32, #blocked>) -> tensor<32x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<32x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<32x64xf32, #blocked>
  tt.return %d : tensor<32x64xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

// Two groups, each with the most columns of an instruction.
// CHECK: #[[WIDE:.+]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 256, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: @wide
// CHECK: ttng.warp_group_dot {{.+}} -> tensor<128x256xf32, #[[WIDE]]>
tt.func @wide(%a: tensor<128x64xf16, #A>, %b: tensor<64x256xf16, #B>, %c: tensor<128x256xf32, #blocked>) -> tensor<128x256xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<128x64xf16, #A> * tensor<64x256xf16, #B> -> tensor<128x256xf32, #blocked>
  tt.return %d : tensor<128x256xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

// Where a kernel prints, the assembler would let each group wait.
// CHECK: #[[MMA:.+]] = #ttg.nvidia_mma<{versionMajor = 2
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: @printed
// CHECK: tt.dot {{.+}} -> tensor<64x64xf32, #[[MMA]]>
tt.func @printed(%a: tensor<64x64xf16, #A>, %b: tensor<64x64xf16, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #blocked>
  tt.print " d: " {hex = false, isSigned = array<i32: 0>} : %d : tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}
}
