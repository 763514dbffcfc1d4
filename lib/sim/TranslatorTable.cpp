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

TranslateOp TranslatorTable::counted(TranslateOp translate) {
  return [translate = std::move(translate)](Translator &translator,
                                            Operation *op) -> LogicalResult {
    std::size_t first = translator.here();
    if (failed(translate(translator, op)))
      return failure();
    if (translator.here() == first)
      return success();
    Instruction &last = translator.code.instructions.back();
    for (const simt::InstructionCount &counted : simt::instructionsOf(op)) {
      last.kind = counted.kind;
      // Accesses count themselves when they are executed.
      last.cost = isAccess(counted.kind) ? 0 : counted.count;
    }
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
    addProducts(all);
    addGroups(all);
    addMessages(all);
    return all;
  }();
  return table;
}

} // namespace heddle::sim
