//===- PipelinePasses.td - Passes that overlap copies ------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Passes that let the copies of a loop run while it multiplies, and what is
/// left of descriptors afterwards. Passes.td includes them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TRANSFORMS_PIPELINEPASSES_TD
#define HEDDLE_TRANSFORMS_PIPELINEPASSES_TD

include "mlir/Pass/PassBase.td"

def TritonGPUAssignLatencies
    : Pass<"tritongpu-assign-latencies", "::mlir::ModuleOp"> {
  let summary = "says which loads of a loop run ahead, and how far";
  let description = [{
    A load from which a factor of a product is made, in an innermost loop, gets
    `tt.latency`: how many iterations before its use it is to run. That is one
    less than there are stages: `tt.num_stages` of the loop, or else the option.
    Where addresses are loaded, too, loads share that number: with five stages, a
    load of indices and one through them run two iterations ahead each. A loop
    with `tt.num_stages` is a request for all of its loads. In a loop with such
    loads, those of single numbers run one iteration ahead, in registers. A loop
    gets `heddle.copies_behind` if copies before the reads of an iteration, which
    take a buffer more, would leave a block of few warps alone on its
    multiprocessor. Indices and masks that warps would exchange in it each warp
    computes for itself.

    ```mlir
    // before, with num-stages=3
    %v = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
    // after
    %v = tt.load %p {tt.latency = 2 : i32} : tensor<128x64x!tt.ptr<f16>, #blocked>
    ```

    A load stays where it is if a thread cannot copy 4 bytes at once, if the loop
    may write what it reads (different arguments of a kernel point to different
    memory), or if its address depends on a product, or on what it loaded an
    iteration before. A loop stays as it is if it prints, asserts, calls, or
    waits for other threads. There are fewer stages if their buffers would not
    fit in shared memory. Remarks say so
    (`--remarks-filter=tritongpu-assign-latencies`).

    Nothing is done for chips without asynchronous copies, unless what is loaded
    may wait for its use in registers; for clusters, and in loops that have a
    schedule already.
  }];
  let options = [
    Option<"numStages", "num-stages", "int32_t", /*default=*/"3",
           "stages of a loop that does not say how many; 1: none runs ahead">,
    Option<"inRegisters", "in-registers", "bool", "false",
           "without asynchronous copies, keep what is loaded in registers">
  ];
}

def TritonGPUScheduleLoops
    : Pass<"tritongpu-schedule-loops", "::mlir::ModuleOp"> {
  let summary = "gives the ops of a loop stages and clusters";
  let description = [{
    In a loop with a `tt.latency`, every op gets `loop.stage` and `loop.cluster`,
    and the loop the number of its last stage. An op of an early stage runs that
    many iterations ahead of the last one. Clusters, and in them the ops in their
    order, are one iteration of the pipelined loop: ops that run ahead stand
    before the first user of what they load, or behind the product of warp groups
    that runs meanwhile.

    ```mlir
    // before
    %v = tt.load %p {tt.latency = 2 : i32} : tensor<128x64x!tt.ptr<f16>, #blocked>
    %a = ttg.convert_layout %v : ...
    %s = tt.dot %a, %b, %c : ...
    // after
    scf.for ... {
      %v = tt.load %p {loop.cluster = 0 : i32, loop.stage = 0 : i32, ...} : ...
      %a = ttg.convert_layout %v {loop.cluster = 1 : i32, loop.stage = 2 : i32} : ...
      %s = tt.dot %a, %b, %c {loop.cluster = 1 : i32, loop.stage = 2 : i32} : ...
    } {tt.scheduled_max_stage = 2 : i32}
    ```

    A loop that has a schedule keeps it. One where an op with effects would have
    to run ahead gets none, with a remark.
  }];
}

def TritonGPUAutomaticWarpSpecialization
    : Pass<"tritongpu-automatic-warp-specialization", "::mlir::ModuleOp"> {
  let summary = "gives a loop's copies to warps of their own";
  let description = [{
    Where asynchronous copies can load factors of a loop's products, and only
    products use what is loaded, the loop, or the one around it, and what comes
    behind it become the default region of `ttg.warp_specialize`. Other warps
    compute where the loop loads, and begin the copies, into rings of buffers, one
    for what is used from the same product on. Barriers of each buffer tell that
    it has been filled, and that it is free: the warps that multiply do not wait
    for one another (`heddle.each_warp`). A ring has as many buffers as there are
    stages, `tt.num_stages` of the loop, or else the option, or as many as fit.

    One warp loads what the tensor memory accelerator copies. If threads have to
    copy, by pointers, four do, in the layouts that the loop's tensors have for
    four warps (`ttng.async_copy_mbarrier_arrive` instead of the expected bytes
    below).

    That is done in loops with `tt.warp_specialize`, or inside of one with it, and
    where it pays (below).

    ```mlir
    // before
    scf.for ... {
      %v = tt.descriptor_load %d[%i, %j] : ...
      %a = ttg.local_alloc %v : ...
      %s = ttng.warp_group_dot %a, ...
    } {tt.warp_specialize}
    // after
    ttg.warp_specialize(%d, %ring, %filled, %free)
    default {
      scf.for ... {
        ttng.wait_barrier %filled[%k], %parity : ...
        %s = ttng.warp_group_dot %ring[%k], ... {isAsync = true}
        %t = ttng.warp_group_dot_wait %s {pendings = 1 : i32} : ...
        ttng.arrive_barrier %free[%k - 1], 8, %has_before : ...
      }
    }
    partition0(...) num_warps(1) {
      scf.for ... {
        ttng.wait_barrier %free[%k], %other_parity : ...
        ttng.barrier_expect %filled[%k], 49152, %true : ...
        ttng.async_tma_copy_global_to_local %d[%i, %j] %ring[%k], %filled[%k], ...
      }
    }
    ```

    The only product of a loop goes on while the next one starts, as above. Of two
    products, the second of which needs what becomes of the first, as in attention,
    the second runs an iteration late, if registers suffice: beside what is done
    with the first. Then the warps also pay where a block of eight or more would
    otherwise have its multiprocessor for itself, for want of registers: nothing
    would run beside what is between its products. Such loops compute masks of
    indices in the layout in which they are needed, where warps would have to
    exchange them.

    In a cluster, what several blocks need is copied once, to all of them
    (`multicast`), and their warps tell each of these blocks that a buffer is
    free (`multicastCTA`). Remarks say why a loop stays as it is.
  }];
  let options = [
    Option<"numStages", "num-stages", "int32_t", "3", "buffers of a ring">,
    Option<"all", "all", "bool", "false",
           "also of loops that do not have tt.warp_specialize">
  ];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::heddle::ttng::TtngDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def HeddlePointersToDescriptors
    : Pass<"heddle-pointers-to-descriptors", "::mlir::ModuleOp"> {
  let summary = "loads of rows become those of a descriptor's blocks";
  let description = [{
    In TTIR, in loops of two products, the second of which needs what becomes of
    the first, where a warp that loads pays
    (`tritongpu-automatic-warp-specialization`): loads by pointers become loads of
    blocks of a descriptor that is made in front of the loop.

    ```mlir
    // before: i is from 0 to 127, rows of 64 elements
    scf.for %first = ... {
      // %p: base + (%first + i) * 64 + j
      %v = tt.load %p : tensor<128x64x!tt.ptr<f16>>
    }
    // after
    %d = tt.make_tensor_descriptor %base, [%end, %c64], [%c64, %c1] : !tt.ptr<f16>, !tt.tensordesc<128x64xf16>
    scf.for %first = ... {
      %v = tt.descriptor_load %d[%first, %c0] : ...
    }
    ```

    Addresses have to step on evenly, and rows, and where they begin, to be at
    multiples of 16 bytes, as far as hints and constants tell; one axis is
    contiguous. Strides that the kernel is given are taken to be positive, as those
    of descriptors are. A mask that leaves out what is outside of a box, with zeros
    there, becomes the sizes of the descriptor: comparisons of an index with what the
    loop does not change, such as the number of rows; that an index is not negative
    has to follow from arguments that are not. Loads with other masks stay, and so
    does a loop some of whose loads do, or whose kernel may have written what they
    read. So do rows of at most 128 bytes without masks, which threads copy as fast
    as the engine. Remarks say so
    (`--remarks-filter=heddle-pointers-to-descriptors`).
  }];
  let options = [Option<"numWarps", "num-warps", "int32_t", "4",
                        "warps of a block">];
  let dependentDialects = ["::heddle::tt::TtDialect",
                           "::mlir::arith::ArithDialect"];
}

def HeddleOrderPrograms : Pass<"heddle-order-programs", "::mlir::ModuleOp"> {
  let summary = "says which programs are to start first";
  let description = [{
    If loops of a kernel become longer, or shorter, from program to program along
    one axis of the grid, programs with the longest loops are to start first, in
    all of the grid: an attribute of the function says along which axis, and from
    which end. In causal attention the last rows have the most keys:

    ```mlir
    // before
    tt.func public @attention(...) {
      %rows = tt.get_program_id x : i32
      %first = arith.muli %rows, %c128 : i32
      %end = arith.addi %first, %c128 : i32
      scf.for %key = %c0 to %end step %c64 ...
    // after
    tt.func public @attention(...) attributes {heddle.program_order = "descending x"} {
    ```

    The program does not change, only its launch, by code generation for NVIDIA
    GPUs (`simt.program_order`). A kernel that has the attribute keeps it.
    Kernels stay as they are in which a program might wait for another one:
    those with atomic, volatile or unknown effects, and with `scf.while`. So do
    kernels whose loops depend on several axes, or in a way that is not known.
  }];
}

def HeddleSplitMaskedLoops
    : Pass<"heddle-split-masked-loops", "::mlir::ModuleOp"> {
  let summary = "loops without masks where these leave nothing out";
  let description = [{
    A loop with products that selects by masks which compare indices becomes two
    or three: one of the iterations in which all masks are true everywhere,
    without them, and those before and behind it.

    ```mlir
    // before: %q + 0 to 63 against %k + 0 to 63
    scf.for %k = %c0 to %end step %c64 {
      %scores = tt.dot ...
      %mask = arith.cmpi sge, %queries, %keys
      %some = arith.select %mask, %scores, %minusInfinity
    }
    // after
    %to = min(%end, max(0, (%q - 63) / 64 + 1) * 64)
    scf.for %k = %c0 to %to step %c64 {
      %scores = tt.dot ...
    }
    scf.for %k = %to to %end step %c64 {
      ...
    }
    ```

    Indices step on by the same number in each iteration, a power of two, and are
    numbers of a thread's elements, 16 at least, that the loop compares with each
    other or with numbers that it does not change. Behind pipelining, so that what
    is under way at the end of one loop goes on in the next. Sums of indices do
    not overflow. Loops that seldom run (`heddle.else_is_rare`) stay as they are.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def HeddleScaledMaximum : Pass<"heddle-scaled-maximum", "::mlir::ModuleOp"> {
  let summary = "takes the largest of scaled numbers before they are scaled";
  let description = [{
    In a loop with products, the largest of numbers that are scaled becomes the
    scaled largest of the numbers, which is bitwise the same for a scale that is
    positive and finite: softmax of scores then needs one operation for scale and
    difference. The scale is a number that the loop does not change. If nobody
    knows it, there are two loops: one for other scales, in the `else` of a branch
    that seldom takes it (`heddle.else_is_rare`).

    ```mlir
    // before
    %scaled = arith.mulf %scores, %scale
    %most = max of %scaled
    %less = arith.subf %scaled, %mostOfAll
    // after
    %most0 = max of %scores
    %most = arith.mulf %most0, %scale1
    %scaled = arith.mulf %scores, %scale
    %less = arith.subf %scaled, %mostOfAll
    ```
  }];
  let dependentDialects = ["::heddle::tt::TtDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TritonNvidiaGPUTMALowering
    : Pass<"triton-nvidia-tma-lowering", "::mlir::ModuleOp"> {
  let summary = "copies blocks by the tensor memory accelerator";
  let description = [{
    What accesses a block of a descriptor whose type has a layout of shared
    memory becomes a copy between global memory and a buffer in that layout.
    Loads that follow one another share a barrier, and are waited for before the
    first use of one of them. A store waits until its buffer has been read; if
    the kernel may read what it stores, or has atomic accesses, until everything
    has been written. A descriptor that the kernel makes is written to global
    scratch memory.

    ```mlir
    // before
    %v = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<64x64xf16, #shared>
        -> tensor<64x64xf16, #blocked>
    // after
    %to = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %bar = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %bar, 1 : ...
    ttng.barrier_expect %bar, 8192, %true : ...
    ttng.async_tma_copy_global_to_local %d[%i, %j] %to, %bar, %true : ...
    ttng.wait_barrier %bar, %c0 : ...
    ttng.inval_barrier %bar : ...
    %v = ttg.local_load %to : ... -> tensor<64x64xf16, #blocked>
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::heddle::ttng::TtngDialect",
                           "::mlir::arith::ArithDialect"];
}

def TritonGPUPipeline : Pass<"tritongpu-pipeline", "::mlir::ModuleOp"> {
  let summary = "pipelines scheduled loops";
  let description = [{
    A load of an early stage becomes a copy into a ring of buffers, which runs
    while earlier iterations compute (`LoopPipeline.h` says how many buffers). At
    its use the copy is waited for, and the buffer is read in the layout of the
    user, or is a factor of a product itself. Then the loop is expanded: the
    early stages of the first iterations stand before it, and in it, what is
    ahead of the last iteration reads nothing, for a mask.

    ```mlir
    // before: stage 0, and 2
    %v = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
    %a = ttg.convert_layout %v : ... -> tensor<128x64xf16, #dot_op>
    // after
    %ring = ttg.local_alloc : () -> !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>
    // two copies, of the first iterations
    scf.for ... {
      %w = ttg.async_wait %token {num = 1 : i32}
      %to = ttg.memdesc_index %ring[%i] : ...
      %t = ttg.async_copy_global_to_local %p, %to mask %exists : ...
      %g = ttg.async_commit_group tokens %t
      %from = ttg.memdesc_index %ring[%j] : ...
      %a = ttg.local_load %from token %w : ... -> tensor<128x64xf16, #dot_op>
      ...
    }
    ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %ring : ...
    ```

    A product of warp groups whose sums only the next iteration needs becomes
    asynchronous, and is waited for when the next one has been started. What is
    cheap to compute from the number of the iteration is computed in each stage
    that needs it. A load that cannot be a copy runs in its stage, and keeps its
    result in registers.
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::heddle::ttng::TtngDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TritonGPUPrefetch : Pass<"tritongpu-prefetch", "::mlir::ModuleOp"> {
  let summary = "loads operands of products a slice ahead";
  let description = [{
    The only product of a loop, one of `mma` (version 2) whose operands the loop
    loads from shared memory, is computed in slices of its K dimension. Each slice
    has 8 * `kWidth` elements of it, and is loaded while the one before is
    multiplied; the first of the next iteration is loaded at the end of this one.
    Between load and product there may be ops of one operand that change each
    element by itself.

    ```mlir
    // before
    scf.for ... iter_args(%acc = %zero, %token = %copied) {
      %w = ttg.async_wait %token {num = 1 : i32}
      %a = ttg.local_load %abuf token %w : ... -> tensor<64x32xf16, #A>
      %b = ttg.local_load %bbuf token %w : ... -> tensor<32x64xf16, #B>
      %sum = tt.dot %a, %b, %acc : ...
      ...
    // after
    %w0 = ttg.async_wait %copied {num = 1 : i32}
    // the first slices of %abuf and %bbuf
    scf.for ... iter_args(..., %w = %w0, %a0 = %firsta, %b0 = %firstb) {
      %apart = ttg.memdesc_subslice %abuf[0, 16] : ...
      %a1 = ttg.local_load %apart token %w : ... -> tensor<64x16xf16, #A>
      %bpart = ttg.memdesc_subslice %bbuf[16, 0] : ...
      %b1 = ttg.local_load %bpart token %w : ... -> tensor<16x64xf16, #B>
      %part = tt.dot %a0, %b0, %acc : ...
      ...
      %next = ttg.async_wait %nexttoken {num = 1 : i32}
      // the first slices of the next iteration
      %sum = tt.dot %a1, %b1, %part : ...
      scf.yield %sum, ..., %next, %nexta, %nextb
    ```

    A loop stays as it is if the next iteration's slices cannot be loaded in this
    one: if its body writes the memory before it loads from it, has a barrier
    there, commits a group of copies before a wait, or if the memory behind the
    last iteration may not be one of the buffers.

    A product of warp groups (wgmma) whose left operand the loop loads into
    registers is computed in two halves, where registers leave the block alone on
    its multiprocessor. While one is computed the operand of the other is loaded,
    that of the next iteration's first half too:

    ```mlir
    scf.for ... iter_args(%w = %w0, %a0 = %firsta, %acc = %zero, ...) {
      %first = ttng.warp_group_dot %a0, %b0, %acc {isAsync = true} : ...
      %sum:2 = ttng.warp_group_dot_wait %first, %b0 {pendings = 1 : i32} : ...
      %a1 = ttg.local_load %abuf1 token %w : ...
      %second = ttng.warp_group_dot %a1, %b1, %sum#0 {isAsync = true} : ...
      %next = ttg.async_wait %nexttoken {num = 1 : i32}
      // copies start
      %more:2 = ttng.warp_group_dot_wait %second, %b1 {pendings = 1 : i32} : ...
      %nexta = ttg.local_load %nextbuf0 token %next : ...
      scf.yield %next, %nexta, %more#0, ...
    ```
    A right operand that each iteration stores to shared memory is stored an
    iteration ahead, behind the copies, into one of two buffers by turns.

    With `defer-products` the last product of an iteration is computed in the next
    one, after the loads of its first slices, and the loop carries the last slices
    instead, if it only adds up the product. Loads stay in their iteration.

    ```mlir
    scf.for ... iter_args(%acc = %zero, %a1 = %none, %b1 = %none, ...) {
      %w = ttg.async_wait %token {num = 1 : i32}
      // loads of the first slices, %a0 and %b0
      %last = tt.dot %a1, %b1, %acc : ...
      // loads of the second slices, %nexta and %nextb
      %sum = tt.dot %a0, %b0, %last : ...
      scf.yield %sum, %nexta, %nextb, ...
    }
    // the last product of the last iteration
    ```

    Slices take registers, with which one block less may fit. With
    `in-spare-registers` products are left as they are unless a thread has 128
    words of their sums or more, and their factors have 16 bits or fewer: as many
    blocks fit then as if threads had all the registers that they can have, and
    slices fit into these.
  }];
  let options = [
    Option<"defersProducts", "defer-products", "bool", "false",
           "compute last products an iteration later, not loading first slices "
           "ahead">,
    Option<"inSpareRegisters", "in-spare-registers", "bool", "false",
           "only where slices cost no block that would fit without them">
  ];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // HEDDLE_TRANSFORMS_PIPELINEPASSES_TD
