//===- TtOps.td - Ops of the dialect tt --------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `tt`. A tensor op means its scalar op on each element unless it says
/// something else. Verifiers are in `TtVerify.cpp`, the text of ops that differs
/// between releases in `TtText.cpp`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTOPS_TD
#define HEDDLE_IR_TTOPS_TD

include "heddle/ir/Effects.td"
include "heddle/ir/LayoutFlow.td"
include "heddle/ir/Traits.td"
include "heddle/ir/TtAttrs.td"
include "heddle/ir/TtTypes.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"

class TtOp<string mnemonic, list<Trait> traits = []>
    : Op<TtDialect, mnemonic, !listconcat(traits, [WellFormedTensors])>;

/// One value from one value of each operand, in the same place.
class ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : TtOp<mnemonic, !listconcat(traits, [Elementwise,
                                          SameOperandsAndResultShape,
                                          SameLayouts])>;

/// The type of `to` follows from that of `from`, which is all that is written.
class Follows<string to, string from, string transform>
    : TypesMatchWith<"type of '" # to # "' follows from '" # from # "'", from,
                     to, transform>;
/// The same for an operand that may be missing.
class FollowsIfThere<string to, string from, string transform>
    : OptionalTypesMatchWith<"type of '" # to # "' follows from '" # from # "'",
                             from, to, transform>;

//===----------------------------------------------------------------------===//
// Casts and arithmetic
//===----------------------------------------------------------------------===//

def IntToPtrOp : ElementwiseOp<"int_to_ptr", [Pure]> {
  let summary = "the pointer with these 64 bits";
  let arguments = (ins TtInt64Like:$src);
  let results = (outs TtPointerLike:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
}

def PtrToIntOp : ElementwiseOp<"ptr_to_int", [Pure]> {
  let summary = "the 64 bits of a pointer";
  let arguments = (ins TtPointerLike:$src);
  let results = (outs TtInt64Like:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
}

def BitcastOp : ElementwiseOp<"bitcast", [Pure]> {
  let summary = "the same bits as another type";
  let description = "Also between pointers, which `arith.bitcast` does not do.";
  let arguments = (ins TtValue:$src);
  let results = (outs TtValue:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def FpToFpOp : ElementwiseOp<"fp_to_fp", [Pure]> {
  let summary = "another floating-point type, 8-bit ones included";
  let description = [{
    To a narrower type it says how to round; to a wider one it does not.
  }];
  let arguments = (ins TtFloatLike:$src, OptionalAttr<RoundingMode>:$rounding);
  let results = (outs TtFloatLike:$result);
  let assemblyFormat = [{
    $src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->`
    type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def ClampFOp : ElementwiseOp<"clampf", [Pure, SameOperandsAndResultType]> {
  let summary = "x, but no less than min and no more than max";
  let description = [{
    With `propagateNan = all` a NaN of any operand is the result; with `none` a
    NaN counts as missing.
  }];
  let arguments = (ins TtFloatLike:$x, TtFloatLike:$min, TtFloatLike:$max,
                       NanPropagation:$propagateNan);
  let results = (outs TtFloatLike:$result);
  let assemblyFormat = [{
    $x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:`
    type($result)
  }];
}

def PreciseSqrtOp
    : ElementwiseOp<"precise_sqrt", [Pure, SameOperandsAndResultType]> {
  let summary = "the square root, correctly rounded";
  let arguments = (ins TtFloatLike:$x);
  let results = (outs TtFloatLike:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

class DivisionOp<string mnemonic, string how, TypeConstraint type>
    : ElementwiseOp<mnemonic, [Pure, SameOperandsAndResultType]> {
  let summary = "x / y, " # how;
  let arguments = (ins type:$x, type:$y);
  let results = (outs type:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def PreciseDivFOp
    : DivisionOp<"precise_divf", "correctly rounded", TtFloatLike>;
def ApproxDivFOp
    : DivisionOp<"approx_divf", "to 2 or 3 units in the last place", TtF32Like>;

def MulhiUIOp : ElementwiseOp<"mulhiui", [Pure, SameOperandsAndResultType]> {
  let summary = "the high half of an unsigned product";
  let arguments = (ins TtIntLike:$x, TtIntLike:$y);
  let results = (outs TtIntLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def AddPtrOp
    : ElementwiseOp<"addptr", [Pure, Follows<"ptr", "result", "$_self">]> {
  let summary = "the pointer `offset` pointees further on";
  let arguments = (ins TtPointerLike:$ptr, TtIntLike:$offset);
  let results = (outs TtPointerLike:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` type($result) `,` type($offset)
  }];
  let hasFolder = 1;
}

def ExternElementwiseOp
    : TtOp<"extern_elementwise",
           [Elementwise, SameLayouts, SameVariadicOperandSize, EffectsUnlessPure,
            SpeculatableIfPure]> {
  let summary = "a function of a bitcode library, on each element";
  let arguments = (ins Variadic<TtValue>:$srcs, StrAttr:$libname,
                       StrAttr:$libpath, StrAttr:$symbol, BoolAttr:$pure);
  let results = (outs TtValue:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, $result)
  }];
  let extraClassDefinition = PureIfSaysSo;
}

def ElementwiseInlineAsmOp
    : TtOp<"elementwise_inline_asm",
           [Elementwise, SameLayouts, EffectsUnlessPure, SpeculatableIfPure]> {
  let summary = "assembly, on groups of elements";
  let description = [{
    The assembly gets `packed_element` elements of each operand at a time, those
    below 32 bits packed into words. Which elements make a group is not said.
  }];
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints,
                       BoolAttr:$pure, I32Attr:$packed_element,
                       Variadic<AnyType>:$args);
  let results = (outs Variadic<TtValue>:$result);
  let assemblyFormat = [{
    $asm_string attr-dict ($args^ `:` type($args))? `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDefinition = PureIfSaysSo;
}

def MapElementwiseOp
    : TtOp<"map_elementwise", [SameLayouts, SameOperandsAndResultShape,
                               RecursiveMemoryEffects]> {
  let summary = "a region of scalars, on each element";
  let description = [{
    The region has `pack` arguments for each operand and returns `pack` values
    for each result: consecutive elements of a thread.
  }];
  let arguments = (ins Variadic<TtTensor>:$srcs, I32Attr:$pack);
  let results = (outs Variadic<TtTensor>:$result);
  let regions = (region AnyRegion:$scalarOp);
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
}

def MapElementwiseReturnOp
    : TtOp<"map_elementwise.return", [HasParent<"MapElementwiseOp">, Pure,
                                      ReturnLike, Terminator]> {
  let summary = "ends a region of `tt.map_elementwise`";
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "attr-dict ($result^ `:` type($result))?";
}

//===----------------------------------------------------------------------===//
// Making tensors, and changing their shape
//===----------------------------------------------------------------------===//

def GetProgramIdOp : TtOp<"get_program_id", [Pure]> {
  let summary = "the number of this instance along an axis of the grid";
  let arguments = (ins GridAxis:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def GetNumProgramsOp : TtOp<"get_num_programs", [Pure]> {
  let summary = "the size of the grid along an axis";
  let arguments = (ins GridAxis:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def MakeRangeOp : TtOp<"make_range", [Pure]> {
  let summary = "start, start + 1, ..., end - 1";
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs TtIntTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def SplatOp : TtOp<"splat", [Pure, SameOperandsAndResultElementType]> {
  let summary = "a tensor with this value in every place";
  let arguments = (ins TtValue:$src);
  let results = (outs TtTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
}

def UnsplatOp
    : TtOp<"unsplat", [Pure, Follows<"result", "src",
                                     "::mlir::getElementTypeOrSelf($_self)">]> {
  let summary = "the value of a tensor with one element";
  let arguments = (ins TtTensor:$src);
  let results = (outs TtValue:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasVerifier = 1;
}

def ExpandDimsOp
    : TtOp<"expand_dims", [FlowsLayouts, Pure, SameOperandsAndResultElementType]> {
  let summary = "one more axis, of size 1";
  let arguments = (ins TtTensor:$src, I32Attr:$axis);
  let results = (outs TtTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def BroadcastOp : TtOp<"broadcast", [FlowsLayouts, Pure, SameOperandsAndResultElementType]> {
  let summary = "copies along the axes of size 1";
  let description = [{
    Every copy is held by the thread that holds the original: the result's
    layout, cut to the source's shape, is the source's up to registers.
  }];
  let arguments = (ins TtTensor:$src);
  let results = (outs TtTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def ReshapeOp : TtOp<"reshape", [FlowsLayouts, Pure, SameOperandsAndResultElementType]> {
  let summary = "the same elements in another shape";
  let description = [{
    Row by row; with `allow_reorder` in any order. `efficient_layout` says that
    the result's layout was chosen with care and ought to stay.
  }];
  let arguments = (ins TtTensor:$src, UnitAttr:$allow_reorder,
                       UnitAttr:$efficient_layout);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $src (`allow_reorder` $allow_reorder^)?
    (`efficient_layout` $efficient_layout^)? attr-dict `:` type($src) `->`
    type($result)
  }];
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TransOp : TtOp<"trans", [FlowsLayouts, Pure, SameOperandsAndResultElementType]> {
  let summary = "the axes in another order";
  let description = [{
    Axis i of the result is axis `order[i]` of the source. No data moves: each
    thread keeps its elements, and the layout says that they are elsewhere.
  }];
  let arguments = (ins TtTensor:$src, DenseI32ArrayAttr:$order);
  let results = (outs TtTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def CatOp : TtOp<"cat", [FlowsLayouts, NoMemoryEffect, SameTypeOperands,
                         SameOperandsAndResultElementType]> {
  let summary = "the elements of two tensors, in any order";
  let arguments = (ins TtTensor:$lhs, TtTensor:$rhs);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)
  }];
  let hasVerifier = 1;
}

def JoinOp : TtOp<"join", [FlowsLayouts, Pure, SameTypeOperands]> {
  let summary = "two tensors side by side along a new last axis";
  let arguments = (ins TtTensor:$lhs, TtTensor:$rhs);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def SplitOp
    : TtOp<"split", [FlowsLayouts, Pure, Follows<"outRHS", "outLHS", "$_self">]> {
  let summary = "the two halves of a last axis of size 2";
  let arguments = (ins TtTensor:$src);
  let results = (outs TtTensor:$outLHS, TtTensor:$outRHS);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($outLHS)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

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
  let summary = "reads, combines and writes back without anybody in between";
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
  let hasVerifier = 1;
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
  let summary = "lets the grids behind start";
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
  let hasVerifier = 1;
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

//===----------------------------------------------------------------------===//
// Tensors as a whole
//===----------------------------------------------------------------------===//

def DotOp : TtOp<"dot", [FlowsLayouts, Pure, Follows<"c", "d", "$_self">]> {
  let summary = "a * b + c, of matrices";
  let description = [{
    `inputPrecision` says what may be done to f32 operands on the way.
    `maxNumImpreciseAcc` is how many products of 8-bit floats may be added
    before the sum goes into an f32.
  }];
  let arguments = (ins TtNumberTensor:$a, TtNumberTensor:$b, TtNumberTensor:$c,
                       DefaultValuedAttr<InputPrecision,
                         "::heddle::tt::InputPrecision::Ieee">:$inputPrecision,
                       DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc);
  let results = (outs TtNumberTensor:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict `:`
    type($a) `*` type($b) `->` type($d)
  }];
  let hasVerifier = 1;
}

def DotScaledOp
    : TtOp<"dot_scaled", [FlowsLayouts, Pure, AttrSizedOperandSegments,
                          Follows<"c", "d", "$_self">]> {
  let summary = "a * b + c, of matrices in blocks with a scale each";
  let description = [{
    Operands are of the named element types (OCP microscaling formats); 4-bit
    ones lie in pairs in an i8, along K, or along the other axis where `k_pack`
    is false. A scale belongs to 32 (or 16) elements along K.
  }];
  let arguments = (ins RankedTensorOf<[TtFloat, I8]>:$a,
                       RankedTensorOf<[TtFloat, I8]>:$b, TtFloatTensor:$c,
                       Optional<RankedTensorOf<[TtFloat, I8]>>:$a_scale,
                       Optional<RankedTensorOf<[TtFloat, I8]>>:$b_scale,
                       ScaledElement:$a_elem_type, ScaledElement:$b_elem_type,
                       BoolAttr:$fastMath,
                       DefaultValuedAttr<BoolAttr, "true">:$lhs_k_pack,
                       DefaultValuedAttr<BoolAttr, "true">:$rhs_k_pack);
  let results = (outs TtFloatTensor:$d);
  let assemblyFormat = [{
    $a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c `lhs` `=`
    $a_elem_type `rhs` `=` $b_elem_type attr-dict `:` type($a)
    (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)? `->` type($d)
  }];
  let hasVerifier = 1;
}

def ReduceOp : TtOp<"reduce", [FlowsLayouts, Pure, SameOperandsShape, SameOperandLayouts,
                               SingleBlock]> {
  let summary = "combines the elements along an axis to one";
  let description = [{
    The region takes two values of each operand and returns one of each; it is
    associative and commutative. The result has no such axis, or is a scalar.
  }];
  let arguments = (ins Variadic<TtTensor>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<TtValue>:$result);
  let regions = (region SizedRegion<1>:$combineOp);
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
}

def ReduceReturnOp : TtOp<"reduce.return", [HasParent<"ReduceOp">, Pure,
                                            ReturnLike, Terminator]> {
  let summary = "ends a region of `tt.reduce`";
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

def ScanOp : TtOp<"scan", [Pure, SameLayouts, SameOperandsAndResultShape,
                           SingleBlock]> {
  let summary = "combines all elements up to each along an axis";
  let description = [{
    The region as in `tt.reduce`, associative; with `reverse` from the end.
  }];
  let arguments = (ins Variadic<TtTensor>:$srcs, I32Attr:$axis,
                       BoolAttr:$reverse);
  let results = (outs Variadic<TtTensor>:$result);
  let regions = (region SizedRegion<1>:$combineOp);
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
}

def ScanReturnOp : TtOp<"scan.return", [HasParent<"ScanOp">, Pure, ReturnLike,
                                        Terminator]> {
  let summary = "ends a region of `tt.scan`";
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

def HistogramOp
    : TtOp<"histogram", [FlowsLayouts, Pure, FollowsIfThere<"mask", "src",
                                         "::heddle::tt::boolLike($_self)">]> {
  let summary = "how often each number from 0 on occurs";
  let description = "As many as the result has elements; others do not count.";
  let arguments = (ins TtIntTensor:$src, Optional<TtBoolLike>:$mask);
  let results = (outs TtIntTensor:$result);
  let assemblyFormat = [{
    $src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def GatherOp : TtOp<"gather", [FlowsLayouts, Pure]> {
  let summary = "elements at indices along an axis";
  let description = [{
    The result has the shape and the layout of `indices`; its other coordinates
    are those of the source. `efficient_layout` as in `tt.reshape`.
  }];
  let arguments = (ins TtTensor:$src, TtIntTensor:$indices, I32Attr:$axis,
                       UnitAttr:$efficient_layout);
  let results = (outs TtTensor:$result);
  let assemblyFormat = [{
    $src `[` $indices `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Debugging
//===----------------------------------------------------------------------===//

def PrintOp
    : TtOp<"print", [SameVariadicOperandSize, MemoryEffects<[GlobalWrite]>]> {
  let summary = "prints every element of its operands";
  let arguments = (ins StrAttr:$prefix, BoolAttr:$hex,
                       Variadic<TtValue>:$args, DenseI32ArrayAttr:$isSigned);
  let assemblyFormat = "$prefix attr-dict (`:` $args^ `:` type($args))?";
  let hasVerifier = 1;
}

def AssertOp : TtOp<"assert", [MemoryEffects<[GlobalWrite]>]> {
  let summary = "stops the program with a message unless all are true";
  let arguments = (ins TtBoolLike:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
  let hasCanonicalizeMethod = 1;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def FuncOp : TtOp<"func", [AffineScope, AutomaticAllocationScope,
                           FunctionOpInterface, IsolatedFromAbove,
                           OpAsmOpInterface, HasParent<"::mlir::ModuleOp">]> {
  let summary = "a kernel, or a function of one";
  let description = [{
    Written as `func.func`. Public functions are kernels. `tt.divisibility`,
    `tt.contiguity` and `tt.constancy` of an argument promise something about
    its value; `noinline` keeps calls.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type)>
  ];
  let extraClassDeclaration = [{
    /// The region that a call enters; none of a declaration.
    ::mlir::Region *getCallableRegion() {
      return isExternal() ? nullptr : &getBody();
    }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    bool isDeclaration() { return isExternal(); }
  }];
  let hasCustomAssemblyFormat = 1;
}

def CallOp : TtOp<"call", [CallOpInterface,
                           DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a function of the module";
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$operands,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>);
  let extraClassDeclaration = [{
    ::mlir::Operation::operand_range getArgOperands() { return getOperands(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() {
      return getOperandsMutable();
    }
    ::mlir::CallInterfaceCallable getCallableForCallee() {
      return getCalleeAttr();
    }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setCalleeAttr(::llvm::cast<::mlir::FlatSymbolRefAttr>(
          ::llvm::cast<::mlir::SymbolRefAttr>(callee)));
    }
  }];
  let assemblyFormat = [{
    $callee `(` $operands `)` attr-dict `:` functional-type($operands, results)
  }];
}

def ReturnOp : TtOp<"return", [Pure, HasParent<"FuncOp">, ReturnLike,
                               Terminator]> {
  let summary = "ends a function";
  let arguments = (ins Variadic<AnyType>:$srcs);
  let assemblyFormat = "attr-dict ($srcs^ `:` type($srcs))?";
  let hasVerifier = 1;
}

#endif // HEDDLE_IR_TTOPS_TD
