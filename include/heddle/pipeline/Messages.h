//===- Messages.h - What is said while kernels are compiled -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is said while a kernel is compiled or run: on the standard error, or
/// kept for a caller that shows it in another way.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PIPELINE_MESSAGES_H
#define HEDDLE_PIPELINE_MESSAGES_H

#include "heddle/f2/Error.h"

#include <string>
#include <vector>

namespace heddle {

/// An error or a warning.
struct Message {
  bool isError = true;
  /// "k.py:12:8"; empty if it is about no place.
  std::string location;
  /// Of what is about a place, the notes are the witness.
  Error error;
};

struct Messages {
  std::vector<Message> all;
  /// All of them as they are printed, with the lines of the file.
  std::string text;
};

/// Says an error that is about no op: keeps it if there are `messages`.
void say(const Error &error, Messages *messages);

} // namespace heddle

#endif // HEDDLE_PIPELINE_MESSAGES_H
