//===- Substitution.h - A term in another iteration -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a term of a loop's body is some iterations later or earlier, or in a
/// certain one. Only terms that depend on the iteration alone have an answer:
/// of what a loop carries otherwise, only the current iteration is known.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_SUBSTITUTION_H
#define HEDDLE_LIB_VERIFY_SUBSTITUTION_H

#include "Terms.h"

namespace heddle::equivalence {

struct Substitution {
  /// Of the loop.
  unsigned depth = 0;
  /// Iteration i becomes i + shift, or shift if it is a certain one.
  std::int64_t shift = 0;
  bool isCertain = false;
  /// A condition that is true from now on; null if there is none.
  TermRef truth = nullptr;
  /// A term that becomes another one; both null if there is none.
  TermRef from = nullptr, to = nullptr;

  /// Null if the term depends on what the loop carries.
  TermRef of(Terms &terms, TermRef term) const;
};

/// The only term of kind `Cyclic` of the loop that the term depends on; null if
/// there are several, or none.
TermRef cyclicIn(TermRef term, unsigned depth);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_SUBSTITUTION_H
