//===- EncodingText.h - Encodings as Triton writes them ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading and writing `#ttg.blocked<{sizePerThread = [1, 4], ...}>`, and the
/// types that carry such attributes. What any release from 3.6 on prints is
/// read, and the forms before that too: the dialect `#triton_gpu`, `#shared`
/// with `hasLeadingOffset`, `CTAsPerCGA` with `CTASplitNum` and `CTAOrder`,
/// `versionMajor` of MFMA with two numbers of `instrShape`.
///
/// Every error starts with the position: "column 12: expects ...", or "line 2,
/// column 3: ..." in a text of several lines.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_ENCODINGTEXT_H
#define HEDDLE_ENCODING_ENCODINGTEXT_H

#include "heddle/encoding/TensorType.h"
#include "heddle/encoding/Verify.h"

#include <functional>

namespace heddle {

/// The definition of an attribute alias, without the `#`; nothing if there is
/// none. The text is that of an attribute, which may use aliases itself.
using AliasLookup =
    std::function<std::optional<std::string>(std::string_view name)>;

struct ReadOptions {
  /// Resolves `#blocked`; without it every alias is an error.
  AliasLookup aliases;
  /// The element type of the tensor, where the attribute stands alone. Old
  /// texts of `nvmma_shared` leave the element's width to the type.
  std::optional<ElementType> element;
  /// The rank of the tensor, where the attribute stands alone. The text of
  /// `amd_wmma` leaves it out.
  std::optional<unsigned> rank;
  /// What every release reads is read, a layout or not.
  Meaning meaning = Meaning::Required;
};

/// Reads one attribute; blanks are free. The result is verified.
[[nodiscard]] Result<Encoding> parseEncoding(std::string_view text,
                                             const ReadOptions &options = {});

/// An error of a text or of what it says, and where in the text it is.
struct ParseError {
  std::size_t position;
  Error error;
};

/// The same for a text that is part of a larger one: the position is a number.
[[nodiscard]] tl::expected<Encoding, ParseError>
parseEmbeddedEncoding(std::string_view text, const ReadOptions &options = {});

/// Reads a `tensor`, `!ttg.memdesc` or `!tt.tensordesc` type. Sizes are powers
/// of two, an encoding has the rank of the shape.
[[nodiscard]] Result<TensorType> parseType(std::string_view text,
                                           const ReadOptions &options = {});

/// How an encoding is written.
struct WriteOptions {
  enum class Spelling {
    Canonical, ///< `#ttg.`, as the release of `version` prints it
    Legacy     ///< `#triton_gpu.` and the parameters of its time
  };
  TritonVersion version = NewestTriton;
  Spelling spelling = Spelling::Canonical;
  /// Must what is written be a layout? In the legacy spelling it must.
  Meaning meaning = Meaning::Required;
};

/// The text of an attribute, without aliases. Fails where the wanted form has
/// no words for it, such as swizzled warps of `amd_wmma` in 3.6.
[[nodiscard]] Result<std::string> toText(const Encoding &encoding,
                                         const WriteOptions &options = {});
[[nodiscard]] Result<std::string> toText(const TensorType &type,
                                         const WriteOptions &options = {});

} // namespace heddle

#endif // HEDDLE_ENCODING_ENCODINGTEXT_H
