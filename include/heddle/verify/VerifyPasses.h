//===- VerifyPasses.h - Verification around passes ---------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares the functions of a module before and after each pass, and finds
/// the pass, and the rewrite in it, that changes what a kernel computes.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VERIFY_VERIFYPASSES_H
#define HEDDLE_VERIFY_VERIFYPASSES_H

#include "heddle/verify/Verify.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"

#include <functional>
#include <memory>

namespace heddle::equivalence {

/// What a pass did to a function.
struct PassVerdict {
  /// By which it is registered: "canonicalize"; and as a pipeline over a module
  /// that does the same, with its options.
  std::string pass, pipeline = {};
  /// Among the passes that ran, from 1 on.
  unsigned number = 0;
  std::string function;
  Verdict verdict;
};

/// Of the functions of one module as another one has them, by their names.
/// Functions that are only in one of them are left out.
std::vector<PassVerdict> compareFunctions(mlir::ModuleOp before,
                                          mlir::ModuleOp after,
                                          const VerifyOptions &options);

/// Compares before and after each pass over modules and functions of tensors,
/// and tells `take` what it found. A pass that changes what a function computes
/// has failed. `take` also gets the module before the pass, which has its
/// context.
class PassVerifier : public mlir::PassInstrumentation {
public:
  using Take = std::function<void(const PassVerdict &, mlir::ModuleOp before)>;

  PassVerifier(const VerifyOptions &options, Take take);
  ~PassVerifier() override;

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override;

private:
  VerifyOptions options;
  Take take;
  unsigned number = 0;
  /// Passes may run others.
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> befores;
};

/// A rewrite of a pass.
struct Rewrite {
  /// Among those that the pass tried, from 1 on.
  std::uint64_t number = 0;
  /// The pattern's name, and where it was applied.
  std::string pattern;
  mlir::Location location;
};

/// The first rewrite of a pass by which a function differs from what it was:
/// with those before it the function is the same, with it it is not. Nothing if
/// the pass does not rewrite by patterns, or if none of them alone does it.
/// Runs the pass some 20 times.
std::optional<Rewrite> findRewrite(mlir::ModuleOp before,
                                   const std::string &pipeline,
                                   const VerifyOptions &options);

/// An error at the place where a pass makes a function a different one, with
/// the witness and, where one is found, the rewrite.
mlir::InFlightDiagnostic emitDifference(const PassVerdict &found,
                                        mlir::ModuleOp before,
                                        const VerifyOptions &options);

} // namespace heddle::equivalence

#endif // HEDDLE_VERIFY_VERIFYPASSES_H
