//===- LayoutSubject.h - A layout that someone asked about ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What every layout command starts from: a type with an encoding, and the
/// linear layout that it means.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_LAYOUTSUBJECT_H
#define HEDDLE_ANSWERS_LAYOUTSUBJECT_H

#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"

namespace heddle {

struct LayoutSubject {
  TensorType type;
  /// That of the type.
  Encoding encoding;
  LinearLayout layout;
};

/// Where a subject's parts come from.
struct SubjectText {
  /// A type with a layout, or a layout alone.
  std::string layout;
  /// The type for a layout that stands alone: `tensor<16x16xf16>`, or a
  /// memdesc; its own layout, if it has one, is replaced.
  std::string tensor;
};

/// The text is of a layout, not of a type: a type's text starts with a word or
/// `!`, a layout's with `#`.
bool isLayoutAlone(std::string_view text);

/// Reads the two texts. Fails as the parsers do, if a layout stands alone
/// without a type, and as `toLinearLayout` does.
[[nodiscard]] Result<LayoutSubject> makeSubject(const SubjectText &text,
                                                const ReadOptions &read,
                                                TritonVersion version);

/// A type with a layout.
[[nodiscard]] Result<LayoutSubject> makeSubject(TensorType type,
                                                TritonVersion version);

} // namespace heddle

#endif // HEDDLE_ANSWERS_LAYOUTSUBJECT_H
