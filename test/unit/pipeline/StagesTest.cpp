//===- StagesTest.cpp - What code is made of ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/Compile.h"

#include <gmock/gmock.h>

using namespace heddle;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

/// A kernel for clusters of two blocks, whose barriers Triton 3.6 has no words
/// for.
CompileOptions ofClusters(CompileStage stage) {
  return {.input = HEDDLE_EXAMPLES "matmul_descriptor.ttir",
          .text = {},
          .target = *findTarget("sm_90"),
          .numWarps = {},
          .numCTAs = 2,
          .entry = {},
          .stage = stage,
          .libdevice = {},
          .keepsStages = true,
          .release = TritonVersion::V3_6,
          .isQuiet = true};
}

TEST(Stages, CodeNeedsNoWordsOfARelease) {
  Reported<CompiledModule> code =
      compileModule(ofClusters(CompileStage::Assembly));
  ASSERT_TRUE(code);
  EXPECT_THAT(code->text, HasSubstr(".reqnctapercluster 2"));
  EXPECT_THAT(code->ttgir, AllOf(StartsWith("// "), HasSubstr("Triton 3.6"),
                                 Not(HasSubstr("tt.func"))));
}

TEST(Stages, TtgirNeedsThem) {
  EXPECT_FALSE(compileModule(ofClusters(CompileStage::Ttgir)));
}

TEST(Stages, TtgirIsKeptWhereThereAreWords) {
  CompileOptions options = ofClusters(CompileStage::Assembly);
  options.release = TritonVersion::V3_9;
  Reported<CompiledModule> code = compileModule(options);
  ASSERT_TRUE(code);
  EXPECT_THAT(code->ttgir, HasSubstr("ttng.init_barrier"));
}

} // namespace
