//===- Programs.h - Pairs of functions to prove equal -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_VERIFY_PROGRAMS_H
#define HEDDLE_TEST_UNIT_VERIFY_PROGRAMS_H

#include "heddle/ir/Dialects.h"
#include "heddle/verify/Proof.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace heddle::equivalence {

/// The bodies of two functions that compute %r, or that only have effects, from
/// the arguments below. Layouts #a, #b and buffers of layout #s in #smem are
/// there.
struct Programs {
  std::string left, right;
  /// Of %r; empty: there is no result.
  std::string result = {};
  /// Other functions of the module.
  std::string functions = {};
  /// Of which one has data of its own, and the others the same.
  int warps = 1;
};

inline std::string textOf(const char *name, const std::string &body,
                          const std::string &result) {
  std::string arrow = result.empty() ? "" : " -> " + result;
  std::string end =
      result.empty() ? "tt.return\n" : "tt.return %r : " + result + "\n";
  return std::string("tt.func public @") + name +
         "(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %i: i32, %j: i32, %k: i32, "
         "%x: f32, %y: f32, %z: f32, %c: i1, %d: i1, %w: i64, "
         "%t: tensor<4x8xf32>, %u: tensor<4x8xf32>, %m: tensor<8x4xf32>, "
         "%v: tensor<8xf32>, %ps: tensor<4x8x!tt.ptr<f32>, #a>, %qs: "
         "tensor<4x8x!tt.ptr<f32>, #a>)" +
         arrow + " {\n" + body + "\n" +
         (body.find("tt.return") == std::string::npos ? end : "") + "}\n";
}

inline void replaceAll(std::string &text, const std::string &what,
                       const std::string &with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

/// Of what the copy engine fills: !LAYOUT is the layout of a buffer, !COUNTS
/// that of mbarriers.
inline std::string withTypes(std::string text) {
  replaceAll(text, "!LAYOUT",
             "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, "
             "elementBitWidth = 32}>");
  replaceAll(text, "!COUNTS",
             "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, "
             "order = [0]}>");
  return text;
}

inline ProofResult prove(const Programs &programs,
                         const ProofOptions &options = {}) {
  mlir::DialectRegistry registry;
  ir::registerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  std::string warps = std::to_string(programs.warps);
  std::string text =
      "#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], "
      "warpsPerCTA = [" +
      warps +
      ", 1], order = [1, 0]}>\n"
      "#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], "
      "warpsPerCTA = [" +
      warps +
      ", 1], order = [0, 1]}>\n"
      "#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
      "[1, 0]}>\n#smem = #ttg.shared_memory\n"
      "module attributes {\"ttg.num-warps\" = " +
      warps +
      " : i32, "
      "\"ttg.threads-per-warp\" = 32 : i32} {\n" +
      programs.functions + textOf("left", programs.left, programs.result) +
      textOf("right", programs.right, programs.result) + "}\n";
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
  if (!module)
    return {};
  ProofResult result =
      proveEqual(module->lookupSymbol<tt::FuncOp>("left"),
                 module->lookupSymbol<tt::FuncOp>("right"), options);
  // The locations belong to the context.
  result.left.reset();
  result.right.reset();
  return result;
}

inline void expectEqual(const Programs &programs,
                        const ProofOptions &options = {}) {
  ProofResult result = prove(programs, options);
  EXPECT_TRUE(result.isProved) << result.reason << "\n"
                               << programs.left << "\n---\n"
                               << programs.right;
}

inline void expectNoProof(const Programs &programs,
                          const ProofOptions &options = {}) {
  ProofResult result = prove(programs, options);
  EXPECT_FALSE(result.isProved) << programs.left << "\n---\n" << programs.right;
  EXPECT_FALSE(result.reason.empty());
}

} // namespace heddle::equivalence

#endif // HEDDLE_TEST_UNIT_VERIFY_PROGRAMS_H
