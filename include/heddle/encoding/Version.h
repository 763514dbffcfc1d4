//===- Version.h - Which Triton ---------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Triton's texts and a few meanings changed from release to release. Whoever
/// reads, prints or converts an encoding says which release is meant, and what
/// differs between them is one row of a table.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_VERSION_H
#define HEDDLE_ENCODING_VERSION_H

#include "heddle/f2/Error.h"

#include <span>

namespace heddle {

enum class TritonVersion { V3_6, V3_7, V3_8, V3_9 };

inline constexpr TritonVersion OldestTriton = TritonVersion::V3_6;
inline constexpr TritonVersion NewestTriton = TritonVersion::V3_9;

/// What depends on the release. Facts measured on the released wheels.
struct VersionFacts {
  TritonVersion version;
  /// As people type it: "3.9".
  std::string_view name;
  /// `blocked`: registers of `sizePerThread` beyond the shape are dropped, not
  /// kept as copies.
  bool dropsExcessRegisters;
  /// `nvmma_shared` without a swizzle: `transposed` swaps the tile's sides.
  bool transposesUnswizzledTile;
  /// `dot_op` A of an 8-row `nvidia_mma` (64-bit elements) has the 16 rows of
  /// the other instructions.
  bool widensEightRowOperand;
  /// `amd_wmma` has a grid of warps, written `warpsPerCTA`, instead of bases,
  /// written `ctaLayout`; its registers are in another order.
  bool wmmaHasWarpGrid;
  /// Tensor memory is written with `CTASplitM`, `CTASplitN` instead of
  /// `CGALayout`.
  bool writesTensorMemorySplit;
  /// `nvidia_mma` is read and written with any `versionMajor`.
  bool hasMmaWithoutFragments;
};

/// One row a release, oldest first.
std::span<const VersionFacts> versionTable();

const VersionFacts &factsOf(TritonVersion version);

/// "3.9" and "3.9.0". Fails on a release that is not in the table.
[[nodiscard]] Result<TritonVersion> parseVersion(std::string_view text);

} // namespace heddle

#endif // HEDDLE_ENCODING_VERSION_H
