//===- Gluon.cpp - Layouts that are to be found ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Gluon.h"
#include "InlinesAnywhere.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "heddle/ir/GluonDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/GluonAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "heddle/ir/GluonOps.cpp.inc"

namespace heddle::gluon {

using namespace mlir;

void GluonDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "heddle/ir/GluonAttrs.cpp.inc"
      >();
}

void GluonDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "heddle/ir/GluonOps.cpp.inc"
      >();
  addInterfaces<ir::InlinesAnywhere>();
}

bool isOpen(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa_and_nonnull<AutoEncodingAttr, CoalescedEncodingAttr>(
                       tensor.getEncoding());
}

LogicalResult SetAutoLayoutOp::verify() {
  auto from = cast<RankedTensorType>(getSrc().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  if (!isa_and_nonnull<AutoEncodingAttr>(from.getEncoding()))
    return emitOpError()
           << "expects a source with #gluon.auto_encoding, but got " << from;
  if (!to.getEncoding() || isa<AutoEncodingAttr>(to.getEncoding()))
    return emitOpError() << "expects a result with another layout than "
                            "#gluon.auto_encoding, but got "
                         << to;
  return success();
}

} // namespace heddle::gluon
