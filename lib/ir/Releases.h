//===- Releases.h - What each release has -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which ops a release of Triton has, and what became of those that it has not
/// any more: data in one place.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_RELEASES_H
#define HEDDLE_LIB_IR_RELEASES_H

#include "heddle/encoding/Version.h"
#include "mlir/IR/Dialect.h"

namespace heddle::ir {

/// An op that not every release from 3.6 on has.
struct OpReleases {
  llvm::StringRef name;
  TritonVersion first, last;
};
/// All releases if the op is not in the table.
OpReleases releasesOf(llvm::StringRef name);

/// Texts and rules that not every release from 3.6 on has.
enum class Feature {
  // Texts.
  ApproximateQuotients,  ///< `tt.approx_divf`, not `arith.divf`
  CopiesBetweenLayouts,  ///< `tt.broadcast` from one layout to another
  LocalBarriers,         ///< `ttg.local_barrier`, not `ttg.barrier local`
  AddressSpaceWords,     ///< `!tt.ptr<f32, "constant">`, not a number
  BufferPointerTypes,    ///< accesses of `amdg` say the type of their pointer
  CachePolicyAttributes, ///< `cachePolicy`, not `cacheModifier` and the like
  DescriptorsOfTensors,  ///< `!tt.tensordesc<tensor<...>>`
  SchedulingWords,       ///< `rocdl.sched.barrier valu`, not a number
  StoresWithTokens,      ///< `amdg.async_tdm_copy_local_to_global` has a result
  TransposedRows,        ///< shared layouts of one axis are `transposed`
  TensorMemorySliceSizes, ///< `ttng.tmem_subslice {N = 64}`, not an offset
  // Rules.
  BlockPointers,        ///< `boundaryCheck` of loads and stores
  CacheModifiersCount,  ///< of copies by descriptors there are none
  ExponentsAsScales,    ///< scales of i8 for gfx1250
  LayoutsInDescriptors, ///< copies want the buffer's in the descriptor
  OwnBarriers,          ///< barriers lie side by side, and are no parts
  PartsKeepAllocations, ///< parts of memory say what they are parts of
  PointersToNumbers,    ///< there are none to pointers or `index`
  ViewsWithinMemory,    ///< `ttg.memdesc_reinterpret` makes nothing larger
  WholeBytes            ///< elements in memory, and powers of two of them
};
/// Has the release of the context it?
bool has(mlir::MLIRContext *context, Feature feature);

/// What an op of an older release is called today, or what does its job; empty
/// if there never was such an op.
llvm::StringRef successorOf(llvm::StringRef name);

/// Parses an op of another release: says what it is called today. None if there
/// never was such an op.
std::optional<mlir::Dialect::ParseOpHook>
parseOpOfOtherRelease(llvm::StringRef name);

} // namespace heddle::ir

namespace heddle::amdg {

/// Why an op of `amdg` cannot be written for a release that has it, for
/// messages. Empty if it can, and for ops of other dialects.
std::string whyNotIn(TritonVersion release, mlir::Operation *op);

} // namespace heddle::amdg

#endif // HEDDLE_LIB_IR_RELEASES_H
