//===- WishedLayouts.h - Layouts that authors ask for -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which of an author's wishes (LayoutWishes.h) go together, and what they
/// cost.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_WISHEDLAYOUTS_H
#define HEDDLE_LIB_TRANSFORMS_WISHEDLAYOUTS_H

#include "heddle/analysis/LayoutGraph.h"
#include "heddle/target/Target.h"
#include "heddle/transforms/LayoutChoice.h"
#include "mlir/IR/BuiltinOps.h"

namespace heddle {

class WishedLayouts {
public:
  WishedLayouts(mlir::ModuleOp module, const Target &target, int stages,
                std::vector<LayoutWish> wishes)
      : module(module), target(target), stages(stages),
        wishes(std::move(wishes)) {}

  const std::vector<LayoutWish> &all() const { return wishes; }

  /// Of those that rule each other out, as few as do; empty if all can be. One
  /// choice of layouts for each wish.
  std::vector<LayoutWish> conflict() const;
  /// An error at the first of them, with notes at the others.
  void report(llvm::ArrayRef<LayoutWish> conflict) const;

  /// Do some ask for other layouts of ops that keep theirs?
  bool ruleOutWhatIsKept() const { return ruleOutWhatIsKept(wishes); }

  /// What each costs: the program with all, as the graph has it, against the
  /// program without it. One choice of layouts for each.
  std::vector<PricedWish> prices(LayoutGraph &graph,
                                 double cyclesWithAll) const;

private:
  /// Cycles of a block at the best choice; nothing if there is none.
  std::optional<double> cyclesWith(llvm::ArrayRef<LayoutWish> some) const;
  static bool ruleOutWhatIsKept(llvm::ArrayRef<LayoutWish> some);
  std::vector<LayoutWish> without(llvm::ArrayRef<LayoutWish> some,
                                  std::size_t number) const;

  mlir::ModuleOp module;
  const Target &target;
  int stages;
  std::vector<LayoutWish> wishes;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_WISHEDLAYOUTS_H
