//===- Gluon.td - Layouts that are to be found -------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The dialect `gluon`: what the kernels of Triton's language Gluon have beside
/// `tt` and `ttg`. Their layouts are written by the author, or left open.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_GLUON_TD
#define HEDDLE_IR_GLUON_TD

include "heddle/ir/Traits.td"
include "heddle/ir/TtTypes.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def GluonDialect : Dialect {
  let name = "gluon";
  let cppNamespace = "::heddle::gluon";
  let summary = "Layouts that are to be found";
  let description = [{
    `tensor<128xf32, #gluon.auto_encoding>` has the layout of the tensors around
    it, `#gluon.coalesced_encoding` stands for one with which a tensor's accesses
    are wide. `gluon-resolve-auto-encodings` and `gluon-infer-coalesced-encodings`
    put layouts in their place; nothing else takes such tensors.
  }];
  let dependentDialects = ["::heddle::tt::TtDialect",
                           "::heddle::ttg::TtgDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
  private:
    void registerAttributes();
  }];
}

def AutoEncodingAttr : AttrDef<GluonDialect, "AutoEncoding"> {
  let mnemonic = "auto_encoding";
  let summary = "the layout that the tensors around it ask for";
}

def CoalescedEncodingAttr : AttrDef<GluonDialect, "CoalescedEncoding"> {
  let mnemonic = "coalesced_encoding";
  let summary = "a layout for wide accesses";
}

def SetAutoLayoutOp
    : Op<GluonDialect, "set_auto_layout",
         [SameOperandsAndResultElementType, SameOperandsAndResultShape,
          WellFormedTensors]> {
  let summary = "says which layout a tensor without one gets";
  let arguments = (ins TtTensor:$src);
  let results = (outs TtTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

#endif // HEDDLE_IR_GLUON_TD
