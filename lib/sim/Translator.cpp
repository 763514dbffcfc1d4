//===- Translator.cpp - Kernels as instructions ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translator.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"

namespace heddle::sim {

using namespace mlir;
using mlir::failure;

unsigned countOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? static_cast<unsigned>(vector.getNumElements()) : 1;
}

unsigned bytesOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? 4 : simt::bytesOf(element);
}

bool isKnown(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto integer = dyn_cast<IntegerType>(element))
    return llvm::is_contained({1U, 8U, 16U, 32U, 64U}, integer.getWidth());
  if (auto number = dyn_cast<FloatType>(element))
    return llvm::is_contained({8U, 16U, 32U, 64U}, number.getWidth());
  return element.isIndex();
}

namespace {

/// Words of a thread; bits are in predicates.
std::uint32_t wordsOf(Type type) {
  if (getElementTypeOrSelf(type).isInteger(1))
    return 0;
  return countOf(type) * ((bytesOf(type) + 3) / 4);
}

} // namespace

InFlightDiagnostic Translator::refuse(Operation *op) {
  return op->emitOpError() << "cannot be simulated yet";
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

std::uint32_t Translator::masksOf(std::uint32_t count, std::uint32_t parts) {
  return (count * parts + MasksTogether - 1) / MasksTogether * MasksTogether;
}

std::uint32_t Translator::sizeOf(const Slot &slot) const {
  std::uint32_t size = slot.count * slot.bytes * code.lanes;
  return (size + DataAlignment - 1) / DataAlignment * DataAlignment;
}

Translator::Slot Translator::take(unsigned count, unsigned bytes,
                                  unsigned parts) {
  Slot slot = {.where = {}, .count = count, .bytes = bytes, .parts = parts};
  slot.where = {.data = data.take(sizeOf(slot)),
                .masks = masks.take(masksOf(count, parts))};
  return slot;
}

void Translator::give(const Slot &slot) {
  data.give(slot.where.data, sizeOf(slot));
  masks.give(slot.where.masks, masksOf(slot.count, slot.parts));
}

Operand Translator::define(Value value, unsigned parts) {
  Slot slot = take(countOf(value.getType()), bytesOf(value.getType()), parts);
  slot.storage = static_cast<std::uint32_t>(storages.size());
  storages.push_back({.whole = slot, .values = 1});
  slots[value] = slot;
  liveWords += wordsOf(value.getType());
  return slot.where;
}

void Translator::rename(Value value, Value other, unsigned first) {
  Slot slot = slots.lookup(other);
  if (slot.storage != NoStorage)
    ++storages[slot.storage].values;
  slot.count = countOf(value.getType());
  slot.where.data += first * slot.bytes * code.lanes;
  slot.where.masks += first * slot.parts;
  slots[value] = slot;
  liveWords += wordsOf(value.getType());
  liveBefore = std::max(liveBefore, liveWords);
}

bool Translator::areSame(const Slot &a, const Slot &b) const {
  return a.where.data == b.where.data && a.parts == b.parts;
}

bool Translator::doOverlap(const Slot &a, const Slot &b) const {
  auto endOf = [&](const Slot &slot) {
    return slot.where.data + slot.count * slot.bytes * code.lanes;
  };
  return a.where.data < endOf(b) && b.where.data < endOf(a);
}

Operand Translator::of(Value value, unsigned parts) {
  Slot slot = slots.lookup(value);
  if (slot.count == 0) {
    // Every op that is there has been translated before those that it
    // dominates, so that this is a mistake of ours; an answer would be wrong.
    current->emitOpError() << "uses a value that was not computed before it";
    isBroken = true;
  }
  if (slot.parts == parts)
    return slot.where;
  Slot other = take(slot.count, slot.bytes, parts);
  copy(current, other, slot);
  lent.push_back(other);
  return other.where;
}

void Translator::give(Value value) {
  auto found = slots.find(value);
  if (found == slots.end())
    return;
  if (std::uint32_t storage = found->second.storage;
      storage != NoStorage && --storages[storage].values == 0)
    give(storages[storage].whole);
  liveWords -= wordsOf(value.getType());
  slots.erase(found);
}

// What is used in another block of a graph keeps its registers, and constants
// do.
void Translator::findLastUses(Block &block) {
  llvm::DenseMap<Operation *, unsigned> order;
  unsigned number = 0;
  for (Operation &op : block)
    order[&op] = number++;
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::ConstantLike>() || isa<simt::SharedOp>(op))
      continue;
    for (Value result : op.getResults()) {
      Operation *last = &op;
      for (Operation *user : result.getUsers()) {
        Operation *above = block.findAncestorOpInBlock(*user);
        if (above == nullptr) {
          last = nullptr;
          break;
        }
        if (order.lookup(above) > order.lookup(last))
          last = above;
      }
      if (last != nullptr)
        lastUses[last].push_back(result);
    }
  }
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Instruction &Translator::add(Operation *op, Run run) {
  auto [found, isNew] =
      numbers.try_emplace(op, static_cast<std::uint32_t>(code.ops.size()));
  if (isNew)
    code.ops.push_back({.op = op, .place = op->getLoc()});
  OpFacts &facts = code.ops[found->second];
  facts.liveWords = std::max({facts.liveWords, liveWords, liveBefore});
  liveBefore = 0;
  Instruction &each = code.instructions.emplace_back();
  each.run = run;
  each.op = found->second;
  return each;
}

void Translator::copy(Operation *op, const Slot &to, const Slot &from) {
  Run run = to.parts == from.parts ? runs.copyRun(to.bytes)
            : to.parts == 1        ? runs.runMeetParts
                                   : runs.runSpreadParts;
  Instruction &each = add(op, run);
  each.count = to.count;
  each.parts = std::max(to.parts, from.parts);
  each.result = to.where;
  each.a = from.where;
}

void Translator::copyAll(Operation *op, ValueRange to, ValueRange from) {
  llvm::SmallVector<std::pair<Slot, Slot>> moves;
  for (auto [target, source] : llvm::zip(to, from)) {
    Slot there = slots.lookup(target), here = slots.lookup(source);
    if (!areSame(there, here))
      moves.emplace_back(there, here);
  }
  for (auto &move : moves) {
    Slot &source = move.second;
    bool isOverwritten = llvm::any_of(moves, [&](const auto &other) {
      return doOverlap(other.first, source);
    });
    if (!isOverwritten)
      continue;
    Slot aside = take(source.count, source.bytes, source.parts);
    copy(op, aside, source);
    source = aside;
    lent.push_back(aside);
  }
  for (const auto &[target, source] : moves)
    copy(op, target, source);
}

LogicalResult Translator::translateRegion(Region &region) {
  for (Block &block : region)
    findLastUses(block);
  // What a block uses is computed in those that dominate it, which need not
  // stand before it but come before it in this order.
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(&region)) {
    begins[block] = here();
    if (failed(translateBlock(*block)))
      return failure();
  }
  return success();
}

LogicalResult Translator::translateBlock(Block &block) {
  // What the op around has been lent it keeps.
  std::vector<Slot> lentOutside = std::exchange(lent, {});
  Operation *outside = current;
  for (Operation &op : block) {
    current = &op;
    if (failed(translateOp(&op)) || isBroken)
      return failure();
    for (const Slot &slot : lent)
      give(slot);
    lent.clear();
    if (auto last = lastUses.find(&op); last != lastUses.end())
      for (Value value : last->second)
        give(value);
  }
  if (liveBefore != 0) {
    Instruction &nothing = add(&block.back(), runs.copyRun(1));
    nothing.count = 0;
    nothing.result = nothing.a = {.data = 0, .masks = 0};
  }
  lent = std::move(lentOutside);
  current = outside;
  return success();
}

FailureOr<Code> Translator::translate(simt::KernelOp kernel) {
  code.warps = kernel.getWarps();
  code.lanes = kernel.getLanes();
  code.sharedBytes = kernel.getSharedBytes();
  constexpr unsigned Most = 64;
  if (kernel.getWarps() > Most)
    return refuse(kernel) << ": it has " << kernel.getWarps() << " warps";
  if (kernel.getLanes() != 32 && kernel.getLanes() != 64)
    return refuse(kernel) << ": it has " << kernel.getLanes() << " lanes";
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (!isKnown(argument.getType()))
      return refuse(kernel) << ": it has " << argument.getType();
  for (BlockArgument argument : kernel.getBody().getArguments())
    code.arguments.push_back(
        {.where = define(argument), .bytes = bytesOf(argument.getType())});
  for (Block &block : llvm::drop_begin(kernel.getBody()))
    for (BlockArgument argument : block.getArguments())
      define(argument);
  if (failed(translateRegion(kernel.getBody())))
    return failure();
  for (auto [at, block] : open)
    code.instructions[at].immediate = begins.lookup(block);
  // Anything that is read without having been computed looks odd.
  constexpr std::uint8_t Garbage = 0xA5;
  code.data.assign(data.size(), Garbage);
  code.masks.assign(masks.size() + MasksTogether, 0);
  for (const Constant &constant : constants) {
    std::ranges::copy(constant.elements,
                      code.data.begin() + constant.where.data);
    std::fill_n(code.masks.begin() + constant.where.masks, constant.count,
                allLanes(code.lanes));
  }
  return std::move(code);
}

} // namespace heddle::sim
