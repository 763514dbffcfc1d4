//===- Overwrite.h - What may not be overwritten ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a command may write where it is about to. A file that the user names
/// as an output may be overwritten, unless the command reads it, too. A file
/// that the command writes beside it may be overwritten if an earlier run wrote
/// it. Nothing else may, and two outputs may not be one file. The check comes
/// before the work, so that no long run ends with a
/// refusal. All failures are trouble, as Outcome.h calls it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_FILES_OVERWRITE_H
#define HEDDLE_FILES_OVERWRITE_H

#include "heddle/f2/Error.h"

#include <span>
#include <string>

namespace heddle {

/// A file that a command reads or writes; `-` is a standard stream, an empty
/// path no file.
struct UsedFile {
  /// What messages call it: "-o", "FILE", "--arg x".
  std::string option;
  std::string path;
};

/// What the command may do in spite of the rules above: all of them but that
/// outputs are different files.
enum class Overwrite { Refuse, Force };

/// Fails if an output is an input or another output, through
/// links too, or lies where no file can be created. Devices and pipes, which
/// are not replaced, may be anything.
[[nodiscard]] Result<void> checkOutputs(std::span<const UsedFile> outputs,
                                        std::span<const UsedFile> inputs,
                                        Overwrite overwrite);

/// Fails if `beside`, which the output `named` brings along, is
/// a file that `isOurs` does not recognise by its content.
[[nodiscard]] Result<void> checkBeside(const UsedFile &named,
                                       const std::string &beside,
                                       bool (*isOurs)(std::string_view content),
                                       Overwrite overwrite);

} // namespace heddle

#endif // HEDDLE_FILES_OVERWRITE_H
