//===- MapTest.cpp - Functions of several elements of a thread ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

using namespace heddle::equivalence;

namespace {

const std::string Pairs =
    "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], "
    "warpsPerCTA = [1, 1], order = [1, 0]}>";
const std::string Columns =
    "#ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], "
    "warpsPerCTA = [1, 1], order = [0, 1]}>";

/// A function of two neighbours %l and %r of what %ps points to.
std::string mapped(const std::string &layout, const std::string &body) {
  std::string type = "tensor<4x8xf32, " + layout + ">";
  return "%at = tt.load %ps : tensor<4x8x!tt.ptr<f32>, #a>\n"
         "%in = ttg.convert_layout %at : tensor<4x8xf32, #a> -> " +
         type +
         "\n%out = \"tt.map_elementwise\"(%in) <{pack = 2 : i32}> ({\n"
         "^bb0(%l: f32, %r: f32):\n" +
         body + "\n}) : (" + type + ") -> " + type +
         "\n%back = ttg.convert_layout %out : " + type +
         " -> tensor<4x8xf32, #a>\n"
         "tt.store %qs, %back : tensor<4x8x!tt.ptr<f32>, #a>\n";
}

std::string returned(const std::string &values) {
  return "\ntt.map_elementwise.return " + values + " : f32, f32";
}

const std::string Difference = "%e = arith.subf %l, %r : f32";
const std::string Turned = "%e = arith.subf %r, %l : f32";

TEST(Maps, OfNeighbours) {
  std::string own = mapped(Pairs, Difference + returned("%e, %r"));
  expectEqual({own, own});
  expectEqual({own, mapped(Pairs, "%n = arith.negf %r : f32\n"
                                  "%e = arith.addf %n, %l : f32" +
                                      returned("%e, %r"))});
  expectNoProof({own, mapped(Pairs, Turned + returned("%e, %r"))});
  expectNoProof({own, mapped(Pairs, Difference + returned("%r, %e"))});
  expectNoProof({own, mapped(Pairs, Difference + returned("%e, %l"))});
  // Other layouts have other neighbours.
  expectNoProof({own, mapped(Columns, Difference + returned("%e, %r"))});
}

TEST(Maps, AreWhatTheyDo) {
  std::string loaded = "%at = tt.load %ps : tensor<4x8x!tt.ptr<f32>, #a>\n";
  std::string rotated = mapped(Pairs, returned("%r, %l"));
  EXPECT_TRUE(prove({rotated, rotated}).isProved);
  // Twice is what it was.
  std::string type = "tensor<4x8xf32, " + Pairs + ">";
  std::string twice = rotated;
  std::string end = "\n%back";
  twice.insert(twice.find(end),
               "\n%again = \"tt.map_elementwise\"(%out) <{pack = 2 : i32}> "
               "({\n^bb0(%l: f32, %r: f32):" +
                   returned("%r, %l") + "\n}) : (" + type + ") -> " + type);
  twice.replace(twice.find("convert_layout %out"), 19, "convert_layout %again");
  expectEqual({twice, loaded + "tt.store %qs, %at : "
                               "tensor<4x8x!tt.ptr<f32>, #a>\n"});
  expectNoProof({rotated, loaded + "tt.store %qs, %at : "
                                   "tensor<4x8x!tt.ptr<f32>, #a>\n"});
}

/// Where each becomes what it would alone, layouts make no difference.
TEST(Maps, OfEachAlone) {
  const std::string body = "%a = arith.mulf %l, %l : f32\n"
                           "%b = arith.mulf %r, %r : f32" +
                           returned("%a, %b");
  expectEqual({mapped(Pairs, body), mapped(Columns, body)});
  std::string plain = "%at = tt.load %ps : tensor<4x8x!tt.ptr<f32>, #a>\n"
                      "%sq = arith.mulf %at, %at : tensor<4x8xf32, #a>\n"
                      "tt.store %qs, %sq : tensor<4x8x!tt.ptr<f32>, #a>\n";
  expectEqual({mapped(Pairs, body), plain});
  expectNoProof({mapped(Pairs, "%a = arith.mulf %l, %l : f32\n"
                               "%b = arith.mulf %r, %l : f32" +
                                   returned("%a, %b")),
                 plain});
}

} // namespace
