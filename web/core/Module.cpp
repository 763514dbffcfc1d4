//===- Module.cpp - The core as a WebAssembly module ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the page calls: it writes a question into memory that it has allocated
/// here, and reads the answer until it asks again.
///
//===----------------------------------------------------------------------===//

#include "heddle/answers/PageQuestion.h"

#include <cstdlib>

namespace {

/// Where the last answer is, and how long: what `heddle_answer` points at.
struct Answer {
  const char *text;
  std::size_t size;
};

} // namespace

extern "C" {

[[clang::export_name("heddle_allocate")]] void *
heddle_allocate(std::size_t size) {
  return std::malloc(size);
}

/// Takes the memory of the question, in UTF-8.
[[clang::export_name("heddle_answer")]] const Answer *
heddle_answer(char *question, std::size_t size) {
  static std::string text;
  static Answer answer;
  text = heddle::answerPageLine(std::string(question, size));
  std::free(question);
  answer = {text.data(), text.size()};
  return &answer;
}
}
