//===- Rocdl.td - Instructions of AMD's GPUs ---------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The dialect `rocdl` as kernels have it: those of MLIR's ops that stand
/// beside `ttg`. Some are our own, because their text became another one between the
/// MLIR of Triton 3.8 and that of 3.9.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_ROCDL_TD
#define HEDDLE_IR_ROCDL_TD

include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def RocdlDialect : Dialect {
  let name = "rocdl";
  let cppNamespace = "::heddle::rocdl";
  let summary = "Instructions of AMD's GPUs";
  let description = [{
    MLIR's dialect of this name cannot stand beside it in one context.
  }];
  let dependentDialects = ["::heddle::tt::TtDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def SchedGroups : I32BitEnumAttr<"SchedGroups", "kinds of instructions", [
  I32BitEnumAttrCase<"None", 0, "none">,
  I32BitEnumAttrCase<"Plain", 0x1, "non_mem_non_sideeffect">,
  I32BitEnumAttrCase<"Valu", 0x2, "valu">,
  I32BitEnumAttrCase<"Salu", 0x4, "salu">,
  I32BitEnumAttrCase<"Mfma", 0x8, "mfma_wmma">,
  I32BitEnumAttrCase<"Vmem", 0x10, "all_vmem">,
  I32BitEnumAttrCase<"VmemRead", 0x20, "vmem_read">,
  I32BitEnumAttrCase<"VmemWrite", 0x40, "vmem_write">,
  I32BitEnumAttrCase<"Ds", 0x80, "all_ds">,
  I32BitEnumAttrCase<"DsRead", 0x100, "ds_read">,
  I32BitEnumAttrCase<"DsWrite", 0x200, "ds_write">,
  I32BitEnumAttrCase<"Transcendental", 0x400, "transcendental">,
  I32BitEnumAttrCase<"LdsDma", 0x800, "ldsdma">,
  I32BitEnumAttrCase<"All", 0xFFF, "all">
]> {
  let cppNamespace = "::heddle::rocdl";
}

class RocdlOp<string mnemonic> : Op<RocdlDialect, mnemonic>;

def SchedBarrierOp : RocdlOp<"sched.barrier"> {
  let summary = "only such instructions may be scheduled across it";
  let description = [{
    `rocdl.sched.barrier valu|salu`; up to 3.8 with a number, here 6.
  }];
  let arguments = (ins SchedGroups:$mask);
  let assemblyFormat = "custom<Groups>($mask) attr-dict";
}

def SchedGroupBarrierOp : RocdlOp<"sched.group.barrier"> {
  let summary = "the next `size` such instructions are scheduled together";
  let arguments = (ins SchedGroups:$mask, I32Attr:$size, I32Attr:$groupId);
  let assemblyFormat = [{
    custom<Groups>($mask) `,` $size `,` $groupId attr-dict
  }];
}

#endif // HEDDLE_IR_ROCDL_TD
