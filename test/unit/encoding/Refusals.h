//===- Refusals.h - Texts that are refused, and why -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A refusal is compared as a whole: the place, what was expected, what was
/// there, the witness, the way out.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_ENCODING_REFUSALS_H
#define HEDDLE_TEST_UNIT_ENCODING_REFUSALS_H

#include "SampleEncodings.h"

namespace heddle {

struct Refusal {
  std::string text, error;
};

inline void expectRefused(const std::vector<Refusal> &refusals,
                          const ReadOptions &options = {}) {
  for (const Refusal &each : refusals)
    EXPECT_EQ(errorOf(parseEncoding(each.text, options)), each.error)
        << each.text;
}

// Valid texts, into which a case puts one error.
inline constexpr std::string_view Blocked =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], "
    "warpsPerCTA = [4, 1], order = [1, 0]}>";
inline constexpr std::string_view Blocked1D =
    "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = "
    "[4], order = [0]}>";
inline constexpr std::string_view Swizzled =
    "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, "
    "0]}>";
inline constexpr std::string_view Mma2 =
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, "
    "1], instrShape = [16, 8]}>";
inline constexpr std::string_view Mma3 =
    "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, "
    "1], instrShape = [16, 64, 16]}>";
inline constexpr std::string_view Mfma =
    "#ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, "
    "16], isTransposed = true}>";
inline constexpr std::string_view Nvmma =
    "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
    "elementBitWidth = 16}>";
inline constexpr std::string_view Memory =
    "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>";
inline constexpr std::string_view Pieces =
    "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = "
    "0, partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, "
    "maxPhase = 1, order = [1, 0]}>}>";
inline constexpr std::string_view Linear =
    "#ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = "
    "[]}>";
inline constexpr std::string_view Generic =
    "#ttg.generic_linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], "
    "block = []}>";
inline constexpr std::string_view Offsets =
    "#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>";
inline constexpr std::string_view Wmma =
    "#ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {warp = [[0, "
    "1]]}, instrShape = [16, 16, 16]}>";
inline constexpr std::string_view OldShared =
    "#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], "
    "hasLeadingOffset = false}>";

/// The text with the first `from` in it replaced.
inline std::string replaced(std::string_view text, std::string_view from,
                            std::string_view to) {
  std::size_t start = text.find(from);
  EXPECT_NE(start, std::string_view::npos) << from;
  return concat(text.substr(0, start), to, text.substr(start + from.size()));
}

inline constexpr std::string_view KnownFamilies =
    "\nthe known ones are #ttg.blocked, #ttg.linear, #ttg.generic_linear, "
    "#ttg.slice, #ttg.dot_op, #ttg.nvidia_mma, #ttg.amd_mfma, #ttg.amd_wmma, "
    "#ttg.swizzled_shared, #ttg.amd_rotating_shared, #ttg.nvmma_shared, "
    "#ttg.padded_shared, #ttg.partitioned_shared, #ttg.shared_linear, "
    "#ttng.tensor_memory_encoding, #ttng.tensor_memory_scales_encoding";

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_ENCODING_REFUSALS_H
