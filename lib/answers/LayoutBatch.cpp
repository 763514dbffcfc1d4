//===- LayoutBatch.cpp - Many types, one a line ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/LayoutBatch.h"
#include "heddle/answers/LayoutReport.h"
#include "heddle/answers/LineBatch.h"

namespace heddle {

namespace {

Result<std::string> answer(const std::string &line, const std::string &tensor,
                           const ReadOptions &read, const WriteOptions &write) {
  if (line.find_first_not_of(" \t\r") == std::string::npos)
    return failure("expects a type, but got an empty line");
  Result<LayoutSubject> subject =
      makeSubject({.layout = line, .tensor = tensor}, read, write.version);
  if (!subject)
    return tl::unexpected(std::move(subject.error()));
  return jsonLine(*subject, write);
}

} // namespace

std::size_t runLayoutBatch(std::istream &in, std::ostream &out,
                           const std::string &tensor, const ReadOptions &read,
                           const WriteOptions &write) {
  return answerLines(in, out, [&](const std::string &line) {
    return answer(line, tensor, read, write);
  });
}

} // namespace heddle
