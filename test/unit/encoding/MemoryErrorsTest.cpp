//===- MemoryErrorsTest.cpp - Refusals of layouts of memory --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

TEST(PaddingErrors, Intervals) {
  expectRefused(
      {{"#ttg.padded_shared<[0:+4] {order = [1, 0], shape = [4, 8]}>",
        "column 20: expects powers of two up to 2^31 as 'padding', but got "
        "0:+4"},
       {"#ttg.padded_shared<[24:+4] {order = [1, 0], shape = [4, 8]}>",
        "column 20: expects powers of two up to 2^31 as 'padding', but got "
        "24:+4"},
       {"#ttg.padded_shared<[32:+0] {order = [1, 0], shape = [4, 8]}>",
        "column 20: expects powers of two up to 2^31 as 'padding', but got "
        "32:+0"},
       {"#ttg.padded_shared<[32:+3] {order = [1, 0], shape = [4, 8]}>",
        "column 20: expects powers of two up to 2^31 as 'padding', but got "
        "32:+3"},
       {"#ttg.padded_shared<[32:+4, 32:+8] {order = [1, 0], shape = [4, 8]}>",
        "column 20: expects each interval once as 'padding', but got 32 twice"},
       {"#ttg.padded_shared<[] {order = [1, 0], shape = [4, 8]}>",
        "column 20: expects one interval or more as 'padding', but got none"}});
}

TEST(PaddingErrors, OrderAndShape) {
  expectRefused(
      {{"#ttg.padded_shared<[4:+1] {order = [0]}>",
        "column 28: expects 'order' and 'shape' together, but got only one of "
        "them"},
       {"#ttg.padded_shared<[4:+1] {shape = [4]}>",
        "column 28: expects 'order' and 'shape' together, but got only one of "
        "them"},
       {"#ttg.padded_shared<[4:+1] {order = [0, 1], shape = [4]}>",
        "column 36: expects as many numbers in 'order' as in 'shape', but got "
        "2 and 1"},
       {"#ttg.padded_shared<[4:+1] {order = [0, 0], shape = [4, 4]}>",
        "column 36: expects a permutation of 0 ... 1 as 'order', but got 0 "
        "twice"},
       {"#ttg.padded_shared<[4:+1] {order = [2, 0], shape = [4, 4]}>",
        "column 36: expects a permutation of 0 ... 1 as 'order', but got 2"},
       {"#ttg.padded_shared<[4:+1] {order = [0], shape = [12]}>",
        "column 49: expects powers of two in 'shape', but got 12"},
       {"#ttg.padded_shared<[4:+1] {order = [0], shape = 4}>",
        "column 49: expects a list of numbers as 'shape', but got 4"},
       {"#ttg.padded_shared<[4:+1] {order = [0], shape = [4], step = [[1]]}>",
        "column 54: expects nothing but 'order' and 'shape', but got 'step'"},
       {"#ttg.padded_shared<[4:+1] {offset = [[1]]}>",
        "column 1: expects the parameter 'block' of 'padded_shared', but got "
        "none\nit says: the same of blocks 1, 2, 4, ..."}});
}

TEST(PartitionErrors, ThePieces) {
  expectRefused(
      {{replaced(Pieces, "numPartitions = 2", "numPartitions = 1"),
        "column 42: expects 2 or more as 'numPartitions', but got 1"},
       {replaced(Pieces, "partitionDim = 0", "partitionDim = 2"),
        "column 75: expects a dimension, 0 ... 1 as 'partitionDim', but got 2"},
       {"#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, "
        "partitionDim = 0, partitionLayout = #ttg.blocked<{sizePerThread = [1, "
        "4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>",
        "column 96: expects a shared layout without partitions as "
        "'partitionLayout', but got another kind"},
       {"#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, "
        "partitionDim = 0, partitionLayout = "
        "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, "
        "partitionDim = 0, partitionLayout = #ttg.swizzled_shared<{vec = 1, "
        "perPhase = 1, maxPhase = 1, order = [1, 0]}>}>}>",
        "column 96: expects a shared layout without partitions as "
        "'partitionLayout', but got another kind"},
       {"#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, "
        "partitionDim = 0, partitionLayout = "
        "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = "
        "1>}>",
        "column 96: expects a shared layout without partitions as "
        "'partitionLayout', but got another kind"}});
}

TEST(TensorMemoryErrors, BlocksAndStrides) {
  expectRefused(
      {{replaced(Memory, "blockN = 64", "blockN = 1024"),
        "column 53: expects at most 512 as 'blockN', but got 1024"},
       {replaced(Memory, "colStride = 1", "colStride = 8"),
        "column 69: expects 1, 2 or 4 as 'colStride', but got 8"},
       {replaced(Memory, "colStride = 1", "colStride = 2, fp4Padded = true"),
        "column 69: expects 1 with fp4Padded as 'colStride', but got 2"},
       {replaced(Memory, "colStride = 1", "colStride = 1, twoCTAs = true"),
        "column 1: expects [1, 0] first with twoCTAs as 'CGALayout', but got "
        "none"},
       {"#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = "
        "1, CGALayout = [[0, 1]], twoCTAs = true>",
        "column 84: expects [1, 0] first with twoCTAs as 'CGALayout', but got "
        "[0, 1]"},
       {replaced(Memory, "colStride = 1",
                 "colStride = 1, CTASplitM = 2, CTASplitN = 2"),
        "column 72: expects CTASplitM or CTASplitN, but got both\nwrite the "
        "blocks as a CGALayout"},
       {replaced(Memory, "colStride = 1", "colStride = 1, CTASplitM = 3"),
        "column 84: expects a power of two as 'CTASplitM', but got 3"},
       {"#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = "
        "1, CTASplitM = 2, CGALayout = [[1, 0]]>",
        "column 72: expects either CGALayout or CTASplitM and CTASplitN, but "
        "got both"}});
}

TEST(NvmmaErrors, Fp4AndRank) {
  expectRefused(
      {{replaced(Nvmma, "elementBitWidth = 16",
                 "elementBitWidth = 16, fp4Padded = true"),
        "column 84: expects 8 with fp4Padded as 'elementBitWidth', but got 16"},
       {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
        "elementBitWidth = 16, CGALayout = [[1, 0]], rank = 3}>",
        "column 117: expects 2, as CGALayout says, as 'rank', but got 3"}});
}

} // namespace
