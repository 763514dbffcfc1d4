//===- AssemblyTextTest.cpp - Instructions as the user wrote them ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/AssemblyText.h"

#include <gmock/gmock.h>

using namespace heddle;
using testing::HasSubstr;

namespace {

/// Why it is refused; empty if it is not.
std::string fault(llvm::StringRef text, llvm::StringRef constraints,
                  unsigned results = 1, unsigned operands = 1) {
  Result<void> checked =
      simt::checkAssembly(text, constraints, results, operands);
  return checked ? "" : checked.error().reason;
}

TEST(AssemblyText, EachRegisterHasAConstraint) {
  EXPECT_EQ(fault("", "=r,r"), "");
  EXPECT_EQ(fault("", "=&r, r,~{memory}"), "");
  EXPECT_EQ(fault("", "=r,=r,0,l,h", 2, 3), "");
  EXPECT_EQ(fault("", "", 0, 0), "");
  EXPECT_THAT(fault("", "=r,r,r"),
              HasSubstr("1 result, \"=r\", and 1 operand, but got 1 and 2"));
  EXPECT_THAT(fault("", "r"), HasSubstr("but got 0 and 1"));
  EXPECT_THAT(fault("", "", 2, 1), HasSubstr("2 results, \"=r\", and 1"));
  EXPECT_THAT(fault("", "=r,1"), HasSubstr("tied to one of 1 result"));
}

TEST(AssemblyText, NamesOnlyItsRegisters) {
  for (const char *text :
       {"add $0, $1, $1;", "add ${0}, ${1:x};", "$$L1: bra $$L1; $0",
        "$(a$|b$) $0", "L${:uid}: $1", "$1$0"})
    EXPECT_EQ(fault(text, "=r,r"), "") << text;
  for (const char *text : {"add $2, $1;", "add $10;", "add $", "bra $L1;",
                           "add ${0", "add ${2}", "add ${:other}", "add ${x}"})
    EXPECT_THAT(fault(text, "=r,r"), HasSubstr("expects '$0' to '$1'")) << text;
  EXPECT_THAT(fault("add $2, $1;", "=r,r"), HasSubstr("but got '$2,'"));
}

} // namespace
