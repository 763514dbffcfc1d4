// What products of ttng refuse, and how they say it.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#MMA3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, %c: tensor<64x64xf32, #MMA3>) {
    // expected-error @+1 {{expects as many columns of a as rows of b, but got 64 and 32}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #NV, #smem, mutable> * !ttg.memdesc<32x64xf16, #NV, #smem, mutable> -> tensor<64x64xf32, #MMA3>
    tt.return
  }
}

// -----

#MMA3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %c: tensor<64x64xf32, #MMA3>) {
    // expected-error @+1 {{expects a result of shape 128x64, but got 64x64}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<128x64xf16, #NV, #smem, mutable> * !ttg.memdesc<64x64xf16, #NV, #smem, mutable> -> tensor<64x64xf32, #MMA3>
    tt.return
  }
}

// -----

#MMA3 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %c: tensor<64x64xf32, #MMA3>) {
    // expected-error @+1 {{expects a result with an nvidia_mma layout of version 3, but got}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #NV, #smem, mutable> * !ttg.memdesc<64x64xf16, #NV, #smem, mutable> -> tensor<64x64xf32, #MMA3>
    tt.return
  }
}

// -----

#MMA3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 64, 16]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %c: tensor<64x64xf32, #MMA3>) {
    // expected-error @+1 {{expects a multiple of 4 warps, but got 2}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #NV, #smem, mutable> * !ttg.memdesc<64x64xf16, #NV, #smem, mutable> -> tensor<64x64xf32, #MMA3>
    tt.return
  }
}

// -----

#MMA3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %c: tensor<32x64xf32, #MMA3>) {
    // expected-error @+1 {{expects a multiple of 64 rows and of 8 columns, but got}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<32x64xf16, #NV, #smem, mutable> * !ttg.memdesc<64x64xf16, #NV, #smem, mutable> -> tensor<32x64xf32, #MMA3>
    tt.return
  }
}

// -----

#MMA3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<2x64x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<2x64x64xf16, #NV, #smem, mutable>, %c: tensor<64x64xf32, #MMA3>) {
    // expected-error @+1 {{expects matrices, but got}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<2x64x64xf16, #NV, #smem, mutable> * !ttg.memdesc<2x64x64xf16, #NV, #smem, mutable> -> tensor<64x64xf32, #MMA3>
    tt.return
  }
}

// -----

#MMA3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#NV = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %c: tensor<64x64xf32, #MMA3>) {
    // expected-error @+1 {{expects b with an nvmma_shared or shared_linear layout, but got}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #NV, #smem, mutable> * !ttg.memdesc<64x64xf16, #NV, #smem, mutable> -> tensor<64x64xf32, #MMA3>
    tt.return
  }
}

// -----

#MMA3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #MMA3, kWidth = 1}>>, %b: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %c: tensor<64x64xf32, #MMA3>) {
    // expected-error @+1 {{expects kWidth = 2 of 'f16', but got 1}}
    %0 = ttng.warp_group_dot %a, %b, %c {isAsync = true} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #MMA3, kWidth = 1}>> * !ttg.memdesc<64x64xf16, #NV, #smem, mutable> -> tensor<64x64xf32, #MMA3>
    tt.return
  }
}

// -----

#MMA3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: tensor<64x64xf16, #MMA3>, %b: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %c: tensor<64x64xf32, #MMA3>) {
    // expected-error @+1 {{expects a in shared memory or with a dot_op layout, but got}}
    %0 = ttng.warp_group_dot %a, %b, %c {isAsync = true} : tensor<64x64xf16, #MMA3> * !ttg.memdesc<64x64xf16, #NV, #smem, mutable> -> tensor<64x64xf32, #MMA3>
    tt.return
  }
}

// -----

#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, %d: !ttg.memdesc<128x128xbf16, #TM, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects element types that tcgen05.mma multiplies, but got 'f16' * 'f16' -> 'bf16'}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p : !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, !ttg.memdesc<128x128xbf16, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#NVA = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#NVB = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x64xf16, #NVA, #smem, mutable>, %b: !ttg.memdesc<64x128xf8E5M2, #NVB, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects element types that tcgen05.mma multiplies, but got 'f16' * 'f8E5M2' -> 'f32'}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p : !ttg.memdesc<128x64xf16, #NVA, #smem, mutable>, !ttg.memdesc<64x128xf8E5M2, #NVB, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#NV3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #NV3, #smem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects a result with a tensor_memory_encoding, but got}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p : !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, !ttg.memdesc<128x128xf32, #NV3, #smem, mutable>
    tt.return
  }
}

// -----

#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, %d: !ttg.memdesc<128x128xf16, #TM, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects colStride = 2 of the result, but got}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p : !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, !ttg.memdesc<128x128xf16, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
#TA = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x64xf16, #TA, #tmem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects colStride = 1 and no padding of a, but got}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p : !ttg.memdesc<128x64xf16, #TA, #tmem, mutable>, !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, %u: i1, %p: i1, %q: !ttg.memdesc<1xi64, #S1, #smem, mutable>) {
    // expected-error @+1 {{expects 'is_async' with barriers}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p, %q[%p] : !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, !ttg.memdesc<1xi64, #S1, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
#TM2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
#NV2a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#NV2b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = true} {
  tt.func public @f(%a: !ttg.memdesc<256x64xf16, #NV2a, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV2b, #smem, mutable>, %d: !ttg.memdesc<256x128xf32, #TM2, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects 'two_ctas' where the result's layout says twoCTAs, and only there, but got}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p : !ttg.memdesc<256x64xf16, #NV2a, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV2b, #smem, mutable>, !ttg.memdesc<256x128xf32, #TM2, #tmem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
#TM2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
#NV2a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#NV2b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = true} {
  tt.func public @f(%a: !ttg.memdesc<256x64xf16, #NV2a, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV2b, #smem, mutable>, %d: !ttg.memdesc<256x128xf32, #TM2, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects with 'two_ctas' columns of b that are split between the pair's blocks, but got}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p {two_ctas} : !ttg.memdesc<256x64xf16, #NV2a, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV2b, #smem, mutable>, !ttg.memdesc<256x128xf32, #TM2, #tmem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
#TM2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
#NV2a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#NV2b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = true} {
  tt.func public @f(%a: !ttg.memdesc<256x64xf16, #NV2a, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV2b, #smem, mutable>, %d: !ttg.memdesc<256x128xf32, #TM2, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects the rows of a and the columns of b in a block as its part of the result, but got}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p {two_ctas} : !ttg.memdesc<256x64xf16, #NV2a, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV2b, #smem, mutable>, !ttg.memdesc<256x128xf32, #TM2, #tmem, mutable>
    tt.return
  }
}

// -----

#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects a target with tensor memory, cuda:100 to cuda:119, but got "cuda:90"}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p : !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{use of undeclared SSA value name}}
    "ttng.tc_gen5_mma"(%a, %b, %d, %tt, %u, %p) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>}> : (!ttg.memdesc<128x64xf16, #NV, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, !ttg.async.token, i1, i1) -> ()
    tt.return
  }
}

// -----

#NV8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#TM = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
#TMS = #ttng.tensor_memory_scales_encoding<>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x128xf8E4M3FN, #NV8, #smem, mutable>, %b: !ttg.memdesc<128x128xf8E4M3FN, #NV8, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, %sa: !ttg.memdesc<128x4xi8, #TMS, #tmem, mutable>, %sb: !ttg.memdesc<128x4xi8, #TMS, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects blockM = 128 of the result, but got}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e4m3 rhs = e4m3 : !ttg.memdesc<128x128xf8E4M3FN, #NV8, #smem, mutable>, !ttg.memdesc<128x128xf8E4M3FN, #NV8, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, !ttg.memdesc<128x4xi8, #TMS, #tmem, mutable>, !ttg.memdesc<128x4xi8, #TMS, #tmem, mutable>
    tt.return
  }
}

// -----

#NV8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#TMS = #ttng.tensor_memory_scales_encoding<blockRepOrder = kThenMn>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<128x128xf8E4M3FN, #NV8, #smem, mutable>, %b: !ttg.memdesc<128x128xf8E4M3FN, #NV8, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, %sa: !ttg.memdesc<128x4xi8, #TMS, #tmem, mutable>, %sb: !ttg.memdesc<128x4xi8, #TMS, #tmem, mutable>, %u: i1, %p: i1) {
    // expected-error @+1 {{expects blockRepOrder = mnThenK of the scales of a, but got}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e4m3 rhs = e4m3 : !ttg.memdesc<128x128xf8E4M3FN, #NV8, #smem, mutable>, !ttg.memdesc<128x128xf8E4M3FN, #NV8, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, !ttg.memdesc<128x4xi8, #TMS, #tmem, mutable>, !ttg.memdesc<128x4xi8, #TMS, #tmem, mutable>
    tt.return
  }
}
