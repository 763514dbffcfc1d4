//===- Gpu.cpp - Barriers and numbers of threads --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Gpu.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "heddle/ir/GpuDialect.cpp.inc"
#include "heddle/ir/GpuEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/GpuAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "heddle/ir/GpuOps.cpp.inc"

namespace heddle::gpu {

using namespace mlir;
using mlir::failure;

void GpuDialect::initialize() {
  // As of MLIR's: what launches kernels does not matter here.
  allowUnknownOperations();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "heddle/ir/GpuAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "heddle/ir/GpuOps.cpp.inc"
      >();
}

/// Of two that follow each other, one is enough.
LogicalResult BarrierOp::canonicalize(BarrierOp op, PatternRewriter &rewriter) {
  auto next = dyn_cast_or_null<BarrierOp>(op->getNextNode());
  if (!next || next.getAddressSpacesAttr() != op.getAddressSpacesAttr())
    return failure();
  rewriter.eraseOp(op);
  return success();
}

} // namespace heddle::gpu
