//===- Dim.h - Names of layout dimensions -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A layout's dimensions have names: `register`, `lane`, `warp`, `block` or
/// `offset` on the hardware side, `dim0`, `dim1`, ... on the tensor side. A
/// name is interned once and is then a small number, so that comparing names is
/// comparing integers.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_DIM_H
#define HEDDLE_LAYOUT_DIM_H

#include <cstdint>
#include <functional>
#include <string_view>

namespace heddle {

/// The most dimensions that a layout has on each side.
inline constexpr unsigned MaxDims = 32;

/// An interned dimension name. Equal names are equal values, for the life of
/// the process.
class Dim {
public:
  /// Uninitialized, as an integer would be.
  Dim() = default;

  /// Interns a name: any text, also an empty one. Threads may call this at the
  /// same time. The names below cost no lock.
  static Dim named(std::string_view name);

  /// `dim0`, `dim1`, ...: axis i of a tensor. Any i; below 32 without a lock.
  static constexpr Dim standard(unsigned axis) {
    return axis < MaxDims ? Dim(axis) : namedStandard(axis);
  }

  // The names in common use.
  static const Dim Register, Lane, Warp, Block; // distributed layouts
  static const Dim Offset, Partition;           // shared memory
  static const Dim Row, Col;                    // tensor memory
  static const Dim Vector, Bank, Segment, Reps; // swizzles
  static const Dim Thread;                      // teaching examples

  std::string_view name() const;
  constexpr std::uint32_t id() const { return number; }

  friend constexpr bool operator==(Dim, Dim) = default;

private:
  static Dim namedStandard(unsigned axis);
  explicit constexpr Dim(std::uint32_t number) : number(number) {}
  std::uint32_t number;
};

inline constexpr Dim Dim::Register{MaxDims + 0};
inline constexpr Dim Dim::Lane{MaxDims + 1};
inline constexpr Dim Dim::Warp{MaxDims + 2};
inline constexpr Dim Dim::Block{MaxDims + 3};
inline constexpr Dim Dim::Offset{MaxDims + 4};
inline constexpr Dim Dim::Partition{MaxDims + 5};
inline constexpr Dim Dim::Row{MaxDims + 6};
inline constexpr Dim Dim::Col{MaxDims + 7};
inline constexpr Dim Dim::Vector{MaxDims + 8};
inline constexpr Dim Dim::Bank{MaxDims + 9};
inline constexpr Dim Dim::Segment{MaxDims + 10};
inline constexpr Dim Dim::Reps{MaxDims + 11};
inline constexpr Dim Dim::Thread{MaxDims + 12};

} // namespace heddle

template <> struct std::hash<heddle::Dim> {
  std::size_t operator()(heddle::Dim dim) const noexcept { return dim.id(); }
};

#endif // HEDDLE_LAYOUT_DIM_H
