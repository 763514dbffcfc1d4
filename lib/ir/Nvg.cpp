//===- Nvg.cpp - The dialect nvg ------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Nvg.h"
#include "InlinesAnywhere.h"
#include "mlir/IR/OpImplementation.h"

#include "heddle/ir/NvgDialect.cpp.inc"

#define GET_OP_CLASSES
#include "heddle/ir/NvgOps.cpp.inc"

namespace heddle::nvg {

void NvgDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "heddle/ir/NvgOps.cpp.inc"
      >();
  addInterfaces<ir::InlinesAnywhere>();
}

} // namespace heddle::nvg
