//===- Passes.td - Passes over one thread's program --------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_TRANSFORMS_PASSES_TD
#define HEDDLE_SIMT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SimtAllocateShared
    : Pass<"simt-allocate-shared", "::heddle::simt::KernelOp"> {
  let summary = "gives allocations in shared memory their offsets";
  let description = [{
    Allocations that are live at the same time share no byte. The kernel takes
    the fewest bytes that are found; of plans that take hardly more the one
    whose barriers cost the least. A kernel with products of warp groups, and 32
    KiB or more, may take as much as leaves room for as many blocks.

    ```mlir
    %a = simt.shared 512 align 16          // before
    %a = simt.shared 512 align 16 at 1024  // after
    ```
  }];
  let options = [
    Option<"limit", "limit", "uint64_t",
           "std::numeric_limits<uint64_t>::max()",
           "bytes that a plan may take to save barriers">,
    Option<"ofMultiprocessor", "of-multiprocessor", "uint64_t", "0",
           "bytes that blocks of a multiprocessor share; 0: not known">,
    Option<"reserved", "reserved", "uint64_t", "0",
           "bytes that each of these blocks takes besides">
  ];
}

def SimtDeferWaits : Pass<"simt-defer-waits", "::heddle::simt::KernelOp"> {
  let summary = "lets products go on until somebody needs their sums";
  let description = [{
    Where only the next round of a loop needs a group's sums, its wait moves
    there: before the first op that needs them or stores into the tiles, behind
    the loads of global memory that come before; or right behind the wait for
    another group, which waits for all. The tiles' allocations move before the
    loop, and a wait stands behind it.

    ```mlir
    scf.for ... iter_args(%c = %zero) {   // before
      %x = simt.load global ...
      simt.store shared %tile ..., %x
      %d = simt.group_mma ... %tile ... + %c
      %e = simt.group_wait 0 (%d) read(%tile)
      scf.yield %e
    }
    scf.for ... iter_args(%c = %zero) {   // after
      %x = simt.load global ...
      %e = simt.group_wait 0 (%c) read(%tile)
      simt.store shared %tile ..., %x
      %d = simt.group_mma ... %tile ... + %e
      scf.yield %d
    }
    simt.group_wait 0 (...) read(%tile)
    ```

    Where the next group of a block needs nothing but the sums, to add to, or
    nothing at all, one wait for all of them is enough:

    ```mlir
    %d = simt.group_mma ... %x ... + %c      // before
    %e = simt.group_wait 0 (%d) read(%x)
    %f = simt.group_mma ... %y ... + %e
    %g = simt.group_wait 0 (%f) read(%y)

    %d = simt.group_mma ... %x ... + %c      // after
    %f = simt.group_mma ... %y ... + %d
    %g = simt.group_wait 0 (%f) read(%y, %x)
    ```

    A wait moves behind stores that neither need the sums nor write to the tiles.

    Sums under way are not read: where a loop selects zeros for the sums of the
    next round, its group ignores them instead, and before any other op that
    reads them a wait is inserted.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def SimtFuseProducts : Pass<"simt-fuse-products", "::heddle::simt::KernelOp"> {
  let summary = "contracts products and sums to one op with one rounding";
  let description = [{
    A product of f16, f32 or f64 whose only use, or each of them, is a sum or a
    difference in the same block goes into it, where both carry
    `fastmath<contract>`. Registers may be permuted on the way. That saves the
    product's instruction; a product that somebody else needs stays as it is.

    ```mlir
    %p = arith.mulf %a, %b fastmath<contract> : f32   // before
    %s = arith.subf %p, %c fastmath<contract> : f32

    %n = arith.negf %c : f32                          // after
    %s = math.fma %a, %b, %n : f32
    ```
  }];
  let dependentDialects = ["::mlir::math::MathDialect"];
}

def SimtInsertBarriers
    : Pass<"simt-insert-barriers", "::heddle::simt::KernelOp"> {
  let summary = "lets threads wait where they share bytes of memory";
  let description = [{
    Between two accesses of a byte of shared memory by different threads, one of
    which writes it, stands a barrier of their warp or of their block: as few
    barriers as are found, where they are executed least. Those that are there
    stay, but for barriers of the block with no access on one side.

    ```mlir
    simt.store shared %p ...               // before
    %v = simt.load shared %q ...

    simt.store shared %p ...               // after
    simt.barrier block
    %v = simt.load shared %q ...
    ```

    Where products of warp groups read what threads have stored, a proxy fence
    comes before the barrier. Without `insert-fences` only those count that the
    program has, so that the simulator can tell where one is missing.
  }];
  let options = [
    Option<"insertsFences", "insert-fences", "bool", "true",
           "also put proxy fences where products of warp groups need them">
  ];
}

def SimtMarkLastUses : Pass<"simt-mark-last-uses", "::heddle::simt::KernelOp"> {
  let summary = "tells the first-level cache what it need not keep";
  let description = [{
    In a kernel that reads the same bytes of global memory more than once, such
    as a row that is too long for registers, the last load that reads them gets
    `last_use`, and so does each store whose bytes no load reads later. Their
    lines leave the cache first, so that it keeps those that are still to be
    read.

    ```mlir
    scf.for ... {                          // before
      %x = simt.load global %p ...
    }
    scf.for ... {
      %x = simt.load global %q ...
      simt.store global %r ...
    }

    scf.for ... {                          // after, if %q is what %p was
      %x = simt.load global %p ...
    }
    scf.for ... {
      %x = simt.load global %q ... last_use
      simt.store global %r ... last_use
    }
    ```

    What all blocks read, such as the weights of a row, stays. Pointers that are
    different arguments are taken for different memory, since results do not
    depend on it. Atomics and copies to shared memory, which use
    the second level, are not looked at, and neither are volatile loads.
  }];
}

def SimtKeepInBranches
    : Pass<"simt-keep-in-branches", "::heddle::simt::KernelOp"> {
  let summary = "computes in branches that seldom run what only these need";
  let description = [{
    Compilers move what does not change out of loops, also from branches, and
    keep it in registers. Where `heddle.else_is_rare` says that a loop's programs
    seldom take the other branch, that costs all programs what hardly one needs:
    a tile's addresses and masks, which do not fit beside the sums of a product
    and are spilled. Such a branch gets its integers, and the thread's number,
    by way of a shuffle, which nobody moves to where other lanes may be.

    ```mlir
    scf.if %aligned { ... } else {         // before
      %t = simt.thread
      %a = arith.muli %t, %stride : i32
    } {heddle.else_is_rare}
    scf.if %aligned { ... } else {         // after
      %t = simt.thread
      %l = arith.andi %t, 31 : i32
      %u = simt.shuffle_index %t, %l       // %t
      %z = arith.xori %u, %t : i32         // 0
      %s = arith.xori %stride, %z : i32
      %a = arith.muli %u, %s : i32
    }
    ```
  }];
}

def SimtShareOffsets
    : Pass<"simt-share-offsets", "::heddle::simt::KernelOp"> {
  let summary = "lets addresses that advance together share an offset";
  let description = [{
    In a loop with products of warp groups, vectors of addresses to which each
    iteration adds the same amount are not carried. Carried is an offset, one for
    each amount, and each address is the sum of its first value and of that.

    ```mlir
    %d = simt.splat %stride : i64 -> vector<4xi64>             // before
    scf.for ... iter_args(%p = %first) -> (vector<4xi64>) {
      simt.async_copy %p ...
      %q = arith.addi %p, %d : vector<4xi64>
      scf.yield %q
    }
    scf.for ... iter_args(%offset = %c0) -> (i64) {            // after
      %o = simt.splat %offset : i64 -> vector<4xi64>
      %p = arith.addi %first, %o : vector<4xi64>
      simt.async_copy %p ...
      %next = arith.addi %offset, %stride : i64
      scf.yield %next
    }
    ```

    Both take two instructions for each address. But a copy reads its address
    some time after it was issued. What is carried must not change until then, so
    ptxas copies it first; sums of this iteration need no copy.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // HEDDLE_SIMT_TRANSFORMS_PASSES_TD
