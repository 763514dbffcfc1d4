//===- OptimizeEpilogue.cpp - Results stored as products leave them -------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Amdg.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUOPTIMIZEEPILOGUE
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// A stored value that was converted from the layout of a product's result, and
/// changed one element at a time since.
struct Epilogue {
  ttg::ConvertLayoutOp convert;
  /// From the conversion on; each is used by the next one alone.
  llvm::SmallVector<Operation *> changes;

  static std::optional<Epilogue> match(Value stored);
  Attribute layout() { return convert.getSrc().getType().getEncoding(); }
};

bool isOfProduct(RankedTensorType type) {
  const Encoding *encoding = ir::encodingOf(type);
  return encoding && (encoding->getIf<AmdMfmaEncoding>() ||
                      encoding->getIf<AmdWmmaEncoding>());
}

std::optional<Epilogue> Epilogue::match(Value stored) {
  Epilogue found;
  for (Value value = stored;; value = value.getDefiningOp()->getOperand(0)) {
    Operation *op = value.getDefiningOp();
    if (op == nullptr || !op->hasOneUse())
      return std::nullopt;
    if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(op)) {
      if (!isOfProduct(convert.getSrc().getType()))
        return std::nullopt;
      found.convert = convert;
      std::reverse(found.changes.begin(), found.changes.end());
      return found;
    }
    if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
        !op->hasTrait<OpTrait::Elementwise>() || !isMemoryEffectFree(op))
      return std::nullopt;
    found.changes.push_back(op);
  }
}

/// Every tensor operand in the layout: the value without its conversion, the
/// others with one, which their own ops may take away.
void storeDirectly(Operation *store, unsigned valueNumber) {
  std::optional<Epilogue> epilogue =
      Epilogue::match(store->getOperand(valueNumber));
  if (!epilogue)
    return;
  Attribute layout = epilogue->layout();
  Value value = epilogue->convert.getSrc();
  for (Operation *change : epilogue->changes) {
    change->setOperand(0, value);
    value = change->getResult(0);
    auto type = cast<RankedTensorType>(value.getType());
    value.setType(type.cloneWithEncoding(layout));
  }
  OpBuilder builder(store);
  for (OpOperand &operand : store->getOpOperands()) {
    if (operand.getOperandNumber() == valueNumber) {
      operand.set(value);
    } else if (auto type =
                   dyn_cast<RankedTensorType>(operand.get().getType())) {
      operand.set(ttg::ConvertLayoutOp::create(builder, store->getLoc(),
                                               type.cloneWithEncoding(layout),
                                               operand.get()));
    }
  }
  epilogue->convert.erase();
}

struct TritonAMDGPUOptimizeEpilogue
    : impl::TritonAMDGPUOptimizeEpilogueBase<TritonAMDGPUOptimizeEpilogue> {
  void runOnOperation() final {
    getOperation()->walk([](Operation *op) {
      if (auto store = dyn_cast<tt::StoreOp>(op);
          store && isa<RankedTensorType>(store.getPtr().getType()))
        storeDirectly(op, store.getValueMutable().getOperandNumber());
      else if (auto buffer = dyn_cast<amdg::BufferStoreOp>(op))
        storeDirectly(op, buffer.getValueMutable().getOperandNumber());
    });
  }
};

} // namespace
} // namespace heddle
