//===- WatchFile.h - Doing something whenever a file is written -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_WATCHFILE_H
#define HEDDLE_TOOLS_HEDDLE_WATCHFILE_H

#include <functional>
#include <string>

namespace heddle {

/// Shows something now, and again whenever the file has been written, until the
/// program is stopped. A terminal is cleared before.
[[noreturn]] void watchFile(const std::string &path,
                            const std::function<void()> &show);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_WATCHFILE_H
