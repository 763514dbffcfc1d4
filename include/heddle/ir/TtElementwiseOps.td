//===- TtElementwiseOps.td - Casts and arithmetic ----------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Casts and arithmetic: ops of `tt`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTELEMENTWISEOPS_TD
#define HEDDLE_IR_TTELEMENTWISEOPS_TD

include "heddle/ir/TtOpBase.td"

def IntToPtrOp : ElementwiseOp<"int_to_ptr", [Pure]> {
  let summary = "the pointer with these 64 bits";
  let arguments = (ins TtInt64Like:$src);
  let results = (outs TtPointerLike:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizeMethod = 1;
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
    To a narrower type it says how to round; of a cast to a wider one that means
    nothing.
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

#endif // HEDDLE_IR_TTELEMENTWISEOPS_TD
