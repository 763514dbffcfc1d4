//===- LayoutJson.h - Layouts as JSON ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The JSON of `heddle layout`, each answer one line.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_DRIVER_LAYOUTJSON_H
#define HEDDLE_LIB_DRIVER_LAYOUTJSON_H

#include "heddle/driver/LayoutReport.h"

namespace heddle {

/// What `jsonLine` has, and the properties; for the matrix view the matrix, a
/// list of 0 and 1 for each output bit, in the order of `matrixView`.
Result<std::string> jsonReport(const LayoutSubject &subject,
                               const ReportOptions &options);

/// {"element": {...}, "holders": [{...}, ...]}, all of them. Fails beyond the
/// tensor and above 2^20 holders.
Result<std::string> jsonHolders(const LinearLayout &layout,
                                ListRef<Coordinate> element);

/// {"location": {...}, "element": {...}}.
Result<std::string> jsonHeld(const LinearLayout &layout,
                             ListRef<Coordinate> location);

} // namespace heddle

#endif // HEDDLE_LIB_DRIVER_LAYOUTJSON_H
