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
#ifndef HEDDLE_LIB_ANSWERS_LAYOUTJSON_H
#define HEDDLE_LIB_ANSWERS_LAYOUTJSON_H

#include "heddle/answers/LayoutReport.h"

#include <nlohmann/json.hpp>

namespace heddle {

/// Where an element is: `smallest` ^ any sum of `directions`, in ascending
/// order of the sum. None if nothing holds it.
struct Holders {
  std::optional<Word> smallest;
  f2::Words directions;
};
Holders holdersOf(const LayoutSubject &subject, Word element);

/// The basis vectors of each dimension, as lists of coordinates.
nlohmann::ordered_json basesJson(const LinearLayout &layout);

/// The coordinates of a flattened location; beside the offset of a padded
/// layout its `paddedOffset`.
nlohmann::ordered_json locationJson(const LayoutSubject &subject,
                                    Word location);

Result<std::string> jsonReport(const LayoutSubject &subject,
                               const ReportOptions &options);

/// The answer to `--at`.
Result<std::string> jsonHolders(const LayoutSubject &subject,
                                ListRef<Coordinate> element);

/// The answer to `--loc`.
Result<std::string> jsonHeld(const LayoutSubject &subject,
                             ListRef<Coordinate> location);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_LAYOUTJSON_H
