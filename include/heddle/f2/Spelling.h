//===- Spelling.h - The word that was meant ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For messages about a word that nobody knows: which of the known ones was
/// probably meant.
///
///     nearest("sm_91", names);    // "sm_90"
///     didYouMean("compil", cmds); // "did you mean 'compile'?"
///
/// Distances count single characters inserted, deleted or replaced, and two
/// neighbours swapped, as one edit each (the restricted Damerau-Levenshtein
/// distance; Boytsov, "Indexing methods for approximate dictionary searching",
/// 2011, section 2.1). The case of ASCII letters makes no difference.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_F2_SPELLING_H
#define HEDDLE_F2_SPELLING_H

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace heddle {

/// Edits that turn one word into the other. O(|a| * |b|).
unsigned editDistance(std::string_view a, std::string_view b);

/// The candidate at the smallest distance; among equals the one with the longer
/// common prefix, as words go wrong at their end, then the first. None if it is
/// too far for a slip: more than a third of the longer word's characters, and
/// more than one.
std::optional<std::string_view>
nearest(std::string_view word, std::span<const std::string_view> candidates);

/// "did you mean 'X'?" for the nearest candidate X; empty if there is none.
std::string didYouMean(std::string_view word,
                       std::span<const std::string_view> candidates);

} // namespace heddle

#endif // HEDDLE_F2_SPELLING_H
