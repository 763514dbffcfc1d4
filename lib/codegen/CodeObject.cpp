//===- CodeObject.cpp - What HIP's loader reads ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/CodeObject.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

namespace heddle::codegen {

namespace {

/// lld takes and makes files. These have no name in any folder: they are gone
/// when their descriptors are closed.
std::string pathOf(int descriptor) {
  return concat("/proc/self/fd/", descriptor);
}

tl::unexpected<Error> cannotLink(std::error_code reason) {
  return failure("cannot link a code object without a file in memory",
                 reason.message());
}
tl::unexpected<Error> cannotLink() {
  return cannotLink(std::error_code(errno, std::generic_category()));
}

struct Linked {
  lld::Result result;
  /// What lld wrote into its output, and what it said.
  llvm::SmallString<0> code;
  std::string messages;
};

/// lld replaces an output that is a regular file by another one, which a file
/// without a folder cannot be. Into a pipe it writes.
Result<Linked> runLld(const std::string &input) {
  std::array<int, 2> ends = {};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return cannotLink();
  llvm::scope_exit closeSource([&] { close(ends[0]); });
  std::string output = pathOf(ends[1]);
  std::array<const char *, 7> arguments = {
      "ld.lld",      "-shared", "--no-undefined", "--threads=1",
      input.c_str(), "-o",      output.c_str()};
  Linked linked;
  std::string unread;
  std::thread reader([&] {
    unread = llvm::toString(
        llvm::sys::fs::readNativeFileToEOF(ends[0], linked.code));
  });
  llvm::raw_string_ostream messages(linked.messages);
  linked.result = lld::lldMain(arguments, messages, messages,
                               {{lld::Gnu, &lld::elf::link}});
  // The reader's end of file.
  close(ends[1]);
  reader.join();
  if (!unread.empty())
    return failure("cannot read what lld linked", unread);
  return linked;
}

Result<std::string> link(std::string_view object) {
  // lld's own state is not to be trusted after a crash.
  static bool isUsable = true;
  if (!isUsable)
    return failure("cannot link another code object in this process: lld "
                   "crashed before");
  int descriptor = memfd_create("heddle.o", MFD_CLOEXEC);
  if (descriptor < 0)
    return cannotLink();
  llvm::raw_fd_ostream input(descriptor, /*shouldClose=*/true);
  input << object;
  input.flush();
  if (std::error_code reason = input.error()) {
    input.clear_error();
    return cannotLink(reason);
  }
  Result<Linked> linked = runLld(pathOf(descriptor));
  if (!linked)
    return tl::unexpected(linked.error());
  isUsable = linked->result.canRunAgain;
  if (linked->result.retCode != 0)
    return failure("expects code that lld links, but it stopped with an error",
                   llvm::StringRef(linked->messages).trim().str());
  return std::string(linked->code);
}

} // namespace

Linker codeObjectLinker() {
  LLVMInitializeAMDGPUAsmParser();
  return link;
}

} // namespace heddle::codegen
