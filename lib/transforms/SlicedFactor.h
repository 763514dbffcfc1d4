//===- SlicedFactor.h - Factors in shared memory ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A factor of a product as slices of the summed axis in shared memory: which
/// registers are stored, and where their elements lie.
///
/// Slices are outermost, so that the number of a slice is a distance. Inside,
/// a slice has the layout with which those who store it and those who load it
/// have the fewest wavefronts. Lanes that store to different slices would meet
/// in the banks: a gap behind each slice keeps them apart.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_SLICEDFACTOR_H
#define HEDDLE_LIB_TRANSFORMS_SLICEDFACTOR_H

#include "heddle/ir/Ttg.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/target/Target.h"

namespace heddle {

/// 0 of what is no element.
std::uint64_t bytesOfElement(mlir::Type element);

class SlicedFactor {
public:
  /// In slices of so many elements along the axis. Nothing if no layout says
  /// which elements the registers are, or none in memory is found.
  static std::optional<SlicedFactor> plan(mlir::Value factor, unsigned axis,
                                          int64_t length, const Target &target);

  /// What is stored: what is converted to the factor, perhaps transposed then;
  /// else the factor itself.
  mlir::Value source() const { return origin; }
  int64_t count() const { return slices.getDimSize(0); }
  ttg::MemDescType memoryType() const { return memory; }
  /// Of the memory, with gaps.
  std::uint64_t bytes() const { return size; }
  /// The slices as a tensor. With the source it says what is stored.
  mlir::RankedTensorType slicesType() const { return slices; }

  /// A buffer with all slices.
  ttg::LocalAllocOp store(mlir::OpBuilder &builder, mlir::Location loc) const;
  /// Slice number `index` as the product wants it.
  mlir::Value load(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value buffer, mlir::Value index) const;

private:
  SlicedFactor() = default;
  bool findSource(mlir::Value factor);
  bool divide(mlir::Value factor, unsigned axis, int64_t length);
  bool chooseMemory(const Target &target);
  void chooseGap(const LinearLayout &stored, const LinearLayout &layout,
                 const Target &target);
  ttg::MemDescType typeOf(const LinearLayout &layout, std::uint64_t gap) const;

  mlir::Value origin;
  /// How it is transposed first; empty if it is not.
  llvm::SmallVector<int32_t> order;
  /// Then; with the summed axis in two, the number of the slice and the place
  /// in it; with that number as the first axis.
  mlir::RankedTensorType whole, cut, slices;
  llvm::SmallVector<int32_t> sliceFirst;
  mlir::RankedTensorType slice;
  ttg::MemDescType memory;
  std::uint64_t size = 0;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_SLICEDFACTOR_H
