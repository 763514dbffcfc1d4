//===- RegisterFile.cpp - Where values have their registers ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterFile.h"

namespace heddle::sim {

using namespace mlir;

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

/// Words of a thread; bits are in predicates.
static std::uint32_t wordsOf(Type type) {
  if (getElementTypeOrSelf(type).isInteger(1))
    return 0;
  return simt::registerCount(type) * ((bytesOf(type) + 3) / 4);
}

std::uint32_t RegisterFile::masksOf(std::uint32_t count, std::uint32_t parts) {
  return (count * parts + MasksTogether - 1) / MasksTogether * MasksTogether;
}

std::uint32_t RegisterFile::sizeOf(const Slot &slot) const {
  std::uint32_t size = slot.count * slot.bytes * lanes;
  return (size + DataAlignment - 1) / DataAlignment * DataAlignment;
}

Slot RegisterFile::take(unsigned count, unsigned bytes, unsigned parts) {
  Slot slot = {.where = {}, .count = count, .bytes = bytes, .parts = parts};
  slot.where = {.data = data.take(sizeOf(slot)),
                .masks = masks.take(masksOf(count, parts))};
  return slot;
}

void RegisterFile::release(const Slot &slot) {
  data.give(slot.where.data, sizeOf(slot));
  masks.give(slot.where.masks, masksOf(slot.count, slot.parts));
}

Operand RegisterFile::define(Value value, unsigned parts) {
  Slot slot = take(simt::registerCount(value.getType()),
                   bytesOf(value.getType()), parts);
  slot.storage = static_cast<std::uint32_t>(storages.size());
  storages.push_back({.whole = slot, .values = 1});
  slots[value] = slot;
  liveWords += wordsOf(value.getType());
  return slot.where;
}

Operand RegisterFile::defineForGood(Value constant) {
  Slot slot = {.where = {},
               .count = simt::registerCount(constant.getType()),
               .bytes = bytesOf(constant.getType())};
  slot.where = {.data = data.takeNew(sizeOf(slot)),
                .masks = masks.takeNew(masksOf(slot.count, 1))};
  slots[constant] = slot;
  return slot.where;
}

void RegisterFile::rename(Value value, Value other, unsigned first) {
  Slot slot = slots.lookup(other);
  if (slot.storage != Slot::NoStorage)
    ++storages[slot.storage].values;
  slot.count = simt::registerCount(value.getType());
  slot.where.data += first * slot.bytes * lanes;
  slot.where.masks += first * slot.parts;
  slots[value] = slot;
  liveWords += wordsOf(value.getType());
  liveBefore = std::max(liveBefore, liveWords);
}

void RegisterFile::share(Value value, Value with) {
  slots[value] = slots.lookup(with);
}

void RegisterFile::release(Value value) {
  auto found = slots.find(value);
  if (found == slots.end())
    return;
  if (std::uint32_t storage = found->second.storage;
      storage != Slot::NoStorage && --storages[storage].values == 0)
    release(storages[storage].whole);
  liveWords -= wordsOf(value.getType());
  slots.erase(found);
}

bool RegisterFile::doOverlap(const Slot &a, const Slot &b) const {
  auto endOf = [&](const Slot &slot) {
    return slot.where.data + slot.count * slot.bytes * lanes;
  };
  return a.where.data < endOf(b) && b.where.data < endOf(a);
}

std::uint32_t RegisterFile::takeLiveWords() {
  return std::max(liveWords, std::exchange(liveBefore, 0));
}

} // namespace heddle::sim
