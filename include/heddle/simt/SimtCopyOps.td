//===- SimtCopyOps.td - Copies that go on by themselves ----*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `simt` that copy from one memory to another while the program goes on.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_SIMTCOPYOPS_TD
#define HEDDLE_SIMT_SIMTCOPYOPS_TD

include "heddle/simt/SimtMemoryOps.td"

class CopyOp<string mnemonic, list<Trait> traits = []>
    : SimtOp<mnemonic,
             traits # [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]>;

def AsyncCopyOp : CopyOp<"async_copy", [AttrSizedOperandSegments]> {
  let summary = "from global to shared memory, going on by itself";
  let description = [{
    Copy i moves `bytes` bytes, 4, 8 or 16, from the global address
    `sources[from[i]] + fromOffsets[i]` to the address
    `targets[to[i]] + toOffsets[i]` of the block's shared memory; both are
    multiples of `bytes`. With predicates, copy i takes place if `predicates[i]`
    is true. With `reads`, where `reads[i]` is false nothing is read, and zeros
    are what is copied. The cache level is all or global, the latter of 16 bytes.

    Nobody may touch what a copy writes until its thread has waited for it
    (`async_wait`), and other threads not before a barrier behind that.
    (PTX ISA, cp.async.)
  }];
  let arguments = (ins Addresses:$sources, Addresses:$targets,
                       Optional<Predicates>:$predicates,
                       Optional<Predicates>:$reads, DenseI32ArrayAttr:$from,
                       DenseI32ArrayAttr:$fromOffsets, DenseI32ArrayAttr:$to,
                       DenseI32ArrayAttr:$toOffsets, I32Attr:$bytes,
                       OptionalAttr<CacheLevel>:$cache);
  let assemblyFormat = [{
    $sources $from `+` $fromOffsets `to` $targets $to `+` $toOffsets
    `bytes` $bytes (`if` $predicates^)? (`zeros` `unless` $reads^)?
    (`cache` $cache^)? attr-dict `:` type(operands)
  }];
  let hasVerifier = 1;
}

def AsyncCommitOp : CopyOp<"async_commit"> {
  let summary = "this thread's copies since the last one are a group";
  let description = "There may be none. (PTX ISA, cp.async.commit_group.)";
  let assemblyFormat = "attr-dict";
}

def AsyncWaitOp : CopyOp<"async_wait"> {
  let summary = "waits until at most so many groups of this thread are under way";
  let description = [{
    The oldest are done first. Copies that are in no group yet do not count, and
    are not waited for. (PTX ISA, cp.async.wait_group.)
  }];
  let arguments = (ins I32Attr:$pending);
  let assemblyFormat = "$pending attr-dict";
}

//===----------------------------------------------------------------------===//
// Copies of boxes
//===----------------------------------------------------------------------===//

class BoxCopyOp<string mnemonic, dag operands>
    : CopyOp<mnemonic, [AttrSizedOperandSegments]> {
  let arguments = !con(
    (ins I64:$map, Variadic<I32>:$coordinates, I32:$address),
    operands,
    (ins Optional<Predicates>:$predicates, DenseI32ArrayAttr:$offsets,
         DenseI32ArrayAttr:$steps, I32Attr:$bytes));
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    unsigned boxCount() {
      return static_cast<unsigned>(getOffsets().size());
    }
    /// What is added to each coordinate for a box.
    ::llvm::ArrayRef<std::int32_t> stepsOf(unsigned box) {
      auto rank = static_cast<unsigned>(getCoordinates().size());
      return getSteps().slice(std::size_t(box) * rank, rank);
    }
  }];
}

def BoxLoadOp : BoxCopyOp<"box_load", (ins I32:$mbarrier, Optional<I32>:$blocks)> {
  let summary = "boxes of a tensor from global to shared memory";
  let description = [{
    `map` is the address of a tensor map (target/TensorMap.h), whose boxes are
    `bytes` bytes each. Copy i brings the box that begins at the coordinates,
    the innermost first, plus its numbers in `steps`, to `address + offsets[i]`
    of the block's shared memory: a multiple of 128, with a swizzle of 128 bytes
    too, since the pattern follows the address. What is outside of the tensor
    counts as zero, or as the map says.

    Each copy is one instruction of one thread: copy i takes place in the
    threads where `predicates[i]` is true, commonly in one. When its bytes have
    arrived, all `bytes` of them also at the edge of the tensor, they count as
    arrived at the mbarrier; nobody may touch them before a thread has waited
    for that phase there, and then only such threads, or those that have waited
    for one of them at a barrier. It writes as the async proxy does.
    (PTX ISA, cp.async.bulk.tensor.)

    With `blocks`, a bit for each block of the cluster, the boxes come to all of
    these: to the same addresses of the shared memory of each, where they count
    as arrived at its own mbarrier at that address. Between what these blocks did
    with the bytes before and the copy is a barrier of the cluster, or they have
    arrived at an mbarrier for which the thread that copies has waited.
    (PTX ISA, .multicast::cluster.)
  }];
  let assemblyFormat = [{
    $map `[` $coordinates `]` `to` $address `+` $offsets `steps` $steps `bytes`
    $bytes `signals` $mbarrier (`in` `blocks` $blocks^)? (`if` $predicates^)?
    attr-dict `:`
    type(operands)
  }];
}

def BoxReduction : I32EnumAttr<"BoxReduction", "what a copy does to the tensor", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Min", 1, "min">,
  I32EnumAttrCase<"Max", 2, "max">, I32EnumAttrCase<"Increment", 3, "inc">,
  I32EnumAttrCase<"Decrement", 4, "dec">, I32EnumAttrCase<"And", 5, "and">,
  I32EnumAttrCase<"Or", 6, "or">, I32EnumAttrCase<"Xor", 7, "xor">
]> {
  let cppNamespace = "::heddle::simt";
}

def BoxStoreOp : BoxCopyOp<"box_store", (ins OptionalAttr<BoxReduction>:$reduction)> {
  let summary = "boxes of a tensor from shared to global memory";
  let description = [{
    As `box_load`, in the other direction; what is outside of the tensor is
    dropped. With a reduction each element is combined with what is there,
    atomically and in no order. What threads have stored is read as the async
    proxy does, behind a `proxy_fence` and a barrier. Nobody may write there
    until the thread of the copy has waited for its group (`box_wait`) and,
    other threads, for that thread. (PTX ISA, cp.async.bulk.tensor and
    cp.reduce.async.bulk.tensor.)
  }];
  let assemblyFormat = [{
    $map `[` $coordinates `]` ($reduction^)? `from` $address `+` $offsets
    `steps` $steps `bytes` $bytes (`if` $predicates^)? attr-dict `:`
    type(operands)
  }];
}

def BoxCommitOp : CopyOp<"box_commit"> {
  let summary = "this thread's stores of boxes since the last one are a group";
  let description = "There may be none. (PTX ISA, cp.async.bulk.commit_group.)";
  let assemblyFormat = "attr-dict";
}

def BoxWaitOp : CopyOp<"box_wait"> {
  let summary = "waits until at most so many groups of this thread are under way";
  let description = [{
    Behind it, what the older groups have written is seen by this thread; with
    `read` it is only sure that they have read shared memory. (PTX ISA,
    cp.async.bulk.wait_group.)
  }];
  let arguments = (ins I32Attr:$pending, UnitAttr:$isRead);
  let assemblyFormat = "$pending (`read` $isRead^)? attr-dict";
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

def TensorMapOp : CopyOp<"tensor_map", [AttrSizedOperandSegments]> {
  let summary = "writes a tensor map to global memory";
  let description = [{
    To the 128 bytes at `to`, a multiple of 128, by way of 128 bytes of shared
    memory at `scratch`, a multiple of 128. All lanes of one warp of the block, or
    of the partition, take part, and no other warp does anything. Axes are in the order of `box_load`, the
    innermost first: elements of a box and of the tensor, bytes from one to the
    next but for the first axis, elements from one that is copied to the next.
    `element`, `swizzle` (0 none, 1 to 3: 32, 64, 128 bytes) and `fill` (1: NaN)
    are the numbers of `tensormap.replace`. Behind a `tensor_map_acquire` of a
    thread that has waited for that warp at a barrier, that thread's copies
    may use the map. (PTX ISA, tensormap.replace and tensormap.cp_fenceproxy.)
  }];
  let arguments = (ins I64:$to, I32:$scratch, I64:$tensor,
                       Variadic<I32>:$boxes, Variadic<I32>:$sizes,
                       Variadic<I64>:$strides, Variadic<I32>:$elementSteps,
                       I32Attr:$element, I32Attr:$swizzle, I32Attr:$fill,
                       DefaultValuedAttr<I32Attr, "0">:$warp);
  let assemblyFormat = [{
    (`warp` $warp^)? $to `by` $scratch `of` $tensor `boxes` `(` $boxes `)` `sizes` `(` $sizes `)`
    `strides` `(` $strides `)` `steps` `(` $elementSteps `)` attr-dict
  }];
  let hasVerifier = 1;
}

def TensorMapAcquireOp : CopyOp<"tensor_map_acquire"> {
  let summary = "this thread's copies see the tensor map that was written there";
  let description = "(PTX ISA, fence.proxy.tensormap::generic.acquire.gpu.)";
  let arguments = (ins I64:$map);
  let assemblyFormat = "$map attr-dict";
}

#endif // HEDDLE_SIMT_SIMTCOPYOPS_TD
