// What Triton 3.9 refuses of memory, its views, and copies of rows.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// expected-error @+2 {{expects at least 64 elements of a block along dimension 1 for a swizzle of 128 bytes, but got 32}}
// expected-note @+1 {{use a smaller swizzlingByteWidth}}
tt.func @half_a_row(%a: !ttg.memdesc<64x32xf16, #rows, #ttg.shared_memory, mutable>) {
  tt.return
}

// -----

#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 1}>
// expected-error @+1 {{expects at least 64 elements for a swizzle of 128 bytes, but got 32}}
tt.func @half_a_row_of_one_axis(%a: !ttg.memdesc<32xf16, #rows, #ttg.shared_memory, mutable>) {
  tt.return
}

// -----

#bits = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 0]]}, alignment = 16>
// expected-error @+1 {{expects size 4 of dimension 0, as the layout's bases say, but got 8}}
tt.func @other_shape(%a: !ttg.memdesc<8x4xf16, #bits, #ttg.shared_memory, mutable>) {
  tt.return
}

// -----

#cells = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// expected-error @+1 {{expects at least blockM = 128 rows for each block of the cluster, but got 64}}
tt.func @half_a_block(%a: !ttg.memdesc<64x64xf32, #cells, #ttng.tensor_memory, mutable>) {
  tt.return
}

// -----

#cells = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = [[0, 1]]>
// expected-error @+1 {{expects a matrix of at least 128x128, a block of tensor memory for each block of the cluster, but got 128x64}}
tt.func @half_a_block_each(%a: !ttg.memdesc<128x64xf32, #cells, #ttng.tensor_memory, mutable>) {
  tt.return
}

// -----

#scales = #ttng.tensor_memory_scales_encoding<>
// expected-error @+1 {{expects 2 axes of scales in tensor memory, but got 3 and an allocation of 3}}
tt.func @array_of_scales(%a: !ttg.memdesc<2x128x4xi8, #scales, #ttng.tensor_memory, mutable>) {
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
tt.func @less_mutable(%a: !ttg.memdesc<8x4xf16, #s, #smem, mutable>) {
  // expected-error-re @+1 {{'ttg.memdesc_trans' op expects a view that is as mutable as '!ttg.memdesc<8x4xf16, {{.*}}, #ttg.shared_memory, mutable>', but got '!ttg.memdesc<4x8xf16, {{.*}}, #ttg.shared_memory>'}}
  %0 = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<8x4xf16, #s, #smem, mutable> -> !ttg.memdesc<4x8xf16, #t, #smem>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
tt.func @other_allocation(%a: !ttg.memdesc<8x4xf16, #s, #smem, 16x4>) {
  // expected-error-re @+1 {{'ttg.memdesc_trans' op expects a view with the allocation 4x16, but got '!ttg.memdesc<4x8xf16, {{.*}}, #ttg.shared_memory, 8x16>'}}
  %0 = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<8x4xf16, #s, #smem, 16x4> -> !ttg.memdesc<4x8xf16, #t, #smem, 8x16>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
tt.func @array_of_one(%a: !ttg.memdesc<8x4xf16, #s, #smem>) {
  // expected-error-re @+1 {{'ttg.memdesc_reshape' op expects a view with the allocation 4x8, but got '!ttg.memdesc<4x8xf16, {{.*}}, #ttg.shared_memory, 2x4x8>'}}
  %0 = ttg.memdesc_reshape %a : !ttg.memdesc<8x4xf16, #s, #smem> -> !ttg.memdesc<4x8xf16, #s, #smem, 2x4x8>
  tt.return
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#copies = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @more_copies(%a: tensor<8192xf32, #line>) {
  // expected-error-re @+1 {{'tt.reshape' op expects a result whose registers hold what those of the source hold, since no data moves, but got 'tensor<8192xf32, {{.*}}>' and 'tensor<128x64xf32, {{.*}}>'}}
  %0 = tt.reshape %a allow_reorder : tensor<8192xf32, #line> -> tensor<128x64xf32, #copies>
  tt.return
}
}

// -----

tt.func @poll_bytes(%p: !tt.ptr<i8>, %i: i8) {
  // expected-error @+1 {{'tt.atomic_poll' op expects numbers of 16, 32 or 64 bits, but got 'i8'}}
  %0 = tt.atomic_poll acquire, gpu, %p, %i : !tt.ptr<i8>, i8 -> i1
  tt.return
}

// -----

tt.func @few_rows(%d: !tt.tensordesc<1x128xbf16>, %x: tensor<4xi32>, %y: i32) {
  // expected-error @+1 {{'tt.descriptor_gather' op expects at least 8 rows, but got 4}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<1x128xbf16>, tensor<4xi32>, i32) -> tensor<4x128xbf16>
  tt.return
}

// -----

tt.func @few_columns(%d: !tt.tensordesc<1x8xbf16>, %x: tensor<8xi32>, %y: i32) {
  // expected-error @+1 {{'tt.descriptor_gather' op expects at least 16 columns of 'bf16', but got 8}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<1x8xbf16>, tensor<8xi32>, i32) -> tensor<8x8xbf16>
  tt.return
}

// -----

tt.func @few_columns_of_bytes(%d: !tt.tensordesc<1x16xi8>, %x: tensor<8xi32>, %y: i32) {
  // expected-error @+1 {{'tt.descriptor_gather' op expects at least 32 columns of 'i8', but got 16}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<1x16xi8>, tensor<8xi32>, i32) -> tensor<8x16xi8>
  tt.return
}

// -----

#one = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#x = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @other_lanes(%d: !tt.tensordesc<1x64xf16, #rows>, %x: tensor<128xi32, #x>, %y: i32, %m: !ttg.memdesc<128x64xf16, #rows, #smem, mutable>) {
  // expected-error-re @+1 {{'ttng.async_tma_scatter' op expects all lanes of a warp to have the same row numbers, but got 'tensor<128xi32, {{.*}}>'}}
  ttng.async_tma_scatter %d[%x, %y] %m : !tt.tensordesc<1x64xf16, #rows>, tensor<128xi32, #x>, i32, !ttg.memdesc<128x64xf16, #rows, #smem, mutable>
  tt.return
}
}

// -----

// Generic forms of 3.6, whose custom forms are read.
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @captures(%a: i32) {
  // expected-error @+2 {{'ttg.warp_specialize' op expects no operands, but got 1}}
  // expected-note @+1 {{since Triton 3.7 they are operands of 'ttg.warp_specialize.partitions'; the custom form, 'ttg.warp_specialize(%a) default {...}', is the same in all releases}}
  "ttg.warp_specialize"(%a) <{partitionNumWarps = array<i32: 1>}> ({
    "ttg.warp_yield"() : () -> ()
  }, {
    "ttg.warp_specialize.partitions"() ({
    ^bb0(%x: i32):
      "ttg.warp_return"() : () -> ()
    }) : () -> ()
  }) : (i32) -> ()
  tt.return
}
}

// -----

#cells = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#half = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem = #ttng.tensor_memory
tt.func @columns(%a: !ttg.memdesc<128x128xf32, #cells, #tmem, mutable>) {
  // expected-error @+2 {{'ttng.tmem_subslice' op expects 'offset', but got none}}
  // expected-note @+1 {{what releases before 3.9 call 'N' is read in the custom form only: 'ttng.tmem_subslice %a {N = 64 : i32}'}}
  %0 = "ttng.tmem_subslice"(%a) <{N = 64 : i32}> : (!ttg.memdesc<128x128xf32, #cells, #tmem, mutable>) -> !ttg.memdesc<128x64xf32, #half, #tmem, mutable, 128x128>
  tt.return
}

// -----

#cells = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]]>
#other = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @other_part(%a: !ttg.memdesc<256x128xf32, #cells, #ttng.tensor_memory>) {
  // expected-error-re @+1 {{'ttng.tmem_load' op expects block 1 to hold what is at 128 along axis 0 of its tensor memory, but got 0 with 'tensor<256x128xf32, {{.*}}>' and '!ttg.memdesc<256x128xf32, {{.*}}>'}}
  %0 = ttng.tmem_load %a : !ttg.memdesc<256x128xf32, #cells, #ttng.tensor_memory> -> tensor<256x128xf32, #other>
  tt.return
}
}

// -----

tt.func @wide_floats(%a: tensor<128x32xi8>) {
  // expected-error @+1 {{'ttg.fp4_to_fp' op expects a result of f16 or bf16, but got 'tensor<128x64xf32>'}}
  %0 = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<128x32xi8> -> tensor<128x64xf32>
  tt.return
}
