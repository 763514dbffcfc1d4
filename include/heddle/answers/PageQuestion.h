//===- PageQuestion.h - What the viewer asks --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One function for everything that the viewer's page asks: a question in JSON
/// in, an answer in JSON out. It is what the WebAssembly module exports;
/// docs/viewer.md has the schema.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_PAGEQUESTION_H
#define HEDDLE_ANSWERS_PAGEQUESTION_H

#include "heddle/f2/Error.h"

#include <string>

namespace heddle {

/// Counts up where an answer loses or changes a key.
inline constexpr unsigned PageSchema = 1;

/// Answers {"ask": "layout", "text": "tensor<...>", ...} as one line of JSON.
/// Fails on a question of another form, and as the command whose question it
/// is.
[[nodiscard]] Result<std::string> answerPage(const std::string &question);

/// The same for the page: {"schema": 1, "ok": ...}, or {"schema": 1, "error":
/// {"text", "reason", "witness", "remedy"}}. Never fails.
std::string answerPageLine(const std::string &question);

} // namespace heddle

#endif // HEDDLE_ANSWERS_PAGEQUESTION_H
