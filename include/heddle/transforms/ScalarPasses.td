//===- ScalarPasses.td - Passes that no layout decides -----*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Passes that remove and move ops, as a compiler of scalars does. Passes.td
/// includes them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TRANSFORMS_SCALARPASSES_TD
#define HEDDLE_TRANSFORMS_SCALARPASSES_TD

include "mlir/Pass/PassBase.td"

def TritonGPUCombineTensorSelectAndIf
    : Pass<"tritongpu-combine-tensor-select-and-if", "::mlir::ModuleOp"> {
  let summary = "makes selections of tensors results of branches";
  let description = [{
    A selection of tensors by the condition of an `scf.if` in the same block
    becomes a result of it: of the first one behind the selection, if nothing
    uses the selection before that has ended, or else of the last one before it,
    if that can yield both values. Where the condition is known, in a branch on
    it or in another selection by it, a selection is replaced by its value.

    ```mlir
    // before
    %s = arith.select %c, %x, %y : tensor<128xf32>
    scf.if %c {
      tt.store %p, %s : tensor<128x!tt.ptr<f32>>
    }
    // after
    %s = scf.if %c -> (tensor<128xf32>) {
      tt.store %p, %x : tensor<128x!tt.ptr<f32>>
      scf.yield %x : tensor<128xf32>
    } else {
      scf.yield %y : tensor<128xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def TritonLoopAwareCSE : Pass<"triton-loop-aware-cse", "::mlir::ModuleOp"> {
  let summary = "removes common subexpressions, and what loops carry twice";
  let description = [{
    What `scf.for` and `scf.while` carry twice is carried once. That two carried
    values are equal is proved by induction (`analysis/EqualValues.h`): they are
    at first, and if all that is claimed is true in an iteration, it is in the
    next; in loops in loops and through branches, too. Then MLIR's CSE removes
    what has become common, and all is repeated until nothing is carried twice.

    ```mlir
    // before
    %r:2 = scf.for ... iter_args(%a = %x, %b = %x) -> (i32, i32) {
      %d = arith.addi %a, %c1 : i32
      %e = arith.addi %b, %c1 : i32
      scf.yield %d, %e : i32, i32
    }
    // after
    %r = scf.for ... iter_args(%a = %x) -> (i32) {
      %d = arith.addi %a, %c1 : i32
      scf.yield %d : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def TritonLoopInvariantCodeMotion : Pass<"triton-licm", "::mlir::ModuleOp"> {
  let summary = "moves what a loop does not change in front of it";
  let description = [{
    Ops without effects move as with MLIR's pass. A `tt.load` of a `scf.for`
    moves, too, if nothing in the loop can write global memory, or tell that
    others have. It is masked by whether the loop has an iteration, unless that
    is known. `other` and other attributes stay.

    ```mlir
    // before
    scf.for %i = %lo to %hi step %step : i32 {
      %v = tt.load %p, %m, %other : tensor<128x!tt.ptr<f32>>
    // after
    %runs = arith.cmpi slt, %lo, %hi : i32
    %all = tt.splat %runs : i1 -> tensor<128xi1>
    %n = arith.andi %all, %m : tensor<128xi1>
    %v = tt.load %p, %n, %other : tensor<128x!tt.ptr<f32>>
    scf.for %i = %lo to %hi step %step : i32 {
    ```

    The loads of a `scf.while` stay: a loop may wait until others have written
    what it reads.
  }];
  let dependentDialects = ["::heddle::tt::TtDialect",
                           "::mlir::arith::ArithDialect"];
}

def TritonGPUReorderInstructions
    : Pass<"tritongpu-reorder-instructions", "::mlir::ModuleOp"> {
  let summary = "moves ops near to what they need or give";
  let description = [{
    Ops only move:

    - a conversion behind the last `ttg.local_dealloc` before its first user in
      the block;
    - a conversion to, or a load from shared memory in, the layout of a factor
      (`#ttg.dot_op`) that one op in another `scf.for` uses, to this op;
    - a `ttg.local_alloc` with contents behind the op that makes them, if that
      is in the same block, and nothing between them writes memory;
    - a transpose, of a tensor or a buffer, behind the op that makes its operand;
    - the load from shared memory of a product's second factor behind that of
      its first one.

    A load from shared memory does not pass an op that may write or free its
    buffer; in a loop, none of the loop may.

    ```mlir
    // before
    %k = ttg.convert_layout %x : ... -> tensor<64x64xf16, #dot_op>
    scf.for ... {
      %d = tt.dot %k, %b, %c : ...
    // after
    scf.for ... {
      %k = ttg.convert_layout %x : ... -> tensor<64x64xf16, #dot_op>
      %d = tt.dot %k, %b, %c : ...
    ```
  }];
}

#endif // HEDDLE_TRANSFORMS_SCALARPASSES_TD
