//===- VerifyTest.cpp - Checking structs, whatever is in them -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Verify.h"
#include "AnyEncoding.h"
#include "heddle/encoding/Parameters.h"

using namespace heddle;

namespace {

BlockedEncoding blocked() {
  BlockedEncoding e;
  e.sizePerThread = {1, 4};
  e.threadsPerWarp = {4, 8};
  e.warpsPerCTA = {4, 1};
  e.order = {1, 0};
  return e;
}

TEST(Verify, NamesTheParameter) {
  EXPECT_TRUE(verifyParameters(blocked()).has_value());
  BlockedEncoding wrong = blocked();
  wrong.threadsPerWarp = {4, 12};
  auto checked = verifyParameters(wrong);
  ASSERT_FALSE(checked.has_value());
  EXPECT_EQ(checked.error().parameter, "threadsPerWarp");
  EXPECT_EQ(checked.error().error.text(),
            "expects powers of two as 'threadsPerWarp', but got [4, 12]");
  wrong = blocked();
  wrong.cga = {{1, 0}, {1, 0}};
  EXPECT_EQ(verifyParameters(wrong).error().parameter, "CGALayout");
}

TEST(Verify, EmptyBoxesAreRefused) {
  EXPECT_EQ(errorOf(verify(SliceEncoding())),
            "expects a layout as 'parent', but got none");
  EXPECT_EQ(errorOf(verify(DotOperandEncoding())),
            "expects a layout as 'parent', but got none");
  EXPECT_EQ(errorOf(verify(PartitionedSharedEncoding())),
            "expects a layout as 'partitionLayout', but got none");
}

/// What a struct holds before anything is written into it.
template <std::size_t... Indices>
std::vector<Encoding> defaultEncodings(std::index_sequence<Indices...>) {
  return {std::variant_alternative_t<Indices, EncodingVariant>()...};
}

TEST(Verify, TextsNeedNotBeLayouts) {
  NvidiaMmaEncoding mma = {.versionMajor = 2,
                           .versionMinor = 0,
                           .warpsPerCTA = {4, 1},
                           .cga = {},
                           .instrShape = {16, 8}};
  DotOperandEncoding operand = {
      .opIdx = 0, .parent = Encoding(mma), .kWidth = 3};
  EXPECT_FALSE(verify(operand).has_value());
  EXPECT_TRUE(verify(operand, Meaning::Optional).has_value());
  operand.kWidth = 0;
  EXPECT_FALSE(verify(operand, Meaning::Optional).has_value());
  mma.instrShape = {};
  mma.warpsPerCTA = {3};
  EXPECT_TRUE(verify(mma, Meaning::Optional).has_value());
  mma.cga = {{1, 0}};
  EXPECT_EQ(errorOf(verify(mma, Meaning::Optional)),
            "expects basis vectors of 1 coordinates as 'CGALayout', but got "
            "[1, 0]");
  SwizzledSharedEncoding swizzled;
  swizzled.vec = 3;
  swizzled.order = {1, 0};
  EXPECT_TRUE(verify(swizzled, Meaning::Optional).has_value());
  swizzled.order = {1, 1};
  EXPECT_FALSE(verify(swizzled, Meaning::Optional).has_value());
  EXPECT_FALSE(toLinearLayout(operand, {64, 64}).has_value());
}

TEST(Verify, DefaultStructsAreRefusedEverywhereAlike) {
  auto all = defaultEncodings(
      std::make_index_sequence<std::variant_size_v<EncodingVariant>>());
  unsigned valid = 0;
  for (const Encoding &e : all) {
    Result<void> verified = verify(e);
    if (verified) {
      // The scales of tensor memory have no parameter that is required.
      EXPECT_TRUE(e.is<TensorMemoryScalesEncoding>());
      ++valid;
      continue;
    }
    std::string reason = verified.error().text();
    EXPECT_EQ(errorOf(toText(e)), reason);
    EXPECT_EQ(errorOf(toText(e, Legacy)), reason);
    for (std::vector<std::uint64_t> shape :
         {std::vector<std::uint64_t>{}, {16}, {16, 16}, {2, 16, 16}})
      EXPECT_EQ(errorOf(toLinearLayout(e, shape)), reason);
  }
  EXPECT_EQ(valid, 1U);
}

TEST(Verify, TheShapeIsCheckedToo) {
  EXPECT_EQ(errorOf(toLinearLayout(blocked(), {16})),
            "expects a tensor of the layout's rank 2, but got one of rank 1");
  EXPECT_EQ(errorOf(toLinearLayout(blocked(), {})),
            "expects a tensor of the layout's rank 2, but got one of rank 0");
  EXPECT_EQ(errorOf(toLinearLayout(blocked(), {16, 12})),
            "expects size 1 of the shape to be a power of two, but got 12\n12 "
            "lies between 8 and 16\npad it to 16 and mask the elements past "
            "11");
  EXPECT_EQ(errorOf(toLinearLayout(blocked(), {0, 16})).substr(0, 58),
            "expects size 0 of the shape to be a power of two, but got ");
  EXPECT_EQ(
      errorOf(toLinearLayout(blocked(), std::vector<std::uint64_t>(33, 1))),
      "expects a tensor of at most 32 dimensions, but got 33");
}

// Any power of two of threads a warp is a layout; 32 is a matter of a target.
TEST(Verify, SizesAreNotThoseOfATarget) {
  for (unsigned threads : {1U, 2U, 16U, 64U, 1024U}) {
    BlockedEncoding e = blocked();
    e.threadsPerWarp = {threads, 1};
    EXPECT_TRUE(verify(e).has_value()) << threads;
  }
}

TEST(Verify, WhatIsValidHasALayoutOrAReason) {
  HEDDLE_PROPERTY([] {
    Encoding e = anyEncoding();
    RC_ASSERT(verify(e).has_value());
    std::vector<std::uint64_t> shape;
    for (unsigned axis = 0; axis < e.rank(); ++axis)
      shape.push_back(draw::power(7));
    for (const VersionFacts &facts : versionTable()) {
      Result<LinearLayout> layout = toLinearLayout(e, shape, facts.version);
      if (!layout) {
        RC_ASSERT(layout.error().reason.starts_with("expects "));
        continue;
      }
      RC_ASSERT(layout->outs().size() == shape.size());
      for (unsigned axis = 0; axis < shape.size(); ++axis)
        RC_ASSERT(
            layout->outs()[axis] ==
            (DimBits{Dim::standard(axis),
                     static_cast<unsigned>(std::countr_zero(shape[axis]))}));
      // Every element is somewhere.
      RC_ASSERT(layout->isSurjective());
    }
  });
}

TEST(Parameters, TheTablesDescribeThemselves) {
  std::vector<FamilyInfo> families = describeFamilies();
  EXPECT_EQ(families.size(), std::variant_size_v<EncodingVariant>);
  for (const FamilyInfo &family : families) {
    EXPECT_FALSE(family.meaning.empty()) << family.mnemonic;
    for (const ParameterInfo &parameter : family.parameters)
      EXPECT_FALSE(parameter.meaning.empty() || parameter.type.empty())
          << family.mnemonic << "." << parameter.name;
  }
  const FamilyInfo &first = families.front();
  EXPECT_EQ(first.mnemonic, "blocked");
  EXPECT_EQ(first.parameters[0].name, "sizePerThread");
  EXPECT_EQ(first.parameters[0].type, "list of numbers");
  EXPECT_EQ(first.parameters[0].values, "a power of two for each dimension");
  EXPECT_FALSE(first.parameters[0].optional);
  EXPECT_EQ(first.parameters[4].name, "CGALayout");
  EXPECT_TRUE(first.parameters[4].optional);
}

TEST(Versions, AreReadAsPeopleTypeThem) {
  EXPECT_EQ(get(parseVersion("3.6")), TritonVersion::V3_6);
  EXPECT_EQ(get(parseVersion("3.9.0")), TritonVersion::V3_9);
  EXPECT_EQ(factsOf(NewestTriton).name, "3.9");
  for (const char *text :
       {"", "3", "3.5", "3.10", "3.91", "v3.6", "3.6.", "4.0"})
    EXPECT_TRUE(failsWith(parseVersion(text), concat("but got '", text, "'")))
        << text;
}

} // namespace
