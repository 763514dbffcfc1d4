//===- MatrixDescriptor.h - Tiles that wgmma reads --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which bytes of shared memory are a tile that `wgmma` reads: the 64-bit
/// descriptor, and what it means.
///
/// A tile has rows (of M or N) and, along K, 32 bytes. Where rows are
/// contiguous along K (K-major), they come in groups of eight: row r of a group
/// is `swizzle` bytes behind the one before (16 without a swizzle), the next
/// group `stride` bytes further. Where columns are contiguous (transposed,
/// MN-major, 16-bit elements only), the same holds of k for rows. `leading`
/// leads to what comes next along the contiguous axis: 16 bytes without a
/// swizzle, else `swizzle`. With a swizzle, bits 4 and up of the address are
/// xored with bits 7 and up, absolutely.
///
///     128 x 64 f16, K-major, swizzled by 128: leading 0, stride 1024; the next
///     16 of K are 32 bytes further, the next 64 rows 8192
///
/// Source: PTX ISA 9.1, "Strides", "Shared Memory Matrix Layout" and "Matrix
/// Descriptor Format" of wgmma; CUTLASS, mma_sm90_desc.hpp. Without a swizzle
/// and transposed, the two fields change places against K-major.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_MATRIXDESCRIPTOR_H
#define HEDDLE_TARGET_MATRIXDESCRIPTOR_H

#include <cstdint>

namespace heddle {

struct MatrixDescriptor {
  /// 0, 32, 64 or 128 bytes.
  unsigned swizzle = 0;
  /// In bytes, multiples of 16 below 2^18.
  std::uint32_t leading = 0, stride = 0;
  friend bool operator==(const MatrixDescriptor &,
                         const MatrixDescriptor &) = default;
};

/// Of a start address, a multiple of 16, that is added later: the low 14 bits
/// are zero. The tile begins where its swizzle does.
std::uint64_t encode(const MatrixDescriptor &descriptor);
MatrixDescriptor decodeDescriptor(std::uint64_t bits);

/// The multiple that addresses of tiles have, so that a swizzle begins there.
unsigned alignmentOf(const MatrixDescriptor &descriptor);

/// The address of a byte of a tile: of a row (of M or N) and a byte along K;
/// transposed, of the element k = `byte` / 2 of that row, and its byte.
std::uint32_t addressIn(const MatrixDescriptor &descriptor, bool isTransposed,
                        std::uint32_t start, std::uint32_t row,
                        std::uint32_t byte);

} // namespace heddle

#endif // HEDDLE_TARGET_MATRIXDESCRIPTOR_H
