//===- ModuleFile.cpp - A module and its text -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleFile.h"
#include "heddle/ir/ArgumentNames.h"
#include "heddle/ir/Dialects.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Parse.h"
#include "heddle/ir/Tt.h"
#include "heddle/simt/Simt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"

namespace heddle::reduction {

using namespace mlir;

std::unique_ptr<MLIRContext> makeContext(std::optional<TritonVersion> release) {
  DialectRegistry registry;
  ir::registerDialects(registry);
  registry.insert<simt::SimtDialect>();
  if (release)
    ir::setRelease(registry, *release);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->getDiagEngine().registerHandler(
      [](Diagnostic &) { return success(); });
  return context;
}

namespace {

ParserConfig configOf(MLIRContext &context, Validity validity) {
  return {&context, /*verifyAfterParse=*/validity == Validity::Verified};
}

llvm::SourceMgr sourcesOf(const std::string &text, const std::string &name) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                             llvm::SMLoc());
  return sources;
}

} // namespace

OwningOpRef<ModuleOp> parseText(const std::string &text, MLIRContext &context,
                                Validity validity) {
  return ir::parseModule(sourcesOf(text, "kernel"),
                         configOf(context, validity));
}

std::string errorOf(const std::string &text, const std::string &path,
                    Validity validity) {
  std::unique_ptr<MLIRContext> context = makeContext(std::nullopt);
  std::string first;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &error) {
    if (!first.empty() || error.getSeverity() != DiagnosticSeverity::Error)
      return success();
    llvm::raw_string_ostream stream(first);
    if (auto place = dyn_cast<FileLineColLoc>(error.getLocation()))
      stream << place.getFilename().getValue() << ":" << place.getLine() << ":"
             << place.getColumn() << ": ";
    stream << "error: " << error;
    return success();
  });
  llvm::SourceMgr sources = sourcesOf(text, path == "-" ? "<stdin>" : path);
  (void)ir::parseModule(sources, configOf(*context, validity));
  return first;
}

OwningOpRef<ModuleOp> parseWithNames(const std::string &text,
                                     MLIRContext &context, Validity validity) {
  llvm::SourceMgr sources = sourcesOf(text, "kernel");
  Block parsed;
  AsmParserState state;
  if (failed(ir::parseOps(sources, parsed, configOf(context, validity), state)))
    return nullptr;
  for (Operation &root : parsed)
    root.walk([&](FunctionOpInterface function) {
      if (function.isExternal())
        return;
      for (BlockArgument argument : function.getArguments())
        if (ir::nameIn(argument.getLoc()).empty())
          argument.setLoc(NameLoc::get(
              StringAttr::get(&context, ir::nameInFile(state, argument))));
    });
  OwningOpRef<ModuleOp> module;
  if (parsed.getOperations().size() == 1)
    module = dyn_cast<ModuleOp>(parsed.front());
  if (module) {
    module->getOperation()->remove();
    return module;
  }
  module = ModuleOp::create(UnknownLoc::get(&context));
  module->getBody()->getOperations().splice(module->getBody()->begin(),
                                            parsed.getOperations());
  return module;
}

llvm::StringRef argumentName(BlockArgument argument) {
  return ir::nameIn(argument.getLoc());
}

namespace {

/// Constants, splats and plain stores are what others are made of in the end.
std::uint64_t weightOf(Operation *op) {
  constexpr std::uint64_t OfPlain = 3, OfSplat = 4, OfOther = 6;
  bool isPlain = isa<arith::ConstantOp>(op) ||
                 (isa<tt::StoreOp>(op) && op->getNumOperands() == 2);
  std::uint64_t weight = isPlain                ? OfPlain
                         : isa<tt::SplatOp>(op) ? OfSplat
                                                : OfOther;
  return weight + op->getNumOperands() + op->getNumRegions();
}

std::uint64_t sumOfNumbers(llvm::StringRef text) {
  std::uint64_t sum = 0;
  while (!text.empty()) {
    text = text.drop_while([](char each) { return !llvm::isDigit(each); });
    llvm::StringRef digits = text.take_while(llvm::isDigit);
    std::uint64_t number = 0;
    constexpr std::uint64_t Most = std::uint64_t(1) << 32;
    sum += digits.getAsInteger(10, number) ? Most : std::min(number, Most);
    text = text.drop_front(digits.size());
  }
  return sum;
}

std::string printed(ModuleOp module, bool hasLocations) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  if (hasLocations)
    flags.enableDebugInfo();
  // Otherwise the printer verifies once more.
  module->print(stream, flags.assumeVerified());
  return text + (text.empty() || text.back() != '\n' ? "\n" : "");
}

} // namespace

std::optional<Candidate> print(ModuleOp module, Locations locations,
                               Validity validity) {
  bool mustBeValid = validity == Validity::Verified;
  if (mustBeValid && failed(verify(module)))
    return std::nullopt;
  OwningOpRef<ModuleOp> fitted(module.clone());
  ir::fitRelease(*fitted);
  if (mustBeValid && failed(ir::checkPrintable(*fitted)))
    return std::nullopt;
  Candidate candidate;
  candidate.text.located = printed(*fitted, /*hasLocations=*/true);
  candidate.text.printed = locations == Locations::Printed
                               ? candidate.text.located
                               : printed(*fitted, /*hasLocations=*/false);
  // Types and attributes are verified by the parser only.
  OwningOpRef<ModuleOp> again =
      parseText(candidate.text.located, *module.getContext(), validity);
  if (!again)
    return std::nullopt;
  again->walk([&](Operation *op) { candidate.cost.weight += weightOf(op); });
  candidate.cost.bytes = candidate.text.printed.size();
  candidate.cost.numbers = sumOfNumbers(candidate.text.printed);
  return candidate;
}

namespace {

/// A line without spaces at its ends, names and numbers, which printing
/// changes.
std::string lineKey(llvm::StringRef line) {
  std::string key;
  line = line.trim();
  line = line.substr(0, line.find(" loc("));
  while (!line.empty()) {
    if (line.front() == '%' || line.front() == '#')
      line = line.drop_front().drop_while(
          [](char each) { return llvm::isAlnum(each) || each == '_'; });
    else {
      key += line.front();
      line = line.drop_front();
    }
  }
  return key;
}

llvm::StringMap<int> keysOf(llvm::StringRef text) {
  llvm::StringMap<int> keys;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines)
    ++keys[lineKey(line)];
  return keys;
}

} // namespace

TritonVersion releaseOfText(const std::string &text, Validity validity) {
  llvm::StringMap<int> wanted = keysOf(text);
  TritonVersion best = NewestTriton;
  int most = -1;
  for (const VersionFacts &facts : llvm::reverse(versionTable())) {
    std::unique_ptr<MLIRContext> context = makeContext(facts.version);
    OwningOpRef<ModuleOp> module = parseText(text, *context, validity);
    std::optional<Candidate> candidate;
    if (module)
      candidate = print(*module, Locations::Hidden, validity);
    if (!candidate)
      continue;
    int common = 0;
    for (const auto &[key, count] : keysOf(candidate->text.printed))
      common += std::min(count, wanted.lookup(key));
    if (common > most) {
      most = common;
      best = facts.version;
    }
  }
  return best;
}

unsigned linesOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  return static_cast<unsigned>(lines.size());
}

} // namespace heddle::reduction
