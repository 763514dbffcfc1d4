//===- PageAnswers.h - Parts of the viewer's answers ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the viewer's page gets beside the JSON of the commands: layouts as
/// bits, where elements are after each step of a plan, which lane accesses
/// which bank.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANSWERS_PAGEANSWERS_H
#define HEDDLE_LIB_ANSWERS_PAGEANSWERS_H

#include "JsonLine.h"
#include "heddle/answers/BanksReport.h"
#include "heddle/answers/ConvertReport.h"
#include "heddle/answers/LayoutExpression.h"

namespace heddle {

/// `report`: the JSON of `heddle layout`, of an expression its bases alone;
/// `ins` and `outs` as bits, `kind`, `text`, `reasons` by the names of props.
[[nodiscard]] Result<json> viewedJson(const ViewedLayout &viewed,
                                      TritonVersion version);

/// `report`: the JSON of `heddle convert`; `explanation`, `program`, and both
/// layouts as `viewedJson`.
[[nodiscard]] Result<json> conversionJson(const ConvertAnswer &answer,
                                          TritonVersion version);

/// The steps of the program, as `traceProgram`: which element each slot of
/// registers and of memory holds, -1 for none.
[[nodiscard]] Result<json> traceJson(const ConvertAnswer &answer);

/// A list of the text's layouts: `attribute`, `meaning`, and `parameters` with
/// `name`, `type`, `values`, `allowed`, `optional`, `meaning` and `value`.
json parametersJson(std::string_view text);

/// `report`: the JSON of `heddle banks`; `phases`: the words that each lane
/// accesses, with their banks.
[[nodiscard]] Result<json> accessHeatJson(const BanksAnswer &answer,
                                          TritonVersion version);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_PAGEANSWERS_H
