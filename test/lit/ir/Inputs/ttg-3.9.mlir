module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.async.token) {
    %0 = ttg.async_commit_group
    %1 = ttg.async_commit_group tokens %arg0
    %2 = ttg.async_commit_group tokens %arg0, %0
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg1: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg2: tensor<128x64xi1, #blocked>, %arg3: tensor<128x64xf16, #blocked>) {
    %0 = ttg.async_copy_global_to_local %arg0, %arg1 mask %arg2 other %arg3 {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>, contiguity = 4 : i32} : tensor<128x64x!tt.ptr<f16>, #blocked> -> <128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg1: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg2: tensor<128x64xi1, #blocked>, %arg3: tensor<128x64xf16, #blocked>) {
    %0 = ttg.async_copy_global_to_local %arg0, %arg1 mask %arg2 other %arg3 {contiguity = 8 : i32, isVolatile = true} : tensor<128x64x!tt.ptr<f16>, #blocked> -> <128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg1: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg2: tensor<128x64xi1, #blocked>) {
    %0 = ttg.async_copy_global_to_local %arg0, %arg1 mask %arg2 : tensor<128x64x!tt.ptr<f16>, #blocked> -> <128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg1: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
    %0 = ttg.async_copy_global_to_local %arg0, %arg1 : tensor<128x64x!tt.ptr<f16>, #blocked> -> <128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.async.token) {
    %0 = ttg.async_wait {num = 0 : i32}
    %1 = ttg.async_wait %arg0 {num = 2 : i32}
    %2 = ttg.async_wait %arg0, %arg0 {num = 1 : i32}
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier all
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier local
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier global_read|global_write|tensor_read|tensor_write
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier global_read
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier global_write
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier local|global_read|global_write
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier local|global_read
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier local|tensor_write
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier local
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier none
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier tensor_read
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.barrier tensor_write
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf16, #blocked>) {
    %0 = ttg.convert_layout %arg0 {force_warp_shuffle} : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf16, #blocked>) {
    %0 = ttg.convert_layout %arg0 : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #blocked1>
    %1 = ttg.convert_layout %arg0 {allocation.offset = 0 : i32} : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #blocked2>
    %2 = ttg.convert_layout %arg0 : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xi8, #blocked>) {
    %0 = ttg.fp4_to_fp %arg0 {axis = 0 : i32} : tensor<128x64xi8, #blocked> -> tensor<256x64xf16, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xi8, #blocked>) {
    %0 = ttg.fp4_to_fp %arg0 {axis = 1 : i32} : tensor<128x64xi8, #blocked> -> tensor<128x128xbf16, #blocked1>
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() attributes {ttg.global_scratch_memory_size = 128 : i32, "ttg.num-warps" = 8 : i32} {
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32, shared_cluster_state, third_party_allocation} : !tt.ptr<i32>
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32, third_party_allocation} : !tt.ptr<i8>
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32} : !tt.ptr<i8>
    %1 = ttg.global_scratch_alloc {alignment = 16 : i32, nbytes = 4 : i32, ttg.global_scratch_memory_offset = 0 : i32} : !tt.ptr<i8>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
    ttg.inline_asm "// $0" {constraints = "r", pure = false} %arg0 : (!ttg.memdesc<128x64xf16, #shared, #smem, mutable>) -> ()
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128xi32, #blocked>, %arg1: i32) {
    %0 = ttg.inline_asm "add.u32 $0, $1, $2;" {constraints = "=r,r,r", pure = true} %arg0, %arg1 : (tensor<128xi32, #blocked>, i32) -> tensor<128xi32, #blocked>
    %1:2 = ttg.inline_asm "mov.u32 $0, $2; mov.u32 $1, $2;" {constraints = "=r,=r,r", pure = true} %arg0 : (tensor<128xi32, #blocked>) -> (tensor<128xi32, #blocked>, tensor<128xi32, #blocked>)
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xi32, #blocked>, %arg1: i32) {
    %0 = ttg.inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", pure = true} : () -> i32
    ttg.inline_asm "nanosleep.u32 $0;" {constraints = "r", pure = false} %arg1 : (i32) -> ()
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>) {
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0], [0, 0]]}>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>) {
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>) {
    tt.return
  }
}

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>) {
    tt.return
  }
}

// -----
#generic_linear = #ttg.generic_linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #generic_linear>) {
    tt.return
  }
}

// -----
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #linear>) {
    tt.return
  }
}

// -----
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = false, CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 4], isTransposed = false, elementBitWidth = 64}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true, tilesPerWarp = [2, 2]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16], isTransposed = true}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[1, 0]], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>) {
    tt.return
  }
}

// -----
#mma = #ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {warp = [[0, 1, 0], [0, 0, 1]]}, instrShape = [16, 16, 32]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<4x64x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = [[0, 1], [1, 0]]}}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1200", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#mma = #ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {register = [[0, 1]], warp = [[0, 2], [1, 0]]}, instrShape = [16, 16, 64]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #mma>) {
    tt.return
  }
}

// -----
#shared = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
    %1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xi8, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf16, #blocked>) {
    %0 = ttg.local_alloc %arg0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %1 = ttg.local_alloc : () -> !ttg.memdesc<4x128x64xf16, #shared1, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.padded_shared<[256:+8] {order = [1, 0], shape = [128, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
#shared1 = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, partitionLayout = #shared}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared1, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]}, alignment = 16>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<8x8xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf16, #blocked>) {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    %1 = ttg.local_alloc %arg0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %2 = ttg.local_alloc %arg0 {alignment = 128 : i32} : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    %3 = ttg.local_alloc {allocation.offset = 1024 : i32} : () -> !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xi32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xi32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw add, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw add, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xi32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xi32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw and, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw and, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xi32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xi32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw exch, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw exch, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xf32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw fadd, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xf32, #shared, #smem, mutable>, tensor<128x64xf32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xf32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw fadd, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xf32, #shared, #smem, mutable>, tensor<128x64xf32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xf32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xi32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xi32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw max, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw max, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xi32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xi32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw min, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw min, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xi32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xi32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw or, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw or, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xi32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xi32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw umax, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw umax, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xi32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xi32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw umin, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw umin, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xi32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xi32, #blocked>, %arg3: tensor<128x64xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw xor, %arg0[%arg1], %arg2 {axis = 1 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw xor, %arg0[%arg1], %arg2, %arg3 {axis = 0 : i32} : (!ttg.memdesc<128x64xi32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>, tensor<128x64xi1, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
    ttg.local_dealloc %arg0 : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: !ttg.async.token) {
    %0 = ttg.local_gather %arg0[%arg1] {axis = 1 : i32} : !ttg.memdesc<128x64xf32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked> -> tensor<128x64xf32, #blocked>
    %1 = ttg.local_gather %arg0[%arg1] token %arg2 {axis = 0 : i32} : !ttg.memdesc<128x64xf32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked> -> tensor<128x64xf32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
    %0 = ttg.local_load %arg0 {ttg.amdg.syncedViaAsyncWait = true} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg1: !ttg.async.token) {
    %0 = ttg.local_load %arg0 : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #blocked>
    %1 = ttg.local_load %arg0 token %arg1 : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #blocked>
    %2 = ttg.local_load %arg0 : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf32, #shared, #smem, mutable>, %arg1: tensor<128x64xi32, #blocked>, %arg2: tensor<128x64xf32, #blocked>, %arg3: !ttg.async.token) {
    ttg.local_scatter %arg0[%arg1], %arg2 {axis = 1 : i32} : !ttg.memdesc<128x64xf32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xf32, #blocked>
    ttg.local_scatter %arg0[%arg1], %arg2 token %arg3 {axis = 0 : i32} : !ttg.memdesc<128x64xf32, #shared, #smem, mutable>, tensor<128x64xi32, #blocked>, tensor<128x64xf32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg1: tensor<128x64xf16, #blocked>) {
    ttg.local_store %arg1, %arg0 : tensor<128x64xf16, #blocked> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i32, %arg1: !tt.ptr<f32>) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32  : i32 {
      %0 = tt.load %arg1 {loop.cluster = 2 : i32, loop.stage = 0 : i32} : !tt.ptr<f32>
      tt.store %arg1, %0 {loop.cluster = 0 : i32, loop.stage = 2 : i32} : !tt.ptr<f32>
    } {tt.num_stages = 3 : i32, tt.scheduled_max_stage = 2 : i32, "ttg.always-fuse", "ttg.must-execute"}
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i1, %arg1: i32) {
    %0:2 = "ttg.mask"(%arg0) ({
      ttg.mask.return %arg1, %arg1 : i32, i32
    }) : (i1) -> (i32, i32)
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i1, %arg1: i32) {
    %0 = "ttg.mask"(%arg0) ({
      %1 = arith.addi %arg1, %arg1 : i32
      ttg.mask.return %1 : i32
    }) : (i1) -> i32
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem, 3x128x64>) {
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<2x1xi64, #shared, #smem, mutable>, %arg1: i32) {
    %0 = ttg.memdesc_index %arg0[%arg1] : !ttg.memdesc<2x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>, %arg1: i32) {
    %0 = ttg.memdesc_index %arg0[%arg1] : !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    %1 = ttg.memdesc_index %arg0[%arg1] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
    %0 = ttg.memdesc_reinterpret %arg0 : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xi32, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
    %0 = ttg.memdesc_reshape %arg0 : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<2x64x64xf16, #shared1, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#shared1 = #ttg.shared_linear<{offset = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [0, 0, 8], [0, 0, 16], [0, 0, 32], [0, 1, 0], [0, 2, 0], [0, 4, 0], [0, 8, 0], [0, 16, 0], [0, 32, 0], [1, 0, 0]]}, alignment = 16>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
    %0 = ttg.memdesc_reshape %arg0 : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<2x64x64xf16, #shared1, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>) {
    %0 = ttg.memdesc_subslice %arg0[0, 16] : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x16xf16, #shared, #smem, mutable, 128x64>
    %1 = ttg.memdesc_subslice %arg0[64, 0] : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable, 128x64>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared2 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg1: !ttg.memdesc<128x64xf16, #shared1, #smem>) {
    %0 = ttg.memdesc_trans %arg0 {order = array<i32: 1, 0>} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared2, #smem, mutable>
    %1 = ttg.memdesc_trans %arg1 {order = array<i32: 1, 0>} : !ttg.memdesc<128x64xf16, #shared1, #smem> -> !ttg.memdesc<64x128xf16, #shared3, #smem>
    tt.return
  }
}

// -----
module attributes {ttg.global_scratch_memory_alignment = 1 : i32, ttg.global_scratch_memory_size = 0 : i32, ttg.maxnreg = 128 : i32, "ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.profile_scratch_memory_alignment = 1 : i32, ttg.profile_scratch_memory_size = 0 : i32, ttg.shared = 65536 : i32, ttg.target = "cuda:90", ttg.tensor_memory_size = 256 : i32, "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32, "ttng.two-ctas" = true} {
  tt.func public @f() {
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i32, %arg1: index) {
    %0 = ttg.predicate_stage %arg0, %arg0, %arg0 maxStage 2 stage 1 : i32 -> i1
    %1 = ttg.predicate_stage %arg1, %arg1, %arg1 maxStage 3 stage 0 : index -> i1
    tt.return
  }
}

// -----
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.padded_shared<[128:+4] {offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], block = [[64, 0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.padded_shared<[128:+4] {offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [64, 0], [32, 0]], block = []}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.padded_shared<[128:+4, 256:+8] {order = [1, 0], shape = [128, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], block = [[64, 0]]}, alignment = 128>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], CGALayout = [[1, 0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = ttg.warp_id
    %1 = ttg.warp_id {omitUniformHint}
    tt.return
  }
}

// -----
module attributes {ttg.maxnreg = 168 : i32, "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 12 : i32} {
  tt.func public @f(%arg0: i32) {
    ttg.warp_specialize(%arg0) attributes {actualRegisters = array<i32: 152, 208, 24>, requestedRegisters = array<i32: 208, 24>, warpGroupStartIds = array<i32: 4, 8>}
    default {
      ttg.warp_yield
    }
    partition0(%arg1: i32) num_warps(4) {
      ttg.warp_return
    }
    partition1(%arg1: i32) num_warps(4) {
      ttg.warp_return
    } : (i32) -> ()
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i32, %arg1: i1) {
    %0:2 = ttg.warp_specialize(%arg0, %arg1)
    default {
      cf.cond_br %arg1, ^bb1(%arg0 : i32), ^bb2
    ^bb1(%1: i32):  // pred: ^bb0
      cf.br ^bb2
    ^bb2:  // 2 preds: ^bb0, ^bb1
      ttg.warp_yield %arg0, %arg1 : i32, i1
    }
    partition0(%arg2: i32, %arg3: i1) num_warps(2) {
      cf.cond_br %arg3, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      ttg.warp_return
    ^bb2:  // pred: ^bb0
      ttg.warp_return
    } : (i32, i1) -> (i32, i1)
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

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    } : () -> ()
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i32, %arg1: f32) {
    %0 = ttg.warp_specialize(%arg0, %arg1)
    default {
      %1 = arith.addi %arg0, %arg0 : i32
      ttg.warp_yield %1 : i32
    }
    partition0(%arg2: i32, %arg3: f32) num_warps(8) {
      %1 = arith.addi %arg2, %arg2 : i32
      ttg.warp_return
    }
    partition1(%arg2: i32, %arg3: f32) num_warps(1) {
      ttg.warp_return
    } : (i32, f32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i32, %arg1: tensor<128x64xf16, #blocked>) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg1) -> (tensor<128x64xf16, #blocked>)  : i32 {
      %1 = arith.addf %arg3, %arg3 {ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked>
      %2 = arith.mulf %1, %arg3 {ttg.partition = array<i32: 0, 1>} : tensor<128x64xf16, #blocked>
      scf.yield {ttg.partition = array<i32: 0, 1>} %2 : tensor<128x64xf16, #blocked>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>], ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

