//===- EqualPhisTest.cpp - One value for what goes on alike ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualPhis.h"
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

/// A loop of %x and %y that are equal at first, and of what it carries else.
class EqualPhis : public testing::Test {
protected:
  /// The names of what is left of the loop: of all but its branch.
  std::vector<std::string> merged(const std::string &loop) {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(
        "define void @f(ptr %p, float %a, float %b, i1 %more) {\n"
        "entry:\n  br label %loop\nloop:\n" +
            loop +
            "  br i1 %more, label %loop, label %done\n"
            "done:\n"
            "  store float %x, ptr %p\n  store float %y, ptr %p\n"
            "  ret void\n}",
        error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    llvm::Function &function = *module->begin();
    llvm::FunctionAnalysisManager analyses;
    MergeEqualPhis().run(function, analyses);
    EXPECT_FALSE(llvm::verifyFunction(function, &llvm::errs()));
    std::vector<std::string> names;
    for (const llvm::Instruction &each : function.getEntryBlock()
                                             .getSingleSuccessor()
                                             ->instructionsWithoutDebug())
      if (!each.isTerminator())
        names.push_back(each.getName().str());
    return names;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

TEST_F(EqualPhis, GoOnAlike) {
  EXPECT_THAT(merged(R"(
  %x = phi float [ 0.0, %entry ], [ %nx, %loop ]
  %y = phi float [ %ny, %loop ], [ 0.0, %entry ]
  %nx = fadd float %x, %a
  %ny = fadd float %y, %a
)"),
              ElementsAre("x", "nx"));
}

// Each goes on as the other one.
TEST_F(EqualPhis, GoOnCrosswise) {
  EXPECT_THAT(merged(R"(
  %x = phi float [ 0.0, %entry ], [ %ny, %loop ]
  %y = phi float [ 0.0, %entry ], [ %nx, %loop ]
  %nx = fadd float %x, %a
  %ny = fadd float %y, %a
)"),
              ElementsAre("x", "nx"));
}

TEST_F(EqualPhis, DifferAtFirst) {
  EXPECT_THAT(merged(R"(
  %x = phi float [ 0.0, %entry ], [ %nx, %loop ]
  %y = phi float [ 1.0, %entry ], [ %ny, %loop ]
  %nx = fadd float %x, %a
  %ny = fadd float %y, %a
)"),
              ElementsAre("x", "y", "nx", "ny"));
}

TEST_F(EqualPhis, DifferInAnOperand) {
  EXPECT_THAT(merged(R"(
  %x = phi float [ 0.0, %entry ], [ %nx, %loop ]
  %y = phi float [ 0.0, %entry ], [ %ny, %loop ]
  %nx = fadd float %x, %a
  %ny = fadd float %y, %b
)"),
              ElementsAre("x", "y", "nx", "ny"));
}

TEST_F(EqualPhis, DifferInFlags) {
  EXPECT_THAT(merged(R"(
  %x = phi float [ 0.0, %entry ], [ %nx, %loop ]
  %y = phi float [ 0.0, %entry ], [ %ny, %loop ]
  %nx = fadd float %x, %a
  %ny = fadd contract float %y, %a
)"),
              ElementsAre("x", "y", "nx", "ny"));
}

// %u and %v differ, so that %x and %y do from the second iteration on.
TEST_F(EqualPhis, DifferLater) {
  EXPECT_THAT(merged(R"(
  %x = phi float [ 0.0, %entry ], [ %u, %loop ]
  %y = phi float [ 0.0, %entry ], [ %v, %loop ]
  %u = phi float [ 0.0, %entry ], [ %a, %loop ]
  %v = phi float [ 0.0, %entry ], [ %b, %loop ]
)"),
              ElementsAre("x", "y", "u", "v"));
}

TEST_F(EqualPhis, AssemblyIsEqualWithoutEffects) {
  EXPECT_THAT(merged(R"(
  %x = phi float [ 0.0, %entry ], [ %nx, %loop ]
  %y = phi float [ 0.0, %entry ], [ %ny, %loop ]
  %nx = call float asm "ex2 $0, $1;", "=f,f"(float %x) nounwind willreturn memory(none)
  %ny = call float asm "ex2 $0, $1;", "=f,f"(float %y) nounwind willreturn memory(none)
)"),
              ElementsAre("x", "nx"));
  EXPECT_THAT(merged(R"(
  %x = phi float [ 0.0, %entry ], [ %nx, %loop ]
  %y = phi float [ 0.0, %entry ], [ %ny, %loop ]
  %nx = call float asm sideeffect "ld $0, $1;", "=f,f"(float %x)
  %ny = call float asm sideeffect "ld $0, $1;", "=f,f"(float %y)
)"),
              ElementsAre("x", "y", "nx", "ny"));
}

TEST_F(EqualPhis, MemoryMayHaveChanged) {
  EXPECT_THAT(merged(R"(
  %x = phi float [ 0.0, %entry ], [ %nx, %loop ]
  %y = phi float [ 0.0, %entry ], [ %ny, %loop ]
  %nx = load float, ptr %p
  store float %a, ptr %p
  %ny = load float, ptr %p
)"),
              ElementsAre("x", "y", "nx", "", "ny"));
}

} // namespace
} // namespace heddle::codegen
