//===- LayoutCosts.h - What layouts cost ------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a block pays for the layouts of its tensors, in cycles of a
/// multiprocessor: for an op the instructions of all warps on all registers,
/// copies included; for a conversion those of its plan, as lowering will carry
/// it out (`priceConversion`), and their latency. The numbers decide where a
/// conversion is best, not whether a program is right.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_LAYOUTCOSTS_H
#define HEDDLE_ANALYSIS_LAYOUTCOSTS_H

#include "heddle/analysis/AddressGroups.h"
#include "heddle/analysis/CopyMemory.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"
#include "heddle/plan/Banks.h"
#include "llvm/ADT/DenseMap.h"

#include <unordered_set>

namespace heddle {

/// More than anything that is possible, but small enough to add up.
inline constexpr double ImpossibleCycles = 1e9;

/// Caches its answers.
class LayoutCosts {
public:
  /// `facts` are those of the program whose ops are asked for.
  LayoutCosts(const Target &target, const AxisFacts &facts)
      : target(target), facts(facts), groups(facts) {}

  /// Of a tensor that is moved to another layout: nothing for the same
  /// attribute, next to nothing for another one that says the same, and
  /// `ImpossibleCycles` if no plan does it.
  double conversion(mlir::RankedTensorType type, mlir::Attribute from,
                    mlir::Attribute to);
  /// Does a conversion go through shared memory?
  bool usesShared(mlir::RankedTensorType type, mlir::Attribute from,
                  mlir::Attribute to);
  /// What `conversion` says at least, without a plan.
  double leastConversion(mlir::RankedTensorType type, mlir::Attribute from,
                         mlir::Attribute to);
  /// What `conversion` says about, without a plan.
  double estimatedConversion(mlir::RankedTensorType type, mlir::Attribute from,
                             mlir::Attribute to);
  /// Of a load that is a copy to shared memory: what it costs to read that
  /// in another layout than its own, more than in its own. `ImpossibleCycles`
  /// if no copy does it.
  double readingCopy(tt::LoadOp load, mlir::Attribute to);
  /// Of an op whose tensor of this type and layout is the largest that it has.
  double work(mlir::Operation *op, mlir::RankedTensorType type,
              mlir::Attribute encoding);
  /// What an op on which only addresses and masks of accesses depend
  /// (AddressGroups.h) costs more if each element needs its register, as in a
  /// conversion.
  double workOfOthers(mlir::Operation *op, mlir::RankedTensorType type,
                      mlir::Attribute encoding);
  bool sharesRegisters(mlir::Operation *op) { return groups.areThere(op); }
  /// Of an op that accesses memory or gathers, with these layouts of a site's
  /// tensors: the accesses that lowering will plan. None for other ops.
  std::optional<double> access(mlir::Operation *op,
                               llvm::ArrayRef<mlir::RankedTensorType> tensors,
                               llvm::ArrayRef<mlir::Attribute> encodings);
  /// Do both hold the same elements in the same locations?
  bool isSame(mlir::RankedTensorType type, mlir::Attribute a,
              mlir::Attribute b);
  /// How many elements a thread holds with that layout, copies once; none if
  /// there is no such layout.
  double elementsOfThread(mlir::RankedTensorType type,
                          mlir::Attribute encoding);
  /// May tensors in registers have such elements?
  static bool isElement(mlir::Type type) {
    return type.isIntOrFloat() || mlir::isa<tt::PointerType>(type);
  }
  /// Can a tensor of this type have that layout?
  bool exists(mlir::RankedTensorType type, mlir::Attribute encoding) {
    return layoutOf(type, encoding) != nullptr;
  }

private:
  /// The layout of a tensor of this type if it has that encoding instead; null
  /// if there is none. One layout has one address.
  const LinearLayout *layoutOf(mlir::RankedTensorType type,
                               mlir::Attribute encoding) {
    return known(type, encoding).layout;
  }
  const LinearLayout *layoutOf(mlir::RankedTensorType type) {
    return layoutOf(type, type.getEncoding());
  }
  struct KnownLayout {
    const LinearLayout *layout = nullptr;
    /// Elements by their number in the tensor, not by coordinates: tensors of
    /// different shapes have such layouts in common.
    const LinearLayout *flat = nullptr;
    /// How many elements a thread holds, copies once.
    double elements = 0;
    /// Of an element of the type that was asked for.
    unsigned bits = 0;
  };
  KnownLayout known(mlir::RankedTensorType type, mlir::Attribute encoding);
  /// All but the bits of its elements.
  KnownLayout layoutOfType(mlir::RankedTensorType type);
  const LinearLayout *uniqued(LinearLayout layout) {
    return &*different.insert(std::move(layout)).first;
  }
  /// The cycles of a conversion, as far as they were asked for.
  struct ConversionCycles {
    std::optional<double> planned, estimated, least;
  };
  /// What a function says of two different layouts; keeps the answer.
  template <typename Function>
  double
  between(mlir::RankedTensorType type, mlir::Attribute from, mlir::Attribute to,
          std::optional<double> ConversionCycles::*which, Function cyclesOf);
  double sharedAccess(mlir::RankedTensorType type, mlir::Type memory,
                      AccessKind kind);
  double blockAccess(mlir::RankedTensorType type, tt::TensorDescType block,
                     AccessKind kind);
  double gather(tt::GatherOp gather, mlir::RankedTensorType result,
                mlir::RankedTensorType source);
  double leastReading(const CopyNeighbours &copied,
                      mlir::RankedTensorType type);
  double globalAccess(mlir::Value pointers, mlir::Value mask,
                      mlir::RankedTensorType type, AccessKind kind);
  double perRegister(mlir::RankedTensorType type, double cycles);
  double combining(const LinearLayout &layout, unsigned axis, unsigned operands,
                   mlir::Region &region);

  const Target &target;
  const AxisFacts &facts;
  AddressGroups groups;
  /// Each once, whatever attributes say it.
  std::unordered_set<LinearLayout> different;
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, KnownLayout> layouts;
  /// By tensors of bytes.
  llvm::DenseMap<mlir::Type, KnownLayout> layoutsOfTypes;
  /// By the layouts, flat ones where both number elements alike, and an
  /// element's bytes: plans depend on nothing else.
  llvm::DenseMap<
      std::tuple<const LinearLayout *, const LinearLayout *, unsigned>,
      ConversionCycles>
      conversions;
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Type>, double> readings;
  /// Different loads may copy alike.
  struct KnownReading {
    CopyNeighbours copied;
    mlir::Type type;
    double cycles;
  };
  std::vector<KnownReading> leastReadings;
};

/// An op of a few instructions, at most, on each element, without effects: it
/// can be done again.
bool isCheap(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LAYOUTCOSTS_H
