//===- BitProgram.h - Layouts as integer instructions -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A layout whose inputs are only known at run time (the lane, the warp) has to
/// be computed by instructions. A `BitProgram` is such a computation as data:
/// and, shift, xor and or on integers, for any emitter to print.
///
/// Example: the 4x4 swizzle (thread, warp) -> (thread, warp ^ thread) needs one
/// step,
///
///     v2 = xor thread, warp
///     => dim0: thread
///     => dim1: v2
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_BITPROGRAM_H
#define HEDDLE_LAYOUT_BITPROGRAM_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// One instruction. Its result is the next value.
struct BitStep {
  enum class Op {
    And,        ///< value `lhs` and the constant `rhs`
    ShiftLeft,  ///< value `lhs` shifted left by `rhs`
    ShiftRight, ///< value `lhs` shifted right by `rhs`, zeros entering
    Xor,        ///< value `lhs` xor value `rhs`
    Or ///< the same where the two have no bit in common, so that an emitter
       ///< may add or merge them instead
  };
  Op op;
  unsigned lhs;
  Word rhs;
  friend bool operator==(const BitStep &, const BitStep &) = default;
};

/// Computes the outputs of a layout from its inputs. Values are numbered: the
/// inputs first, in the order of the layout, then the results of the steps.
///
/// Inputs have to be below their sizes. Integers of `width()` bits or of 64
/// bits compute the same. Where `width()` is 64, a shift to the left may push
/// bits out of the word that a mask would clear later: it is not free of
/// overflow.
struct BitProgram {
  struct Output {
    /// The number of no value: the output is the constant 0.
    static constexpr unsigned Zero = ~0U;
    Dim dim;
    unsigned value;
    friend bool operator==(const Output &, const Output &) = default;
  };

  DimBitsList inputs;
  std::vector<BitStep> steps;
  std::vector<Output> outputs;

  /// Runs the program on the input values; missing ones count as 0. The results
  /// are in the order of `outputs`.
  std::vector<Word> run(ListRef<Word> values) const;

  /// The number of bits that any value of the program needs.
  unsigned width() const;

  /// One step a line, then the outputs, as in the example above.
  std::string text() const;
};

/// A short program for all outputs of the layout, which share steps. Every
/// layout has one. Bits that travel equally far move together, masks and shifts
/// are shared, inputs that meet the same bits are merged, and where many bits
/// meet in one they are folded (x ^ x >> k). For one output, pass its
/// sublayout.
///
/// No fast way to the shortest program is known, so this is a beam search with
/// a bounded number of tries. Compared with exhaustive search
/// (test/unit/layout/BitProgramTest.cpp) it is shortest on all 16 maps of two
/// bits to two; of the 211 maps of three bits to three that need at most five
/// steps, it is shortest on 184, one step longer on 24, two on 3. Some 80
/// microseconds for a swizzled address (`layout/bit_program` in heddle-bench).
[[nodiscard]] BitProgram makeBitProgram(const LinearLayout &layout);

} // namespace heddle

#endif // HEDDLE_LAYOUT_BITPROGRAM_H
