//===- TranslateMatrices.cpp - Accesses of small matrices as instructions -===//
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

Instruction &addMatrices(Translator &translator, Operation *op, Run run,
                         AccessTable table) {
  table.isShared = true;
  table.isMatrix = true;
  table.at = {0};
  table.parts = 4;
  Code &code = translator.code;
  Instruction &each = translator.add(op, run);
  each.count = table.width;
  each.immediate = code.accesses.size();
  code.accesses.push_back(std::move(table));
  return each;
}

template <class Access>
AccessTable tableOf(Translator &translator, Access access, Type words) {
  AccessTable table;
  table.isTransposed = access.getTransposed();
  table.width = simt::registerCount(words);
  table.offsets = {static_cast<std::int32_t>(access.getOffset())};
  table.bases = translator.of(access.getAddress());
  return table;
}

void translateMatrixLoad(Translator &translator, simt::MatrixLoadOp load) {
  AccessTable table = tableOf(translator, load, load.getType());
  Operand result = translator.define(load, 4);
  addMatrices(translator, load, translator.runs.runMatrixLoad, std::move(table))
      .result = result;
}

void translateMatrixStore(Translator &translator, simt::MatrixStoreOp store) {
  AccessTable table = tableOf(translator, store, store.getValue().getType());
  Operand value = translator.of(store.getValue(), 4);
  table.isStore = true;
  table.hasPredicates = store.getPredicate() != nullptr;
  if (table.hasPredicates)
    table.predicates = translator.of(store.getPredicate());
  addMatrices(translator, store, translator.runs.runMatrixStore,
              std::move(table))
      .a = value;
}

} // namespace

void addMatrices(TranslatorTable &table) {
  table.add<simt::MatrixLoadOp>(translateMatrixLoad);
  table.add<simt::MatrixStoreOp>(translateMatrixStore);
}

} // namespace heddle::sim
