//===- ProgramCounts.cpp - Instructions of a thread's program -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramCounts.h"
#include "heddle/simt/Instructions.h"

#include <array>

namespace heddle {

using namespace mlir;

namespace {

/// In the order of `simt::InstructionClass`.
constexpr std::string_view Names[] = {"none",
                                      "integer",
                                      "half",
                                      "float",
                                      "double",
                                      "conversion",
                                      "special",
                                      "matrix_product",
                                      "shuffle",
                                      "branch",
                                      "fence",
                                      "cluster_fence",
                                      "warp_barrier",
                                      "block_barrier",
                                      "cluster_barrier",
                                      "mbarrier",
                                      "global_load",
                                      "global_store",
                                      "global_atomic",
                                      "global_reduction",
                                      "shared_load",
                                      "shared_store",
                                      "matrix_load",
                                      "matrix_store",
                                      "shared_atomic",
                                      "distributed_load",
                                      "distributed_store",
                                      "async_copy",
                                      "box_copy"};
static_assert(std::size(Names) == simt::InstructionClasses);

/// What a lane moves by all instructions of the op.
std::uint64_t bytesOf(Operation *op) {
  simt::MemoryAccesses accesses = simt::accessesOf(op);
  // A copy reads as many as it writes.
  return accesses.empty() ? 0
                          : std::uint64_t(accesses.front().bytes) *
                                accesses.front().instructions.size();
}

} // namespace

std::vector<ReportedInstructions> countProgram(simt::KernelOp kernel) {
  std::array<ReportedInstructions, simt::InstructionClasses> all;
  kernel.walk([&](Operation *op) {
    if (op == kernel)
      return;
    for (const simt::InstructionCount &each : simt::instructionsOf(op)) {
      ReportedInstructions &counted = all[static_cast<std::size_t>(each.kind)];
      counted.count += each.count;
      if (simt::isAccess(each.kind))
        counted.bytes += bytesOf(op);
    }
  });
  std::vector<ReportedInstructions> counts;
  for (auto [name, counted] : llvm::zip(Names, all)) {
    if (counted.count == 0)
      continue;
    counted.kind = name;
    counts.push_back(counted);
  }
  return counts;
}

} // namespace heddle
