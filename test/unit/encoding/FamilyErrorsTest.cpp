//===- FamilyErrorsTest.cpp - Refusals of what one family forbids --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

TEST(SliceErrors, TheDimensionAndTheParent) {
  expectRefused(
      {{concat("#ttg.slice<{dim = 2, parent = ", Blocked, "}>"),
        "column 19: expects a dimension of the parent, 0 ... 1 as 'dim', but "
        "got 2"},
       {concat("#ttg.slice<{dim = 0, parent = ", Swizzled, "}>"),
        "column 31: expects a distributed layout as 'parent', but got another "
        "kind"},
       {concat("#ttg.slice<{dim = 0, parent = ", Memory, "}>"),
        "column 31: expects a distributed layout as 'parent', but got another "
        "kind"},
       {concat("#ttg.slice<{dim = 0, parent = ", Blocked1D, "}>"),
        "column 1: expects 'slice' to have 1 to 32 dimensions, but got 0"},
       {concat("#ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 9, parent = ",
               Blocked, "}>}>"),
        "column 49: expects a dimension of the parent, 0 ... 1 as 'dim', but "
        "got 9"}});
}

TEST(DotOperandErrors, TheParentAndItsWidth) {
  expectRefused(
      {{concat("#ttg.dot_op<{opIdx = 0, parent = ", Mma2, "}>"),
        "column 1: expects a power of two with an nvidia_mma parent as "
        "'kWidth', but got none"},
       {concat("#ttg.dot_op<{opIdx = 0, parent = ", Mma2, ", kWidth = 3}>"),
        "column 142: expects a power of two with an nvidia_mma parent as "
        "'kWidth', but got 3"},
       {concat("#ttg.dot_op<{opIdx = 1, parent = ", Mma3, ", kWidth = 2}>"),
        "column 22: expects 0 with an nvidia_mma parent of version 3 as "
        "'opIdx', but got 1\nwgmma reads B from shared memory"},
       {concat("#ttg.dot_op<{opIdx = 0, parent = ", Blocked, ", kWidth = 4}>"),
        "column 146: expects none with a blocked parent as 'kWidth', but got "
        "4\na thread holds all of K then"},
       {concat("#ttg.dot_op<{opIdx = 0, parent = ", Mfma, "}>"),
        "column 1: expects a power of two with an AMD parent as 'kWidth', but "
        "got none"},
       {concat("#ttg.dot_op<{opIdx = 0, parent = ", Mfma, ", kWidth = 6}>"),
        "column 143: expects a power of two with an AMD parent as 'kWidth', "
        "but got 6"},
       {concat("#ttg.dot_op<{opIdx = 0, parent = ", Blocked1D, "}>"),
        "column 34: expects a layout of 2 dimensions or more as 'parent', but "
        "got one of 1"},
       {"#ttg.dot_op<{opIdx = 0, parent = #ttg.slice<{dim = 0, parent = "
        "#ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], "
        "warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>}>, kWidth = 2}>",
        "column 34: expects a blocked, nvidia_mma, amd_mfma or amd_wmma layout "
        "as 'parent', but got another family"},
       {concat("#ttg.dot_op<{opIdx = 0, parent = ", Swizzled, ", kWidth = 2}>"),
        "column 34: expects a blocked, nvidia_mma, amd_mfma or amd_wmma layout "
        "as 'parent', but got another family"},
       {concat("#ttg.dot_op<{opIdx = 0, parent = ", Linear, ", kWidth = 2}>"),
        "column 34: expects a blocked, nvidia_mma, amd_mfma or amd_wmma layout "
        "as 'parent', but got another family"}});
}

// The instructions of RDNA take 16 elements of K a lane, those of RDNA 4 half
// as many.
TEST(DotOperandErrors, TheWidthOfWmma) {
  std::string old = replaced(Wmma, "version = 2", "version = 1");
  expectRefused(
      {{concat("#ttg.dot_op<{opIdx = 0, parent = ", Wmma, ", kWidth = 2}>"),
        "column 152: expects 4 to 16 with an amd_wmma parent of version 2 as "
        "'kWidth', but got 2"},
       {concat("#ttg.dot_op<{opIdx = 0, parent = ", Wmma, ", kWidth = 32}>"),
        "column 152: expects 4 to 16 with an amd_wmma parent of version 2 as "
        "'kWidth', but got 32"},
       {concat("#ttg.dot_op<{opIdx = 1, parent = ", old, ", kWidth = 4}>"),
        "column 152: expects 8 to 16 with an amd_wmma parent of version 1 as "
        "'kWidth', but got 4"}});
}

TEST(MmaErrors, InstructionsOfNvidia) {
  expectRefused(
      {{replaced(Mma2, "8]", "4]"),
        "column 89: expects [M, N] of 8 or more as 'instrShape', but got "
        "[16, 4]"
        "\nmma.sync has [16, 8], or [8, 8] for 64-bit elements"},
       {replaced(Mma2, "instrShape = [16", "instrShape = [4"),
        "column 89: expects [M, N] of 8 or more as 'instrShape', but got "
        "[4, 8]"
        "\nmma.sync has [16, 8], or [8, 8] for 64-bit elements"},
       {replaced(Mma2, "8]", "8, 16]"),
        "column 89: expects [M, N] of 8 or more as 'instrShape', but got "
        "[16, 8, 16]"
        "\nmma.sync has [16, 8], or [8, 8] for 64-bit elements"},
       {replaced(Mma2, "warpsPerCTA = [4", "warpsPerCTA = [1, 4"),
        "column 92: expects 1s for the batch, then M and N of 8 or more, as "
        "'instrShape', but got [16, 8]"
        "\nmma.sync has [16, 8], or [8, 8] for 64-bit elements"},
       {"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = "
        "[1, 4, 1], instrShape = [2, 16, 8]}>",
        "column 92: expects 1s for the batch, then M and N of 8 or more, as "
        "'instrShape', but got [2, 16, 8]"
        "\nmma.sync has [16, 8], or [8, 8] for 64-bit elements"},
       {replaced(Mma2, "warpsPerCTA = [4, 1]", "warpsPerCTA = [4]"),
        "column 68: expects 2 dimensions or more as 'warpsPerCTA', but got "
        "[4]"},
       {replaced(Mma3, "64, 16]", "8]"),
        "column 89: expects [16, N, K] with N = 8 ... 256 as 'instrShape', but "
        "got [16, 8]"},
       {replaced(Mma3, "instrShape = [16", "instrShape = [64"),
        "column 89: expects [16, N, K] with N = 8 ... 256 as 'instrShape', but "
        "got [64, 64, 16]"},
       {replaced(Mma3, "64", "4"),
        "column 89: expects [16, N, K] with N = 8 ... 256 as 'instrShape', but "
        "got [16, 4, 16]"},
       {replaced(Mma3, "64", "512"),
        "column 89: expects [16, N, K] with N = 8 ... 256 as 'instrShape', but "
        "got [16, 512, 16]"},
       {replaced(Mma3, "64", "24"), "column 89: expects powers of two as "
                                    "'instrShape', but got [16, 24, 16]"},
       {replaced(Mma3, "warpsPerCTA = [4", "warpsPerCTA = [1, 4"),
        "column 68: expects 2 dimensions for version 3 as 'warpsPerCTA', but "
        "got [1, 4, 1]"}});
}

TEST(MmaErrors, InstructionsOfAmd) {
  expectRefused(
      {{replaced(Mfma, "instrShape = [16, 16, 16]", "instrShape = [16]"),
        "column 64: expects [M, N, K] with (M, N) = (32, 32), (16, 16), (64, "
        "4) or (4, 64) as 'instrShape', but got [16]"},
       {replaced(Mfma, "instrShape = [16", "instrShape = [32"),
        "column 64: expects [M, N, K] with (M, N) = (32, 32), (16, 16), (64, "
        "4) or (4, 64) as 'instrShape', but got [32, 16, 16]"},
       {replaced(Mfma, "instrShape = [16, 16, 16]", "instrShape = [8, 8, 4]"),
        "column 64: expects [M, N, K] with (M, N) = (32, 32), (16, 16), (64, "
        "4) or (4, 64) as 'instrShape', but got [8, 8, 4]"},
       {replaced(Mfma, "16]", "12]"), "column 64: expects powers of two as "
                                      "'instrShape', but got [16, 16, 12]"},
       {replaced(Mfma, "16]", "16, 1]"),
        "column 64: expects [M, N, K] with (M, N) = (32, 32), (16, 16), (64, "
        "4) or (4, 64) as 'instrShape', but got [16, 16, 16, 1]"},
       {replaced(Mfma, "warpsPerCTA = [4, 1]", "warpsPerCTA = [4]"),
        "column 43: expects 2 or 3 dimensions as 'warpsPerCTA', but got [4]"},
       {replaced(Mfma, "warpsPerCTA = [4, 1]", "warpsPerCTA = [1, 1, 1, 4]"),
        "column 43: expects 2 or 3 dimensions as 'warpsPerCTA', but got [1, 1, "
        "1, 4]"},
       {"#ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = "
        "[[0, 1]]}, instrShape = [16, 16, 32]}>",
        "column 94: expects an instruction of version 1 ([16, 16, 16]) as "
        "'instrShape', but got [16, 16, 32]"},
       {replaced(Wmma, "16]", "64]"),
        "column 94: expects an instruction of version 2 ([16, 16, 16], [16, "
        "16, 32]) as 'instrShape', but got [16, 16, 64]"},
       {replaced(Wmma, "version = 2", "version = 3"),
        "column 94: expects an instruction of version 3 ([16, 16, 4], [16, 16, "
        "32], [16, 16, 64], [16, 16, 128], [32, 16, 64], [32, 16, 128]) as "
        "'instrShape', but got [16, 16, 16]"},
       {"#ttg.amd_wmma<{version = 3, isTranspose = false, ctaLayout = {warp = "
        "[[0, 1]]}, instrShape = [16, 16]}>",
        "column 94: expects an instruction of version 3 ([16, 16, 4], [16, 16, "
        "32], [16, 16, 64], [16, 16, 128], [32, 16, 64], [32, 16, 128]) as "
        "'instrShape', but got [16, 16]"},
       {replaced(Wmma, "warp = [[0, 1]]",
                 "register = [[0, 2]], warp = [[0, 2]]"),
        "column 74: expects basis vectors that reach every element as "
        "'register', but got rank 1 for 2 bits of elements"},
       {replaced(Wmma, "warp = [[0, 1]]",
                 "register = [[0, 1, 0]], warp = [[0, 2]]"),
        "column 74: expects basis vectors of 2 coordinates as 'register', but "
        "got [0, 1, 0]"},
       {replaced(Wmma, "warp = [[0, 1]]", "warp = [[1]]"),
        "column 1: expects 2 or 3 dimensions as 'ctaLayout', but got 1"}});
}

} // namespace
