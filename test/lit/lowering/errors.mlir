// What has no lowering yet is refused at the op.
// RUN: heddle-opt %s --lower-to-simt --split-input-file --verify-diagnostics -o /dev/null

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @cancelled(%answer: i128) {
  // expected-error @below {{'ttng.clc_is_canceled' op cannot be compiled yet: it has no lowering}}
  %0 = ttng.clc_is_canceled %answer : i128 -> i1
  tt.return
}
}

// -----

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @differs(%p: !tt.ptr<i32>) {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  %1 = "tt.map_elementwise"(%0) <{pack = 1 : i32}> ({
  ^bb0(%x: i32):
    // expected-error @below {{'scf.for' op cannot be compiled yet: it is in the region of tt.map_elementwise, and how often it runs may differ between elements}}
    scf.for %i = %x to %x step %x : i32 {
    }
    tt.map_elementwise.return %x : i32
  }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
  tt.return
}
}

// -----

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @turns() {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  %1 = "tt.map_elementwise"(%0) <{pack = 1 : i32}> ({
  ^bb0(%x: i32):
    cf.br ^bb1(%x : i32)
  ^bb1(%y: i32):
    %zero = arith.constant 0 : i32
    %is = arith.cmpi ne, %y, %zero : i32
    // expected-error @below {{'cf.cond_br' op cannot be compiled yet: it is in the region of tt.map_elementwise, and goes back}}
    cf.cond_br %is, ^bb1(%zero : i32), ^bb2
  ^bb2:
    tt.map_elementwise.return %y : i32
  }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
  tt.return
}
}

// -----

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @groups() {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  // expected-error @below {{'tt.map_elementwise' op cannot be compiled yet: threads hold 1 elements, not groups of 2}}
  %1 = "tt.map_elementwise"(%0) <{pack = 2 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    tt.map_elementwise.return %x, %y : i32, i32
  }) : (tensor<128xi32, #a>) -> tensor<128xi32, #a>
  tt.return
}
}

// -----

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @tensors(%n: i32) {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  %1 = tt.splat %n : i32 -> tensor<1xi32, #a>
  %2 = "tt.map_elementwise"(%0) <{pack = 1 : i32}> ({
  ^bb0(%x: i32):
    // expected-error @below {{'tt.unsplat' op cannot be compiled yet: it is in the region of tt.map_elementwise, and takes a tensor from outside}}
    %y = tt.unsplat %1 : tensor<1xi32, #a>
    tt.map_elementwise.return %y : i32
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

module attributes {"ttg.num-ctas" = 16 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:120"} {
// expected-error @below {{'tt.func' op cannot be compiled yet: it is for clusters of 16 blocks, but sm_120 has clusters of at most 8}}
tt.func public @f() {
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
// expected-error @below {{'tt.func' op cannot be compiled yet: it is for clusters of 2 blocks, but sm_80 has none}}
tt.func public @f() {
  tt.return
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[1, 0]], instrShape = [16, 16, 16]}>
#halves = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// K is shared by the blocks, each of which needs all of it.
tt.func public @f() {
  %a = ttg.local_alloc : () -> !ttg.memdesc<128x16xf16, #halves, #ttg.shared_memory, mutable>
  %b = ttg.local_alloc : () -> !ttg.memdesc<16x16xf16, #halves, #ttg.shared_memory, mutable>
  %zero = arith.constant dense<0.0> : tensor<128x16xf32, #mma>
  // expected-error @below {{'ttng.warp_group_dot' op cannot be compiled yet: block 1 of the cluster multiplies B from another place than its part of the result needs, which begins at (64, 0)}}
  %d = ttng.warp_group_dot %a, %b, %zero {inputPrecision = 0 : i32} : !ttg.memdesc<128x16xf16, #halves, #ttg.shared_memory, mutable> * !ttg.memdesc<16x16xf16, #halves, #ttg.shared_memory, mutable> -> tensor<128x16xf32, #mma>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f() {
  // expected-error @below {{'tt.make_range' op expects a type with a layout, but got one without}}
  // expected-note @below {{add the layout after the element type}}
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f(%x: f64, %n: i32) {
  // expected-error @below {{'math.fpowi' op cannot be compiled yet: there is no program for it on 'f64'}}
  %0 = math.fpowi %x, %n : f64, i32
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
    tt.call @turns(%c) : (i1) -> ()
  }
  tt.return
}
tt.func private @turns(%c: i1) attributes {noinline = true} {
  cf.br ^a
^a:
  // expected-error @below {{'cf.cond_br' op cannot be compiled yet: it goes back, in a function that is called in a loop or a branch}}
  cf.cond_br %c, ^a, ^b
^b:
  tt.return
}
}

// -----

#d = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#l = #ttg.dot_op<{opIdx = 0, parent = #d}>
#r = #ttg.dot_op<{opIdx = 1, parent = #d}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f(%s: f32, %t: f16) {
  %a = tt.splat %s : f32 -> tensor<16x2xf32, #l>
  %b = tt.splat %s : f32 -> tensor<2x8xf32, #r>
  %c = tt.splat %t : f16 -> tensor<16x8xf16, #d>
  // expected-error @below {{'tt.dot' op cannot be compiled yet: it adds products of 'f32' in 'f16'}}
  %0 = tt.dot %a, %b, %c : tensor<16x2xf32, #l> * tensor<2x8xf32, #r> -> tensor<16x8xf16, #d>
  tt.return
}
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f() {
  %bar = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #bar, #smem, mutable>
  // expected-error @below {{expects a multiple of its 4 warps as arrivals with heddle.each_warp, but got 6}}
  ttng.arrive_barrier %bar, 6 {heddle.each_warp} : !ttg.memdesc<1xi64, #bar, #smem, mutable>
  tt.return
}
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func public @f() {
  %bar = ttg.local_alloc : () -> !ttg.memdesc<2xi64, #bar, #smem, mutable>
  // expected-error @below {{expects an mbarrier of the own block with heddle.each_warp}}
  ttng.arrive_barrier %bar, 4 {heddle.each_warp, multicastCTA = 1 : i32} : !ttg.memdesc<2xi64, #bar, #smem, mutable>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// expected-error @below {{'tt.func' op expects a 'heddle.program_order' such as "descending x", but got "x"}}
// expected-note @below {{it is ascending or descending along x, y or z}}
tt.func public @order() attributes {heddle.program_order = "x"} {
  tt.return
}
}
