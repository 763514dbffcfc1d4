//===- TestLayoutFlow.cpp - Compares LayoutFlow with types ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says where `LayoutFlow` and the types of an op do not agree.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/LayoutFlow.h"
#include "mlir/Pass/Pass.h"

#include <algorithm>
#include <vector>

namespace heddle {

using namespace mlir;

namespace {

Attribute layoutAt(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor ? tensor.getEncoding() : Attribute();
}

/// The type that the value would have with this layout.
Type with(Value value, Attribute layout) {
  return cast<RankedTensorType>(value.getType()).cloneWithEncoding(layout);
}

/// Equal but for copies among a thread's registers, which releases keep or
/// leave out.
bool isSameMap(const LinearLayout &a, const LinearLayout &b) {
  auto registers = [](const LinearLayout &layout) {
    std::vector<Word> bases(layout.bases(Dim::Register).begin(),
                            layout.bases(Dim::Register).end());
    std::erase(bases, 0);
    return bases;
  };
  if (registers(a) != registers(b))
    return false;
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
    if (!std::ranges::equal(a.bases(dim), b.bases(dim)))
      return false;
  return true;
}

class TestLayoutFlow : public PassWrapper<TestLayoutFlow, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestLayoutFlow)

  llvm::StringRef getArgument() const final { return "test-layout-flow"; }
  llvm::StringRef getDescription() const final {
    return "remarks layouts that differ from what flows through their ops";
  }
  void runOnOperation() final {
    getOperation()->walk([](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        for (OpResult result : op->getResults())
          if (layoutAt(operand.get()) && layoutAt(result))
            compare(operand, result);
    });
  }

private:
  static void compare(OpOperand &operand, OpResult result) {
    Operation *op = result.getOwner();
    unsigned from = operand.getOperandNumber(), to = result.getResultNumber();
    if (Attribute down =
            ir::layoutOfResult(op, from, layoutAt(operand.get()), to))
      check(result, with(result, down), "result", to);
    if (Attribute up = ir::layoutOfOperand(op, to, layoutAt(result), from))
      check(operand, with(operand.get(), up), "operand", from);
  }

  template <class Place>
  static void check(Place &place, Type flows, llvm::StringRef noun,
                    unsigned number) {
    Value value = valueOf(place);
    Result<LinearLayout> given = ir::linearLayoutOf(value.getType());
    Result<LinearLayout> flowing = ir::linearLayoutOf(flows);
    if (given && flowing && isSameMap(*given, *flowing))
      return;
    place.getOwner()->emitRemark()
        << place.getOwner()->getName() << ": " << flows << " flows to " << noun
        << " " << number << ", which is of " << value.getType();
  }
  static Value valueOf(OpOperand &operand) { return operand.get(); }
  static Value valueOf(OpResult result) { return result; }
};

} // namespace

void registerTestLayoutFlow() { PassRegistration<TestLayoutFlow>(); }

} // namespace heddle
