//===- Check.h - Testing results and errors ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shorthands for tests of functions that return `Result`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_CHECK_H
#define HEDDLE_TEST_UNIT_CHECK_H

#include "heddle/f2/Error.h"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iostream>

namespace heddle {

/// The value of a result that has to be there. A test that is wrong about that
/// stops with the error's text.
template <class T> T get(Result<T> result) {
  if (result)
    return std::move(*result);
  std::cerr << "unexpected error: " << result.error().text() << std::endl;
  std::abort();
}

/// Fails unless the result is an error whose text contains `part`.
template <class T>
testing::AssertionResult failsWith(const Result<T> &result,
                                   std::string_view part) {
  if (result)
    return testing::AssertionFailure()
           << "expects an error with '" << part << "', but got a value";
  std::string text = result.error().text();
  if (text.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "expects an error with '" << part << "', but got '" << text << "'";
}

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_CHECK_H
