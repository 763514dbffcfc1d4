//===- AssemblyText.cpp - Instructions as the user wrote them -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/AssemblyText.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle::simt {

namespace {

Result<void> checkConstraints(llvm::StringRef constraints, unsigned results,
                              unsigned operands) {
  llvm::SmallVector<llvm::StringRef> all;
  constraints.split(all, ',', -1, /*KeepEmpty=*/false);
  unsigned ofResults = 0, ofOperands = 0;
  for (llvm::StringRef each : all) {
    each = each.trim();
    unsigned tied = 0;
    if (each.starts_with("="))
      ++ofResults;
    else if (!each.starts_with("~"))
      ++ofOperands;
    if (!each.getAsInteger(10, tied) && tied >= results)
      return failure(concat("expects an operand to be tied to one of ", results,
                            results == 1 ? " result" : " results",
                            ", but got '", each.str(), "'"));
  }
  if (ofResults == results && ofOperands == operands)
    return {};
  return failure(concat(
      "expects constraints of ", results,
      results == 1 ? " result, \"=r\"," : " results, \"=r\",", " and ",
      operands, operands == 1 ? " operand" : " operands", ", but got ",
      ofResults, " and ", ofOperands, " in \"", constraints.str(), "\""));
}

Result<void> badExpression(llvm::StringRef text, unsigned count) {
  return failure(
      concat(
          "expects '$0' to '$", count - 1, "' in assembly, but got '",
          text.take_until([](char c) { return c == ' ' || c == '\n'; }).str(),
          "'"),
      "", "a dollar of the assembler's own is written '$$'");
}

/// "$1", "${1:x}", "${:uid}"; "$$", and what chooses among dialects, "$(", "$|"
/// and "$)". Takes one of them from the front.
bool takeExpression(llvm::StringRef &text, unsigned count) {
  text = text.drop_front();
  if (text.consume_front("$") || text.consume_front("(") ||
      text.consume_front("|") || text.consume_front(")"))
    return true;
  unsigned number = 0;
  if (!text.consume_front("{"))
    return !text.consumeInteger(10, number) && number < count;
  std::size_t end = text.find('}');
  if (end == llvm::StringRef::npos)
    return false;
  auto [operand, modifier] = text.take_front(end).split(':');
  text = text.drop_front(end + 1);
  if (operand.empty())
    return modifier == "uid" || modifier == "comment" || modifier == "private";
  return !operand.getAsInteger(10, number) && number < count;
}

} // namespace

Result<void> checkAssembly(llvm::StringRef text, llvm::StringRef constraints,
                           unsigned results, unsigned operands) {
  if (Result<void> checked = checkConstraints(constraints, results, operands);
      !checked)
    return checked;
  for (std::size_t at = text.find('$'); at != llvm::StringRef::npos;
       at = text.find('$')) {
    text = text.drop_front(at);
    const llvm::StringRef expression = text;
    if (!takeExpression(text, results + operands))
      return badExpression(expression, results + operands);
  }
  return {};
}

} // namespace heddle::simt
