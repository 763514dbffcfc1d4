//===- Printing.cpp - Attributes and types as texts -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Printing.h"
#include "Nesting.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/JSON.h"

#include <algorithm>

namespace heddle::lsp {

using namespace mlir;

namespace {

constexpr llvm::StringLiteral TooLarge = "(too large to print)";

/// The parts of an attribute or a type, those that occur twice counted twice,
/// each counted once only.
class PartCounter {
public:
  static constexpr std::uint64_t Most = 5000;

  bool isSmall(Attribute attribute) { return count(attribute) <= Most; }
  bool isSmall(Type type) { return count(type) <= Most; }

private:
  template <class T> std::uint64_t count(T part) {
    if (!part)
      return 0;
    const void *key = part.getAsOpaquePointer();
    if (auto found = known.find(key); found != known.end())
      return found->second;
    if (depth == MaxNesting)
      return Most + 1;
    ++depth;
    std::uint64_t sum = 1;
    auto add = [&](auto inner) {
      sum = std::min(sum + count(inner), Most + 1);
    };
    part.walkImmediateSubElements([&](Attribute inner) { add(inner); },
                                  [&](Type inner) { add(inner); });
    --depth;
    known[key] = sum;
    return sum;
  }

  llvm::DenseMap<const void *, std::uint64_t> known;
  unsigned depth = 0;
};

template <class T> std::string printSmall(T part) {
  if (!PartCounter().isSmall(part))
    return TooLarge.str();
  std::string text;
  llvm::raw_string_ostream(text) << part;
  return llvm::json::fixUTF8(text);
}

bool isSmall(Operation *op) {
  PartCounter counter;
  auto isSmallType = [&](Type type) { return counter.isSmall(type); };
  return counter.isSmall(op->getAttrDictionary()) &&
         counter.isSmall(op->getPropertiesAsAttribute()) &&
         llvm::all_of(op->getOperandTypes(), isSmallType) &&
         llvm::all_of(op->getResultTypes(), isSmallType);
}

} // namespace

std::string printed(Attribute attribute) { return printSmall(attribute); }
std::string printed(Type type) { return printSmall(type); }

std::string printed(const Diagnostic &diagnostic) {
  PartCounter counter;
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const DiagnosticArgument &argument : diagnostic.getArguments()) {
    bool isLarge = (argument.getKind() ==
                        DiagnosticArgument::DiagnosticArgumentKind::Attribute &&
                    !counter.isSmall(argument.getAsAttribute())) ||
                   (argument.getKind() ==
                        DiagnosticArgument::DiagnosticArgumentKind::Type &&
                    !counter.isSmall(argument.getAsType()));
    if (isLarge)
      stream << TooLarge;
    else
      argument.print(stream);
  }
  return llvm::json::fixUTF8(text);
}

std::string printedGeneric(Operation *op) {
  constexpr std::int64_t MostElements = 16;
  constexpr std::size_t MostCharacters = 4000;
  if (!isSmall(op))
    return TooLarge.str();
  OpPrintingFlags flags;
  flags.skipRegions().printGenericOpForm().elideLargeElementsAttrs(
      MostElements);
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream, flags);
  if (text.size() > MostCharacters) {
    text.resize(MostCharacters);
    text += " ...";
  }
  return llvm::json::fixUTF8(text);
}

} // namespace heddle::lsp
