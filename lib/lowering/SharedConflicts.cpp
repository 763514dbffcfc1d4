//===- SharedConflicts.cpp - Bank conflicts of a program ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadValues.h"
#include "heddle/lowering/Record.h"
#include "heddle/plan/Banks.h"

namespace heddle {

using namespace mlir;

namespace {

/// What the warps of a block give as addresses, and whether all are known.
template <class Op>
std::optional<SharedConflicts> conflictsOf(Op op, AccessKind kind,
                                           ThreadValues &values, unsigned warps,
                                           const Target &target) {
  SharedConflicts result;
  result.op = op;
  const ThreadValues::Registers &bases = values.of(op.getBases());
  const ThreadValues::Registers *predicates =
      op.getPredicates() ? &values.of(op.getPredicates()) : nullptr;
  SharedInstruction instruction;
  instruction.bytes = op.getAccessBytes();
  for (auto [index, at] : llvm::enumerate(op.getAt())) {
    const ThreadValues::Register &base = bases[static_cast<std::size_t>(at)];
    if (base.empty() || (predicates != nullptr && (*predicates)[index].empty()))
      return std::nullopt;
    for (unsigned warp = 0; warp < warps; ++warp) {
      std::vector<std::optional<std::uint64_t>> offsets(target.lanes);
      for (unsigned lane = 0; lane < target.lanes; ++lane) {
        unsigned thread = warp * target.lanes + lane;
        if (predicates == nullptr || (*predicates)[index][thread] != 0)
          offsets[lane] = static_cast<std::uint32_t>(
              static_cast<std::uint32_t>(base[thread]) +
              static_cast<std::uint32_t>(op.getOffsets()[index]));
      }
      ++result.instructions;
      for (const PhaseCount &phase : countPhases(
               instruction, kind, offsets, target,
               {.idle = 0, .doNeighboursAgree = doNeighboursAgree(offsets)})) {
        result.wavefronts += phase.wavefronts;
        result.ideal += phase.wavefronts == 0 ? 0 : 1;
      }
    }
  }
  return result;
}

} // namespace

std::vector<SharedConflicts> countConflicts(simt::KernelOp kernel,
                                            const Target &target) {
  std::vector<SharedConflicts> all;
  unsigned warps = kernel.getWarps();
  ThreadValues values(warps * kernel.getLanes());
  kernel.walk([&](Operation *op) {
    std::optional<SharedConflicts> found;
    if (auto load = dyn_cast<simt::LoadOp>(op);
        load && load.getSpace() == simt::Space::Shared)
      found = conflictsOf(load, AccessKind::Load, values, warps, target);
    if (auto store = dyn_cast<simt::StoreOp>(op);
        store && store.getSpace() == simt::Space::Shared)
      found = conflictsOf(store, AccessKind::Store, values, warps, target);
    if (found)
      all.push_back(*found);
  });
  return all;
}

} // namespace heddle
