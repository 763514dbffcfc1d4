//===- LayoutChoice.h - How good the layouts of a program are ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `tritongpu-remove-layout-conversions` has to say of its choice: what it
/// costs, how far that can be from the best, and why conversions remain. Cycles
/// are those of LayoutCosts.h, of a block, loops counting as often as is
/// assumed.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TRANSFORMS_LAYOUTCHOICE_H
#define HEDDLE_TRANSFORMS_LAYOUTCHOICE_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Location.h"
#include "mlir/Pass/Pass.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// A conversion that remains, and what the program would cost more without it;
/// nothing where that cannot be.
struct KeptConversion {
  /// That of the value.
  mlir::Location location;
  mlir::Attribute from, to;
  /// If the value were made in the new layout, or used in its old one, and so
  /// were others where that is cheaper then.
  std::optional<double> madeOtherwise, usedOtherwise;
};

/// A wish of the author's (LayoutWishes.h).
struct PricedWish {
  mlir::Location location;
  std::string op, wish;
  /// What the program costs less without it.
  double cycles = 0;
  /// Of a preference: does the program do what it says? Not said of
  /// conversions.
  bool isMet = true;
};

/// What registers have to say (LayoutRegisters.h): of a thread, about, where
/// most are live, the blocks that fit with them, and what it costs that no more
/// do.
struct PricedRegisters {
  mlir::Location location;
  unsigned registers = 0;
  std::uint64_t blocks = 0;
  double cycles = 0;
};

/// Where the price of registers made another choice than the cheapest one
/// without it: registers of that one, and what the other one costs more beside
/// them.
struct RegisterDecision {
  PricedRegisters without;
  double paid = 0;
};

struct LayoutChoice {
  /// Of what was chosen. No choice among the layouts that were offered costs
  /// less than the bound. Both are with the price of registers.
  double cycles = 0, bound = 0;
  /// Nothing if it costs nothing; of what was chosen.
  std::optional<PricedRegisters> registers = std::nullopt;
  std::optional<RegisterDecision> decision = std::nullopt;
  std::vector<KeptConversion> conversions;
  std::vector<PricedWish> wishes;

  double gap() const { return cycles == 0 ? 0 : (cycles - bound) / cycles; }
};

/// The pass, for loops of so many stages. Says that there if it is not null.
std::unique_ptr<mlir::Pass>
createTritonGPURemoveLayoutConversions(unsigned stages, LayoutChoice *choice);

} // namespace heddle

#endif // HEDDLE_TRANSFORMS_LAYOUTCHOICE_H
