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

Form formOf(simt::MemoryAccess::Form form) {
  switch (form) {
  case simt::MemoryAccess::Form::Matrix:
    return Form::Matrix;
  case simt::MemoryAccess::Form::MatrixTransposed:
    return Form::MatrixTransposed;
  default:
    return Form::Vector;
  }
}

class ConflictCounter {
public:
  ConflictCounter(simt::KernelOp kernel, const Target &target)
      : warps(kernel.getWarps()), target(target),
        values(warps * kernel.getLanes(), warps * kernel.getLanes()) {}

  /// Nothing if only a run knows an address or who takes part, or if nobody
  /// knows how the lanes' bytes follow from it.
  std::optional<SharedConflicts> of(Operation *op,
                                    const simt::MemoryAccess &access) {
    if (access.isAtomic || !access.addresses ||
        access.form == simt::MemoryAccess::Form::Unknown)
      return std::nullopt;
    SharedConflicts result;
    result.op = op;
    SharedInstruction instruction = {formOf(access.form), access.bytes};
    AccessKind kind = access.reads ? AccessKind::Load : AccessKind::Store;
    const ThreadValues::Registers &bases = values.of(access.addresses);
    for (auto [index, each] : llvm::enumerate(access.instructions)) {
      const ThreadValues::Register *predicate = nullptr;
      if (access.predicates)
        predicate = &values.of(access.predicates)[index];
      if (!add(result, instruction, kind, bases[each.base], each.offset,
               predicate))
        return std::nullopt;
    }
    return result;
  }

private:
  /// One instruction of every warp; false if something is not known.
  bool add(SharedConflicts &result, const SharedInstruction &instruction,
           AccessKind kind, const ThreadValues::Register &base,
           std::int32_t offset, const ThreadValues::Register *predicate) {
    if (base.empty() || (predicate != nullptr && predicate->empty()))
      return false;
    std::uint64_t begin = static_cast<std::uint64_t>(offset);
    if (simt::SharedOp allocation = base.allocation) {
      if (!allocation.getAt())
        return false;
      begin += *allocation.getAt();
    }
    for (unsigned warp = 0; warp < warps; ++warp) {
      std::vector<std::optional<std::uint64_t>> offsets(target.lanes);
      for (unsigned lane = 0; lane < target.lanes; ++lane) {
        unsigned thread = warp * target.lanes + lane;
        if (predicate == nullptr || (*predicate)[thread] != 0)
          offsets[lane] = static_cast<std::uint32_t>(base[thread] + begin);
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

} // namespace

std::vector<SharedConflicts> countConflicts(simt::KernelOp kernel,
                                            const Target &target) {
  std::vector<SharedConflicts> all;
  ConflictCounter counter(kernel, target);
  kernel.walk([&](Operation *op) {
    if (std::optional<simt::MemoryAccess> access = simt::sharedAccessOf(op))
      if (std::optional<SharedConflicts> found = counter.of(op, *access))
        all.push_back(*found);
  });
  return all;
}

} // namespace heddle
