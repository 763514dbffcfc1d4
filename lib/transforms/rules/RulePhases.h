//===- RulePhases.h - Triton's way to fewer conversions ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sub-phases of `tritongpu-remove-layout-conversions` with
/// `cost-model=triton`, in their order. Each looks at the conversions that it
/// finds, decides by the prices of LayoutRules.h, and is remarked on
/// (`--remarks-filter=tritongpu-remove-layout-conversions`).
///
/// Each ends: `propagate` visits a value once for each layout that reaches it;
/// the others visit the conversions that are there when they begin, once each.
/// `rematerialize` is repeated as long as it moves some. It removes each that
/// it moves, or joins it with one nearer to where the values come from, which
/// stays there: what is behind that could not be made in the other layout. In
/// case a loop makes one come back, there is a most number of rounds.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_RULES_RULEPHASES_H
#define HEDDLE_LIB_TRANSFORMS_RULES_RULEPHASES_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace heddle::rules {

enum class RulePhase : std::uint8_t {
  Propagate,
  Rematerialize,
  HoistOverWidening,
  HoistIntoBranches,
  HoistToLoads
};

/// In their order, by the names that the pass option `phases` takes.
inline constexpr std::pair<llvm::StringLiteral, RulePhase> PhaseNames[] = {
    {"propagate", RulePhase::Propagate},
    {"rematerialize", RulePhase::Rematerialize},
    {"hoist-over-widening", RulePhase::HoistOverWidening},
    {"hoist-into-branches", RulePhase::HoistIntoBranches},
    {"hoist-to-loads", RulePhase::HoistToLoads}};
std::optional<RulePhase> phaseNamed(llvm::StringRef name);

struct RuleOptions {
  /// All of them if there are none.
  llvm::SmallVector<RulePhase> phases;
  /// May ops be cloned whose originals stay, so that a value is computed or
  /// converted twice?
  bool splits = true;
};

/// Runs the phases, and `cleanUp` after each.
void removeConversions(mlir::ModuleOp module, const RuleOptions &options);

/// Gives values the layouts of anchors in front of them
/// (LayoutCandidates.h).
void propagate(mlir::ModuleOp module);

/// Moves the conversions that are there: makes their sources once more in the
/// new layouts, and converts at the end of what it makes, if that costs no
/// more. Were there any?
///
/// - `Rematerialize` converts nowhere, but where conversions are already.
/// - `HoistOverWidening` converts the operands of casts to wider types and of
///   broadcasts.
/// - `HoistIntoBranches` converts in the one branch of an `scf.if` within a
///   loop that has to.
/// - `HoistToLoads` converts what becomes a factor of a matrix instruction in
///   the same block right behind its loads, whatever that costs, so that a
///   pipeline can have the loads run ahead.
bool moveConversions(mlir::ModuleOp module, RulePhase phase, bool splits);

/// Folds conversions, and erases what nobody needs, as what loops carry for
/// themselves only.
void cleanUp(mlir::ModuleOp module);

} // namespace heddle::rules

#endif // HEDDLE_LIB_TRANSFORMS_RULES_RULEPHASES_H
