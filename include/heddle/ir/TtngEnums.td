//===- TtngEnums.td - Enumerations of ttng -----------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Enumerations of `ttng`. Spellings and numbers are Triton's: the generic form
/// of an op prints the numbers. They stand apart from the dialect so that its
/// header does not hold those of `tt` and `ttg` once more.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTNGENUMS_TD
#define HEDDLE_IR_TTNGENUMS_TD

include "mlir/IR/EnumAttr.td"

class TtngEnum<string name, string what, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, what, cases> {
  let cppNamespace = "::heddle::ttng";
}

def EvictionPriority : TtngEnum<"EvictionPriority", "priority in a cache", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"Normal", 1, "evict_normal">,
  I32EnumAttrCase<"Unchanged", 2, "evict_unchanged">,
  I32EnumAttrCase<"First", 3, "evict_first">,
  I32EnumAttrCase<"Last", 4, "evict_last">,
  I32EnumAttrCase<"NoAllocate", 5, "no_allocate">
]> {
  let genSpecializedAttr = 0;
}

def WaitKind : TtngEnum<"WaitKind", "accesses to tensor memory", [
  I32EnumAttrCase<"Load", 0, "load">,
  I32EnumAttrCase<"Store", 1, "store">
]>;

def PackedArithKind : TtngEnum<"PackedArithKind", "packed arithmetic", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Sub", 1, "sub">,
  I32EnumAttrCase<"Mul", 2, "mul">,
  I32EnumAttrCase<"Fma", 3, "fma">,
  I32EnumAttrCase<"Min", 4, "min">,
  I32EnumAttrCase<"Max", 5, "max">
]>;

def LoadReduction : TtngEnum<"LoadReduction", "reduction of a load", [
  I32EnumAttrCase<"Min", 1, "min">,
  I32EnumAttrCase<"Max", 2, "max">
]> {
  let genSpecializedAttr = 0;
}

def ScalesOrder : TtngEnum<"ScalesOrder", "order of blocks of scales", [
  I32EnumAttrCase<"MnThenK", 0, "mnThenK">,
  I32EnumAttrCase<"KThenMn", 1, "kThenMn">
]> {
  let genSpecializedAttr = 0;
}

#endif // HEDDLE_IR_TTNGENUMS_TD
