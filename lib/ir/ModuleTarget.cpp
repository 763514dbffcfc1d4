//===- ModuleTarget.cpp - The chip that a module is for -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttg.h"

namespace heddle::ir {

using namespace mlir;

const Target *targetOf(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>(ttg::TargetAttr);
  return name ? targetOfModule(name.getValue()) : nullptr;
}

} // namespace heddle::ir
