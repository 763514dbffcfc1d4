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

include "heddle/ir/TtOpBase.td"
include "heddle/ir/TtElementwiseOps.td"
include "heddle/ir/TtMemoryOps.td"

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
  let summary = "a tensor with this value in every element";
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
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
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
