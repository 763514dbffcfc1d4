//===- ArrayText.h - Arrays that MLIR's parser cannot read ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parser of MLIR 22 asks `index` for its bits and crashes where a text has
/// `array<index: 1>`. Whoever parses a text that others wrote looks for that
/// first.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_ARRAYTEXT_H
#define HEDDLE_IR_ARRAYTEXT_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/SourceMgr.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace heddle::ir {

/// Where the type of the first `array<index ...>` begins that is neither in a
/// comment nor in a string; nothing if there is none. O(text).
std::optional<std::size_t> findIndexArray(std::string_view text);

/// Is there none in the main file? Otherwise emits an error there.
[[nodiscard]] mlir::LogicalResult verifyArrays(const llvm::SourceMgr &sources,
                                               mlir::MLIRContext *context);

} // namespace heddle::ir

#endif // HEDDLE_IR_ARRAYTEXT_H
