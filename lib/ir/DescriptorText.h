//===- DescriptorText.h - Text and rules of descriptors ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What types of descriptors share: `<128x64xf16, #shared>`, a block, its
/// element, and its layout in shared memory once one is chosen. Releases up to
/// 3.7 write `<tensor<128x64xf16, #shared>>`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_DESCRIPTORTEXT_H
#define HEDDLE_LIB_IR_DESCRIPTORTEXT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"

namespace heddle::ir {

struct DescriptorParts {
  llvm::SmallVector<int64_t> shape;
  mlir::Type element;
  mlir::Attribute layout;
};
/// Reads either form.
mlir::FailureOr<DescriptorParts> parseDescriptorParts(mlir::AsmParser &parser);

template <class Descriptor>
mlir::Type parseDescriptor(mlir::AsmParser &parser) {
  mlir::FailureOr<DescriptorParts> parts = parseDescriptorParts(parser);
  if (mlir::failed(parts))
    return {};
  return parser.getChecked<Descriptor>(parser.getContext(), parts->shape,
                                       parts->element, parts->layout);
}

/// Writes the form of the context's release.
void printDescriptor(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> shape,
                     mlir::Type element, mlir::Attribute layout);

mlir::LogicalResult
verifyDescriptor(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                 mlir::Type element);

/// The block as a tensor, with signless integers.
mlir::RankedTensorType blockType(llvm::ArrayRef<int64_t> shape,
                                 mlir::Type element);

} // namespace heddle::ir

#endif // HEDDLE_LIB_IR_DESCRIPTORTEXT_H
