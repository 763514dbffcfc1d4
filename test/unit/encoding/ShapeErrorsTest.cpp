//===- ShapeErrorsTest.cpp - Refusals of shapes that a layout does not fit ===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

void expectShapeRefused(const std::vector<Refusal> &refusals) {
  for (const Refusal &each : refusals)
    EXPECT_EQ(errorOf(toLinearLayout(get(parseType(each.text)))), each.error)
        << each.text;
}

TEST(ShapeErrors, NvmmaTilesThatAreTooNarrow) {
  expectShapeRefused(
      {{concat("!ttg.memdesc<64x32xf16, ", Nvmma, ", #smem>"),
        "expects at least 64 elements of a block along dimension 1 for a "
        "swizzle of 128 bytes, but got 32\nuse a smaller swizzlingByteWidth"},
       {"!ttg.memdesc<32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, "
        "transposed = true, elementBitWidth = 16}>, #smem>",
        "expects at least 64 elements of a block along dimension 0 for a "
        "swizzle of 128 bytes, but got 32\nuse a smaller swizzlingByteWidth"},
       {"!ttg.memdesc<64x8xi8, #ttg.nvmma_shared<{swizzlingByteWidth = 32, "
        "transposed = false, elementBitWidth = 8}>, #smem>",
        "expects at least 32 elements of a block along dimension 1 for a "
        "swizzle of 32 bytes, but got 8\nuse a smaller swizzlingByteWidth"},
       {"!ttg.memdesc<64x32xi8, #ttg.nvmma_shared<{swizzlingByteWidth = 128, "
        "transposed = false, elementBitWidth = 8, fp4Padded = true}>, #smem>",
        "expects at least 64 elements of a block along dimension 1 for a "
        "swizzle of 128 bytes, but got 32\nuse a smaller swizzlingByteWidth"},
       {"!ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, "
        "transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>, "
        "#smem>",
        "expects at least 64 elements of a block along dimension 1 for a "
        "swizzle of 128 bytes, but got 32\nuse a smaller swizzlingByteWidth"}});
}

TEST(ShapeErrors, ExplicitLayoutsOfAnotherShape) {
  expectShapeRefused(
      {{"!ttg.memdesc<8x2xf16, #ttg.shared_linear<{offset = [[0, 1], [1, 0], "
        "[2, 0]]}, alignment = 16>, #smem>",
        "expects size 4 of dimension 0, as the layout's bases say, but got 8"},
       {"!ttg.memdesc<2x2xf16, #ttg.shared_linear<{offset = [[0, 1], [1, 0], "
        "[2, 0]]}, alignment = 16>, #smem>",
        "expects size 4 of dimension 0, as the layout's bases say, but got 2"},
       {"!ttg.memdesc<4x8xf16, #ttg.padded_shared<[4:+1] {order = [1, 0], "
        "shape = [4, 4]}>, #smem>",
        "expects size 4 of dimension 1, as the layout's bases say, but got 8"},
       {"!ttg.memdesc<4x2xf16, #ttg.padded_shared<[4:+1] {order = [1, 0], "
        "shape = [4, 4]}>, #smem>",
        "expects size 4 of dimension 1, as the layout's bases say, but got 2"},
       {"!ttg.memdesc<4x4xf16, #ttg.shared_linear<{offset = [[0, 1], [1, 0], "
        "[2, 0]], block = [[0, 2], [4, 0]]}, alignment = 16>, #smem>",
        "expects size 8 of dimension 0, as the layout's bases say, but got "
        "4"}});
}

TEST(ShapeErrors, PartitionsThatHaveTooFewElements) {
  expectShapeRefused(
      {{concat("!ttg.memdesc<2x8xf16, #ttg.partitioned_shared<{numPartitions = "
               "2, numGroups = 2, partitionDim = 0, partitionLayout = ",
               Swizzled, "}>, #smem>"),
        "expects at least numPartitions * numGroups = 4 elements along "
        "dimension 0, but got 2"},
       {concat("!ttg.memdesc<8x64xf16, #ttg.partitioned_shared<{numPartitions "
               "= 4, numGroups = 4, partitionDim = 0, partitionLayout = ",
               Swizzled, "}>, #smem>"),
        "expects at least numPartitions * numGroups = 16 elements along "
        "dimension 0, but got 8"},
       {concat("!ttg.memdesc<16x32xf16, #ttg.partitioned_shared<{numPartitions "
               "= 2, numGroups = 2, partitionDim = 0, partitionLayout = ",
               Nvmma, "}>, #smem>"),
        "expects at least 64 elements of a block along dimension 1 for a "
        "swizzle of 128 bytes, but got 32\nuse a smaller swizzlingByteWidth"}});
}

TEST(ShapeErrors, TensorMemoryThatHasTooFewRows) {
  expectShapeRefused(
      {{concat("!ttg.memdesc<64x64xf32, ", Memory, ", #ttng.tensor_memory>"),
        "expects at least blockM = 128 rows for each block of the cluster, but "
        "got 64"},
       {"!ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, "
        "blockN = 64, colStride = 1, CGALayout = [[1, 0]]>, "
        "#ttng.tensor_memory>",
        "expects at least blockM = 128 rows for each block of the cluster, but "
        "got 64"}});
}

TEST(ShapeErrors, TensorsThatAreTooLarge) {
  expectShapeRefused(
      {{"tensor<9223372036854775808x2x2xf16, #ttg.blocked<{sizePerThread = [1, "
        "1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = "
        "[2, 1, 0]}>>",
        "expects a tensor of at most 2^64 elements, but got 2^65"},
       {"tensor<2xf16, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = "
        "[2147483648], warpsPerCTA = [2147483648], order = [0], CGALayout = "
        "[[0], [0], [0]]}>>",
        "expects a layout of at most 64 bits of locations, but got more\nuse "
        "fewer registers, lanes or warps"}});
}

TEST(ShapeErrors, ElementsThatNobodyHolds) {
  expectShapeRefused(
      {{"tensor<2xf16, #ttg.generic_linear<{register = [], lane = [], warp = "
        "[[3], [2]], block = []}>>",
        "expects a layout that holds every element of the tensor\nno location "
        "holds "
        "element (dim0=1)\nuse a tensor that is not smaller than the layout"},
       {"tensor<2x2xf16, #ttg.generic_linear<{register = [], lane = [[1, 0]], "
        "warp = [[0, 3], [0, 2]], block = []}>>",
        "expects a layout that holds every element of the tensor\nno location "
        "holds "
        "element (dim0=0, dim1=1)\nuse a tensor that is not smaller than the "
        "layout"},
       {"tensor<2xf16, #ttg.slice<{dim = 0, parent = "
        "#ttg.generic_linear<{register = [], lane = [[1, 0]], warp = [[0, 3], "
        "[0, 2]], block = []}>}>>",
        "expects a layout that holds every element of the tensor\nno location "
        "holds "
        "element (dim0=0, dim1=1)\nuse a tensor that is not smaller than the "
        "layout"},
       {"tensor<32x16xf32, #ttg.amd_wmma<{version = 2, isTranspose = false, "
        "ctaLayout = {warp = [[3, 0], [2, 0]]}}>>",
        "expects a layout that holds every element of the tensor\nno location "
        "holds "
        "element (dim0=16, dim1=0)\nuse a tensor that is not smaller than the "
        "layout"}});
}

TEST(ShapeErrors, TypesWithoutALayout) {
  expectShapeRefused(
      {{"tensor<16x16xf16>", "expects a type with a layout, but got one "
                             "without\nadd the layout after the element type"},
       {"!tt.tensordesc<16x16xf16>",
        "expects a type with a layout, but got one without\nadd the layout "
        "after the element type"}});
}

} // namespace
