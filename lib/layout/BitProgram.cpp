//===- BitProgram.cpp - Layouts as integer instructions -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/BitProgram.h"

namespace heddle {

namespace {

Word runStep(const BitStep &step, const std::vector<Word> &values) {
  Word lhs = values[step.lhs];
  switch (step.op) {
  case BitStep::Op::And:
    return lhs & step.rhs;
  case BitStep::Op::ShiftLeft:
    return lhs << step.rhs;
  case BitStep::Op::ShiftRight:
    return lhs >> step.rhs;
  case BitStep::Op::Xor:
    return lhs ^ values[step.rhs];
  case BitStep::Op::Or:
    return lhs | values[step.rhs];
  }
  return 0;
}

const char *opText(BitStep::Op op) {
  switch (op) {
  case BitStep::Op::And:
    return "and";
  case BitStep::Op::ShiftLeft:
    return "shl";
  case BitStep::Op::ShiftRight:
    return "shr";
  case BitStep::Op::Xor:
    return "xor";
  case BitStep::Op::Or:
    return "or";
  }
  return "";
}

} // namespace

std::vector<Word> BitProgram::run(ListRef<Word> given) const {
  std::vector<Word> values(given.begin(), given.end());
  values.resize(inputs.size(), 0);
  for (const BitStep &step : steps)
    values.push_back(runStep(step, values));
  std::vector<Word> results;
  results.reserve(outputs.size());
  for (const Output &output : outputs)
    results.push_back(output.value == Output::Zero ? 0 : values[output.value]);
  return results;
}

unsigned BitProgram::width() const {
  // Every step is monotone in the bits that its operands may have, but for xor,
  // whose possible bits are those of or.
  std::vector<Word> possible;
  Word all = 0;
  for (const DimBits &input : inputs)
    possible.push_back(f2::lowMask(input.bits));
  for (BitStep step : steps) {
    if (step.op == BitStep::Op::Xor)
      step.op = BitStep::Op::Or;
    possible.push_back(runStep(step, possible));
  }
  for (Word bits : possible)
    all |= bits;
  return static_cast<unsigned>(std::bit_width(all));
}

std::string BitProgram::text() const {
  auto nameOf = [&](Word value) {
    return value < inputs.size() ? std::string(inputs[value].dim.name())
                                 : concat("v", value);
  };
  std::string result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const BitStep &step = steps[i];
    bool isBinary = step.op == BitStep::Op::Xor || step.op == BitStep::Op::Or;
    result +=
        concat(nameOf(inputs.size() + i), " = ", opText(step.op), " ",
               nameOf(step.lhs), ", ",
               isBinary ? nameOf(step.rhs) : std::to_string(step.rhs), "\n");
  }
  for (const Output &output : outputs)
    result +=
        concat("=> ", output.dim.name(), ": ",
               output.value == Output::Zero ? "0" : nameOf(output.value), "\n");
  return result;
}

} // namespace heddle
