//===- ProductOrigins.cpp - Undefined values in products ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where undefined sums of products come from. Each is a sum of many factors,
/// so that whatever is undefined in one operand stands for all.
///
//===----------------------------------------------------------------------===//

#include "Origins.h"

namespace heddle::sim {

static constexpr unsigned PieceBytes = SharedMemory::PieceBytes;

OriginTrace::Id OriginTrace::anyOf(Warp &warp, Operand operand,
                                   std::uint32_t count) {
  for (std::uint32_t mask = operand.masks; mask < operand.masks + count; ++mask)
    for (unsigned lane = 0; lane < warp.lanes; ++lane)
      if ((warp.masks[mask] >> lane & 1U) == 0)
        return registerId(warp, mask, lane);
  return 0;
}

void OriginTrace::setUndefined(Warp &warp, Operand operand, std::uint32_t count,
                               Id id) {
  for (std::uint32_t mask = operand.masks; mask < operand.masks + count; ++mask)
    for (unsigned lane = 0; lane < warp.lanes; ++lane)
      if ((warp.masks[mask] >> lane & 1U) == 0)
        registerId(warp, mask, lane) = id;
}

void OriginTrace::noteProduct(Warp &warp, const Instruction &each) {
  const ProductTable &table = code.products[each.immediate];
  Id id = anyOf(warp, each.c, table.countC * table.c.registers);
  if (id == 0)
    id = anyOf(warp, each.a, table.countA * table.a.registers);
  if (id == 0)
    id = anyOf(warp, each.b, table.countB * table.b.registers);
  for (const ScaleTable *scales : {&table.aScales, &table.bScales})
    if (id == 0)
      id = anyOf(warp, scales->from, scales->registers);
  setUndefined(warp, each.result, table.countC * table.c.registers, id);
}

// The result is undefined in any case, until it has been waited for.
void OriginTrace::noteGroup(Warp &warp, const Instruction &each) {
  const GroupTable &group = code.groups[each.immediate];
  const ProductTable &table = group.product;
  const StartedGroup &started = warp.underWay.back();
  std::uint32_t count = table.countC * table.c.registers;
  Id id = 0;
  if (llvm::any_of(started.masks,
                   [&](std::uint64_t mask) { return mask != warp.all; })) {
    if (!group.isAShared)
      id = anyOf(warp, each.a, table.countA * table.a.registers);
    for (std::uint32_t piece : started.pieces)
      for (std::uint64_t byte = 0; byte < PieceBytes && id == 0; ++byte)
        id = shared[warp.block->rank][std::uint64_t(piece) * PieceBytes + byte];
    for (std::uint32_t source : group.sources)
      if (id == 0)
        id = groups[{threadWarp(warp), source}];
    if (id == 0)
      id = anyOf(warp, each.c, count);
    if (id == 0)
      id = add(opOf(each),
               "these products of shared memory that nothing has written");
  }
  groups[{threadWarp(warp), started.table}] = id;
  setUndefined(warp, each.result, count,
               add(opOf(each), "these products, which nobody has waited for"));
}

void OriginTrace::noteGroupWait(Warp &warp, const Instruction &each) {
  for (const WaitTable::Value &value : code.waits[each.immediate].values) {
    Id id = anyOf(warp, value.to, value.count);
    if (warp.findUnderWay(value.sources) != nullptr || value.sources.empty())
      id = anyOf(warp, value.from, value.count);
    else
      for (std::uint32_t source : value.sources)
        if (Id found = groups[{threadWarp(warp), source}])
          id = found;
    setUndefined(warp, value.to, value.count, id);
  }
}

} // namespace heddle::sim
