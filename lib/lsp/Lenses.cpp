//===- Lenses.cpp - Lines above ops ---------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lenses.h"
#include "Printing.h"
#include "heddle/analysis/Executions.h"
#include "heddle/encoding/Queries.h"
#include "heddle/ir/Ttg.h"
#include "heddle/view/PlainText.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cmath>

namespace heddle::lsp {

using namespace mlir;

namespace {

/// Sums over a function.
struct MoveSums {
  std::uint64_t conversions = 0, accesses = 0, buffers = 0;
  double conversionCycles = 0, accessCycles = 0;
  std::uint64_t scratchBytes = 0, bufferBytes = 0;

  void add(Operation *op, const MoveCost &cost) {
    double cycles = cost.cycles * executionsOf(op);
    bool isConversion = isa<ttg::ConvertLayoutOp>(op);
    (isConversion ? conversions : accesses) += 1;
    (isConversion ? conversionCycles : accessCycles) += cycles;
    // One conversion after the other may use the same bytes.
    scratchBytes = std::max(scratchBytes, cost.scratchBytes);
  }

  std::string text() const {
    std::string parts;
    auto add = [&](const std::string &part) {
      parts += concat(parts.empty() ? "" : "; ", part);
    };
    if (conversions != 0)
      add(concat(countText(conversions, "conversion"),
                 cyclesText(conversionCycles)));
    if (accesses != 0)
      add(concat(accesses, accesses == 1 ? " access" : " accesses",
                 " of shared memory", cyclesText(accessCycles)));
    if (bufferBytes != 0)
      add(concat(bytesText(bufferBytes), " in ", countText(buffers, "buffer")));
    if (scratchBytes != 0)
      add(bytesText(scratchBytes) + " of scratch");
    return parts;
  }

private:
  static std::string cyclesText(double cycles) {
    return concat(" ~", static_cast<std::uint64_t>(std::llround(cycles)),
                  " cycles");
  }
};

bool isLayoutInUse(Operation *op) {
  auto hasLayout = [](Type type) { return ir::encodingOf(type) != nullptr; };
  return llvm::any_of(op->getResultTypes(), hasLayout) ||
         llvm::any_of(op->getOperandTypes(), hasLayout);
}

/// The sums of a function, and of a kernel what becomes of it.
void addFunction(Operation *op, Extent where, const std::string &sums,
                 std::vector<Lens> &lenses) {
  lenses.push_back({where, sums, ""});
  auto function = cast<FunctionOpInterface>(op);
  // Kernels get numbers, pointers and descriptors, and return nothing.
  bool getsTensors =
      llvm::any_of(function.getArgumentTypes(),
                   llvm::IsaPred<RankedTensorType, ttg::MemDescType>);
  if (function.isPublic() && function.getNumResults() == 0 &&
      !function.isExternal() && !getsTensors)
    lenses.push_back({where, "", function.getName().str()});
}

} // namespace

std::optional<std::string> functionSummary(Operation *function,
                                           MoveCosts &costs,
                                           const ChosenTarget &target) {
  MoveSums sums;
  bool hasLayouts = false;
  function->walk([&](Operation *op) {
    hasLayouts = hasLayouts || isLayoutInUse(op);
    if (std::optional<MoveCost> cost = costs.of(op, *target.target))
      sums.add(op, *cost);
    std::uint64_t bytes = bufferBytes(op);
    sums.bufferBytes += bytes;
    sums.buffers += bytes != 0 ? 1 : 0;
  });
  if (!hasLayouts)
    return std::nullopt;
  std::string text = sums.text();
  return concat("on ", target.target->name,
                target.isNamed ? "" : " (the module names no target)", ": ",
                text.empty() ? "no data moves between threads" : text);
}

std::vector<Lens> lensesOf(const ParsedText &text, MoveCosts &costs,
                           const Target *preferred) {
  ChosenTarget target = targetFor(text.module(), preferred);
  std::vector<Lens> lenses;
  for (const AsmParserState::OperationDefinition &each :
       text.names().getOpDefs()) {
    Extent where = text.extentOf(each.loc);
    if (isa<FunctionOpInterface>(each.op)) {
      if (std::optional<std::string> sums =
              functionSummary(each.op, costs, target))
        addFunction(each.op, where, *sums, lenses);
    } else if (std::optional<MoveCost> cost =
                   costs.of(each.op, *target.target)) {
      lenses.push_back(
          {where, concat(moveName(each.op).str(), ": ", cost->text), ""});
    }
  }
  // The parser ends an op behind those in it.
  llvm::sort(lenses, [](const Lens &a, const Lens &b) {
    return std::tie(a.where.begin, a.kernel) <
           std::tie(b.where.begin, b.kernel);
  });
  return lenses;
}

std::vector<Lens> hintsOf(const ParsedText &text, Extent visible) {
  std::vector<Lens> hints;
  for (const AsmParserState::OperationDefinition &each :
       text.names().getOpDefs())
    for (const auto &group : each.resultGroups) {
      Extent where = text.extentOf(group.definition.loc);
      if (!visible.touches(where.begin) ||
          group.startIndex >= each.op->getNumResults())
        continue;
      auto type = dyn_cast<RankedTensorType>(
          each.op->getResult(group.startIndex).getType());
      if (!type || ir::encodingOf(type) == nullptr)
        continue;
      Result<LinearLayout> layout = ir::linearLayoutOf(type);
      if (!layout)
        continue;
      hints.push_back({where,
                       concat(elementsPerThread(*layout), " x ",
                              printed(type.getElementType())),
                       ""});
    }
  return hints;
}

} // namespace heddle::lsp
