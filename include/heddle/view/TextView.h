//===- TextView.h - Layouts as text for people ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Views of a layout for people at a terminal. What they leave out, they say.
///
///     {register: [[0,1]], lane: [[0,2],[1,0]], warp: [[0,0]]} -> 2x4
///
///     tensorView
///         dim0\dim1        0        1        2        3
///                 0  T0:0 +1  T0:1 +1  T1:0 +1  T1:1 +1
///                 1  T2:0 +1  T2:1 +1  T3:0 +1  T3:1 +1
///
///         T<thread>:<register>, where thread = lane + 4 * warp
///         +1: 1 more location holds the same element, at xor {warp=1}
///
///     locationView of element (1, 3), at most 1 location
///         (dim0=1, dim1=3) is held by 2 locations
///           T3:1 (block=0, warp=0, lane=3, register=1)
///             (1, 3) = register=1 (0, 1) ^ lane=1 (0, 2) ^ lane=2 (1, 0)
///           and 1 more
///         they differ by xor with {warp=1}
///
/// The tokens:
///
///     B1:T5:2    block 1, thread 5 of the block, register 2    distributed
///     B1:P0:34   block 1, partition 0, offset 34               shared memory
///     B1:3:5     block 1, row 3, column 5                      tensor memory
///
/// Block and partition are left out where there is one. Layouts with other
/// input dimensions show all coordinates, `1:0:3`. A line below the tables
/// explains the tokens that occur.
///
/// Tensor axes dim0, dim1, ... stand in that order; other names as the layout
/// lists them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VIEW_TEXTVIEW_H
#define HEDDLE_VIEW_TEXTVIEW_H

#include "heddle/view/LayoutKind.h"
#include "heddle/view/MemoryOptions.h"

#include <optional>

namespace heddle {

enum class Colour {
  Off,
  /// ANSI 256-colour backgrounds with black text. Distributed: one of 32
  /// colours by the thread's number, the same in every view and in SVG. Shared:
  /// by the row of the tensor's shape that the offset falls into, in
  /// `memoryView` by the element's row. Tensor memory: by row.
  ByThread,
  /// The same colours as red, green and blue, which no terminal maps to others.
  ByThreadExactly,
};

/// From `first` to before `end`.
struct Slice {
  std::uint64_t first = 0, end = 0;
};

/// How much is shown. The middle of what does not fit is left out, and a line
/// says which part and how to see it (in the words of the command line).
struct TextOptions {
  /// Characters in a line; 0 is no limit. A first column is always shown.
  unsigned width = 100;
  /// Rows of one table; 0 is no limit.
  std::uint64_t rows = 64;
  /// Tables: slices of a tensor, warps, blocks; 0 is no limit.
  std::uint64_t tables = 16;
  Colour colour = Colour::Off;
  /// These rows and columns of each table, and nothing of the others. They
  /// exist in all tables, or it is an error.
  std::optional<Slice> rowSlice = std::nullopt, columnSlice = std::nullopt;
};

/// The most cells that a text shows.
inline constexpr std::uint64_t MaxTextCells = std::uint64_t(1) << 20;

/// Who holds each element: rows and columns are the last two axes, the axes
/// before them make slices, and a tensor of one axis is folded into rows. A
/// cell is the first holder and the number of others, `T0:0 +3`, or `-` if no
/// location holds the element.
///
/// Fails above `MaxTextCells` cells to show, or above 2^62 elements or
/// locations. O(cells shown * rank), independent of the size of the tensor.
[[nodiscard]] Result<std::string> tensorView(const LinearLayout &layout,
                                             const TextOptions &options = {});

/// What each location holds. Distributed: a table for each warp, a row for each
/// lane, a column for each register. Shared: up to 16 offsets a row. Tensor
/// memory: its rows and columns. Fails and costs as `tensorView`.
[[nodiscard]] Result<std::string> hardwareView(const LinearLayout &layout,
                                               const TextOptions &options = {});

/// Shared memory as the banks see it: a row of the table is one row of all
/// banks, a cell what one bank holds there. Elements narrower than a bank share
/// a cell, `(0,2..3)`; a wider one goes on as `"` in the next. Padding is `-`.
/// Each block, and each partition, is a memory of its own.
///
/// Fails for layouts that are not of shared memory, above 2^32 offsets, for
/// options outside their bounds, and as `tensorView`.
[[nodiscard]] Result<std::string> memoryView(const LinearLayout &layout,
                                             const MemoryOptions &memory,
                                             const TextOptions &options = {});

/// A line for each input bit, in the layout's order:
///
///     lane bit 3 (lane=8)  -> (dim0=4, dim1=0)
///     lane bit 4 (lane=16) -> (dim0=0, dim1=0)  broadcast
///     warp has size 1
std::string basesView(const LinearLayout &layout);

/// The matrix over F2: a row for each output bit, a column for each input bit,
/// lowest first, `.` for 0.
///
///                | register | lane
///                | 0 1      | 0
///     dim0 bit 0 | . .      | 1
///     dim1 bit 0 | 1 .      | .
///     dim1 bit 1 | . 1      | .
std::string matrixView(const LinearLayout &layout);

/// Who holds one element: each location, smallest first, with the bases that
/// add up to the element, and the differences between the locations. An element
/// that no location holds comes with the sum of bits that proves it.
/// Coordinates left out are 0.
///
/// Lists at most `mostLocations` and says how many more there are. Fails on a
/// coordinate that is unknown, given twice or too large. O(input bits * rank)
/// and the list.
[[nodiscard]] Result<std::string>
locationView(const LinearLayout &layout, ListRef<Coordinate> element,
             std::uint64_t mostLocations = 16);

/// What one location holds, with the bases that add up to it, and how many
/// others hold the same. Coordinates left out are 0. Fails as `locationView`.
[[nodiscard]] Result<std::string> elementView(const LinearLayout &layout,
                                              ListRef<Coordinate> location);

} // namespace heddle

#endif // HEDDLE_VIEW_TEXTVIEW_H
