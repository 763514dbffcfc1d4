//===- LaterCopies.cpp - How many copies follow groups of them ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaterCopies.h"
#include "mlir/Analysis/DataFlow/DenseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"

#include <numeric>

namespace heddle::codegen::amdgcn {

using namespace mlir;

namespace {

/// The copies of the last groups, that which is not committed first: at least
/// so many instructions. Unknown: none has come here yet.
class RecentCopies : public dataflow::AbstractDenseLattice {
public:
  using AbstractDenseLattice::AbstractDenseLattice;

  std::optional<llvm::SmallVector<unsigned>> groups;

  ChangeResult set(const std::optional<llvm::SmallVector<unsigned>> &to) {
    if (groups == to)
      return ChangeResult::NoChange;
    groups = to;
    return ChangeResult::Change;
  }

  ChangeResult join(const AbstractDenseLattice &other) override {
    const auto &more = static_cast<const RecentCopies &>(other).groups;
    if (!more)
      return ChangeResult::NoChange;
    if (!groups)
      return set(more);
    llvm::SmallVector<unsigned> least;
    for (auto [mine, theirs] : llvm::zip_equal(*groups, *more))
      least.push_back(std::min(mine, theirs));
    return set(least);
  }

  void print(llvm::raw_ostream &os) const override {
    if (groups)
      llvm::interleaveComma(*groups, os);
  }
};

class CopyAnalysis
    : public dataflow::DenseForwardDataFlowAnalysis<RecentCopies> {
public:
  /// With waits for all but up to `depth` groups.
  CopyAnalysis(DataFlowSolver &solver, std::size_t depth)
      : DenseForwardDataFlowAnalysis(solver), depth(depth) {}

  LogicalResult visitOperation(Operation *op, const RecentCopies &before,
                               RecentCopies *after) override {
    auto groups = before.groups;
    if (groups)
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](simt::AsyncCopyOp copy) {
            if (!copy.getPredicates())
              groups->front() += static_cast<unsigned>(copy.getFrom().size());
          })
          .Case([&](simt::AsyncCommitOp) {
            groups->insert(groups->begin(), 0);
            groups->pop_back();
          });
    propagateIfChanged(after, after->set(groups));
    return success();
  }

  void setToEntryState(RecentCopies *state) override {
    propagateIfChanged(state,
                       state->set(llvm::SmallVector<unsigned>(depth + 1)));
  }

private:
  std::size_t depth;
};

} // namespace

llvm::DenseMap<Operation *, unsigned> laterCopiesOf(simt::KernelOp kernel) {
  llvm::SmallVector<simt::AsyncWaitOp> waits;
  kernel.walk([&](simt::AsyncWaitOp wait) { waits.push_back(wait); });
  // The copies of more groups than the counter has numbers are left out: then
  // a wait is only longer than it has to be.
  constexpr std::size_t MostGroups = 63;
  std::size_t depth = 0;
  for (simt::AsyncWaitOp wait : waits)
    depth = std::clamp<std::size_t>(wait.getPending(), depth, MostGroups);
  DataFlowSolver solver;
  dataflow::loadBaselineAnalyses(solver);
  solver.load<CopyAnalysis>(depth);
  bool isDone = succeeded(solver.initializeAndRun(kernel));
  llvm::DenseMap<Operation *, unsigned> later;
  for (simt::AsyncWaitOp wait : waits) {
    const auto *state = solver.lookupState<RecentCopies>(
        solver.getProgramPointBefore(wait.getOperation()));
    if (!isDone || state == nullptr || !state->groups)
      continue;
    // What is not committed is later than all groups.
    llvm::ArrayRef<unsigned> last(*state->groups);
    last = last.take_front(std::size_t(wait.getPending()) + 1);
    later[wait] = std::accumulate(last.begin(), last.end(), 0U);
  }
  return later;
}

} // namespace heddle::codegen::amdgcn
