//===- TtngOpBase.td - What ops of ttng share --------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// What ops of `ttng` have in common.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTNGOPBASE_TD
#define HEDDLE_IR_TTNGOPBASE_TD

include "heddle/ir/Effects.td"
include "heddle/ir/LayoutFlow.td"
include "heddle/ir/Traits.td"
include "heddle/ir/TtAttrs.td"
include "heddle/ir/TtTypes.td"
include "heddle/ir/TtgDialect.td"
include "heddle/ir/TtngDialect.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TtngOp<string mnemonic, list<Trait> traits = []>
    : Op<TtngDialect, mnemonic,
         !listconcat(traits, [WellFormedTensors, WellFormedMemory])>;

/// Effects that depend on the operands, in `TtngEffects.cpp`.
def OwnEffects : DeclareOpInterfaceMethods<MemoryEffectsOpInterface>;

def TensorOrMemDesc : AnyTypeOf<[TtTensor, MemDescType]>;
def AnyDescriptor : AnyTypeOf<[TensorDescType, Im2ColDescType]>;

#endif // HEDDLE_IR_TTNGOPBASE_TD
