//===- RecogniseFile.cpp - What a file is ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/files/InputFile.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace heddle {

namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  FileKind kind;
};

constexpr std::array Magics = {
    Magic{"BC\xC0\xDE"sv, FileKind::LlvmBitcode},
    Magic{"\xDE\xC0\x17\x0B"sv, FileKind::LlvmBitcode}, // with a wrapper
    Magic{"ML\xEFR"sv, FileKind::MlirBytecode},
    Magic{"\x93NUMPY"sv, FileKind::NumPy},
    Magic{"\x1F\x8B"sv, FileKind::Compressed},         // gzip
    Magic{"PK\x03\x04"sv, FileKind::Compressed},       // zip
    Magic{"BZh"sv, FileKind::Compressed},              // bzip2
    Magic{"\xFD\x37zXZ\x00"sv, FileKind::Compressed},  // xz
    Magic{"\x28\xB5\x2F\xFD"sv, FileKind::Compressed}, // zstd
    Magic{"\xFF\xFE"sv, FileKind::Utf16},
    Magic{"\xFE\xFF"sv, FileKind::Utf16},
    Magic{"\x50\xED\x55\xBA"sv, FileKind::Cubin}, // a fatbin of cubins
    Magic{"__CLANG_OFFLOAD_BUNDLE__"sv, FileKind::CodeObject},
};

/// Whose machine code an ELF file has, by its field e_machine (System V ABI,
/// chapter 4), which is little-endian for all GPUs.
FileKind elfKind(std::string_view content) {
  constexpr std::size_t MachineAt = 18;
  constexpr unsigned Cuda = 190, AmdGpu = 224;
  if (content.size() < MachineAt + 2)
    return FileKind::Elf;
  unsigned machine = static_cast<std::uint8_t>(content[MachineAt]) |
                     static_cast<std::uint8_t>(content[MachineAt + 1]) << 8;
  return machine == Cuda     ? FileKind::Cubin
         : machine == AmdGpu ? FileKind::CodeObject
                             : FileKind::Elf;
}

std::optional<FileKind> binaryKind(std::string_view content) {
  if (content.starts_with("\x7F"
                          "ELF"))
    return elfKind(content);
  for (const Magic &magic : Magics)
    if (content.starts_with(magic.bytes))
      return magic.kind;
  if (content.find('\0') != std::string_view::npos)
    return FileKind::Binary;
  return std::nullopt;
}

bool startsWithAny(std::string_view line,
                   std::initializer_list<std::string_view> starts) {
  return std::ranges::any_of(starts, [line](std::string_view start) {
    return line.starts_with(start);
  });
}

/// What a line says of the text that it is in, if it is not for comments or
/// blank. No statement of MLIR begins like one of these.
std::optional<FileKind> kindOfLine(std::string_view line) {
  if (startsWithAny(line, {"import ", "from ", "def ", "class ", "@triton",
                           "@gluon", "@jit", "\"\"\"", "if __name__"}))
    return FileKind::Python;
  if (startsWithAny(line, {".version ", ".target ", ".visible .entry"}))
    return FileKind::Ptx;
  if (startsWithAny(line, {".amdgcn_target", ".amdhsa_", ".text\t", ".text\n"}))
    return FileKind::AmdAssembly;
  if (startsWithAny(line, {"; ModuleID", "source_filename =", "target triple",
                           "target datalayout", "define "}))
    return FileKind::LlvmIr;
  return std::nullopt;
}

/// A line that any of the languages may have: blank, or a comment in one.
bool isSilent(std::string_view line) {
  return line.empty() || line.starts_with("//");
}

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view Blank = " \t\r";
  std::size_t first = line.find_first_not_of(Blank);
  if (first == std::string_view::npos)
    return {};
  return line.substr(first, line.find_last_not_of(Blank) - first + 1);
}

FileKind textKind(std::string_view content) {
  constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";
  if (content.starts_with(ByteOrderMark))
    content.remove_prefix(ByteOrderMark.size());
  bool isFirst = true;
  while (!content.empty()) {
    std::size_t end = std::min(content.find('\n'), content.size());
    std::string_view line = trimmed(content.substr(0, end));
    content.remove_prefix(std::min(end + 1, content.size()));
    if (isSilent(line))
      continue;
    if (auto kind = kindOfLine(line))
      return *kind;
    if (isFirst && (line.starts_with("#!") && line.find("python") != line.npos))
      return FileKind::Python;
    // An attribute alias, `{-#` or anything else that MLIR has begins with
    // other characters.
    if (isFirst && (line == "{" || line == "[" || line.starts_with("{\"")))
      return FileKind::Json;
    isFirst = false;
    // `#` begins comments of Python, and aliases of MLIR, which have a `=`.
    bool isPythonComment =
        line.starts_with('#') && line.find('=') == std::string_view::npos;
    if (!isPythonComment)
      return FileKind::Text;
  }
  return FileKind::Text;
}

} // namespace

FileKind recogniseFile(const std::string &path, std::string_view content) {
  if (content.empty())
    return FileKind::Empty;
  if (content.find_first_not_of('\0') == std::string_view::npos)
    return FileKind::Zeros;
  constexpr std::size_t Most = 4096;
  std::string_view start = content.substr(0, Most);
  if (auto kind = binaryKind(start))
    return *kind;
  if (start.find_first_not_of(" \t\r\n") == std::string_view::npos &&
      content.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return FileKind::Empty;
  FileKind kind = textKind(start);
  return kind == FileKind::Text && path.ends_with(".py") ? FileKind::Python
                                                         : kind;
}

} // namespace heddle
