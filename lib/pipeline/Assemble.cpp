//===- Assemble.cpp - What the assembler says -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/Assemble.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <charconv>
#include <cstdlib>
#include <vector>

namespace heddle {

namespace {

std::optional<std::string> findAssembler() {
  if (const char *named = std::getenv("HEDDLE_PTXAS"))
    return std::string(named);
  if (auto found = llvm::sys::findProgramByName("ptxas"))
    return *found;
  std::vector<std::string> folders = {"/usr/local/cuda/bin"};
  if (const char *home = std::getenv("CUDA_HOME"))
    folders.insert(folders.begin(), std::string(home) + "/bin");
  for (const std::string &folder : folders)
    if (auto found = llvm::sys::findProgramByName("ptxas", {folder}))
      return *found;
  return std::nullopt;
}

/// The number in front of some words: 24 of "Used 24 registers, used 1
/// barriers".
unsigned numberBefore(llvm::StringRef text, llvm::StringRef words) {
  std::size_t end = text.find(words);
  if (end == llvm::StringRef::npos)
    return 0;
  llvm::StringRef before = text.take_front(end);
  unsigned number = 0;
  before.drop_front(before.find_last_not_of("0123456789") + 1)
      .getAsInteger(10, number);
  return number;
}

/// A kernel's numbers follow the line with its name:
/// "ptxas info    : Compiling entry function 'add' for 'sm_90'".
std::vector<Assembled> kernelsIn(llvm::StringRef text) {
  constexpr llvm::StringRef Begin = "Compiling entry function '";
  std::vector<Assembled> kernels;
  for (std::size_t at = text.find(Begin); at != llvm::StringRef::npos;) {
    llvm::StringRef rest = text.drop_front(at + Begin.size());
    at = text.find(Begin, at + Begin.size());
    llvm::StringRef words = rest.take_front(rest.find(Begin));
    kernels.push_back(
        {.kernel = words.take_until([](char c) { return c == '\''; }).str(),
         .registers = numberBefore(words, " registers"),
         .spillBytes = numberBefore(words, " bytes spill stores")});
  }
  return kernels;
}

} // namespace

Result<std::optional<std::vector<Assembled>>>
assemblePtx(const std::string &ptx, const Target &target) {
  std::optional<std::string> assembler = findAssembler();
  if (!assembler)
    return std::optional<std::vector<Assembled>>();
  llvm::SmallString<128> code, said;
  if (llvm::sys::fs::createTemporaryFile("heddle", "ptx", code) ||
      llvm::sys::fs::createTemporaryFile("heddle", "txt", said))
    return failure("cannot write a temporary file for ptxas");
  llvm::FileRemover removeCode(code), removeSaid(said);
  std::error_code status;
  {
    llvm::raw_fd_ostream stream(code, status);
    stream << ptx;
  }
  std::string chip = concat("-arch=", target.codeName);
  llvm::StringRef arguments[] = {*assembler, chip,        "-v",
                                 "-o",       "/dev/null", code};
  std::optional<llvm::StringRef> redirects[] = {
      llvm::StringRef(), llvm::StringRef(said), llvm::StringRef(said)};
  std::string wrong;
  int exit = llvm::sys::ExecuteAndWait(*assembler, arguments, std::nullopt,
                                       redirects, 0, 0, &wrong);
  auto text = llvm::MemoryBuffer::getFile(said);
  llvm::StringRef words = text ? (*text)->getBuffer() : llvm::StringRef(wrong);
  if (exit != 0)
    return failure(
        concat("expects code that ptxas accepts for ", target.name,
               ", but it stopped with ", exit),
        (wrong.empty() ? words : llvm::StringRef(wrong)).trim().str());
  return std::optional(kernelsIn(words));
}

} // namespace heddle
