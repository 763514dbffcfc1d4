//===- ArgumentNames.h - What a file calls arguments ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_ARGUMENTNAMES_H
#define HEDDLE_IR_ARGUMENTNAMES_H

#include "mlir/AsmParser/AsmParserState.h"

#include <string>

namespace heddle::ir {

/// The first name in a location, which is what Triton calls an argument; empty
/// if there is none.
llvm::StringRef nameIn(mlir::Location place);

/// What the parsed file calls an argument, without the sign: "x" of `%x`. Empty
/// if it does not say.
std::string nameInFile(const mlir::AsmParserState &state,
                       mlir::BlockArgument argument);

} // namespace heddle::ir

#endif // HEDDLE_IR_ARGUMENTNAMES_H
