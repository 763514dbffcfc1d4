// What Triton 3.9 refuses: each op by its rule.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @too_large(%a: !ttg.memdesc<128x64xf16, #row, #smem, mutable>) {
  // expected-error-re @+2 {{'ttg.memdesc_reinterpret' op expects a view of at most 16384 bytes, but got one of 32768 in '!ttg.memdesc<128x64xf32, {{.*}}, #ttg.shared_memory, mutable>'}}
  // expected-note @+1 {{the source '!ttg.memdesc<128x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>' has no more}}
  %0 = ttg.memdesc_reinterpret %a : !ttg.memdesc<128x64xf16, #row, #smem, mutable> -> !ttg.memdesc<128x64xf32, #row, #smem, mutable>
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @more_than_the_part(%a: !ttg.memdesc<64x64xf16, #row, #smem, mutable, 128x64>) {
  // expected-error-re @+2 {{'ttg.memdesc_reinterpret' op expects a view of at most 8192 bytes, but got one of 16384 in '!ttg.memdesc<128x64xf16, {{.*}}, #ttg.shared_memory, mutable>'}}
  // expected-note @+1 {{the source '!ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable, 128x64>' owns so many side by side}}
  %0 = ttg.memdesc_reinterpret %a : !ttg.memdesc<64x64xf16, #row, #smem, mutable, 128x64> -> !ttg.memdesc<128x64xf16, #row, #smem, mutable>
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @more_mutable(%a: !ttg.memdesc<128x64xf16, #row, #smem>) {
  // expected-error-re @+1 {{'ttg.memdesc_reinterpret' op expects a view that is as mutable as '!ttg.memdesc<128x64xf16, {{.*}}, #ttg.shared_memory>', but got '!ttg.memdesc<128x64xf16, {{.*}}, #ttg.shared_memory, mutable>'}}
  %0 = ttg.memdesc_reinterpret %a : !ttg.memdesc<128x64xf16, #row, #smem> -> !ttg.memdesc<128x64xf16, #row, #smem, mutable>
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#gaps = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [128, 64]}>
#smem = #ttg.shared_memory
tt.func @other_gaps(%a: !ttg.memdesc<128x64xf16, #row, #smem, mutable>) {
  // expected-error-re @+1 {{'ttg.memdesc_reinterpret' op expects the gaps of the source, '!ttg.memdesc<128x64xf16, {{.*}}, #ttg.shared_memory, mutable>', but got '!ttg.memdesc<128x64xf16, #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [128, 64]}>, #ttg.shared_memory, mutable>'}}
  %0 = ttg.memdesc_reinterpret %a : !ttg.memdesc<128x64xf16, #row, #smem, mutable> -> !ttg.memdesc<128x64xf16, #gaps, #smem, mutable>
  tt.return
}

// -----
#cells = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#wide = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
tt.func @too_many_columns(%a: !ttg.memdesc<128x64xf32, #cells, #tmem, mutable>) {
  // expected-error @+2 {{'ttg.memdesc_reinterpret' op expects a view of at most 64 columns of tensor memory, but got one of 128 in '!ttg.memdesc<128x128xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>, #ttng.tensor_memory, mutable>'}}
  // expected-note @+1 {{the source '!ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>' has no more}}
  %0 = ttg.memdesc_reinterpret %a : !ttg.memdesc<128x64xf32, #cells, #tmem, mutable> -> !ttg.memdesc<128x128xf32, #wide, #tmem, mutable>
  tt.return
}

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
tt.func @two_widths(%a: tensor<64x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<64x8xf32, #mma>) {
  // expected-error @+1 {{'tt.dot' op expects one kWidth of both factors, but got 2 and 4}}
  %0 = tt.dot %a, %b, %c : tensor<64x16xf16, #a> * tensor<16x8xf16, #b> -> tensor<64x8xf32, #mma>
  tt.return
}

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
tt.func @no_layout_of_sums(%a: tensor<64x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<64x8xf32>) {
  // expected-error @+1 {{'tt.dot' op expects an accumulator with a layout, as the factors have some, but got 'tensor<64x8xf32>'}}
  %0 = tt.dot %a, %b, %c : tensor<64x16xf16, #a> * tensor<16x8xf16, #b> -> tensor<64x8xf32>
  tt.return
}

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#other = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #other, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
tt.func @other_parent(%a: tensor<64x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<64x8xf32, #mma>) {
  // expected-error-re @+1 {{'tt.dot' op expects the accumulator's layout as the parent of a factor's, 'tensor<64x8xf32, {{.*}}>', but got 'tensor<64x16xf16, {{.*}}, kWidth = 2}>>'}}
  %0 = tt.dot %a, %b, %c : tensor<64x16xf16, #a> * tensor<16x8xf16, #b> -> tensor<64x8xf32, #mma>
  tt.return
}

// -----
#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @no_operand(%a: tensor<64x16xf16, #row>, %b: tensor<16x8xf16, #row>, %c: tensor<64x8xf32, #row>) {
  // expected-error @+1 {{'tt.dot' op expects a dot_op layout with opIdx = 0, but got 'tensor<64x16xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>'}}
  %0 = tt.dot %a, %b, %c : tensor<64x16xf16, #row> * tensor<16x8xf16, #row> -> tensor<64x8xf32, #row>
  tt.return
}

// -----
#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @one_layout(%a: tensor<64x16xf16, #row>, %b: tensor<16x8xf16>, %c: tensor<64x8xf32, #row>) {
  // expected-error @+1 {{'tt.dot' op expects a layout of both factors or of none, but got 'tensor<64x16xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>' and 'tensor<16x8xf16>'}}
  %0 = tt.dot %a, %b, %c : tensor<64x16xf16, #row> * tensor<16x8xf16> -> tensor<64x8xf32, #row>
  tt.return
}

// -----
tt.func @scale_of_64(%a: tensor<128x64xf8E4M3FN>, %s: tensor<128x1xi8>, %b: tensor<64x128xf8E4M3FN>, %c: tensor<128x128xf32>) {
  // expected-error @+1 {{'tt.dot_scaled' op expects a scale of a for 16 or 32 elements along K, but got one for 64 in 'tensor<128x1xi8>'}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<128x64xf8E4M3FN>, tensor<128x1xi8> * tensor<64x128xf8E4M3FN> -> tensor<128x128xf32>
  tt.return
}

// -----
tt.func @scales_of_other_rows(%a: tensor<128x64xf8E4M3FN>, %b: tensor<64x128xf8E4M3FN>, %s: tensor<64x2xi8>, %c: tensor<128x128xf32>) {
  // expected-error @+1 {{'tt.dot_scaled' op expects scales of b for 128 rows of a product, but got 'tensor<64x2xi8>'}}
  %0 = tt.dot_scaled %a, %b scale %s, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<128x64xf8E4M3FN> * tensor<64x128xf8E4M3FN>, tensor<64x2xi8> -> tensor<128x128xf32>
  tt.return
}

// -----
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @nested() {
    ttg.warp_specialize()
    default {
      // expected-error @+2 {{'ttg.warp_specialize' op expects to be in no other 'ttg.warp_specialize', but got one around it}}
      // expected-note @-3 {{warps are handed out here, once for the whole kernel; make what is inside partitions of this op}}
      ttg.warp_specialize()
      default {
        ttg.warp_yield
      }
      partition0() num_warps(4) {
        ttg.warp_return
      } : () -> ()
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----
module attributes {"ttg.num-warps" = 2 : i32} {
  tt.func @half_a_group() {
    // expected-error @+1 {{'ttg.warp_specialize' op expects a multiple of 4 warps as 'ttg.num-warps', but got 2}}
    ttg.warp_specialize()
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
tt.func @store_in_elements(%a: tensor<128xf32>, %p: !tt.ptr<f32>) {
  %0 = "tt.map_elementwise"(%a) <{pack = 1 : i32}> ({
  ^bb0(%x: f32):
    // expected-error @+2 {{'tt.store' op expects not to be in 'tt.map_elementwise', since it writes memory}}
    // expected-note @-3 {{threads that hold copies of an element carry out this region for each of them; write the results behind it}}
    tt.store %p, %x : !tt.ptr<f32>
    tt.map_elementwise.return %x : f32
  }) : (tensor<128xf32>) -> tensor<128xf32>
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @part_of_nothing() {
  // expected-error-re @+1 {{'ttg.local_alloc' op expects a buffer as large as its allocation, 256x64, but got '!ttg.memdesc<128x64xf16, {{.*}}, #ttg.shared_memory, mutable, 256x64>'}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #row, #smem, mutable, 256x64>
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @lost_allocation(%a: !ttg.memdesc<128x64xf16, #row, #smem, mutable>) {
  // expected-error @+1 {{'ttg.memdesc_subslice' op expects the allocation of the source, 128x64, but got '!ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>'}}
  %0 = ttg.memdesc_subslice %a[64, 0] : !ttg.memdesc<128x64xf16, #row, #smem, mutable> -> !ttg.memdesc<64x64xf16, #row, #smem, mutable>
  tt.return
}

// -----
#swizzled = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @half_a_pattern(%a: !ttg.memdesc<128x64xf16, #swizzled, #smem, mutable>) {
  // expected-error @+1 {{'ttg.memdesc_subslice' op expects a part that keeps whole patterns of the swizzle, but got 4 of 128 along axis 0, where element 4 is swizzled by another axis too}}
  %0 = ttg.memdesc_subslice %a[4, 0] : !ttg.memdesc<128x64xf16, #swizzled, #smem, mutable> -> !ttg.memdesc<4x64xf16, #swizzled, #smem, mutable, 128x64>
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @parts_of_buffers(%a: !ttg.memdesc<2x64x64xf16, #row, #smem, mutable, 2x128x64>, %i: i32) {
  // expected-error @+1 {{'ttg.memdesc_index' op expects an array of whole buffers, but got '!ttg.memdesc<2x64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable, 2x128x64>'}}
  %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x64x64xf16, #row, #smem, mutable, 2x128x64> -> !ttg.memdesc<64x64xf16, #row, #smem, mutable>
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @allocation_of_one(%a: !ttg.memdesc<2x128x64xf16, #row, #smem, mutable>, %i: i32) {
  // expected-error-re @+1 {{'ttg.memdesc_index' op expects a buffer without an allocation of its own, but got '!ttg.memdesc<128x64xf16, {{.*}}, #ttg.shared_memory, mutable, 2x128x64>'}}
  %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x128x64xf16, #row, #smem, mutable> -> !ttg.memdesc<128x64xf16, #row, #smem, mutable, 2x128x64>
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @reshaped_part(%a: !ttg.memdesc<128x64xf16, #row, #smem, mutable, 256x64>) {
  // expected-error @+1 {{'ttg.memdesc_reshape' op expects a buffer that is no part of another, but got '!ttg.memdesc<128x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable, 256x64>'}}
  %0 = ttg.memdesc_reshape %a : !ttg.memdesc<128x64xf16, #row, #smem, mutable, 256x64> -> !ttg.memdesc<64x128xf16, #row, #smem, mutable>
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @+2 {{expects elements of whole bytes in memory, but got 'i1'}}
// expected-note @+1 {{store i8; releases before 3.9 have such types: --triton 3.8}}
tt.func @bits(%a: !ttg.memdesc<128x64xi1, #row, #smem, mutable>) {
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @+2 {{expects elements of whole bytes in memory, but got 'i4'}}
// expected-note @+1 {{store i8; releases before 3.9 have such types: --triton 3.8}}
tt.func @halves(%a: !ttg.memdesc<128x64xi4, #row, #smem, mutable>) {
  tt.return
}

// -----
#row = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @+1 {{expects sizes that are powers of two in memory from Triton 3.9 on, but got 96 along axis 0}}
tt.func @sizes(%a: !ttg.memdesc<96x64xf16, #row, #smem, mutable>) {
  tt.return
}

// -----
#gaps = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [128, 64]}>
#smem = #ttg.shared_memory
// expected-error @+1 {{expects size 128 of dimension 0, as the layout's bases say, but got 64}}
tt.func @other_shape(%a: !ttg.memdesc<64x64xf16, #gaps, #smem, mutable>) {
  tt.return
}

// -----
// expected-error @+1 {{expects an element of its own at each offset as 'offset', but got (0, 0)}}
#gaps = #ttg.padded_shared<[4:+4] {offset = [[0, 1], [0, 0], [1, 0]], block = []}>

// -----
// expected-error @+1 {{expects basis vectors with one coordinate, a power of two as 'offset', but got (1, 1)}}
#gaps = #ttg.padded_shared<[4:+4] {offset = [[0, 1], [1, 1]], block = []}>

// -----
// expected-error @+2 {{expects 2 or 3 as 'versionMajor' in 3.9, but got 1}}
// expected-note @+1 {{earlier releases have such layouts, which no instruction has: --triton 3.8}}
#mma = #ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>

// -----
// expected-error @+1 {{'tt.func' op expects 'ttg.num-ctas' of a module, but got it here}}
tt.func @of_modules() attributes {"ttg.num-ctas" = 2 : i32} {
  tt.return
}

// -----
tt.func @policy(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{'tt.load' op expects #tt.cache_policy or #ttng.cache_policy as 'cachePolicy', but got #ttg.shared_memory}}
  %0 = tt.load %p {cachePolicy = #ttg.shared_memory} : !tt.ptr<f32>
  tt.return
}

// -----
// expected-error @+1 {{'gpu.barrier' op attribute 'address_spaces' failed to satisfy constraint: list of address spaces}}
"gpu.barrier"() {address_spaces = 3 : i32} : () -> ()

// -----
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 32]}>
#bytes = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
tt.func @precise(%a: !ttg.memdesc<64x64xf8E5M2, #bytes, #smem>, %c: tensor<64x64xf32, #mma>) {
  // expected-error @+1 {{expects at least 32 as 'maxNumImpreciseAcc' of 8-bit floats and sums of f32, but got 16}}
  %0 = ttng.warp_group_dot %a, %a, %c {maxNumImpreciseAcc = 16 : i32} : !ttg.memdesc<64x64xf8E5M2, #bytes, #smem> * !ttg.memdesc<64x64xf8E5M2, #bytes, #smem> -> tensor<64x64xf32, #mma>
  tt.return
}

// -----
#wide = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @scales(%a: tensor<16x64xf8E4M3FN, #wide>, %s: tensor<16x64xbf16, #wide>) {
    // expected-error @+1 {{'amdg.scaled_upcast_fp8' op expects scales of 'i8' on gfx1250, but got 'bf16'}}
    %0 = amdg.scaled_upcast_fp8 %a scale %s : tensor<16x64xf8E4M3FN, #wide>, tensor<16x64xbf16, #wide> -> tensor<16x64xbf16, #wide>
    tt.return
  }
}

// -----
#apart = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @barrier(%b: !ttg.memdesc<1xi64, #apart, #smem, mutable>) {
  // expected-error @+1 {{'amdg.init_barrier' op expects a barrier with the layout swizzled_shared and vec, perPhase and maxPhase of 1, but got '!ttg.memdesc<1xi64}}
  amdg.init_barrier %b, 1 : !ttg.memdesc<1xi64, #apart, #smem, mutable>
  tt.return
}
