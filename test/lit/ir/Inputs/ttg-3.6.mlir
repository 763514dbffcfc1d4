#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg1: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg2: tensor<128x64xi1, #blocked>, %arg3: tensor<128x64xf16, #blocked>) {
    %0 = ttg.async_copy_global_to_local %arg0, %arg1 mask %arg2 other %arg3 cacheModifier = cg evictionPolicy = evict_last {contiguity = 4 : i32} : tensor<128x64x!tt.ptr<f16>, #blocked> -> <128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#mma = #ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [2, 2]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [2, 2], tilesPerWarp = [2, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1200", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.local_barrier
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i32) {
    %0 = ttg.warp_specialize(%arg0)
    default {
      ttg.warp_yield %arg0 : i32
    }
    partition0(%arg1: i32) num_warps(4) {
      ttg.warp_return
    } : (i32) -> i32
    tt.return
  }
}

