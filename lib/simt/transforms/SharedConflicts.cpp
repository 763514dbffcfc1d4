//===- SharedConflicts.cpp - Bank conflicts of a program ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/transforms/SharedConflicts.h"
#include "ThreadValues.h"
#include "heddle/plan/Banks.h"

namespace heddle {

using namespace mlir;

namespace {

using Form = SharedInstruction::Form;

class ConflictCounter {
public:
  ConflictCounter(simt::KernelOp kernel, const Target &target)
      : warps(kernel.getWarps()), target(target),
        values(warps * kernel.getLanes()) {}

  /// Nothing if only a run knows an address or who takes part.
  template <class Op>
  std::optional<SharedConflicts> ofVectors(Op op, AccessKind kind) {
    SharedConflicts result;
    result.op = op;
    const ThreadValues::Registers &bases = values.of(op.getBases());
    for (auto [index, at] : llvm::enumerate(op.getAt())) {
      const ThreadValues::Register *predicate = nullptr;
      if (op.getPredicates())
        predicate = &values.of(op.getPredicates())[index];
      if (!add(result, {Form::Vector, op.getAccessBytes()}, kind,
               bases[static_cast<std::size_t>(at)], op.getOffsets()[index],
               predicate))
        return std::nullopt;
    }
    return result;
  }

  template <class Op>
  std::optional<SharedConflicts> ofMatrices(Op op, AccessKind kind, Value words,
                                            Value predicate) {
    SharedConflicts result;
    result.op = op;
    auto bytes = static_cast<unsigned>(
        WordBytes * cast<VectorType>(words.getType()).getNumElements());
    Form form = op.getTransposed() ? Form::MatrixTransposed : Form::Matrix;
    if (!add(result, {form, bytes}, kind, values.of(op.getAddress()).front(),
             static_cast<std::int32_t>(op.getOffset()),
             predicate ? &values.of(predicate).front() : nullptr))
      return std::nullopt;
    return result;
  }

private:
  /// One instruction of every warp; false if something is not known.
  bool add(SharedConflicts &result, const SharedInstruction &instruction,
           AccessKind kind, const ThreadValues::Register &base,
           std::int32_t offset, const ThreadValues::Register *predicate) {
    if (base.empty() || (predicate != nullptr && predicate->empty()))
      return false;
    for (unsigned warp = 0; warp < warps; ++warp) {
      std::vector<std::optional<std::uint64_t>> offsets(target.lanes);
      for (unsigned lane = 0; lane < target.lanes; ++lane) {
        unsigned thread = warp * target.lanes + lane;
        if (predicate == nullptr || (*predicate)[thread] != 0)
          offsets[lane] = static_cast<std::uint32_t>(
              base[thread] + static_cast<std::uint64_t>(offset));
      }
      ++result.instructions;
      LaneUse use = {.idle = 0,
                     .doNeighboursAgree = doNeighboursAgree(offsets)};
      for (const PhaseCount &phase :
           countPhases(instruction, kind, offsets, target, use)) {
        result.wavefronts += phase.wavefronts;
        result.ideal += phase.wavefronts == 0 ? 0 : 1;
      }
    }
    return true;
  }

  unsigned warps;
  const Target &target;
  ThreadValues values;
};

std::optional<SharedConflicts> conflictsOf(Operation *op,
                                           ConflictCounter &counter) {
  if (auto load = dyn_cast<simt::LoadOp>(op);
      load && load.getSpace() == simt::Space::Shared)
    return counter.ofVectors(load, AccessKind::Load);
  if (auto store = dyn_cast<simt::StoreOp>(op);
      store && store.getSpace() == simt::Space::Shared)
    return counter.ofVectors(store, AccessKind::Store);
  if (auto load = dyn_cast<simt::MatrixLoadOp>(op))
    return counter.ofMatrices(load, AccessKind::Load, load.getResult(), {});
  if (auto store = dyn_cast<simt::MatrixStoreOp>(op))
    return counter.ofMatrices(store, AccessKind::Store, store.getValue(),
                              store.getPredicate());
  return std::nullopt;
}

} // namespace

std::vector<SharedConflicts> countConflicts(simt::KernelOp kernel,
                                            const Target &target) {
  std::vector<SharedConflicts> all;
  ConflictCounter counter(kernel, target);
  kernel.walk([&](Operation *op) {
    if (std::optional<SharedConflicts> found = conflictsOf(op, counter))
      all.push_back(*found);
  });
  return all;
}

} // namespace heddle
