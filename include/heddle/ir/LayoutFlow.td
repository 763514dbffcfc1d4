//===- LayoutFlow.td - How layouts pass through ops --------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// How layouts pass through an op, as layout inference needs it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_LAYOUTFLOW_TD
#define HEDDLE_IR_LAYOUTFLOW_TD

include "mlir/IR/OpBase.td"

def LayoutFlow : OpInterface<"LayoutFlow"> {
  let cppNamespace = "::heddle::ir";
  let description = [{
    Which layouts of operands and results go together so that the op moves no
    data between threads. Ops without this interface want one layout for all
    tensors of one shape; calls and branches want nothing, loops one layout for
    what a value begins and ends with (`layoutOfResult` and `layoutOfOperand` of
    LayoutFlow.h know that, and are what passes call).

    Both methods return null where the op leaves the choice open, and where
    there is no such layout.
  }];
  let methods = [
    InterfaceMethod<
      "The layout that a result gets from an operand with this one.",
      "::mlir::Attribute", "layoutOfResult",
      (ins "unsigned":$operand, "::mlir::Attribute":$layout,
           "unsigned":$result)>,
    InterfaceMethod<
      "The layout that an operand needs so that a result gets this one.",
      "::mlir::Attribute", "layoutOfOperand",
      (ins "unsigned":$result, "::mlir::Attribute":$layout,
           "unsigned":$operand)>
  ];
}

/// Ops in which tensors of one shape do not all have one layout answer for
/// themselves, in LayoutFlow.cpp.
def FlowsLayouts : DeclareOpInterfaceMethods<LayoutFlow>;

#endif // HEDDLE_IR_LAYOUTFLOW_TD
