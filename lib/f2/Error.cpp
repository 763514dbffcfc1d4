//===- Error.cpp - Error values with a witness ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Error.h"

namespace heddle {

std::string Error::text() const {
  std::string result = reason;
  for (const std::string *part : {&witness, &remedy}) {
    if (part->empty())
      continue;
    if (!result.empty())
      result += '\n';
    result += *part;
  }
  return result;
}

tl::unexpected<Error> failure(std::string reason, std::string witness,
                              std::string remedy) {
  return tl::unexpected<Error>(
      Error{std::move(reason), std::move(witness), std::move(remedy)});
}

} // namespace heddle
