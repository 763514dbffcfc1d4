//===- TestPasses.h - Passes that show analyses -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes that show what analyses and interfaces say, for tests and for the
/// curious, which change nothing; and passes that break kernels, or crash.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_PASSES_TESTPASSES_H
#define HEDDLE_TEST_PASSES_TESTPASSES_H

namespace heddle {

void registerTestCrash();
void registerTestFault();
void registerTestLayoutFlow();
void registerTestLayoutRegisters();
void registerTestMoreLayouts();
void registerTestPrintAlignment();
void registerTestSharedUse();

inline void registerTestPasses() {
  registerTestCrash();
  registerTestFault();
  registerTestLayoutFlow();
  registerTestLayoutRegisters();
  registerTestMoreLayouts();
  registerTestPrintAlignment();
  registerTestSharedUse();
}

} // namespace heddle

#endif // HEDDLE_TEST_PASSES_TESTPASSES_H
