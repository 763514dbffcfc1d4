//===- SimtBarrierOps.td - Who waits for whom --------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `simt` at which threads wait: barriers, mbarriers, and parts of a
/// program that have warps of their own.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_SIMTBARRIEROPS_TD
#define HEDDLE_SIMT_SIMTBARRIEROPS_TD

include "heddle/simt/SimtDialect.td"

def Scope : I32EnumAttr<"Scope", "who waits for whom", [
  I32EnumAttrCase<"Warp", 0, "warp">, I32EnumAttrCase<"Block", 1, "block">,
  I32EnumAttrCase<"Cluster", 2, "cluster">
]> {
  let cppNamespace = "::heddle::simt";
}

def BarrierOp : SimtOp<"barrier"> {
  let summary = "all threads of the scope wait for each other";
  let description = [{
    What they did before in shared and global memory is seen behind it. Within
    `partitions`, the threads of the block are those of the partition; they
    cannot wait for the cluster. At a barrier of the cluster, blocks that have
    ended are not waited for. (PTX ISA: bar.warp.sync, bar.sync,
    barrier.cluster.)
  }];
  let arguments = (ins Scope:$scope);
  let assemblyFormat = "$scope attr-dict";
  let hasVerifier = 1;
}

def ClusterArriveOp : SimtOp<"cluster_arrive"> {
  let summary = "the first half of a barrier of the cluster";
  let description = [{
    What the thread did before is seen by all threads of the cluster behind
    their `cluster_wait`. That is behind it in the same block of ops, and no
    access of shared memory comes in between, nor anything else that threads
    wait at.

    With `own`, what is seen is what the thread did to the shared memory of its
    own block; what it has read of other blocks' is there. Nothing else is
    ordered: not what it wrote there, nor global memory. That is enough for those
    who only read from each other, and takes a sixth of the time.
    (PTX ISA: barrier.cluster.arrive; fence.release.sync_restrict.)
  }];
  let arguments = (ins UnitAttr:$isOwn);
  let assemblyFormat = "(`own` $isOwn^)? attr-dict";
  let hasVerifier = 1;
}

def ClusterWaitOp : SimtOp<"cluster_wait"> {
  let summary = "the second half: all threads of the cluster have arrived";
  let description = "(PTX ISA: barrier.cluster.wait.)";
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The first half in front of it; null, while it is built, if there is none.
    ClusterArriveOp arrival();
  }];
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

class MbarrierOp<string mnemonic, dag operands, string format>
    : SimtOp<mnemonic, [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let arguments = !con((ins I32:$address, Optional<I1>:$predicate), operands);
  let assemblyFormat = "$address " # format # " (`if` $predicate^)? attr-dict";
}

def MbarrierInitOp : MbarrierOp<"mbarrier_init", (ins I32Attr:$count),
                                "`count` $count"> {
  let summary = "makes an mbarrier whose phases are so many arrivals each";
  let description = [{
    An mbarrier is eight bytes of shared memory at a multiple of 8: the number of
    its phase, which begins at 0, and what the phase still waits for, arrivals
    and bytes. When it waits for neither, the phase is complete, and the next
    one begins, waiting for `count` arrivals, 1 to 2^20 - 1. Bytes may arrive
    before they are expected. Threads that use it wait at a barrier first.
    Without a predicate each thread does what the op says; so one commonly has a
    predicate. (PTX ISA, mbarrier.init.)
  }];
  let hasVerifier = 1;
}

def MbarrierEndOp : MbarrierOp<"mbarrier_end", (ins), ""> {
  let summary = "these bytes are an mbarrier no longer";
  let description = "(PTX ISA, mbarrier.inval.)";
}

/// With `cluster`, the address is one of `peer_address`.
class ArrivalOp<string mnemonic, dag operands, string format>
    : MbarrierOp<mnemonic, !con(operands, (ins UnitAttr:$isDistributed)),
                 format # " (`cluster` $isDistributed^)?"> {
  let hasVerifier = 1;
}

def MbarrierArriveOp
    : ArrivalOp<"mbarrier_arrive", (ins I32Attr:$count, UnitAttr:$isOfWarp),
                "`count` $count (`each_warp` $isOfWarp^)?"> {
  let summary = "arrives so many times";
  let description = [{
    What the thread did before, and what it had waited for, is seen by those who
    wait for the phase. Commonly that stands for all threads of the block or of
    the partition, which wait for each other first. With `each_warp` one thread
    of each warp arrives, and that stands for its warp alone: nobody waits, and
    the program sees to it that all warps arrive in a phase before one of them
    arrives in the next. With `cluster` the mbarrier is in the shared memory of
    any block of the cluster: a barrier of the cluster comes between the op that
    makes it and the first arrival, and behind the last one.
    (PTX ISA, mbarrier.arrive.)
  }];
}

def MbarrierExpectOp
    : ArrivalOp<"mbarrier_expect", (ins I32Attr:$bytes), "`bytes` $bytes"> {
  let summary = "arrives once, and has the phase wait for so many bytes too";
  let description = "(PTX ISA, mbarrier.arrive.expect_tx.)";
}

def MbarrierArriveCopiesOp
    : MbarrierOp<"mbarrier_arrive_copies", (ins UnitAttr:$isCounted),
                 "(`counted` $isCounted^)?"> {
  let summary = "arrives when this thread's copies are done";
  let description = [{
    Those that have begun (`async_copy`), in groups or not. Whoever waits for
    the phase may use what they have copied. If the arrival is not counted among
    those of the phase, the phase waits for one more.
    (PTX ISA, cp.async.mbarrier.arrive, with .noinc if it is counted.)
  }];
}

def MbarrierWaitOp : MbarrierOp<"mbarrier_wait", (ins I32:$parity),
                                "`parity` $parity"> {
  let summary = "waits until the phase of this parity is complete";
  let description = [{
    The parity is the operand's lowest bit.
    Goes on at once if the number of the present phase has the other parity: so
    waiting for 1 at a new mbarrier does not wait. What was done before an
    arrival in that phase, and bytes that have arrived, are seen behind it.
    (PTX ISA, mbarrier.try_wait.parity.)
  }];
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

def PartitionsOp : SimtOp<"partitions", [
    RecursiveMemoryEffects, NoRegionArguments, SingleBlock]> {
  let summary = "parts of a program that run at the same time";
  let description = [{
    The kernel's `warps` warps execute the first region, which may use all
    values; what it yields are the results. The other warps of the block, which
    wait until these have come here, execute the partitions in
    `other_partitions`. Behind the op all have ended. In each part
    `simt.thread` counts its own threads from 0, and `barrier block` is a
    barrier of these. Parts know of each other by mbarriers.
    With `registers`, each warp of the first region has so many registers while
    the op is executed: a multiple of 8, 24 to 256 (PTX ISA, setmaxnreg). Warps
    give registers to the block and take some when they begin their parts, and
    the other way round at the end (heddle/simt/RegisterExchange.h): what they
    take back then they take behind the op, where all have given. With
    `at_once` they do so where they end themselves, without waiting for those
    who still have theirs, as warps without a partition do at once.
  }];
  let arguments = (ins OptionalAttr<I32Attr>:$registers,
                       UnitAttr:$takesAtOnce);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region AnyRegion:$first, AnyRegion:$others);
  let assemblyFormat = [{
    (`registers` $registers^)? (`at_once` $takesAtOnce^)?
    attr-dict-with-keyword $first `others` $others
    (`:` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    OtherPartitionsOp others();
  }];
}

def OtherPartitionsOp : NamingOp<"other_partitions", [
    RecursiveMemoryEffects, IsolatedFromAbove, Terminator,
    HasParent<"::heddle::simt::PartitionsOp">]> {
  let summary = "the partitions of a block's other warps";
  let description = [{
    Region i is executed by `warps[i]` warps, the first of which is warp
    `first[i]` of the block; those of the kernel come before all. The region's
    arguments are the captures. `registers` as for `partitions`, a number for
    each region; warps in one group of four have the same, those of the kernel
    in it, too.
  }];
  let arguments = (ins Variadic<Scalar>:$captures, DenseI32ArrayAttr:$warps,
                       DenseI32ArrayAttr:$first,
                       OptionalAttr<DenseI32ArrayAttr>:$registers);
  let regions = (region VariadicRegion<AnyRegion>:$regions);
  let assemblyFormat = [{
    `(` $captures `)` `warps` $warps `first` $first
    (`registers` $registers^)? attr-dict-with-keyword $regions
    (`:` `(` type($captures)^ `)`)?
  }];
  let hasVerifier = 1;
}

def PartitionYieldOp : SimtOp<"partition_yield", [Pure, Terminator]> {
  let summary = "the end of a partition; the first one's gives results";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "($results^ `:` type($results))? attr-dict";
}

#endif // HEDDLE_SIMT_SIMTBARRIEROPS_TD
