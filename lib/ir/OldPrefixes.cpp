//===- OldPrefixes.cpp - Dialects under older names -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OldPrefixes.h"
#include "Releases.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttng.h"

namespace heddle::ir {

using namespace mlir;

TritonGpuPrefix::TritonGpuPrefix(MLIRContext *context)
    : OldPrefix(getDialectNamespace(), context,
                TypeID::get<TritonGpuPrefix>()) {
  context->getOrLoadDialect<ttg::TtgDialect>();
}

TritonNvidiaGpuPrefix::TritonNvidiaGpuPrefix(MLIRContext *context)
    : OldPrefix(getDialectNamespace(), context,
                TypeID::get<TritonNvidiaGpuPrefix>()) {
  context->getOrLoadDialect<ttng::TtngDialect>();
}

Attribute OldPrefix::parseAttribute(DialectAsmParser &parser, Type) const {
  if (succeeded(parser.parseOptionalKeyword("shared_memory")))
    return ttg::SharedMemoryAttr::get(getContext());
  if (succeeded(parser.parseOptionalKeyword("tensor_memory"))) {
    getContext()->getOrLoadDialect<ttng::TtngDialect>();
    return ttng::TensorMemoryAttr::get(getContext());
  }
  if (std::optional<Encoding> encoding = parseEncoding(parser, getNamespace()))
    return layoutAttr(getContext(), *encoding);
  return {};
}

/// `ttg.convert_layout` for `triton_gpu.convert_layout`.
static std::string todaysName(llvm::StringRef name) {
  auto [prefix, rest] = name.split('.');
  std::string today =
      ((prefix == "triton_gpu" ? "ttg." : "ttng.") + rest).str();
  llvm::StringRef successor = successorOf(today);
  return successor.empty() ? today : successor.str();
}

/// Says that the thing is old, and what it is today.
static InFlightDiagnostic answer(InFlightDiagnostic diagnostic,
                                 const llvm::Twine &today,
                                 llvm::StringRef more = "") {
  diagnostic << "is of a Triton before 3.6";
  diagnostic.attachNote() << "since then it is '" << today << "'" << more;
  return diagnostic;
}

/// Those whose text is today's but for the prefix. Nothing of others.
static OptionalParseResult parseSameType(DialectAsmParser &parser, Type &type) {
  llvm::StringRef spec = parser.getFullSymbolSpec();
  llvm::StringRef word;
  if (spec == "async.token") {
    type = ttg::AsyncTokenType::get(parser.getContext());
    return ParseResult(parser.parseKeyword(&word));
  }
  // Besides the layout it says the memory that it is in, since 3.2.
  if (!spec.starts_with("memdesc<") || spec.count('#') < 2)
    return std::nullopt;
  if (parser.parseKeyword(&word))
    return ParseResult(mlir::failure());
  type = ttg::MemDescType::parse(parser);
  return ParseResult(success(bool(type)));
}

Type OldPrefix::parseType(DialectAsmParser &parser) const {
  Type type;
  if (OptionalParseResult result = parseSameType(parser, type);
      result.has_value())
    return succeeded(*result) ? type : Type();
  std::string name =
      (getNamespace() + "." + parser.getFullSymbolSpec().take_while([](char c) {
        return llvm::isAlnum(c) || c == '_';
      })).str();
  answer(parser.emitError(parser.getNameLoc()) << "the type '!" << name << "' ",
         "!" + todaysName(name));
  return {};
}

LogicalResult OldPrefix::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  llvm::StringRef name = attribute.getName();
  return answer(op->emitOpError() << "its attribute '" << name << "' ",
                todaysName(name));
}

static ParseResult refuseOldPrefix(OpAsmParser &parser,
                                   OperationState &result) {
  return answer(parser.emitError(parser.getNameLoc()),
                todaysName(result.name.getStringRef()),
                ", with other operands perhaps");
}

std::optional<Dialect::ParseOpHook>
OldPrefix::getParseOperationHook(llvm::StringRef) const {
  return ParseOpHook(refuseOldPrefix);
}

} // namespace heddle::ir
