//===- TranslateMemory.cpp - Accesses as instructions ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"

namespace heddle::sim {

using namespace mlir;

namespace {

LogicalResult translateShared(Translator &translator, simt::SharedOp shared) {
  if (!shared.getAt())
    return shared.emitOpError()
           << "expects an offset in shared memory, but got none; "
              "simt-allocate-shared gives it one";
  Code &code = translator.code;
  translator.addConstant(shared, *shared.getAt());
  translator.add(shared, translator.runs.runShared).immediate =
      code.pieces.size();
  code.pieces.push_back({.at = *shared.getAt(), .bytes = shared.getBytes()});
  return success();
}

/// Reductions have no buffers.
template <class Access>
void addBuffer(Translator &translator, Access access, AccessTable &table) {
  if constexpr (!std::is_same_v<Access, simt::ReductionOp>) {
    table.hasBuffer = access.getBuffer() != nullptr;
    if (table.hasBuffer)
      table.buffer = translator.of(access.getBuffer());
  }
}

/// What loads and stores have, which move a value of this type.
template <class Access>
AccessTable tableOf(Translator &translator, Access access, Type moved) {
  AccessTable table;
  table.isShared = access.getSpace() != simt::Space::Global;
  table.isDistributed = access.getSpace() == simt::Space::Cluster;
  table.hasPredicates = access.getPredicates() != nullptr;
  table.width = access.getWidth();
  table.elementBytes = bytesOf(moved);
  table.isBits = getElementTypeOrSelf(moved).isInteger(1);
  table.at.assign(access.getAt().begin(), access.getAt().end());
  table.offsets.assign(access.getOffsets().begin(), access.getOffsets().end());
  table.bases = translator.of(access.getBases());
  addBuffer(translator, access, table);
  if (table.hasPredicates)
    table.predicates = translator.of(access.getPredicates());
  return table;
}

Instruction &addAccess(Translator &translator, Operation *op, Run run,
                       AccessTable table, Type moved) {
  Code &code = translator.code;
  Instruction &each = translator.add(op, run);
  each.count = simt::registerCount(moved);
  each.parts = table.parts;
  each.immediate = code.accesses.size();
  code.accesses.push_back(std::move(table));
  return each;
}

void translateLoad(Translator &translator, simt::LoadOp load) {
  Type type = load.getType();
  AccessTable table = tableOf(translator, load, type);
  // Elements of other types may be in words and halves of shared memory.
  bool isPacked = table.isShared && (table.elementBytes == 4 ||
                                     getElementTypeOrSelf(type).isInteger(16));
  table.parts = isPacked ? table.elementBytes : 1;
  table.hasOther = load.getOther() != nullptr;
  if (table.hasOther)
    table.other = translator.of(load.getOther(), table.parts);
  table.isOtherUndefined = load.getIsOtherImplied();
  table.isTransposed = load.getIsTransposed();
  Operand result = translator.define(load, table.parts);
  addAccess(translator, load, translator.runs.runLoad, std::move(table), type)
      .result = result;
}

void translateStore(Translator &translator, simt::StoreOp store) {
  Type type = store.getValue().getType();
  AccessTable table = tableOf(translator, store, type);
  table.isStore = true;
  table.parts = translator.partsOf(store.getValue());
  Operand value = translator.of(store.getValue(), table.parts);
  addAccess(translator, store, translator.runs.runStore, std::move(table), type)
      .a = value;
}

void translateAtomic(Translator &translator, simt::AtomicOp atomic) {
  Type type = atomic.getType();
  AccessTable table;
  table.isShared = atomic.getSpace() == simt::Space::Shared;
  table.isStore = true;
  table.isAtomic = true;
  table.atomic = atomic.getKind();
  table.element = getElementTypeOrSelf(type);
  table.elementBytes = bytesOf(type);
  for (unsigned index = 0; index < simt::registerCount(type); ++index)
    table.at.push_back(static_cast<std::int32_t>(index));
  table.offsets.assign(table.at.size(), 0);
  table.bases = translator.of(atomic.getAddresses());
  addBuffer(translator, atomic, table);
  table.hasPredicates = atomic.getPredicates() != nullptr;
  if (table.hasPredicates)
    table.predicates = translator.of(atomic.getPredicates());
  table.hasOther = atomic.getExpected() != nullptr;
  if (table.hasOther)
    table.other = translator.of(atomic.getExpected());
  translator.code.isOrdered |= !table.isShared;
  Operand value = translator.of(atomic.getValue());
  Operand result = translator.define(atomic);
  Instruction &each = addAccess(translator, atomic, translator.runs.runAtomic,
                                std::move(table), type);
  each.result = result;
  each.a = value;
}

void translateReduction(Translator &translator, simt::ReductionOp reduction) {
  Type type = reduction.getValue().getType();
  AccessTable table = tableOf(translator, reduction, type);
  table.isStore = true;
  table.isAtomic = true;
  table.atomic = reduction.getKind();
  table.element = getElementTypeOrSelf(type);
  translator.code.isOrdered = true;
  Operand value = translator.of(reduction.getValue());
  addAccess(translator, reduction, translator.runs.runReduction,
            std::move(table), type)
      .a = value;
}

} // namespace

void addMemory(TranslatorTable &table) {
  table.add<simt::SharedOp>(translateShared);
  table.add<simt::LoadOp>(translateLoad);
  table.add<simt::StoreOp>(translateStore);
  table.add<simt::AtomicOp>(translateAtomic);
  table.add<simt::ReductionOp>(translateReduction);
}

} // namespace heddle::sim
