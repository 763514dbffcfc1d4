//===- ReduceLayout.cpp - Layouts that suit reductions --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/ReduceLayout.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"

namespace heddle {

using namespace mlir;

namespace {

/// Of the first load of such a tensor on the way to a value; null without one.
Attribute layoutLoaded(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  llvm::SmallVector<Value> open = {value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (op == nullptr || !seen.insert(op).second)
      continue;
    if (isa<tt::LoadOp>(op))
      return cast<RankedTensorType>(op->getResult(0).getType()).getEncoding();
    for (Value operand : op->getOperands())
      if (auto each = dyn_cast<RankedTensorType>(operand.getType());
          each && each.getShape() == type.getShape())
        open.push_back(operand);
  }
  return {};
}

} // namespace

Attribute layoutWithWholeAxis(tt::ReduceOp reduce) {
  auto type = cast<RankedTensorType>(reduce.getOperand(0).getType());
  const Encoding *encoding = ir::encodingOf(layoutLoaded(reduce.getOperand(0)));
  const auto *blocked =
      encoding == nullptr ? nullptr : encoding->getIf<BlockedEncoding>();
  unsigned axis = reduce.getAxis();
  if (blocked == nullptr || blocked->order.front() == axis ||
      blocked->threadsPerWarp[axis] * blocked->warpsPerCTA[axis] == 1)
    return {};
  std::vector<std::uint64_t> others(type.getShape().begin(),
                                    type.getShape().end());
  others[axis] = 1;
  ThreadGrid threads = {.numWarps = ir::warpsAt(reduce).value_or(1),
                        .threadsPerWarp = ir::lanesAt(reduce).value_or(32),
                        .numCTAs = 1};
  Result<BlockedEncoding> whole =
      defaultBlocked(others, blocked->sizePerThread, blocked->order, threads);
  if (!whole || whole->threadsPerWarp[axis] * whole->warpsPerCTA[axis] != 1)
    return {};
  whole->cga = blocked->cga;
  return ir::layoutAttr(reduce.getContext(), *whole);
}

} // namespace heddle
