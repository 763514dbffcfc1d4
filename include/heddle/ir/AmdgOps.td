//===- AmdgOps.td - Ops of the dialect amdg ----------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `amdg`; those that copy meanwhile are in `AmdgCopyOps.td`. Verifiers
/// are in `AmdgVerify.cpp` and `AmdgCastVerify.cpp`, the text of ops that
/// differs between releases in `AmdgText.cpp`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_AMDGOPS_TD
#define HEDDLE_IR_AMDGOPS_TD

include "heddle/ir/AmdgCopyOps.td"
include "heddle/ir/AmdgDialect.td"
include "heddle/ir/Effects.td"
include "heddle/ir/LayoutFlow.td"
include "heddle/ir/TtAttrs.td"
include "heddle/ir/TtTypes.td"
include "heddle/ir/TtgDialect.td"
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Buffer accesses
//===----------------------------------------------------------------------===//

/// Element i of the tensor is at `ptr + offsets[i]`, counted in elements.
/// `stride` is how far rows of a tensor are apart, for caches that swizzle.
class BufferOp<string mnemonic, list<Trait> traits = []>
    : AmdgOp<mnemonic, traits> {
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def BufferLoadOp : BufferOp<"buffer_load", [AttrSizedOperandSegments]> {
  let summary = "values at offsets from a pointer";
  let description = [{
    Where the mask is false the result is `other`, or zero. `contiguity` is how
    many elements may be loaded at once even where that cannot be seen.

    ```mlir
    %0 = amdg.buffer_load %ptr[%offsets], %mask stride = %s
        : !tt.ptr<f16> -> tensor<128x64xf16, #blocked>
    ```
    Up to 3.8 only the result's type is written.
  }];
  let arguments = (ins Arg<TtPointer, "", [GlobalRead]>:$ptr,
                       RankedTensorOf<[I32]>:$offsets, Optional<I32>:$stride,
                       Optional<TtBoolTensor>:$mask, Optional<TtTensor>:$other,
                       OptionalAttr<AnyAttr>:$cachePolicy,
                       DefaultValuedAttr<I32Attr, "1">:$contiguity,
                       OptionalAttr<CacheModifier>:$cache);
  let results = (outs TtTensor:$result);
  let extraClassDeclaration = [{
    /// An attribute of what was a `tt.load` without `other`: nobody should use
    /// the zeros.
    static constexpr ::llvm::StringLiteral UndefinedOther =
        "heddle.undefined_other";
  }];
}

def BufferStoreOp : BufferOp<"buffer_store", [AttrSizedOperandSegments]> {
  let summary = "writes values to offsets from a pointer";
  let arguments = (ins TtTensor:$value, Arg<TtPointer, "", [GlobalWrite]>:$ptr,
                       RankedTensorOf<[I32]>:$offsets, Optional<I32>:$stride,
                       Optional<TtBoolTensor>:$mask,
                       OptionalAttr<AnyAttr>:$cachePolicy,
                       DefaultValuedAttr<I32Attr, "1">:$contiguity,
                       OptionalAttr<CacheModifier>:$cache);
}

def BufferLoadToLocalOp
    : BufferOp<"buffer_load_to_local", [AttrSizedOperandSegments]> {
  let summary = "copies values at offsets into shared memory meanwhile";
  let description = [{
    ```mlir
    %0 = amdg.buffer_load_to_local %ptr[%offsets] mask = %m other = %o into %dst
        : !tt.ptr<f16>[tensor<128x64xi32, #blocked>]
          tensor<128x64xf16, #blocked> -> <128x64xf16, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins Arg<MemDescType, "", [SharedWrite]>:$dest,
                       Arg<TtPointer, "", [GlobalRead]>:$ptr,
                       RankedTensorOf<[I32]>:$offsets,
                       Optional<TtBoolTensor>:$mask, Optional<TtTensor>:$other,
                       Optional<I32>:$stride,
                       OptionalAttr<AnyAttr>:$cachePolicy,
                       DefaultValuedAttr<I32Attr, "1">:$contiguity,
                       OptionalAttr<CacheModifier>:$cache);
  let results = (outs AsyncTokenType:$token);
}

def BufferAtomicRMWOp
    : BufferOp<"buffer_atomic_rmw", [AttrSizedOperandSegments]> {
  let summary = "combines values with those at offsets, atomically";
  let description = "The result is what was there before.";
  let arguments = (ins AtomicOp:$atomic_rmw_op,
                       Arg<TtPointer, "", [GlobalRead, GlobalWrite]>:$ptr,
                       RankedTensorOf<[I32]>:$offsets, TtTensor:$value,
                       Optional<I32>:$stride, Optional<TtBoolTensor>:$mask,
                       MemoryOrder:$sem, MemoryScope:$scope);
  let results = (outs TtTensor:$result);
}

def BufferAtomicCASOp : BufferOp<"buffer_atomic_cas"> {
  let summary = "replaces values at offsets that are as expected, atomically";
  let description = "The result is what was there before.";
  let arguments = (ins Arg<TtPointer, "", [GlobalRead, GlobalWrite]>:$ptr,
                       RankedTensorOf<[I32]>:$offsets, TtTensor:$cmp,
                       TtTensor:$val, Optional<I32>:$stride, MemoryOrder:$sem,
                       MemoryScope:$scope);
  let results = (outs TtTensor:$result);
}

//===----------------------------------------------------------------------===//
// Parts of tensors, and other layouts of them
//===----------------------------------------------------------------------===//

def ExtractSliceOp : AmdgOp<"extract_slice", [Pure]> {
  let summary = "the part of a tensor that starts at these offsets";
  let description = [{
    No data moves: each thread has the elements of its part already.

    ```mlir
    %0 = amdg.extract_slice %a [32, 0] : tensor<128x64xf16, #blocked> to
        tensor<32x64xf16, #blocked>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source,
                       DenseI64ArrayAttr:$static_offsets);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source $static_offsets attr-dict `:` type($source) `to` type($result)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def ConcatOp : AmdgOp<"concat", [Pure]> {
  let summary = "tensors of one type as the tiles of a larger one, row by row";
  let description = "No data moves: each thread has what it has in the tiles.";
  let arguments = (ins Variadic<AnyRankedTensor>:$sources);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $sources attr-dict `:` type($sources) `->` type($result)
  }];
  let hasVerifier = 1;
}

def InThreadTransposeOp
    : AmdgOp<"in_thread_transpose", [FlowsLayouts, Pure]> {
  let summary = "the same tensor, with the registers of a thread transposed";
  let description = [{
    The elements that a thread of a blocked layout holds side by side get the
    other order of axes. They are then stored to shared memory in that order.
  }];
  let arguments = (ins TtTensor:$src);
  let results = (outs TtTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

class LocalLoadPackedOp<string mnemonic> : AmdgOp<mnemonic> {
  let description = [{
    Bytes in memory are pairs of e2m1 along M (or N); those of the result are
    pairs along K, as the matrix instructions want them.
  }];
  let arguments = (ins Arg<MemDescType, "", [SharedRead]>:$src,
                       Optional<AsyncTokenType>:$token);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $src (`token` $token^)? attr-dict `:` qualified(type($src)) `->`
    type($result)
  }];
  let hasVerifier = 1;
}

def LocalLoadPackedTransposedOp
    : LocalLoadPackedOp<"local_load_packed_transposed"> {
  let summary = "an operand of pairs of e2m1 that lies transposed in memory";
}

def LocalLoadPackedTranposedOp
    : LocalLoadPackedOp<"local_load_packed_tranposed"> {
  let summary = "`amdg.local_load_packed_transposed` up to release 3.8";
}

//===----------------------------------------------------------------------===//
// Scaled floats
//===----------------------------------------------------------------------===//

/// What a value is multiplied by: a bf16, or a byte e that means 2^(e-127).
def ScaleTensor : RankedTensorOf<[BF16, I8]>;
def ByteTensor : RankedTensorOf<[I8]>;
def Fp8Tensor : RankedTensorOf<[F8E4M3FN, F8E5M2]>;
def WideFloatTensor : RankedTensorOf<[F16, BF16, F32]>;

class ScaledCastOp<string mnemonic, list<Trait> traits = []>
    : AmdgOp<mnemonic, !listconcat(traits, [Pure])> {
  let assemblyFormat = [{
    $input `scale` $scale attr-dict `:` type($input) `,` type($scale) `->`
    type($output)
  }];
}

def ScaledUpcastFp4Op : ScaledCastOp<"scaled_upcast_fp4"> {
  let summary = "floats from pairs of e2m1 in a byte, times a scale";
  let description = [{
    The low half of a byte comes first along `axis`, which is twice as long in
    the result. There is a scale for each element of the result, or from 3.9 on
    for each block of them along `axis`.
  }];
  let arguments = (ins ByteTensor:$input, ScaleTensor:$scale, I32Attr:$axis);
  let results = (outs WideFloatTensor:$output);
  let hasVerifier = 1;
}

def ScaledUpcastFp8Op
    : ScaledCastOp<"scaled_upcast_fp8",
                   [Elementwise, SameOperandsAndResultShape, SameLayouts]> {
  let summary = "floats from those of 8 bits, times a scale";
  let arguments = (ins Fp8Tensor:$input, ScaleTensor:$scale);
  let results = (outs WideFloatTensor:$output);
  let hasVerifier = 1;
}

class ScaledDowncastOp<string mnemonic> : ScaledCastOp<mnemonic> {
  let description = [{
    Values are divided by their scale and rounded. There is a scale for each
    block of values along `axis`.
  }];
  let hasVerifier = 1;
}

def ScaledDowncastFp4Op : ScaledDowncastOp<"scaled_downcast_fp4"> {
  let summary = "pairs of e2m1 in a byte from floats, by a scale";
  let arguments = (ins WideFloatTensor:$input, ByteTensor:$scale,
                       I32Attr:$axis);
  let results = (outs ByteTensor:$output);
}

def ScaledDowncastFp8Op : ScaledDowncastOp<"scaled_downcast_fp8"> {
  let summary = "floats of 8 bits from wider ones, by a scale";
  let arguments = (ins WideFloatTensor:$input, ByteTensor:$scale,
                       I32Attr:$axis);
  let results = (outs Fp8Tensor:$output);
}

def UpcastMXFPOp : AmdgOp<"upcast_mxfp", [Pure]> {
  let summary = "an operand of a product from one with scales along K";
  let description = [{
    Of releases 3.6 and 3.7. A scale is for 32 values along K. With `fastMath`
    a NaN among the scales need not give NaNs.
  }];
  let arguments = (ins TtTensor:$src, TtTensor:$scale, ScaledElement:$fp_type,
                       BoolAttr:$fastMath);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $src `,` $scale `fp_type` `=` $fp_type attr-dict `:` type($src) `,`
    type($scale) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Control, and accesses of one thread
//===----------------------------------------------------------------------===//

def CondBarrierOp : AmdgOp<"cond_barrier"> {
  let summary = "a barrier for the warps whose `pred` is true";
  let description = [{
    Those wait until the others reach a barrier too: so one half of the warps
    gets ahead of the other.
  }];
  let arguments = (ins I1:$pred);
  let assemblyFormat = "$pred attr-dict";
}

class ClusterBarrierOp<string mnemonic> : AmdgOp<mnemonic> {
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def ClusterBarrierArriveOp : ClusterBarrierOp<"cluster_barrier_arrive"> {
  let summary = "says to the other blocks of the cluster that this one is here";
}

def ClusterBarrierWaitOp : ClusterBarrierOp<"cluster_barrier_wait"> {
  let summary = "waits until all blocks of the cluster have said so";
}

def MemoryCounterWaitOp : AmdgOp<"memory_counter_wait"> {
  let summary = "waits until no more than so many accesses are under way";
  let description = [{
    Up to 3.8; since then it is `amdgpu.memory_counter_wait`. Loads, stores and
    accesses of shared memory are counted apart.
  }];
  let arguments = (ins OptionalAttr<I32Attr>:$load,
                       OptionalAttr<I32Attr>:$store,
                       OptionalAttr<I32Attr>:$ds);
  let assemblyFormat = [{
    oilist( `load` `(` $load `)` | `store` `(` $store `)` | `ds` `(` $ds `)` )
    attr-dict
  }];
}

def InstructionSchedHintOp : AmdgOp<"instruction_sched_hint"> {
  let summary = "how to schedule the instructions of this loop";
  let description = "Of releases 3.6 and 3.7.";
  let arguments = (ins SchedHintAttr:$variant);
  let assemblyFormat = "attr-dict";
}

def MaskedLoadOp : AmdgOp<"masked_load"> {
  let summary = "the value at an address if `mask` is true, else another one";
  let description = [{
    Of one thread. `multicastMask` says which blocks of the cluster get the
    value too; it has 16 bits up to 3.8, then 32. `forceNoAlias` says that
    copies into shared memory that are under way do not matter.
  }];
  let arguments = (ins LLVM_AnyPointer:$ptr, I1:$mask, LLVM_Type:$falseVal,
                       Optional<AnyTypeOf<[I16, I32]>>:$multicastMask,
                       DefaultValuedAttr<CacheModifier,
                           "::heddle::tt::CacheModifier::None">:$cache,
                       DefaultValuedAttr<BoolAttr, "false">:$isVolatile,
                       DefaultValuedAttr<BoolAttr, "false">:$forceNoAlias);
  let results = (outs LLVM_Type:$result);
  let assemblyFormat = [{
    $ptr `,` $mask `,` $falseVal (`,` $multicastMask^)?
    (`cacheModifier` `=` $cache^)? (`volatile` $isVolatile^)?
    (`forceNoAlias` $forceNoAlias^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def MaskedStoreOp : AmdgOp<"masked_store"> {
  let summary = "writes a value to an address if `mask` is true";
  let description = "Of one thread, as `amdg.masked_load`.";
  let arguments = (ins LLVM_AnyPointer:$ptr, LLVM_Type:$value, I1:$mask,
                       DefaultValuedAttr<CacheModifier,
                           "::heddle::tt::CacheModifier::None">:$cache,
                       DefaultValuedAttr<BoolAttr, "false">:$forceNoAlias);
  let assemblyFormat = [{
    $ptr `,` $value `,` $mask (`cacheModifier` `=` $cache^)?
    (`forceNoAlias` $forceNoAlias^)? attr-dict `:` qualified(type($ptr)) `,`
    type($value) `,` type($mask)
  }];
}

#endif // HEDDLE_IR_AMDGOPS_TD
