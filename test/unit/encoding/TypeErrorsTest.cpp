//===- TypeErrorsTest.cpp - Refusals of types ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

void expectTypeRefused(const std::vector<Refusal> &refusals) {
  for (const Refusal &each : refusals)
    EXPECT_EQ(errorOf(parseType(each.text)), each.error) << each.text;
}

TEST(TypeSyntaxErrors, TextsThatAreNoType) {
  expectTypeRefused(
      {{"", "column 1: expects a type: 'tensor<...>', '!ttg.memdesc<...>' or "
            "'!tt.tensordesc<...>', but got the end of the text"},
       {"   ", "column 4: expects a type: 'tensor<...>', '!ttg.memdesc<...>' "
               "or '!tt.tensordesc<...>', but got the end of the text"},
       {"memref<16xf16>",
        "column 1: expects a type: 'tensor<...>', '!ttg.memdesc<...>' or "
        "'!tt.tensordesc<...>', but got 'memref<16xf1...'"},
       {"tensor",
        "column 1: expects a type: 'tensor<...>', '!ttg.memdesc<...>' or "
        "'!tt.tensordesc<...>', but got 'tensor'"},
       {"tensor<", "column 8: expects an element type such as f16, i8, "
                   "f8E4M3FN or !tt.ptr<f32>, but got the end of the text"},
       {"tensor<>", "column 8: expects an element type such as f16, i8, "
                    "f8E4M3FN or !tt.ptr<f32>, but got '>'"},
       {"tensor<16xf16", "column 14: expects '>', but got the end of the text"},
       {"tensor<16xf16> x",
        "column 16: expects the end of the text, but got 'x'"},
       {"tensor<16xf16,>", "column 15: expects an attribute such as "
                           "'#ttg.blocked<{...}>', but got '>'"},
       {"!tt.tensordesc<tensor<16xf16>",
        "column 30: expects '>', but got the end of the text"},
       {"tensor<16xf16> // a comment",
        "column 16: expects the end of the text, but got '// a comment'"},
       {"tensor<16x\351>", "column 11: expects an element type such as f16, "
                           "i8, f8E4M3FN or !tt.ptr<f32>, but got '\\xE9>'"},
       {std::string(Blocked),
        "column 1: expects a type: 'tensor<...>', '!ttg.memdesc<...>' or "
        "'!tt.tensordesc<...>', but got '#ttg.blocked...'"}});
}

TEST(TypeSyntaxErrors, Shapes) {
  expectTypeRefused(
      {{"tensor<16x16>",
        "column 13: expects 'x' and an element type, but got '>'"},
       {"tensor<16x>", "column 11: expects an element type such as f16, i8, "
                       "f8E4M3FN or !tt.ptr<f32>, but got '>'"},
       {"tensor<16f16>",
        "column 10: expects 'x' and an element type, but got 'f16>'"},
       {"tensor<16 x 16 x f16>",
        "column 11: expects 'x' and an element type, but got 'x 16 x f16>'"},
       {"tensor<0x16xf16>", "column 8: expects a size, but got 0"},
       {"tensor<?x16xf16>",
        "column 8: expects a size that is known, but got '?x16xf16>'"},
       {"tensor<-1x16xf16>",
        "column 8: expects an element type such as f16, i8, f8E4M3FN or "
        "!tt.ptr<f32>, but got '-1x16xf16>'"},
       {"tensor<99999999999999999999xf16>",
        "column 8: expects a number of at most 64 bits, but got "
        "'999999999999...'"},
       {"tensor<"
        "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf16"
        ">",
        "column 73: expects at most 32 dimensions, but got more"}});
}

TEST(TypeSyntaxErrors, SizesThatAreNoPowerOfTwo) {
  expectTypeRefused(
      {{"tensor<12x16xf16>", "column 8: expects size 0 of the shape to be a "
                             "power of two, but got 12\n12 lies between 8 and "
                             "16\npad it to 16 and mask the elements past 11"},
       {concat("tensor<16x48xf16, ", Blocked, ">"),
        "column 11: expects size 1 of the shape to be a power of two, but got "
        "48\n48 lies between 32 and 64\npad it to 64 and mask the elements "
        "past 47"},
       {"tensor<18446744073709551615xf16>",
        "column 8: expects size 0 of the shape to be a power of two, but got "
        "18446744073709551615\nthe largest power of two that fits a number is "
        "2^63\ndimensions of 64 bits come from fromWords, flattenIns, "
        "flattenOuts or a text"},
       {concat("!ttg.memdesc<16x24xf16, ", Swizzled, ", #smem>"),
        "column 17: expects size 1 of the shape to be a power of two, but got "
        "24\n24 lies between 16 and 32\npad it to 32 and mask the elements "
        "past 23"},
       {concat("!ttg.memdesc<3x16x24xf16, ", Swizzled, ", #smem>"),
        "column 19: expects size 2 of the shape to be a power of two, but got "
        "24\n24 lies between 16 and 32\npad it to 32 and mask the elements "
        "past 23"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #smem, 12x64>"),
        "column 109: expects size 0 of the shape to be a power of two, but got "
        "12\n12 lies between 8 and 16\npad it to 16 and mask the elements past "
        "11"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #smem, 4x16x24>"),
        "column 114: expects size 2 of the shape to be a power of two, but got "
        "24\n24 lies between 16 and 32\npad it to 32 and mask the elements "
        "past 23"}});
}

TEST(TypeSyntaxErrors, Elements) {
  expectTypeRefused(
      {{"tensor<16xf>", "column 11: expects an element type such as f16, i8, "
                        "f8E4M3FN or !tt.ptr<f32>, but got 'f>'"},
       {"tensor<16xi>", "column 11: expects an element type such as f16, i8, "
                        "f8E4M3FN or !tt.ptr<f32>, but got 'i>'"},
       {"tensor<16xi0>", "column 11: expects an element type such as f16, i8, "
                         "f8E4M3FN or !tt.ptr<f32>, but got 'i0>'"},
       {"tensor<16xi129>", "column 11: expects an element type such as f16, "
                           "i8, f8E4M3FN or !tt.ptr<f32>, but got 'i129>'"},
       {"tensor<16xi99999999999>",
        "column 11: expects an element type such as f16, i8, f8E4M3FN or "
        "!tt.ptr<f32>, but got 'i99999999999...'"},
       {"tensor<16xf12>", "column 11: expects an element type such as f16, i8, "
                          "f8E4M3FN or !tt.ptr<f32>, but got 'f12>'"},
       {"tensor<16x!tt.ptr<>>",
        "column 19: expects an element type such as f16, i8, f8E4M3FN or "
        "!tt.ptr<f32>, but got '>>'"},
       {"tensor<16x!tt.ptr<f16>",
        "column 23: expects '>', but got the end of the text"},
       {"tensor<16x!tt.ptr<tensor<16xf16>>>",
        "column 19: expects an element type such as f16, i8, f8E4M3FN or "
        "!tt.ptr<f32>, but got 'tensor<16xf1...'"},
       {"tensor<16x!llvm.ptr>",
        "column 11: expects an element type such as f16, i8, f8E4M3FN or "
        "!tt.ptr<f32>, but got '!llvm.ptr>'"}});
}

TEST(MemDescErrors, MemorySpaces) {
  expectTypeRefused(
      {{"!ttg.memdesc<16x64xf16>", "column 23: expects ',', but got '>'"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ">"),
        "column 100: expects ',' and a memory space, but got '>'"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #ttg.global_memory>"),
        "column 102: expects a memory space, but got '#ttg.global_memory'\nthe "
        "known ones are #ttg.shared_memory, #ttng.tensor_memory and "
        "#ttng.shared_cluster_memory"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", shared>"),
        "column 102: expects a memory space such as '#ttg.shared_memory', but "
        "got 'shared>'"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #>"),
        "column 102: expects a memory space, but got '#'\nthe known ones are "
        "#ttg.shared_memory, #ttng.tensor_memory and "
        "#ttng.shared_cluster_memory"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", 3>"),
        "column 102: expects a memory space such as '#ttg.shared_memory', but "
        "got '3>'"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #smem2>"),
        "column 102: expects a memory space, but got '#smem2'\nthe known ones "
        "are #ttg.shared_memory, #ttng.tensor_memory and "
        "#ttng.shared_cluster_memory"}});
}

TEST(MemDescErrors, ShapesThatEndInAnX) {
  std::string text =
      concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #smem, 16x64x>");
  EXPECT_TRUE(failsWith(parseType(text), "column 115: expects"));
}

TEST(MemDescErrors, WhatFollowsTheMemorySpace) {
  expectTypeRefused(
      {{concat("!ttg.memdesc<16x64xf16, ", Swizzled,
               ", #smem, mutable, mutable>"),
        "column 118: expects 'mutable' once, but got it twice"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #smem, 64>"),
        "column 109: expects an allocation of at least 2 dimensions, as the "
        "type has, but got 1"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #smem, 16x64, 16x64>"),
        "column 116: expects the shape of the allocation once, but got it "
        "twice"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #smem, constant>"),
        "column 109: expects 'mutable' or the shape of the allocation, but got "
        "'constant>'"},
       {concat("!ttg.memdesc<16x64xf16, ", Swizzled, ", #smem,>"),
        "column 108: expects 'mutable' or the shape of the allocation, but got "
        "'>'"}});
}

TEST(EncodingErrors, LayoutsOfAnotherRank) {
  expectTypeRefused(
      {{concat("tensor<16x16xf16, ", Blocked1D, ">"),
        "column 19: expects a layout of rank 2, as the shape has, but got one "
        "of rank 1"},
       {concat("tensor<f16, ", Blocked1D, ">"),
        "column 13: expects a layout of rank 0, as the shape has, but got one "
        "of rank 1"},
       {concat("!ttg.memdesc<64xf16, ", Swizzled, ", #smem>"),
        "column 22: expects a layout of rank 1, as the shape has, but got one "
        "of rank 2"},
       {concat("!ttg.memdesc<2x2x16x64xf16, ", Swizzled, ", #smem>"),
        "column 29: expects a layout of rank 4, as the shape has, but got one "
        "of rank 2"},
       {concat("!tt.tensordesc<16xf16, ", Swizzled, ">"),
        "column 24: expects a layout of rank 1, as the shape has, but got one "
        "of rank 2"},
       {concat("tensor<2x16x16xf16, ", Blocked, ">"),
        "column 21: expects a layout of rank 3, as the shape has, but got one "
        "of rank 2"}});
}

TEST(EncodingErrors, LayoutsInTheWrongKindOfType) {
  expectTypeRefused(
      {{concat("tensor<16x64xf16, ", Swizzled, ">"),
        "column 19: expects a distributed layout in a tensor type, but got one "
        "of memory\nwrite it in a '!ttg.memdesc<...>'"},
       {concat("tensor<128x64xf32, ", Memory, ">"),
        "column 20: expects a distributed layout in a tensor type, but got one "
        "of memory\nwrite it in a '!ttg.memdesc<...>'"},
       {concat("!ttg.memdesc<16x64xf16, ", Blocked, ", #smem>"),
        "column 25: expects a layout of memory in a memdesc type, but got a "
        "distributed one\nwrite it in a 'tensor<...>'"}});
}

TEST(EncodingErrors, TensorMemoryAndItsElements) {
  expectTypeRefused(
      {{"!ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, "
        "blockN = 64, colStride = 2>, #ttng.tensor_memory>",
        "column 26: expects an element and its colStride within 32 bits, but "
        "got f32 with colStride = 2"},
       {"!ttg.memdesc<128x64xf16, #ttng.tensor_memory_encoding<blockM = 128, "
        "blockN = 64, colStride = 4>, #ttng.tensor_memory>",
        "column 26: expects an element and its colStride within 32 bits, but "
        "got f16 with colStride = 4"},
       {"!ttg.memdesc<128x64xf16, #ttng.tensor_memory_scales_encoding<>, "
        "#ttng.tensor_memory>",
        "column 26: expects scales of 8 bits, but got f16"}});
}

} // namespace
