//===- ModuleFile.h - A module and its text ------------------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading a module, printing it in a release, and what it costs.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REDUCE_MODULEFILE_H
#define HEDDLE_LIB_REDUCE_MODULEFILE_H

#include "heddle/encoding/Version.h"
#include "heddle/reduce/FailureTest.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <compare>
#include <memory>

namespace heddle::reduction {

/// What a kernel costs whoever reads it; compared in this order.
struct Cost {
  /// Ops and their operands; constants and splats are lighter than others.
  std::uint64_t weight = 0;
  std::uint64_t bytes = 0;
  /// The sum of all numbers in the text: shapes, warps, constants.
  std::uint64_t numbers = 0;

  auto operator<=>(const Cost &) const = default;
};

/// A kernel that can be tried.
struct Candidate {
  KernelText text;
  Cost cost;
};

/// Whether modules have to be valid. Input that no verifier accepts is not.
enum class Validity { Verified, ParsedOnly };

/// A context without threads (processes that have some cannot be forked
/// safely) that keeps diagnostics to itself.
std::unique_ptr<mlir::MLIRContext>
makeContext(std::optional<TritonVersion> release);

/// Parses a text; null if it is not valid IR.
mlir::OwningOpRef<mlir::ModuleOp>
parseText(const std::string &text, mlir::MLIRContext &context,
          Validity validity = Validity::Verified);

/// What the parser or a verifier says first of a text, with its location.
std::string errorOf(const std::string &text, const std::string &path,
                    Validity validity);

/// Gives arguments of functions their names as locations, which stay when
/// others are erased.
mlir::OwningOpRef<mlir::ModuleOp> parseWithNames(const std::string &text,
                                                 mlir::MLIRContext &context,
                                                 Validity validity);

/// The name that an argument's location has; empty without one.
llvm::StringRef argumentName(mlir::BlockArgument argument);

/// Whether the written text has locations.
enum class Locations { Printed, Hidden };

/// Prints a module as the context's release writes it. Nothing if it is not
/// valid, if the release cannot express it, or if its text is not what the
/// parser reads.
std::optional<Candidate> print(mlir::ModuleOp module, Locations locations,
                               Validity validity = Validity::Verified);

/// The release in which a text is written, or one that writes it alike: that
/// whose printed text has most lines in common with it, the newest of several.
TritonVersion releaseOfText(const std::string &text, Validity validity);

/// Lines of a text that are not empty.
unsigned linesOf(llvm::StringRef text);

} // namespace heddle::reduction

#endif // HEDDLE_LIB_REDUCE_MODULEFILE_H
