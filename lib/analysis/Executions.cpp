//===- Executions.cpp - How often an op is executed -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/Executions.h"
#include "heddle/plan/Cost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

#include <algorithm>
#include <cmath>

namespace heddle {

using namespace mlir;

static double iterationsOf(scf::ForOp loop) {
  APInt begin, end, step;
  bool isKnown = matchPattern(loop.getLowerBound(), m_ConstantInt(&begin)) &&
                 matchPattern(loop.getUpperBound(), m_ConstantInt(&end)) &&
                 matchPattern(loop.getStep(), m_ConstantInt(&step)) &&
                 step.isStrictlyPositive();
  if (!isKnown)
    return AssumedIterations;
  auto length = static_cast<double>(end.getSExtValue() - begin.getSExtValue());
  return std::max<double>(
      0, std::ceil(length / static_cast<double>(step.getSExtValue())));
}

double executionsOf(Operation *op) {
  double times = 1;
  for (Operation *parent = op->getParentOp(); parent != nullptr;
       parent = parent->getParentOp()) {
    if (isa<scf::WhileOp>(parent))
      times *= AssumedIterations;
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      times *= iterationsOf(loop);
  }
  return times;
}

} // namespace heddle
