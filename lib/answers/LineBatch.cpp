//===- LineBatch.cpp - Many questions, one a line -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/LineBatch.h"

#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>

namespace heddle {

std::size_t answerLines(std::istream &in, std::ostream &out,
                        const LineAnswer &answer) {
  std::size_t bad = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r'))
      line.pop_back();
    Result<std::string> text = answer(line);
    if (!text) {
      ++bad;
      nlohmann::ordered_json error = {{"error", text.error().text()},
                                      {"input", line}};
      // Input may be any bytes; what is no UTF-8 is replaced.
      text = error.dump(-1, ' ', false,
                        nlohmann::ordered_json::error_handler_t::replace) +
             "\n";
    }
    out << *text;
  }
  return bad;
}

} // namespace heddle
