//===- TranslateCopies.cpp - Asynchronous copies as instructions ----------===//
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

/// What both sides have.
AccessTable tableOf(Translator &translator, simt::AsyncCopyOp copy,
                    Value addresses, ArrayRef<std::int32_t> at,
                    ArrayRef<std::int32_t> offsets) {
  AccessTable table;
  table.isCopy = true;
  table.elementBytes = copy.getBytes();
  table.at.assign(at.begin(), at.end());
  table.offsets.assign(offsets.begin(), offsets.end());
  table.bases = translator.of(addresses);
  table.hasPredicates = copy.getPredicates() != nullptr;
  if (table.hasPredicates)
    table.predicates = translator.of(copy.getPredicates());
  return table;
}

void translateCopy(Translator &translator, simt::AsyncCopyOp copy) {
  AccessTable source = tableOf(translator, copy, copy.getSources(),
                               copy.getFrom(), copy.getFromOffsets());
  source.hasReads = copy.getReads() != nullptr;
  if (source.hasReads)
    source.reads = translator.of(copy.getReads());
  AccessTable target = tableOf(translator, copy, copy.getTargets(),
                               copy.getTo(), copy.getToOffsets());
  target.isShared = true;
  target.isStore = true;
  std::vector<AccessTable> &accesses = translator.code.accesses;
  translator.add(copy, translator.runs.runAsyncCopy).immediate =
      accesses.size();
  accesses.push_back(std::move(source));
  accesses.push_back(std::move(target));
}

void translateCommit(Translator &translator, simt::AsyncCommitOp commit) {
  translator.add(commit, translator.runs.runAsyncCommit);
}

void translateWait(Translator &translator, simt::AsyncWaitOp wait) {
  translator.add(wait, translator.runs.runAsyncWait).immediate =
      wait.getPending();
}

} // namespace

void addCopies(TranslatorTable &table) {
  table.add<simt::AsyncCopyOp>(translateCopy);
  table.add<simt::AsyncCommitOp>(translateCommit);
  table.add<simt::AsyncWaitOp>(translateWait);
}

} // namespace heddle::sim
