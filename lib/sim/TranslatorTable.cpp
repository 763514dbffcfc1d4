//===- TranslatorTable.cpp - Which function translates an op --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"
#include "heddle/simt/Instructions.h"

namespace heddle::sim {

using namespace mlir;
using mlir::failure;

namespace {

bool runNothing(Warp &, const Instruction &) { return true; }

/// Accesses count themselves when they are executed. An instruction is of one
/// class; of the others that an op has there are instructions that do nothing.
void count(Translator &translator, Operation *op) {
  simt::InstructionCounts counts = simt::instructionsOf(op);
  if (counts.size() > 1)
    llvm::erase_if(counts, [](const simt::InstructionCount &each) {
      return isAccess(each.kind);
    });
  for (auto [index, counted] : llvm::enumerate(counts)) {
    Instruction &each = index == 0 ? translator.code.instructions.back()
                                   : translator.add(op, runNothing);
    each.kind = counted.kind;
    each.cost = isAccess(counted.kind) ? 0 : counted.count;
  }
}

} // namespace

TranslateOp TranslatorTable::counted(TranslateOp translate) {
  return [translate = std::move(translate)](Translator &translator,
                                            Operation *op) -> LogicalResult {
    std::size_t first = translator.here();
    if (failed(translate(translator, op)))
      return failure();
    if (translator.here() != first)
      count(translator, op);
    return success();
  };
}

const TranslateOp &TranslatorTable::find(Operation *op) const {
  auto found = functions.find(op->getName().getTypeID());
  return found == functions.end() ? elementwise : found->second;
}

const TranslatorTable &translators() {
  static const TranslatorTable table = [] {
    TranslatorTable all;
    addFlow(all);
    addElementwise(all);
    addRegisters(all);
    addLanes(all);
    addMemory(all);
    addMatrices(all);
    addCopies(all);
    addMbarriers(all);
    addBoxes(all);
    addPartitions(all);
    addProducts(all);
    addGroups(all);
    addMessages(all);
    return all;
  }();
  return table;
}

} // namespace heddle::sim
