//===- TypeMap.cpp - The same module with other types ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeMap.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/CastInterfaces.h"

#include <set>

namespace heddle::reduction {

using namespace mlir;

namespace {

/// The dimensions, element and layout of types that have them.
struct Shaped {
  llvm::SmallVector<int64_t> shape;
  Attribute layout;
};

std::optional<Shaped> shapedOf(Type type) {
  auto make = [](llvm::ArrayRef<int64_t> shape, Attribute layout) {
    return Shaped{.shape = llvm::SmallVector<int64_t>(shape), .layout = layout};
  };
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return make(tensor.getShape(), tensor.getEncoding());
  if (auto memory = dyn_cast<ttg::MemDescType>(type))
    return make(memory.getShape(), memory.getEncoding());
  if (auto descriptor = dyn_cast<tt::TensorDescType>(type))
    return make(descriptor.getShape(), descriptor.getLayout());
  return std::nullopt;
}

class Mapper {
public:
  Mapper(MLIRContext *context, const TypeMap &map)
      : context(context), map(map) {}

  /// Null if the type changes nothing, or cannot be changed.
  Type operator()(Type type) const;
  Attribute operator()(DenseElementsAttr constant) const;
  TypedAttr operator()(TypedAttr number) const;

private:
  Attribute layout(Attribute old) const;
  /// Of a scalar, or what a pointer points to.
  Type element(Type old) const;
  llvm::SmallVector<int64_t> shape(llvm::ArrayRef<int64_t> old) const;

  MLIRContext *context;
  const TypeMap &map;
};

Attribute Mapper::layout(Attribute old) const {
  const Encoding *encoding = old ? ir::encodingOf(old) : nullptr;
  if (encoding == nullptr || !map.layout)
    return old;
  std::optional<Encoding> mapped = map.layout(*encoding);
  return mapped ? ir::layoutAttr(context, *mapped) : Attribute();
}

llvm::SmallVector<int64_t> Mapper::shape(llvm::ArrayRef<int64_t> old) const {
  llvm::SmallVector<int64_t> mapped(old);
  if (map.size)
    for (int64_t &size : mapped)
      size = map.size(size);
  return mapped;
}

Type Mapper::element(Type old) const {
  if (!map.element)
    return old;
  if (auto pointer = dyn_cast<tt::PointerType>(old))
    return tt::PointerType::get(element(pointer.getPointee()),
                                pointer.getAddressSpace());
  return map.element(old);
}

Type Mapper::operator()(Type type) const {
  auto silent = [&] { return emitError(UnknownLoc::get(context)); };
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    auto mapped = RankedTensorType::getChecked(silent, shape(tensor.getShape()),
                                               element(tensor.getElementType()),
                                               layout(tensor.getEncoding()));
    return mapped && map.shaped ? map.shaped(mapped) : mapped;
  }
  if (auto memory = dyn_cast<ttg::MemDescType>(type)) {
    auto sizes = shape(memory.getShape()), all = shape(memory.getAllocShape());
    Attribute mapped = layout(memory.getEncoding());
    if (failed(ttg::MemDescType::verifyInvariants(
            silent, sizes, element(memory.getElementType()), mapped,
            memory.getMemorySpace(), memory.getMutableMemory(), all)))
      return {};
    auto made = ttg::MemDescType::get(sizes, element(memory.getElementType()),
                                      mapped, memory.getMemorySpace(),
                                      memory.getMutableMemory(), all);
    return map.shaped ? map.shaped(made) : made;
  }
  if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
    auto sizes = shape(descriptor.getShape());
    Attribute mapped = layout(descriptor.getLayout());
    Type inside = element(descriptor.getElementType());
    if (succeeded(tt::TensorDescType::verifyInvariants(silent, sizes, inside,
                                                       mapped)))
      return tt::TensorDescType::get(context, sizes, inside, mapped);
  }
  Type mapped = element(type);
  return mapped == type ? Type() : mapped;
}

TypedAttr Mapper::operator()(TypedAttr number) const {
  Type type = element(number.getType());
  if (type == number.getType())
    return number;
  if (auto wanted = dyn_cast<IntegerType>(type)) {
    auto integer = dyn_cast<IntegerAttr>(number);
    return IntegerAttr::get(
        wanted, integer ? integer.getValue().sextOrTrunc(wanted.getWidth())
                        : APInt(wanted.getWidth(), 1));
  }
  if (isa<FloatType>(type)) {
    auto real = dyn_cast<FloatAttr>(number);
    return FloatAttr::get(type, real ? real.getValueAsDouble() : 1.0);
  }
  return number;
}

Attribute Mapper::operator()(DenseElementsAttr constant) const {
  Type mapped = (*this)(constant.getType());
  if (!mapped || mapped == constant.getType())
    return constant;
  Attribute first = *constant.getValues<Attribute>().begin();
  if (auto number = dyn_cast<TypedAttr>(first))
    first = (*this)(number);
  auto type = dyn_cast<ShapedType>(mapped);
  if (!type)
    return first;
  if (type.getElementType() != constant.getElementType())
    return DenseElementsAttr::get(type, first);
  if (constant.isSplat())
    return constant.resizeSplat(type);
  if (type.getShape() == constant.getType().getShape())
    return constant.reshape(type);
  // Its first element stands for all.
  return DenseElementsAttr::get(type, first);
}

} // namespace

void mapTypes(ModuleOp module, const TypeMap &map) {
  Mapper mapper(module.getContext(), map);
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](Type type) -> std::optional<std::pair<Type, WalkResult>> {
        if (!shapedOf(type) &&
            !isa<IntegerType, FloatType, tt::PointerType>(type))
          return std::nullopt;
        Type mapped = mapper(type);
        return std::pair(mapped ? mapped : type, WalkResult::skip());
      });
  replacer.addReplacement(
      [&](DenseElementsAttr constant)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        return std::pair<Attribute, WalkResult>(mapper(constant),
                                                WalkResult::skip());
      });
  // Numbers of attributes stay as they are but for constants.
  replacer.addReplacement(
      [](IntegerAttr number)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        return std::pair<Attribute, WalkResult>(number, WalkResult::skip());
      });
  if (map.element)
    module.walk([&](arith::ConstantOp constant) {
      if (isa<IntegerAttr, FloatAttr>(constant.getValue()))
        constant.setValueAttr(mapper(constant.getValue()));
    });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  if (!map.size)
    return;
  module.walk([](tt::MakeRangeOp range) {
    auto count = cast<RankedTensorType>(range.getType()).getShape().front();
    range.setEnd(range.getStart() + static_cast<std::uint32_t>(count));
  });
}

Type withoutDimension(Type type, Side side) {
  std::optional<Shaped> shaped = shapedOf(type);
  if (!shaped || shaped->shape.size() < 2)
    return {};
  llvm::SmallVector<int64_t> &shape = shaped->shape;
  auto silent = [&] { return emitError(UnknownLoc::get(type.getContext())); };
  const Encoding *layout =
      shaped->layout ? ir::encodingOf(shaped->layout) : nullptr;
  auto rank = static_cast<unsigned>(shape.size());
  unsigned described = layout ? std::min(layout->rank(), rank) : rank;
  unsigned dimension = side == Side::Last ? rank - 1 : rank - described;
  if (described < 2 || shape[dimension] != 1)
    return {};
  shape.erase(shape.begin() + dimension);
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    Attribute slice = layout ? ir::layoutAttr(type.getContext(),
                                              SliceEncoding{dimension, *layout})
                             : Attribute();
    return RankedTensorType::getChecked(silent, shape, tensor.getElementType(),
                                        slice);
  }
  auto memory = dyn_cast<ttg::MemDescType>(type);
  if (!memory || !layout || layout->kind() != EncodingKind::Shared)
    return {};
  llvm::SmallVector<int64_t> whole(memory.getAllocShape());
  whole.erase(whole.end() - (rank - dimension));
  SwizzledSharedEncoding plain;
  for (unsigned dim = described - 1; dim-- > 0;)
    plain.order.push_back(dim);
  Attribute mapped = ir::layoutAttr(type.getContext(), plain);
  if (failed(ttg::MemDescType::verifyInvariants(
          silent, shape, memory.getElementType(), mapped,
          memory.getMemorySpace(), memory.getMutableMemory(), whole)))
    return {};
  return ttg::MemDescType::get(shape, memory.getElementType(), mapped,
                               memory.getMemorySpace(),
                               memory.getMutableMemory(), whole);
}

namespace {

/// An axis that is not added any more leaves two layouts of one tensor: that of
/// the source is taken for both, everywhere.
void unifySides(ModuleOp module, tt::ExpandDimsOp expand) {
  auto from = cast<RankedTensorType>(expand.getSrc().getType());
  auto to = cast<RankedTensorType>(expand.getType());
  const Encoding *source =
      from.getEncoding() ? ir::encodingOf(from.getEncoding()) : nullptr;
  const Encoding *result =
      to.getEncoding() ? ir::encodingOf(to.getEncoding()) : nullptr;
  if (from.getShape() != to.getShape() || !source || !result || from == to)
    return;
  Encoding kept = *source, replaced = *result;
  mapTypes(module,
           {.layout = [&](const Encoding &layout) -> std::optional<Encoding> {
             return layout == replaced ? kept : layout;
           }});
}

bool changesTypesOnly(Operation *op) {
  return isa<tt::SplatOp, tt::UnsplatOp, tt::BroadcastOp, tt::ExpandDimsOp,
             tt::ReshapeOp, tt::TransOp, tt::BitcastOp, tt::FpToFpOp,
             ttg::ConvertLayoutOp, ttg::MemDescSubsliceOp, ttg::MemDescTransOp,
             CastOpInterface>(op) &&
         op->getNumOperands() == 1 && op->getNumResults() == 1;
}

} // namespace

void eraseIdentities(ModuleOp module) {
  module.walk([&](tt::ExpandDimsOp expand) { unifySides(module, expand); });
  module.walk([](Operation *op) {
    if (!changesTypesOnly(op) ||
        op->getOperand(0).getType() != op->getResult(0).getType())
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
}

namespace {

void forEachType(ModuleOp module, llvm::function_ref<void(Type)> visit) {
  AttrTypeWalker walker;
  walker.addWalk([&](Type type) { visit(type); });
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (NamedAttribute each : op->getAttrs())
      walker.walk(each.getValue());
    for (Type type : op->getResultTypes())
      walker.walk(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          walker.walk(type);
  });
}

} // namespace

std::vector<std::int64_t> sizesOf(ModuleOp module) {
  std::set<std::int64_t, std::greater<>> sizes;
  forEachType(module, [&](Type type) {
    if (std::optional<Shaped> shaped = shapedOf(type))
      for (std::int64_t size : shaped->shape)
        if (size > 1)
          sizes.insert(size);
  });
  return {sizes.begin(), sizes.end()};
}

std::int64_t highestRank(ModuleOp module) {
  std::int64_t highest = 0;
  forEachType(module, [&](Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      highest = std::max(highest, tensor.getRank());
  });
  return highest;
}

std::vector<Encoding> layoutsOf(ModuleOp module) {
  std::vector<Encoding> layouts;
  forEachType(module, [&](Type type) {
    std::optional<Shaped> shaped = shapedOf(type);
    const Encoding *encoding =
        shaped && shaped->layout ? ir::encodingOf(shaped->layout) : nullptr;
    if (encoding != nullptr && !llvm::is_contained(layouts, *encoding))
      layouts.push_back(*encoding);
  });
  return layouts;
}

} // namespace heddle::reduction
