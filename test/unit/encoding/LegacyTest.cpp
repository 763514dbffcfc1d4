//===- LegacyTest.cpp - Reading and writing texts of older releases -------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

/// The canonical text of an old one.
std::string modern(std::string_view text, const ReadOptions &options = {}) {
  return get(toText(get(parseEncoding(text, options))));
}

std::string legacy(std::string_view text) {
  return get(toText(get(parseEncoding(text)), Legacy));
}

ReadOptions ofElement(std::string_view element) {
  ReadOptions options;
  options.element = get(parseElementType(element));
  return options;
}

TEST(LegacyText, TheDialectWasTritonGpu) {
  std::string old = replaced(Blocked, "#ttg.", "#triton_gpu.");
  EXPECT_EQ(modern(old), Blocked);
  EXPECT_EQ(legacy(Blocked), old);
  std::string slice =
      concat("#triton_gpu.slice<{dim = 0, parent = ", old, "}>");
  EXPECT_EQ(modern(slice),
            concat("#ttg.slice<{dim = 0, parent = ", Blocked, "}>"));
  EXPECT_EQ(legacy(slice), slice);
  EXPECT_EQ(modern(replaced(Memory, "#ttng.", "#triton_nvidia_gpu.")), Memory);
  EXPECT_EQ(legacy(Memory), replaced(Memory, "#ttng.", "#triton_nvidia_gpu."));
  EXPECT_EQ(get(toText(get(
                parseType(concat("!triton_gpu.memdesc<16x64xf16, ", OldShared,
                                 ", #triton_gpu.shared_memory, mutable>"))))),
            "!ttg.memdesc<16x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = "
            "1, maxPhase = 8, order = [1, 0]}>, #ttg.shared_memory, mutable>");
}

TEST(LegacyText, TheDialectOfAMemorySpaceWasLonger) {
  std::string of = "memdesc<4xi8, #ttg.shared_linear<{offset = [[1], [2]]}, "
                   "alignment = 16>, ";
  std::string today = concat("!ttg.", of, "#ttng.shared_cluster_memory>");
  std::string old = replaced(replaced(replaced(today, "!ttg.", "!triton_gpu."),
                                      "#ttg.", "#triton_gpu."),
                             "#ttng.", "#triton_nvidia_gpu.");
  EXPECT_EQ(get(parseType(old)), get(parseType(today)));
}

TEST(LegacyText, SharedWasSwizzled) {
  const char *swizzled = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, "
                         "maxPhase = 8, order = [1, 0]}>";
  EXPECT_EQ(modern(OldShared), swizzled);
  EXPECT_EQ(modern(replaced(OldShared, ", hasLeadingOffset = false", "")),
            swizzled);
  EXPECT_EQ(legacy(swizzled), OldShared);
  EXPECT_EQ(legacy(replaced(swizzled, "[1, 0]}",
                            "[1, 0], CGALayout = [[1, 0], [0, 0]]}")),
            "#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = "
            "[1, 0], CTAsPerCGA = [4, 1], CTASplitNum = [2, 1], CTAOrder = [0, "
            "1], hasLeadingOffset = false}>");
}

TEST(LegacyText, SharedWithLeadingOffsetIsNvmma) {
  struct Case {
    const char *element;
    unsigned bits, vec, perPhase, maxPhase, width;
  };
  for (const Case &c :
       {Case{"f16", 16, 8, 1, 8, 128}, Case{"bf16", 16, 8, 2, 4, 64},
        Case{"f16", 16, 8, 4, 2, 32}, Case{"f8E5M2", 8, 16, 1, 8, 128},
        Case{"i8", 8, 16, 4, 2, 32}, Case{"f32", 32, 4, 1, 8, 128},
        Case{"f64", 64, 2, 2, 4, 64}})
    for (bool transposed : {false, true}) {
      std::string old =
          concat("#triton_gpu.shared<{vec = ", c.vec,
                 ", perPhase = ", c.perPhase, ", maxPhase = ", c.maxPhase,
                 ", order = ", transposed ? "[0, 1]" : "[1, 0]",
                 ", hasLeadingOffset = true}>");
      std::string nvmma =
          concat("#ttg.nvmma_shared<{swizzlingByteWidth = ", c.width,
                 ", transposed = ", transposed ? "true" : "false",
                 ", elementBitWidth = ", c.bits, "}>");
      EXPECT_EQ(modern(old, ofElement(c.element)), nvmma);
      EXPECT_EQ(legacy(nvmma), old);
      // In a type, the element is there.
      EXPECT_EQ(get(toText(
                    get(parseType(concat("!ttg.memdesc<64x64x", c.element, ", ",
                                         old, ", #ttg.shared_memory>"))))),
                concat("!ttg.memdesc<64x64x", c.element, ", ", nvmma,
                       ", #ttg.shared_memory>"));
    }
}

TEST(LegacyText, LeadingOffsetsThatNoHardwareHasAreRefused) {
  std::string old = replaced(OldShared, "false", "true");
  expectRefused(
      {{replaced(old, "maxPhase = 8", "maxPhase = 4"),
        "column 41: expects (perPhase, maxPhase) = (4, 2), (2, 4) or (1, 8) "
        "with hasLeadingOffset, but got (1, 4)"},
       {replaced(old, "vec = 8", "vec = 4"),
        "column 27: expects vec = 8, 16 bytes of f16, with hasLeadingOffset, "
        "but got 4"},
       {replaced(old, "order = [1, 0]", "order = [2, 1, 0]"),
        "column 66: expects order [1, 0] or [0, 1] with hasLeadingOffset, but "
        "got [2, 1, 0]"},
       {replaced(old, ", order = [1, 0]", ""),
        "column 1: expects vec, perPhase, maxPhase and order of a shared "
        "layout with hasLeadingOffset, but got not all"},
       {replaced(old, "true", "1"),
        "column 93: expects true or false as 'hasLeadingOffset', but got 1"},
       {replaced(old, "maxPhase = 8", "maxPhase = [8]"),
        "column 41: expects (perPhase, maxPhase) = (4, 2), (2, 4) or (1, 8) "
        "with hasLeadingOffset, but got (1, a list)"}},
      ofElement("f16"));
  EXPECT_EQ(errorOf(parseEncoding(old)),
            "column 1: expects the element type of a shared layout with "
            "hasLeadingOffset, but got none\npass the type of the tensor");
}

TEST(LegacyText, BlocksWereCountsAndSplits) {
  struct Case {
    const char *counts, *splits, *order, *cga;
  };
  for (const Case &c :
       {Case{"[2, 1]", "[2, 1]", "[0, 1]", "[[1, 0]]"},
        Case{"[1, 4]", "[1, 4]", "[1, 0]", "[[0, 1], [0, 2]]"},
        Case{"[2, 2]", "[2, 1]", "[1, 0]", "[[0, 0], [1, 0]]"},
        Case{"[4, 2]", "[4, 2]", "[0, 1]", "[[1, 0], [2, 0], [0, 1]]"},
        Case{"[4, 2]", "[2, 2]", "[1, 0]", "[[0, 1], [1, 0], [0, 0]]"}}) {
    std::string cga = replaced(Blocked, "order = [1, 0]",
                               concat("order = [1, 0], CGALayout = ", c.cga));
    std::string old = replaced(
        replaced(Blocked, "#ttg", "#triton_gpu"), "order = [1, 0]",
        concat("order = [1, 0], CTAsPerCGA = ", c.counts,
               ", CTASplitNum = ", c.splits, ", CTAOrder = ", c.order));
    EXPECT_EQ(modern(old), cga);
    // What is written reads as the same, if not with the same copies.
    EXPECT_EQ(modern(legacy(cga)), cga);
  }
  EXPECT_EQ(modern(replaced(Blocked, "order = [1, 0]",
                            "order = [1, 0], CTAsPerCGA = [1, 1], CTASplitNum "
                            "= [1, 1], CTAOrder = [1, 0]")),
            Blocked);
}

TEST(LegacyText, BlocksThatTheOldWordsCannotSayAreRefused) {
  for (const char *cga :
       {"[[1, 0], [0, 1], [2, 0]]", "[[2, 0], [1, 0]]", "[[0, 0], [0, 1]]"})
    EXPECT_EQ(errorOf(toText(get(parseEncoding(replaced(
                                 Blocked, "order = [1, 0]",
                                 concat("order = [1, 0], CGALayout = ", cga)))),
                             Legacy)),
              "expects a layout that the older form can write, but got blocks "
              "that CTAsPerCGA, CTASplitNum and CTAOrder cannot say\nwrite it "
              "in the canonical form of a newer version")
        << cga;
}

TEST(LegacyText, SplitsHaveToFitTogether) {
  auto with = [](std::string_view blocks) {
    return replaced(Blocked, "order = [1, 0]",
                    concat("order = [1, 0], ", blocks));
  };
  expectRefused(
      {{with("CTAsPerCGA = [4, 2]"),
        "column 102: expects CTAsPerCGA, CTASplitNum and CTAOrder together, "
        "but got only some of them"},
       {with("CTAsPerCGA = [2, 2], CTASplitNum = [4, 1], CTAOrder = [1, 0]"),
        "column 137: expects at most CTAsPerCGA = 2 parts along dimension 0, "
        "but got 4"},
       {with("CTAsPerCGA = [2, 2], CTASplitNum = [2], CTAOrder = [1, 0]"),
        "column 102: expects one number a dimension in CTAsPerCGA, "
        "CTASplitNum and CTAOrder, but got 2, 1 and 2"},
       {with("CTAsPerCGA = [2, 2], CTASplitNum = [2, 1], CTAOrder = [1, 1]"),
        "column 156: expects a permutation of 0 ... 1 as 'CTAOrder', but got 1 "
        "twice"},
       {with("CTAsPerCGA = [2, 2], CTASplitNum = [2, 1], CTAOrder = [0, 2]"),
        "column 156: expects a permutation of 0 ... 1 as 'CTAOrder', but got "
        "2"},
       {with("CTAsPerCGA = [3, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]"),
        "column 115: expects powers of two in 'CTAsPerCGA', but got 3"},
       {with("CTAsPerCGA = 2, CTASplitNum = [1, 1], CTAOrder = [1, 0]"),
        "column 115: expects a list of numbers as 'CTAsPerCGA', but got 2"},
       {with("CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [1, 0], "
             "CGALayout = [[1, 0]]"),
        "column 102: expects either CGALayout or CTAsPerCGA, CTASplitNum and "
        "CTAOrder, but got both"}});
}

} // namespace
