//===- Descriptor.h - Writing through the system ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writing without the streams of the library, which lose the system's reason.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_FILES_DESCRIPTOR_H
#define HEDDLE_LIB_FILES_DESCRIPTOR_H

#include "heddle/f2/Error.h"

namespace heddle {

/// Writes all of the text; the system's error number, 0 if there is none.
int writeAll(int file, std::string_view text);

/// "expects a file that can be written, but got 'x'", and why.
tl::unexpected<Error> cannotWrite(const std::string &path, int reason);
tl::unexpected<Error> cannotWriteStandardOutput(int reason);

} // namespace heddle

#endif // HEDDLE_LIB_FILES_DESCRIPTOR_H
