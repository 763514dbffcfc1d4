//===- ViewerPage.h - The viewer's page -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The page that web/ builds, which is part of the program, and its data.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_VIEWERPAGE_H
#define HEDDLE_TOOLS_HEDDLE_VIEWERPAGE_H

#include "heddle/f2/Error.h"

#include <string>

namespace heddle {

/// The page with this JSON as its data. Fails if the program was built without
/// the page.
[[nodiscard]] Result<std::string> viewerPage(const std::string &json);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_VIEWERPAGE_H
