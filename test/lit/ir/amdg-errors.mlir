// What the ops of amdg refuse, and how they say it.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!offsets = tensor<128x64xi32, #blocked>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%p: !tt.ptr<f32>, %o: !offsets) {
  // expected-error @+1 {{expects a pointer to 'f16', but got}}
  %0 = "amdg.buffer_load"(%p, %o) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (!tt.ptr<f32>, !offsets) -> !v
  tt.return
}

// -----

#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%p: !tt.ptr<f16>, %o: tensor<128x64xi32, #columns>) {
  // expected-error @+1 {{expects offsets of type}}
  %0 = "amdg.buffer_load"(%p, %o) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (!tt.ptr<f16>, tensor<128x64xi32, #columns>) -> !v
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!offsets = tensor<128x64xi32, #blocked>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
tt.func @f(%p: !tt.ptr<f16>, %o: !offsets, %v: tensor<128x64xf32, #blocked>, %d: !tile) {
  // expected-error @+1 {{expects another value of type}}
  %0 = amdg.buffer_load_to_local %p[%o] other = %v into %d : !tt.ptr<f16>[!offsets] tensor<128x64xf32, #blocked> -> !tile
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!offsets = tensor<128x64xi32, #blocked>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
tt.func @f(%p: !tt.ptr<i32>, %o: !offsets, %v: !offsets) {
  // expected-error @+1 {{expects a result of type}}
  %0 = "amdg.buffer_atomic_cas"(%p, %o, %o, %v) <{sem = 1 : i32, scope = 1 : i32}> : (!tt.ptr<i32>, !offsets, !offsets, !offsets) -> tensor<128x64xi32, #columns>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!offsets = tensor<128x64xi32, #blocked>
tt.func @f(%p: !tt.ptr<i32>, %o: !offsets) {
  // expected-error @+1 {{expected an atomic operation, but got 'sub'}}
  %0 = amdg.buffer_atomic_rmw sub, relaxed, gpu, %o, %p[%o] : !offsets
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!offsets = tensor<128x64xi32, #blocked>
tt.func @f(%p: !tt.ptr<i32>, %o: !offsets) {
  // expected-error @+1 {{expected a tensor, or a pointer, '->' and a tensor, but got 'i32'}}
  %0 = amdg.buffer_load %p[%o] : i32
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%v: !v) {
  // expected-error @+1 {{expects 2 offsets, as the source has axes, but got 1}}
  %0 = amdg.extract_slice %v [0] : !v to tensor<32x64xf16, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%v: !v) {
  // expected-error @+1 {{expects a part of the source's 128 along axis 0, but got 64 from 96}}
  %0 = amdg.extract_slice %v [96, 0] : !v to tensor<64x64xf16, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%v: !v) {
  // expected-error @+1 {{expects a result with elements of type}}
  %0 = amdg.extract_slice %v [0, 0] : !v to tensor<32x64xf32, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
#lanes = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @f(%v: !v) {
  // expected-error @+1 {{expects as many axes of source and result, but got}}
  %0 = amdg.extract_slice %v [0, 0] : !v to tensor<32xf16, #lanes>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%v: !v) {
  // expected-error @+1 {{expects elements of the result where their thread has them in the source, but got element (0, 0), (16, 0) of the source, in the first thread}}
  %0 = amdg.extract_slice %v [16, 0] : !v to tensor<32x64xf16, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
tt.func @f(%v: !v) {
  // expected-error @+1 {{expects lane 1 at (0, 8), as in the source, but got (8, 0) in}}
  %0 = amdg.extract_slice %v [0, 0] : !v to tensor<32x64xf16, #columns>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
tt.func @f() {
  // expected-error @+1 {{expects at least one source, but got none}}
  %0 = "amdg.concat"() : () -> !v
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%v: !v) {
  // expected-error @+1 {{expects 4 sources to make}}
  %0 = amdg.concat %v, %v : !v, !v -> tensor<512x64xf16, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%v: !v) {
  // expected-error @+1 {{expects a multiple of 128 along axis 0 of the result, but got 64}}
  %0 = amdg.concat %v : !v -> tensor<64x64xf16, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
#box = #ttg.blocked<{sizePerThread = [4, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!w = tensor<128x64xf16, #box>
tt.func @f(%v: !v, %w: !w) {
  // expected-error @+1 {{expects sources of type}}
  %0 = amdg.concat %v, %w : !v, !w -> tensor<256x64xf16, #blocked>
  tt.return
}

// -----

#box = #ttg.blocked<{sizePerThread = [4, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!w = tensor<128x64xf16, #box>
tt.func @f(%w: !w) {
  // expected-error @+1 {{expects register 1 at (1, 0), as the source has it transposed, but got (0, 1) in}}
  %0 = amdg.in_thread_transpose %w : !w -> !w
  tt.return
}

// -----

#box = #ttg.blocked<{sizePerThread = [4, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!w = tensor<128x64xf16, #box>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!v = tensor<128x64xf16, #blocked>
tt.func @f(%w: !w) {
  // expected-error @+1 {{expects register 1 at (1, 0), as the source has it transposed, but got (0, 1) in}}
  %0 = amdg.in_thread_transpose %w : !w -> !v
  tt.return
}

// -----

#box = #ttg.blocked<{sizePerThread = [4, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!w = tensor<128x64xf16, #box>
tt.func @f(%w: tensor<128x64xf16>) {
  // expected-error @+1 {{expects a source of two axes in a blocked layout, but got}}
  %0 = amdg.in_thread_transpose %w : tensor<128x64xf16> -> !w
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%m: !ttg.memdesc<64x128xi8, #shared, #smem>) {
  // expected-error @+1 {{expects a result with a dot_op layout, but got}}
  %0 = amdg.local_load_packed_transposed %m : !ttg.memdesc<64x128xi8, #shared, #smem> -> tensor<128x64xi8, #blocked>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 128], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>
tt.func @f(%m: !ttg.memdesc<64x128xi8, #shared, #smem>) {
  // expected-error @+1 {{expects a result of shape 128x64, but got}}
  %0 = amdg.local_load_packed_transposed %m : !ttg.memdesc<64x128xi8, #shared, #smem> -> tensor<128x128xi8, #a>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 128], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>
tt.func @f(%m: !ttg.memdesc<64x128xi8, #shared, #smem>) {
  // expected-error @+1 {{expects neighbours along axis 0 side by side in memory for operand 0, but got}}
  %0 = amdg.local_load_packed_transposed %m : !ttg.memdesc<64x128xi8, #shared, #smem> -> tensor<128x64xi8, #a>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<128x64xi8, #blocked>, %s: tensor<128x128xi8, #wide>) {
  // expected-error @+1 {{expects an axis from 0 to 1, but got 2}}
  %0 = amdg.scaled_upcast_fp4 %a scale %s {axis = 2 : i32} : tensor<128x64xi8, #blocked>, tensor<128x128xi8, #wide> -> tensor<128x128xf16, #wide>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<128x64xi8, #blocked>, %s: tensor<64x4xi8, #wide>) {
  // expected-error @+1 {{expects a scale for each block along axis 1 of 128x128 values, but got}}
  %0 = amdg.scaled_upcast_fp4 %a scale %s {axis = 1 : i32} : tensor<128x64xi8, #blocked>, tensor<64x4xi8, #wide> -> tensor<128x128xf16, #wide>
  tt.return
}

// -----

#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<128x128xf16, #wide>, %s: tensor<128x128xi8, #wide>) {
  // expected-error @+1 {{expects a scale for several values along axis 1, but got one for each in}}
  %0 = amdg.scaled_downcast_fp8 %a scale %s {axis = 1 : i32} : tensor<128x128xf16, #wide>, tensor<128x128xi8, #wide> -> tensor<128x128xf8E5M2, #wide>
  tt.return
}

// -----

#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<128x128xf16, #wide>, %s: tensor<128x4xi8, #blocked>) {
  // expected-error @+1 {{expects each thread to have the scales of its values, but got}}
  %0 = amdg.scaled_downcast_fp4 %a scale %s {axis = 1 : i32} : tensor<128x128xf16, #wide>, tensor<128x4xi8, #blocked> -> tensor<128x64xi8, #blocked>
  tt.return
}

// -----

#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 128], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<128x128xf8E5M2, #a>, %s: tensor<128x8xi8, #blocked>) {
  // expected-error @+1 {{expects scales of shape 128x4, but got}}
  %0 = amdg.upcast_mxfp %a, %s fp_type = e5m2 {fastMath = true} : tensor<128x128xf8E5M2, #a>, tensor<128x8xi8, #blocked> -> tensor<128x128xf16, #a>
  tt.return
}

// -----

#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 128], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<128x128xf8E5M2, #a>, %s: tensor<128x4xi8, #blocked>) {
  // expected-error @+1 {{expects e2m1, e4m3 or e5m2 as 'fp_type', but got fp16}}
  %0 = amdg.upcast_mxfp %a, %s fp_type = fp16 {fastMath = true} : tensor<128x128xf8E5M2, #a>, tensor<128x4xi8, #blocked> -> tensor<128x128xf16, #a>
  tt.return
}

// -----

#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 128], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>
tt.func @f(%a: tensor<128x128xf8E5M2, #wide>, %s: tensor<128x4xi8, #blocked>) {
  // expected-error @+1 {{expects values with a dot_op layout, but got}}
  %0 = amdg.upcast_mxfp %a, %s fp_type = e5m2 {fastMath = true} : tensor<128x128xf8E5M2, #wide>, tensor<128x4xi8, #blocked> -> tensor<128x128xf16, #a>
  tt.return
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @f(%b: !ttg.memdesc<2xi64, #line, #smem, mutable>) {
  // expected-error @+1 {{expects a barrier of at most 1 i64 along one axis, as there are blocks, but got}}
  amdg.init_barrier %b, 1 : !ttg.memdesc<2xi64, #line, #smem, mutable>
  tt.return
}

// -----

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @f(%b: !ttg.memdesc<1xi64, #line, #smem, mutable>) {
  // expected-error @+1 {{expects at least one arrival, but got 0}}
  %0 = amdg.arrive_barrier %b, 0 : !ttg.memdesc<1xi64, #line, #smem, mutable> -> i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{expects a cluster of several blocks, but got 'ttg.num-ctas' = 1}}
  amdg.cluster_barrier_wait
  tt.return
}

// -----

#swizzled = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%d: !tt.tensordesc<128x64xf16>, %m: !ttg.memdesc<128x64xf16, #swizzled, #smem, mutable>) {
  // expected-error @+1 {{expects a layout in memory that is padded_shared, partitioned_shared, or swizzled_shared with 'maxPhase = 1', but got}}
  %0 = amdg.async_tdm_copy_global_to_local %d into %m : !tt.tensordesc<128x64xf16> -> !ttg.memdesc<128x64xf16, #swizzled, #smem, mutable>
  tt.return
}

// -----

#padded = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [128, 64]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
tt.func @f(%d: !tt.tensordesc<128x64xf16, #padded>, %m: !tile) {
  // expected-error @+1 {{expects the layout in memory that the descriptor has, #ttg.padded_shared}}
  amdg.async_tdm_copy_local_to_global %d from %m : !tile -> !tt.tensordesc<128x64xf16, #padded>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
tt.func @f(%d: !block, %m: !tile, %i: i32) {
  // expected-error @+1 {{expects 2 indices, as the descriptor has axes, but got 1}}
  amdg.async_tdm_copy_local_to_global %d[%i] from %m : !tile -> !block
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%d: !block, %m: !tile) {
  // expected-error @+1 {{expects at least one warp as 'warp_used_hint', but got 0}}
  %0 = amdg.async_tdm_copy_global_to_local %d into %m {warp_used_hint = 0 : i32} : !block -> !tile
  tt.return
}
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%d: !block, %m: !tile) {
  // expected-error @+1 {{expects the warps whose numbers agree in certain bits as 'warp_used_hint', but got 6}}
  %0 = amdg.async_tdm_copy_global_to_local %d into %m {warp_used_hint = 6 : i32} : !block -> !tile
  tt.return
}
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%d: !block, %m: !tile) {
  // expected-error @+1 {{expects warps below 4 as 'warp_used_hint', but got 48}}
  %0 = amdg.async_tdm_copy_global_to_local %d into %m {warp_used_hint = 48 : i32} : !block -> !tile
  tt.return
}
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%d: !block, %m: !tile) {
  // expected-error @+1 {{expects two to four copies, but got 1}}
  %0 = amdg.async_tdm_fused_copy_global_to_local %d into %m {warp_used_hints = array<i32: 1>} : !block -> !tile
  tt.return
}
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%d: !block, %m: !tile) {
  // expected-error @+1 {{expects a hint for each of 2 copies, but got 1}}
  %0 = amdg.async_tdm_fused_copy_global_to_local %d, %d into %m, %m {warp_used_hints = array<i32: 1>} : !block, !block -> !tile, !tile
  tt.return
}
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%d: !block, %m: !tile) {
  // expected-error @+1 {{expects other warps for each copy, but got 2 after 3}}
  %0 = amdg.async_tdm_fused_copy_global_to_local %d, %d into %m, %m {warp_used_hints = array<i32: 3, 2>} : !block, !block -> !tile, !tile
  tt.return
}
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
#lanes = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @f(%d: !tt.tensordesc<2x128x64xf16>, %m: !tile, %r: tensor<128xi32, #lanes>) {
  // expected-error @+1 {{expects a descriptor with two axes, but got}}
  %0 = amdg.async_tdm_scatter %d[%r] from %m : tensor<128xi32, #lanes>, !tile -> !tt.tensordesc<2x128x64xf16>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!offsets = tensor<128x64xi32, #blocked>
tt.func @f(%d: !block, %m: !tile, %r: !offsets) {
  // expected-error @+1 {{expects row numbers along one axis, but got}}
  %0 = amdg.async_tdm_scatter %d[%r] from %m : !offsets, !tile -> !block
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
#lanes = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @f(%d: !block, %m: !tile, %r: tensor<128xi32, #lanes>) {
  // expected-error @+1 {{expects the same row numbers in all lanes, but got number 1 in lane 1 in}}
  %0 = amdg.async_tdm_gather %d[%r] to %m : tensor<128xi32, #lanes>, !tile -> !block
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
tt.func @f(%d: !block) {
  // expected-error @+1 {{expects 'add_offsets', 'set_bounds' or 'pred', but got none}}
  %0 = amdg.update_tensor_descriptor %d : !block
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
tt.func @f(%d: !block, %i: i32) {
  // expected-error @+1 {{expects 2 numbers as 'set_bounds', as the descriptor has axes, but got 1}}
  %0 = amdg.update_tensor_descriptor %d set_bounds = [%i] : !block
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
tt.func @f(%d: !block, %i: i32) {
  // expected-error @+1 {{expects 'clamp_bounds' or 'set_bounds', but got both}}
  %0 = amdg.update_tensor_descriptor %d add_offsets = [%i, %i] set_bounds = [%i, %i] {clamp_bounds} : !block
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
tt.func @f(%d: !block, %i: i32) {
  // expected-error @+1 {{expects 'add_offsets' beside 'clamp_bounds', but got none}}
  %0 = amdg.update_tensor_descriptor %d pred = %i {clamp_bounds} : !block
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
tt.func @f(%d: !block, %i: i32, %c: i1) {
  // expected-error @+1 {{expects no result without 'returnOffsets', but got one}}
  %0 = amdg.tdm_prefetch %d[%i, %i], %c, speculative = true : !block -> tensor<128x1xi64>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
tt.func @f(%d: !block, %i: i32, %c: i1) {
  // expected-error @+1 {{expects a result for 'returnOffsets', but got none}}
  amdg.tdm_prefetch %d[%i, %i], %c, speculative = true returnOffsets : !block
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
!block = !tt.tensordesc<128x64xf16, #shared>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%d: !block, %i: i32, %c: i1) {
  // expected-error @+1 {{expects a result of type 'tensor<128x1xi64, #ttg.blocked}}
  %0 = amdg.tdm_prefetch %d[%i, %i], %c, speculative = true returnOffsets : !block -> tensor<128x2xi64>
  tt.return
}
}

// -----

tt.func @f() {
  // expected-error @+1 {{expected kinds of instructions or a number, but got 'simd'}}
  rocdl.sched.barrier simd
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{expected bits for kinds of instructions, but got 4096}}
  rocdl.sched.barrier 4096
  tt.return
}
