//===- TranslateBoxes.cpp - Copies of boxes as instructions --------------===//
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

std::vector<Operand> operandsOf(Translator &translator, ValueRange values) {
  std::vector<Operand> operands;
  for (Value value : values)
    operands.push_back(translator.of(value));
  return operands;
}

/// What copies have in common, either way.
template <class Op> BoxTable tableOf(Translator &translator, Op copy) {
  BoxTable table;
  table.coordinates = operandsOf(translator, copy.getCoordinates());
  table.map = translator.of(copy.getMap());
  table.address = translator.of(copy.getAddress());
  if (copy.getPredicates())
    table.predicates = translator.of(copy.getPredicates());
  table.offsets.assign(copy.getOffsets().begin(), copy.getOffsets().end());
  table.steps.assign(copy.getSteps().begin(), copy.getSteps().end());
  table.bytes = copy.getBytes();
  return table;
}

void addCopy(Translator &translator, Operation *copy, Run run, BoxTable table,
             bool isStore) {
  Code &code = translator.code;
  code.isTracked = true;
  translator.add(copy, run).immediate = code.accesses.size();
  AccessTable access;
  access.isStore = isStore;
  access.at.assign(table.offsets.size(), 0);
  access.offsets.assign(table.offsets.size(), 0);
  access.box = static_cast<std::uint32_t>(code.boxes.size());
  code.accesses.push_back(std::move(access));
  code.boxes.push_back(std::move(table));
}

void translateLoad(Translator &translator, simt::BoxLoadOp load) {
  BoxTable table = tableOf(translator, load);
  table.mbarrier = translator.of(load.getMbarrier());
  if (load.getBlocks())
    table.blocks = translator.of(load.getBlocks());
  addCopy(translator, load, translator.runs.runBoxLoad, std::move(table),
          /*isStore=*/false);
}

void translateStore(Translator &translator, simt::BoxStoreOp store) {
  BoxTable table = tableOf(translator, store);
  table.reduction = store.getReduction();
  // In which order floats are added is to be the same each time.
  translator.code.isOrdered |= table.reduction.has_value();
  addCopy(translator, store, translator.runs.runBoxStore, std::move(table),
          /*isStore=*/true);
}

void translateCommit(Translator &translator, simt::BoxCommitOp commit) {
  translator.add(commit, translator.runs.runBoxCommit);
}

void translateWait(Translator &translator, simt::BoxWaitOp wait) {
  translator
      .add(wait, wait.getIsRead() ? translator.runs.runBoxWaitRead
                                  : translator.runs.runBoxWait)
      .immediate = wait.getPending();
}

void translateMap(Translator &translator, simt::TensorMapOp op) {
  MapTable table = {.to = translator.of(op.getTo()),
                    .scratch = translator.of(op.getScratch()),
                    .tensor = translator.of(op.getTensor()),
                    .boxes = operandsOf(translator, op.getBoxes()),
                    .sizes = operandsOf(translator, op.getSizes()),
                    .strides = operandsOf(translator, op.getStrides()),
                    .steps = operandsOf(translator, op.getElementSteps()),
                    .element = static_cast<TensorMap::Element>(op.getElement()),
                    .swizzle = op.getSwizzle(),
                    .warp = op.getWarp(),
                    .fillsNan = op.getFill() == 1};
  Code &code = translator.code;
  code.isTracked = true;
  translator.add(op, translator.runs.runTensorMap).immediate = code.maps.size();
  code.maps.push_back(std::move(table));
}

void translateAcquire(Translator &translator, simt::TensorMapAcquireOp op) {
  Operand map = translator.of(op.getMap());
  translator.add(op, translator.runs.runTensorMapAcquire).a = map;
  translator.code.isTracked = true;
}

} // namespace

void addBoxes(TranslatorTable &table) {
  table.add<simt::BoxLoadOp>(translateLoad);
  table.add<simt::BoxStoreOp>(translateStore);
  table.add<simt::BoxCommitOp>(translateCommit);
  table.add<simt::BoxWaitOp>(translateWait);
  table.add<simt::TensorMapOp>(translateMap);
  table.add<simt::TensorMapAcquireOp>(translateAcquire);
}

} // namespace heddle::sim
