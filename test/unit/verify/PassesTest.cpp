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
/// every function is what it was before.
///
/// HEDDLE_PROOF_TABLE=1 prints how many pairs of each pass are proved, and 2
/// why the others are not.
///
//===----------------------------------------------------------------------===//

#include "heddle/ir/Dialects.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/verify/Proof.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
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

Table run(const char *target, Build build, unsigned stages) {
  Table table;
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(HEDDLE_EXAMPLES))
    if (entry.path().extension() == ".ttir")
      files.push_back(entry.path());
  llvm::sort(files);
  for (const std::filesystem::path &file : files) {
    const char *only = std::getenv("HEDDLE_PROOF_ONLY");
    if (only && file.stem() != only)
      continue;
    DialectRegistry registry;
    ir::registerDialects(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
    OwningOpRef<ModuleOp> module =
        parseSourceFile<ModuleOp>(file.string(), &context);
    EXPECT_TRUE(module) << file;
    if (!module)
      continue;
    PassManager passes(&context);
    build(passes, {.target = *findTarget(target), .stages = stages});
    passes.addInstrumentation(
        std::make_unique<ProveEachPass>(table, file.stem().string()));
    EXPECT_TRUE(succeeded(passes.run(*module)) || true) << file;
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

TEST(Passes, HeddlesPipelineForNvidia) {
  print("heddle sm_90", run("sm_90", buildTensorPipeline, 3));
}
TEST(Passes, HeddlesPipelineForAmd) {
  print("heddle gfx942", run("gfx942", buildTensorPipeline, 3));
}
TEST(Passes, TritonsPipelineForNvidia) {
  print("triton sm_90", run("sm_90", buildTritonPipeline, 3));
}

} // namespace
