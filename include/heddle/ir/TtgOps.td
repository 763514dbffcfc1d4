//===- TtgOps.td - Ops of the dialect ttg ------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `ttg`. Verifiers are in `TtgVerify.cpp`, the text of ops that differs
/// between releases in `TtgText.cpp`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTGOPS_TD
#define HEDDLE_IR_TTGOPS_TD

include "heddle/ir/Effects.td"
include "heddle/ir/LayoutFlow.td"
include "heddle/ir/Traits.td"
include "heddle/ir/TtAttrs.td"
include "heddle/ir/TtTypes.td"
include "heddle/ir/TtgDialect.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TtgOp<string mnemonic, list<Trait> traits = []>
    : Op<TtgDialect, mnemonic,
         !listconcat(traits, [WellFormedTensors, WellFormedMemory])>;

/// Another view of the same memory.
class ViewOp<string mnemonic, list<Trait> traits = []>
    : TtgOp<mnemonic, !listconcat(traits, [Pure])> {
  let results = (outs MemDescType:$result);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

def ConvertLayoutOp
    : TtgOp<"convert_layout", [FlowsLayouts, Pure, SameOperandsAndResultShape,
                               SameOperandsAndResultElementType]> {
  let summary = "the same tensor in another layout";
  let description = [{
    `force_warp_shuffle` (from 3.9 on) asks for shuffles where there is a choice.
  }];
  let arguments = (ins TtTensor:$src, UnitAttr:$force_warp_shuffle);
  let results = (outs TtTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
}

def Fp4ToFpOp : TtgOp<"fp4_to_fp", [FlowsLayouts, Pure]> {
  let summary = "floats from pairs of e2m1 in a byte";
  let description = [{
    The low half of a byte comes first along `axis`, which is twice as long in
    the result.
  }];
  let arguments = (ins RankedTensorOf<[I8]>:$src, I32Attr:$axis);
  let results = (outs TtFloatTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def InlineAsmOp : TtgOp<"inline_asm", [EffectsUnlessPure, SpeculatableIfPure]> {
  let summary = "assembly, once per thread, on all registers of its operands";
  let description = "A memdesc is passed as its 32-bit address.";
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints,
                       BoolAttr:$pure,
                       Variadic<AnyTypeOf<[TtValue, MemDescType]>>:$args);
  let results = (outs Variadic<TtValue>:$result);
  let assemblyFormat = [{
    $asm_string attr-dict ($args^)? `:` functional-type($args, $result)
  }];
  let hasVerifier = 1;
  let extraClassDefinition = PureIfSaysSo;
}

def WarpIdOp : TtgOp<"warp_id", [Pure]> {
  let summary = "the number of the warp in its block";
  let arguments = (ins UnitAttr:$omitUniformHint);
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

def LocalAllocOp
    : TtgOp<"local_alloc", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a buffer, with the contents of a tensor if one is given";
  let description = [{
    Without contents it has to be mutable. It is free again behind its last use,
    or where `ttg.local_dealloc` says so.
  }];
  let arguments = (ins Optional<TtTensor>:$src,
                       OptionalAttr<I32Attr>:$alignment);
  let results = (outs MemDescType:$result);
  let assemblyFormat = [{
    ($src^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def LocalDeallocOp : TtgOp<"local_dealloc"> {
  let summary = "frees a buffer";
  let arguments = (ins Arg<MemDescType, "", [SharedFree]>:$src);
  let assemblyFormat = "$src attr-dict `:` qualified(type($src))";
}

def LocalLoadOp : TtgOp<"local_load"> {
  let summary = "a tensor from a buffer";
  let arguments = (ins Arg<MemDescType, "", [SharedRead]>:$src,
                       Optional<AsyncTokenType>:$token);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $src (`token` $token^)? attr-dict `:` qualified(type($src)) `->`
    type($result)
  }];
  let hasVerifier = 1;
}

def LocalStoreOp : TtgOp<"local_store"> {
  let summary = "a tensor into a buffer";
  let arguments = (ins TtTensor:$src, Arg<MemDescType, "", [SharedWrite]>:$dst);
  let assemblyFormat = [{
    $src `,` $dst attr-dict `:` type($src) `->` qualified(type($dst))
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def LocalGatherOp : TtgOp<"local_gather"> {
  let summary = "elements of a buffer at indices along an axis";
  let arguments = (ins Arg<MemDescType, "", [SharedRead]>:$src,
                       TtIntTensor:$indices, I32Attr:$axis,
                       Optional<AsyncTokenType>:$token);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $src `[` $indices `]` (`token` $token^)? attr-dict `:`
    qualified(type($src)) `,` type($indices) `->` type($result)
  }];
  let hasVerifier = 1;
}

def LocalScatterOp : TtgOp<"local_scatter"> {
  let summary = "values to indices of a buffer along an axis";
  let arguments = (ins Arg<MemDescType, "", [SharedWrite]>:$dst,
                       TtTensor:$values, TtIntTensor:$indices, I32Attr:$axis,
                       Optional<AsyncTokenType>:$token);
  let assemblyFormat = [{
    $dst `[` $indices `]` `,` $values (`token` $token^)? attr-dict `:`
    qualified(type($dst)) `,` type($indices) `,` type($values)
  }];
  let hasVerifier = 1;
}

def LocalAtomicScatterRMWOp
    : TtgOp<"local_atomic_scatter_rmw",
            [TypesMatchWith<"the result is like the values", "values", "result",
                            "$_self">,
             OptionalTypesMatchWith<"the mask is like the values", "values",
                                    "mask", "::heddle::tt::boolLike($_self)">]> {
  let summary = "combines values with those at indices of a buffer, atomically";
  let arguments = (ins AtomicOp:$atomic_rmw_op,
                       Arg<MemDescType, "", [SharedRead, SharedWrite]>:$dst,
                       TtTensor:$values, TtIntTensor:$indices,
                       Optional<TtBoolTensor>:$mask, I32Attr:$axis);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $dst `[` $indices `]` `,` $values (`,` $mask^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def BarrierOp : TtgOp<"barrier"> {
  let summary = "all threads of the block wait for each other";
  let description = [{
    `ttg.barrier local|global_write`: what they did before in these kinds of
    memory is seen by all behind it. With `none` nothing is.
  }];
  let arguments = (ins AddressSpaces:$addrSpace);
  let hasCustomAssemblyFormat = 1;
}

def LocalBarrierOp : TtgOp<"local_barrier"> {
  let summary = "`ttg.barrier local` of release 3.6";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Views of memory
//===----------------------------------------------------------------------===//

def MemDescIndexOp : ViewOp<"memdesc_index"> {
  let summary = "one of an array of buffers";
  let arguments = (ins MemDescType:$src, I32:$index);
  let assemblyFormat = [{
    $src `[` $index `]` attr-dict `:` qualified(type($src)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def MemDescSubsliceOp : ViewOp<"memdesc_subslice"> {
  let summary = "the part of a buffer that starts at these offsets";
  let arguments = (ins MemDescType:$src, DenseI32ArrayAttr:$offsets);
  let assemblyFormat = [{
    $src `[` custom<Offsets>($offsets) `]` attr-dict `:` qualified(type($src))
    `->` qualified(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def MemDescTransOp : ViewOp<"memdesc_trans", [SameOperandsAndResultElementType]> {
  let summary = "a buffer with its axes in another order";
  let arguments = (ins MemDescType:$src, DenseI32ArrayAttr:$order);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def MemDescReshapeOp
    : ViewOp<"memdesc_reshape", [SameOperandsAndResultElementType]> {
  let summary = "a buffer in another shape";
  let arguments = (ins MemDescType:$src);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def MemDescReinterpretOp : ViewOp<"memdesc_reinterpret"> {
  let summary = "the same bytes as another type";
  let arguments = (ins MemDescType:$src);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

def AsyncCopyGlobalToLocalOp
    : TtgOp<"async_copy_global_to_local", [AttrSizedOperandSegments]> {
  let summary = "copies from global memory into a buffer meanwhile";
  let description = [{
    Operands as those of `tt.load`. `contiguity` is how many elements may be
    copied at once even where that cannot be seen.
  }];
  let arguments = (ins Arg<TtPointerTensor, "", [GlobalRead]>:$src,
                       Arg<MemDescType, "", [SharedWrite]>:$result,
                       Optional<TtBoolTensor>:$mask, Optional<TtValue>:$other,
                       OptionalAttr<AnyAttr>:$cachePolicy,
                       DefaultValuedAttr<BoolAttr, "false">:$isVolatile,
                       DefaultValuedAttr<I32Attr, "1">:$contiguity,
                       OptionalAttr<CacheModifier>:$cache,
                       OptionalAttr<EvictionPolicy>:$evict);
  let results = (outs AsyncTokenType:$token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def AsyncCommitGroupOp : TtgOp<"async_commit_group"> {
  let summary = "makes a group of the copies so far";
  let arguments = (ins Variadic<AsyncTokenType>:$inputTokens);
  let results = (outs AsyncTokenType:$asyncToken);
  let assemblyFormat = "(`tokens` $inputTokens^)? attr-dict";
}

def AsyncWaitOp : TtgOp<"async_wait"> {
  let summary = "waits until no more than `num` groups are under way";
  let arguments = (ins Variadic<AsyncTokenType>:$asyncToken, I32Attr:$num);
  let results = (outs AsyncTokenType:$retToken);
  let assemblyFormat = "($asyncToken^)? attr-dict";
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

def PredicateStageOp
    : TtgOp<"predicate_stage", [Pure, AllTypesMatch<["iv", "ub", "step"]>]> {
  let summary = "whether a stage of a pipelined loop has work";
  let arguments = (ins AnySignlessIntegerOrIndex:$iv,
                       AnySignlessIntegerOrIndex:$ub,
                       AnySignlessIntegerOrIndex:$step, I32Attr:$maxStage,
                       I32Attr:$stage);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $iv `,` $ub `,` $step `maxStage` $maxStage `stage` $stage attr-dict `:`
    type($iv) `->` type($result)
  }];
}

def MaskOp : TtgOp<"mask", [SingleBlock]> {
  let summary = "a region that is carried out if `pred` is true";
  let arguments = (ins I1:$pred);
  let results = (outs Variadic<AnyType>:$result);
  let regions = (region SizedRegion<1>:$region);
}

def MaskReturnOp
    : TtgOp<"mask.return", [HasParent<"MaskOp">, Pure, ReturnLike, Terminator]> {
  let summary = "ends a region of `ttg.mask`";
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

def GlobalScratchAllocOp : TtgOp<"global_scratch_alloc"> {
  let summary = "global memory of this instance alone";
  let arguments = (ins I32Attr:$nbytes, I32Attr:$alignment,
                       UnitAttr:$third_party_allocation,
                       UnitAttr:$shared_cluster_state);
  let results = (outs Arg<TtPointer, "", [GlobalAlloc]>:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
}

//===----------------------------------------------------------------------===//
// Warps with work of their own
//===----------------------------------------------------------------------===//

def WarpSpecializeOp
    : TtgOp<"warp_specialize", [DeclareOpInterfaceMethods<RegionBranchOpInterface>,
                                RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "several groups of warps, each with a region of its own";
  let description = [{
    The warps that get here carry out the `default` region; each partition is
    carried out by `num_warps` more warps, and sees only what is handed to it.
    All join behind the op; the default region yields the results.

    ```mlir
    %0 = ttg.warp_specialize(%a)
    default {
      ttg.warp_yield %b : i32
    }
    partition0(%arg0: i32) num_warps(4) {
      ttg.warp_return
    } : (i32) -> i32
    ```
    In the generic form of 3.6 what is handed over are operands of this op; none
    have been since, and the verifier says so.
  }];
  let arguments = (ins Variadic<AnyType>:$captures,
                       DenseI32ArrayAttr:$partitionNumWarps,
                       OptionalAttr<DenseI32ArrayAttr>:$warpGroupStartIds,
                       OptionalAttr<DenseI32ArrayAttr>:$requestedRegisters,
                       OptionalAttr<DenseI32ArrayAttr>:$actualRegisters);
  let results = (outs Variadic<AnyType>:$defaultPassthrough);
  let regions = (region MinSizedRegion<1>:$defaultRegion,
                        SizedRegion<1>:$partitionOpHolder);
  let extraClassDeclaration = [{
    WarpSpecializePartitionsOp getPartitionOp();
    ::mlir::RegionRange getPartitionRegions();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def WarpSpecializePartitionsOp
    : TtgOp<"warp_specialize.partitions",
            [DeclareOpInterfaceMethods<RegionBranchOpInterface,
                 ["getEntrySuccessorOperands"]>,
             HasParent<"WarpSpecializeOp">, IsolatedFromAbove,
             RecursiveMemoryEffects, RecursivelySpeculatable, Terminator]> {
  let summary = "holds the partitions, which see nothing from outside";
  let arguments = (ins Variadic<AnyType>:$explicitCaptures);
  let regions = (region VariadicRegion<MinSizedRegion<1>>:$partitionRegions);
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def WarpYieldOp
    : TtgOp<"warp_yield", [HasParent<"WarpSpecializeOp">, Pure, ReturnLike,
                           Terminator]> {
  let summary = "ends the default region";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^)? attr-dict (`:` type($values)^)?";
  let hasVerifier = 1;
}

def WarpReturnOp
    : TtgOp<"warp_return", [HasParent<"WarpSpecializePartitionsOp">, Pure,
                            ReturnLike, Terminator]> {
  let summary = "ends a partition";
  let assemblyFormat = "attr-dict";
}

#endif // HEDDLE_IR_TTGOPS_TD
