// What asynchronous copies of ttng refuse, and how they say it.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects 2 coordinates, as the block has axes, but got 1}}
    ttng.async_tma_copy_global_to_local %d[%i] %m, %b, %p : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 6}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<1x1x1x1x128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<1x1x1x1x128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a block of 1 to 5 axes, but got}}
    ttng.async_tma_copy_global_to_local %d[%i, %i, %i, %i, %i, %i] %m, %b, %p : !tt.tensordesc<1x1x1x1x128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<1x1x1x1x128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem>, %p: i1) {
    // expected-error @+1 {{expects a mutable buffer, but got}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a buffer of 8192 elements, as the block has, but got}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xbf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a buffer with elements of type 'f16', but got 'bf16'}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xbf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#NV2 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV2>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects the layout of the descriptor,}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<128x64xf16, #NV2>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a layout that is not transposed, but got}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects an nvmma_shared layout, but got}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#GB = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<1x64xf16, #NV>, %x: tensor<32xi32, #ttg.slice<{dim = 0, parent = #GB}>>, %y: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<1x32x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a layout of as many axes as the buffer has, but got}}
    ttng.async_tma_gather %d[%x, %y] %m, %b, %p : !tt.tensordesc<1x64xf16, #NV>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #GB}>>, i32, !ttg.memdesc<1xi64, #S1, #smem, mutable>, !ttg.memdesc<1x32x64xf16, #NV, #smem, mutable>, i1
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects with 'multicast' a layout that several blocks have the same part of, but got}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {multicast} : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a copy that is not volatile}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {isVolatile = true} : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %o: i16, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects no offsets, but got 1 with}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] offsets = [%o] %m, %b, %p : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !ttng.tensordesc_im2col<128x64xf16, #NV>, %i: i32, %o: i16, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects 2 offsets with 4 coordinates, but got 1}}
    ttng.async_tma_copy_global_to_local %d[%i, %i, %i, %i] offsets = [%o] %m, %b, %p : !ttng.tensordesc_im2col<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !ttng.tensordesc_im2col<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects 3 to 5 coordinates of a tensor of windows, but got 2}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !ttng.tensordesc_im2col<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // expected-error @+1 {{expects a block of 2 axes, but got one of 1}}
  tt.func public @f(%d: !ttng.tensordesc_im2col<64xf16>, %e: !ttng.tensordesc_im2col<128x64xf16, #NV>, %g: !ttng.tensordesc_im2col<64x64xui8>) {

    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects no cache modifier, but got #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_first>}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_first>} : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a policy for the second-level cache without a prefetch, but got}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {cachePolicy = #ttng.cache_policy<l1 = evict_first, l2_primary = evict_last, l2_secondary = evict_first, l2_fraction = 5.000000e-01 : f32>} : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects #tt.cache_policy or #ttng.cache_policy, but got 3 : i32}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {cachePolicy = 3 : i32} : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a number of f32 above 0 and at most 1 as 'l2_fraction', but got 2.000000e+00 : f32}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {cachePolicy = #ttng.cache_policy<l2_primary = evict_last, l2_secondary = evict_first, l2_fraction = 2.0 : f32>} : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects all of 'l2_primary', 'l2_secondary' and 'l2_fraction', or none}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {cachePolicy = #ttng.cache_policy<l2_secondary = evict_first, l2_fraction = 5.000000e-01 : f32>} : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects evict_first or evict_unchanged as 'l2_secondary'}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {cachePolicy = #ttng.cache_policy<l2_primary = evict_last, l2_secondary = evict_normal, l2_fraction = 5.000000e-01 : f32>} : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xf16, #NV>, %i: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<128x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a priority of lines that stay as 'l2_primary', but got no_allocate}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {cachePolicy = #ttng.cache_policy<l2_primary = no_allocate, l2_secondary = evict_first, l2_fraction = 5.000000e-01 : f32>} : !tt.tensordesc<128x64xf16, #NV>, !ttg.memdesc<1xi64, #S1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<128x64xui32, #NV>, %i: i32, %m: !ttg.memdesc<128x64xi32, #NV, #smem, mutable>) {
    // expected-error @+1 {{expects elements that 'inc' is for, but got 'ui32'}}
    ttng.async_tma_reduce inc, %d[%i, %i] %m : !tt.tensordesc<128x64xui32, #NV>, !ttg.memdesc<128x64xi32, #NV, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#GB = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<2x64xf16, #NV>, %x: tensor<32xi32, #ttg.slice<{dim = 0, parent = #GB}>>, %y: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a descriptor of one row, but got}}
    ttng.async_tma_gather %d[%x, %y] %m, %b, %p : !tt.tensordesc<2x64xf16, #NV>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #GB}>>, i32, !ttg.memdesc<1xi64, #S1, #smem, mutable>, !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, i1
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#GB = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<1x64xf16, #NV>, %x: tensor<16xi32, #ttg.slice<{dim = 0, parent = #GB}>>, %y: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects a buffer of shape 16x64, but got}}
    ttng.async_tma_gather %d[%x, %y] %m, %b, %p : !tt.tensordesc<1x64xf16, #NV>, tensor<16xi32, #ttg.slice<{dim = 0, parent = #GB}>>, i32, !ttg.memdesc<1xi64, #S1, #smem, mutable>, !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, i1
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#GB = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<1x64xf16, #NV>, %x: tensor<4xi32, #ttg.slice<{dim = 0, parent = #GB}>>, %y: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<4x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects at least 8 rows, but got 4}}
    ttng.async_tma_gather %d[%x, %y] %m, %b, %p : !tt.tensordesc<1x64xf16, #NV>, tensor<4xi32, #ttg.slice<{dim = 0, parent = #GB}>>, i32, !ttg.memdesc<1xi64, #S1, #smem, mutable>, !ttg.memdesc<4x64xf16, #NV, #smem, mutable>, i1
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#GB = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<1x8xf16, #NV>, %x: tensor<32xi32, #ttg.slice<{dim = 0, parent = #GB}>>, %y: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<32x8xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects at least 16 columns of 'f16', but got 8}}
    ttng.async_tma_gather %d[%x, %y] %m, %b, %p : !tt.tensordesc<1x8xf16, #NV>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #GB}>>, i32, !ttg.memdesc<1xi64, #S1, #smem, mutable>, !ttg.memdesc<32x8xf16, #NV, #smem, mutable>, i1
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#GC = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<1x64xf16, #NV>, %x: tensor<32xi32, #GC>, %y: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects 4 consecutive row numbers in a thread, but got 1 with}}
    ttng.async_tma_gather %d[%x, %y] %m, %b, %p : !tt.tensordesc<1x64xf16, #NV>, tensor<32xi32, #GC>, i32, !ttg.memdesc<1xi64, #S1, #smem, mutable>, !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, i1
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#GB = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<1x64xf16, #NV>, %x: tensor<32x1xi32, #GB>, %y: i32, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>, %m: !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects row numbers along one axis, but got}}
    ttng.async_tma_gather %d[%x, %y] %m, %b, %p : !tt.tensordesc<1x64xf16, #NV>, tensor<32x1xi32, #GB>, i32, !ttg.memdesc<1xi64, #S1, #smem, mutable>, !ttg.memdesc<32x64xf16, #NV, #smem, mutable>, i1
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#S1c2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#Bc2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#SUc2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%v: tensor<128x64xi8, #Bc2>, %d: !ttg.memdesc<128x64xi8, #SUc2, #smem, mutable>, %b: !ttg.memdesc<2xi64, #S1c2, #smem, mutable>) {
    // expected-error @+1 {{expects layouts that let a thread store at least 32 bits at once, but got 8 with}}
    ttng.async_shared_store %v, %d, %b : tensor<128x64xi8, #Bc2> -> !ttg.memdesc<128x64xi8, #SUc2, #smem, mutable>, !ttg.memdesc<2xi64, #S1c2, #smem, mutable>
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<i8>, %q: !tt.ptr<f16>, %i: i32, %s: i64) {
    // expected-error @+1 {{expects "elem_type" from 0 to 15, but got 16}}
    ttng.tensormap_create %p, %q, [%i, %i], [%i, %i], [%s], [%i, %i] {elem_type = 16 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<i8>, %q: !tt.ptr<f16>, %i: i32, %s: i64) {
    // expected-error @+1 {{expects 2 sizes of the tensor with 2 axes, but got 1}}
    ttng.tensormap_create %p, %q, [%i, %i], [%i], [%s], [%i, %i] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i64, i32, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<i8>, %q: !tt.ptr<f16>, %i: i32, %s: i64) {
    // expected-error @+1 {{expects 1 strides of the tensor with 2 axes, but got 2}}
    ttng.tensormap_create %p, %q, [%i, %i], [%i, %i], [%s, %s], [%i, %i] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i64, i32, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<i8>, %q: !tt.ptr<f16>) {
    // expected-error @+1 {{expects 1 to 5 sizes of a block, but got 0}}
    ttng.tensormap_create %p, %q, [], [], [], [] {elem_type = 15 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>) -> ()
    tt.return
  }
}
