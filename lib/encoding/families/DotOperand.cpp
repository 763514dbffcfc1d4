//===- DotOperand.cpp - Operands of matrix products
//------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributed.h"
#include "FamilyRules.h"
#include "ParameterRows.h"

#include <bit>

namespace heddle {

template <> const Family<DotOperandEncoding> &familyOf<DotOperandEncoding>() {
  using E = DotOperandEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"opIdx", &E::opIdx, Always, oneOf(0, 1), "0 for A, 1 for B"},
      {"parent", &E::parent, Always, AnyValue, "the layout of the result"},
      {"kWidth", &E::kWidth, NotDefault, AnyValue,
       "consecutive elements along K in a thread; none for a blocked parent"}};
  static constexpr Family<E> Table = {
      "ttg",
      "dot_op",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "an operand of a matrix product whose result has the layout "
      "of the parent"};
  return Table;
}

namespace {

/// 0 is how a missing one is kept.
std::string kWidthText(const DotOperandEncoding &e) {
  return e.kWidth == 0 ? "none" : std::to_string(e.kWidth);
}

Checked checkNvidiaOperand(const DotOperandEncoding &e,
                           const NvidiaMmaEncoding &parent) {
  if (!std::has_single_bit(e.kWidth))
    return wrongValue("kWidth", "a power of two with an nvidia_mma parent",
                      kWidthText(e));
  if (parent.versionMajor == 3 && e.opIdx != 0)
    return wrongValue("opIdx", "0 with an nvidia_mma parent of version 3",
                      std::to_string(e.opIdx),
                      "wgmma reads B from shared memory");
  return {};
}

// The instructions of RDNA take 16 elements of K a lane, those of RDNA 4 half
// as many; a wider type is loaded before it is narrowed.
Checked checkWmmaOperand(const DotOperandEncoding &e,
                         const AmdWmmaEncoding &parent) {
  unsigned least = parent.version == 1 ? 8 : 4;
  constexpr unsigned Most = 16;
  if (parent.version == 3 || (e.kWidth >= least && e.kWidth <= Most))
    return {};
  return wrongValue("kWidth",
                    concat(least, " to ", Most,
                           " with an amd_wmma parent of version ",
                           parent.version),
                    std::to_string(e.kWidth));
}

} // namespace

Checked checkFamily(const DotOperandEncoding &e, unsigned rank) {
  if (rank < 2)
    return wrongValue("parent", "a layout of 2 dimensions or more",
                      concat("one of ", rank));
  if (const auto *parent = e.parent->getIf<NvidiaMmaEncoding>())
    return checkNvidiaOperand(e, *parent);
  if (e.parent->is<BlockedEncoding>()) {
    if (e.kWidth != 0)
      return wrongValue("kWidth", "none with a blocked parent",
                        std::to_string(e.kWidth),
                        "a thread holds all of K then");
    return {};
  }
  if (!e.parent->is<AmdMfmaEncoding>() && !e.parent->is<AmdWmmaEncoding>())
    return wrongValue("parent",
                      "a blocked, nvidia_mma, amd_mfma or amd_wmma layout",
                      "another family");
  if (!std::has_single_bit(e.kWidth))
    return wrongValue("kWidth", "a power of two with an AMD parent",
                      kWidthText(e));
  if (const auto *parent = e.parent->getIf<AmdWmmaEncoding>())
    return checkWmmaOperand(e, *parent);
  return {};
}

Result<LinearLayout> layoutOf(const DotOperandEncoding &e,
                              const ShapeContext &c) {
  if (const auto *parent = e.parent->getIf<BlockedEncoding>())
    return operandLayout(*parent, e, c);
  if (const auto *parent = e.parent->getIf<NvidiaMmaEncoding>())
    return operandLayout(*parent, e, c);
  if (const auto *parent = e.parent->getIf<AmdMfmaEncoding>())
    return operandLayout(*parent, e, c);
  return operandLayout(*e.parent->getIf<AmdWmmaEncoding>(), e, c);
}

} // namespace heddle
