//===- MoveConversions.cpp - Conversions avoided, or made earlier ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four phases that are one motion: a slice behind a conversion gets the new
// layout, up to where the phase says that conversions go.
//
//===----------------------------------------------------------------------===//

#include "RulePhases.h"
#include "SliceRewriter.h"
#include "heddle/ir/Ttng.h"
#include "mlir/IR/Remarks.h"

namespace heddle::rules {

using namespace mlir;

namespace {

const DotOperandEncoding *factorOf(ttg::ConvertLayoutOp conversion) {
  const Encoding *encoding = ir::encodingOf(conversion.getType());
  return encoding == nullptr ? nullptr : encoding->getIf<DotOperandEncoding>();
}

/// Is a factor of a matrix instruction that comes later in the block.
bool isMultipliedHere(ttg::ConvertLayoutOp conversion) {
  const DotOperandEncoding *factor = factorOf(conversion);
  if (factor == nullptr || factor->parent->is<BlockedEncoding>())
    return false;
  for (Operation *op = conversion; op != nullptr; op = op->getNextNode())
    if (isa<tt::DotOp, tt::DotScaledOp, ttng::WarpGroupDotOp>(op))
      return true;
  return false;
}

bool convertsLoads(const ConversionSlice &slice) {
  return !slice.converted.empty() &&
         llvm::all_of(
             slice.converted, [](const std::pair<Value, Attribute> &each) {
               return isa_and_nonnull<tt::LoadOp>(each.first.getDefiningOp());
             });
}

SliceCut cutOf(RulePhase phase) {
  switch (phase) {
  case RulePhase::HoistOverWidening:
    return SliceCut::BeforeWidening;
  case RulePhase::HoistIntoBranches:
    return SliceCut::InBranches;
  case RulePhase::HoistToLoads:
    return SliceCut::BehindLoads;
  case RulePhase::Propagate:
  case RulePhase::Rematerialize:
    break;
  }
  return SliceCut::Nowhere;
}

llvm::StringRef nameOf(RulePhase phase) {
  return llvm::find_if(PhaseNames,
                       [&](const auto &each) { return each.second == phase; })
      ->first;
}

/// Does the slice end as the phase wants it to?
bool fits(const ConversionSlice &slice, ttg::ConvertLayoutOp conversion,
          RulePhase phase) {
  // It is there already.
  if (slice.made.empty() && slice.converted.empty())
    return true;
  switch (phase) {
  case RulePhase::HoistOverWidening:
    return slice.converted.size() == 1 && factorOf(conversion) == nullptr;
  case RulePhase::HoistIntoBranches:
    return !slice.convertedAtYield.empty() &&
           conversion->getParentOfType<scf::ForOp>();
  case RulePhase::HoistToLoads:
    return isMultipliedHere(conversion) && convertsLoads(slice);
  case RulePhase::Rematerialize:
    return factorOf(conversion) == nullptr;
  case RulePhase::Propagate:
    break;
  }
  return false;
}

/// Moves one conversion, or says why not.
bool tryToMove(ttg::ConvertLayoutOp conversion, RulePhase phase, bool splits,
               SliceRewriter &rewriter) {
  Attribute layout = conversion.getType().getEncoding();
  std::optional<ConversionSlice> slice =
      sliceOf(conversion, cutOf(phase), rewriter.known());
  if (!slice || !fits(*slice, conversion, phase) ||
      (!splits && !replacesAll(*slice, conversion)))
    return false;
  Price before = conversionPrice(conversion.getSrc().getType(), layout);
  std::optional<Price> after = priceOf(*slice, conversion);
  bool isCheap =
      phase == RulePhase::HoistToLoads || (after && *after <= before);
  auto options = remark::RemarkOpts::name(nameOf(phase))
                     .category("tritongpu-remove-layout-conversions")
                     .subCategory("ttg.convert_layout");
  Location location = conversion.getLoc();
  auto remark = isCheap ? remark::passed(location, options)
                        : remark::missed(location, options);
  remark << remark::metric("price", before);
  if (after)
    remark << remark::metric("price-instead", *after);
  else
    remark << remark::add("a reduction would round twice");
  if (isCheap)
    rewriter.replace(conversion, std::move(*slice));
  return isCheap;
}

bool isChosen(const RuleOptions &options, RulePhase phase) {
  return options.phases.empty() || llvm::is_contained(options.phases, phase);
}

} // namespace

std::optional<RulePhase> phaseNamed(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      PhaseNames, [&](const auto &each) { return each.first == name; });
  return found == std::end(PhaseNames) ? std::nullopt
                                       : std::optional(found->second);
}

bool moveConversions(ModuleOp module, RulePhase phase, bool splits) {
  llvm::SmallVector<ttg::ConvertLayoutOp> conversions;
  module.walk([&](ttg::ConvertLayoutOp op) { conversions.push_back(op); });
  SliceRewriter rewriter;
  bool hasMoved = false;
  for (ttg::ConvertLayoutOp conversion : conversions) {
    if (tryToMove(conversion, phase, splits, rewriter))
      hasMoved = true;
    else
      rewriter.keep(conversion);
  }
  return hasMoved;
}

void removeConversions(ModuleOp module, const RuleOptions &options) {
  if (isChosen(options, RulePhase::Propagate)) {
    propagate(module);
    cleanUp(module);
  }
  if (isChosen(options, RulePhase::Rematerialize)) {
    // Kernels take a few rounds; each ends with a valid program.
    constexpr unsigned MostRounds = 32;
    for (unsigned round = 0;
         round < MostRounds &&
         moveConversions(module, RulePhase::Rematerialize, options.splits);
         ++round)
      cleanUp(module);
  }
  for (RulePhase phase :
       {RulePhase::HoistOverWidening, RulePhase::HoistIntoBranches,
        RulePhase::HoistToLoads})
    if (isChosen(options, phase) &&
        moveConversions(module, phase, options.splits))
      cleanUp(module);
}

} // namespace heddle::rules
