//===- MismatchTest.cpp - Where a proof got stuck -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "heddle/verify/Proof.h"

#include <gtest/gtest.h>

using namespace heddle;
using namespace mlir;

namespace {

/// "line of the left / line of the right: reason" of two bodies of a function
/// of %p, %q, %x, %y and %n, each of which begins at line 1.
std::string stuckAt(const std::string &left, const std::string &right) {
  std::unique_ptr<MLIRContext> context = exampleContext();
  auto parse = [&](const std::string &body) {
    return parseSourceString<ModuleOp>(
        "tt.func public @k(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %x: f32, %y: "
        "f32, %n: i32) {" +
            body + "tt.return }",
        context.get());
  };
  OwningOpRef<ModuleOp> one = parse("\n" + left), other = parse("\n" + right);
  EXPECT_TRUE(one && other);
  if (!one || !other)
    return {};
  equivalence::ProofResult result = equivalence::proveEqual(
      *one->getOps<tt::FuncOp>().begin(), *other->getOps<tt::FuncOp>().begin());
  EXPECT_FALSE(result.isProved);
  auto line = [](const std::optional<Location> &where) -> std::string {
    auto place = where ? dyn_cast<FileLineColLoc>(*where) : FileLineColLoc();
    return place ? std::to_string(place.getLine() - 1) : "-";
  };
  return line(result.left) + " / " + line(result.right) + ": " + result.reason;
}

TEST(Mismatch, IsTheFirstOpThatDiffers) {
  auto body = [](const char *op) {
    return std::string("%a = arith.mulf %x, %y : f32\n%b = ") + op +
           " %a, %x : f32\n%c = math.exp %b : f32\n"
           "tt.store %p, %c : !tt.ptr<f32>\n";
  };
  EXPECT_EQ(stuckAt(body("arith.addf"), body("arith.divf")),
            "2 / 2: expects equal values, but got 'arith.addf' and "
            "'arith.divf'");
}

TEST(Mismatch, IsInLoops) {
  auto body = [](const char *op) {
    return std::string("%c0 = arith.constant 0 : i32\n"
                       "%c1 = arith.constant 1 : i32\n"
                       "%r = scf.for %i = %c0 to %n step %c1 "
                       "iter_args(%a = %x) -> (f32) : i32 {\n%b = math.") +
           op +
           " %a : f32\nscf.yield %b : f32\n}\n"
           "tt.store %p, %r : !tt.ptr<f32>\n";
  };
  EXPECT_EQ(stuckAt(body("sin"), body("cos")),
            "4 / 4: expects equal values, but got 'math.sin' and 'math.cos'");
}

TEST(Mismatch, IsTheStoreThatIsMissing) {
  std::string store = "tt.store %p, %x : !tt.ptr<f32>\n";
  EXPECT_EQ(stuckAt("", store),
            "- / 1: expects equal values, but got memory as the function found "
            "it and 'tt.store'");
}

TEST(Mismatch, IsTheOpThatIsNotFollowed) {
  std::string assembly =
      "%a = tt.elementwise_inline_asm \"nop\" {constraints = \"=r,r\", "
      "packed_element = 1 : i32, pure = false} %n : i32 -> i32\n";
  EXPECT_EQ(stuckAt(assembly, ""),
            "1 / -: cannot follow 'tt.elementwise_inline_asm'");
}

} // namespace
