//===- Origins.cpp - Where undefined values come from ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Origins.h"
#include "BlockCluster.h"
#include "Translator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle::sim {

using namespace mlir;

namespace {

constexpr unsigned MatrixRowBytes = 16;

bool isLane(std::uint64_t mask, unsigned lane) {
  return (mask >> lane & 1U) != 0;
}

template <class Fn> void forEachLane(std::uint64_t lanes, Fn &&see) {
  for (; lanes != 0; lanes &= lanes - 1)
    see(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// Why an op whose operands are defined has a result that is not.
std::string reasonOf(Operation *op) {
  if (isa<arith::DivUIOp, arith::RemUIOp>(op))
    return "this division by zero";
  if (isa<arith::DivSIOp, arith::RemSIOp>(op))
    return "this division by zero, or of the least number by -1";
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return "this shift by the width of its operand or more";
  if (isa<simt::AtomicOp>(op))
    return "this atomic access, which the lane takes no part in";
  return "this op";
}

std::uint64_t addressOf(Warp &warp, const AccessTable &table,
                        std::size_t number, unsigned lane) {
  auto base = static_cast<std::size_t>(table.at[number]) * warp.lanes + lane;
  auto offset = static_cast<std::uint64_t>(
      static_cast<std::int64_t>(table.offsets[number]));
  if (table.hasBuffer)
    return warp.at<std::uint64_t>(table.buffer)[lane] +
           static_cast<std::uint32_t>(
               warp.at<std::uint32_t>(table.bases)[base] + offset);
  if (table.isShared)
    return static_cast<std::uint32_t>(
        warp.at<std::uint32_t>(table.bases)[base] + offset);
  return warp.at<std::uint64_t>(table.bases)[base] + offset;
}

bool isTrue(Warp &warp, Operand predicates, std::size_t number, unsigned lane) {
  return (warp.at<std::uint8_t>(predicates)[number * warp.lanes + lane] & 1U) !=
         0;
}

bool takesPart(Warp &warp, const AccessTable &table, std::size_t number,
               unsigned lane) {
  // Of a buffer, what lies outside is none of it.
  if (table.hasBuffer && addressOf(warp, table, number, lane) -
                                 warp.at<std::uint64_t>(table.buffer)[lane] >=
                             std::uint64_t(1) << 31)
    return false;
  return (!table.hasPredicates ||
          isTrue(warp, table.predicates, number, lane)) &&
         (!table.hasReads || isTrue(warp, table.reads, number, lane));
}

} // namespace

OriginTrace::OriginTrace(const Code &code, const Executors &runs)
    : code(code), runs(runs),
      registers(std::size_t(code.clusterBlocks) * code.warps),
      shared(code.clusterBlocks, std::vector<Id>(code.sharedBytes)) {
  for (std::vector<Id> &all : registers)
    all.resize(code.masks.size() * code.lanes);
  for (const Code::Poison &poison : code.poisons) {
    Id id = add(poison.op, "this poison");
    for (std::vector<Id> &all : registers)
      std::fill_n(all.data() + std::size_t(poison.where.masks) * code.lanes,
                  std::size_t(poison.count) * code.lanes, id);
  }
}

std::span<OriginTrace::Id> OriginTrace::sharedIds(const Warp &warp,
                                                  const AccessTable &table,
                                                  std::uint64_t address,
                                                  std::size_t bytes) {
  unsigned rank = table.isDistributed ? peerOf(address) : warp.block->rank;
  std::uint64_t first = table.isDistributed ? atPeer(address) : address;
  if (rank >= shared.size() || first >= shared[rank].size())
    return {};
  std::span<Id> all = std::span(shared[rank]).subspan(first);
  return all.first(std::min(bytes, all.size()));
}

OriginTrace::Id OriginTrace::add(Operation *op, std::string text) {
  llvm::SmallVector<Id, 2> &ids = known[op];
  for (Id id : ids)
    if (origins[id - 1].message == text)
      return id;
  origins.push_back({.loc = op->getLoc(), .message = std::move(text)});
  return ids.emplace_back(static_cast<Id>(origins.size()));
}

bool OriginTrace::run(Warp &warp, const Instruction &each) {
  bool goesOn = each.run(warp, each);
  const std::optional<Trap> &trap = warp.block->trap;
  if (!trap) {
    note(warp, each);
  } else if (trap->isUndefined) {
    if (Id id = atTrap(warp, each, trap->lanes))
      found = origins[id - 1];
  }
  return goesOn;
}

//===----------------------------------------------------------------------===//
// After an instruction
//===----------------------------------------------------------------------===//

void OriginTrace::note(Warp &warp, const Instruction &each) {
  Operation *op = opOf(each);
  if (isa<simt::MatrixLoadOp, simt::MatrixStoreOp>(op) && isAccess(each.kind))
    return noteMatrices(warp, each);
  if (isa<simt::LoadOp>(op) && isAccess(each.kind))
    return noteLoad(warp, each);
  if (isa<simt::StoreOp>(op) && isAccess(each.kind))
    return noteSharedStore(warp, each);
  if (isa<simt::AsyncCopyOp>(op) && isAccess(each.kind))
    return noteCopy(warp, each);
  if (isa<simt::MmaOp, simt::ScaledMmaOp>(op))
    return noteProduct(warp, each);
  if (isa<simt::GroupMmaOp>(op) && each.kind == InstructionClass::MatrixProduct)
    return noteGroup(warp, each);
  if (isa<simt::GroupWaitOp>(op))
    return noteGroupWait(warp, each);
  if (each.result.isThere())
    noteResults(warp, each);
}

void OriginTrace::noteResults(Warp &warp, const Instruction &each) {
  const std::uint64_t *masks = warp.masksAt(each.result);
  Operation *op = opOf(each);
  std::uint32_t count = each.count * resultParts(each);
  for (std::uint32_t index = 0; index < count; ++index)
    forEachLane(warp.all & ~masks[index], [&](unsigned lane) {
      Id &id = registerId(warp, each.result.masks + index, lane);
      Id from = firstOf(warp, sourcesOf(warp, each, index, lane));
      // The number that a loop counts in may have been undefined before.
      if (from != 0)
        id = from;
      else if (!isa<scf::ForOp>(op))
        id = add(op, reasonOf(op));
    });
}

void OriginTrace::noteLoad(Warp &warp, const Instruction &each) {
  const AccessTable &table = code.accesses[each.immediate];
  const std::uint64_t *masks = warp.masksAt(each.result);
  std::uint32_t together = table.width * table.parts;
  for (std::size_t number = 0; number < table.at.size(); ++number)
    for (std::uint32_t part = 0; part < together; ++part) {
      auto mask = static_cast<std::uint32_t>(number * together + part);
      forEachLane(warp.all & ~masks[mask], [&](unsigned lane) {
        registerId(warp, each.result.masks + mask, lane) =
            loaded(warp, each, {table, number, lane}, mask);
      });
    }
}

OriginTrace::Id OriginTrace::loaded(Warp &warp, const Instruction &each,
                                    const LaneAccess &access,
                                    std::uint32_t mask) {
  const auto &[table, number, lane] = access;
  Operation *op = opOf(each);
  if (takesPart(warp, table, number, lane)) {
    // Elements are as far apart as their bytes are; parts of one are bytes.
    std::uint32_t inAccess =
        mask - static_cast<std::uint32_t>(number * table.width * table.parts);
    unsigned bytes = table.elementBytes / table.parts, giver = lane;
    if (table.isTransposed) {
      auto [other, element] = table.giverOf(lane, inAccess / table.parts);
      giver = other;
      inAccess = element * table.parts + inAccess % table.parts;
    }
    return inMemory(warp, each, table,
                    addressOf(warp, table, number, giver) +
                        std::uint64_t(inAccess) * bytes,
                    bytes);
  }
  if (!table.hasOther || table.isOtherUndefined) {
    Id id = add(op, "this masked load, which has no `other`");
    origins[id - 1].zeroLoad = table.isOtherUndefined ? op : nullptr;
    return id;
  }
  Id other = firstOf(warp, {{.first = table.other.masks + mask, .lane = lane}});
  return other != 0 ? other : add(op, "the `other` of this load");
}

OriginTrace::Id OriginTrace::inMemory(Warp &warp, const Instruction &each,
                                      const AccessTable &table,
                                      std::uint64_t address, unsigned bytes) {
  Operation *op = opOf(each);
  std::string what = isa<simt::AtomicOp, simt::ReductionOp>(op)
                         ? "this atomic access to "
                     : isa<simt::AsyncCopyOp>(op) ? "this copy of "
                                                  : "this load of ";
  if (!table.isShared) {
    const BufferView *buffer = warp.block->find(address, bytes);
    for (unsigned byte = 0; buffer != nullptr && byte < bytes; ++byte)
      if (buffer->isDefined[address + byte - buffer->address] == 0) {
        address += byte;
        break;
      }
    // One text for each buffer: the first byte stands for all of them.
    std::string &text = unwritten[{op, buffer}];
    if (text.empty())
      text = concat(what, warp.block->execution.memory.describe(address),
                    ", which nothing has written");
    return add(op, text);
  }
  for (Id id : sharedIds(warp, table, address, bytes))
    if (id != 0)
      return id;
  return add(op, what + "shared memory that nothing has written");
}

// Where what is stored is defined, nothing is known any more.
void OriginTrace::noteSharedStore(Warp &warp, const Instruction &each) {
  const AccessTable &table = code.accesses[each.immediate];
  if (!table.isShared)
    return;
  const std::uint64_t *masks = warp.masksAt(each.a);
  for (std::size_t number = 0; number < table.at.size(); ++number)
    for (unsigned lane = 0; lane < warp.lanes; ++lane) {
      if (!takesPart(warp, table, number, lane))
        continue;
      std::span<Id> ids = sharedIds(
          warp, table, addressOf(warp, table, number, lane), table.bytes());
      for (std::uint32_t byte = 0; byte < ids.size(); ++byte) {
        std::size_t element = number * table.width + byte / table.elementBytes;
        auto mask = static_cast<std::uint32_t>(
            element * table.parts +
            (table.parts == 1 ? 0 : byte % table.elementBytes));
        ids[byte] = isLane(masks[mask], lane)
                        ? 0
                        : registerId(warp, each.a.masks + mask, lane);
      }
    }
}

// As soon as a copy has begun, nobody sees what was there before.
void OriginTrace::noteCopy(Warp &warp, const Instruction &each) {
  const AccessTable &source = code.accesses[each.immediate];
  const AccessTable &target = code.accesses[each.immediate + 1];
  for (std::size_t number = 0; number < target.at.size(); ++number)
    for (unsigned lane = 0; lane < warp.lanes; ++lane) {
      if (!takesPart(warp, target, number, lane))
        continue;
      std::span<Id> to = sharedIds(
          warp, target, addressOf(warp, target, number, lane), target.bytes());
      std::ranges::fill(to, 0);
      if (!takesPart(warp, source, number, lane))
        continue;
      std::uint64_t from = addressOf(warp, source, number, lane);
      const BufferView *buffer = warp.block->find(from, source.bytes());
      for (unsigned byte = 0; byte < source.bytes(); ++byte)
        if (buffer->isDefined[from + byte - buffer->address] == 0)
          to[byte] = inMemory(warp, each, source, from + byte, 1);
    }
}

// Rows of matrices are dealt out among all lanes, so that whatever is undefined
// in one of them stands for all.
void OriginTrace::noteMatrices(Warp &warp, const Instruction &each) {
  const AccessTable &table = code.accesses[each.immediate];
  const Operand &moved = table.isStore ? each.a : each.result;
  const std::uint64_t *masks = warp.masksAt(moved);
  constexpr unsigned Rows = 8;
  if (!takesPart(warp, table, 0, 0))
    return;
  Id id = 0;
  for (std::uint32_t mask = 0; mask < table.width * WordBytes; ++mask)
    forEachLane(warp.all & ~masks[mask], [&](unsigned lane) {
      if (table.isStore && id == 0)
        id = registerId(warp, moved.masks + mask, lane);
    });
  for (unsigned row = 0; row < Rows * table.width; ++row) {
    std::span<Id> ids =
        sharedIds(warp, table, addressOf(warp, table, 0, row), MatrixRowBytes);
    if (table.isStore)
      std::ranges::fill(ids, id);
    for (Id each : ids)
      if (id == 0)
        id = each;
  }
  if (table.isStore)
    return;
  if (id == 0)
    id = add(opOf(each), "this load of shared memory that nothing has written");
  for (std::uint32_t mask = 0; mask < table.width * WordBytes; ++mask)
    forEachLane(warp.all & ~masks[mask], [&](unsigned lane) {
      registerId(warp, moved.masks + mask, lane) = id;
    });
}

//===----------------------------------------------------------------------===//
// What a result depends on
//===----------------------------------------------------------------------===//

bool OriginTrace::isTruncation(const Instruction &each) const {
  return each.run == runs.truncateWordsRun(1) ||
         each.run == runs.truncateWordsRun(2);
}

unsigned OriginTrace::resultParts(const Instruction &each) const {
  Operation *op = opOf(each);
  if (each.run == runs.runMeetParts)
    return 1;
  if (each.run == runs.runExtendHalves || each.run == runs.runBytePermute)
    return WordBytes;
  if (isTruncation(each))
    return bytesOf(op->getResult(0).getType());
  bool isCopy = each.run == runs.runSpreadParts ||
                llvm::is_contained({runs.copyRun(1), runs.copyRun(2),
                                    runs.copyRun(4), runs.copyRun(8)},
                                   each.run);
  return isa<simt::ToWordsOp>(op) && !isCopy ? WordBytes : each.parts;
}

OriginTrace::Sources OriginTrace::sourcesOf(Warp &warp, const Instruction &each,
                                            std::uint32_t index,
                                            unsigned lane) const {
  Operation *op = opOf(each);
  Sources sources;
  auto from = [&](Operand operand, std::uint32_t first,
                  std::uint32_t count = 1) {
    if (operand.isThere())
      sources.push_back(
          {.first = operand.masks + first, .count = count, .lane = lane});
  };
  unsigned parts = resultParts(each);
  std::uint32_t number = index / parts, part = index % parts;
  if (each.run == runs.runMeetParts) {
    from(each.a, index * each.parts, each.parts);
  } else if (each.run == runs.runSpreadParts) {
    from(each.a, number);
  } else if (isTruncation(each)) {
    from(each.a, number * WordBytes + part);
  } else if (each.run == runs.runExtendHalves) {
    from(each.a, number * 2 + part % 2);
  } else if (each.run == runs.runBytePermute) {
    from(each.a, 0, WordBytes);
    from(each.b, 0, WordBytes);
    from(each.c, 0);
  } else if (!each.a.isThere() && isa<simt::PermuteOp>(op)) {
    from(code.permutes[each.immediate][number], part);
  } else if (isa<simt::ShuffleXorOp, simt::ShuffleIndexOp, simt::LaneReduceOp>(
                 op)) {
    addMoved(warp, each, index, lane, sources);
  } else if (auto words = dyn_cast<simt::ToWordsOp>(op);
             words && parts != each.parts) {
    from(each.a, index / bytesOf(words.getSrc().getType()));
  } else if (isa<simt::FromWordsOp>(op)) {
    unsigned bytes = bytesOf(op->getResult(0).getType());
    from(each.a, index * bytes, bytes);
  } else if (isa<simt::SplatOp>(op)) {
    from(each.a, part);
  } else if (isa<arith::SelectOp>(op) && each.c.isThere()) {
    from(each.a, each.immediate == 1 ? number : 0);
    bool isYes =
        (warp.at<std::uint8_t>(
             each.a)[(each.immediate == 1 ? number : 0) * warp.lanes + lane] &
         1U) != 0;
    from(isYes ? each.b : each.c, index);
  } else {
    for (Operand operand : {each.a, each.b, each.c})
      from(operand, index);
  }
  return sources;
}

/// From lane to lane.
void OriginTrace::addMoved(Warp &warp, const Instruction &each,
                           std::uint32_t index, unsigned lane,
                           Sources &sources) const {
  Operation *op = opOf(each);
  auto from = [&](unsigned other) {
    sources.push_back({.first = each.a.masks + index, .lane = other});
  };
  if (isa<simt::LaneReduceOp>(op)) {
    for (unsigned other = 0; other < warp.lanes; ++other)
      from(other);
  } else if (isa<simt::ShuffleXorOp>(op)) {
    from(lane ^ static_cast<unsigned>(each.immediate));
  } else {
    from(warp.at<std::uint32_t>(each.b)[lane] & (warp.lanes - 1));
  }
}

OriginTrace::Id OriginTrace::firstOf(Warp &warp, const Sources &sources) {
  for (const Source &source : sources)
    for (std::uint32_t mask = source.first; mask < source.first + source.count;
         ++mask)
      if (!isLane(warp.masks[mask], source.lane))
        return registerId(warp, mask, source.lane);
  return 0;
}

//===----------------------------------------------------------------------===//
// At a trap
//===----------------------------------------------------------------------===//

OriginTrace::Id OriginTrace::atTrap(Warp &warp, const Instruction &each,
                                    std::uint64_t lanes) {
  Id id = 0;
  forEachLane(lanes, [&](unsigned lane) {
    if (id != 0)
      return;
    if (!isAccess(each.kind)) {
      Sources sources;
      for (Operand operand : {each.a, each.b, each.c})
        if (operand.isThere())
          sources.push_back(
              {.first = operand.masks, .count = each.count, .lane = lane});
      id = firstOf(warp, sources);
      return;
    }
    std::size_t sides = isa<simt::AsyncCopyOp>(opOf(each)) ? 2 : 1;
    for (std::size_t side = 0; side < sides; ++side) {
      const AccessTable &table = code.accesses[each.immediate + side];
      for (std::size_t number = 0; number < table.at.size() && id == 0;
           ++number)
        id = atAccess(warp, each, {table, number, lane});
    }
  });
  return id;
}

OriginTrace::Id OriginTrace::atAccess(Warp &warp, const Instruction &each,
                                      const LaneAccess &access) {
  const auto &[table, number, lane] = access;
  auto first = static_cast<std::uint32_t>(number);
  for (auto [isThere, predicates] :
       {std::pair(table.hasPredicates, table.predicates),
        std::pair(table.hasReads, table.reads)}) {
    if (!isThere)
      continue;
    Source predicate = {.first = predicates.masks + first, .lane = lane};
    if (Id id = firstOf(warp, {predicate}))
      return id;
    if (!isTrue(warp, predicates, number, lane))
      return 0;
  }
  auto base = static_cast<std::uint32_t>(table.at[number]);
  Sources sources = {{.first = table.bases.masks + base, .lane = lane}};
  std::uint32_t count = table.width * table.parts;
  if (table.isStore && !table.isCopy)
    sources.push_back(
        {.first = each.a.masks + first * count, .count = count, .lane = lane});
  if (table.isAtomic && table.hasOther)
    sources.push_back({.first = table.other.masks + first, .lane = lane});
  if (Id id = firstOf(warp, sources))
    return id;
  return table.isAtomic
             ? inMemory(warp, each, table, addressOf(warp, table, number, lane),
                        table.bytes())
             : 0;
}

} // namespace heddle::sim
