//===- Layout.h - Layouts in MLIR -------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layout library's encodings as attributes of tensors and memory. An
/// attribute holds an `Encoding`; its text, rules and meaning are the
/// library's.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_LAYOUT_H
#define HEDDLE_IR_LAYOUT_H

#include "heddle/encoding/TensorType.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"

namespace heddle {

/// Of all parameters.
llvm::hash_code hash_value(const Encoding &encoding);

namespace ir {

/// The release whose text is printed, and whose meaning layouts have where
/// releases differ. The newest unless one is set.
TritonVersion releaseOf(mlir::MLIRContext *context);
void setRelease(mlir::MLIRContext *context, TritonVersion release);

/// The encoding of a layout attribute; null for other attributes and for none.
const Encoding *encodingOf(mlir::Attribute attribute);
/// The encoding of a tensor or a memdesc; null without.
const Encoding *encodingOf(mlir::Type type);
/// The attribute of an encoding, of the dialect that has its family.
mlir::Attribute layoutAttr(mlir::MLIRContext *context,
                           const Encoding &encoding);

/// Reads what follows `#ttg.` or `#ttng.`, up to the end of the
/// attribute. Null, with an error at the location where something is wrong.
std::optional<Encoding> parseEncoding(mlir::DialectAsmParser &parser,
                                      llvm::StringRef dialect);
/// Writes what follows `#ttg.`. Layouts inside it are written as
/// attributes of their own, by their aliases where they have some.
void printEncoding(mlir::MLIRContext *context, const Encoding &encoding,
                   mlir::DialectAsmPrinter &printer);

/// Of a number, of a pointer, or of an element of a tensor.
unsigned elementBits(mlir::Type type);
/// An element type as the layout library has it. Fails on types that are none.
[[nodiscard]] Result<ElementType> elementType(mlir::Type type);
/// A tensor, memdesc or descriptor as the layout library has it. Fails on types
/// that it cannot describe.
[[nodiscard]] Result<TensorType> tensorType(mlir::Type type);
/// The layout of a tensor or a memdesc, by the meaning of the context's
/// release. Fails without an encoding and as the library does.
[[nodiscard]] Result<LinearLayout> linearLayoutOf(mlir::Type type);
/// Does that layout hold each element once? False if there is none.
bool holdsOnce(mlir::Type type);

/// Emits the error's reason, with witness and remedy as notes.
mlir::InFlightDiagnostic
report(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
       const Error &error);

} // namespace ir
} // namespace heddle

#endif // HEDDLE_IR_LAYOUT_H
