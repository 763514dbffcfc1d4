//===- TypeReductions.cpp - Smaller shapes --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dimensions.h"
#include "Reduction.h"
#include "TypeMap.h"
#include "heddle/ir/Tt.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle::reduction {

using namespace mlir;

namespace {

/// A site for each size in the types of the module. Several are applied from
/// the smallest to the largest, so that what becomes of one is never taken for
/// another.
template <std::int64_t (*Change)(std::int64_t size)>
std::vector<Site> changeSizes(ModuleOp module) {
  std::vector<Site> sites;
  for (std::int64_t wanted : sizesOf(module))
    if (Change(wanted) != wanted)
      sites.emplace_back([module, wanted] {
        mapTypes(module, {.size = [wanted](std::int64_t size) {
                   return size == wanted ? Change(size) : size;
                 }});
      });
  return sites;
}

std::int64_t one(std::int64_t /*size*/) { return 1; }

/// What matrix instructions and warps still accept.
template <std::int64_t Most> std::int64_t atMost(std::int64_t size) {
  return std::min(size, Most);
}

std::int64_t half(std::int64_t size) { return size / 2; }

/// A site for each set of dimensions that belong together.
template <std::int64_t (*Change)(std::int64_t size)>
std::vector<Site> changeDimensions(ModuleOp module) {
  std::vector<Site> sites;
  for (DimensionClass &dimensions : dimensionClasses(module))
    if (std::int64_t size = Change(dimensions.size); size != dimensions.size)
      sites.emplace_back([dimensions, size, module] {
        resize(dimensions, size);
        eraseIdentities(module);
      });
  return sites;
}

//===----------------------------------------------------------------------===//
// Fewer dimensions, fewer kinds of elements
//===----------------------------------------------------------------------===//

/// Axes of reductions and scans whose operands have lost a dimension.
void fitAxes(ModuleOp module) {
  module.walk([](Operation *op) {
    auto axis = op->getAttrOfType<IntegerAttr>("axis");
    auto tensor = op->getNumOperands() == 0
                      ? RankedTensorType()
                      : dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    if (axis && tensor && axis.getInt() >= tensor.getRank())
      op->setAttr("axis", IntegerAttr::get(axis.getType(), 0));
  });
}

/// From which tensors a dimension of size 1 goes.
enum class From { HighestRank, AllTensors };

/// Tensors and memory lose a dimension of size 1. Where a kernel makes matrices
/// of vectors, only matrices do.
template <Side Which, From Whom>
std::vector<Site> dropDimension(ModuleOp module) {
  std::int64_t highest = highestRank(module);
  if (highest < 2)
    return {};
  return {[module, highest] {
    mapTypes(module, {.shaped = [highest](ShapedType shaped) -> Type {
               if (Whom == From::HighestRank && shaped.getRank() != highest)
                 return shaped;
               Type dropped = withoutDimension(shaped, Which);
               return dropped ? dropped : Type(shaped);
             }});
    fitAxes(module);
    eraseIdentities(module);
  }};
}

/// Tensors of one element become that element.
std::vector<Site> tensorsToScalars(ModuleOp module) {
  if (highestRank(module) < 1)
    return {};
  return {[module] {
    mapTypes(module, {.shaped = [](ShapedType shaped) -> Type {
               return isa<RankedTensorType>(shaped) &&
                              shaped.getNumElements() == 1
                          ? shaped.getElementType()
                          : Type(shaped);
             }});
    eraseIdentities(module);
  }};
}

/// Both sides of a cast get one element, everywhere.
template <bool IsSource> std::vector<Site> mergeElements(ModuleOp module) {
  std::vector<Site> sites;
  llvm::DenseSet<std::pair<Type, Type>> seen;
  module.walk([&](Operation *op) {
    if (!isa<CastOpInterface, tt::FpToFpOp, tt::BitcastOp>(op) ||
        op->getNumOperands() != 1 || op->getNumResults() != 1)
      return;
    Type from = getElementTypeOrSelf(op->getOperand(0).getType());
    Type to = getElementTypeOrSelf(op->getResult(0).getType());
    if (IsSource)
      std::swap(from, to);
    if (from == to || !isa<IntegerType, FloatType>(from) ||
        !isa<IntegerType, FloatType>(to) || !seen.insert({from, to}).second)
      return;
    sites.emplace_back([module, from, to] {
      mapTypes(module, {.element = [from, to](Type element) {
                 return element == from ? to : element;
               }});
      eraseIdentities(module);
    });
  });
  return sites;
}

} // namespace

llvm::ArrayRef<Reduction> typeReductions() {
  constexpr std::int64_t OfProduct = 16, OfWarp = 32;
  static const Reduction list[] = {
      {"shapes-to-1", "make all dimensions of a size 1", changeSizes<one>},
      {"shapes-to-16", "make all dimensions of a size 16",
       changeSizes<atMost<OfProduct>>},
      {"shapes-to-32", "make all dimensions of a size 32",
       changeSizes<atMost<OfWarp>>},
      {"halve-shapes", "halve all dimensions of a size", changeSizes<half>},
      {"dimensions-to-1",
       "make a dimension 1, and those that have to be as long",
       changeDimensions<one>},
      {"dimensions-to-16",
       "make a dimension 16, and those that have to be as long",
       changeDimensions<atMost<OfProduct>>},
      {"halve-dimensions",
       "halve a dimension, and those that have to be as long",
       changeDimensions<half>},
      {"drop-last-dimension", "take a last dimension of size 1 from tensors",
       dropDimension<Side::Last, From::AllTensors>},
      {"drop-first-dimension", "take a first dimension of size 1 from tensors",
       dropDimension<Side::First, From::AllTensors>},
      {"drop-last-highest-dimension",
       "take a last dimension of size 1 from tensors of the highest rank",
       dropDimension<Side::Last, From::HighestRank>},
      {"drop-first-highest-dimension",
       "take a first dimension of size 1 from tensors of the highest rank",
       dropDimension<Side::First, From::HighestRank>},
      {"tensors-to-scalars", "make tensors of one element scalars",
       tensorsToScalars},
      {"merge-elements", "use the element type of a cast's result everywhere",
       mergeElements<false>},
      {"merge-elements-back",
       "use the element type of a cast's operand everywhere",
       mergeElements<true>},
  };
  return list;
}

} // namespace heddle::reduction
