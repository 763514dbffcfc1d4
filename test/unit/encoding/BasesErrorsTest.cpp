//===- BasesErrorsTest.cpp - Refusals of basis vectors -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

TEST(LinearErrors, VectorsThatMixDimensions) {
  expectRefused(
      {{"#ttg.linear<{register = [[1, 1]], lane = [[0, 1]], warp = [], block = "
        "[]}>",
        "column 25: expects basis vectors with one coordinate, a power of two "
        "as 'register', but got (1, 1)"},
       {"#ttg.linear<{register = [[3, 0]], lane = [], warp = [], block = []}>",
        "column 25: expects basis vectors with one coordinate, a power of two "
        "as 'register', but got (3, 0)"},
       {replaced(Generic, "0]]", "1]]"),
        "column 50: expects basis vectors with one coordinate as 'lane', but "
        "got (1, 1)\nonly warps may mix dimensions"},
       {"#ttg.generic_linear<{register = [], lane = [], warp = [], block = "
        "[[3, 1]]}>",
        "column 67: expects basis vectors with one coordinate as 'block', but "
        "got (3, 1)\nonly warps may mix dimensions"}});
}

TEST(LinearErrors, VectorsThatOverlap) {
  expectRefused(
      {{replaced(Linear, "0]]", "0], [0, 1]]"),
        "column 42: expects basis vectors that do not overlap as 'lane', but "
        "got (0, 1) in both register[0] and lane[1]"},
       {"#ttg.linear<{register = [[1]], lane = [[1]], warp = [], block = []}>",
        "column 39: expects basis vectors that do not overlap as 'lane', but "
        "got (1) in both register[0] and lane[0]"},
       {replaced(Offsets, "[1, 0]]", "[0, 1]]"),
        "column 30: expects basis vectors that do not overlap as 'offset', but "
        "got (0, 1), the sum of vectors before offset[1]"},
       {replaced(Offsets, "0]]", "0], [1, 1]]"),
        "column 30: expects basis vectors that do not overlap as 'offset', but "
        "got (1, 1), the sum of vectors before offset[2]"},
       {replaced(Offsets, "1], [1, 0]]", "1]], block = [[0, 1]]"),
        "column 48: expects basis vectors that do not overlap as 'block', but "
        "got (0, 1), the sum of vectors before block[0]"},
       {"#ttg.padded_shared<[4:+1] {offset = [[1], [1]], block = []}>",
        "column 37: expects basis vectors that do not overlap as 'offset', but "
        "got (1) in both offset[0] and offset[1]"},
       {"#ttg.padded_shared<[4:+1] {offset = [[1], [0]], block = []}>",
        "column 37: expects an element of its own at each offset as 'offset', "
        "but got (0)"}});
}

TEST(LinearErrors, ElementsThatNoVectorReaches) {
  expectRefused(
      {{replaced(Linear, "1]]", "2]]"),
        "column 25: expects basis vectors that reach every element as "
        "'register', but got none for dim1=1"},
       {"#ttg.linear<{register = [[4]], lane = [[1]], warp = [], block = []}>",
        "column 25: expects basis vectors that reach every element as "
        "'register', but got none for dim0=2"},
       {"#ttg.generic_linear<{register = [[1, 0]], lane = [], warp = [[0, 2]], "
        "block = []}>",
        "column 33: expects basis vectors that reach every element as "
        "'register', but got rank 2 for 3 bits of elements"},
       {replaced(Offsets, "1]", "2]"),
        "column 30: expects basis vectors that reach every element as "
        "'offset', but got rank 2 for 3 bits of elements"},
       {"#ttg.padded_shared<[4:+1] {offset = [[2]], block = []}>",
        "column 37: expects basis vectors that reach every element as "
        "'offset', but got none for dim0=1"}});
}

TEST(LinearErrors, VectorsOfAnotherLength) {
  expectRefused({{replaced(Linear, "lane = [[1, 0]]", "lane = [[1]]"),
                  "column 42: expects basis vectors of 2 coordinates as "
                  "'lane', but got [1]"},
                 {"#ttg.linear<{register = [[1]], lane = [[0, 1]], warp = [], "
                  "block = []}>",
                  "column 39: expects basis vectors of 1 coordinates as "
                  "'lane', but got [0, 1]"},
                 {"#ttg.linear<{register = [[0, 1], []], lane = [], warp = [], "
                  "block = []}>",
                  "column 25: expects basis vectors of 2 coordinates as "
                  "'register', but got []"},
                 {replaced(Offsets, "0]]", "0, 0]]"),
                  "column 30: expects basis vectors of 2 coordinates as "
                  "'offset', but got [1, 0, 0]"}});
}

TEST(LinearErrors, TooManyVectors) {
  expectRefused(
      {{"#ttg.linear<{register = [[0], [0], [0], [0], [0], [0], [0], [0], [0], "
        "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
        "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
        "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
        "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
        "[0]], lane = [], warp = [], block = []}>",
        "column 25: expects basis vectors of at most 64 bits in all as "
        "'register', but got 65 vectors onto 2^0 elements"},
       {"#ttg.shared_linear<{offset = [[1], [0], [0], [0], [0], [0], [0], [0], "
        "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
        "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
        "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
        "[0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], [0], "
        "[0]]}, alignment = 16>",
        "column 30: expects basis vectors of at most 64 bits in all as "
        "'offset', but got 65 vectors onto 2^1 elements"},
       {"#ttg.linear<{register = [[2147483648, 1, 0], [0, 2147483648, 1], [0, "
        "0, 2147483648]], lane = [], warp = [], block = []}>",
        "column 25: expects basis vectors of at most 64 bits in all as "
        "'register', but got 3 vectors onto 2^96 elements"}});
}

} // namespace
