//===- AliasFile.h - The layouts of an IR file ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A .ttgir file names its layouts at the top: `#blocked = #ttg.blocked<...>`.
/// This finds those names and the types that use them, without reading the rest
/// as MLIR, so that files of any Triton do.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_ALIASFILE_H
#define HEDDLE_ANSWERS_ALIASFILE_H

#include "heddle/encoding/EncodingText.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle {

class AliasFile {
public:
  struct Alias {
    std::string name; ///< without the `#`
    std::string definition;
  };

  AliasFile() = default;
  explicit AliasFile(std::string text);
  /// Fails as `readIr`.
  [[nodiscard]] static Result<AliasFile> open(const std::string &path);

  /// In the order of the file, also those that are no layouts.
  const std::vector<Alias> &aliases() const { return list; }
  std::optional<std::string> find(std::string_view name) const;
  /// Does an alias define a layout?
  bool isLayout(const Alias &alias) const;

  /// The different types of the file that have this alias as their layout, in
  /// the order of the file.
  std::vector<TensorType> typesWith(std::string_view name) const;

  /// For reading texts that use the file's aliases. Refers to this object.
  ReadOptions readOptions() const;

private:
  std::string text;
  std::vector<Alias> list;
};

} // namespace heddle

#endif // HEDDLE_ANSWERS_ALIASFILE_H
