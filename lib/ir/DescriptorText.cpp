//===- DescriptorText.cpp - Text and rules of descriptors -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorText.h"
#include "Releases.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"

namespace heddle::ir {

using namespace mlir;
using mlir::failure;

FailureOr<DescriptorParts> parseDescriptorParts(AsmParser &parser) {
  if (parser.parseLess())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("tensor"))) {
    FailureOr<DescriptorParts> parts = parseDescriptorParts(parser);
    if (failed(parts) || parser.parseGreater())
      return failure();
    return parts;
  }
  DescriptorParts parts;
  if (parser.parseDimensionList(parts.shape, /*allowDynamic=*/false) ||
      parser.parseType(parts.element) ||
      (succeeded(parser.parseOptionalComma()) &&
       parser.parseAttribute(parts.layout)) ||
      parser.parseGreater())
    return failure();
  return parts;
}

void printDescriptor(AsmPrinter &printer, ArrayRef<int64_t> shape, Type element,
                     Attribute layout) {
  bool isTensor = has(element.getContext(), Feature::DescriptorsOfTensors);
  printer << (isTensor ? "<tensor<" : "<");
  for (int64_t size : shape)
    printer << size << "x";
  printer << element;
  if (layout)
    printer << ", " << layout;
  printer << (isTensor ? ">>" : ">");
}

LogicalResult verifyDescriptor(function_ref<InFlightDiagnostic()> emitError,
                               Type element) {
  if (RankedTensorType::isValidElementType(element))
    return success();
  return emitError() << "expected a descriptor of elements that tensors have, "
                        "but got one of "
                     << element;
}

RankedTensorType blockType(ArrayRef<int64_t> shape, Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    element = IntegerType::get(element.getContext(), integer.getWidth());
  return RankedTensorType::get(shape, element);
}

} // namespace heddle::ir
