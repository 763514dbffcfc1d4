// What Triton 3.9 reads though it means nothing: it is read and printed, and
// refused where a pass would compute with it.
// RUN: heddle-opt %s --split-input-file | FileCheck %s
// RUN: heddle-opt %s --split-input-file --mlir-print-op-generic | heddle-opt --split-input-file | FileCheck %s
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --canonicalize

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!offsets = tensor<128x64xi32, #blocked>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%p: !tt.ptr<f16>, %o: !offsets, %v: !v) {
  // expected-error @+1 {{expects a mask beside another value, but got none}}
  %0 = "amdg.buffer_load"(%p, %o, %v) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (!tt.ptr<f16>, !offsets, !v) -> !v
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<64x32xf16>, %i: i32) {
  // expected-error @+1 {{expects 2 indices, but got 1}}
  %0 = tt.descriptor_load %d[%i] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: tensor<64x64xf32, #blocked>
// expected-error @+2 {{expects a layout of rank 2}}
// expected-note @+1 {{in 'tensor<64x64xf32}}
tt.func @f(%p: tensor<64x64xf32, #blocked>) {
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @f(%a: tensor<16xf32>) {
  // expected-error @+1 {{expects tensors with layouts, but got 'tensor<16xf32>'}}
  %0 = ttg.convert_layout %a : tensor<16xf32> -> tensor<16xf32, #blocked>
  tt.return
}

// -----

// expected-error @+1 {{expects a power of two as 'ttg.num-warps', but got 3}}
module attributes {"ttg.num-warps" = 3 : i32} {
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
#TV = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:103", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // expected-error @+1 {{expects a reduction of shape 128, but got}}
    %0, %1 = ttng.tmem_load %m {redOp = #ttng.redOp<max>} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> tensor<128x128xf32, #TV>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #TV}>>
    tt.return
  }
}

// -----

#MMA3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#NV = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %b: !ttg.memdesc<64x64xf16, #NV, #smem, mutable>, %c: tensor<64x64xbf16, #MMA3>) {
    // expected-error @+1 {{expects element types that wgmma multiplies, but got 'f16' * 'f16' -> 'bf16'}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #NV, #smem, mutable> * !ttg.memdesc<64x64xf16, #NV, #smem, mutable> -> tensor<64x64xbf16, #MMA3>
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
    // expected-error @+1 {{expects a condition for each of 1 barriers, but got 0}}
    "ttng.tc_gen5_mma"(%a, %b, %d, %u, %p, %q) <{is_async, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 1, 0>}> : (!ttg.memdesc<128x64xf16, #NV, #smem, mutable>, !ttg.memdesc<64x128xf16, #NV, #smem, mutable>, !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>, i1, i1, !ttg.memdesc<1xi64, #S1, #smem, mutable>) -> ()
    tt.return
  }
}

// -----

module {
  // expected-error @+3 {{expects a distributed layout in a tensor type, but got one of memory}}
  // expected-note @+2 {{write it in a '!ttg.memdesc<...>'}}
  // expected-note @+1 {{in 'tensor<128x128xf32, #ttng.tensor_memory_encoding}}
  tt.func @f(%m: tensor<128x128xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>>) { tt.return }
}

// -----

// CHECK: #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [64, 64]}>
#e = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [64, 64]}>
// expected-error @+2 {{expects [16, N, K] with N = 8 ... 256 as 'instrShape', but got [64, 64]}}
// expected-note @+1 {{in '}}
tt.func @f(%a: tensor<64x64xf16, #e>) {
  tt.return
}

// -----

// CHECK: #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [3, 1], instrShape = [16, 8]}>
#e = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [3, 1], instrShape = [16, 8]}>
// expected-error @+2 {{expects powers of two as 'warpsPerCTA', but got [3, 1]}}
// expected-note @+1 {{in '}}
tt.func @f(%a: tensor<64x64xf16, #e>) {
  tt.return
}

// -----

// CHECK: #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = []}>
#e = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1]}>
// expected-error @+3 {{expects [M, N] of 8 or more as 'instrShape', but got []}}
// expected-note @+2 {{mma.sync has [16, 8], or [8, 8] for 64-bit elements}}
// expected-note @+1 {{in '}}
tt.func @f(%a: tensor<64x64xf16, #e>) {
  tt.return
}

// -----

// CHECK: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 3}>>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#e = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 3}>
// expected-error @+2 {{expects a power of two with an nvidia_mma parent as 'kWidth', but got 3}}
// expected-note @+1 {{in '}}
tt.func @f(%a: tensor<64x64xf16, #e>) {
  tt.return
}

// -----

// CHECK: #ttg.amd_mfma<{version = 0, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>
#e = #ttg.amd_mfma<{version = 0, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>
// expected-error @+2 {{expects one of 1, 2, 3, 4 as 'version', but got 0}}
// expected-note @+1 {{in '}}
tt.func @f(%a: tensor<64x64xf16, #e>) {
  tt.return
}

// -----

// CHECK: #ttg.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 7, order = [1, 0]}>
#e = #ttg.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 7, order = [1, 0]}>
// expected-error @+2 {{expects a power of two as 'vec', but got 3}}
// expected-note @+1 {{in '}}
tt.func @f(%a: !ttg.memdesc<64x64xf16, #e, #ttg.shared_memory>) {
  tt.return
}

// -----

// CHECK: #ttg.swizzled_shared<{vec = 0, perPhase = 0, maxPhase = 0, order = []}>
#e = #ttg.swizzled_shared<{}>
// expected-error @+2 {{expects a power of two as 'vec', but got 0}}
// expected-note @+1 {{in '}}
tt.func @f(%a: !tt.tensordesc<64x64xf16, #e>) {
  tt.return
}

// -----

// CHECK: #ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 3]}>
#e = #ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 3]}>
// expected-error @+2 {{expects a permutation of 0 ... 1 as 'order', but got [1, 3]}}
// expected-note @+1 {{in '}}
tt.func @f(%a: !ttg.memdesc<64x64xf16, #e, #ttg.shared_memory>) {
  tt.return
}

// -----

// CHECK: #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 4}>
#e = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 4}>
// expected-error @+2 {{expects one of 8, 16, 32, 64 as 'elementBitWidth', but got 4}}
// expected-note @+1 {{in '}}
tt.func @f(%a: !ttg.memdesc<64x128xi8, #e, #ttg.shared_memory>) {
  tt.return
}

// -----

// CHECK: tt.func @f(%{{.*}}: !tt.tensordesc<4x4xindex>)
// expected-error @+2 {{expects a number or a pointer as the element of a tensor, but got index}}
// expected-note @+1 {{in '!tt.tensordesc<4x4xindex>'}}
tt.func @f(%d: !tt.tensordesc<4x4xindex>) {
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @f(%a: tensor<128xf32, #blocked>) {
  // CHECK: tt.fp_to_fp %{{.*}} : tensor<128xf32, #blocked> -> tensor<128xf64>
  // expected-error @+1 {{expects one layout of all tensors}}
  %0 = tt.fp_to_fp %a : tensor<128xf32, #blocked> -> tensor<128xf64>
  tt.return
}

// -----

// CHECK: module attributes {"ttg.num-warps" = "four"}
// expected-error @+1 {{expects a number as 'ttg.num-warps', but got "four"}}
module attributes {"ttg.num-warps" = "four"} {
}

// -----

tt.func @f(%a: tensor<?xf32>) {
  // CHECK: tt.bitcast %{{.*}} : tensor<?xf32> -> tensor<?xi32>
  // expected-error @+1 {{expects sizes that are powers of two}}
  %0 = tt.bitcast %a : tensor<?xf32> -> tensor<?xi32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %i: i32, %j: i64) {
  // CHECK: tt.make_tensor_descriptor %{{.*}}, [%{{.*}}], [%{{.*}}] : <f16>, <64x32xf32>
  // expected-error @+1 {{expects 2 sizes and strides, as the block has axes, but got 1 and 1}}
  %0 = tt.make_tensor_descriptor %p, [%i], [%j] : !tt.ptr<f16>, !tt.tensordesc<64x32xf32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) {
    // CHECK: ttg.async_copy_global_to_local
    // expected-error @+1 {{expects a tensor of shape 64x32}}
    %0 = ttg.async_copy_global_to_local %p, %m : tensor<64x64x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x64xf16, #shared, #smem>, %i: tensor<64x64xi32, #blocked>, %v: tensor<64x64xf16, #blocked>) {
    // CHECK: ttg.local_scatter
    // expected-error @+1 {{expects a mutable buffer}}
    ttg.local_scatter %m[%i], %v {axis = 1 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xi32, #blocked>, tensor<64x64xf16, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // CHECK: ttng.arrive_barrier %{{.*}}, -1
    // expected-error @+1 {{expects at least one arrival, but got -1}}
    ttng.arrive_barrier %b, -1 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f() {
    // CHECK: requestedRegisters = array<i32: 24, 24>
    // expected-error @+1 {{expects 1 numbers as 'requestedRegisters', but got 2}}
    ttg.warp_specialize() attributes {requestedRegisters = array<i32: 24, 24>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f(%p: !tt.ptr<f16>, %o: tensor<128x64xi32, #blocked>) {
    // CHECK: amdg.buffer_load
    // expected-error @+1 {{expects a layout of 8 warps, as there are here, but got one of 4}}
    %0 = amdg.buffer_load %p[%o] : !tt.ptr<f16> -> tensor<128x64xf16, #blocked>
    tt.return
  }
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
tt.func @f(%d: !tt.tensordesc<128x64xf16, #shared>, %i: i32, %c: i1) {
  // expected-error @+1 {{expects 2 indices, but got 3}}
  amdg.tdm_prefetch %d[%i, %i, %i], %c, speculative = true : !tt.tensordesc<128x64xf16, #shared>
  tt.return
}
