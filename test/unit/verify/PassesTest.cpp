//===- PassesTest.cpp - What passes keep is proved ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the pipelines over the example kernels and proves, for each pass, that
/// every kernel is what it was before. What cannot be proved is listed.
///
/// HEDDLE_PROOF_TABLE=1 prints how many pairs of each pass are proved, and 2
/// why the others are not.
///
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/verify/Proof.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

using namespace heddle;
using namespace mlir;

namespace {

struct Tally {
  unsigned proved = 0, others = 0;
  std::vector<std::string> reasons;
};
/// Of each pass, in the order of the pipeline.
struct Table {
  std::map<std::string, Tally> passes;
  std::vector<std::string> order;
};

std::string textOf(const std::optional<Location> &where) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (where)
    out << *where;
  return text;
}

class ProveEachPass : public PassInstrumentation {
public:
  ProveEachPass(Table &table, std::string kernel)
      : table(table), kernel(std::move(kernel)) {}

  void runBeforePass(Pass *, Operation *op) override {
    if (isa<ModuleOp>(op))
      before = cast<ModuleOp>(op->clone());
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    if (!isa<ModuleOp>(op))
      return;
    llvm::StringRef name = pass->getArgument();
    if (!table.passes.contains(name.str()))
      table.order.push_back(name.str());
    Tally &tally = table.passes[name.str()];
    for (auto function : before->getOps<tt::FuncOp>()) {
      auto after =
          cast<ModuleOp>(op).lookupSymbol<tt::FuncOp>(function.getSymName());
      if (!after || function.isPrivate())
        continue;
      equivalence::ProofResult result =
          equivalence::proveEqual(function, after);
      result.isProved ? ++tally.proved : ++tally.others;
      // All of them store something.
      EXPECT_EQ(result.isProved, result.effects != 0) << kernel;
      if (!result.isProved)
        tally.reasons.push_back(kernel + ": " + result.reason + " " +
                                textOf(result.left) + " / " +
                                textOf(result.right));
    }
    before = OwningOpRef<ModuleOp>();
  }

private:
  Table &table;
  std::string kernel;
  OwningOpRef<ModuleOp> before;
};

using Build = void (*)(OpPassManager &, const TensorPipelineOptions &);

Table run(const char *target, Build build) {
  Table table;
  for (const std::filesystem::path &file : exampleFiles()) {
    std::unique_ptr<MLIRContext> context = exampleContext();
    ScopedDiagnosticHandler quiet(context.get(), [](Diagnostic &) {});
    OwningOpRef<ModuleOp> module =
        parseSourceFile<ModuleOp>(file.string(), context.get());
    EXPECT_TRUE(module) << file;
    if (!module)
      continue;
    PassManager passes(context.get());
    build(passes, {.target = *findTarget(target)});
    passes.addInstrumentation(
        std::make_unique<ProveEachPass>(table, file.stem().string()));
    EXPECT_TRUE(succeeded(passes.run(*module))) << file;
  }
  return table;
}

void print(const char *title, const Table &table) {
  const char *level = std::getenv("HEDDLE_PROOF_TABLE");
  if (!level)
    return;
  llvm::outs() << title << "\n";
  for (const std::string &pass : table.order) {
    const Tally &tally = table.passes.at(pass);
    llvm::outs() << "  " << pass << ": " << tally.proved << " proved, "
                 << tally.others << " not\n";
    if (*level == '2')
      for (const std::string &reason : tally.reasons)
        llvm::outs() << "      " << reason << "\n";
  }
  llvm::outs().flush();
}

/// Passes that change more than the normal form can see, and for how many pairs
/// at most: what a loop copies depends on more than the iteration; scales
/// become products; there are two loops for one, equal where masks leave
/// nothing out.
using Exceptions = std::map<std::string, unsigned>;

void check(const Table &table, const Exceptions &exceptions) {
  for (const std::string &pass : table.order) {
    const Tally &tally = table.passes.at(pass);
    auto known = exceptions.find(pass);
    EXPECT_LE(tally.others, known == exceptions.end() ? 0 : known->second)
        << pass << ": " << llvm::join(tally.reasons, "\n");
    EXPECT_GT(tally.proved, 0U) << pass;
  }
}

TEST(Passes, HeddlesPipelineForNvidia) {
  Table table = run("sm_90", buildTensorPipeline);
  print("heddle-tensors, sm_90", table);
  check(table, {{"triton-decompose-scaled-dot", 1},
                {"tritongpu-pipeline", 1},
                {"heddle-split-masked-loops", 3}});
}

TEST(Passes, HeddlesPipelineForAmd) {
  Table table = run("gfx942", buildTensorPipeline);
  print("heddle-tensors, gfx942", table);
  check(table, {{"triton-decompose-scaled-dot", 1}});
}

TEST(Passes, TritonsPipelineForNvidia) {
  Table table = run("sm_90", buildTritonPipeline);
  print("triton-tensors, sm_90", table);
  check(table, {{"triton-decompose-scaled-dot", 1}, {"tritongpu-pipeline", 1}});
}

TEST(Passes, TritonsPipelineForAmd) {
  Table table = run("gfx942", buildTritonPipeline);
  print("triton-tensors, gfx942", table);
  check(table, {{"triton-decompose-scaled-dot", 1}});
}

/// What two pipelines make of one kernel, and the kernel itself.
Tally compareEnds(const char *target) {
  Tally tally;
  for (const std::filesystem::path &file : exampleFiles()) {
    std::unique_ptr<MLIRContext> context = exampleContext();
    auto compiled = [&](Build build) {
      OwningOpRef<ModuleOp> module =
          parseSourceFile<ModuleOp>(file.string(), context.get());
      PassManager passes(context.get());
      if (build)
        build(passes, {.target = *findTarget(target)});
      EXPECT_TRUE(module && succeeded(passes.run(*module))) << file;
      return module;
    };
    OwningOpRef<ModuleOp> source = compiled(nullptr),
                          heddles = compiled(buildTensorPipeline),
                          tritons = compiled(buildTritonPipeline);
    for (auto function : source->getOps<tt::FuncOp>()) {
      if (function.isPrivate())
        continue;
      llvm::StringRef name = function.getSymName();
      auto one = heddles->lookupSymbol<tt::FuncOp>(name),
           other = tritons->lookupSymbol<tt::FuncOp>(name);
      for (auto [left, right] : {std::pair(function, one), {one, other}}) {
        equivalence::ProofResult result = equivalence::proveEqual(left, right);
        result.isProved ? ++tally.proved : ++tally.others;
        if (!result.isProved)
          tally.reasons.push_back(file.stem().string() + ": " + result.reason);
      }
    }
  }
  return tally;
}

TEST(Passes, AllAtOnce) {
  Tally nvidia = compareEnds("sm_90"), amd = compareEnds("gfx942");
  Table table;
  table.order = {"sm_90", "gfx942"};
  table.passes = {{"sm_90", nvidia}, {"gfx942", amd}};
  print("from source to Heddle's end, and from there to Triton's", table);
  EXPECT_LE(nvidia.others, 8U) << llvm::join(nvidia.reasons, "\n");
  EXPECT_LE(amd.others, 1U) << llvm::join(amd.reasons, "\n");
}

} // namespace
