//===- LayoutReport.h - Answers about one layout ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `heddle layout` prints about one layout, in each format.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_LAYOUTREPORT_H
#define HEDDLE_ANSWERS_LAYOUTREPORT_H

#include "heddle/answers/LayoutSubject.h"
#include "heddle/view/TextView.h"

namespace heddle {

enum class LayoutView {
  Tensor,   ///< who holds each element
  Hardware, ///< what each location holds
  Memory,   ///< memory as rows of banks
  Bases,    ///< the basis vectors
  Matrix,   ///< the matrix over F2
  Props     ///< sizes, orders, replication, vector widths
};

enum class ReportFormat { Text, Triton, Json, Svg, Csv };

struct ReportOptions {
  LayoutView view = LayoutView::Tensor;
  ReportFormat format = ReportFormat::Text;
  WriteOptions write;
  TextOptions text;
  unsigned banks = 32;
};

/// The answer, ending in a line break, except for Triton's text of the bases,
/// which has none. Fails where a view does not exist in a
/// format or for a kind of layout, and for layouts that are too large for it.
[[nodiscard]] Result<std::string> reportLayout(const LayoutSubject &subject,
                                               const ReportOptions &options);

/// Who holds the element "3,5". Fails on a text of another form and on
/// coordinates beyond the tensor.
[[nodiscard]] Result<std::string> reportElement(const LayoutSubject &subject,
                                                std::string_view element,
                                                const ReportOptions &options);

/// What is at "lane=5,register=2"; what is not named is 0.
[[nodiscard]] Result<std::string> reportLocation(const LayoutSubject &subject,
                                                 std::string_view location,
                                                 const ReportOptions &options);

/// One line of JSON: `type`, `shape`, `bases` as in Triton's bindings, and for
/// memory `alignment` and `paddings`.
[[nodiscard]] Result<std::string> jsonLine(const LayoutSubject &subject,
                                           const WriteOptions &options);

/// What stands in the text of `LayoutView::Props`: one line a fact.
std::string propsText(const LayoutSubject &subject);

/// What is unusual about the layout on this shape, a line each: "note: ...". It
/// stands below every view for people.
std::string notesText(const LayoutSubject &subject);

} // namespace heddle

#endif // HEDDLE_ANSWERS_LAYOUTREPORT_H
