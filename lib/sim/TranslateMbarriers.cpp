//===- TranslateMbarriers.cpp - mbarriers as instructions ----------------===//
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

/// Of what all ops of mbarriers have.
template <class Op>
Instruction &addMbarrier(Translator &translator, Op op, Run run,
                         std::uint64_t immediate) {
  Operand address = translator.of(op.getAddress()), predicate;
  if (op.getPredicate())
    predicate = translator.of(op.getPredicate());
  Instruction &each = translator.add(op, run);
  each.a = address;
  each.b = predicate;
  each.immediate = immediate;
  translator.code.isTracked = true;
  return each;
}

void translateInit(Translator &translator, simt::MbarrierInitOp op) {
  addMbarrier(translator, op, translator.runs.runMbarrierInit, op.getCount());
}

void translateEnd(Translator &translator, simt::MbarrierEndOp op) {
  addMbarrier(translator, op, translator.runs.runMbarrierEnd, 0);
}

void translateArrive(Translator &translator, simt::MbarrierArriveOp op) {
  addMbarrier(translator, op,
              op.getIsDistributed() ? translator.runs.runPeerArrive
                                    : translator.runs.runMbarrierArrive,
              op.getCount());
}

void translateExpect(Translator &translator, simt::MbarrierExpectOp op) {
  addMbarrier(translator, op,
              op.getIsDistributed() ? translator.runs.runPeerExpect
                                    : translator.runs.runMbarrierExpect,
              op.getBytes());
}

void translateArriveCopies(Translator &translator,
                           simt::MbarrierArriveCopiesOp op) {
  addMbarrier(translator, op, translator.runs.runMbarrierArriveCopies,
              op.getIsCounted() ? 1 : 0);
}

void translateWait(Translator &translator, simt::MbarrierWaitOp op) {
  Operand parity = translator.of(op.getParity());
  addMbarrier(translator, op, translator.runs.runMbarrierWait, 0).c = parity;
}

} // namespace

void addMbarriers(TranslatorTable &table) {
  table.add<simt::MbarrierInitOp>(translateInit);
  table.add<simt::MbarrierEndOp>(translateEnd);
  table.add<simt::MbarrierArriveOp>(translateArrive);
  table.add<simt::MbarrierExpectOp>(translateExpect);
  table.add<simt::MbarrierArriveCopiesOp>(translateArriveCopies);
  table.add<simt::MbarrierWaitOp>(translateWait);
}

} // namespace heddle::sim
