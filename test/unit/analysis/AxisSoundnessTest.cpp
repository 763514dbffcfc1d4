//===- AxisSoundnessTest.cpp - No claim is wrong --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/RandomProgram.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Dialects.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace heddle;
using namespace heddle::test;

namespace {

/// What a claim says that is not so; empty if all of it is.
std::string wrongClaim(const AxisInfo &info, const Tensor &tensor) {
  std::vector<std::int64_t> shape = tensor.shape;
  if (shape.empty())
    shape = {1};
  auto size = static_cast<std::int64_t>(tensor.numbers.size());
  if (info.axes.size() != shape.size())
    return "number of axes";
  std::int64_t stride = size;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    stride /= shape[axis];
    const AxisInfo::Axis &along = info.axes[axis];
    for (std::int64_t number = 0; number < size; ++number) {
      std::int64_t index = number / stride % shape[axis];
      auto at = static_cast<std::size_t>(number);
      std::int64_t value = tensor.numbers[at];
      if (index % along.contiguity == 0 && value % along.divisibility != 0)
        return "divisibility along axis " + std::to_string(axis);
      auto before = static_cast<std::size_t>(number - stride);
      if (index % along.contiguity != 0 &&
          value != tensor.numbers[before] + info.unit)
        return "contiguity along axis " + std::to_string(axis);
      if (index % along.constancy != 0 && value != tensor.numbers[before])
        return "constancy along axis " + std::to_string(axis);
    }
  }
  for (std::int64_t value : tensor.numbers) {
    if (info.constant && value != *info.constant)
      return "constant";
    if (value < info.low || value > info.high)
      return "bounds";
  }
  return {};
}

std::string textOf(const Tensor &tensor) {
  std::string text;
  for (std::int64_t number : tensor.numbers)
    text += (text.empty() ? "" : " ") + std::to_string(number);
  return text;
}

unsigned programs() {
  const char *wanted = std::getenv("HEDDLE_PROGRAMS");
  return wanted == nullptr ? 400 : static_cast<unsigned>(std::atoi(wanted));
}

/// The number of results in the program that are claimed to be more than
/// unknown, all of which were seen to be so.
unsigned checkProgram(const RandomProgram &program, std::uint64_t seed) {
  AxisFacts facts(program.function->getParentOp());
  unsigned claims = 0;
  try {
    execute(program.function, program.arguments, program.programId,
            [&](mlir::Value value, const Tensor &tensor) {
              AxisInfo info = facts.of(value);
              std::string wrong = wrongClaim(info, tensor);
              if (!wrong.empty()) {
                std::string text;
                llvm::raw_string_ostream stream(text);
                value.print(stream);
                ADD_FAILURE() << "seed " << seed << ": wrong " << wrong
                              << " of " << text << "\n"
                              << toText(info) << "\n"
                              << textOf(tensor);
              }
              for (const AxisInfo::Axis &axis : info.axes)
                claims += axis.contiguity > 1 || axis.constancy > 1 ||
                          axis.divisibility > 1;
            });
  } catch (const Undefined &) {
    // What came before counts.
  }
  return claims;
}

} // namespace

TEST(AxisSoundness, ClaimsHoldOfEveryElement) {
  mlir::DialectRegistry registry;
  ir::registerDialects(registry);
  unsigned claims = 0;
  for (std::uint64_t seed = 0; seed < programs() && !HasFailure(); ++seed) {
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    std::mt19937_64 engine(seed);
    RandomProgram program = randomProgram(context, engine, 40);
    ASSERT_TRUE(mlir::succeeded(mlir::verify(*program.module)));
    claims += checkProgram(program, seed);
    if (HasFailure())
      program.module->dump();
  }
  // In a program something is known of a dozen values.
  if (!HasFailure())
    EXPECT_GT(claims, 12 * programs());
}
