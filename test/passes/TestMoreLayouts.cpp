//===- TestMoreLayouts.cpp - Would other layouts be better? ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gap of zero says that no choice among the offered layouts is cheaper; few
// offers would make it so for any program. So random layouts are offered to all
// values, some at a time. They are chosen at the same cost whether all
// conversions are planned or only those that can be worth it.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "heddle/analysis/LayoutProblem.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/ModuleTarget.h"
#include "mlir/Pass/Pass.h"

#include <random>

namespace heddle {

using namespace mlir;

namespace {

class RandomLayouts {
public:
  RandomLayouts(MLIRContext *context, ThreadGrid threads, unsigned seed)
      : context(context), threads(threads), engine(seed) {}

  Attribute draw(unsigned rank) {
    constexpr unsigned MostBits = 3;
    BlockedEncoding blocked;
    blocked.sizePerThread = shares(rank, 1U << engine() % (MostBits + 1));
    blocked.threadsPerWarp = shares(rank, threads.threadsPerWarp);
    blocked.warpsPerCTA = shares(rank, threads.numWarps);
    for (unsigned axis = 0; axis < rank; ++axis)
      blocked.order.push_back(axis);
    std::shuffle(blocked.order.begin(), blocked.order.end(), engine);
    return ir::layoutAttr(context, blocked);
  }

private:
  /// Powers of two with that product.
  UnsignedList shares(unsigned rank, unsigned product) {
    UnsignedList all(rank, 1);
    for (; product > 1; product /= 2)
      all[engine() % rank] *= 2;
    return all;
  }

  MLIRContext *context;
  ThreadGrid threads;
  std::minstd_rand engine;
};

class TestMoreLayouts
    : public PassWrapper<TestMoreLayouts, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestMoreLayouts)

  TestMoreLayouts() = default;
  TestMoreLayouts(const TestMoreLayouts &other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const final { return "test-more-layouts"; }
  llvm::StringRef getDescription() const final {
    return "remarks what the layouts cost with random ones beside those "
           "offered";
  }
  void runOnOperation() final;

  Option<unsigned> count{*this, "count", llvm::cl::init(200),
                         llvm::cl::desc("random layouts for each rank")};
  Option<unsigned> batch{*this, "batch", llvm::cl::init(2),
                         llvm::cl::desc("those offered at a time")};
  Option<unsigned> seed{*this, "seed", llvm::cl::init(1),
                        llvm::cl::desc("of the layouts")};
  Option<unsigned> stages{*this, "num-stages", llvm::cl::init(3),
                          llvm::cl::desc("stages of loops")};
};

void TestMoreLayouts::runOnOperation() {
  ModuleOp module = getOperation();
  const Target *target = ir::targetOf(module);
  if (target == nullptr)
    return signalPassFailure();
  LayoutGraph graph(module, *target, static_cast<int>(stages));
  graph.improve();
  using Planned = LayoutProblem::Planned;
  auto costIf = [&](Planned planned, llvm::ArrayRef<Attribute> more) {
    LayoutProblem problem(graph, planned, more);
    return cyclesOfCost(cheapestLabels(problem.labels(), problem.start()).cost +
                        problem.constant());
  };
  auto cost = [&](llvm::ArrayRef<Attribute> more) {
    double all = costIf(Planned::All, more);
    if (double useful = costIf(Planned::Useful, more); useful != all)
      module.emitError() << "expects " << all
                         << " cycles if few conversions are planned, but got "
                         << useful;
    return all;
  };
  double offered = cost({}), least = offered;
  llvm::SmallSetVector<unsigned, 4> ranks;
  for (const LayoutSite &site : graph.sites())
    ranks.insert(static_cast<unsigned>(
        cast<RankedTensorType>(site.valueAt(0).getType()).getRank()));
  RandomLayouts layouts(&getContext(),
                        {.numWarps = ir::warpsAt(module).value_or(1),
                         .threadsPerWarp = ir::lanesAt(module).value_or(1),
                         .numCTAs = 1},
                        seed);
  for (unsigned i = 0; i < count; i += batch) {
    llvm::SmallVector<Attribute> more;
    for (unsigned rank : ranks)
      for (unsigned each = 0; each < batch; ++each)
        more.push_back(layouts.draw(rank));
    least = std::min(least, cost(more));
  }
  module.emitRemark() << offered << " cycles, and " << least << " with "
                      << count.getValue() << " random layouts for each rank";
}

} // namespace

void registerTestMoreLayouts() { PassRegistration<TestMoreLayouts>(); }

} // namespace heddle
