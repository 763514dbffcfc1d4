//===- AmdgDialect.cpp - The dialect amdg ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinesAnywhere.h"
#include "heddle/ir/Amdg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "heddle/ir/AmdgDialect.cpp.inc"
#include "heddle/ir/AmdgEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/AmdgAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "heddle/ir/AmdgOps.cpp.inc"

namespace heddle::amdg {

void AmdgDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "heddle/ir/AmdgOps.cpp.inc"
      >();
  addInterfaces<ir::InlinesAnywhere>();
}

void AmdgDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "heddle/ir/AmdgAttrs.cpp.inc"
      >();
}

} // namespace heddle::amdg
