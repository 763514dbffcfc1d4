//===- ValueErrorsTest.cpp - Refusals of numbers and lists ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

TEST(ValueErrors, NumbersThatAreNoPowerOfTwo) {
  expectRefused(
      {{replaced(Blocked, "4]", "3]"),
        "column 31: expects powers of two as 'sizePerThread', but got [1, 3]"},
       {replaced(Blocked, "threadsPerWarp = [4, 8]",
                 "threadsPerWarp = [0, 32]"),
        "column 56: expects powers of two as 'threadsPerWarp', but got [0, "
        "32]"},
       {replaced(Blocked, "1]", "6]"),
        "column 78: expects powers of two as 'warpsPerCTA', but got [4, 6]"},
       {replaced(Swizzled, "vec = 1", "vec = 3"),
        "column 29: expects a power of two as 'vec', but got 3"},
       {replaced(Swizzled, "perPhase = 1", "perPhase = 0"),
        "column 43: expects a power of two as 'perPhase', but got 0"},
       {"#ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 12, order "
        "= [1, 0]}>",
        "column 61: expects a power of two as 'maxPhase', but got 12"},
       {"#ttg.shared_linear<{offset = [[1]]}, alignment = 24>",
        "column 50: expects a power of two as 'alignment', but got 24"},
       {replaced(Pieces, "numPartitions = 2", "numPartitions = 3"),
        "column 42: expects a power of two as 'numPartitions', but got 3"},
       {replaced(Pieces, "numGroups = 2", "numGroups = 0"),
        "column 57: expects a power of two as 'numGroups', but got 0"},
       {replaced(Memory, "blockN = 64", "blockN = 48"),
        "column 53: expects a power of two as 'blockN', but got 48"},
       {replaced(Memory, "colStride = 1", "colStride = 3"),
        "column 69: expects a power of two as 'colStride', but got 3"}});
}

TEST(ValueErrors, ValuesThatAreNotAmongTheKnown) {
  expectRefused(
      {{"#ttg.nvmma_shared<{swizzlingByteWidth = 16, transposed = false, "
        "elementBitWidth = 16}>",
        "column 41: expects one of 0, 32, 64, 128 as 'swizzlingByteWidth', but "
        "got 16"},
       {"#ttg.nvmma_shared<{swizzlingByteWidth = 256, transposed = false, "
        "elementBitWidth = 16}>",
        "column 41: expects one of 0, 32, 64, 128 as 'swizzlingByteWidth', but "
        "got 256"},
       {replaced(Nvmma, "elementBitWidth = 16", "elementBitWidth = 4"),
        "column 84: expects one of 8, 16, 32, 64 as 'elementBitWidth', but got "
        "4"},
       {replaced(Memory, "blockM = 128", "blockM = 32"),
        "column 39: expects one of 64, 128 as 'blockM', but got 32"},
       {replaced(Mfma, "version = 3", "version = 5"),
        "column 26: expects one of 1, 2, 3, 4 as 'version', but got 5"},
       {replaced(Mfma, "isTransposed = true",
                 "isTransposed = true, elementBitWidth = 16"),
        "column 117: expects one of 32, 64 as 'elementBitWidth', but got 16"},
       {replaced(Wmma, "version = 2", "version = 4"),
        "column 26: expects one of 1, 2, 3 as 'version', but got 4"},
       {replaced(Mma2, "versionMajor = 2", "versionMajor = 1"),
        "column 33: expects one of 2, 3 as 'versionMajor', but got 1"},
       {replaced(Mma2, "versionMajor = 2", "versionMajor = 5"),
        "column 33: expects one of 2, 3 as 'versionMajor', but got 5"},
       {concat("#ttg.dot_op<{opIdx = 2, parent = ", Mma2, ", kWidth = 2}>"),
        "column 22: expects one of 0, 1 as 'opIdx', but got 2"},
       {"#ttg.amd_wmma<{version = 1, rank = 4}>",
        "column 36: expects one of 2, 3 as 'rank', but got 4"}});
}

TEST(ValueErrors, ListsOfAnotherLength) {
  expectRefused(
      {{replaced(Blocked, "sizePerThread = [1, 4]", "sizePerThread = [1]"),
        "column 31: expects a number for each of 2 dimensions as "
        "'sizePerThread', but got [1]"},
       {replaced(Blocked, "threadsPerWarp = [4, 8]",
                 "threadsPerWarp = [1, 2, 4]"),
        "column 56: expects a number for each of 2 dimensions as "
        "'threadsPerWarp', but got [1, 2, 4]"},
       {replaced(Blocked, "warpsPerCTA = [4, 1]", "warpsPerCTA = []"),
        "column 78: expects a number for each of 2 dimensions as "
        "'warpsPerCTA', but got []"},
       {replaced(Blocked, "order = [1, 0]", "order = [0]"),
        "column 31: expects a number for each of 1 dimensions as "
        "'sizePerThread', but got [1, 4]"},
       {replaced(Mfma, "isTransposed = true",
                 "isTransposed = true, tilesPerWarp = [1]"),
        "column 114: expects a number for each of 2 dimensions as "
        "'tilesPerWarp', but got [1]"}});
}

TEST(ValueErrors, OrdersThatAreNoPermutation) {
  expectRefused({{replaced(Blocked, "0]", "1]"),
                  "column 94: expects a permutation of 0 ... 1 as 'order', but "
                  "got [1, 1], which lacks 0"},
                 {replaced(Blocked, "0]", "2]"),
                  "column 94: expects a permutation of 0 ... 1 as 'order', but "
                  "got [1, 2], which lacks 0"},
                 {replaced(Swizzled, "order = [1, 0]", "order = [2, 0, 2]"),
                  "column 68: expects a permutation of 0 ... 2 as 'order', but "
                  "got [2, 0, 2], which lacks 1"}});
}

TEST(ValueErrors, NoDimensions) {
  expectRefused(
      {{"#ttg.blocked<{sizePerThread = [], threadsPerWarp = [], warpsPerCTA = "
        "[], order = []}>",
        "column 1: expects 'blocked' to have 1 to 32 dimensions, but got 0"},
       {"#ttg.linear<{register = [], lane = [], warp = [], block = []}>",
        "column 1: expects 'linear' to have 1 to 32 dimensions, but got 0"},
       {"#ttg.generic_linear<{register = [], lane = [], warp = [], block = "
        "[]}>",
        "column 1: expects 'generic_linear' to have 1 to 32 dimensions, but "
        "got 0"},
       {"#ttg.shared_linear<{offset = []}, alignment = 16>",
        "column 1: expects 'shared_linear' to have 1 to 32 dimensions, but got "
        "0"},
       {replaced(Swizzled, "order = [1, 0]", "order = []"),
        "column 1: expects 'swizzled_shared' to have 1 to 32 dimensions, but "
        "got 0"},
       {replaced(Nvmma, "elementBitWidth = 16",
                 "elementBitWidth = 16, rank = 0"),
        "column 1: expects 'nvmma_shared' to have 1 to 32 dimensions, but got "
        "0"}});
}

TEST(ValueErrors, TooManyDimensions) {
  expectRefused(
      {{"#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
        "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, "
        "19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]}>",
        "column 1: expects 'swizzled_shared' to have 1 to 32 dimensions, but "
        "got 33"},
       {replaced(Nvmma, "elementBitWidth = 16",
                 "elementBitWidth = 16, rank = 33"),
        "column 1: expects 'nvmma_shared' to have 1 to 32 dimensions, but got "
        "33"}});
}

TEST(CgaErrors, BlocksThatAreNoPermutationOfBits) {
  expectRefused(
      {{replaced(Blocked, "0]", "0], CGALayout = [[1, 1]]"),
        "column 114: expects basis vectors with one coordinate, a power of two "
        "as 'CGALayout', but got (1, 1)"},
       {replaced(Blocked, "0]", "0], CGALayout = [[1, 0], [1, 0]]"),
        "column 114: expects basis vectors that do not overlap as 'CGALayout', "
        "but got (1, 0) in both CGALayout[0] and CGALayout[1]"},
       {replaced(Blocked, "0]", "0], CGALayout = [[2, 0]]"),
        "column 114: expects basis vectors that reach every element as "
        "'CGALayout', but got none for dim0=1"},
       {replaced(Blocked, "0]", "0], CGALayout = [[3, 0]]"),
        "column 114: expects basis vectors with one coordinate, a power of two "
        "as 'CGALayout', but got (3, 0)"},
       {replaced(Blocked, "0]", "0], CGALayout = [[1]]"),
        "column 114: expects basis vectors of 2 coordinates as 'CGALayout', "
        "but got [1]"},
       {replaced(Blocked, "0]", "0], CGALayout = [[1, 0], [0, 1, 0]]"),
        "column 114: expects basis vectors of 2 coordinates as 'CGALayout', "
        "but got [0, 1, 0]"},
       {replaced(Nvmma, "elementBitWidth = 16",
                 "elementBitWidth = 16, CGALayout = [[0, 2]]"),
        "column 100: expects basis vectors that reach every element as "
        "'CGALayout', but got none for dim1=1"},
       {replaced(Memory, "colStride = 1",
                 "colStride = 1, CGALayout = [[0, 1, 0]]"),
        "column 84: expects basis vectors of 2 coordinates as 'CGALayout', but "
        "got [0, 1, 0]"},
       {replaced(Mfma, "isTransposed = true",
                 "isTransposed = true, CGALayout = [[1, 2]]"),
        "column 111: expects basis vectors with one coordinate, a power of two "
        "as 'CGALayout', but got (1, 2)"}});
}

} // namespace
