//===- InstructionInterface.td - What ops execute ----------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// What every op of `simt` says of itself. See Instructions.h.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_INSTRUCTIONINTERFACE_TD
#define HEDDLE_SIMT_INSTRUCTIONINTERFACE_TD

include "mlir/IR/OpBase.td"

def InstructionOpInterface : OpInterface<"InstructionOpInterface"> {
  let cppNamespace = "::heddle::simt";
  let description = [{
    What a warp executes and accesses when it comes to the op, regions apart.
    No method has a default: an op that leaves one out does not compile.
  }];
  let methods = [
    InterfaceMethod<"Instructions of one warp, a class an entry.",
      "::heddle::simt::InstructionCounts", "getInstructions">,
    InterfaceMethod<"What it does to memory.",
      "::heddle::simt::MemoryAccesses", "getAccesses">,
    InterfaceMethod<"Whose threads wait for each other here.",
      "std::optional<::heddle::simt::Scope>", "getSynchronizedScope">
  ];
}

#endif // HEDDLE_SIMT_INSTRUCTIONINTERFACE_TD
