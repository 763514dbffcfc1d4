//===- LayoutAttr.cpp - Reading and writing layouts -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/Parameters.h"
#include "heddle/ir/Layout.h"
#include "llvm/ADT/Hashing.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

static llvm::hash_code hash_value(const EncodingBox &box) {
  return box ? hash_value(*box) : llvm::hash_code(0);
}

static llvm::hash_code hash_value(const Padding &padding) {
  return llvm::hash_combine(padding.interval, padding.padding);
}

static llvm::hash_code hash_value(const UnsignedList &list) {
  return llvm::hash_combine_range(list.begin(), list.end());
}

namespace {

struct HashField {
  llvm::hash_code operator()(const Bases &bases) const {
    llvm::hash_code code(bases.size());
    for (const UnsignedList &basis : bases)
      code = llvm::hash_combine(code, heddle::hash_value(basis));
    return code;
  }
  llvm::hash_code operator()(const std::vector<Padding> &paddings) const {
    llvm::hash_code code(paddings.size());
    for (const Padding &padding : paddings)
      code = llvm::hash_combine(code, heddle::hash_value(padding));
    return code;
  }
  llvm::hash_code operator()(const UnsignedList &list) const {
    return heddle::hash_value(list);
  }
  llvm::hash_code operator()(const EncodingBox &box) const {
    return heddle::hash_value(box);
  }
  llvm::hash_code operator()(BlockRepOrder order) const {
    return llvm::hash_value(static_cast<unsigned>(order));
  }
  llvm::hash_code operator()(unsigned number) const {
    return llvm::hash_value(number);
  }
  llvm::hash_code operator()(bool flag) const { return llvm::hash_value(flag); }
};

} // namespace

llvm::hash_code hash_value(const Encoding &encoding) {
  return encoding.visit([]<class E>(const E &family) {
    llvm::hash_code code =
        llvm::hash_value(llvm::StringRef(familyOf<E>().mnemonic));
    for (const Parameter<E> &parameter : familyOf<E>().parameters)
      code = llvm::hash_combine(
          code,
          std::visit([&](auto member) { return HashField()(family.*member); },
                     parameter.field));
    return code;
  });
}

namespace ir {

namespace {

/// The layout inside of another one; null if there is none.
const Encoding *nestedIn(const Encoding &encoding) {
  if (const auto *slice = encoding.getIf<SliceEncoding>())
    return &*slice->parent;
  if (const auto *operand = encoding.getIf<DotOperandEncoding>())
    return &*operand->parent;
  if (const auto *parts = encoding.getIf<PartitionedSharedEncoding>())
    return &*parts->partitionLayout;
  return nullptr;
}

/// The text of the newest release that has one.
std::string anyText(const Encoding &encoding) {
  for (const VersionFacts &facts : llvm::reverse(versionTable()))
    if (Result<std::string> text = toText(
            encoding, {.version = facts.version, .meaning = Meaning::Optional}))
      return std::move(*text);
  return "";
}

/// The aliases in an attribute's text and what they stand for. MLIR's parser
/// alone knows that, so it has to walk through the text. A layout in the text
/// may have aliases inside that only its own parser sees: in `text` stands an
/// alias of the same length for the whole of it, so that positions stay as they
/// are.
class AliasCollector {
public:
  explicit AliasCollector(DialectAsmParser &parser)
      : parser(parser), spec(parser.getFullSymbolSpec()), text(spec) {}

  ParseResult collect() {
    while (position() < spec.end())
      if (*position() == '#' ? readAttribute() : skipToken())
        return failure();
    return success();
  }

  std::optional<std::string> operator()(std::string_view name) const {
    auto found = texts.find(llvm::StringRef(name.data(), name.size()));
    if (found == texts.end())
      return std::nullopt;
    return found->second;
  }

  const std::string &textWithAliases() const { return text; }

private:
  const char *position() const {
    return parser.getCurrentLocation().getPointer();
  }
  ParseResult readAttribute();
  ParseResult skipToken();

  DialectAsmParser &parser;
  llvm::StringRef spec;
  std::string text;
  llvm::StringMap<std::string> texts;
};

ParseResult AliasCollector::readAttribute() {
  llvm::StringRef name(position() + 1, spec.end() - position() - 1);
  name = name.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '-' || c == '.';
  });
  const char *start = position();
  Attribute attribute;
  if (parser.parseAttribute(attribute))
    return failure();
  const Encoding *encoding = encodingOf(attribute);
  if (encoding == nullptr)
    return success();
  std::string alias(name);
  if (name.contains('.')) {
    alias = "layout" + std::to_string(texts.size());
    auto length = static_cast<std::size_t>(position() - start) - 1;
    alias.resize(std::max(alias.size(), length), '_');
    text.replace(static_cast<std::size_t>(start - spec.data()) + 1, length,
                 alias);
  }
  texts[alias] = anyText(*encoding);
  return success();
}

ParseResult AliasCollector::skipToken() {
  switch (*position()) {
  case '<':
    return parser.parseLess();
  case '>':
    return parser.parseGreater();
  case '{':
    return parser.parseLBrace();
  case '}':
    return parser.parseRBrace();
  case '[':
    return parser.parseLSquare();
  case ']':
    return parser.parseRSquare();
  case ',':
    return parser.parseComma();
  case '=':
    return parser.parseEqual();
  case ':':
    return parser.parseColon();
  case '+':
    return parser.parsePlus();
  default:
    break;
  }
  APInt number;
  llvm::StringRef word;
  if (OptionalParseResult found = parser.parseOptionalInteger(number);
      found.has_value())
    return *found;
  if (succeeded(parser.parseOptionalKeyword(&word)))
    return success();
  return parser.emitError(parser.getCurrentLocation())
         << "expected the parameters of a layout";
}

} // namespace

/// Accumulators of instructions that the context's release has no layout of.
static LogicalResult expectFragments(DialectAsmParser &parser,
                                     const Encoding &encoding) {
  const auto *mma = encoding.getIf<NvidiaMmaEncoding>();
  const auto &release = factsOf(releaseOf(parser.getContext()));
  if (mma == nullptr || mma->versionMajor == 2 || mma->versionMajor == 3 ||
      release.hasMmaWithoutFragments)
    return success();
  InFlightDiagnostic diagnostic = parser.emitError(parser.getCurrentLocation())
                                  << "expects 2 or 3 as 'versionMajor' in "
                                  << release.name << ", but got "
                                  << mma->versionMajor;
  diagnostic.attachNote() << "earlier releases have such layouts, which no "
                             "instruction has: --triton 3.8";
  return diagnostic;
}

std::optional<Encoding> parseEncoding(DialectAsmParser &parser,
                                      llvm::StringRef dialect) {
  llvm::StringRef spec = parser.getFullSymbolSpec();
  AliasCollector aliases(parser);
  if (spec.contains('#') && failed(aliases.collect()))
    return std::nullopt;
  std::string prefix = ("#" + dialect + ".").str();
  tl::expected<Encoding, ParseError> encoding = parseEmbeddedEncoding(
      prefix + aliases.textWithAliases(), {.aliases = std::cref(aliases),
                                           .element = {},
                                           .rank = {},
                                           .meaning = Meaning::Optional});
  if (encoding) {
    if (failed(expectFragments(parser, *encoding)))
      return std::nullopt;
    return std::move(*encoding);
  }
  std::size_t offset = encoding.error().position;
  offset = offset < prefix.size() ? 0 : offset - prefix.size();
  SMLoc loc =
      SMLoc::getFromPointer(spec.data() + std::min(offset, spec.size()));
  report([&] { return parser.emitError(loc); }, encoding.error().error);
  return std::nullopt;
}

void printEncoding(MLIRContext *context, const Encoding &encoding,
                   DialectAsmPrinter &printer) {
  WriteOptions options = {.version = releaseOf(context),
                          .meaning = Meaning::Optional};
  auto textOf = [&](const Encoding &each) {
    // What the release has no words for is found by checkPrintable; messages
    // need words all the same.
    Result<std::string> text = toText(each, options);
    return text ? *text : anyText(each);
  };
  llvm::StringRef text = "";
  std::string whole = textOf(encoding);
  text = llvm::StringRef(whole).split('.').second;
  const Encoding *nested = nestedIn(encoding);
  if (nested == nullptr) {
    printer << text;
    return;
  }
  std::string inner = textOf(*nested);
  auto [before, after] = text.split(inner);
  printer << before;
  printer.printAttribute(layoutAttr(context, *nested));
  printer << after;
}

} // namespace ir
} // namespace heddle
