//===- FamilyTraits.h - What a layout family says of itself -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A family is a struct and a line in `EncodingVariant` (Encoding.h), and one
/// file in `families/`, which defines its table of parameters (`familyOf`) and
/// its traits (`traitsOf`). Verifying, reading, writing and converting ask
/// these, and know no family by name. A family without a file does not link.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_FAMILYTRAITS_H
#define HEDDLE_LIB_ENCODING_FAMILYTRAITS_H

#include "ParameterErrors.h"
#include "ShapeContext.h"
#include "Spelling.h"
#include "Syntax.h"
#include "heddle/encoding/Parameters.h"

namespace heddle {

/// A family as the parent of a `dot_op`; empty where it cannot be one.
template <class E> struct OperandTraits {
  /// The rules that tie the operand to its parent.
  Checked (*check)(const E &parent, const DotOperandEncoding &e,
                   Meaning meaning) = nullptr;
  Result<LinearLayout> (*layout)(const E &parent, const DotOperandEncoding &e,
                                 const ShapeContext &c) = nullptr;
};

/// How older texts write a family. Forms that many families share, such as
/// those of `CGALayout`, are in Legacy.cpp and Spelling.h.
template <class E> struct OldTraits {
  /// The older form's mnemonic, where it is another one.
  std::string_view mnemonic = {};
  /// Rewrites an older form of this mnemonic into today's; leaves others alone.
  Parsed<void> (*read)(SyntaxAttribute &attribute,
                       const ReadOptions &options) = nullptr;
  OldForm (*write)(const E &e, const WriteOptions &options) = nullptr;
  /// The bits of an element, where the legacy spelling leaves them to the type.
  unsigned (*elementBits)(const E &e) = nullptr;
};

template <class E> struct FamilyTraits {
  /// The rank of the tensors that it fits; 0 if nothing tells. The encoding may
  /// be invalid.
  unsigned (*rank)(const E &e);
  /// The rules that tie parameters together. Those of the table hold already.
  Checked (*check)(const E &e, unsigned rank);
  /// What a valid encoding means on a shape of its rank.
  Result<LinearLayout> (*layout)(const E &e, const ShapeContext &c);

  /// The layout that this one is made from.
  EncodingBox E::*nested = nullptr;
  /// The gaps, which the text has in front of the braces.
  std::vector<Padding> E::*paddings = nullptr;
  /// Parameters of other names are passed over, as Triton does: `isTranspose`
  /// and `order` of older files.
  bool ignoresUnknown = false;
  /// Cutting it to a smaller tensor can leave elements that no location holds.
  /// Other families hold them all by construction, or as the nested layout
  /// does.
  bool mayMissElements = false;
  /// In bytes. Without one, as much as shared memory wants of any layout.
  unsigned (*alignment)(const E &e) = nullptr;
  /// What the family requires of the tensor's elements.
  Result<void> (*checkElement)(const E &e, const ElementType &type) = nullptr;
  /// What holds of an encoding that need not be a layout (`Meaning::Optional`),
  /// in place of the table's rules and `check`. Null where the same holds.
  Checked (*checkText)(const E &e, unsigned rank) = nullptr;
  /// Such an encoding may lack any parameter, which is 0 or empty then.
  bool mayOmit = false;
  /// Keeps in one way what a text may say in more than one.
  void (*normalize)(E &e) = nullptr;
  /// A shorter text for what is in braces, where the parameters have one.
  std::optional<std::string> (*shortBody)(const E &e) = nullptr;

  // NOLINTBEGIN(readability-redundant-member-init): see Parameters.h.
  OperandTraits<E> operand = {};
  OldTraits<E> old = {};
  // NOLINTEND(readability-redundant-member-init)
};

/// The traits of one family: specialised in its file.
template <class E> const FamilyTraits<E> &traitsOf();

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_FAMILYTRAITS_H
