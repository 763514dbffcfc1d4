//===- WishedLayouts.cpp - Layouts that authors ask for -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WishedLayouts.h"
#include "heddle/analysis/LayoutProblem.h"

namespace heddle {

using namespace mlir;

namespace {

/// The tensor of a wish as a graph has it.
RankedTensorType chosenTensor(const LayoutWish &wish, LayoutGraph &graph) {
  RankedTensorType type = wishedTensor(wish.op);
  if (wish.op->getNumResults() > 0)
    return type.cloneWithEncoding(graph.layoutOf(wish.op->getResult(0)));
  for (const auto &[value, uses] : graph.uses())
    for (const LayoutGraph::Use &use : uses)
      if (use.operand->getOwner() == wish.op &&
          cast<ShapedType>(value.getType()).getElementType() ==
              type.getElementType())
        return type.cloneWithEncoding(graph.wantedBy(use));
  return type;
}

} // namespace

bool WishedLayouts::ruleOutWhatIsKept(llvm::ArrayRef<LayoutWish> some) {
  return llvm::any_of(some, [](const LayoutWish &wish) {
    return wish.kind != LayoutWish::Kind::Prefer &&
           !takesOtherLayouts(wish.op) &&
           wish.priceOf(wishedTensor(wish.op)) > 0;
  });
}

std::optional<double>
WishedLayouts::cyclesWith(llvm::ArrayRef<LayoutWish> some) const {
  if (ruleOutWhatIsKept(some))
    return std::nullopt;
  LayoutGraph graph(module, target, stages, some);
  graph.improve();
  LayoutProblem problem(graph);
  LabelSolution found = cheapestLabels(problem.labels(), problem.start());
  std::int64_t cost = found.cost + problem.constant();
  if (cost >= ForbiddenCost)
    return std::nullopt;
  return cyclesOfCost(cost);
}

std::vector<LayoutWish> WishedLayouts::without(llvm::ArrayRef<LayoutWish> some,
                                               std::size_t number) const {
  std::vector<LayoutWish> rest(some);
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(number));
  return rest;
}

// Each that can go, and the others still rule each other out, goes.
std::vector<LayoutWish> WishedLayouts::conflict() const {
  std::vector<LayoutWish> left;
  for (const LayoutWish &wish : wishes)
    if (wish.kind != LayoutWish::Kind::Prefer)
      left.push_back(wish);
  if (left.empty() || cyclesWith(left))
    return {};
  for (std::size_t i = left.size(); i-- > 0;)
    if (std::vector<LayoutWish> rest = without(left, i); !cyclesWith(rest))
      left = std::move(rest);
  return left;
}

void WishedLayouts::report(llvm::ArrayRef<LayoutWish> conflict) const {
  auto describe = [](const LayoutWish &wish, Diagnostic &text) {
    RankedTensorType type = wishedTensor(wish.op);
    text << wish.text() << " of " << wish.op->getName().getStringRef();
    if (!takesOtherLayouts(wish.op))
      text << ", whose tensor keeps its layout, " << type.getEncoding();
  };
  if (conflict.empty()) {
    mlir::emitError(ModuleOp(module).getLoc(),
                    "finds no layouts for the program");
    return;
  }
  InFlightDiagnostic error = mlir::emitError(conflict.front().op->getLoc());
  bool isAlone = conflict.size() == 1;
  error << (isAlone ? "finds no layout with this: "
                    : "finds no layouts with these together: ");
  describe(conflict.front(), *error.getUnderlyingDiagnostic());
  for (const LayoutWish &wish : conflict.drop_front()) {
    Diagnostic &note = error.attachNote(wish.op->getLoc());
    describe(wish, note);
  }
  error.attachNote() << (isAlone ? "" : "without any one of them there are; ")
                     << PreferAttr << " gives way where there are none";
}

std::vector<PricedWish> WishedLayouts::prices(LayoutGraph &graph,
                                              double cyclesWithAll) const {
  std::vector<PricedWish> priced;
  priced.reserve(wishes.size());
  for (std::size_t i = 0; i < wishes.size(); ++i)
    priced.push_back(
        {.location = wishes[i].op->getLoc(),
         .op = wishes[i].op->getName().getStringRef().str(),
         .wish = wishes[i].text(),
         .cycles = std::max(
             0.0, cyclesWithAll -
                      cyclesWith(without(wishes, i)).value_or(cyclesWithAll)),
         .isMet = wishes[i].isOfConversions ||
                  wishes[i].priceOf(chosenTensor(wishes[i], graph)) == 0});
  return priced;
}

} // namespace heddle
