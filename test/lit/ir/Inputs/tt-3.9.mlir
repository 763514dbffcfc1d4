#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi32, #blocked>) {
    %0 = tt.addptr %arg0, %arg1 {tt.constancy = dense<1> : tensor<1xi32>, tt.contiguity = dense<4> : tensor<1xi32>, tt.divisibility = dense<16> : tensor<1xi32>} : tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi64, #blocked>, %arg3: !tt.ptr<f16>, %arg4: i32) {
    %0 = tt.addptr %arg0, %arg1 : tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xi32, #blocked>
    %1 = tt.addptr %arg0, %arg2 : tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xi64, #blocked>
    %2 = tt.addptr %arg3, %arg4 : !tt.ptr<f16>, i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: f32) {
    %0 = tt.approx_divf %arg0, %arg0 : tensor<128x64xf32, #blocked>
    %1 = tt.approx_divf %arg1, %arg1 : f32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xi1, #blocked>, %arg1: i1) {
    tt.assert %arg0, "msg \22q\22 at f.py:3" : tensor<128x64xi1, #blocked>
    tt.assert %arg1, "scalar" : i1
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: !tt.ptr<i64>, %arg3: i64) {
    %0 = tt.atomic_cas acq_rel, gpu, %arg0, %arg1, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_cas relaxed, sys, %arg2, %arg3, %arg3 : (!tt.ptr<i64>, i64, i64) -> i64
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi1, #blocked>, %arg2: !tt.ptr<i64>) {
    %0 = tt.atomic_load acquire, gpu, %arg0 : (tensor<128x!tt.ptr<i32>, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_load acquire, sys, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_load acquire, cta, %arg2 : (!tt.ptr<i64>) -> i64
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi1, #blocked>, %arg2: !tt.ptr<i64>) {
    %0 = tt.atomic_load relaxed, gpu, %arg0 : (tensor<128x!tt.ptr<i32>, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_load relaxed, sys, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_load relaxed, cta, %arg2 : (!tt.ptr<i64>) -> i64
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: !tt.ptr<i64>, %arg3: i64, %arg4: i64) {
    %0 = tt.atomic_poll relaxed, gpu, %arg0, %arg1 : tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked> -> tensor<128xi1, #blocked>
    %1 = tt.atomic_poll acquire, sys, %arg2, %arg3 timeout %arg4 : !tt.ptr<i64>, i64 -> i1
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i1) {
    %0 = tt.atomic_rmw add, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_rmw add, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_rmw add, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<i32>, i32, i1) -> i32
    %3 = tt.atomic_rmw add, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i1) {
    %0 = tt.atomic_rmw and, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_rmw and, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_rmw and, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<i32>, i32, i1) -> i32
    %3 = tt.atomic_rmw and, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xf32, #blocked>) {
    %0 = tt.atomic_rmw exch, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i1) {
    %0 = tt.atomic_rmw exch, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_rmw exch, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_rmw exch, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<i32>, i32, i1) -> i32
    %3 = tt.atomic_rmw exch, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f16>, #blocked>, %arg1: tensor<128xf16, #blocked>) {
    %0 = tt.atomic_rmw fadd, relaxed, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<f16>, #blocked>, tensor<128xf16, #blocked>) -> tensor<128xf16, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<f32>, %arg4: f32, %arg5: i1) {
    %0 = tt.atomic_rmw fadd, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked>
    %1 = tt.atomic_rmw fadd, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xf32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xf32, #blocked>
    %2 = tt.atomic_rmw fadd, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<f32>, f32, i1) -> f32
    %3 = tt.atomic_rmw fadd, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<f32>, f32) -> f32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i1) {
    %0 = tt.atomic_rmw max, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_rmw max, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_rmw max, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<i32>, i32, i1) -> i32
    %3 = tt.atomic_rmw max, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i1) {
    %0 = tt.atomic_rmw min, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_rmw min, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_rmw min, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<i32>, i32, i1) -> i32
    %3 = tt.atomic_rmw min, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i1) {
    %0 = tt.atomic_rmw or, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_rmw or, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_rmw or, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<i32>, i32, i1) -> i32
    %3 = tt.atomic_rmw or, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i1) {
    %0 = tt.atomic_rmw umax, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_rmw umax, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_rmw umax, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<i32>, i32, i1) -> i32
    %3 = tt.atomic_rmw umax, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i1) {
    %0 = tt.atomic_rmw umin, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_rmw umin, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_rmw umin, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<i32>, i32, i1) -> i32
    %3 = tt.atomic_rmw umin, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i1) {
    %0 = tt.atomic_rmw xor, acq_rel, gpu, %arg0, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tt.atomic_rmw xor, relaxed, cta, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %2 = tt.atomic_rmw xor, release, sys, %arg3, %arg4, %arg5 : (!tt.ptr<i32>, i32, i1) -> i32
    %3 = tt.atomic_rmw xor, acquire, gpu, %arg3, %arg4 {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i64>, %arg4: i64) {
    tt.atomic_store relaxed, gpu, %arg0, %arg1 : tensor<128x!tt.ptr<i32>, #blocked>
    tt.atomic_store relaxed, sys, %arg0, %arg1, %arg2 : tensor<128x!tt.ptr<i32>, #blocked>
    tt.atomic_store relaxed, cta, %arg3, %arg4 : !tt.ptr<i64>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<i64>, %arg4: i64) {
    tt.atomic_store release, gpu, %arg0, %arg1 : tensor<128x!tt.ptr<i32>, #blocked>
    tt.atomic_store release, sys, %arg0, %arg1, %arg2 : tensor<128x!tt.ptr<i32>, #blocked>
    tt.atomic_store release, cta, %arg3, %arg4 : !tt.ptr<i64>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: !tt.ptr<i1>, %arg2: f16, %arg3: tensor<128x64x!tt.ptr<f32>, #blocked>) {
    %0 = tt.bitcast %arg0 : tensor<128x64xf32, #blocked> -> tensor<128x64xi32, #blocked>
    %1 = tt.bitcast %arg1 : !tt.ptr<i1> -> !tt.ptr<i8>
    %2 = tt.bitcast %arg2 : f16 -> i16
    %3 = tt.bitcast %arg3 : tensor<128x64x!tt.ptr<f32>, #blocked> -> tensor<128x64x!tt.ptr<i32>, #blocked>
    tt.return
  }
}

// -----
#linear = #ttg.linear<{register = [], lane = [[0, 0], [0, 0], [0, 0], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#linear1 = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<16x1xf32, #linear>) {
    %0 = tt.broadcast %arg0 : tensor<16x1xf32, #linear> -> tensor<16x32xf32, #linear1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x1xf32, #blocked>, %arg1: tensor<1x64xi32, #blocked>) {
    %0 = tt.broadcast %arg0 : tensor<128x1xf32, #blocked> -> tensor<128x64xf32, #blocked>
    %1 = tt.broadcast %arg1 : tensor<1x64xi32, #blocked> -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @g(%arg0: i32) -> i32 attributes {noinline = true} {
    tt.return %arg0 : i32
  }
  tt.func private @h(%arg0: i32, %arg1: f32) -> (i32, f32) {
    tt.return %arg0, %arg1 : i32, f32
  }
  tt.func private @k()
  tt.func public @f(%arg0: i32, %arg1: f32) {
    %0 = tt.call @g(%arg0) : (i32) -> i32
    %1:2 = tt.call @h(%arg0, %arg1) {allocation.offset = 0 : i32} : (i32, f32) -> (i32, f32)
    tt.call @k() : () -> ()
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128xf32, #blocked>) {
    %0 = tt.cat %arg0, %arg0 : tensor<128xf32, #blocked> -> tensor<256xf32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: f32) {
    %0 = tt.clampf %arg0, %arg0, %arg0, propagateNan = all : tensor<128x64xf32, #blocked>
    %1 = tt.clampf %arg1, %arg1, %arg1, propagateNan = none : f32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<1x64xf16, #shared>, %arg1: tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, %arg2: i32) {
    %0 = tt.descriptor_gather %arg0[%arg1, %arg2] : (!tt.tensordesc<1x64xf16, #shared>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, i32) -> tensor<32x64xf16, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xf16, #shared>, %arg1: i32) {
    %0 = tt.descriptor_load %arg0[%arg1, %arg1] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<128x64xf16, #shared> -> tensor<128x64xf16, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<1x128x64xf16, #shared>, %arg1: i32) {
    %0 = tt.descriptor_load %arg0[%arg1, %arg1, %arg1] : !tt.tensordesc<1x128x64xf16, #shared> -> tensor<128x64xf16, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xf16, #shared>, %arg1: i32) {
    %0 = tt.descriptor_load %arg0[%arg1, %arg1] : !tt.tensordesc<128x64xf16, #shared> -> tensor<128x64xf16, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xui32, #shared>, %arg1: i32, %arg2: tensor<128x64xi32, #blocked>) {
    tt.descriptor_reduce add, %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<128x64xui32, #shared>, tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xui32, #shared>, %arg1: i32, %arg2: tensor<128x64xi32, #blocked>) {
    tt.descriptor_reduce and, %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<128x64xui32, #shared>, tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xui32, #shared>, %arg1: i32, %arg2: tensor<128x64xi32, #blocked>) {
    tt.descriptor_reduce dec, %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<128x64xui32, #shared>, tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xui32, #shared>, %arg1: i32, %arg2: tensor<128x64xi32, #blocked>) {
    tt.descriptor_reduce inc, %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<128x64xui32, #shared>, tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xsi32, #shared>, %arg1: i32, %arg2: tensor<128x64xi32, #blocked>) {
    tt.descriptor_reduce max, %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<128x64xsi32, #shared>, tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xsi32, #shared>, %arg1: i32, %arg2: tensor<128x64xi32, #blocked>) {
    tt.descriptor_reduce min, %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<128x64xsi32, #shared>, tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xui32, #shared>, %arg1: i32, %arg2: tensor<128x64xi32, #blocked>) {
    tt.descriptor_reduce or, %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<128x64xui32, #shared>, tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xui32, #shared>, %arg1: i32, %arg2: tensor<128x64xi32, #blocked>) {
    tt.descriptor_reduce xor, %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<128x64xui32, #shared>, tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<1x64xf16, #shared>, %arg1: tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, %arg2: i32, %arg3: tensor<32x64xf16, #blocked1>) {
    tt.descriptor_scatter %arg0[%arg1, %arg2], %arg3 : !tt.tensordesc<1x64xf16, #shared>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, i32, tensor<32x64xf16, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.tensordesc<128x64xf16, #shared>, %arg1: i32, %arg2: tensor<128x64xf16, #blocked>) {
    tt.descriptor_store %arg0[%arg1, %arg1], %arg2 : !tt.tensordesc<128x64xf16, #shared>, tensor<128x64xf16, #blocked>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<4x64x32xf16>, %arg1: tensor<4x32x64xf16>, %arg2: tensor<4x64x64xf32>) {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<4x64x32xf16> * tensor<4x32x64xf16> -> tensor<4x64x64xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<64x32xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<64x64xf32>) {
    %0 = tt.dot %arg0, %arg1, %arg2, inputPrecision = bf16x3 : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<64x32xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<64x64xf32>) {
    %0 = tt.dot %arg0, %arg1, %arg2, inputPrecision = bf16x6 : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>) {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<64x32xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<64x64xf32>) {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<64x32xi8>, %arg1: tensor<32x64xi8>, %arg2: tensor<64x64xi32>) {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xi32>
    tt.return
  }
}

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>>, %arg1: tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>>, %arg2: tensor<64x64xf32, #mma>) {
    %0 = tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @f(%arg0: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>, %arg1: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>, %arg2: tensor<64x64xf32, #mma>) {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %arg1: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, %arg2: tensor<64x64xf32, #mma>) {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<64x32xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<64x64xf32>) {
    %0 = tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32 : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<64x32xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<64x64xf32>) {
    %0 = tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32x3 : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<64x32xf16>, %arg1: tensor<32x64xf16>, %arg2: tensor<64x64xf32>) {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %1 = tt.dot %arg0, %arg1, %0, inputPrecision = tf32 {maxNumImpreciseAcc = 1073741824 : i32} : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    tt.return
  }
}

// -----
#mma = #ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}, instrShape = [16, 16, 32]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>, %arg1: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>, %arg2: tensor<64x64xf32, #mma>) {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<64x128xi8>, %arg1: tensor<128x4xi8>, %arg2: tensor<128x64xi8>, %arg3: tensor<128x4xi8>, %arg4: tensor<128x128xf32>) {
    %0 = tt.dot_scaled %arg0 scale %arg1, %arg2 scale %arg3, %arg4 lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = false, rhs_k_pack = false} : tensor<64x128xi8>, tensor<128x4xi8> * tensor<128x64xi8>, tensor<128x4xi8> -> tensor<128x128xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<128x128xf8E4M3FN>, %arg1: tensor<128x4xi8>, %arg2: tensor<128x128xbf16>, %arg3: tensor<128x128xf32>) {
    %0 = tt.dot_scaled %arg0 scale %arg1, %arg2, %arg3 lhs = e4m3 rhs = bf16 {fastMath = true} : tensor<128x128xf8E4M3FN>, tensor<128x4xi8> * tensor<128x128xbf16> -> tensor<128x128xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<128x128xf8E5M2>, %arg1: tensor<128x128xf8E5M2>, %arg2: tensor<128x128xf32>) {
    %0 = tt.dot_scaled %arg0, %arg1, %arg2 lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<128x128xf8E5M2> * tensor<128x128xf8E5M2> -> tensor<128x128xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<128x64xi8>, %arg1: tensor<128x8xf8E4M3FN>, %arg2: tensor<64x128xi8>, %arg3: tensor<128x8xf8E4M3FN>, %arg4: tensor<128x128xf32>) {
    %0 = tt.dot_scaled %arg0 scale %arg1, %arg2 scale %arg3, %arg4 lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<128x64xi8>, tensor<128x8xf8E4M3FN> * tensor<64x128xi8>, tensor<128x8xf8E4M3FN> -> tensor<128x128xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<128x128xf16>, %arg1: tensor<128x4xi8>, %arg2: tensor<128x128xf8E5M2>, %arg3: tensor<128x128xf32>) {
    %0 = tt.dot_scaled %arg0, %arg2 scale %arg1, %arg3 lhs = fp16 rhs = e5m2 {fastMath = false} : tensor<128x128xf16> * tensor<128x128xf8E5M2>, tensor<128x4xi8> -> tensor<128x128xf32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<128x64xi8>, %arg1: tensor<128x4xi8>, %arg2: tensor<64x128xi8>, %arg3: tensor<128x4xi8>, %arg4: tensor<128x128xf32>) {
    %0 = tt.dot_scaled %arg0 scale %arg1, %arg2 scale %arg3, %arg4 lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<128x64xi8>, tensor<128x4xi8> * tensor<64x128xi8>, tensor<128x4xi8> -> tensor<128x128xf32>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xi32, #blocked>, %arg1: i32) {
    %0 = tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %arg0 : tensor<128x64xi32, #blocked> -> tensor<128x64xi32, #blocked>
    %1:2 = tt.elementwise_inline_asm "{\0A add.u32 $0, $2, $3; mov.u32 $1, $2;\0A}" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = false} %arg0, %arg0 : tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked> -> tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>
    %2 = tt.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, %arg1: tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>) {
    %0 = tt.expand_dims %arg0 {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<128x1xf32, #blocked>
    %1 = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: f32) {
    %0 = tt.extern_elementwise %arg0 {libname = "libdevice", libpath = "/p/libdevice.10.bc", pure = true, symbol = "__nv_expf"} : (tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked>
    %1 = tt.extern_elementwise %arg0, %arg0 {libname = "", libpath = "", pure = false, symbol = "__nv_powf"} : (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked>
    %2 = tt.extern_elementwise %arg1 {libname = "", libpath = "", pure = true, symbol = "__nv_expf"} : (f32) -> f32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf8E5M2FNUZ, #blocked>, %arg1: tensor<128x64xf32, #blocked>) {
    %0 = tt.fp_to_fp %arg0 : tensor<128x64xf8E5M2FNUZ, #blocked> -> tensor<128x64xf16, #blocked>
    %1 = tt.fp_to_fp %arg1, rounding = rtne : tensor<128x64xf32, #blocked> -> tensor<128x64xf8E4M3FNUZ, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf8E5M2, #blocked>, %arg1: tensor<128x64xf32, #blocked>, %arg2: tensor<128x64xf8E4M3FN, #blocked>, %arg3: f8E5M2) {
    %0 = tt.fp_to_fp %arg0 : tensor<128x64xf8E5M2, #blocked> -> tensor<128x64xf16, #blocked>
    %1 = tt.fp_to_fp %arg1, rounding = rtne : tensor<128x64xf32, #blocked> -> tensor<128x64xf8E5M2, #blocked>
    %2 = tt.fp_to_fp %arg1, rounding = rtz : tensor<128x64xf32, #blocked> -> tensor<128x64xf16, #blocked>
    %3 = tt.fp_to_fp %arg2 : tensor<128x64xf8E4M3FN, #blocked> -> tensor<128x64xbf16, #blocked>
    %4 = tt.fp_to_fp %arg3 : f8E5M2 -> f32
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32, tt.pointer_range = 32 : i32}, %arg1: i32 {tt.divisibility = 16 : i32}, %arg2: !tt.tensordesc<128x64xf16> {tt.nv_tma_desc = 1 : i32}, %arg3: i32 {tt.constancy = 4 : i32, tt.contiguity = 8 : i32}) {
    tt.return
  }
}

// -----
module {
  tt.func public @a(%arg0: i32) attributes {noinline = false} {
    tt.return
  }
  tt.func private @b(%arg0: i32 {tt.divisibility = 16 : i32}) -> (i32 {tt.foo = 1 : i32}) attributes {allocation.offset = 0 : i32, "ttg.num-warps" = 4 : i32} {
    tt.return %arg0 : i32
  }
  tt.func private @c(i32, f32) -> f64
  tt.func nested @d() {
    tt.return
  }
}

// -----
module {
  tt.func public @a(%arg0: i1, %arg1: i32) -> i32 {
    cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
    tt.return %0 : i32
  ^bb2:  // pred: ^bb0
    %c0_i32 = arith.constant 0 : i32
    cf.br ^bb1(%c0_i32 : i32)
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [64, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: tensor<128x64xi32, #blocked>) {
    %0 = tt.gather %arg0[%arg1] {axis = 0 : i32, efficient_layout} : (tensor<128x64xf32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xf32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: tensor<128x32xi32, #blocked>) {
    %0 = tt.gather %arg0[%arg1] {axis = 1 : i32} : (tensor<128x64xf32, #blocked>, tensor<128x32xi32, #blocked>) -> tensor<128x32xf32, #blocked>
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = tt.get_num_programs x : i32
    %1 = tt.get_num_programs y : i32
    %2 = tt.get_num_programs z : i32
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = tt.get_program_id x : i32
    %1 = tt.get_program_id y : i32
    %2 = tt.get_program_id z : i32
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    tt.grid_dependency_launch_dependents
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    tt.grid_dependency_wait
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<512xi32, #blocked>, %arg1: tensor<512xi1, #blocked>) {
    %0 = tt.histogram %arg0 : tensor<512xi32, #blocked> -> tensor<16xi32, #blocked>
    %1 = tt.histogram %arg0, %arg1 : tensor<512xi32, #blocked> -> tensor<16xi32, #blocked>
    tt.return
  }
}

// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i64) {
    %0 = tt.int_to_ptr %arg0 : i64 -> !tt.ptr<i8, "constant">
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i64, %arg1: tensor<128xi64, #blocked>) {
    %0 = tt.int_to_ptr %arg0 : i64 -> !tt.ptr<f32>
    %1 = tt.int_to_ptr %arg1 : tensor<128xi64, #blocked> -> tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>) {
    %0 = tt.join %arg0, %arg0 : tensor<128x64xf32, #blocked> -> tensor<128x64x2xf32, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>) {
    %0 = tt.load %arg0 {amdg.decomposed_dot_scaled_source = true} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>) {
    %0 = tt.load %arg0, %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_normal>} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>) {
    %0 = tt.load %arg0, %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>) {
    %0 = tt.load %arg0, %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = cs, eviction_policy = evict_normal>} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>) {
    %0 = tt.load %arg0, %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = cv, eviction_policy = evict_normal>} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>) {
    %0 = tt.load %arg0, %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_normal>} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>, %arg2: tensor<128xf32, #blocked>) {
    %0 = tt.load %arg0, %arg1, %arg2 {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>, isVolatile = true} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>, %arg2: tensor<128xf32, #blocked>) {
    %0 = tt.load %arg0, %arg1, %arg2 {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>, isVolatile = true} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>) {
    %0 = tt.load %arg0 {OpIdx = 1 : i32, loop.cluster = 3 : i32, loop.stage = 0 : i32, tt.latency = 2 : i32} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>) {
    %0 = tt.load %arg0, %arg1 : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>, %arg2: tensor<128xf32, #blocked>, %arg3: !tt.ptr<f16>, %arg4: i1, %arg5: f16) {
    %0 = tt.load %arg0, %arg1, %arg2 : tensor<128x!tt.ptr<f32>, #blocked>
    %1 = tt.load %arg3, %arg4, %arg5 : !tt.ptr<f16>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xi1, #blocked>, %arg2: !tt.ptr<f16>, %arg3: i1) {
    %0 = tt.load %arg0, %arg1 : tensor<128x!tt.ptr<f32>, #blocked>
    %1 = tt.load %arg2, %arg3 : !tt.ptr<f16>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>) {
    %0 = tt.load %arg0 {isVolatile = true} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: !tt.ptr<f32>) {
    %0 = tt.load %arg0 : tensor<128x!tt.ptr<f32>, #blocked>
    %1 = tt.load %arg1 : !tt.ptr<f32>
    tt.return
  }
}

// -----
#loop_annotation = #llvm.loop_annotation<disableNonforced = true>
module {
  tt.func public @f(%arg0: i32, %arg1: f32) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg1) -> (f32)  : i32 {
      %1 = arith.addf %arg3, %arg3 : f32
      scf.yield %1 : f32
    } {tt.disallow_acc_multi_buffer, tt.flatten, tt.loop_unroll_factor = 4 : i32, tt.num_stages = 3 : i32, tt.warp_specialize}
    scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32  : i32 {
    } {llvm.loop_annotation = #loop_annotation, tt.loop_schedule = "x", tt.scheduled_max_stage = 2 : i32}
    tt.return
  }
}

// -----
module {
  tt.func public @f() {
    %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f() {
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    %1 = tt.make_range {end = 192 : i32, start = 64 : i32} : tensor<128xi32, #blocked>
    tt.return
  }
}

// -----
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.ptr<i8>, %arg1: i32, %arg2: i64) {
    %c1_i64 = arith.constant 1 : i64
    %0 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] : <i8>, <128x64xui8, #shared>
    %1 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] : <i8>, <128x64xsi8, #shared>
    tt.return
  }
}

// -----
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.ptr<f16>, %arg1: i32, %arg2: i64) {
    %c1_i64 = arith.constant 1 : i64
    %0 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] : <f16>, <128x64xf16, #shared>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: !tt.ptr<f16>, %arg1: i32, %arg2: i64) {
    %c1_i64 = arith.constant 1 : i64
    %0 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] : <f16>, <128x64xf16>
    %1 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] {padding = 2 : i32} : <f16>, <128x64xf16>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xi32, #blocked>) {
    %0:2 = "tt.map_elementwise"(%arg0) <{pack = 2 : i32}> ({
    ^bb0(%arg1: i32, %arg2: i32):
      tt.map_elementwise.return %arg1, %arg2, %arg2, %arg1 : i32, i32, i32, i32
    }) : (tensor<128x64xi32, #blocked>) -> (tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>)
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xi32, #blocked>) {
    %0 = "tt.map_elementwise"(%arg0, %arg0) <{pack = 1 : i32}> ({
    ^bb0(%arg1: i32, %arg2: i32):
      %1 = arith.cmpi slt, %arg1, %arg2 : i32
      cf.cond_br %1, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      tt.map_elementwise.return %arg1 : i32
    ^bb2:  // pred: ^bb0
      tt.map_elementwise.return %arg2 : i32
    }) : (tensor<128x64xi32, #blocked>, tensor<128x64xi32, #blocked>) -> tensor<128x64xi32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xi32, #blocked>, %arg1: i64) {
    %0 = tt.mulhiui %arg0, %arg0 : tensor<128x64xi32, #blocked>
    %1 = tt.mulhiui %arg1, %arg1 : i64
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: f32) {
    %0 = tt.precise_divf %arg0, %arg0 : tensor<128x64xf32, #blocked>
    %1 = tt.precise_divf %arg1, %arg1 : f32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: f32) {
    %0 = tt.precise_sqrt %arg0 : tensor<128x64xf32, #blocked>
    %1 = tt.precise_sqrt %arg1 : f32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: i32) {
    tt.print " hello" {hex = false, isSigned = array<i32>}
    tt.print " v: " {hex = true, isSigned = array<i32: 0, 1>} : %arg0, %arg1 : tensor<128x64xf32, #blocked>, i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: !tt.ptr<f16>, %arg1: tensor<128x!tt.ptr<f32>, #blocked>) {
    %0 = tt.ptr_to_int %arg0 : !tt.ptr<f16> -> i64
    %1 = tt.ptr_to_int %arg1 : tensor<128x!tt.ptr<f32>, #blocked> -> tensor<128xi64, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: tensor<128x64xi32, #blocked>) {
    %0:2 = "tt.reduce"(%arg0, %arg1) <{axis = 1 : i32}> ({
    ^bb0(%arg2: f32, %arg3: i32, %arg4: f32, %arg5: i32):
      %1 = arith.cmpf oeq, %arg2, %arg4 : f32
      %2 = arith.cmpi slt, %arg3, %arg5 : i32
      %3 = arith.andi %1, %2 : i1
      %4 = arith.cmpf ogt, %arg2, %arg4 : f32
      %5 = arith.ori %4, %3 : i1
      %6 = arith.select %5, %arg2, %arg4 : f32
      %7 = arith.select %5, %arg3, %arg5 : i32
      tt.reduce.return %6, %7 : f32, i32
    }) {allocation.offset = 0 : i32} : (tensor<128x64xf32, #blocked>, tensor<128x64xi32, #blocked>) -> (tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<128xi32, #ttg.slice<{dim = 1, parent = #blocked}>>)
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>) {
    %0 = "tt.reduce"(%arg0) <{axis = 1 : i32}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      tt.reduce.return %1 : f32
    }) : (tensor<128x64xf32, #blocked>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128xi32, #blocked>) {
    %0 = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
    ^bb0(%arg1: i32, %arg2: i32):
      %1 = arith.maxsi %arg1, %arg2 : i32
      tt.reduce.return %1 : i32
    }) : (tensor<128xi32, #blocked>) -> i32
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>) {
    %0 = "tt.reduce"(%arg0) <{axis = 1 : i32}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      tt.reduce.return %1 : f32
    }) : (tensor<128x64xf32, #blocked>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<8192xf32, #blocked>) {
    %0 = tt.reshape %arg0 allow_reorder efficient_layout : tensor<8192xf32, #blocked> -> tensor<128x64xf32, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<8192xf32, #blocked>) {
    %0 = tt.reshape %arg0 allow_reorder : tensor<8192xf32, #blocked> -> tensor<128x64xf32, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<8192xf32, #blocked>) {
    %0 = tt.reshape %arg0 efficient_layout : tensor<8192xf32, #blocked> -> tensor<64x128xf32, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<8192xf32, #blocked>) {
    %0 = tt.reshape %arg0 : tensor<8192xf32, #blocked> -> tensor<64x128xf32, #blocked1>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: i32, %arg1: tensor<16xf32>) -> (i32, tensor<16xf32>) {
    tt.return %arg0, %arg1 : i32, tensor<16xf32>
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>, %arg1: tensor<128x64xi32, #blocked>) {
    %0:2 = "tt.scan"(%arg0, %arg1) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%arg2: f32, %arg3: i32, %arg4: f32, %arg5: i32):
      %1 = arith.mulf %arg2, %arg4 : f32
      %2 = arith.addi %arg3, %arg5 : i32
      tt.scan.return %1, %2 : f32, i32
    }) : (tensor<128x64xf32, #blocked>, tensor<128x64xi32, #blocked>) -> (tensor<128x64xf32, #blocked>, tensor<128x64xi32, #blocked>)
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf32, #blocked>) {
    %0 = "tt.scan"(%arg0) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      tt.scan.return %1 : f32
    }) : (tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: f32, %arg1: !tt.ptr<f16>) {
    %0 = tt.splat %arg0 : f32 -> tensor<128x64xf32, #blocked>
    %1 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64x2xf32, #blocked>) {
    %outLHS, %outRHS = tt.split %arg0 : tensor<128x64x2xf32, #blocked> -> tensor<128x64xf32, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xi1, #blocked>) {
    tt.store %arg0, %arg1, %arg2 {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xi1, #blocked>) {
    tt.store %arg0, %arg1, %arg2 {cachePolicy = #tt.cache_policy<cache_modifier = cs, eviction_policy = evict_last>} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xi1, #blocked>) {
    tt.store %arg0, %arg1, %arg2 {cachePolicy = #tt.cache_policy<cache_modifier = wb, eviction_policy = evict_last>} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xi1, #blocked>) {
    tt.store %arg0, %arg1, %arg2 {cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_last>} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xf32, #blocked>) {
    tt.store %arg0, %arg1 {ignore_cta} : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xi1, #blocked>, %arg3: !tt.ptr<f32>, %arg4: f32, %arg5: i1) {
    tt.store %arg0, %arg1, %arg2 : tensor<128x!tt.ptr<f32>, #blocked>
    tt.store %arg3, %arg4, %arg5 : !tt.ptr<f32>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: tensor<128xf32, #blocked>, %arg2: !tt.ptr<f32>, %arg3: f32) {
    tt.store %arg0, %arg1 : tensor<128x!tt.ptr<f32>, #blocked>
    tt.store %arg2, %arg3 : !tt.ptr<f32>
    tt.return
  }
}

// -----
module {
  tt.func public @f(%arg0: tensor<4x8x16xf16>) {
    %0 = tt.trans %arg0 {order = array<i32: 2, 0, 1>} : tensor<4x8x16xf16> -> tensor<16x4x8xf16>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<128x64xf16, #blocked>) {
    %0 = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<128x64xf16, #blocked> -> tensor<64x128xf16, #blocked1>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<1x1xf32, #blocked>) {
    %0 = tt.unsplat %arg0 : tensor<1x1xf32, #blocked>
    tt.return
  }
}

// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: tensor<1xf32, #blocked>) {
    %0 = tt.unsplat %arg0 : tensor<1xf32, #blocked>
    tt.return
  }
}

