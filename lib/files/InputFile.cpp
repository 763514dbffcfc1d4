//===- InputFile.cpp - Files that are read whole --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/files/InputFile.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace heddle {

namespace {

/// Reads to the end; the system's error number, 0 if there is none.
int readAll(int file, std::string &content) {
  constexpr std::size_t Chunk = 1 << 16;
  for (std::size_t size = 0;;) {
    content.resize(size + Chunk);
    ssize_t got = read(file, content.data() + size, Chunk);
    if (got < 0 && errno == EINTR)
      got = 0;
    else if (got <= 0) {
      content.resize(size);
      return got == 0 ? 0 : errno;
    }
    size += static_cast<std::size_t>(got);
  }
}

std::string nameOf(const std::string &path) {
  return path == "-" ? "the standard input" : concat("'", path, "'");
}

tl::unexpected<Error> cannotRead(const std::string &path, int reason) {
  return failure(concat("expects a readable file, but got ", nameOf(path)),
                 std::strerror(reason));
}

} // namespace

Result<void> checkReadable(const std::string &path) {
  if (path != "-" && access(path.c_str(), R_OK) != 0)
    return cannotRead(path, errno);
  return {};
}

Result<std::string> readFile(const std::string &path) {
  bool isStandardInput = path == "-";
  int file =
      isStandardInput ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string content;
  int reason = file < 0 ? errno : readAll(file, content);
  if (file >= 0 && !isStandardInput)
    close(file);
  if (reason != 0)
    return cannotRead(path, reason);
  return content;
}

Result<std::string> readIr(const std::string &path, IrForms forms) {
  Result<std::string> content = readFile(path);
  if (content)
    if (Result<void> checked = checkIr(path, *content, forms); !checked)
      return tl::unexpected(std::move(checked.error()));
  return content;
}

namespace {

/// What a kind of file is called, and where the IR is that was meant.
struct Advice {
  FileKind kind;
  std::string_view is, remedy;
};

constexpr std::string_view InCache =
    "the kernel's IR is beside it in Triton's cache, as .ttir and .ttgir";
constexpr std::array Advices = {
    Advice{FileKind::Empty, "an empty file", ""},
    Advice{FileKind::Zeros, "nothing but NUL bytes",
           "it was not written to its end: write it again"},
    Advice{FileKind::Cubin, "a cubin, which is machine code", InCache},
    Advice{FileKind::CodeObject, "an AMD code object, which is machine code",
           InCache},
    Advice{FileKind::Elf, "an ELF file, which is machine code", ""},
    Advice{FileKind::LlvmBitcode, "LLVM bitcode", InCache},
    Advice{FileKind::MlirBytecode, "MLIR bytecode",
           "make it text: heddle-opt FILE -o kernel.ttir"},
    Advice{FileKind::Compressed, "a compressed file", "decompress it first"},
    Advice{FileKind::NumPy, "a NumPy array",
           "arrays are arguments: --arg KEY=@file.npy"},
    Advice{FileKind::Utf16, "text in UTF-16",
           "make it UTF-8: iconv -f UTF-16 -t UTF-8"},
    Advice{FileKind::Binary, "a binary file", ""},
    Advice{
        FileKind::Python, "Python source",
        "Triton makes the IR when the kernel is launched or warmed up: it is "
        "kernel.warmup(..., grid=(1,)).asm['ttir'], and a .ttir file in "
        "$TRITON_CACHE_DIR or ~/.triton/cache"},
    Advice{FileKind::Ptx, "PTX, which is what IR is compiled to", InCache},
    Advice{FileKind::AmdAssembly,
           "AMD assembly, which is what IR is compiled to", InCache},
    Advice{FileKind::LlvmIr, "LLVM IR", InCache},
    Advice{FileKind::Json, "JSON", InCache},
};

} // namespace

Result<void> checkIr(const std::string &path, std::string_view content,
                     IrForms forms) {
  FileKind kind = recogniseFile(path, content);
  if (kind == FileKind::MlirBytecode && forms.bytecode)
    return {};
  for (const Advice &advice : Advices)
    if (advice.kind == kind)
      return failure(
          concat("expects Triton's IR, but ", nameOf(path), " is ", advice.is),
          {}, std::string(advice.remedy));
  return {};
}

} // namespace heddle
