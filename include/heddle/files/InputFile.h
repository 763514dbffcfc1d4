//===- InputFile.h - Files that are read whole ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading files, and recognising those that cannot be what they were taken
/// for: someone who gives the .py of a kernel instead of its .ttir is told
/// where the .ttir is.
///
/// All failures are trouble, as Outcome.h calls it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_FILES_INPUTFILE_H
#define HEDDLE_FILES_INPUTFILE_H

#include "heddle/f2/Error.h"

#include <string>

namespace heddle {

/// The whole of a file; `-` is the standard input. Fails with the system's
/// reason.
[[nodiscard]] Result<std::string> readFile(const std::string &path);

/// Fails as `readFile` if the file cannot even be opened: a check before long
/// work.
[[nodiscard]] Result<void> checkReadable(const std::string &path);

/// What the first bytes of a file, and its name, say that it is.
enum class FileKind {
  Empty,
  Zeros, ///< nothing but NUL bytes: a file that was never written
  Cubin,
  CodeObject, ///< of an AMD GPU
  Elf,        ///< of something else
  LlvmBitcode,
  MlirBytecode,
  Compressed,
  NumPy,
  Utf16,
  Binary, ///< has NUL bytes, and is nothing of the above
  Python,
  Ptx,
  AmdAssembly,
  LlvmIr,
  Json,
  Text ///< may be IR
};

/// Looks at the first 4 KiB, and at the name where the content leaves it open.
FileKind recogniseFile(const std::string &path, std::string_view content);

/// Which of the kinds that are not text a reader accepts.
struct IrForms {
  bool bytecode = false;
};

/// Fails unless the content may be IR: says what the file is,
/// and where the IR is that goes with it. Messages call the standard input so.
[[nodiscard]] Result<void>
checkIr(const std::string &path, std::string_view content, IrForms forms = {});

/// `readFile` and `checkIr`.
[[nodiscard]] Result<std::string> readIr(const std::string &path,
                                         IrForms forms = {});

} // namespace heddle

#endif // HEDDLE_FILES_INPUTFILE_H
