//===- Construct.h - Encodings that compilers choose ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The encodings that a compiler starts from: the default blocked layout of a
/// tensor, and the layouts of shared memory that suit what reads them. What
/// they choose agrees with Triton 3.9, so that programs of both can be
/// compared; where Triton is known to choose nothing, or was not measured, they
/// fail.
///
/// All sizes are powers of two; `shape` is that of the whole tensor, and `cga`
/// says how the blocks of a cluster share it (Encoding.h). `order[0]` is the
/// dimension that is contiguous in memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_CONSTRUCT_H
#define HEDDLE_ENCODING_CONSTRUCT_H

#include "heddle/encoding/Encoding.h"
#include "heddle/f2/Error.h"
#include "heddle/f2/InplaceVector.h"

#include <cstdint>

namespace heddle {

/// How many threads work on a tensor.
struct ThreadGrid {
  unsigned numWarps = 4;
  unsigned threadsPerWarp = 32;
  unsigned numCTAs = 1;
};

/// The blocked layout that covers a tensor with all threads: along the
/// dimensions of `order`, lanes first and then warps take as many elements as
/// there are, in units of `sizePerThread`; the last dimension takes the rest.
/// Blocks are dealt to the slowest dimension first; those that are left hold
/// copies. Fails on a size that is no power of two, on lists of different
/// lengths, or on an order that is no permutation.
///
///     shape [64, 32], sizePerThread [1, 4], order [1, 0], 4 warps of 32:
///     threadsPerWarp [4, 8], warpsPerCTA [4, 1]
[[nodiscard]] Result<BlockedEncoding>
defaultBlocked(ListRef<std::uint64_t> shape, ListRef<unsigned> sizePerThread,
               ListRef<unsigned> order, const ThreadGrid &threads);

/// Whether the tensor in memory is the operand itself or its transpose.
enum class OperandTranspose { No, Yes };

/// The swizzled layout from which `ldmatrix` (or AMD's `ds_read`) loads a dot
/// operand without bank conflicts. Shape and order are those in memory: with
/// `OperandTranspose::Yes` the shape is the operand's reversed. A blocked
/// parent, which has no matrix instruction, gets no swizzle. Fails on elements
/// of any width but 8, 16, 32 or 64 bits and on a kWidth above 32.
///
/// Triton 3.6 and 3.7 choose the same but for 64-bit operands of NVIDIA's
/// instructions, whose 8x8x4 shape they did not know.
[[nodiscard]] Result<SwizzledSharedEncoding>
swizzledSharedForOperand(const DotOperandEncoding &operand,
                         ListRef<std::uint64_t> shape, ListRef<unsigned> order,
                         const Bases &cga, unsigned elementBits,
                         OperandTranspose transpose = OperandTranspose::No);

/// Whether values of 4 bits are kept in the upper half of 16-byte groups.
enum class Fp4Padding { No, Yes };

/// The nvmma layout of a shape: the widest swizzle of 128, 64 and 32 bytes that
/// the contiguous dimension of a block has, else none; none also for fewer than
/// 8 rows, which are all other dimensions together. Fails on an order that is
/// neither row-major nor row-major with the first dimension moved to the front,
/// which is `transposed`, and on fp4Padded layouts with less than the swizzle
/// of 128 bytes that they need.
[[nodiscard]] Result<NvmmaSharedEncoding>
nvmmaSharedFor(ListRef<std::uint64_t> shape, ListRef<unsigned> order,
               const Bases &cga, unsigned elementBits,
               Fp4Padding fp4 = Fp4Padding::No);

/// The padded layout from which an AMD GPU loads a dot operand, for
///  - `amd_mfma` version 4 (gfx950): 1 KiB of rows and a gap. Rows are
///    permuted, so that those that are read together have different gaps
///    before them. No blocks that split the tensor;
///  - `amd_wmma` version 3 (gfx1250): rows one after the other, with a gap
///    each 256 bytes or each row if that is longer, but at most each KiB.
/// Fails for other parents, and where Triton has none for this operand: among
/// others for tiles that are smaller than what the gaps are made for.
[[nodiscard]] Result<PaddedSharedEncoding>
paddedSharedForOperand(const DotOperandEncoding &operand,
                       ListRef<std::uint64_t> shape, ListRef<unsigned> order,
                       const Bases &cga, unsigned elementBits);

} // namespace heddle

#endif // HEDDLE_ENCODING_CONSTRUCT_H
