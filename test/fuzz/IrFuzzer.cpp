//===- IrFuzzer.cpp - Mutated kernels for the parser and verifiers --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// usage: heddle-ir-fuzzer SEED[:SKIP] COUNT FILE...
///
/// Takes modules out of the files (cut at lines `// -----`), changes a few of
/// their tokens, and reads them: whatever comes of it, the parser, the
/// verifiers and the printers must not crash. MLIR is not instrumented, so that
/// coverage guides nothing; tokens are changed as people and compilers get them
/// wrong. A child process reads, so that a crash can be told; its text is
/// printed, and the exit code is 1.
///
//===----------------------------------------------------------------------===//

#include "heddle/ir/Dialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstring>
#include <random>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using Tokens = std::vector<std::string>;

/// Values that limits are made of, and words that mean something.
constexpr const char *Dictionary[] = {"0",
                                      "-1",
                                      "1",
                                      "2",
                                      "3",
                                      "7",
                                      "32",
                                      "64",
                                      "1024",
                                      "2147483647",
                                      "4294967296",
                                      "9223372036854775807",
                                      "99999999999999999999",
                                      "true",
                                      "false",
                                      "i1",
                                      "i32",
                                      "f16",
                                      "f64",
                                      "index",
                                      "none",
                                      "tensor",
                                      "<",
                                      ">",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      "(",
                                      ")",
                                      ",",
                                      ":",
                                      "->",
                                      "x",
                                      "=",
                                      "#smem",
                                      "#shared",
                                      "#blocked",
                                      "!tt.ptr<f32>",
                                      "!ttg.async.token",
                                      "#ttg.slice",
                                      "array<i32>",
                                      "dense<0>",
                                      "loc(unknown)",
                                      "\"",
                                      "%0",
                                      "^bb0",
                                      "?",
                                      "*"};

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '.' || c == '%' || c == '#' || c == '!' || c == '@' || c == '$';
}

Tokens tokensOf(const std::string &text) {
  Tokens tokens;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (isWord(text[i]))
      while (end < text.size() && isWord(text[end]))
        ++end;
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

/// Texts on which MLIR 22 itself crashes, whatever the dialects: arrays of
/// `index`, which has no width.
bool crashesMlir(const std::string &text) {
  return text.find("array<index") != std::string::npos;
}

class Mutator {
public:
  Mutator(const std::vector<std::string> &seeds, std::uint64_t seed)
      : seeds(seeds), engine(seed) {}

  std::string next() {
    Tokens tokens = tokensOf(seeds[below(seeds.size())]);
    for (std::size_t times = 1 + below(4); times > 0; --times)
      change(tokens);
    std::string text;
    for (const std::string &token : tokens)
      text += token;
    return crashesMlir(text) ? next() : text;
  }

private:
  std::size_t below(std::size_t limit) {
    return limit == 0 ? 0 : static_cast<std::size_t>(engine() % limit);
  }
  void change(Tokens &tokens);

  const std::vector<std::string> &seeds;
  std::mt19937_64 engine;
};

void Mutator::change(Tokens &tokens) {
  if (tokens.empty())
    return;
  std::size_t at = below(tokens.size());
  switch (below(8)) {
  case 0:
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at));
    return;
  case 1:
    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens[at]);
    return;
  case 2:
    std::swap(tokens[at], tokens[below(tokens.size())]);
    return;
  case 3:
    tokens[at] = tokens[below(tokens.size())];
    return;
  case 4:
    if (below(16) == 0)
      tokens.resize(at);
    return;
  case 5: {
    // A number somewhere behind, changed.
    while (at < tokens.size() &&
           std::isdigit(static_cast<unsigned char>(tokens[at][0])) == 0)
      ++at;
    if (at < tokens.size())
      tokens[at] = Dictionary[below(13)];
    return;
  }
  default:
    tokens[at] = Dictionary[below(std::size(Dictionary))];
  }
}

/// The text under way, and how many were read: shared with the child.
struct Progress {
  std::uint64_t done;
  std::uint64_t accepted;
  char text[1 << 20];
};

void readOne(mlir::MLIRContext &context, const std::string &text,
             Progress &progress) {
  std::size_t length = std::min(text.size(), sizeof(progress.text) - 1);
  std::memcpy(progress.text, text.data(), length);
  progress.text[length] = '\0';
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text),
                             llvm::SMLoc());
  mlir::ParserConfig config(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, config);
  if (module) {
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    module->print(stream);
    ++progress.accepted;
  }
  ++progress.done;
}

/// Attributes stay in a context for good, so it is made anew now and then.
constexpr std::uint64_t TextsOfContext = 5000;

[[noreturn]] void readAll(Mutator &mutator, std::uint64_t count,
                          Progress &progress) {
  mlir::DialectRegistry registry;
  heddle::ir::registerDialects(registry);
  for (std::uint64_t done = 0; done < count;) {
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    mlir::ScopedDiagnosticHandler quiet(
        &context, [](mlir::Diagnostic &) { return mlir::success(); });
    for (std::uint64_t i = 0; i < TextsOfContext && done < count; ++i, ++done)
      readOne(context, mutator.next(), progress);
  }
  _exit(0);
}

std::vector<std::string> modulesOf(int count, char **files) {
  std::vector<std::string> modules;
  for (int i = 0; i < count; ++i) {
    auto file = llvm::MemoryBuffer::getFile(files[i]);
    if (!file) {
      llvm::errs() << "cannot read " << files[i] << "\n";
      std::exit(2);
    }
    llvm::SmallVector<llvm::StringRef> parts;
    (*file)->getBuffer().split(parts, "// -----\n");
    for (llvm::StringRef part : parts)
      modules.push_back(part.str());
  }
  return modules;
}

int run(int argc, char **argv) {
  if (argc < 4) {
    llvm::errs() << "usage: heddle-ir-fuzzer SEED[:SKIP] COUNT FILE...\n";
    return 2;
  }
  char *rest = nullptr;
  std::uint64_t seed = std::strtoull(argv[1], &rest, 10);
  std::uint64_t skipped =
      *rest == ':' ? std::strtoull(rest + 1, nullptr, 10) : 0;
  std::uint64_t count = std::strtoull(argv[2], nullptr, 10);
  std::vector<std::string> seeds = modulesOf(argc - 3, argv + 3);
  void *memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 2;
  auto &progress = *static_cast<Progress *>(memory);
  pid_t child = fork();
  if (child == 0) {
    Mutator mutator(seeds, seed);
    for (; skipped > 0; --skipped)
      mutator.next();
    readAll(mutator, count, progress);
  }
  int status = 0;
  waitpid(child, &status, 0);
  llvm::outs() << progress.done << " texts read, " << progress.accepted
               << " of them valid\n";
  if (status == 0)
    return 0;
  llvm::outs() << "the next one ended the process:\n" << progress.text << "\n";
  return 1;
}

} // namespace

int main(int argc, char **argv) { return run(argc, argv); }
