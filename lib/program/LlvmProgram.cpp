//===- LlvmProgram.cpp - Programs with LLVM's command line ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/program/LlvmProgram.h"
#include "heddle/program/Version.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace heddle {

namespace {

/// A stream of LLVM's that cannot be written ends the program with this.
void failFatally(void *program, const char *reason, bool /*wantsCrashReport*/) {
  constexpr const char *OfStreams = "IO failure on output stream: ";
  if (std::strncmp(reason, OfStreams, std::strlen(OfStreams)) == 0)
    std::fprintf(stderr, "%s: error: cannot write to the standard output\n%s\n",
                 static_cast<const char *>(program),
                 reason + std::strlen(OfStreams));
  else
    std::fprintf(stderr, "%s: error: %s\n", static_cast<const char *>(program),
                 reason);
  // The streams would be written again at the end.
  std::_Exit(EXIT_FAILURE);
}

} // namespace

void beLlvmProgram(const char *name) {
  std::signal(SIGXFSZ, SIG_IGN);
  llvm::install_fatal_error_handler(failFatally, const_cast<char *>(name));
  llvm::cl::SetVersionPrinter(
      [name](llvm::raw_ostream &out) { out << versionText(name); });
}

bool asksForHelp(int argc, char **argv) {
  for (int index = 1; index < argc; ++index)
    for (const char *name : {"--help", "-help", "-h"})
      if (std::strcmp(argv[index], name) == 0)
        return true;
  return false;
}

} // namespace heddle
