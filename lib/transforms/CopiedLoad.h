//===- CopiedLoad.h - Loads as asynchronous copies --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a load of a loop becomes a copy into a buffer of shared memory: the
/// layout of the buffer, and who reads it.
///
/// A buffer that wgmma reads keeps the layout that `ttg.local_alloc` gives it,
/// and one that the copy engine fills has the layout of its descriptor.
/// Otherwise it is the `#ttg.swizzled_shared` in which the copies, and the
/// loads of those who use the elements, together take the fewest cycles.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_COPIEDLOAD_H
#define HEDDLE_LIB_TRANSFORMS_COPIEDLOAD_H

#include "LoopBody.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Ttg.h"
#include "heddle/target/Target.h"

namespace heddle {

/// Whether every element of the value is known to be zero, and not -0.
bool isZero(mlir::Value value);

struct CopiedLoad {
  /// `tt.load`, or `tt.descriptor_load` of a block that the copy engine moves.
  mlir::Operation *load = nullptr;
  /// Elements of one copy of a thread, at least 4 bytes of them.
  unsigned atOnce = 1;
  /// Of one buffer.
  mlir::Attribute memory;
  std::uint64_t bytes = 0;
  /// Buffers in that layout, which the copies take the place of.
  llvm::SmallVector<ttg::LocalAllocOp, 1> buffers;
  /// Conversions of what is loaded whose results are better read from the
  /// buffer at once.
  llvm::SmallVector<mlir::Operation *, 1> directReads;

  /// Where nothing was read other values than zero are wanted: copies fill in
  /// zeros.
  bool needsOther() const {
    auto byThreads = mlir::dyn_cast<tt::LoadOp>(load);
    mlir::Value other = byThreads ? byThreads.getOther() : mlir::Value();
    return other && !isZero(other);
  }
  /// Is it the copy engine that copies?
  bool isOfEngine() const { return mlir::isa<tt::DescriptorLoadOp>(load); }
  mlir::RankedTensorType type() const {
    return mlir::cast<mlir::RankedTensorType>(load->getResult(0).getType());
  }
  /// The ops of the loop's body that read what is loaded, from memory or from
  /// registers; null is among them if there are others.
  OpSet readersIn(mlir::scf::ForOp loop) const;
  /// Fails, with the reason, if the load cannot be a copy.
  [[nodiscard]] static Result<CopiedLoad>
  plan(mlir::Operation *load, const AxisFacts &facts, const Target &target);
};

/// The copies of threads that take the place of the load as it is `planned`, or
/// of one like it in other warps.
ttg::AsyncCopyGlobalToLocalOp copyByThreads(mlir::OpBuilder &builder,
                                            tt::LoadOp load, mlir::Value buffer,
                                            const CopiedLoad &planned);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_COPIEDLOAD_H
