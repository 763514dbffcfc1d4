//===- TranslateMessages.cpp - Assertions and printing as instructions ----===//
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

void translatePrint(Translator &translator, simt::PrintOp print) {
  PrintTable table = {
      .format = print.getFormat().str(), .arguments = {}, .predicate = {}};
  for (Value argument : print.getArguments())
    table.arguments.push_back({.where = translator.of(argument),
                               .bytes = bytesOf(argument.getType()),
                               .isFloat = argument.getType().isF64()});
  Code &code = translator.code;
  code.isOrdered = true;
  if (print.getPredicate())
    table.predicate = translator.of(print.getPredicate());
  translator.add(print, translator.runs.runPrint).immediate =
      code.prints.size();
  code.prints.push_back(std::move(table));
}

void translateAssert(Translator &translator, simt::AssertOp check) {
  Operand where = translator.of(check.getCondition());
  Instruction &each = translator.add(check, translator.runs.runAssert);
  each.a = where;
  each.count = simt::registerCount(check.getCondition().getType());
  each.immediate = translator.code.prints.size();
  translator.code.prints.push_back(
      {.format = check.getMessage().str(), .arguments = {}, .predicate = {}});
}

void translateObserve(Translator &translator, simt::ObserveOp observe) {
  Type type = observe.getValue().getType();
  Operand where = translator.of(observe.getValue());
  Instruction &each = translator.add(observe, translator.runs.runObserve);
  each.a = where;
  each.count = simt::registerCount(type);
  Code &code = translator.code;
  code.isOrdered = true;
  each.immediate = code.observed.size();
  code.observed.push_back(
      {.number = observe.getNumber(), .bytes = bytesOf(type)});
}

} // namespace

void addMessages(TranslatorTable &table) {
  table.add<simt::PrintOp>(translatePrint);
  table.add<simt::ObserveOp>(translateObserve);
  table.add<simt::AssertOp>(translateAssert);
}

} // namespace heddle::sim
