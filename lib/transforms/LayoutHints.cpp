//===- LayoutHints.cpp - Wishes for layouts from a file -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutWishes.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace heddle {

#define GEN_PASS_DEF_HEDDLELAYOUTHINTS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Lines of a text on which the objects of its list begin.
std::vector<unsigned> linesOfEntries(llvm::StringRef text) {
  std::vector<unsigned> lines;
  unsigned line = 1, depth = 0;
  bool isText = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    line += c == '\n' ? 1 : 0;
    if (isText && c == '\\')
      ++i;
    else if (c == '"')
      isText = !isText;
    else if (!isText && c == '{' && depth++ == 0)
      lines.push_back(line);
    else if (!isText && c == '}')
      --depth;
  }
  return lines;
}

/// Whether a place in the source, or one of the calls that lead there, is at
/// "file.py:12", or has the name. The file may be named by its end only.
bool isAt(Location location, llvm::StringRef place) {
  auto [file, line] = place.rsplit(':');
  unsigned number = 0;
  if (line.getAsInteger(10, number))
    return false;
  return location
      ->walk([&](Location each) {
        auto at = dyn_cast<FileLineColLoc>(each);
        return at && at.getLine() == number &&
                       at.getFilename().getValue().ends_with(file)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool isNamed(Location location, llvm::StringRef name) {
  return location
      ->walk([&](Location each) {
        auto named = dyn_cast<NameLoc>(each);
        return named && named.getName() == name ? WalkResult::interrupt()
                                                : WalkResult::advance();
      })
      .wasInterrupted();
}

/// One entry of the list.
class Hint {
public:
  Hint(const llvm::json::Object &entry, Location location)
      : entry(entry), location(location) {}

  LogicalResult apply(ModuleOp module);

private:
  LogicalResult read();
  bool names(Operation *op) const;
  std::string said() const;

  const llvm::json::Object &entry;
  Location location;
  std::string at, value, kind;
  llvm::SmallVector<std::pair<llvm::StringRef, Attribute>> wishes;
};

LogicalResult Hint::read() {
  for (const auto &[key, content] : entry) {
    std::optional<llvm::StringRef> text = content.getAsString();
    if (!text)
      return mlir::emitError(location)
             << "expects a text as \"" << key.str() << "\"";
    llvm::StringRef name = key;
    if (name == "at")
      at = *text;
    else if (name == "value")
      value = *text;
    else if (name == "op")
      kind = *text;
    else if (name == "pin" || name == "prefer" || name == "forbid") {
      Attribute attribute = parseAttribute(*text, location.getContext());
      if (!attribute)
        return mlir::emitError(location) << "expects a layout or a dictionary "
                                            "as \""
                                         << name << "\", but got " << *text;
      wishes.emplace_back(name == "pin"      ? PinAttr
                          : name == "prefer" ? PreferAttr
                                             : ForbidAttr,
                          attribute);
    } else {
      return mlir::emitError(location)
             << "has an unknown entry, \"" << name
             << "\"; there are at, value, op, pin, prefer and forbid";
    }
  }
  if (!at.empty() && !llvm::StringRef(at).contains(':'))
    return mlir::emitError(location)
           << "expects \"file.py:12\" as \"at\", but got \"" << at << "\"";
  if (at.empty() && value.empty() && kind.empty())
    return mlir::emitError(location)
           << "names no ops: by \"at\", \"value\" or \"op\"";
  if (wishes.empty())
    return mlir::emitError(location)
           << "says nothing: by \"pin\", \"prefer\" or \"forbid\"";
  return success();
}

bool Hint::names(Operation *op) const {
  return wishedValue(op) &&
         (kind.empty() || op->getName().getStringRef() == kind) &&
         (at.empty() || isAt(op->getLoc(), at)) &&
         (value.empty() || isNamed(op->getLoc(), value));
}

std::string Hint::said() const {
  std::string text = kind.empty() ? "op" : kind;
  if (!value.empty())
    text += " of the name \"" + value + "\"";
  if (!at.empty())
    text += " at " + at;
  return text;
}

LogicalResult Hint::apply(ModuleOp module) {
  if (failed(read()))
    return mlir::failure();
  bool isUsed = false;
  module.walk([&](Operation *op) {
    if (!names(op))
      return;
    isUsed = true;
    for (auto [name, attribute] : wishes)
      if (!op->hasAttr(name))
        op->setAttr(name, attribute);
  });
  if (!isUsed)
    return mlir::emitError(location)
           << "names no op that gives or stores a tensor: there is no "
           << said();
  return success();
}

class HeddleLayoutHints
    : public impl::HeddleLayoutHintsBase<HeddleLayoutHints> {
public:
  using Base::Base;

  void runOnOperation() final {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run() {
    auto at = [&](unsigned line) -> Location {
      return FileLineColLoc::get(&getContext(), file, line, 1);
    };
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
    if (!buffer)
      return mlir::emitError(at(1))
             << "cannot be read: " << buffer.getError().message();
    llvm::StringRef text = (*buffer)->getBuffer();
    llvm::Expected<llvm::json::Value> content = llvm::json::parse(text);
    if (!content)
      return mlir::emitError(at(1))
             << "is no JSON: " << llvm::toString(content.takeError());
    const llvm::json::Array *list = content->getAsArray();
    if (list == nullptr)
      return mlir::emitError(at(1)) << "expects a list of objects";
    std::vector<unsigned> lines = linesOfEntries(text);
    std::size_t next = 0;
    for (const llvm::json::Value &each : *list) {
      const llvm::json::Object *entry = each.getAsObject();
      if (entry == nullptr)
        return mlir::emitError(at(1)) << "expects a list of objects";
      if (failed(Hint(*entry, at(lines[next++])).apply(getOperation())))
        return mlir::failure();
    }
    return success();
  }
};

} // namespace
} // namespace heddle
