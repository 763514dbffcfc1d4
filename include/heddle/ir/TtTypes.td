//===- TtTypes.td - Types of the dialect tt ----------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Types of `tt`, and the constraints that ops put on theirs.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTTYPES_TD
#define HEDDLE_IR_TTTYPES_TD

include "heddle/ir/TtDialect.td"
include "mlir/IR/AttrTypeBase.td"

class TtType<string name, string typeMnemonic>
    : TypeDef<TtDialect, name> {
  let mnemonic = typeMnemonic;
}

def PointerType : TtType<"Pointer", "ptr"> {
  let summary = "pointer to global memory";
  let description = [{
    `!tt.ptr<f32>`: an address of a value of that type. Behind a comma the
    address space, if it is another one than global memory (1): `"descriptor"`
    (0), `"constant"` (4), or a number, as releases before 3.9 write it.

    The pointee is a scalar, or up to 3.7 a tensor (a *block pointer*).
  }];
  let parameters = (ins "::mlir::Type":$pointee, "unsigned":$addressSpace);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointee,
                                       CArg<"unsigned", "1">:$addressSpace), [{
      return $_get(pointee.getContext(), pointee, addressSpace);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TensorDescType : TtType<"TensorDesc", "tensordesc"> {
  let summary = "descriptor of a tensor in global memory";
  let description = [{
    `!tt.tensordesc<128x64xf16, #shared>`: where a tensor lies, and the block
    that one access moves. The layout is that of the block in shared memory,
    once one is chosen. Releases up to 3.7 write
    `!tt.tensordesc<tensor<128x64xf16, #shared>>`.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        OptionalParameter<"::mlir::Attribute">:$layout);
  let extraClassDeclaration = [{
    /// The block as a tensor, with signless integers.
    ::mlir::RankedTensorType blockType() const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TtFloat : AnyTypeOf<[F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F16, BF16,
                         F32, F64], "floating-point">;
def TtInt : AnyTypeOf<[I1, I<4>, I8, I16, I32, I64], "integer">;

/// A pointer; the printer leaves `!tt.ptr` out.
def TtPointer
    : DialectType<TtDialect, CPred<"::mlir::isa<::heddle::tt::PointerType>("
                                   "$_self)">,
                  "pointer", "::heddle::tt::PointerType">;

def TtFloatTensor : RankedTensorOf<[TtFloat]>;
def TtIntTensor : RankedTensorOf<[TtInt]>;
def TtBoolTensor : RankedTensorOf<[I1]>;
def TtPointerTensor : RankedTensorOf<[TtPointer]>;
def TtNumberTensor : RankedTensorOf<[TtFloat, TtInt]>;
def TtTensor : RankedTensorOf<[TtFloat, TtInt, TtPointer]>;

def TtFloatLike : AnyTypeOf<[TtFloat, TtFloatTensor]>;
def TtIntLike : AnyTypeOf<[TtInt, TtIntTensor]>;
def TtBoolLike : AnyTypeOf<[I1, TtBoolTensor]>;
def TtInt64Like : AnyTypeOf<[I64, RankedTensorOf<[I64]>]>;
def TtF32Like : AnyTypeOf<[F32, RankedTensorOf<[F32]>]>;
def TtPointerLike : AnyTypeOf<[TtPointer, TtPointerTensor]>;
/// Anything that a register holds.
def TtValue : AnyTypeOf<[TtFloatLike, TtIntLike, TtPointerLike]>;

#endif // HEDDLE_IR_TTTYPES_TD
