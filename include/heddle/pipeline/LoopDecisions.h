//===- LoopDecisions.h - What became of loops -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What passes say of loops and of what they load: how far ahead loads are, why
/// they are not, why a loop has fewer stages than it was asked for, and which
/// have warps that load for the others. They say it as remarks, which are
/// collected here.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PIPELINE_LOOPDECISIONS_H
#define HEDDLE_PIPELINE_LOOPDECISIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <string>
#include <vector>

namespace heddle {

struct LoopDecision {
  /// Of the loop, or of the load.
  mlir::Location location;
  /// "pipelined", "not pipelined", "fewer stages", "specialized", ...
  std::string decision;
  /// Why, or how: "latency 2, bytes per copy 16". Empty if there is no more to
  /// say.
  std::string details;
};

class LoopDecisions {
public:
  /// From now on, of passes over modules of this context, as long as the
  /// context is there.
  explicit LoopDecisions(mlir::MLIRContext &context);
  /// Remembers which places are of which public function: passes keep places.
  void place(mlir::ModuleOp module);
  /// Of a public function and of what is in no other one, each once, in the
  /// order of the passes. O(square of all of them).
  std::vector<LoopDecision> of(llvm::StringRef function) const;

private:
  class Collector;

  /// The context's remark engine has it, too.
  std::shared_ptr<std::vector<LoopDecision>> all;
  /// Functions by the places of their ops; empty where several have one.
  llvm::DenseMap<mlir::Location, std::string> functions;
};

} // namespace heddle

#endif // HEDDLE_PIPELINE_LOOPDECISIONS_H
