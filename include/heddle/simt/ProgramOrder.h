//===- ProgramOrder.h - Which programs start first --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In which order the programs of a grid are to start: a GPU starts those that
/// differ in x only one after the other, then the next of y and of z. With an
/// order those start first that are the first, or the last, along one axis,
/// whatever they are along the others:
///
///     simt.kernel @k(...) ... attributes {simt.program_order = "descending x"}
///
/// It is a fact of the launch, not of the program: `simt.program` is the number
/// that the program has in its grid, in any order. Only code generation for
/// NVIDIA GPUs looks at it, and gives hardware's numbers to other programs
/// (lib/codegen/nvptx/ProgramOrder.h).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_PROGRAMORDER_H
#define HEDDLE_SIMT_PROGRAMORDER_H

#include "heddle/simt/Simt.h"

#include <optional>

namespace heddle::simt {

struct ProgramOrder {
  GridAxis axis;
  /// From the last program along the axis on, or from the first.
  bool isDescending;

  /// "descending x", "ascending y"; nothing of any other text.
  static std::optional<ProgramOrder> parse(llvm::StringRef text);
};

/// What `simt.program_order` says; nothing if the programs start as the GPU
/// starts them.
std::optional<ProgramOrder> programOrderOf(KernelOp kernel);
/// `text` is one that `parse` takes.
void setProgramOrder(KernelOp kernel, llvm::StringRef text);

/// An error at the op if the attribute is there but says no order.
mlir::LogicalResult verifyProgramOrder(mlir::Operation *op,
                                       llvm::StringRef attribute);
/// The same of a kernel's own.
mlir::LogicalResult verifyProgramOrder(KernelOp kernel);

} // namespace heddle::simt

#endif // HEDDLE_SIMT_PROGRAMORDER_H
