//===- TensorType.h - Types that carry an encoding --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `tensor<16x16xf16, #ttg.blocked<...>>` and its relatives: a shape, an
/// element type and an encoding, which together say what a layout means.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_TENSORTYPE_H
#define HEDDLE_ENCODING_TENSORTYPE_H

#include "heddle/encoding/Encoding.h"
#include "heddle/encoding/Verify.h"
#include "heddle/encoding/Version.h"
#include "heddle/layout/LinearLayout.h"

#include <optional>
#include <string>

namespace heddle {

/// `f16`, `i8`, `f8E4M3FN`, `!tt.ptr<f32>`.
struct ElementType {
  std::string text;
  /// 64 for pointers.
  unsigned bits;
  bool operator==(const ElementType &) const = default;
};

/// Fails on a text that is no element type.
[[nodiscard]] Result<ElementType> parseElementType(std::string_view text);

struct TensorType {
  enum class Kind {
    Tensor,          ///< `tensor<...>`, in registers
    MemDesc,         ///< `!ttg.memdesc<...>`, in shared or tensor memory
    TensorDescriptor ///< `!tt.tensordesc<...>`, in global memory
  };
  Kind kind = Kind::Tensor;
  std::vector<std::uint64_t> shape;
  ElementType element;
  std::optional<Encoding> encoding;
  /// `#ttg.shared_memory` or `#ttng.tensor_memory`; for a memdesc only.
  std::string memorySpace;
  bool isMutable = false;
  /// The shape of the allocation that a memdesc is a part of; empty if it is
  /// all of it.
  std::vector<std::uint64_t> allocShape;

  /// How many dimensions in front the encoding does not describe: a memdesc may
  /// be an array of buffers.
  std::size_t leadingDims() const;
  /// The shape that the encoding describes: of the allocation, without its
  /// leading dimensions.
  std::vector<std::uint64_t> layoutShape() const;

  bool operator==(const TensorType &) const = default;
};

/// Does a layout fit the type's kind, rank and element? Fails with what is in
/// the way. The encoding that the type has is not looked at.
[[nodiscard]] Result<void> encodingFits(const TensorType &type,
                                        const Encoding &encoding);

/// What is wrong with a type: its encoding, what that does not fit, and an
/// allocation that is smaller than the type.
[[nodiscard]] Result<void> verify(const TensorType &type,
                                  Meaning meaning = Meaning::Required);

/// The layout of the type. Fails if it has no encoding, and as `verify` and
/// `toLinearLayout` of the encoding do.
[[nodiscard]] Result<LinearLayout>
toLinearLayout(const TensorType &type, TritonVersion version = NewestTriton);

} // namespace heddle

#endif // HEDDLE_ENCODING_TENSORTYPE_H
