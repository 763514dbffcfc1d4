//===- LoopDecisions.cpp - What became of loops ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/LoopDecisions.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/Remarks.h"

#include <algorithm>

namespace heddle {

using namespace mlir;

namespace {

/// Of a remark's name, or of a metric's.
std::string wordsOf(llvm::StringRef name) {
  std::string words = name.str();
  std::ranges::replace(words, '-', ' ');
  return words;
}

std::string detailsOf(llvm::ArrayRef<remark::detail::Remark::Arg> args) {
  std::string details;
  for (const remark::detail::Remark::Arg &arg : args) {
    if (!details.empty())
      details += ", ";
    if (arg.key != "Reason")
      details += wordsOf(arg.key) + " ";
    details += arg.val;
  }
  return details;
}

} // namespace

class LoopDecisions::Collector : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Collector(std::shared_ptr<std::vector<LoopDecision>> all)
      : all(std::move(all)) {}

  void streamOptimizationRemark(const remark::detail::Remark &each) final {
    all->push_back({.location = each.getLocation(),
                    .decision = wordsOf(each.getRemarkName()),
                    .details = detailsOf(each.getArgs())});
  }

private:
  std::shared_ptr<std::vector<LoopDecision>> all;
};

LoopDecisions::LoopDecisions(MLIRContext &context)
    : all(std::make_shared<std::vector<LoopDecision>>()) {
  const std::string passes = "tritongpu-assign-latencies|"
                             "tritongpu-automatic-warp-specialization|"
                             "heddle-pointers-to-descriptors";
  remark::RemarkCategories categories;
  categories.passed = categories.missed = passes;
  // Fails where a context has an engine already; this one was just made.
  (void)remark::enableOptimizationRemarks(
      context, std::make_unique<Collector>(all),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

void LoopDecisions::place(ModuleOp module) {
  for (tt::FuncOp function : module.getOps<tt::FuncOp>()) {
    if (!function.isPublic())
      continue;
    function.walk([&](Operation *op) {
      auto [found, isNew] =
          functions.try_emplace(op->getLoc(), function.getSymName().str());
      if (!isNew && found->second != function.getSymName())
        found->second.clear();
    });
  }
}

std::vector<LoopDecision> LoopDecisions::of(llvm::StringRef function) const {
  std::vector<LoopDecision> found;
  for (const LoopDecision &each : *all) {
    auto place = functions.find(each.location);
    bool isOthers = place != functions.end() && !place->second.empty() &&
                    place->second != function;
    bool isKnown = llvm::any_of(found, [&](const LoopDecision &other) {
      return other.location == each.location &&
             other.decision == each.decision && other.details == each.details;
    });
    if (!isOthers && !isKnown)
      found.push_back(each);
  }
  return found;
}

} // namespace heddle
