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

using Numbers = Dependences::Numbers;

/// Numbers of ops, and of what loops carry.
struct Numbering {
  llvm::DenseMap<Operation *, std::uint32_t> ops;
  llvm::DenseMap<Value, std::uint32_t> carried;
};

/// Finds what values come from.
class Search {
public:
  explicit Search(const Numbering &numbering) : numbering(numbering) {}

  Numbers of(ValueRange values) {
    for (Value value : values)
      add(value);
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
    if (auto number = numbering.ops.find(op); number != numbering.ops.end())
      found.insert(number->second);
    else
      for (Value operand : op->getOperands())
        add(operand);
  }
  void addCarried(scf::ForOp loop, unsigned index) {
    add(loop.getInitArgs()[index]);
    found.insert(numbering.carried.lookup(loop.getRegionIterArgs()[index]));
  }
  void follow(Value value) {
    if (Operation *op = value.getDefiningOp())
      return followResult(cast<OpResult>(value), op);
    auto argument = cast<BlockArgument>(value);
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      if (argument == loop.getInductionVar())
        return add(loop);
      return addCarried(loop, argument.getArgNumber() - 1);
    }
    if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      bool isBefore = argument.getOwner() == loop.getBeforeBody();
      if (isBefore)
        add(loop.getInits()[argument.getArgNumber()]);
      return add(isBefore ? loop.getYieldOp().getOperation()
                          : loop.getConditionOp().getOperation());
    }
    if (auto others = dyn_cast<simt::OtherPartitionsOp>(parent))
      return add(others.getCaptures()[argument.getArgNumber()]);
    // Of a graph of blocks: what its branches bring.
    for (Block *before : argument.getOwner()->getPredecessors())
      add(before->getTerminator());
  }
  void followResult(OpResult result, Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return addCarried(loop, result.getResultNumber());
    if (op->getNumRegions() == 0)
      return add(op);
    if (auto parts = dyn_cast<simt::PartitionsOp>(op))
      return add(
          parts.getFirst().front().back().getOperand(result.getResultNumber()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.getTerminator());
  }

  const Numbering &numbering;
  llvm::SmallVector<Value> open;
  llvm::DenseSet<Value> seen;
  llvm::SetVector<std::uint32_t> found;
};

} // namespace

Dependences dependencesOf(const Code &code) {
  Numbering numbering;
  Dependences all;
  for (const OpFacts &facts : code.ops)
    numbering.ops[facts.op] = all.numbers++;
  for (const OpFacts &facts : code.ops)
    if (auto loop = dyn_cast<scf::ForOp>(facts.op))
      for (Value argument : loop.getRegionIterArgs())
        numbering.carried[argument] = all.numbers++;
  for (const OpFacts &facts : code.ops) {
    all.uses.push_back(Search(numbering).of(facts.op->getOperands()));
    std::vector<Dependences::Carried> &carried = all.carried.emplace_back();
    if (auto loop = dyn_cast<scf::ForOp>(facts.op))
      for (auto [argument, yielded] :
           llvm::zip(loop.getRegionIterArgs(), loop.getYieldedValues()))
        carried.push_back({.number = numbering.carried.lookup(argument),
                           .from = Search(numbering).of(yielded)});
  }
  return all;
}

} // namespace heddle::sim
