//===- TypeTest.cpp - Tests of types that carry an encoding ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

std::string memDesc(std::string_view shape, std::string_view rest) {
  return concat("!ttg.memdesc<", shape, ", ", Swizzled, ", ", rest, ">");
}

TEST(Types, AreWrittenAsTheyWereRead) {
  for (const std::string &text :
       {std::string("tensor<16x16xf16>"), std::string("tensor<f32>"),
        concat("tensor<16x16xf16, ", Blocked, ">"),
        concat("tensor<16x16x!tt.ptr<f16>, ", Blocked, ">"),
        concat("tensor<16x16x!tt.ptr<f16, 3>, ", Blocked, ">"),
        memDesc("16x64xf16", "#ttg.shared_memory"),
        memDesc("16x64xf16", "#ttg.shared_memory, mutable"),
        memDesc("3x16x64xf16", "#ttg.shared_memory, mutable"),
        memDesc("16x32xf16", "#ttg.shared_memory, mutable, 16x64"),
        memDesc("16x64xf16", "#ttng.shared_cluster_memory"),
        concat("!ttg.memdesc<128x64xf32, ", Memory,
               ", #ttng.tensor_memory, mutable>"),
        std::string("!tt.tensordesc<16x64xf16>"),
        concat("!tt.tensordesc<16x64xf16, ", Nvmma, ">")})
    EXPECT_EQ(get(toText(get(parseType(text)))), text);
}

TEST(Types, PartsAreWhereTheTextSays) {
  TensorType tensor =
      get(parseType(concat("tensor<16x32x!tt.ptr<i8>, ", Blocked, ">")));
  EXPECT_EQ(tensor.kind, TensorType::Kind::Tensor);
  EXPECT_EQ(tensor.shape, (std::vector<std::uint64_t>{16, 32}));
  EXPECT_EQ(tensor.element, (ElementType{"!tt.ptr<i8>", 64}));
  EXPECT_TRUE(tensor.encoding->is<BlockedEncoding>());
  TensorType memory = get(
      parseType(memDesc("4x16x32xi8", "#ttg.shared_memory, mutable, 8x16x64")));
  EXPECT_EQ(memory.kind, TensorType::Kind::MemDesc);
  EXPECT_EQ(memory.memorySpace, "#ttg.shared_memory");
  EXPECT_TRUE(memory.isMutable);
  EXPECT_EQ(memory.allocShape, (std::vector<std::uint64_t>{8, 16, 64}));
  EXPECT_EQ(memory.leadingDims(), 1U);
  EXPECT_EQ(memory.layoutShape(), (std::vector<std::uint64_t>{16, 64}));
}

TEST(Types, ShortAndOldNamesMeanTheSame) {
  std::string full = memDesc("16x64xf16", "#ttg.shared_memory");
  for (const std::string &text :
       {memDesc("16x64xf16", "#smem"),
        memDesc("16x64xf16", "#triton_gpu.shared_memory"),
        memDesc("16x64xf16", "#smem, 16x64"), // all of the allocation
        replaced(full, "!ttg.", "!triton_gpu."),
        replaced(full, "!ttg.", "!tt."),
        replaced(full, ", #ttg.sw", " ,\n #ttg.sw")})
    EXPECT_EQ(get(toText(get(parseType(text)))), full) << text;
  EXPECT_EQ(get(parseType("!ttg.memdesc<128x64xf32, "
                          "#triton_nvidia_gpu.tensor_memory_encoding<blockM = "
                          "128, blockN = 64, colStride = 1>, "
                          "#triton_nvidia_gpu.tensor_memory>"))
                .memorySpace,
            "#ttng.tensor_memory");
}

TEST(Types, TensorDescriptorsAreWrittenByVersion) {
  std::string now = concat("!tt.tensordesc<16x64xf16, ", Nvmma, ">");
  std::string old = concat("!tt.tensordesc<tensor<16x64xf16, ", Nvmma, ">>");
  EXPECT_EQ(get(parseType(old)), get(parseType(now)));
  for (auto [version, text] : {std::pair{TritonVersion::V3_6, old},
                               std::pair{TritonVersion::V3_7, old},
                               std::pair{TritonVersion::V3_8, now},
                               std::pair{TritonVersion::V3_9, now}})
    EXPECT_EQ(get(toText(get(parseType(old)), {.version = version})), text);
  EXPECT_EQ(get(toText(get(parseType("!tt.tensordesc<16x64xf16>")), As36)),
            "!tt.tensordesc<tensor<16x64xf16>>");
}

TEST(Types, LegacyTypesNameTheOldDialect) {
  TensorType type = get(parseType(memDesc("16x64xf16", "#smem, mutable")));
  EXPECT_EQ(get(toText(type, Legacy)),
            "!triton_gpu.memdesc<16x64xf16, #triton_gpu.shared<{vec = 1, "
            "perPhase = 1, maxPhase = 1, order = [1, 0], hasLeadingOffset = "
            "false}>, #triton_gpu.shared_memory, mutable>");
  EXPECT_EQ(get(parseType(get(toText(type, Legacy)))), type);
}

TEST(Types, ElementsHaveTheirBits) {
  for (auto [text, bits] : {std::pair{"f16", 16U},
                            std::pair{"bf16", 16U},
                            std::pair{"f32", 32U},
                            std::pair{"f64", 64U},
                            std::pair{"tf32", 32U},
                            std::pair{"i1", 1U},
                            std::pair{"i8", 8U},
                            std::pair{"si8", 8U},
                            std::pair{"ui64", 64U},
                            std::pair{"i128", 128U},
                            std::pair{"index", 64U},
                            std::pair{"f8E5M2", 8U},
                            std::pair{"f8E4M3FN", 8U},
                            std::pair{"f8E4M3FNUZ", 8U},
                            std::pair{"f8E5M2FNUZ", 8U},
                            std::pair{"f8E8M0FNU", 8U},
                            std::pair{"f4E2M1FN", 4U},
                            std::pair{"f6E2M3FN", 6U},
                            std::pair{"!tt.ptr<f16>", 64U},
                            std::pair{"!tt.ptr<!tt.ptr<i1>>", 64U},
                            std::pair{"!tt.ptr<i8, 1>", 64U}})
    EXPECT_EQ(get(parseElementType(text)), (ElementType{text, bits}));
  EXPECT_EQ(errorOf(parseElementType("f16 ")), "no error");
  EXPECT_EQ(errorOf(parseElementType("f16f16")),
            "column 1: expects an element type such as f16, i8, f8E4M3FN or "
            "!tt.ptr<f32>, but got 'f16f16'");
}

// A view into a buffer has the layout of the buffer.
TEST(Types, ViewsHaveTheLayoutOfTheirAllocation) {
  std::string encoding = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, "
                         "maxPhase = 8, order = [1, 0]}>";
  auto layoutOfType = [&](std::string_view shape, std::string_view rest) {
    return get(toLinearLayout(get(parseType(concat(
        "!ttg.memdesc<", shape, ", ", encoding, ", #smem", rest, ">")))));
  };
  LinearLayout whole = layoutOf(encoding, {16, 64});
  EXPECT_EQ(layoutOfType("16x64xf16", ""), whole);
  EXPECT_EQ(layoutOfType("16x32xf16", ", mutable, 16x64"), whole);
  EXPECT_EQ(layoutOfType("4x16xf16", ", 16x64"), whole);
  EXPECT_EQ(layoutOfType("5x16x64xf16", ", mutable"), whole)
      << "an array of five buffers";
  EXPECT_EQ(layoutOfType("2x16x32xf16", ", mutable, 5x16x64"), whole);
  EXPECT_EQ(layoutOfType("16x64xf16", ", mutable, 4x16x64"), whole);
  EXPECT_NE(layoutOfType("16x32xf16", ""), whole);
}

// Pipelined loads have any number of buffers; one of them is a view of all.
TEST(Types, OneBufferOfThreeIsAViewOfThree) {
  Result<TensorType> type =
      parseType(memDesc("16x64xf16", "#smem, mutable, 3x16x64"));
  ASSERT_TRUE(type.has_value()) << errorOf(type);
  EXPECT_EQ(type->allocShape, (std::vector<std::uint64_t>{3, 16, 64}));
  EXPECT_EQ(type->layoutShape(), (std::vector<std::uint64_t>{16, 64}));
}

} // namespace
