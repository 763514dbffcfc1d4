//===- AttributeText.h - Attributes of custom text --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Attributes of ops with a parser of their own: what mlir-tblgen does where it
/// makes the parser.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_ATTRIBUTETEXT_H
#define HEDDLE_LIB_IR_ATTRIBUTETEXT_H

#include "mlir/IR/OpImplementation.h"

namespace heddle::ir {

/// Reads `{...}` if it is there, and checks those that the op declares.
inline mlir::ParseResult parseAttributes(mlir::OpAsmParser &parser,
                                         mlir::OperationState &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes))
    return mlir::failure();
  return result.name.verifyInherentAttrs(result.attributes, [&] {
    return parser.emitError(loc)
           << "'" << result.name.getStringRef() << "' op ";
  });
}

} // namespace heddle::ir

#endif // HEDDLE_LIB_IR_ATTRIBUTETEXT_H
