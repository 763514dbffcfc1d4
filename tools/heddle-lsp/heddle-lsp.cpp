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

#include "heddle/files/InputFile.h"
#include "heddle/ir/Dialects.h"
#include "heddle/lsp/Server.h"
#include "heddle/lsp/Show.h"
#include "heddle/program/LlvmProgram.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LSP/Logging.h"

namespace {

using heddle::lsp::ServerOptions;
using llvm::lsp::Logger;

/// The text of `--help`; LLVM's own help, `--help-hidden`, has its options too.
constexpr llvm::StringLiteral Help =
    R"(A language server for Triton's IR, which an editor starts

Usage: heddle-lsp [OPTIONS]

It reads messages of the Language Server Protocol from the standard input and
writes its own to the standard output. Without an editor, it prints what one
would show:

  --hover FILE:LINE:COLUMN   of the name, type or layout at a place, both counted
                             from 1
  --lenses FILE              above the ops that move data: what that costs

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
  llvm::cl::opt<std::string> hover{"hover", llvm::cl::desc("Prints a hover")};
  llvm::cl::opt<std::string> lenses{"lenses",
                                    llvm::cl::desc("Prints the lenses")};
};

/// Wrong usage, or a file that cannot be read.
constexpr int Trouble = 2;

int fail(const llvm::Twine &message) {
  llvm::errs() << "heddle-lsp: error: " << message << "\n";
  return Trouble;
}

/// What is shown at a place; the exit code is 1 if nothing is.
int printHover(const std::string &argument,
               const mlir::DialectRegistry &registry,
               const heddle::Target *target) {
  std::optional<heddle::lsp::FilePlace> place =
      heddle::lsp::parsePlace(argument);
  if (!place)
    return fail("--hover: expects FILE:LINE:COLUMN, but got '" + argument +
                "'");
  heddle::Result<std::string> text = heddle::readIr(place->path);
  if (!text)
    return fail(text.error().text());
  std::optional<std::string> hover =
      heddle::lsp::showHover(*text, place->place, registry, target);
  llvm::outs() << hover.value_or("");
  return hover ? EXIT_SUCCESS : EXIT_FAILURE;
}

int printLenses(const std::string &path, const mlir::DialectRegistry &registry,
                const heddle::Target *target) {
  heddle::Result<std::string> text = heddle::readIr(path);
  if (!text)
    return fail(text.error().text());
  heddle::Result<std::string> lenses =
      heddle::lsp::showLenses(*text, registry, target);
  if (!lenses)
    return fail(path + ":" + lenses.error().text());
  llvm::outs() << *lenses;
  return EXIT_SUCCESS;
}

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
    if (!target)
      return fail("--target: " + target.error().text());
    options.target = *target;
  }
  Logger::setLogLevel(arguments.litTest ? Logger::Level::Debug
                                        : arguments.log.getValue());
  mlir::DialectRegistry registry;
  heddle::ir::registerDialects(registry);
  if (!arguments.hover.empty())
    return printHover(arguments.hover, registry, options.target);
  if (!arguments.lenses.empty())
    return printLenses(arguments.lenses, registry, options.target);
  return heddle::lsp::serve(stdin, llvm::outs(), registry, options);
}

} // namespace

int main(int argc, char **argv) { return run(argc, argv); }
