//===- AsyncCopies.cpp - Copies that go on by themselves ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread copies what lies next to each other in both memories, 4, 8 or 16
/// bytes at once. Where fewer do, or the target has no such copies, it loads
/// and stores: who waits for the copy finds it done.
///
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "Emitters.h"
#include "GlobalMemory.h"
#include "LaneRuns.h"
#include "LocalMemory.h"
#include "Registers.h"
#include "Threads.h"
#include "heddle/ir/Amdg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// Of each copy: which of the addresses, and how many bytes past it.
struct Sources {
  Value addresses;
  llvm::SmallVector<std::int32_t> at, offsets;
};

class CopyEmitter {
public:
  /// Copies what the load would get to the memory, which is all of a buffer.
  CopyEmitter(LoweringContext &context, const GlobalLoad &load, Value memory)
      : context(context), load(load), memory(memory), loc(load.op->getLoc()),
        layout(context.layoutOf(load.addresses.elements)) {}

  LogicalResult emit();

private:
  /// Finds both sides of the widest copies; false if there are none. Copies are
  /// those of `to`, whose registers tell which of `from` they are.
  bool plan(const Buffer &buffer);
  /// Of each of the access's maps; false if one has none.
  bool findRuns(const LocalAccess &access, const Buffer &buffer);
  /// What is stored where nothing is read; null if zeros come with the copy.
  Value othersFor(Value reads);
  LogicalResult loadAndStore();
  void emitCopies(const Buffer &buffer);
  Sources sources();
  /// What the lane has that the copies at map number `map` are of.
  Value fromCopier(Value registers, std::int32_t map);
  /// Whether that lane reads, for each copy.
  Value predicatesOfCopiers(Value reads);
  /// Where nothing is read.
  void storeOthers(const Buffer &buffer, Value stored, Value reads,
                   Value owner);
  /// One register of the mask for each copy; null without a mask.
  Value readPredicates();
  Value ownerPredicates();

  LoweringContext &context;
  const GlobalLoad &load;
  Value memory;
  Location loc;
  const LinearLayout &layout;
  unsigned width = 1, bytes = 1;
  AccessPlan from;
  LocalAccess to;
  /// Where a warp has one address: how it carries out copies at each map.
  std::vector<LaneRun> runs;
};

bool CopyEmitter::plan(const Buffer &buffer) {
  constexpr unsigned LeastBytes = 4, MostBytes = 16;
  const AsyncCopies &copies = context.target.asyncCopies;
  if (copies.sizes == 0 || load.isVolatile)
    return false;
  AxisInfo addresses = load.addresses.factsIn(context);
  std::optional<AxisInfo> mask;
  if (load.mask)
    mask = context.facts.of(load.mask);
  unsigned elementBytes = buffer.elementBits / 8;
  AccessBounds bounds = boundAccess(layout, addresses, mask ? &*mask : nullptr,
                                    elementBytes, MostBytes);
  Word start = context.subviewOffsets.lookup(memory);
  for (std::size_t bits = bounds.covered.size() + 1; bits-- > 0;) {
    width = 1U << bits;
    bytes = width * elementBytes;
    if (bytes < LeastBytes)
      return false;
    if (!copies.has(bytes))
      continue;
    from = planAccess(layout, addresses,
                      std::span(bounds.covered).subspan(0, bits));
    std::optional<LocalAccess> found =
        planLocalVectors(layout, buffer.tensor(), start, from.registers, width);
    if (!found || (copies.oneAddressPerWarp && !findRuns(*found, buffer)))
      continue;
    to = std::move(*found);
    bounds.width.op = load.op;
    bounds.width.elements = width;
    context.record.accesses.push_back(bounds.width);
    return true;
  }
  return false;
}

// What an access adds to its map's offsets are bits that no thread changes, so
// runs stay runs, but for paddings in between.
bool CopyEmitter::findRuns(const LocalAccess &access, const Buffer &buffer) {
  unsigned laneBits = layout.inBits(Dim::Lane);
  Word run = Word(bytes) << laneBits;
  runs.clear();
  for (const ThreadMap &map : access.maps) {
    std::optional<LaneRun> found = laneRunOf(map, laneBits, bytes);
    if (!found)
      return false;
    runs.push_back(std::move(*found));
  }
  auto keepsRuns = [&](const Padding &padding) {
    return padding.interval * buffer.elementBits / 8 >= run;
  };
  return llvm::all_of(buffer.paddings, keepsRuns);
}

Value CopyEmitter::readPredicates() {
  if (!load.mask)
    return {};
  llvm::SmallVector<std::int32_t> first;
  for (std::size_t at = 0; at < to.slots.size(); at += width)
    first.push_back(to.slots[at]);
  return pick(context.builder, context.get(load.mask), first);
}

Value CopyEmitter::ownerPredicates() {
  return splatPredicate(context.builder, loc,
                        isOwnerInBlock(context, loc, layout),
                        static_cast<unsigned>(to.at.size()));
}

Value CopyEmitter::othersFor(Value reads) {
  if (!reads)
    return {};
  if (load.other && !isKnownZero(load.other))
    return pick(context.builder, context.get(load.other), to.slots);
  if (!context.target.asyncCopies.oneAddressPerWarp)
    return {};
  return context.make<arith::ConstantOp>(
      loc, context.builder.getZeroAttr(
               simt::registers(context.lowered(load.addresses.pointee()),
                               static_cast<unsigned>(to.slots.size()))));
}

// Of a buffer the offsets alone go from lane to lane.
Sources CopyEmitter::sources() {
  OpBuilder &builder = context.builder;
  llvm::DenseMap<std::int32_t, std::size_t> accessOf;
  for (auto [number, first] : llvm::enumerate(from.first()))
    accessOf[first] = number;
  Value addresses = load.addresses.registersIn(context, loc);
  llvm::MapVector<std::pair<std::int32_t, std::int32_t>, Value> found;
  Sources all;
  for (auto [number, map] : llvm::enumerate(to.at)) {
    std::size_t access = accessOf.lookup(to.slots[number * width]);
    std::int32_t base = from.bases[static_cast<std::size_t>(from.at[access])];
    auto [entry, isNew] = found.try_emplace({base, map});
    if (isNew)
      entry->second = fromCopier(pick(builder, addresses, {base}), map);
    all.at.push_back(static_cast<std::int32_t>(entry - found.begin()));
    all.offsets.push_back(from.offsets[access]);
  }
  llvm::SmallVector<Value> parts;
  for (auto &[key, part] : found)
    parts.push_back(part);
  auto count = static_cast<unsigned>(parts.size());
  all.addresses = permute(builder, loc, parts, firstRegisters(count));
  if (Value begin = load.addresses.bufferIn(context)) {
    Type type = simt::registers(builder.getI64Type(), count);
    all.addresses = context.make<arith::AddIOp>(
        loc, context.make<simt::SplatOp>(loc, type, begin),
        context.make<arith::ExtUIOp>(loc, type, all.addresses));
  }
  return all;
}

Value CopyEmitter::fromCopier(Value registers, std::int32_t map) {
  if (runs.empty())
    return registers;
  const LaneRun &run = runs[static_cast<std::size_t>(map)];
  if (run.isOwn(layout.inBits(Dim::Lane)))
    return registers;
  return shuffleFrom(context.builder, registers,
                     evaluate(context, loc, run.lane));
}

Value CopyEmitter::predicatesOfCopiers(Value reads) {
  OpBuilder &builder = context.builder;
  AxisInfo mask = context.facts.of(load.mask);
  auto shape = cast<RankedTensorType>(load.mask.getType()).getShape();
  bool isSame =
      llvm::all_of_zip(mask.axes, shape, [](const auto &axis, auto size) {
        return axis.constancy >= size;
      });
  if (runs.empty() || isSame)
    return reads;
  Value words = context.make<arith::ExtUIOp>(
      loc, simt::registers(builder.getI32Type(), countOf(reads)), reads);
  llvm::SmallVector<Value> moved;
  for (auto [number, map] : llvm::enumerate(to.at))
    moved.push_back(fromCopier(
        pick(builder, words, {static_cast<std::int32_t>(number)}), map));
  Value all = permute(builder, loc, moved, firstRegisters(countOf(reads)));
  return context.make<arith::TruncIOp>(loc, reads.getType(), all);
}

void CopyEmitter::storeOthers(const Buffer &buffer, Value stored, Value reads,
                              Value owner) {
  Value truth = context.make<arith::ConstantOp>(
      loc, DenseElementsAttr::get(cast<ShapedType>(reads.getType()), true));
  Value others = context.make<arith::XOrIOp>(loc, reads, truth);
  if (owner)
    others = context.make<arith::AndIOp>(loc, others, owner);
  Value targets = vectorOf(
      context.builder, loc,
      localAddresses(context, loc, to.maps, buffer, context.get(memory)));
  context.make<simt::StoreOp>(loc, simt::Space::Shared, targets,
                              /*buffer=*/Value(), stored, others, to.at,
                              to.offsets, width, simt::CacheLevelAttr(),
                              simt::EvictionAttr());
}

void CopyEmitter::emitCopies(const Buffer &buffer) {
  OpBuilder &builder = context.builder;
  Value reads = readPredicates(), owner = ownerPredicates(), copies = owner;
  if (Value stored = othersFor(reads)) {
    storeOthers(buffer, stored, reads, owner);
    copies = predicatesOfCopiers(reads);
    if (owner)
      copies = context.make<arith::AndIOp>(loc, copies, owner);
    reads = {};
  }
  Sources from = sources();
  std::vector<ThreadMap> maps = to.maps;
  for (auto [map, run] : llvm::zip(maps, runs))
    map = run.offsets;
  Value targets =
      vectorOf(builder, loc,
               localAddresses(context, loc, maps, buffer, context.get(memory)));
  context.make<simt::AsyncCopyOp>(loc, from.addresses, targets, copies, reads,
                                  from.at, from.offsets, to.at, to.offsets,
                                  bytes, simt::CacheLevelAttr());
}

LogicalResult CopyEmitter::loadAndStore() {
  FailureOr<Value> loaded = loadFrom(context, load);
  if (failed(loaded))
    return failure();
  return storeTo(context, load.op, *loaded, layout, memory);
}

LogicalResult CopyEmitter::emit() {
  FailureOr<Buffer> buffer =
      wholeBufferOf(load.op, cast<ttg::MemDescType>(memory.getType()));
  if (failed(buffer))
    return failure();
  if (!plan(*buffer))
    return loadAndStore();
  emitCopies(*buffer);
  return success();
}

/// Nobody reads a token: what waits for what is in the order of the ops.
void setToken(LoweringContext &context, Value token) {
  context.set(token, context.number(0, context.builder.getI32Type()));
}

LogicalResult emitCopy(LoweringContext &context,
                       ttg::AsyncCopyGlobalToLocalOp copy) {
  setToken(context, copy.getToken());
  return CopyEmitter(context,
                     {.op = copy,
                      .addresses = copy.getSrc(),
                      .mask = copy.getMask(),
                      .other = copy.getOther(),
                      .cachePolicy = copy.getCachePolicyAttr(),
                      .isVolatile = copy.getIsVolatile()},
                     copy.getResult())
      .emit();
}

LogicalResult emitBufferCopy(LoweringContext &context,
                             amdg::BufferLoadToLocalOp copy) {
  setToken(context, copy.getToken());
  return CopyEmitter(context,
                     {.op = copy,
                      .addresses = {copy.getPtr(), copy.getOffsets()},
                      .mask = copy.getMask(),
                      .other = copy.getOther(),
                      .cachePolicy = copy.getCachePolicyAttr()},
                     copy.getDest())
      .emit();
}

LogicalResult emitCommit(LoweringContext &context,
                         ttg::AsyncCommitGroupOp commit) {
  if (context.target.asyncCopies.sizes != 0)
    context.make<simt::AsyncCommitOp>(commit.getLoc());
  setToken(context, commit.getAsyncToken());
  return success();
}

LogicalResult emitWait(LoweringContext &context, ttg::AsyncWaitOp wait) {
  if (context.target.asyncCopies.sizes != 0)
    context.make<simt::AsyncWaitOp>(wait.getLoc(), wait.getNum());
  setToken(context, wait.getRetToken());
  return success();
}

} // namespace

void registerAsyncCopyEmitters(EmitterTable &table) {
  table.add<ttg::AsyncCopyGlobalToLocalOp>(emitCopy);
  table.add<amdg::BufferLoadToLocalOp>(emitBufferCopy);
  table.add<ttg::AsyncCommitGroupOp>(emitCommit);
  table.add<ttg::AsyncWaitOp>(emitWait);
}

} // namespace heddle
