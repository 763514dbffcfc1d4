// What the copy engine of sm_90 does not have.
// RUN: heddle-opt %s -split-input-file -verify-diagnostics -lower-to-simt

#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// A pattern of 8 rows has 4 here.
tt.func public @rows(%desc: !tt.tensordesc<4x128xf16, #wide>, %i: i32) {
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<4x128xf16, #wide, #smem, mutable>
  // expected-error @below {{cannot be compiled yet: a box of 512 bytes lies at a multiple of 512 bytes, but one begins at byte 576 of its buffer}}
  ttng.async_tma_copy_local_to_global %desc[%i, %i] %buffer : !tt.tensordesc<4x128xf16, #wide>, !ttg.memdesc<4x128xf16, #wide, #smem, mutable>
  tt.return
}
}

// -----

#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// Half a row of the swizzle is no box: the engine would have the rows 64 bytes apart.
tt.func public @half(%desc: !tt.tensordesc<32x32xf16, #wide>, %i: i32) {
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<64x128xf16, #wide, #ttg.shared_memory, mutable>
  %part = ttg.memdesc_subslice %buffer[32, 32] : !ttg.memdesc<64x128xf16, #wide, #ttg.shared_memory, mutable> -> !ttg.memdesc<32x32xf16, #wide, #ttg.shared_memory, mutable, 64x128>
  // expected-error @below {{cannot be compiled yet: its buffer has another order: element (1, 0) of a box lies at byte 144, but the copy engine has it at 64}}
  ttng.async_tma_copy_local_to_global %desc[%i, %i] %part : !tt.tensordesc<32x32xf16, #wide>, !ttg.memdesc<32x32xf16, #wide, #ttg.shared_memory, mutable, 64x128>
  tt.return
}
}

// -----

#padded = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// expected-error @below {{cannot be compiled yet: copies that put 8 free bytes behind each 8 bytes of values (fp4Padded) exist from sm_100 on}}
tt.func public @padded(%desc: !tt.tensordesc<32x64xi8, #padded>) {
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// expected-error @below {{cannot be compiled yet: its descriptor has no layout in shared memory}}
tt.func public @bare(%desc: !tt.tensordesc<32x64xi8>) {
  tt.return
}
}

// -----

#narrow = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// expected-error @below {{cannot be compiled yet: the innermost axis of a block is a multiple of 16 bytes, but that of '!tt.tensordesc<32x4xf16, }}
tt.func public @narrow(%desc: !tt.tensordesc<32x4xf16, #narrow>) {
  tt.return
}
}

// -----

#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#matrix = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @scatter(%desc: !tt.tensordesc<1x64xf16, #wide>, %rows: i32, %i: i32) {
  %x = tt.splat %rows : i32 -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #matrix}>>
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #wide, #ttg.shared_memory, mutable>
  // expected-error @below {{cannot be compiled yet: copies of single rows (gather4, scatter4) exist from sm_100 on; compile the kernel's TTIR, whose descriptors become pointers}}
  ttng.async_tma_scatter %desc[%x, %i] %buffer : !tt.tensordesc<1x64xf16, #wide>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #matrix}>>, i32, !ttg.memdesc<32x64xf16, #wide, #ttg.shared_memory, mutable>
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @interleaved(%raw: !tt.ptr<i8>, %base: !tt.ptr<f16>, %n: i32, %stride: i64) {
  // expected-error @below {{cannot be compiled yet: it has interleaved channels}}
  ttng.tensormap_create %raw, %base, [%n, %n], [%n, %n], [%stride], [%n, %n] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 1 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @nibbles(%raw: !tt.ptr<i8>, %base: !tt.ptr<i8>, %n: i32, %stride: i64) {
  // expected-error @below {{cannot be compiled yet: elements of type 14 of tensormap.replace exist from sm_100 on}}
  ttng.tensormap_create %raw, %base, [%n, %n], [%n, %n], [%stride], [%n, %n] {elem_type = 14 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32, i32, i64, i32, i32) -> ()
  tt.return
}
}
