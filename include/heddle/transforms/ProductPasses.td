//===- ProductPasses.td - Passes over products -------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Passes that say how matrices are multiplied, and where their factors come
/// from. Passes.td includes them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TRANSFORMS_PRODUCTPASSES_TD
#define HEDDLE_TRANSFORMS_PRODUCTPASSES_TD

include "mlir/Pass/PassBase.td"

def TritonGPUF32DotTC : Pass<"tritongpu-F32DotTC", "::mlir::ModuleOp"> {
  let summary = "multiplies f32 as sums of tf32 or bf16";
  let description = [{
    A product of f32 with `inputPrecision` tf32x3, bf16x3 or bf16x6 becomes
    three or six of tf32 or bf16, where the target has an instruction for them.
    A factor is the sum of two parts (three for bf16x6), each the nearest to
    what is left. Products of small parts are added first, and `c` last. All
    parts but the last are as large as the type's largest number at most, so that
    an infinite factor is the last part, and no other product becomes NaN.

    ```mlir
    // before
    %d = tt.dot %a, %b, %c, inputPrecision = bf16x3 : tensor<64x32xf32, #A>
        * tensor<32x64xf32, #B> -> tensor<64x64xf32, #blocked>
    // after; limited(x) is at least the least and at most the largest number
    %0 = arith.truncf limited(%a) : ... to tensor<64x32xbf16, #A>
    %1 = arith.truncf (%a - %0) : ... to tensor<64x32xbf16, #A>
    // %2 and %3 of %b
    %4 = tt.dot %1, %2, %zero : ... -> tensor<64x64xf32, #blocked>
    %5 = tt.dot %0, %3, %4 : ... -> tensor<64x64xf32, #blocked>
    %6 = tt.dot %0, %2, %5 : ... -> tensor<64x64xf32, #blocked>
    %d = arith.addf %6, %c : tensor<64x64xf32, #blocked>
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [
    Option<"emuTF32", "emu-tf32", "bool", /*default=*/"true",
           "products of tf32 too">
  ];
}

def TritonGPUAccelerateMatmul
    : Pass<"tritongpu-accelerate-matmul", "::mlir::ModuleOp"> {
  let summary = "multiplies by matrix instructions";
  let description = [{
    A product of tensors with blocked layouts gets those of the matrix
    instruction, and the warps along rows and columns, that take the fewest
    cycles (`analysis/ProductChoice.h`). What it takes and gives is converted.
    Factors that no instruction of the target multiplies are widened where that
    is exact: floats of 8 bits to f16, and sums to f32. A second factor that is
    unpacked from fewer than half of its bits becomes the first of the transposed
    product, where warp groups take it from registers. What is left (f32 with
    `inputPrecision = ieee`, types without an instruction) stays blocked, and a
    remark says why (`--remarks-filter=tritongpu-accelerate-matmul`).

    ```mlir
    // before
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #A> * tensor<32x64xf16, #B>
        -> tensor<64x64xf32, #blocked>
    // after
    %x = ttg.convert_layout %a : ...
        -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    %y = ttg.convert_layout %b : ...
        -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
    %z = ttg.convert_layout %c : ... -> tensor<64x64xf32, #mma>
    %e = tt.dot %x, %y, %z : ... -> tensor<64x64xf32, #mma>
    %d = ttg.convert_layout %e : ... -> tensor<64x64xf32, #blocked>
    ```
  }];
  let options = [
    Option<"numStages", "num-stages", "int32_t", /*default=*/"3",
           "stages of loops that ask for no other number: a factor that they "
           "copy to shared memory keeps the layout of its load">
  ];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::heddle::ttng::TtngDialect",
                           "::mlir::arith::ArithDialect"];
}

def TritonAMDGPUAccelerateMatmul
    : Pass<"tritonamdgpu-accelerate-matmul", "::mlir::ModuleOp"> {
  let summary = "multiplies by MFMA or WMMA, as Triton's options say";
  let description = [{
    What `tritongpu-accelerate-matmul` does on AMD GPUs, with Triton's options.
    A product that no instruction of the wanted size multiplies stays as it is,
    with a remark (`--remarks-filter=tritongpu-accelerate-matmul`).
  }];
  let options = [
    Option<"archGenerationName", "arch-generation-name", "std::string", "\"\"",
           "the chip, such as gfx942; the module's by default">,
    Option<"matrixInstructionSize", "matrix-instruction-size", "unsigned", "0",
           "rows and columns of the instruction: 16, 32, or 0 for what is "
           "fastest">,
    Option<"kPack", "kPack", "unsigned", "0",
           "how many instructions' elements of K a lane has side by side: 1, 2, "
           "or 0 for as many as one access of shared memory moves">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::heddle::ttg::TtgDialect"];
}

def TritonGPULoopOverDotDepth
    : Pass<"tritongpu-loop-over-dot-depth", "::mlir::ModuleOp"> {
  let summary = "computes deep products slice by slice, from shared memory";
  let description = [{
    A product by single products (`blocked` result) has its factors in registers
    over the whole depth, the summed axis. One of more than 256 products a thread
    becomes a loop over slices of the depth, each of about 128 products: factors
    are stored to shared memory, slices outermost, from the layout that they have
    before any conversion, and a round loads one slice of each. A slice lies in
    the layout in which the store and the loads have the fewest wavefronts; where
    lanes store to several slices, a gap behind each keeps them apart. The order
    of the sums is the same, and so is the result.

    A factor that the loops around the product do not change is stored before
    them, and once for all products that read it alike. A product stays as it is
    if the target is not known or has too little shared memory: for both factors
    beside all buffers of the function, as if they lived at one time, and the
    largest tensors that an op moves between threads.

    ```mlir
    // before: 64x64 of 128 threads, depth 64
    %x = ttg.convert_layout %a : tensor<64x64xf16, #load> -> tensor<64x64xf16, #A>
    %y = ttg.convert_layout %b : tensor<64x64xf16, #load> -> tensor<64x64xf16, #B>
    %d = tt.dot %x, %y, %c : ... -> tensor<64x64xf32, #blocked>
    // after
    %0 = tt.reshape %a : ... -> tensor<64x16x4xf16, #linear>
    %1 = tt.trans %0 {order = array<i32: 1, 0, 2>} : ... -> tensor<16x64x4xf16, #linear1>
    %m = ttg.local_alloc %1 : ... -> !ttg.memdesc<16x64x4xf16, #shared, #smem>
    %2 = tt.reshape %b : ... -> tensor<16x4x64xf16, #linear2>
    %n = ttg.local_alloc %2 : ... -> !ttg.memdesc<16x4x64xf16, #shared1, #smem>
    %d = scf.for %i = %c0 to %c16 step %c1 iter_args(%sum = %c) -> ... : i32 {
      %p = ttg.memdesc_index %m[%i] : ... -> !ttg.memdesc<64x4xf16, #shared, #smem>
      %u = ttg.local_load %p : ... -> tensor<64x4xf16, #A>
      %q = ttg.memdesc_index %n[%i] : ... -> !ttg.memdesc<4x64xf16, #shared1, #smem>
      %v = ttg.local_load %q : ... -> tensor<4x64xf16, #B>
      %s = tt.dot %u, %v, %sum : ... -> tensor<64x64xf32, #blocked>
      scf.yield %s : tensor<64x64xf32, #blocked>
    }
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TritonGPUReloadFactors
    : Pass<"tritongpu-reload-factors", "::mlir::ModuleOp"> {
  let summary = "keeps factors that a loop does not change in shared memory";
  let description = [{
    A factor of `mma.sync` is in registers, and one that is made before a loop is
    in them for the whole loop. Where what a loop carries, its largest product
    and such factors take more than 208 words of a thread, the largest factors
    are stored to shared memory before the loop, and each product loads them,
    until the rest takes no more; as far as shared memory has room.

    ```mlir
    // before
    %q = ttg.convert_layout %x : tensor<128x128xf16, #load> -> tensor<128x128xf16, #A>
    scf.for ... {
      %s = tt.dot %q, %k, %zero
    // after
    %m = ttg.local_alloc %x : (tensor<128x128xf16, #load>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
    scf.for ... {
      %q = ttg.local_load %m : !ttg.memdesc<...> -> tensor<128x128xf16, #A>
      %s = tt.dot %q, %k, %zero
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
}

def TritonNvidiaGPUFenceInsertion
    : Pass<"triton-nvidia-gpu-fence-insertion", "::mlir::ModuleOp"> {
  let summary = "orders what threads write with products of warp groups";
  let description = [{
    Before a `ttng.warp_group_dot` that may read from shared memory what threads
    have stored or copied there, a `ttng.fence_async_shared`, unless there is one
    since the last of these writes. Lowering puts fences where they are missing,
    and no others: this is for code generators that do not.
    (PTX ISA, "Async proxy".)

    ```mlir
    // before
    ttg.local_store %b, %memory : ...
    %d = ttng.warp_group_dot %a, %memory, %c : ...
    // after
    ttg.local_store %b, %memory : ...
    ttng.fence_async_shared {bCluster = false}
    %d = ttng.warp_group_dot %a, %memory, %c : ...
    ```
  }];
  let dependentDialects = ["::heddle::ttng::TtngDialect"];
}

def TritonGPUReduceDataDuplication
    : Pass<"tritongpu-reduce-data-duplication", "::mlir::ModuleOp"> {
  let summary = "stores operands of products to shared memory and loads them";
  let description = [{
    A conversion to the layout of an operand (`dot_op`) becomes a store to shared
    memory and a load, if it needs shared memory anyway. The buffer has the
    swizzled layout from which the operand is loaded without bank conflicts
    (`swizzledSharedForOperand`, `encoding/Construct.h`). A conversion stays if
    no data leaves its warp and lanes exchange no more than one bit of their
    registers' numbers, and if data go from one block of a cluster to another.

    ```mlir
    // before
    %x = ttg.convert_layout %a : tensor<64x64xf16, #blocked>
        -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    // after
    %m = ttg.local_alloc %a : (tensor<64x64xf16, #blocked>)
        -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %x = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem>
        -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
}

def TritonGPUOptimizeDotOperands
    : Pass<"tritongpu-optimize-dot-operands", "::mlir::ModuleOp"> {
  let summary = "views buffers of operands instead of tensors in registers";
  let description = [{
    An operand of `tt.dot` that is a transposed tensor is loaded from a
    transposed view of shared memory, if it needs shared memory at all. The
    buffer has the swizzled layout from which that is free of bank conflicts.

    ```mlir
    // before
    %t = tt.trans %x {order = array<i32: 1, 0>} : ... -> tensor<64x32xf16, #turned>
    %b = ttg.convert_layout %t : ... -> tensor<64x32xf16, #B>
    // after
    %m = ttg.local_alloc %x : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #shared, #smem>
    %v = ttg.memdesc_trans %m {order = array<i32: 1, 0>}
        : ... -> !ttg.memdesc<64x32xf16, #shared1, #smem>
    %b = ttg.local_load %v : ... -> tensor<64x32xf16, #B>
    ```

    A buffer of a transposed tensor that only products read (`warp_group_dot`,
    `tc_gen5_mma`) becomes a transposed view, and a buffer of a tensor in another
    shape a view in that shape; both of a buffer of what was transposed or
    reshaped. Layouts that cannot be seen so, such as `nvmma_shared` whose tiles
    would be cut, stay as they are.

    ```mlir
    // before
    %t = tt.trans %x {order = array<i32: 1, 0>} : ... -> tensor<64x32xf16, #turned>
    %m = ttg.local_alloc %t : ... -> !ttg.memdesc<64x32xf16, #shared1, #smem>
    // after
    %n = ttg.local_alloc %x : ... -> !ttg.memdesc<32x64xf16, #shared, #smem>
    %m = ttg.memdesc_trans %n {order = array<i32: 1, 0>}
        : ... -> !ttg.memdesc<64x32xf16, #shared1, #smem>
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
  let options = [
    Option<"hoistLayoutConversion", "hoist-layout-conversion", "bool",
           /*default=*/"true",
           "no effect: tritongpu-remove-layout-conversions moves "
           "conversions">
  ];
}

#endif // HEDDLE_TRANSFORMS_PRODUCTPASSES_TD
