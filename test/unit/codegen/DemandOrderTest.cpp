//===- DemandOrderTest.cpp - Values where they are needed -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DemandOrder.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/LiveWords.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace heddle::codegen {
namespace {

using testing::ElementsAre;

/// A function whose values have names, and what has none is a store or a
/// return.
class DemandOrder : public testing::Test {
protected:
  llvm::Function &parse(llvm::StringRef text) {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    llvm::Function &function = *module->begin();
    for (llvm::Instruction &each : function.getEntryBlock())
      if (each.getName().starts_with("read"))
        markRead(each);
    return function;
  }

  /// The names of what is in the first block.
  static std::vector<std::string> order(const llvm::Function &function) {
    std::vector<std::string> names;
    for (const llvm::Instruction &each : function.getEntryBlock())
      names.push_back(each.hasName() ? each.getName().str()
                                     : each.getOpcodeName());
    return names;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

constexpr const char *TwoElements = R"(
define void @f(ptr %p, ptr %q, float %x, float %y) {
  %a0 = fadd float %x, 1.0
  %a1 = fadd float %y, 1.0
  %b0 = fmul float %a0, %a0
  %b1 = fmul float %a1, %a1
  store float %b0, ptr %p
  store float %b1, ptr %q
  ret void
})";

TEST_F(DemandOrder, ComputesOneElementAfterTheOther) {
  llvm::Function &function = parse(TwoElements);
  unsigned before = liveWords(function);
  reduceLiveWords(function, 255);
  EXPECT_FALSE(llvm::verifyFunction(function, &llvm::errs()));
  EXPECT_THAT(order(function),
              ElementsAre("a0", "b0", "store", "a1", "b1", "store", "ret"));
  EXPECT_LT(liveWords(function), before);
}

// What has side effects stays in order, and so do values for other blocks.
TEST_F(DemandOrder, KeepsWhatHasAnOrder) {
  llvm::Function &function = parse(R"(
define float @f(ptr %p, i1 %c) {
  %later = fadd float 1.0, 2.0
  %first = call float asm sideeffect "first $0;", "=f"()
  %second = call float asm sideeffect "second $0;", "=f"()
  %sum = fadd float %second, %first
  store float %sum, ptr %p
  br i1 %c, label %next, label %next
next:
  ret float %later
})");
  reduceLiveWords(function, 255);
  EXPECT_FALSE(llvm::verifyFunction(function, &llvm::errs()));
  EXPECT_THAT(order(function),
              ElementsAre("first", "second", "sum", "store", "later", "br"));
}

constexpr const char *Reads = R"(
define void @f(ptr %p, ptr %q) {
  %read0 = call float asm sideeffect "ld $0;", "=f"()
  %read1 = call float asm sideeffect "ld $0;", "=f"()
  %read2 = call float asm sideeffect "ld $0;", "=f"()
  %read3 = call float asm sideeffect "ld $0;", "=f"()
  %a0 = fmul float %read0, %read1
  %a1 = fmul float %read2, %read3
  store float %a0, ptr %p
  store float %a1, ptr %q
  %read4 = call float asm sideeffect "ld $0;", "=f"()
  store float %read4, ptr %p
  ret void
})";

TEST_F(DemandOrder, ReadsFirstWhereRegistersAreEnough) {
  llvm::Function &function = parse(Reads);
  reduceLiveWords(function, 255);
  EXPECT_THAT(order(function),
              ElementsAre("read0", "read1", "read2", "read3", "a0", "store",
                          "a1", "store", "read4", "store", "ret"));
}

// No read goes behind a store, nor ahead of one that was before it.
TEST_F(DemandOrder, ReadsOnDemandWhereTheyAreNot) {
  llvm::Function &function = parse(Reads);
  reduceLiveWords(function, 4);
  EXPECT_FALSE(llvm::verifyFunction(function, &llvm::errs()));
  EXPECT_THAT(order(function),
              ElementsAre("read0", "read1", "a0", "read2", "read3", "a1",
                          "store", "store", "read4", "store", "ret"));
}

} // namespace
} // namespace heddle::codegen
