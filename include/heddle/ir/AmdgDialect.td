//===- AmdgDialect.td - The dialect amdg -------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The dialect `amdg`: what AMD's GPUs have beside `ttg`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_AMDGDIALECT_TD
#define HEDDLE_IR_AMDGDIALECT_TD

include "heddle/ir/Traits.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def AmdgDialect : Dialect {
  let name = "amdg";
  let cppNamespace = "::heddle::amdg";
  let summary = "Tile programs for AMD's GPUs";
  let description = [{
    Global memory by a scalar base and offsets of 32 bits (*buffer* accesses, of
    all targets), tensors cut and put together in registers, copies between
    global and shared memory by the *tensor data mover* (TDM, of gfx1250), and
    barriers in shared memory.
  }];
  let dependentDialects = ["::heddle::tt::TtDialect",
                           "::heddle::ttg::TtgDialect", "::mlir::LLVM::LLVMDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
  private:
    void registerAttributes();
  }];
}

def SchedHintKind : I32EnumAttr<"SchedHint", "hint to the scheduler", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"Attention", 1, "attention">
]> {
  let cppNamespace = "::heddle::amdg";
  let genSpecializedAttr = 0;
}

/// `#amdg.SchedHintVariant<attention>`.
def SchedHintAttr : EnumAttr<AmdgDialect, SchedHintKind, "SchedHintVariant"> {
  let assemblyFormat = "`<` $value `>`";
}

class AmdgOp<string mnemonic, list<Trait> traits = []>
    : Op<AmdgDialect, mnemonic,
         !listconcat(traits, [WellFormedTensors, WellFormedMemory])>;

#endif // HEDDLE_IR_AMDGDIALECT_TD
