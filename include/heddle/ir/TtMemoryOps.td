//===- TtMemoryOps.td - Global memory and descriptors ------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Global memory and descriptors: ops of `tt`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTMEMORYOPS_TD
#define HEDDLE_IR_TTMEMORYOPS_TD

include "heddle/ir/TtOpBase.td"

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

def LoadOp : TtOp<"load", [AttrSizedOperandSegments,
                           DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the values that pointers point to";
  let description = [{
    Where `mask` is false nothing is read and the value is `other`, or anything
    at all. `cachePolicy` is a hint; `cache` and `evict` are how releases up to
    3.8 say it in the generic form. `boundaryCheck` and `padding` belong to
    block pointers, of releases up to 3.7: axes along which reads outside of the
    tensor are left out, and what is there instead.
  }];
  let arguments = (ins TtPointerLike:$ptr, Optional<TtBoolLike>:$mask,
                       Optional<TtValue>:$other,
                       OptionalAttr<AnyAttr>:$cachePolicy,
                       DefaultValuedAttr<BoolAttr, "false">:$isVolatile,
                       OptionalAttr<CacheModifier>:$cache,
                       OptionalAttr<EvictionPolicy>:$evict,
                       OptionalAttr<DenseI32ArrayAttr>:$boundaryCheck,
                       OptionalAttr<PaddingOption>:$padding);
  let results = (outs TtValue:$result);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def StoreOp : TtOp<"store"> {
  let summary = "writes values where pointers point to";
  let description = [{
    Where `mask` is false nothing is written. Attributes as in `tt.load`.
    `ignore_cta` lets every block of a cluster write, replicas included.
  }];
  let arguments = (ins Arg<TtPointerLike, "", [GlobalWrite]>:$ptr, TtValue:$value,
                       Optional<TtBoolLike>:$mask,
                       OptionalAttr<AnyAttr>:$cachePolicy, UnitAttr:$ignore_cta,
                       OptionalAttr<CacheModifier>:$cache,
                       OptionalAttr<EvictionPolicy>:$evict,
                       OptionalAttr<DenseI32ArrayAttr>:$boundaryCheck);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def AtomicRMWOp : TtOp<"atomic_rmw", [SameOperandsAndResultShape, SameLayouts,
                                      Follows<"ptr", "val",
                                              "::heddle::tt::pointerTo($_self)">,
                                      FollowsIfThere<"mask", "val",
                                              "::heddle::tt::boolLike($_self)">]> {
  let summary = "reads, combines and writes back atomically";
  let description = "The result is what was read; undefined where masked out.";
  let arguments = (ins AtomicOp:$atomic_rmw_op,
                       Arg<TtPointerLike, "", [GlobalRead, GlobalWrite]>:$ptr,
                       TtValue:$val, Optional<TtBoolLike>:$mask,
                       MemoryOrder:$sem, MemoryScope:$scope);
  let results = (outs TtValue:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasCanonicalizeMethod = 1;
}

def AtomicCASOp : TtOp<"atomic_cas", [SameOperandsAndResultShape, SameLayouts,
                                      Follows<"ptr", "cmp",
                                              "::heddle::tt::pointerTo($_self)">,
                                      Follows<"ptr", "val",
                                              "::heddle::tt::pointerTo($_self)">]> {
  let summary = "writes `val` if `cmp` is there; the result is what was there";
  let arguments = (ins Arg<TtPointerLike, "", [GlobalRead, GlobalWrite]>:$ptr,
                       TtValue:$cmp, TtValue:$val, MemoryOrder:$sem,
                       MemoryScope:$scope);
  let results = (outs TtValue:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:`
    functional-type(operands, $result)
  }];
}

def AtomicLoadOp
    : TtOp<"atomic_load", [SameOperandsAndResultShape, SameLayouts,
                           Follows<"result", "ptr",
                                   "::heddle::tt::pointee($_self)">,
                           FollowsIfThere<"mask", "ptr",
                                          "::heddle::tt::boolLike($_self)">]> {
  let summary = "a load with a memory order";
  // It counts as a write, so that loops that wait for another block stay.
  let arguments = (ins Arg<TtPointerLike, "", [GlobalRead, GlobalWrite]>:$ptr,
                       Optional<TtBoolLike>:$mask, MemoryOrder:$sem,
                       MemoryScope:$scope);
  let results = (outs TtValue:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:`
    functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def AtomicStoreOp
    : TtOp<"atomic_store", [SameLayouts,
                            Follows<"value", "ptr",
                                    "::heddle::tt::pointee($_self)">,
                            FollowsIfThere<"mask", "ptr",
                                           "::heddle::tt::boolLike($_self)">]> {
  let summary = "a store with a memory order";
  let arguments = (ins Arg<TtPointerLike, "", [GlobalWrite]>:$ptr, TtValue:$value,
                       Optional<TtBoolLike>:$mask, MemoryOrder:$sem,
                       MemoryScope:$scope);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)
  }];
  let hasVerifier = 1;
}

def AtomicPollOp
    : TtOp<"atomic_poll", [SameLayouts,
                           Follows<"ptr", "expected",
                                   "::heddle::tt::pointerTo($_self)">,
                           Follows<"result", "expected",
                                   "::heddle::tt::boolLike($_self)">]> {
  let summary = "loads until the expected value is there, or time is up";
  let arguments = (ins Arg<TtPointerLike, "", [GlobalRead, GlobalWrite]>:$ptr,
                       TtIntLike:$expected, Optional<I64>:$timeout,
                       MemoryOrder:$sem, MemoryScope:$scope);
  let results = (outs TtBoolLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict `:`
    qualified(type($ptr)) `,` type($expected) `->` type($result)
  }];
  let hasVerifier = 1;
}

def GridDependencyWaitOp
    : TtOp<"grid_dependency_wait", [MemoryEffects<[GlobalRead, GlobalWrite]>]> {
  let summary = "waits for the grids before, and sees what they wrote";
  let assemblyFormat = "attr-dict";
}

def GridDependencyLaunchDependentsOp
    : TtOp<"grid_dependency_launch_dependents", [MemoryEffects<[GlobalWrite]>]> {
  let summary = "lets dependent grids start";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Descriptors and block pointers
//===----------------------------------------------------------------------===//

def MakeTensorPtrOp
    : TtOp<"make_tensor_ptr", [Pure, SameVariadicOperandSize,
                               Follows<"base", "result",
                                       "::heddle::tt::baseOfBlock($_self)">]> {
  let summary = "a pointer to a block of a tensor";
  let description = "Of releases up to 3.7; `tt.make_tensor_descriptor` since.";
  let arguments = (ins TtPointer:$base, Variadic<I64>:$shape,
                       Variadic<I64>:$strides, Variadic<I32>:$offsets,
                       DenseI32ArrayAttr:$order);
  let results = (outs TtPointer:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict
    `:` type($result)
  }];
}

def AdvanceOp : TtOp<"advance", [Pure, Follows<"ptr", "result", "$_self">]> {
  let summary = "the block pointer this many elements further on";
  let description = "Of releases up to 3.7.";
  let arguments = (ins TtPointer:$ptr, Variadic<I32>:$offsets);
  let results = (outs TtPointer:$result);
  let assemblyFormat = "$ptr `,` `[` $offsets `]` attr-dict `:` type($result)";
}

def MakeTensorDescOp
    : TtOp<"make_tensor_descriptor", [Pure, SameVariadicOperandSize]> {
  let summary = "a descriptor of a tensor in global memory";
  let arguments = (ins TtPointer:$base, Variadic<I32>:$shape,
                       Variadic<I64>:$strides,
                       DefaultValuedAttr<PaddingOption,
                         "::heddle::tt::PaddingOption::Zero">:$padding);
  let results = (outs TensorDescType:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($base) `,`
    type($result)
  }];
}

def DescriptorLoadOp : TtOp<"descriptor_load"> {
  let summary = "the block of a tensor that starts at these indices";
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead]>:$desc,
                       Variadic<I32>:$indices,
                       OptionalAttr<AnyAttr>:$cachePolicy,
                       OptionalAttr<CacheModifier>:$cache,
                       OptionalAttr<EvictionPolicy>:$evict);
  let results = (outs TtTensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def DescriptorStoreOp : TtOp<"descriptor_store"> {
  let summary = "writes a block of a tensor";
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead, GlobalWrite]>:$desc,
                       TtTensor:$src, Variadic<I32>:$indices);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,`
    type($src)
  }];
  let hasVerifier = 1;
}

def DescriptorReduceOp : TtOp<"descriptor_reduce"> {
  let summary = "combines a block of a tensor with values, element by element";
  let arguments = (ins DescriptorReduceKind:$kind,
                       Arg<TensorDescType, "", [GlobalRead, GlobalWrite]>:$desc,
                       TtTensor:$src, Variadic<I32>:$indices);
  let assemblyFormat = [{
    $kind `,` $desc `[` $indices `]` `,` $src attr-dict `:`
    qualified(type($desc)) `,` type($src)
  }];
  let hasVerifier = 1;
}

def DescriptorGatherOp : TtOp<"descriptor_gather"> {
  let summary = "rows of a tensor, each at an index of its own";
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead]>:$desc,
                       RankedTensorOf<[I16, I32]>:$x_offsets, I32:$y_offset);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def DescriptorScatterOp : TtOp<"descriptor_scatter"> {
  let summary = "writes rows of a tensor, each at an index of its own";
  let arguments = (ins Arg<TensorDescType, "", [GlobalRead, GlobalWrite]>:$desc,
                       RankedTensorOf<[I16, I32]>:$x_offsets, I32:$y_offset,
                       TtTensor:$src);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)
  }];
  let hasVerifier = 1;
}

#endif // HEDDLE_IR_TTMEMORYOPS_TD
