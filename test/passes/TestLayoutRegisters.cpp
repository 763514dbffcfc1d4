//===- TestLayoutRegisters.cpp - All choices, with their registers --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The naive way to the cheapest layouts with the price of registers: all
// choices are tried. What LayoutRegisters.h finds must not be cheaper than the
// cheapest of them, and its bound must not be higher.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "heddle/analysis/LayoutRegisters.h"
#include "heddle/ir/ModuleTarget.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

using namespace mlir;

namespace {

/// Calls a function with each choice.
template <typename Function>
void forChoices(const LabelChoice &problem, Function function) {
  std::vector<unsigned> labels(problem.single.size(), 0);
  auto advance = [&] {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (++labels[i] < problem.single[i].size())
        return true;
      labels[i] = 0;
    }
    return false;
  };
  do
    function(labels);
  while (advance());
}

class TestLayoutRegisters
    : public PassWrapper<TestLayoutRegisters, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestLayoutRegisters)

  llvm::StringRef getArgument() const final { return "test-layout-registers"; }
  llvm::StringRef getDescription() const final {
    return "remarks what layouts cost with the price of registers, and checks "
           "that against all choices";
  }
  void runOnOperation() final;
};

void TestLayoutRegisters::runOnOperation() {
  constexpr int Stages = 3;
  ModuleOp module = getOperation();
  const Target *target = ir::targetOf(module);
  if (target == nullptr)
    return signalPassFailure();
  LayoutGraph graph(module, *target, Stages);
  LayoutProblem problem(graph, LayoutProblem::Planned::All);
  LabelSolution found = cheapestLabels(problem.labels(), problem.start());
  LayoutRegisters registers(module, graph, *target, Stages);
  if (!registers.matter(problem, found)) {
    module.emitRemark() << "registers do not matter";
    return;
  }
  RegisterAnswer answer = registers.cheapest(problem, found);
  std::int64_t least = ForbiddenCost;
  std::size_t choices = 0;
  forChoices(problem.labels(), [&](llvm::ArrayRef<unsigned> labels) {
    std::int64_t cost = costOf(problem.labels(), labels);
    if (cost >= ForbiddenCost)
      return;
    ++choices;
    least =
        std::min(least, cost + registers.useOf(problem, found, labels).cost);
  });
  if (answer.solution.bound > least || answer.solution.cost < least) {
    module.emitError() << "expects a cost of " << least << " or more, and a "
                       << "bound of that or less, but got "
                       << answer.solution.cost << " and "
                       << answer.solution.bound;
    return signalPassFailure();
  }
  module.emitRemark() << choices << " choices: " << answer.solution.cost - least
                      << " more than the cheapest, "
                      << least - answer.solution.bound
                      << " more than the bound; registers: "
                      << answer.without.registers << " without price, "
                      << answer.with.registers << " with it";
}

} // namespace

void registerTestLayoutRegisters() { PassRegistration<TestLayoutRegisters>(); }

} // namespace heddle
