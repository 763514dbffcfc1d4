// What ops on tensor memory refuse, and how they say it.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    // expected-error @+1 {{expects a buffer in tensor memory, but got}}
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #NV, #ttg.shared_memory, mutable>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#TV = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: tensor<128x128xf32, #TV>) {
    // expected-error @+1 {{expects a layout in which each of four warps has its 32 rows of tensor memory, but got}}
    %1 = ttng.tmem_alloc %a : (tensor<128x128xf32, #TV>) -> !ttg.memdesc<128x128xf32, #TM, #tmem>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#TV = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects a tensor of shape 128x128, but got}}
    %0 = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> tensor<128x64xf32, #TV>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#TV = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects a tensor with elements of type 'f32', but got 'i32'}}
    %0 = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> tensor<128x128xi32, #TV>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#TV = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects 'redOp' with a result of a reduction}}
    %0, %1 = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> tensor<128x128xf32, #TV>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #TV}>>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#TV = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects a result of the reduction with 'redOp'}}
    %0 = ttng.tmem_load %m {redOp = #ttng.redOp<max>} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> tensor<128x128xf32, #TV>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#TV = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects 'redOp' with "abs"}}
    %0 = ttng.tmem_load %m {abs = true} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> tensor<128x128xf32, #TV>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#TV = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xi32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects elements of f32 with "abs", but got}}
    %2, %3 = ttng.tmem_load %m {NaN = true, abs = true, redOp = #ttng.redOp<min>} : !ttg.memdesc<128x128xi32, #TM, #tmem, mutable> -> tensor<128x128xi32, #TV>, tensor<128xi32, #ttg.slice<{dim = 1, parent = #TV}>>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#TV = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects each row in one thread to be reduced, but got}}
    %0, %1 = ttng.tmem_load %m {redOp = #ttng.redOp<max>} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> tensor<128x128xf32, #TV>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #TV}>>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<256x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects an axis from 0 to 1, but got 2}}
    %0 = ttng.tmem_subslice %m {dim = 2 : i32, offset = 128 : i32} : !ttg.memdesc<256x128xf32, #TM, #tmem, mutable> -> !ttg.memdesc<128x128xf32, #TM, #tmem, mutable, 256x128>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects a part with elements of type 'f32', but got 'i32'}}
    %0 = ttng.tmem_subslice %m {offset = 64 : i32} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> !ttg.memdesc<128x64xi32, #TM, #tmem, mutable, 128x128>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#TN = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects the layout of the source,}}
    %0 = ttng.tmem_subslice %m {offset = 64 : i32} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> !ttg.memdesc<128x64xf32, #TN, #tmem, mutable, 128x128>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects the allocation of the source, 128x128, but got}}
    %0 = ttng.tmem_subslice %m {offset = 64 : i32} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> !ttg.memdesc<128x64xf32, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects a part of the source's 128 along axis 1, but got 96 to 160}}
    %0 = ttng.tmem_subslice %m {offset = 96 : i32} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> !ttg.memdesc<128x64xf32, #TM, #tmem, mutable, 128x128>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<256x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects an offset that is a multiple of blockM = 128, but got 32}}
    %0 = ttng.tmem_subslice %m {dim = 0 : i32, offset = 32 : i32} : !ttg.memdesc<256x128xf32, #TM, #tmem, mutable> -> !ttg.memdesc<128x128xf32, #TM, #tmem, mutable, 256x128>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf16, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects an offset that is a multiple of 32 bits, but got 16}}
    %0 = ttng.tmem_subslice %m {offset = 1 : i32} : !ttg.memdesc<128x128xf16, #TM, #tmem, mutable> -> !ttg.memdesc<128x1xf16, #TM, #tmem, mutable, 128x128>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expected a number of i32 as 'N', but got "x"}}
    %0 = ttng.tmem_subslice %m {N = "x"} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> !ttg.memdesc<128x64xf32, #TM, #tmem, mutable, 128x128>
    tt.return
  }
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects a buffer in shared memory, but got}}
    ttng.tmem_copy %m, %d : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#NV32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x64xf32, #NV32, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects a copy of shape 128x64, but got}}
    ttng.tmem_copy %m, %d : !ttg.memdesc<128x64xf32, #NV32, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#NV32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#TM = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #NV32, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects blockM = 128, but got}}
    ttng.tmem_copy %m, %d : !ttg.memdesc<128x128xf32, #NV32, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#NV32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf16, #NV32, #smem, mutable>, %d: !ttg.memdesc<128x128xf16, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects elements of 32 bits, but got}}
    ttng.tmem_copy %m, %d : !ttg.memdesc<128x128xf16, #NV32, #smem, mutable>, !ttg.memdesc<128x128xf16, #TM, #tmem, mutable>
    tt.return
  }
}

// -----

#NV32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 32}>
#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #NV32, #smem, mutable>, %d: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects a source that is swizzled, and neither transposed nor padded, but got}}
    ttng.tmem_copy %m, %d : !ttg.memdesc<128x128xf32, #NV32, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>
    tt.return
  }
}
