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
  if (std::optional<Encoding> encoding = parseEncoding(parser, getNamespace()))
    return layoutAttr(getContext(), *encoding);
  return {};
}

/// `ttg.convert_layout` for `triton_gpu.convert_layout`.
static std::string todaysName(llvm::StringRef name) {
  auto [prefix, op] = name.split('.');
  std::string today = ((prefix == "triton_gpu" ? "ttg." : "ttng.") + op).str();
  llvm::StringRef successor = successorOf(today);
  return successor.empty() ? today : successor.str();
}

static ParseResult refuseOldPrefix(OpAsmParser &parser,
                                   OperationState &result) {
  InFlightDiagnostic diagnostic = parser.emitError(parser.getNameLoc())
                                  << "is of a Triton before 3.6";
  diagnostic.attachNote() << "since then it is '"
                          << todaysName(result.name.getStringRef())
                          << "', with other operands perhaps";
  return diagnostic;
}

std::optional<Dialect::ParseOpHook>
OldPrefix::getParseOperationHook(llvm::StringRef) const {
  return ParseOpHook(refuseOldPrefix);
}

} // namespace heddle::ir
