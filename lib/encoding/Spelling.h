//===- Spelling.h - Forms that only some releases write ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a release or the legacy spelling writes an encoding differently
/// than its table says.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_SPELLING_H
#define HEDDLE_LIB_ENCODING_SPELLING_H

#include "heddle/encoding/EncodingText.h"

namespace heddle {

/// The text in an older form, where the options want one; nothing where the
/// form of the table will do.
using OldForm = std::optional<Result<std::string>>;

/// `ttg`, or `triton_gpu` in the legacy spelling.
std::string_view dialectName(std::string_view dialect,
                             const WriteOptions &options);

/// `CTAsPerCGA = ..., CTASplitNum = ..., CTAOrder = ...`, for what is
/// `CGALayout` today. Fails on blocks that these cannot say.
Result<std::string> legacyCga(const Bases &cga);

/// ", CTAsPerCGA = ...", or nothing for one block.
Result<std::string> legacyCgaSuffix(const Bases &cga);

bool isLegacy(const WriteOptions &options);

/// "expects a layout that the older form can write, but got <what>".
Result<std::string> noOldForm(std::string_view what);

/// Blocks along each dimension, how many parts they hold, and their order.
struct Split {
  UnsignedList counts, parts, order;
};

/// Nothing for blocks that are no such split.
std::optional<Split> splitOf(const Bases &cga, unsigned rank);

/// `#triton_gpu.shared`, of which today there are two families.
OldForm legacyShared(unsigned vec, unsigned perPhase, unsigned maxPhase,
                     const UnsignedList &order, const Bases &cga,
                     std::string_view hasLeadingOffset);

/// `!tt.tensordesc<tensor<...>>`, as up to 3.7.
bool describesWholeTensors(TritonVersion version);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_SPELLING_H
