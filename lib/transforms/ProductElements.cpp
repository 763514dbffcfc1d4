//===- ProductElements.cpp - Types that products are computed in ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductElements.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

namespace heddle {

using namespace mlir;

ProductElements elementsOf(tt::DotOp dot) {
  return {getElementTypeOrSelf(dot.getA().getType()),
          getElementTypeOrSelf(dot.getB().getType()),
          dot.getType().getElementType()};
}

static bool isByteFloat(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
}

llvm::SmallVector<ProductElements> wideningsOf(const ProductElements &own) {
  Builder builder(own.a.getContext());
  llvm::SmallVector<ProductElements> all = {own};
  auto add = [&](ProductElements wide) { all.push_back(wide); };
  if (own.sum.isF16() || own.sum.isBF16())
    add({own.a, own.b, builder.getF32Type()});
  if (!isByteFloat(own.a) && !isByteFloat(own.b))
    return all;
  auto widen = [&](Type type) {
    return isByteFloat(type) ? builder.getF16Type() : type;
  };
  for (std::size_t index = 0, count = all.size(); index < count; ++index)
    add({widen(all[index].a), widen(all[index].b), all[index].sum});
  return all;
}

bool isTooImprecise(const ProductElements &elements, tt::DotOp dot) {
  constexpr std::uint64_t Products = 32;
  return isByteFloat(elements.a) && elements.sum.isF32() &&
         dot.getMaxNumImpreciseAcc() < Products;
}

} // namespace heddle
