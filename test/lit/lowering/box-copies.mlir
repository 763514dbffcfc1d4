// Copies of blocks by descriptors: a block is as many boxes as the engine's
// limits ask for, which lie where the layout of the buffer has them.
// RUN: heddle-opt %s -split-input-file -lower-to-simt | FileCheck %s
// RUN: heddle-opt %s -split-input-file -lower-to-simt | heddle-opt -split-input-file -o %t

#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#barriers = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Rows of 128 elements are two of 64, and 512 rows twice 256; coordinates come
// the innermost first. 3.6 writes a tensor within the type.
// CHECK-LABEL: simt.kernel @load
// CHECK-SAME: %[[MAP:arg0]]: i64 {simt.map_box = array<i32: 64, 256>, simt.map_element = 6 : i32, simt.map_swizzle = 128 : i32}
// CHECK-SAME: %[[ROW:arg1]]: i32, %[[COLUMN:arg2]]: i32, %[[IF:arg3]]: i1
// CHECK: %[[BUFFER:.*]] = simt.shared 131072 align 1024
// CHECK: %[[BAR:.*]] = simt.shared
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK: %[[BOTH:.*]] = arith.andi %[[FIRST]], %[[IF]]
// CHECK: %[[ALL:.*]] = simt.splat %[[BOTH]] : i1 -> vector<4xi1>
// CHECK: simt.box_load %[[MAP]][%[[COLUMN]], %[[ROW]]] to %[[BUFFER]] + [0, 65536, 32768, 98304]
// CHECK-SAME: steps [0, 0, 64, 0, 0, 256, 64, 256] bytes 32768 signals %[[BAR]] if %[[ALL]]
tt.func public @load(%desc: !tt.tensordesc<tensor<512x128xf16, #wide>>, %row: i32, %column: i32, %if: i1) {
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<512x128xf16, #wide, #smem, mutable>
  %bar = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
  ttng.async_tma_copy_global_to_local %desc[%row, %column] %buffer, %bar, %if : !tt.tensordesc<tensor<512x128xf16, #wide>>, !ttg.memdesc<1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<512x128xf16, #wide, #smem, mutable>
  tt.return
}

// Each store is a group. Waiting is for all that they have written, or with
// `read_only` for what they have read.
// CHECK-LABEL: simt.kernel @store
// CHECK: %[[BUFFER:.*]] = simt.shared 16384
// CHECK: simt.box_store %arg0[%arg1, %arg1] from %[[BUFFER]] + [0, 8192] steps [0, 0, 64, 0] bytes 8192 if
// CHECK-NEXT: simt.box_commit
// CHECK: simt.box_store %arg0[%arg1, %arg1] max from %[[BUFFER]]
// CHECK-NEXT: simt.box_commit
// CHECK-NEXT: simt.box_wait 1 read
// CHECK-NEXT: simt.box_wait 0{{$}}
tt.func public @store(%desc: !tt.tensordesc<64x128xf16, #wide>, %i: i32) {
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<64x128xf16, #wide, #smem, mutable>
  ttng.async_tma_copy_local_to_global %desc[%i, %i] %buffer : !tt.tensordesc<64x128xf16, #wide>, !ttg.memdesc<64x128xf16, #wide, #smem, mutable>
  ttng.async_tma_reduce max, %desc[%i, %i] %buffer : !tt.tensordesc<64x128xf16, #wide>, !ttg.memdesc<64x128xf16, #wide, #smem, mutable>
  ttng.async_tma_store_wait {pendings = 1 : i32, read_only}
  ttng.async_tma_store_wait {pendings = 0 : i32}
  tt.return
}

// A part of a buffer: rows 32 to 63 of its second box.
// CHECK-LABEL: simt.kernel @part
// CHECK: simt.box_store %arg0[%arg1, %arg1] from %{{.*}} + [12288] steps [0, 0] bytes 4096
tt.func public @part(%desc: !tt.tensordesc<32x64xf16, #wide>, %i: i32) {
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<64x128xf16, #wide, #smem, mutable>
  %part = ttg.memdesc_subslice %buffer[32, 64] : !ttg.memdesc<64x128xf16, #wide, #smem, mutable> -> !ttg.memdesc<32x64xf16, #wide, #smem, mutable, 64x128>
  ttng.async_tma_copy_local_to_global %desc[%i, %i] %part : !tt.tensordesc<32x64xf16, #wide>, !ttg.memdesc<32x64xf16, #wide, #smem, mutable, 64x128>
  tt.return
}

// Descriptors are numbers in control flow.
// CHECK-LABEL: simt.kernel @choose
// CHECK: %[[ONE:.*]] = arith.select %arg2, %arg0, %arg1 : i64
// CHECK: %[[CARRIED:.*]] = scf.for {{.*}} iter_args(%[[NOW:.*]] = %[[ONE]]) -> (i64)
// CHECK: simt.box_store %[[NOW]][
// CHECK: scf.yield %arg0 : i64
tt.func public @choose(%a: !tt.tensordesc<64x64xf16, #wide>, %b: !tt.tensordesc<64x64xf16, #wide>, %if: i1, %i: i32) {
  %one = arith.constant 1 : i32
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #wide, #smem, mutable>
  %first = arith.select %if, %a, %b : !tt.tensordesc<64x64xf16, #wide>
  %last = scf.for %j = %one to %i step %one iter_args(%desc = %first) -> (!tt.tensordesc<64x64xf16, #wide>) : i32 {
    ttng.async_tma_copy_local_to_global %desc[%i, %i] %buffer : !tt.tensordesc<64x64xf16, #wide>, !ttg.memdesc<64x64xf16, #wide, #smem, mutable>
    scf.yield %a : !tt.tensordesc<64x64xf16, #wide>
  }
  tt.return
}
}

// -----

// What a tensor map is asked for: what Triton's metadata has as elem_type,
// swizzle and block_size, of which the innermost axis comes first here.
#s0 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>
#s32 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#s64 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#s8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#l64 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 64}>
#two = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#three = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32, rank = 3}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: simt.kernel @maps
// CHECK-SAME: simt.map_box = array<i32: 4, 8>, simt.map_element = 7 : i32, simt.map_swizzle = 0 : i32
// CHECK-SAME: simt.map_box = array<i32: 16, 64>, simt.map_element = 6 : i32, simt.map_swizzle = 32 : i32
// CHECK-SAME: simt.map_box = array<i32: 32, 8>, simt.map_element = 10 : i32, simt.map_swizzle = 64 : i32
// CHECK-SAME: simt.map_box = array<i32: 128, 32>, simt.map_element = 0 : i32, simt.map_swizzle = 128 : i32
// CHECK-SAME: simt.map_box = array<i32: 16, 8>, simt.map_element = 5 : i32, simt.map_swizzle = 128 : i32
// CHECK-SAME: simt.map_box = array<i32: 32, 8, 4>, simt.map_element = 7 : i32, simt.map_swizzle = 128 : i32
tt.func public @maps(%a: !tt.tensordesc<8x4xf32, #s0>, %b: !tt.tensordesc<64x16xf16, #s32>,
                     %c: !tt.tensordesc<8x32xbf16, #s64>, %d: !tt.tensordesc<32x512xi8, #s8>,
                     %e: !tt.tensordesc<8x16xi64, #l64>, %f: !tt.tensordesc<4x8x128xf32, #three>) {
  tt.return
}

// A buffer may lack axes of one element.
// CHECK-LABEL: simt.kernel @matrix
// CHECK: simt.box_store %arg0[%arg2, %arg1, %arg1] from %{{.*}} + [0, 4096]
// CHECK-SAME: steps [0, 0, 0, 32, 0, 0] bytes 4096
tt.func public @matrix(%desc: !tt.tensordesc<1x32x64xf32, #three>, %i: i32, %j: i32) {
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<32x64xf32, #two, #ttg.shared_memory, mutable>
  ttng.async_tma_copy_local_to_global %desc[%i, %i, %j] %buffer : !tt.tensordesc<1x32x64xf32, #three>, !ttg.memdesc<32x64xf32, #two, #ttg.shared_memory, mutable>
  tt.return
}

// Boxes of three axes: those along the innermost one lie one behind the other.
// CHECK-LABEL: simt.kernel @volume
// CHECK: simt.box_store %arg0[%arg1, %arg1, %arg1] from %{{.*}} + [0, 4096, 8192, 12288]
// CHECK-SAME: steps [0, 0, 0, 32, 0, 0, 64, 0, 0, 96, 0, 0] bytes 4096
tt.func public @volume(%desc: !tt.tensordesc<4x8x128xf32, #three>, %i: i32) {
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<4x8x128xf32, #three, #ttg.shared_memory, mutable>
  ttng.async_tma_copy_local_to_global %desc[%i, %i, %i] %buffer : !tt.tensordesc<4x8x128xf32, #three>, !ttg.memdesc<4x8x128xf32, #three, #ttg.shared_memory, mutable>
  tt.return
}
}

// -----

// Descriptors that the kernel makes: 128 bytes of shared memory on the way.
#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: simt.kernel @make
// CHECK: %[[MAP:.*]] = arith.addi %{{.*}}, %c0_i64
// CHECK: %[[SCRATCH:.*]] = simt.shared 128 align 128
// CHECK: simt.tensor_map %[[MAP]] by %[[SCRATCH]] of %arg0 boxes(%c64{{.*}}, %c32{{.*}}) sizes(%arg1, %arg2) strides(%arg3) steps(%c1{{.*}}, %c1{{.*}}) {element = 6 : i32, fill = 1 : i32, swizzle = 3 : i32}
// CHECK: simt.tensor_map_acquire %[[MAP]]
// CHECK: simt.box_store %[[MAP]][%arg1, %arg2]
tt.func public @make(%base: !tt.ptr<f16>, %n: i32, %m: i32, %stride: i64) {
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %raw = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
  ttng.tensormap_create %raw, %base, [%c64, %c32], [%n, %m], [%stride], [%c1, %c1] {elem_type = 6 : i32, fill_mode = 1 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
  ttng.tensormap_fenceproxy_acquire %raw : !tt.ptr<i8>
  %desc = ttng.reinterpret_tensor_descriptor %raw : !tt.ptr<i8> to !tt.tensordesc<32x64xf16, #wide>
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #wide, #ttg.shared_memory, mutable>
  ttng.async_tma_copy_local_to_global %desc[%m, %n] %buffer : !tt.tensordesc<32x64xf16, #wide>, !ttg.memdesc<32x64xf16, #wide, #ttg.shared_memory, mutable>
  tt.return
}
}
