//===- Traits.td - Rules that ops share --------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Rules that many ops share. Each is a class of `Traits.h`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TRAITS_TD
#define HEDDLE_IR_TRAITS_TD

include "mlir/IR/OpBase.td"

class HeddleTrait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::heddle::ir";
}

/// Sizes are powers of two, no tensor is too large, and layouts are for the
/// module's lanes, warps and blocks.
def WellFormedTensors : HeddleTrait<"WellFormedTensors">;
/// The same of descriptors of shared and tensor memory.
def WellFormedMemory : HeddleTrait<"WellFormedMemory">;
/// All tensors, operands and results, have one layout.
def SameLayouts : HeddleTrait<"SameLayouts">;
/// All operands that are tensors have one layout.
def SameOperandLayouts : HeddleTrait<"SameOperandLayouts">;

#endif // HEDDLE_IR_TRAITS_TD
