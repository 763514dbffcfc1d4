//===- TtOpBase.td - What ops of tt share ------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// What ops of `tt` have in common.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTOPBASE_TD
#define HEDDLE_IR_TTOPBASE_TD

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

/// One value from one value of each operand, at the same coordinates.
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

#endif // HEDDLE_IR_TTOPBASE_TD
