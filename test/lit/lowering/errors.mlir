// What has no lowering yet is refused at the op.
// RUN: heddle-opt %s --lower-to-simt --split-input-file --verify-diagnostics -o /dev/null

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @scan() {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  // expected-error @below {{'tt.scan' op cannot be compiled yet: it has no lowering}}
  %1 = "tt.scan"(%0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: i32, %y: i32):
    %2 = arith.addi %x, %y : i32
    tt.scan.return %2 : i32
  }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
  tt.return
}
}

// -----

// expected-error @below {{expects a known chip as 'ttg.target', but got none}}
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
}

// -----

module attributes {ttg.target = "cuda:90"} {
// expected-error @below {{'tt.func' op expects a module with ttg.num-warps and ttg.threads-per-warp, but got none}}
tt.func public @f() {
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// expected-error @below {{'tt.func' op cannot be compiled yet: it is for clusters of several blocks}}
tt.func public @f() {
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f() {
  // expected-error @below {{'tt.make_range' op expects a type with a layout, but got one without}}
  // expected-note @below {{add the layout behind the element type}}
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f(%x: f64) {
  // expected-error @below {{'math.sin' op cannot be compiled yet: there is no program for it on 'f64'}}
  %0 = math.sin %x : f64
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f(%x: f32) {
  // expected-error @below {{'tt.extern_elementwise' op cannot be compiled yet: there is no program for __nv_j0f}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_j0f"} : (f32) -> f32
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f(%x: f64) {
  // expected-error @below {{'tt.fp_to_fp' op cannot be compiled yet: there is no cast of 'f64' to 'f8E4M3FN'}}
  %0 = tt.fp_to_fp %x, rounding = rtne : f64 -> f8E4M3FN
  tt.return
}
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f(%p: i1) {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<16x16xf32, #s, #ttg.shared_memory, mutable>
  %1 = ttg.memdesc_subslice %0[0, 8] : !ttg.memdesc<16x16xf32, #s, #ttg.shared_memory, mutable> -> !ttg.memdesc<16x8xf32, #s, #ttg.shared_memory, mutable, 16x16>
  %2 = scf.if %p -> !ttg.memdesc<16x8xf32, #s, #ttg.shared_memory, mutable, 16x16> {
    // expected-error @below {{'scf.yield' op cannot be compiled yet: a part of a buffer passes a branch}}
    scf.yield %1 : !ttg.memdesc<16x8xf32, #s, #ttg.shared_memory, mutable, 16x16>
  } else {
    scf.yield %1 : !ttg.memdesc<16x8xf32, #s, #ttg.shared_memory, mutable, 16x16>
  }
  tt.return
}
}

// -----

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:100"} {
tt.func public @f() {
  // expected-error @below {{'ttng.tmem_alloc' op cannot be compiled yet: it has no lowering}}
  %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #t, #ttng.tensor_memory, mutable>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f(%x: i32) {
  tt.call @again(%x) : (i32) -> ()
  tt.return
}
tt.func private @again(%x: i32) attributes {noinline = true} {
  // expected-error @below {{'tt.call' op cannot be compiled yet: it is recursive}}
  tt.call @again(%x) : (i32) -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f(%c: i1) {
  scf.if %c {
    // expected-error @below {{'tt.call' op cannot be compiled yet: its function returns early, and it is in a loop or a branch}}
    tt.call @early(%c) : (i1) -> ()
  }
  tt.return
}
tt.func private @early(%c: i1) attributes {noinline = true} {
  cf.cond_br %c, ^a, ^b
^a:
  tt.return
^b:
  tt.return
}
}
