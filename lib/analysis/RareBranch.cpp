//===- RareBranch.cpp - Branches that seldom run --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/RareBranch.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

using namespace mlir;

bool isSeldomRun(Operation *op) {
  for (auto branch = op->getParentOfType<scf::IfOp>(); branch;
       branch = branch->getParentOfType<scf::IfOp>())
    if (branch->hasAttr(ElseIsRareAttr) &&
        branch.getElseRegion().isAncestor(op->getParentRegion()))
      return true;
  return false;
}

} // namespace heddle
