//===- heddle-lsp.cpp - A language server for kernels ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The language server that editors start for .ttir and .ttgir files
/// (docs/heddle-lsp.md).
///
//===----------------------------------------------------------------------===//

#include "heddle/ir/Dialects.h"
#include "heddle/lsp/Server.h"
#include "heddle/program/LlvmProgram.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/Program.h"

namespace {

using heddle::lsp::ServerOptions;
using llvm::lsp::Logger;

/// The text of `--help`; LLVM's own help, `--help-hidden`, has its options too.
constexpr llvm::StringLiteral Help =
    R"(A language server for Triton's IR, which an editor starts

Usage: heddle-lsp [OPTIONS]

It reads messages of the Language Server Protocol from the standard input and
writes its own to the standard output.

Options:
  --target CHIP              the chip that costs are for where a module names none:
                             sm_90, gfx942, ... (default: sm_80, or gfx942 where
                             warps have 64 lanes)
  --log error|info|verbose   what is written to the standard error (default: error)
  --input-style standard|delimited
                             what stands between messages: headers, or lines
                             `// -----`, for tests (default: standard)
  --pretty                   indent what is written
  --lit-test                 --input-style=delimited --pretty --log=verbose
  --stdio                    as without it
  --version                  print versions

docs/heddle-lsp.md says how editors are told to start it.
)";

/// What the command line says.
struct Arguments {
  llvm::cl::opt<std::string> target{"target",
                                    llvm::cl::desc("The chip of modules that "
                                                   "name none")};
  llvm::cl::opt<Logger::Level> log{
      "log", llvm::cl::desc("What is written to the standard error"),
      llvm::cl::values(clEnumValN(Logger::Level::Error, "error", "errors"),
                       clEnumValN(Logger::Level::Info, "info", "messages"),
                       clEnumValN(Logger::Level::Debug, "verbose", "all")),
      llvm::cl::init(Logger::Level::Error)};
  llvm::cl::opt<ServerOptions::Framing> style{
      "input-style", llvm::cl::desc("What stands between messages"),
      llvm::cl::values(
          clEnumValN(ServerOptions::Framing::Headers, "standard", "headers"),
          clEnumValN(ServerOptions::Framing::Lines, "delimited", "lines")),
      llvm::cl::init(ServerOptions::Framing::Headers)};
  llvm::cl::opt<bool> pretty{"pretty", llvm::cl::desc("Indents answers")};
  llvm::cl::opt<bool> litTest{"lit-test", llvm::cl::desc("For tests")};
  llvm::cl::opt<bool> stdio{"stdio", llvm::cl::desc("As without it")};
};

int run(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  heddle::beLlvmProgram("heddle-lsp");
  if (heddle::asksForHelp(argc, argv)) {
    llvm::outs() << Help;
    return EXIT_SUCCESS;
  }
  Arguments arguments;
  llvm::cl::ParseCommandLineOptions(argc, argv, "Heddle's language server\n");
  ServerOptions options = {.framing = arguments.style,
                           .isPretty = arguments.pretty || arguments.litTest};
  if (arguments.litTest)
    options.framing = ServerOptions::Framing::Lines;
  if (!arguments.target.empty()) {
    heddle::Result<const heddle::Target *> target =
        heddle::findTarget(arguments.target.getValue());
    if (!target) {
      llvm::errs() << "heddle-lsp: error: --target: " << target.error().text()
                   << "\n";
      return 2;
    }
    options.target = *target;
  }
  Logger::setLogLevel(arguments.litTest ? Logger::Level::Debug
                                        : arguments.log.getValue());
  // Messages of the protocol end in line breaks of their own.
  if (std::error_code code = llvm::sys::ChangeStdinToBinary()) {
    llvm::errs() << "heddle-lsp: error: " << code.message() << "\n";
    return 2;
  }
  mlir::DialectRegistry registry;
  heddle::ir::registerDialects(registry);
  return heddle::lsp::serve(stdin, llvm::outs(), registry, options);
}

} // namespace

int main(int argc, char **argv) { return run(argc, argv); }
