//===- VerifyTest.cpp - Passes that change a function ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Answer.h"
#include "ModuleFile.h"
#include "heddle/verify/VerifyPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace heddle::reduction {

using namespace mlir;

namespace {

class VerifyTest final : public FailureTest {
public:
  VerifyTest(std::string passes, std::string message,
             const equivalence::VerifyOptions &options)
      : passes(std::move(passes)), message(std::move(message)),
        options(options) {
    // What `--pass-pipeline` takes is taken as well.
    llvm::StringRef inner = llvm::StringRef(this->passes).trim();
    if (inner.consume_front("builtin.module(") && inner.consume_back(")"))
      this->passes = inner.str();
  }

  Result<Observation> observe(const KernelText &kernel,
                              const TestLimits &limits) override {
    return observeIsolated([&] { return answer(kernel); }, limits, message);
  }

private:
  Answer answer(const KernelText &kernel) const;

  std::string passes, message;
  equivalence::VerifyOptions options;
};

Answer VerifyTest::answer(const KernelText &kernel) const {
  std::unique_ptr<MLIRContext> context = makeContext(std::nullopt);
  PassManager manager(context.get());
  std::string trouble;
  llvm::raw_string_ostream stream(trouble);
  if (failed(parsePassPipeline(passes, manager, stream)))
    return {Answer::Kind::Unusable,
            "expects passes over a module, but got '" + passes + "'",
            llvm::StringRef(trouble).trim().str()};
  OwningOpRef<ModuleOp> module = parseText(kernel.located, *context);
  if (!module)
    return {Answer::Kind::Holds, "", "the kernel is not valid"};
  std::optional<Answer> found;
  manager.addInstrumentation(std::make_unique<equivalence::PassVerifier>(
      options, [&](const equivalence::PassVerdict &verdict, ModuleOp) {
        if (found ||
            verdict.verdict.kind != equivalence::Verdict::Kind::Different)
          return;
        const std::string &reason = verdict.verdict.message;
        found = Answer{Answer::Kind::Fails, verdict.pass,
                       "pass '" + verdict.pass + "' changes what '" +
                           verdict.function + "' computes: " + reason};
      }));
  LogicalResult done = manager.run(*module);
  if (found)
    return *found;
  return {
      Answer::Kind::Holds, "",
      failed(done)
          ? "a pass fails on the kernel"
          : "the kernel computes the same after each pass, as far as is known"};
}

} // namespace

std::unique_ptr<FailureTest> testVerify(std::string passes, std::string message,
                                        unsigned trials, std::uint64_t seed) {
  equivalence::VerifyOptions options;
  options.trials = trials;
  options.seed = seed;
  return std::make_unique<VerifyTest>(std::move(passes), std::move(message),
                                      options);
}

} // namespace heddle::reduction
