// What barriers, clusters, packed arithmetic, attributes and types of ttng refuse,
// and how they say it.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%b: !ttg.memdesc<1xi32, #S1, #smem, mutable>) {
    // expected-error @+1 {{expects a barrier as an array of i64, but got}}
    ttng.init_barrier %b, 1 : !ttg.memdesc<1xi32, #S1, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%b: !ttg.memdesc<2xi64, #S1, #smem, mutable>) {
    // expected-error @+1 {{expects at most 1 barriers, as there are blocks, but got}}
    ttng.init_barrier %b, 1 : !ttg.memdesc<2xi64, #S1, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%b: !ttg.memdesc<1xi64, #S1, #smem, mutable>) {
    // expected-error @+1 {{expects at least one arrival, but got 0}}
    ttng.init_barrier %b, 0 : !ttg.memdesc<1xi64, #S1, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#S1c2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%b: !ttg.memdesc<2xi64, #S1c2, #smem, mutable>, %p: i1) {
    // expected-error @+1 {{expects 'fromCTA' from 0 to 1, but got 2}}
    ttng.barrier_expect %b, 16384 {fromCTA = 2 : i32}, %p : !ttg.memdesc<2xi64, #S1c2, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#S1c2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%b: !ttg.memdesc<2xi64, #S1c2, #smem, mutable>) {
    // expected-error @+1 {{expects 'multicastCTA' from 0 to 1, but got 2}}
    ttng.arrive_barrier %b, 1 {multicastCTA = 2 : i32} : !ttg.memdesc<2xi64, #S1c2, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#S1c2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%b: !ttg.memdesc<2xi64, #S1c2, #smem, mutable>) {
    // expected-error @+1 {{expects one of 'fromCTA' and 'multicastCTA', but got both}}
    ttng.arrive_barrier %b, 1 {fromCTA = 0 : i32, multicastCTA = 1 : i32} : !ttg.memdesc<2xi64, #S1c2, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#S1c2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%b: !ttg.memdesc<1xi64, #S1c2, #smem, mutable>) {
    // expected-error @+2 {{expects a barrier of its own for each of 2 blocks, but got}}
    // expected-note @+1 {{CGALayout = [[1], [2], [4], ...] gives block i barrier i}}
    ttng.arrive_barrier %b, 1 {multicastCTA = 1 : i32} : !ttg.memdesc<1xi64, #S1c2, #smem, mutable>
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    // expected-error @+1 {{expects a cluster of several blocks, but 'ttg.num-ctas' is 1}}
    ttng.fence_mbarrier_init_release_cluster
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%r: !ttg.memdesc<2xi32, #S1, #smem, mutable>, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>) {
    // expected-error @+1 {{expects an answer of i64, but got}}
    ttng.clc_try_cancel %r, %b : !ttg.memdesc<2xi32, #S1, #smem, mutable>, !ttg.memdesc<1xi64, #S1, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%r: !ttg.memdesc<4xi64, #S1, #smem, mutable>, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>) {
    // expected-error @+1 {{expects an answer of shape 2, but got}}
    ttng.clc_try_cancel %r, %b : !ttg.memdesc<4xi64, #S1, #smem, mutable>, !ttg.memdesc<1xi64, #S1, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%r: !ttg.memdesc<2xi64, #S1, #smem, mutable, 4>, %b: !ttg.memdesc<1xi64, #S1, #smem, mutable>) {
    // expected-error @+1 {{expects a buffer that is no part of another, but got}}
    ttng.clc_try_cancel %r, %b : !ttg.memdesc<2xi64, #S1, #smem, mutable, 4>, !ttg.memdesc<1xi64, #S1, #smem, mutable>
    tt.return
  }
}

// -----

#S1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%r: !ttg.memdesc<2xi64, #S1, #smem, mutable>, %b: !ttg.memdesc<2xi64, #S1, #smem, mutable>) {
    // expected-error @+1 {{expects the whole answer in each block, but got}}
    ttng.clc_try_cancel %r, %b : !ttg.memdesc<2xi64, #S1, #smem, mutable>, !ttg.memdesc<2xi64, #S1, #smem, mutable>
    tt.return
  }
}

// -----

#PA = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: tensor<128xf32, #PA>) {
    // expected-error @+1 {{expects 2 operands of 'add', but got 3}}
    %0 = ttng.packed_arith add %a, %a, %a : (tensor<128xf32, #PA>, tensor<128xf32, #PA>, tensor<128xf32, #PA>) -> tensor<128xf32, #PA>
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: tensor<128xf32>) {
    // expected-error @+1 {{expects tensors with layouts, but got}}
    %0 = ttng.packed_arith add %a, %a : (tensor<128xf32>, tensor<128xf32>) -> tensor<128xf32>
    tt.return
  }
}

// -----

#PA = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: tensor<128xf32, #PA>) {
    // expected-error @+1 {{expects elements that an instruction of 'min' is for, but got 'f32', 'f32' to 'f32'}}
    %0 = ttng.packed_arith min %a, %a : (tensor<128xf32, #PA>, tensor<128xf32, #PA>) -> tensor<128xf32, #PA>
    tt.return
  }
}

// -----

#PA = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: tensor<128xf32, #PA>) {
    // expected-error @+1 {{expects 2 elements or more in a thread, but got 1 with}}
    %0 = ttng.packed_arith add %a, %a : (tensor<128xf32, #PA>, tensor<128xf32, #PA>) -> tensor<128xf32, #PA>
    tt.return
  }
}

// -----

#P4 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a0: tensor<64x128xi8, #P4>, %a1: tensor<64x128xf8E4M3FN, #P4>) {
    // expected-error @+1 {{expects pairs of e2m1 in a shape like 64x128, but half as long along one axis, the same of all operands, but got}}
    %0 = ttng.packed_arith mul %a0, %a1 : (tensor<64x128xi8, #P4>, tensor<64x128xf8E4M3FN, #P4>) -> tensor<64x128xf8E4M3FN, #P4>
    tt.return
  }
}

// -----

#P4 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a0: tensor<64x128xf8E4M3FN, #P4>, %a1: tensor<64x64xf8E4M3FN, #P4>) {
    // expected-error @+1 {{expects an operand of shape 64x128, but got}}
    %0 = ttng.packed_arith mul %a0, %a1 : (tensor<64x128xf8E4M3FN, #P4>, tensor<64x64xf8E4M3FN, #P4>) -> tensor<64x128xf8E4M3FN, #P4>
    tt.return
  }
}

// -----

#P4 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#P24 = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a0: tensor<64x128xf8E4M3FN, #P4>, %a1: tensor<64x128xf8E4M3FN, #P24>) {
    // expected-error @+1 {{expects a result whose registers hold what those of the source hold, since no data moves, but got}}
    %0 = ttng.packed_arith mul %a0, %a1 : (tensor<64x128xf8E4M3FN, #P4>, tensor<64x128xf8E4M3FN, #P24>) -> tensor<64x128xf8E4M3FN, #P4>
    tt.return
  }
}

// -----

// expected-error @+1 {{expects 64, 128 or 256 of i32 as 'l2_prefetch_size', but got 100 : i32}}
module attributes {"ttng.a" = #ttng.cache_policy<l2_prefetch_size = 100 : i32>} {}

// -----

// expected-error @+1 {{expects one of 'cache_modifier' and 'l1', but got both}}
module attributes {"ttng.a" = #ttng.cache_policy<cache_modifier = ca, l1 = evict_first>} {}

// -----

module {
 // expected-error @+1 {{expects #ttg.shared_memory or #ttng.tensor_memory as the memory, but got 3 : i32}}
 tt.func @f(%m: !ttg.memdesc<128x128xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>, 3 : i32, mutable>) { tt.return }
}

// -----

// expected-error @+1 {{expected an attribute of 'ttng', but got 'cache_policies'}}
module attributes {"ttng.a" = #ttng.cache_policies<>} {}
