//===- Encoding.cpp - Layout families by their own parameters -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Encoding.h"
#include "FamilyTraits.h"

namespace heddle {

EncodingBox::EncodingBox(Encoding encoding)
    : content(std::make_shared<const Encoding>(std::move(encoding))) {}

bool operator==(const EncodingBox &a, const EncodingBox &b) {
  if (a.content == b.content)
    return true;
  return a && b && *a == *b;
}

EncodingKind Encoding::kind() const {
  return visit([]<class E>(const E &) { return familyOf<E>().kind; });
}

unsigned Encoding::rank() const {
  return visit(
      []<class E>(const E &family) { return traitsOf<E>().rank(family); });
}

const Encoding *Encoding::nested() const {
  return visit([]<class E>(const E &family) -> const Encoding * {
    EncodingBox E::*nested = traitsOf<E>().nested;
    bool hasNested = nested != nullptr && family.*nested;
    return hasNested ? &*(family.*nested) : nullptr;
  });
}

} // namespace heddle
