//===- Dependences.cpp - What ops wait for --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::sim {

using namespace mlir;

namespace {

/// Finds the ops of the code that a value comes from.
class Search {
public:
  explicit Search(const llvm::DenseMap<Operation *, std::uint32_t> &numbers)
      : numbers(numbers) {}

  std::vector<std::uint32_t> of(Operation *op) {
    for (Value operand : op->getOperands())
      add(operand);
    while (!open.empty())
      follow(open.pop_back_val());
    return {found.begin(), found.end()};
  }

private:
  void add(Value value) {
    if (seen.insert(value).second)
      open.push_back(value);
  }
  /// What the op computes, or what it is made from if it computes nothing.
  void add(Operation *op) {
    if (auto number = numbers.find(op); number != numbers.end())
      found.insert(number->second);
    else
      for (Value operand : op->getOperands())
        add(operand);
  }
  void follow(Value value) {
    if (Operation *op = value.getDefiningOp())
      return followResult(cast<OpResult>(value), op);
    auto argument = cast<BlockArgument>(value);
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      if (argument == loop.getInductionVar())
        return add(loop);
      unsigned index = argument.getArgNumber() - 1;
      add(loop.getInitArgs()[index]);
      return add(loop.getYieldedValues()[index]);
    }
    if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      bool isBefore = argument.getOwner() == loop.getBeforeBody();
      if (isBefore)
        add(loop.getInits()[argument.getArgNumber()]);
      return add(isBefore ? loop.getYieldOp().getOperation()
                          : loop.getConditionOp().getOperation());
    }
    // Of a graph of blocks: what its branches bring.
    for (Block *before : argument.getOwner()->getPredecessors())
      add(before->getTerminator());
  }
  void followResult(OpResult result, Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      add(loop.getInitArgs()[result.getResultNumber()]);
      return add(loop.getYieldedValues()[result.getResultNumber()]);
    }
    if (op->getNumRegions() == 0)
      return add(op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.getTerminator());
  }

  const llvm::DenseMap<Operation *, std::uint32_t> &numbers;
  llvm::SmallVector<Value> open;
  llvm::DenseSet<Value> seen;
  llvm::SetVector<std::uint32_t> found;
};

} // namespace

std::vector<std::vector<std::uint32_t>> dependencesOf(const Code &code) {
  llvm::DenseMap<Operation *, std::uint32_t> numbers;
  for (const auto &[number, facts] : llvm::enumerate(code.ops))
    numbers[facts.op] = static_cast<std::uint32_t>(number);
  std::vector<std::vector<std::uint32_t>> all;
  for (const OpFacts &facts : code.ops)
    all.push_back(Search(numbers).of(facts.op));
  return all;
}

} // namespace heddle::sim
