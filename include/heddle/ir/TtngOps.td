//===- TtngOps.td - Ops of the dialect ttng ----------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `ttng`. Verifiers are in `TtngVerify*.cpp`, the text of ops that
/// differs between releases in `TtngText.cpp`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTNGOPS_TD
#define HEDDLE_IR_TTNGOPS_TD

include "heddle/ir/TtngOpBase.td"
include "heddle/ir/TtngProductOps.td"

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

def PackedOperand : AnyTypeOf<[I8, F8E8M0FNU, F8E4M3FN, F8E5M2, F16, BF16, F32],
                              "operand of packed arithmetic">;
def PackedResult : AnyTypeOf<[F8E4M3FN, F8E5M2, F16, BF16, F32],
                             "result of packed arithmetic">;

def PackedArithOp : TtngOp<"packed_arith", [Pure]> {
  let summary = "arithmetic on two or four elements by one instruction";
  let description = [{
    Which instruction it is follows from the elements. Those of i8 are pairs of
    e2m1, the low half first, along the axis where the operand is half as long
    as the result.
  }];
  let arguments = (ins PackedArithKind:$op_kind,
                       Variadic<RankedTensorOf<[PackedOperand]>>:$operands);
  let results = (outs RankedTensorOf<[PackedResult]>:$result);
  let assemblyFormat = [{
    $op_kind $operands attr-dict `:` functional-type($operands, $result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Fences and clusters
//===----------------------------------------------------------------------===//

def FenceAsyncSharedOp : TtngOp<"fence_async_shared"> {
  let summary = "what threads wrote to shared memory is seen by the engines";
  let description = "Of the block, or with `bCluster` of the whole cluster.";
  let arguments = (ins BoolAttr:$bCluster);
  let assemblyFormat = "attr-dict";
}

def FenceMBarrierInitReleaseClusterOp
    : TtngOp<"fence_mbarrier_init_release_cluster"> {
  let summary = "barriers that were made are seen by the whole cluster";
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def ClusterBarrierOp : TtngOp<"cluster_barrier"> {
  let summary = "all threads of the cluster wait for each other";
  let description = [{
    What they wrote before is seen by all behind it, unless it is `relaxed`.
  }];
  let arguments = (ins DefaultValuedAttr<BoolAttr, "false">:$relaxed);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def ClusterArriveOp : TtngOp<"cluster_arrive"> {
  let summary = "the first half of `ttng.cluster_barrier`, up to 3.8";
  let arguments = (ins BoolAttr:$relaxed);
  let assemblyFormat = "attr-dict";
}

def ClusterWaitOp : TtngOp<"cluster_wait"> {
  let summary = "the second half of `ttng.cluster_barrier`, up to 3.8";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Work of clusters that have not started
//===----------------------------------------------------------------------===//

def CLCTryCancelSyncOp : TtngOp<"clc_try_cancel_sync"> {
  let summary = "takes over the work of a cluster, and waits for the answer";
  let results = (outs TtTensor:$response);
  let assemblyFormat = "attr-dict `:` type($response)";
  let hasVerifier = 1;
}

def CLCTryCancelOp : TtngOp<"clc_try_cancel"> {
  let summary = "requests the work of a cluster that has not started";
  let description = [{
    The answer, 16 bytes, is written to `result`; then `mbarrier` is told.
  }];
  let arguments = (ins Arg<MemDescType, "", [SharedWrite]>:$result,
                       Arg<MemDescType, "", [SharedWrite]>:$mbarrier);
  let assemblyFormat = [{
    $result `,` $mbarrier attr-dict `:` qualified(type($result)) `,`
    qualified(type($mbarrier))
  }];
  let hasVerifier = 1;
}

def CLCLoadResultOp : TtngOp<"clc_load_result"> {
  let summary = "the answer to `ttng.clc_try_cancel`";
  let arguments = (ins Arg<MemDescType, "", [SharedRead]>:$src);
  let results = (outs I<128>:$clcResult);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` type($clcResult)
  }];
  let hasVerifier = 1;
}

def CLCIsCanceledOp : TtngOp<"clc_is_canceled", [Pure]> {
  let summary = "whether the answer is work to do";
  let arguments = (ins I<128>:$clcResult);
  let results = (outs I1:$is_canceled);
  let assemblyFormat = [{
    $clcResult attr-dict `:` type($clcResult) `->` type($is_canceled)
  }];
}

def CLCGetProgramIdOp : TtngOp<"clc_get_program_id", [Pure]> {
  let summary = "which instance's work the answer is, along an axis of the grid";
  let arguments = (ins I<128>:$clcResult, GridAxis:$dim);
  let results = (outs I32:$result);
  let assemblyFormat = [{
    $clcResult `,` $dim attr-dict `:` type($clcResult) `->` type($result)
  }];
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

def InitBarrierOp : TtngOp<"init_barrier"> {
  let summary = "makes a barrier whose phases are `count` arrivals each";
  let arguments = (ins Arg<MemDescType, "", [SharedWrite]>:$alloc,
                       I32Attr:$count);
  let assemblyFormat = [{
    $alloc `,` $count attr-dict `:` qualified(type($alloc))
  }];
  let hasVerifier = 1;
}

def InvalBarrierOp : TtngOp<"inval_barrier"> {
  let summary = "ends a barrier, so that its memory is free for other use";
  let arguments = (ins Arg<MemDescType, "", [SharedWrite]>:$alloc);
  let assemblyFormat = "$alloc attr-dict `:` qualified(type($alloc))";
  let hasVerifier = 1;
}

def BarrierExpectOp : TtngOp<"barrier_expect"> {
  let summary = "arrives, and has the phase wait for `size` bytes too";
  let description = [{
    `fromCTA` (from 3.7 on) is a mask of the bits of a block's number: the block
    that has zeros for the others arrives for all of them.
  }];
  let arguments = (ins Arg<MemDescType, "", [SharedWrite]>:$alloc,
                       I32Attr:$size, I1:$pred, OptionalAttr<I32Attr>:$fromCTA);
  let assemblyFormat = [{
    $alloc `,` $size attr-dict `,` $pred `:` qualified(type($alloc))
  }];
  let hasVerifier = 1;
}

def WaitBarrierOp : TtngOp<"wait_barrier", [AttrSizedOperandSegments]> {
  let summary = "waits for the end of the phase of this parity";
  let description = "`deps` are in use until then.";
  let arguments = (ins Arg<MemDescType, "", [SharedRead, SharedWrite]>:$alloc,
                       I32:$phase, Optional<I1>:$pred,
                       Variadic<MemDescType>:$deps);
  let assemblyFormat = [{
    $alloc `,` $phase (`,` $pred^)? (`deps` $deps^)? attr-dict `:`
    qualified(type($alloc)) (`,` type($deps)^)?
  }];
  let hasVerifier = 1;
}

def ArriveBarrierOp : TtngOp<"arrive_barrier"> {
  let summary = "arrives `count` times";
  let description = [{
    `fromCTA` as of `ttng.barrier_expect`. The blocks whose numbers differ in
    bits of `multicastCTA` alone arrive at the barriers of all of them.
  }];
  let arguments = (ins Arg<MemDescType, "", [SharedRead, SharedWrite]>:$alloc,
                       I32Attr:$count, Optional<I1>:$pred,
                       OptionalAttr<I32Attr>:$fromCTA,
                       DefaultValuedOptionalAttr<I32Attr, "0">:$multicastCTA);
  let assemblyFormat = [{
    $alloc `,` $count (`,` $pred^)? attr-dict `:` qualified(type($alloc))
  }];
  let hasVerifier = 1;
}

def AsyncCopyMbarrierArriveOp : TtngOp<"async_copy_mbarrier_arrive"> {
  let summary = "arrives once the thread's asynchronous copies are done";
  let description = [{
    Without `noIncrement` the phase waits for one more arrival, this one.
  }];
  let arguments = (ins Arg<MemDescType, "", [SharedWrite]>:$barrier,
                       UnitAttr:$noIncrement);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Copies by threads and by descriptors
//===----------------------------------------------------------------------===//

def AsyncSharedStoreOp : TtngOp<"async_shared_store"> {
  let summary = "a tensor into shared memory of the cluster, by and by";
  let description = "`mbarrier` is told how many bytes have arrived.";
  let arguments = (ins TtTensor:$src, Arg<MemDescType, "", [SharedWrite]>:$dst,
                       Arg<MemDescType, "", [SharedWrite]>:$mbarrier);
  let assemblyFormat = [{
    $src `,` $dst `,` $mbarrier attr-dict `:` type($src) `->`
    qualified(type($dst)) `,` qualified(type($mbarrier))
  }];
  let hasVerifier = 1;
}

def AsyncTMACopyGlobalToLocalOp
    : TtngOp<"async_tma_copy_global_to_local", [AttrSizedOperandSegments]> {
  let summary = "copies a block of a tensor into shared memory meanwhile";
  let description = [{
    `barrier` is told how many bytes have arrived. `multicast` brings the block
    to all blocks of the cluster whose layout is the same. A block of windows
    starts at the pixel `coord`, and takes of each window the pixel `offsets`.
  }];
  let arguments = (ins Arg<AnyDescriptor, "", [GlobalRead]>:$desc,
                       Variadic<I32>:$coord, Variadic<I16>:$offsets,
                       Arg<MemDescType, "", [SharedWrite]>:$barrier,
                       Arg<MemDescType, "", [SharedWrite]>:$result, I1:$pred,
                       UnitAttr:$multicast, OptionalAttr<AnyAttr>:$cachePolicy,
                       DefaultValuedAttr<BoolAttr, "false">:$isVolatile,
                       OptionalAttr<CacheModifier>:$cache,
                       OptionalAttr<EvictionPolicy>:$evict);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def AsyncTMACopyLocalToGlobalOp : TtngOp<"async_tma_copy_local_to_global"> {
  let summary = "copies shared memory to a block of a tensor meanwhile";
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead, GlobalWrite]>:$desc,
                       Variadic<I32>:$coord,
                       Arg<MemDescType, "", [SharedRead]>:$src,
                       OptionalAttr<AnyAttr>:$cachePolicy);
  let assemblyFormat = [{
    $desc `[` $coord `]` $src attr-dict `:` qualified(type($desc)) `,`
    qualified(type($src))
  }];
  let hasVerifier = 1;
}

def AsyncTMAReduceOp : TtngOp<"async_tma_reduce"> {
  let summary = "combines shared memory with a block of a tensor meanwhile";
  let description = "Each element atomically, in no order.";
  let arguments = (ins DescriptorReduceKind:$kind,
                       Arg<TensorDescType, "", [GlobalRead, GlobalWrite]>:$desc,
                       Variadic<I32>:$coord,
                       Arg<MemDescType, "", [SharedRead]>:$src);
  let assemblyFormat = [{
    $kind `,` $desc `[` $coord `]` $src attr-dict `:` qualified(type($desc)) `,`
    qualified(type($src))
  }];
  let hasVerifier = 1;
}

def AsyncTMAGatherOp : TtngOp<"async_tma_gather"> {
  let summary = "copies these rows of a matrix into shared memory meanwhile";
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead]>:$desc,
                       RankedTensorOf<[I32]>:$x_offsets, I32:$y_offset,
                       Arg<MemDescType, "", [SharedWrite]>:$barrier,
                       Arg<MemDescType, "", [SharedWrite]>:$result, I1:$pred,
                       UnitAttr:$multicast, OptionalAttr<AnyAttr>:$cachePolicy);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` $result `,` $barrier `,` $pred
    attr-dict `:` type(operands)
  }];
  let hasVerifier = 1;
}

def AsyncTMAScatterOp : TtngOp<"async_tma_scatter"> {
  let summary = "copies shared memory to these rows of a matrix meanwhile";
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead, GlobalWrite]>:$desc,
                       RankedTensorOf<[I32]>:$x_offsets, I32:$y_offset,
                       Arg<MemDescType, "", [SharedRead]>:$src,
                       OptionalAttr<AnyAttr>:$cachePolicy);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` $src attr-dict `:` type(operands)
  }];
  let hasVerifier = 1;
}

def TMAStoreWaitOp : TtngOp<"async_tma_store_wait"> {
  let summary = "waits until no more than `pendings` stores are under way";
  let description = "With `read_only` until they have read shared memory.";
  let arguments = (ins I32Attr:$pendings, UnitAttr:$read_only);
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

def ReinterpretTensorDescOp : TtngOp<"reinterpret_tensor_descriptor", [Pure]> {
  let summary = "the descriptor at an address";
  let arguments = (ins TtPointer:$rawDesc);
  let results = (outs TensorDescType:$result);
  let assemblyFormat = [{
    $rawDesc attr-dict `:` qualified(type($rawDesc)) `to`
    qualified(type($result))
  }];
}

def TensormapCreateOp
    : TtngOp<"tensormap_create", [AttrSizedOperandSegments,
                                  MemoryEffects<[GlobalRead, GlobalWrite]>]> {
  let summary = "writes the descriptor of a tensor";
  let description = [{
    Sizes of a block and of the tensor, the tensor's strides in bytes but the
    last axis's, strides in elements of what a block takes; then the numbers
    that PTX has for the element, the order of channels, the pattern of shared
    memory and the value outside of the tensor.
  }];
  let arguments = (ins TtPointer:$desc_ptr, TtPointer:$global_address,
                       Variadic<I32>:$box_dim, Variadic<I32>:$global_dim,
                       Variadic<I64>:$global_stride,
                       Variadic<I32>:$element_stride, I32Attr:$elem_type,
                       I32Attr:$interleave_layout, I32Attr:$swizzle_mode,
                       I32Attr:$fill_mode);
  let assemblyFormat = [{
    $desc_ptr `,` $global_address `,` `[` $box_dim `]` `,` `[` $global_dim `]`
    `,` `[` $global_stride `]` `,` `[` $element_stride `]` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TensormapFenceproxyAcquireOp
    : TtngOp<"tensormap_fenceproxy_acquire", [MemoryEffects<[GlobalWrite]>]> {
  let summary = "the copy engine sees the descriptor that was written";
  let arguments = (ins TtPointer:$desc_ptr);
  let assemblyFormat = "$desc_ptr attr-dict `:` qualified(type($desc_ptr))";
}

#endif // HEDDLE_IR_TTNGOPS_TD
