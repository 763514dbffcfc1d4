//===- AmdgCopyOps.td - Asynchronous copies of amdg --------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `amdg` that copy between global and shared memory meanwhile, and what
/// they signal and are waited for with. Verifiers are in `AmdgCopyVerify.cpp`,
/// the text of ops that differs between releases in `AmdgCopyText.cpp`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_AMDGCOPYOPS_TD
#define HEDDLE_IR_AMDGCOPYOPS_TD

include "heddle/ir/AmdgDialect.td"
include "heddle/ir/Effects.td"
include "heddle/ir/TtAttrs.td"
include "heddle/ir/TtTypes.td"
include "heddle/ir/TtgDialect.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Barriers in shared memory
//===----------------------------------------------------------------------===//

class BarrierOp<string mnemonic> : AmdgOp<mnemonic> {
  let hasVerifier = 1;
}

def InitBarrierOp : BarrierOp<"init_barrier"> {
  let summary = "makes a barrier whose phase ends with `count` arrivals";
  let arguments = (ins Arg<MemDescType, "", [SharedWrite]>:$barrier,
                       I32Attr:$count);
  let assemblyFormat = [{
    $barrier `,` $count attr-dict `:` qualified(type($barrier))
  }];
}

def WaitBarrierOp : BarrierOp<"wait_barrier"> {
  let summary = "waits until the phase of this parity has ended";
  let arguments = (ins Arg<MemDescType, "", [SharedRead, SharedWrite]>:$barrier,
                       I32:$phase);
  let assemblyFormat = [{
    $barrier `,` $phase attr-dict `:` qualified(type($barrier))
  }];
}

def ArriveBarrierOp : BarrierOp<"arrive_barrier"> {
  let summary = "arrives `count` times";
  let description = "The result is the parity of the phase before.";
  let arguments = (ins Arg<MemDescType, "", [SharedRead, SharedWrite]>:$barrier,
                       I32Attr:$count);
  let results = (outs I32:$result);
  let assemblyFormat = [{
    $barrier `,` $count attr-dict `:` qualified(type($barrier)) `->`
    type($result)
  }];
}

def AsyncCopyMbarrierArriveOp : BarrierOp<"async_copy_mbarrier_arrive"> {
  let summary = "arrives once the copies of this thread so far are done";
  let arguments = (ins Arg<MemDescType, "",
                           [SharedRead, SharedWrite]>:$barrier);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

class WaitForCopiesOp<string mnemonic> : AmdgOp<mnemonic> {
  let results = (outs AsyncTokenType:$retToken);
  let assemblyFormat = "($tokens^)? attr-dict";
}

def AsyncWaitOp : WaitForCopiesOp<"async_wait"> {
  let summary = "waits until no more than so many instructions are under way";
  let description = "`ttg.async_wait`, with instructions in place of groups.";
  let arguments = (ins Variadic<AsyncTokenType>:$tokens, I32Attr:$num_inst);
}

def AsyncTDMWaitOp : WaitForCopiesOp<"async_tdm_wait"> {
  let summary = "waits until no more than so many ops of the TDM are under way";
  let arguments = (ins Variadic<AsyncTokenType>:$tokens, I32Attr:$num);
  // Without tokens two spaces, as Triton prints them.
  let assemblyFormat = "$tokens attr-dict";
}

def AsyncTDMIntrinsicWaitOp : WaitForCopiesOp<"async_tdm_intrinsic_wait"> {
  let summary = "`amdg.async_tdm_wait`, with instructions in place of ops";
  let arguments = (ins Variadic<AsyncTokenType>:$tokens, I32Attr:$count);
}

def AsyncCopyLocalToGlobalOp : AmdgOp<"async_copy_local_to_global"> {
  let summary = "copies from a buffer to global memory meanwhile";
  let description = "Operands as those of `ttg.async_copy_global_to_local`.";
  let arguments = (ins Arg<MemDescType, "", [SharedRead]>:$src,
                       Arg<TtPointerTensor, "", [GlobalWrite]>:$dst,
                       Optional<TtBoolTensor>:$mask,
                       OptionalAttr<AnyAttr>:$cachePolicy,
                       DefaultValuedAttr<I32Attr, "1">:$contiguity,
                       OptionalAttr<CacheModifier>:$cache,
                       OptionalAttr<EvictionPolicy>:$evict);
  let results = (outs AsyncTokenType:$token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The tensor data mover
//===----------------------------------------------------------------------===//

/// The barrier at which a copy arrives when it is done.
defvar ArrivesAt = Arg<Optional<MemDescType>, "", [SharedRead, SharedWrite]>;
/// What a copy does with the caches; unlike elsewhere written as a number.
defvar TdmCache = DefaultValuedAttr<CacheModifier,
                                    "::heddle::tt::CacheModifier::None">;

def UpdateTensorDescriptorOp
    : AmdgOp<"update_tensor_descriptor",
             [AllTypesMatch<["desc", "result"]>, AttrSizedOperandSegments,
              Pure]> {
  let summary = "a descriptor with another position, bounds or predicate";
  let description = [{
    `add_offsets` moves the block; with `clamp_bounds` the bounds, which count
    from the block, shrink by as much. `set_bounds` sets them. Copies are left
    out where `pred` is 0.
  }];
  let arguments = (ins TensorDescType:$desc, Variadic<I32>:$add_offsets,
                       Variadic<I32>:$set_bounds, Optional<I32>:$pred,
                       UnitAttr:$clamp_bounds);
  let results = (outs TensorDescType:$result);
  let assemblyFormat = [{
    $desc oilist( `add_offsets` `=` `[` $add_offsets `]`
                | `set_bounds` `=` `[` $set_bounds `]`
                | `pred` `=` $pred )
    attr-dict `:` qualified(type($desc))
  }];
  let hasVerifier = 1;
}

def AsyncTDMCopyGlobalToLocalOp
    : AmdgOp<"async_tdm_copy_global_to_local", [AttrSizedOperandSegments]> {
  let summary = "copies a descriptor's block into a buffer meanwhile";
  let description = [{
    `warp_used_hint` is the set of warps that take part, as bits: a product of
    whole bits of the warp's number.

    ```mlir
    %0 = amdg.async_tdm_copy_global_to_local %desc into %dst, barrier = %b
        : !tt.tensordesc<128x64xf16, #shared>,
          !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    ```
    Up to 3.7 it is `%desc[%i, %j] into %dst, %pred`, with the position of the
    block and a predicate, an i1 in 3.6 and an i32 in 3.7.
  }];
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead]>:$desc,
                       Variadic<I32>:$indices,
                       Arg<MemDescType, "", [SharedWrite]>:$dst,
                       Optional<AnyTypeOf<[I1, I32]>>:$pred,
                       ArrivesAt:$barrier, TdmCache:$cache,
                       OptionalAttr<I32Attr>:$warp_used_hint);
  let results = (outs AsyncTokenType:$token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def AsyncTDMFusedCopyGlobalToLocalOp
    : AmdgOp<"async_tdm_fused_copy_global_to_local",
             [SameVariadicOperandSize]> {
  let summary = "two to four copies, each by warps of its own";
  let arguments = (ins Arg<Variadic<TensorDescType>, "", [GlobalRead]>:$descs,
                       Arg<Variadic<MemDescType>, "", [SharedWrite]>:$dsts,
                       DenseI32ArrayAttr:$warp_used_hints, TdmCache:$cache);
  let results = (outs AsyncTokenType:$token);
  let assemblyFormat = [{
    $descs `into` $dsts attr-dict `:` type($descs) `->` type($dsts)
  }];
  let hasVerifier = 1;
}

def AsyncTDMCopyLocalToGlobalOp
    : AmdgOp<"async_tdm_copy_local_to_global", [AttrSizedOperandSegments]> {
  let summary = "copies a buffer to a descriptor's block meanwhile";
  let description = "The token is there from 3.9 on, the position up to 3.7.";
  let arguments = (ins Arg<TensorDescType, "", [GlobalWrite]>:$desc,
                       Variadic<I32>:$indices,
                       Arg<MemDescType, "", [SharedRead]>:$src,
                       ArrivesAt:$barrier, TdmCache:$cache);
  let results = (outs Optional<AsyncTokenType>:$token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def AsyncTDMGatherOp : AmdgOp<"async_tdm_gather", [AttrSizedOperandSegments]> {
  let summary = "copies rows of a tensor in global memory meanwhile";
  let description = [{
    One instruction is for a warp, so all its lanes have the same row numbers.
    Release 3.7 has the first column behind the rows.
  }];
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead]>:$desc,
                       RankedTensorOf<[I16, I32]>:$rows, Optional<I32>:$column,
                       Arg<MemDescType, "", [SharedWrite]>:$dst,
                       ArrivesAt:$barrier);
  let results = (outs AsyncTokenType:$token);
  let assemblyFormat = [{
    $desc `[` $rows (`,` $column^)? `]` `to` $dst
    (`,` `barrier` `=` $barrier^)? attr-dict `:` type($rows) `,`
    qualified(type($dst)) (`,` qualified(type($barrier))^)? `->`
    qualified(type($desc))
  }];
  let hasVerifier = 1;
}

def AsyncTDMScatterOp
    : AmdgOp<"async_tdm_scatter", [AttrSizedOperandSegments]> {
  let summary = "copies to rows of a tensor in global memory meanwhile";
  let arguments = (ins Arg<TensorDescType, "", [GlobalWrite]>:$desc,
                       RankedTensorOf<[I16, I32]>:$rows, Optional<I32>:$column,
                       Arg<MemDescType, "", [SharedRead]>:$src,
                       ArrivesAt:$barrier);
  let results = (outs AsyncTokenType:$token);
  let assemblyFormat = [{
    $desc `[` $rows (`,` $column^)? `]` `from` $src
    (`,` `barrier` `=` $barrier^)? attr-dict `:` type($rows) `,`
    qualified(type($src)) (`,` qualified(type($barrier))^)? `->`
    qualified(type($desc))
  }];
  let hasVerifier = 1;
}

def TDMPrefetchOp : AmdgOp<"tdm_prefetch"> {
  let summary = "brings the block at these indices into the L2 cache";
  let description = [{
    A speculative one gives up at a miss of the TLB. With `returnOffsets` the
    result has the offsets in bytes that were asked for, one for each chunk of
    256 bytes of a row.
  }];
  // It also writes, so that one without a result is not removed.
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead, GlobalWrite]>:$desc,
                       Variadic<I32>:$indices, I1:$pred, BoolAttr:$speculative,
                       UnitAttr:$returnOffsets);
  let results = (outs Optional<RankedTensorOf<[I64]>>:$result);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $pred `,` `speculative` `=` $speculative
    (`returnOffsets` $returnOffsets^)? attr-dict `:` qualified(type($desc))
    (`->` type($result)^)?
  }];
  let hasVerifier = 1;
}

#endif // HEDDLE_IR_AMDGCOPYOPS_TD
