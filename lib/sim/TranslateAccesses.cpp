//===- TranslateAccesses.cpp - Accesses as instructions -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translator.h"

#include <tuple>

namespace heddle::sim {

using namespace mlir;

template <class Access>
AccessTable Translator::tableOf(Access access, Type moved) {
  AccessTable table;
  table.isShared = access.getSpace() == simt::Space::Shared;
  table.hasPredicates = access.getPredicates() != nullptr;
  table.width = access.getWidth();
  table.elementBytes = bytesOf(moved);
  table.isBits = getElementTypeOrSelf(moved).isInteger(1);
  table.at.assign(access.getAt().begin(), access.getAt().end());
  table.offsets.assign(access.getOffsets().begin(), access.getOffsets().end());
  table.bases = of(access.getBases());
  if (table.hasPredicates)
    table.predicates = of(access.getPredicates());
  return table;
}

Instruction &Translator::addAccess(Operation *op, Run run, AccessTable table,
                                   Type moved) {
  Instruction &each = add(op, run);
  each.count = countOf(moved);
  each.parts = table.parts;
  each.immediate = code.accesses.size();
  code.accesses.push_back(std::move(table));
  return each;
}

void Translator::translateLoad(simt::LoadOp load) {
  Type type = load.getType();
  AccessTable table = tableOf(load, type);
  // Elements of other types may be in words and halves of shared memory.
  bool isPacked = table.isShared && (table.elementBytes == 4 ||
                                     getElementTypeOrSelf(type).isInteger(16));
  table.parts = isPacked ? table.elementBytes : 1;
  table.hasOther = load.getOther() != nullptr;
  if (table.hasOther)
    table.other = of(load.getOther(), table.parts);
  Operand result = define(load, table.parts);
  addAccess(load, runs.runLoad, std::move(table), type).result = result;
}

void Translator::translateStore(simt::StoreOp store) {
  Type type = store.getValue().getType();
  AccessTable table = tableOf(store, type);
  table.isStore = true;
  table.parts = partsOf(store.getValue());
  Operand value = of(store.getValue(), table.parts);
  addAccess(store, runs.runStore, std::move(table), type).a = value;
}

void Translator::translateAtomic(simt::AtomicOp atomic) {
  AccessTable table;
  table.isShared = atomic.getSpace() == simt::Space::Shared;
  table.isStore = true;
  table.isAtomic = true;
  table.atomic = atomic.getKind();
  table.element = getElementTypeOrSelf(atomic.getType());
  table.elementBytes = bytesOf(atomic.getType());
  for (unsigned index = 0; index < countOf(atomic.getType()); ++index)
    table.at.push_back(static_cast<std::int32_t>(index));
  table.offsets.assign(table.at.size(), 0);
  table.bases = of(atomic.getAddresses());
  table.hasPredicates = atomic.getPredicates() != nullptr;
  if (table.hasPredicates)
    table.predicates = of(atomic.getPredicates());
  table.hasOther = atomic.getExpected() != nullptr;
  if (table.hasOther)
    table.other = of(atomic.getExpected());
  code.isOrdered |= !table.isShared;
  Operand value = of(atomic.getValue()), result = define(atomic);
  Instruction &each = add(atomic, runs.runAtomic);
  each.count = countOf(atomic.getType());
  std::tie(each.result, each.a) = std::tuple(result, value);
  each.immediate = code.accesses.size();
  code.accesses.push_back(std::move(table));
}

void Translator::translateMatrixLoad(simt::MatrixLoadOp load) {
  Operand address = of(load.getAddress()), result = define(load, 4);
  Instruction &each = addMatrices(load, load.getOffset(), load.getTransposed(),
                                  address, countOf(load.getType()), Value());
  each.run = runs.runMatrixLoad;
  each.result = result;
}

void Translator::translateMatrixStore(simt::MatrixStoreOp store) {
  Operand address = of(store.getAddress()), value = of(store.getValue(), 4);
  Instruction &each =
      addMatrices(store, store.getOffset(), store.getTransposed(), address,
                  countOf(store.getValue().getType()), store.getPredicate());
  each.run = runs.runMatrixStore;
  each.a = value;
  code.accesses.back().isStore = true;
}

Instruction &Translator::addMatrices(Operation *op, std::uint32_t offset,
                                     bool isTransposed, Operand address,
                                     unsigned count, Value predicate) {
  AccessTable table;
  table.isShared = true;
  table.isMatrix = true;
  table.isTransposed = isTransposed;
  table.width = count;
  table.at = {0};
  table.offsets = {static_cast<std::int32_t>(offset)};
  table.bases = address;
  table.parts = 4;
  table.hasPredicates = predicate != nullptr;
  if (predicate)
    table.predicates = of(predicate);
  Instruction &each = add(op, nullptr);
  each.count = count;
  each.immediate = code.accesses.size();
  code.accesses.push_back(std::move(table));
  return each;
}

} // namespace heddle::sim
