//===- LayoutCard.h - A layout at a glance ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an editor shows of a layout: the first rows and columns of the tensor
/// with the threads that hold them, the basis vectors, and properties with
/// their reasons.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_LAYOUTCARD_H
#define HEDDLE_LIB_LSP_LAYOUTCARD_H

#include "heddle/answers/LayoutSubject.h"
#include "heddle/target/Target.h"

namespace heddle::lsp {

/// How texts of several lines are written.
enum class Markup { Plain, Markdown };

/// Lines that keep their columns.
std::string preformatted(const std::string &lines, Markup markup,
                         std::string_view language = "text");
/// A piece of code in a line.
std::string codeText(const std::string &code, Markup markup);

/// The target is for bank conflicts.
std::string layoutCard(const LayoutSubject &subject, const Target *target,
                       Markup markup);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_LAYOUTCARD_H
