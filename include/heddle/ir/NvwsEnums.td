//===- NvwsEnums.td - Who uses a buffer --------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Enumerations of `nvws`, in a file of their own, since their generator takes
/// those of included files too.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_NVWSENUMS_TD
#define HEDDLE_IR_NVWSENUMS_TD

include "mlir/IR/EnumAttr.td"

def AsyncOpKind : I32EnumAttr<"AsyncOp", "who reads or writes a buffer", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"TMALoad", 1, "tma_load">,
  I32EnumAttrCase<"TC5MMA", 2, "tc5mma">,
  I32EnumAttrCase<"TMEMCopy", 3, "tmem_copy">,
  I32EnumAttrCase<"CpAsync", 4, "cp_async">,
  I32EnumAttrCase<"WGMMA", 5, "wgmma">,
  I32EnumAttrCase<"CLC", 6, "clc">
]> {
  let cppNamespace = "::heddle::nvws";
  let genSpecializedAttr = 0;
}

#endif // HEDDLE_IR_NVWSENUMS_TD
