//===- LayoutDemands.cpp - Producers and consumers of layouts -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutDemands.h"
#include "heddle/report/MakeSimReport.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

using namespace mlir;

namespace {

/// Computes each element from those at the same coordinates: any layout will do
/// if all have it.
bool takesAnyLayout(Operation *op) {
  if (!isMemoryEffectFree(op) || op->getNumRegions() != 0 ||
      op->getNumResults() == 0)
    return false;
  Type like;
  for (Value value : llvm::concat<Value>(llvm::to_vector(op->getOperands()),
                                         llvm::to_vector(op->getResults()))) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (!tensor)
      continue;
    auto bare = RankedTensorType::get(tensor.getShape(),
                                      IntegerType::get(op->getContext(), 1),
                                      tensor.getEncoding());
    if (like && like != bare)
      return false;
    like = bare;
  }
  return true;
}

bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

/// Those that are found from a value on; a step adds the values behind one, or
/// finds ops.
template <class Step> std::vector<ReportedOp> search(Value value, Step step) {
  llvm::SetVector<Value> seen;
  llvm::SetVector<Operation *> found;
  seen.insert(value);
  for (std::size_t index = 0; index < seen.size(); ++index)
    step(seen[index], seen, found);
  auto isFree = [](Operation *op) {
    return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
           llvm::none_of(op->getOperands(), isTensor);
  };
  bool areAllFree = llvm::all_of(found, isFree);
  std::vector<ReportedOp> ops;
  for (Operation *op : found)
    if (areAllFree || !isFree(op))
      ops.push_back(reported(op));
  return ops;
}

} // namespace

ReportedOp reported(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  std::string file =
      function ? sourceLocationOf(function.getLoc(), "").file : std::string();
  return {op->getName().getStringRef().str(),
          locationText(sourceLocationOf(op->getLoc(), file))};
}

ReportedOp reportedOrigin(Operation *op, llvm::StringRef file) {
  OpText text = textOf(op, file);
  return {text.name.str(), locationText(text.location)};
}

// Constants, ranges and scalars have any layout that is needed: they count as
// producers only if there is no other.
std::vector<ReportedOp> producersOf(Value value) {
  return search(value, [](Value at, auto &seen, auto &found) {
    Operation *op = at.getDefiningOp();
    if (op == nullptr) {
      // What a loop or a branch carries.
      found.insert(at.getParentBlock()->getParentOp());
      return;
    }
    llvm::SmallVector<Value> from =
        llvm::filter_to_vector(op->getOperands(), isTensor);
    if (from.empty() || !takesAnyLayout(op))
      found.insert(op);
    else
      seen.insert(from.begin(), from.end());
  });
}

std::vector<ReportedOp> consumersOf(Value value) {
  return search(value, [](Value at, auto &seen, auto &found) {
    for (Operation *op : at.getUsers()) {
      if (!takesAnyLayout(op)) {
        // A loop needs what is yielded, not the yield.
        bool isEnd = op->hasTrait<OpTrait::IsTerminator>();
        found.insert(isEnd ? op->getParentOp() : op);
        continue;
      }
      for (Value result : op->getResults())
        if (isTensor(result))
          seen.insert(result);
    }
  });
}

} // namespace heddle
