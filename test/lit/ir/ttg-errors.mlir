// What the ops of ttg refuse, and how they say it.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<16x16xi8, #blocked>) {
  // expected-error @+1 {{expects a result of shape 32x16}}
  %0 = ttg.fp4_to_fp %a {axis = 0 : i32} : tensor<16x16xi8, #blocked> -> tensor<16x32xf16, #blocked>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f() {
  // expected-error @+1 {{expects a mutable buffer, but got}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<16x16xf16, #shared, #smem>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%m: !ttg.memdesc<16x16xf16, #shared, #smem>) {
  // expected-error @+1 {{expects a tensor with elements of type 'f16', but got 'f32'}}
  %0 = ttg.local_load %m : !ttg.memdesc<16x16xf16, #shared, #smem> -> tensor<16x16xf32, #blocked>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%m: !ttg.memdesc<2x16x16xf16, #shared, #smem>, %i: i32) {
  // expected-error @+1 {{expects a result of shape 16x16}}
  %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x16x16xf16, #shared, #smem> -> !ttg.memdesc<16x8xf16, #shared, #smem>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%m: !ttg.memdesc<16x16xf16, #shared, #smem>) {
  // expected-error @+1 {{expects a part of the source's 16 along axis 1, but got 8 to 24}}
  %0 = ttg.memdesc_subslice %m[0, 8] : !ttg.memdesc<16x16xf16, #shared, #smem> -> !ttg.memdesc<16x16xf16, #shared, #smem>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%m: !ttg.memdesc<16x32xf16, #shared, #smem>) {
  // expected-error @+1 {{expects a result whose offsets hold what those of the source hold, since no data moves}}
  %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf16, #shared, #smem> -> !ttg.memdesc<32x16xf16, #shared, #smem>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @+1 {{expects a layout of shared or tensor memory, but got}}
tt.func @f(%m: !ttg.memdesc<16x16xf16, #blocked, #ttg.shared_memory>) {
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{expected none, local, global_read, global_write, tensor_read, tensor_write or all, but got 'shared'}}
  ttg.barrier shared
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{expects a power of two of warps, but got 3 in partition 0}}
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  partition0() num_warps(3) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

// A partition has warps of its own.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f() {
    ttg.warp_specialize()
    default {
      %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked>
      ttg.warp_yield
    }
    partition0() num_warps(2) {
      // expected-error @+1 {{expects a layout of 2 warps, as there are here, but got one of 4}}
      %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked>
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}
