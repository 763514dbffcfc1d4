//===- NewTargetTest.cpp - Compiling for a chip of one's own --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nobody but the table knows a chip by name: a row that is not in the table is
/// compiled for like one that is, with what it says of itself.
///
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/Compile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>

using namespace heddle;
using testing::HasSubstr;
using testing::Not;

namespace {

/// Jetson Thor of 2025, as its compilers called it first; it has no row.
Target newChip() {
  Target chip = **findTarget("sm_100");
  chip.name = "sm_101";
  chip.codeName = "sm_101a";
  chip.capability = 101;
  chip.ptxVersion = 86;
  return chip;
}

/// The PTX of a file; empty if it cannot be compiled.
std::string ptxOf(const std::string &file, const Target &chip) {
  Reported<CompiledModule> code = compileModule({.input = file,
                                                 .text = {},
                                                 .target = &chip,
                                                 .numWarps = {},
                                                 .entry = {},
                                                 .libdevice = {}});
  return code ? code->text : std::string();
}

std::string example(std::string_view name) {
  return concat(HEDDLE_EXAMPLES, name, ".ttir");
}

TEST(NewTarget, IsNotInTheTable) { EXPECT_FALSE(findTarget("sm_101")); }

TEST(NewTarget, HasCode) {
  std::string ptx = ptxOf(example("atomic_append"), newChip());
  EXPECT_THAT(ptx, HasSubstr(".target sm_101a"));
  EXPECT_THAT(ptx, HasSubstr(".version 8.6"));
  EXPECT_THAT(ptx, HasSubstr("redux.sync"));
}

TEST(NewTarget, IsAskedForItsInstructions) {
  Target chip = newChip();
  chip.laneReduce = false;
  std::string ptx = ptxOf(example("atomic_append"), chip);
  EXPECT_THAT(ptx, HasSubstr("shfl.sync.bfly"));
  EXPECT_THAT(ptx, Not(HasSubstr("redux.sync")));
}

constexpr std::string_view AddsBf16 = R"(
  tt.func public @add(%x: !tt.ptr<bf16>, %value: bf16) {
    %old = tt.atomic_rmw fadd, relaxed, gpu, %x, %value
        : (!tt.ptr<bf16>, bf16) -> bf16
    tt.return
  }
)";

TEST(NewTarget, IsAskedForItsAtomics) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("add", "ttir", path));
  llvm::FileRemover remove(path);
  std::error_code status;
  {
    llvm::raw_fd_ostream stream(path, status);
    stream << llvm::StringRef(AddsBf16);
  }
  std::string file = path.str().str();
  Target chip = newChip();
  EXPECT_THAT(ptxOf(file, chip), HasSubstr("add.noftz.bf16"));
  chip.atomics.add = {ScalarType::U32, ScalarType::F32};
  testing::internal::CaptureStderr();
  EXPECT_EQ(ptxOf(file, chip), "");
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("has no code for sm_101"));
}

} // namespace
