//===- ExecutionTest.cpp - Two versions side by side --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Dialects.h"
#include "heddle/verify/Verify.h"
#include "mlir/Parser/Parser.h"

#include <gmock/gmock.h>

using namespace heddle;
using namespace heddle::equivalence;

namespace {

using Kind = Verdict::Kind;

/// The bodies of two kernels, from %p, %q (f32), %h (f16), %b (i8) and %n, with
/// %r as numbers from 0 to 15 and pointers %ps, %qs to 16 elements.
Verdict compareBodies(const std::string &left, const std::string &right) {
  mlir::DialectRegistry registry;
  ir::registerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto kernel = [](const char *name, const std::string &body) {
    return std::string("tt.func public @") + name +
           R"((%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %h: !tt.ptr<f16>,
               %b: !tt.ptr<i8>, %n: i32) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %p0 = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %ps = tt.addptr %p0, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %q0 = tt.splat %q : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %qs = tt.addptr %q0, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %x = tt.load %ps : tensor<16x!tt.ptr<f32>>
)" + body + "  tt.return\n}\n";
  };
  std::string text =
      "module {\n" + kernel("left", left) + kernel("right", right) + "}\n";
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
  if (!module)
    return {.kind = Kind::Undecided};
  Verdict verdict =
      compare(module->lookupSymbol<tt::FuncOp>("left"),
              module->lookupSymbol<tt::FuncOp>("right"), {.proves = false});
  // The locations belong to the context.
  verdict.left.reset();
  verdict.right.reset();
  return verdict;
}

void expectSame(const std::string &left, const std::string &right) {
  Verdict verdict = compareBodies(left, right);
  EXPECT_EQ(verdict.kind, Kind::Tried) << verdict.message << "\n" << right;
}

void expectDifferent(const std::string &left, const std::string &right) {
  Verdict verdict = compareBodies(left, right);
  EXPECT_EQ(verdict.kind, Kind::Different) << verdict.message << "\n" << right;
}

std::string storing(const std::string &value) {
  return "  tt.store %qs, %" + value + " : tensor<16x!tt.ptr<f32>>\n";
}

const std::string Sum = R"(
  %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %c: f32):
    %ac = arith.addf %a, %c : f32
    tt.reduce.return %ac : f32
  }) : (tensor<16xf32>) -> f32
  %y = tt.splat %s : f32 -> tensor<16xf32>
)";

TEST(Execution, ReducesInAnyOrderAndShape) {
  const std::string square = R"(
  %m = tt.reshape %x : tensor<16xf32> -> tensor<4x4xf32>
  %rows = "tt.reduce"(%m) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %c: f32):
    %ac = arith.addf %c, %a : f32
    tt.reduce.return %ac : f32
  }) : (tensor<4x4xf32>) -> tensor<4xf32>
  %s = "tt.reduce"(%rows) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %c: f32):
    %ac = arith.addf %a, %c : f32
    tt.reduce.return %ac : f32
  }) : (tensor<4xf32>) -> f32
  %y = tt.splat %s : f32 -> tensor<16xf32>
)";
  expectSame(Sum + storing("y"), square + storing("y"));
  std::string wrong = square;
  wrong.replace(wrong.rfind("addf"), 4, "mulf");
  expectDifferent(Sum + storing("y"), wrong + storing("y"));
}

TEST(Execution, ScansFromEitherEnd) {
  auto scan = [](const char *reverse) {
    return std::string(R"(
  %y = "tt.scan"(%x) <{axis = 0 : i32, reverse = )") +
           reverse + R"(}> ({
  ^bb0(%a: f32, %c: f32):
    %ac = arith.addf %a, %c : f32
    tt.scan.return %ac : f32
  }) : (tensor<16xf32>) -> tensor<16xf32>
)";
  };
  expectDifferent(scan("false") + storing("y"), scan("true") + storing("y"));
  // The last of all sums is the sum.
  const std::string last = R"(
  %end = arith.constant dense<15> : tensor<16xi32>
  %all = tt.gather %y[%end] {axis = 0 : i32} : (tensor<16xf32>, tensor<16xi32>) -> tensor<16xf32>
)";
  expectSame(scan("false") + last + storing("all"), Sum + storing("y"));
}

TEST(Execution, TurnsAroundAndMultiplies) {
  const std::string turned = R"(
  %m = tt.reshape %x : tensor<16xf32> -> tensor<4x4xf32>
  %t = tt.trans %m {order = array<i32: 1, 0>} : tensor<4x4xf32> -> tensor<4x4xf32>
)";
  const std::string zeros =
      "  %z = arith.constant dense<0.0> : tensor<4x4xf32>\n";
  auto product = [](const char *a, const char *b) {
    return std::string("  %d = tt.dot %") + a + ", %" + b +
           ", %z, inputPrecision = ieee : tensor<4x4xf32> * tensor<4x4xf32> -> "
           "tensor<4x4xf32>\n  %y = tt.reshape %d : tensor<4x4xf32> -> "
           "tensor<16xf32>\n";
  };
  // A * A^T is its own transpose; A * A and A^T * A^T are not.
  expectSame(turned + zeros + product("m", "t") + storing("y"),
             turned + zeros + product("m", "t") +
                 "  %e = tt.trans %d {order = array<i32: 1, 0>} : "
                 "tensor<4x4xf32> -> tensor<4x4xf32>\n  %f = tt.reshape %e : "
                 "tensor<4x4xf32> -> tensor<16xf32>\n" +
                 storing("f"));
  expectDifferent(turned + zeros + product("m", "m") + storing("y"),
                  turned + zeros + product("t", "t") + storing("y"));
}

TEST(Execution, RoundsOnceToNearest) {
  auto through = [](const char *type, const char *half) {
    return std::string(
               "  %k = arith.truncf %x : tensor<16xf32> to tensor<16x") +
           type + ">\n  %w = arith.extf %k : tensor<16x" + type +
           "> to tensor<16xf32>\n  %c = arith.constant dense<" + half +
           "> : tensor<16xf32>\n  %y = arith.addf %w, %c : tensor<16xf32>\n";
  };
  // Multiples of 1/4 up to 4 are exact in both, others are not.
  expectDifferent(through("f16", "0.0") + storing("y"),
                  through("bf16", "0.0") + storing("y"));
  expectDifferent(through("f16", "0.0") + storing("y"),
                  through("f16", "0.01") + storing("y"));
}

TEST(Execution, FollowsLoopsAndBranches) {
  const std::string loop = R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (tensor<16xf32>) : i32 {
    %b1 = arith.addf %a, %x : tensor<16xf32>
    scf.yield %b1 : tensor<16xf32>
  }
)";
  const std::string five = "  %f = arith.constant dense<5.0> : tensor<16xf32>\n"
                           "  %y = arith.mulf %x, %f : tensor<16xf32>\n";
  expectSame(loop + storing("y"), five + storing("y"));
  const std::string conditional = R"(
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi sgt, %n, %c0 : i32
  scf.if %c {
    tt.store %qs, %x : tensor<16x!tt.ptr<f32>>
  }
)";
  const std::string masked = R"(
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi sgt, %n, %c0 : i32
  %m = tt.splat %c : i1 -> tensor<16xi1>
  tt.store %qs, %x, %m : tensor<16x!tt.ptr<f32>>
)";
  expectSame(conditional, masked);
  expectDifferent(conditional, storing("x"));
}

TEST(Execution, AddsAtomically) {
  const std::string atomic = R"(
  %m = arith.constant dense<true> : tensor<16xi1>
  %o = tt.atomic_rmw fadd, relaxed, gpu, %qs, %x, %m : (tensor<16x!tt.ptr<f32>>, tensor<16xf32>, tensor<16xi1>) -> tensor<16xf32>
)";
  const std::string plain = R"(
  %old = tt.load %qs : tensor<16x!tt.ptr<f32>>
  %y = arith.addf %old, %x : tensor<16xf32>
)";
  expectSame(atomic, plain + storing("y"));
  expectDifferent(atomic, storing("x"));
}

TEST(Execution, SeesAccessesThatLeaveWhatIsUsed) {
  const std::string inside = R"(
  %ns = tt.splat %n : i32 -> tensor<16xi32>
  %m = arith.cmpi slt, %r, %ns : tensor<16xi32>
  %q1 = tt.splat %h : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
  %hs = tt.addptr %q1, %r : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
)";
  expectDifferent(inside + "  %v = tt.load %hs, %m : tensor<16x!tt.ptr<f16>>\n",
                  inside + "  %v = tt.load %hs : tensor<16x!tt.ptr<f16>>\n");
}

TEST(Execution, SaysWhatItCannotDo) {
  Verdict verdict =
      compareBodies(storing("x"), "  %w = ttg.warp_id\n" + storing("x"));
  EXPECT_EQ(verdict.kind, Kind::Undecided);
  EXPECT_THAT(verdict.message, testing::HasSubstr("ttg.warp_id"));
}

// An index out of bounds in the first program lets the second do anything.
TEST(Execution, CountsNoMisuse) {
  const std::string outside = R"(
  %far = arith.constant dense<16> : tensor<16xi32>
  %y = tt.gather %x[%far] {axis = 0 : i32} : (tensor<16xf32>, tensor<16xi32>) -> tensor<16xf32>
)";
  EXPECT_EQ(compareBodies(outside + storing("y"), storing("x")).kind,
            Kind::Undecided);
  expectDifferent(storing("x"), outside + storing("y"));
}

} // namespace
