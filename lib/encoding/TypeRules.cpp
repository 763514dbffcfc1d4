//===- TypeRules.cpp - What has to fit in a type --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyTraits.h"
#include "heddle/encoding/TensorType.h"
#include "heddle/encoding/Verify.h"

namespace heddle {

namespace {

Result<void> kindFits(TensorType::Kind type, EncodingKind encoding) {
  bool isDistributed = encoding == EncodingKind::Distributed;
  switch (type) {
  case TensorType::Kind::Tensor:
    if (isDistributed)
      return {};
    return failure("expects a distributed layout in a tensor type, but got one "
                   "of memory",
                   {}, "write it in a '!ttg.memdesc<...>'");
  case TensorType::Kind::MemDesc:
    if (!isDistributed)
      return {};
    return failure("expects a layout of memory in a memdesc type, but got a "
                   "distributed one",
                   {}, "write it in a 'tensor<...>'");
  case TensorType::Kind::TensorDescriptor:
    if (encoding == EncodingKind::Shared)
      return {};
    return failure(
        "expects a layout of shared memory in a tensordesc type, but "
        "got another kind");
  }
  return {};
}

} // namespace

Result<void> encodingFits(const TensorType &type, const Encoding &encoding) {
  std::size_t rank = encoding.rank();
  bool isArray =
      type.kind == TensorType::Kind::MemDesc && rank + 1 == type.shape.size();
  if (rank != type.shape.size() && !isArray)
    return failure(concat("expects a layout of rank ", type.shape.size(),
                          ", as the shape has, but got one of rank ", rank));
  Result<void> elementFits =
      encoding.visit([&]<class E>(const E &family) -> Result<void> {
        auto *check = traitsOf<E>().checkElement;
        return check != nullptr ? check(family, type.element) : Result<void>();
      });
  if (!elementFits)
    return elementFits;
  return kindFits(type.kind, encoding.kind());
}

Result<void> verify(const TensorType &type, Meaning meaning) {
  if (type.encoding) {
    if (Result<void> valid = verify(*type.encoding, meaning); !valid)
      return valid;
    if (Result<void> fits = encodingFits(type, *type.encoding); !fits)
      return fits;
  }
  if (type.allocShape.empty())
    return {};
  if (type.allocShape.size() < type.shape.size())
    return failure(concat("expects an allocation of at least ",
                          type.shape.size(), " dimensions, but got ",
                          type.allocShape.size()));
  std::size_t extra = type.allocShape.size() - type.shape.size();
  for (std::size_t axis = 0; axis < type.shape.size(); ++axis)
    if (type.allocShape[extra + axis] < type.shape[axis])
      return failure(concat("expects an allocation of at least ",
                            type.shape[axis], " along dimension ", axis,
                            ", but got ", type.allocShape[extra + axis]));
  return {};
}

} // namespace heddle
