//===- TtngDialect.cpp - The dialect ttng ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinesAnywhere.h"
#include "Releases.h"
#include "TtngText.h"
#include "heddle/ir/Ttng.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "heddle/ir/TtngDialect.cpp.inc"
#include "heddle/ir/TtngEnums.cpp.inc"

#define GET_OP_CLASSES
#include "heddle/ir/TtngOps.cpp.inc"

namespace heddle::ttng {

using namespace mlir;

namespace {

/// Short names for what types repeat.
struct Aliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attribute,
                       llvm::raw_ostream &stream) const final {
    auto layout = dyn_cast<TensorMemoryLayoutAttr>(attribute);
    if (!layout)
      return AliasResult::NoAlias;
    bool isOfScales = layout.getEncoding().is<TensorMemoryScalesEncoding>();
    stream << (isOfScales ? "tmem_scales" : "tmem");
    return AliasResult::FinalAlias;
  }
};

} // namespace

void TtngDialect::initialize() {
  registerAttributesAndTypes();
  addOperations<
#define GET_OP_LIST
#include "heddle/ir/TtngOps.cpp.inc"
      >();
  addInterfaces<Aliases, ir::InlinesAnywhere>();
}

std::optional<Dialect::ParseOpHook>
TtngDialect::getParseOperationHook(llvm::StringRef name) const {
  return ir::parseOpOfOtherRelease(name);
}

} // namespace heddle::ttng
