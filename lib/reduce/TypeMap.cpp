//===- TypeMap.cpp - The same module with other types ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeMap.h"
#include "heddle/ir/Ttg.h"
#include "mlir/IR/AttrTypeSubElements.h"

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
  DenseElementsAttr operator()(DenseElementsAttr constant) const;

private:
  Attribute layout(Attribute old) const;
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

Type Mapper::operator()(Type type) const {
  auto silent = [&] { return emitError(UnknownLoc::get(context)); };
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return RankedTensorType::getChecked(silent, shape(tensor.getShape()),
                                        tensor.getElementType(),
                                        layout(tensor.getEncoding()));
  if (auto memory = dyn_cast<ttg::MemDescType>(type)) {
    auto sizes = shape(memory.getShape()), all = shape(memory.getAllocShape());
    Attribute mapped = layout(memory.getEncoding());
    if (failed(ttg::MemDescType::verifyInvariants(
            silent, sizes, memory.getElementType(), mapped,
            memory.getMemorySpace(), memory.getMutableMemory(), all)))
      return {};
    return ttg::MemDescType::get(sizes, memory.getElementType(), mapped,
                                 memory.getMemorySpace(),
                                 memory.getMutableMemory(), all);
  }
  if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
    auto sizes = shape(descriptor.getShape());
    Attribute mapped = layout(descriptor.getLayout());
    Type element = descriptor.getElementType();
    if (succeeded(tt::TensorDescType::verifyInvariants(silent, sizes, element,
                                                       mapped)))
      return tt::TensorDescType::get(context, sizes, element, mapped);
  }
  return {};
}

DenseElementsAttr Mapper::operator()(DenseElementsAttr constant) const {
  auto type = dyn_cast_if_present<ShapedType>((*this)(constant.getType()));
  if (!type || type == constant.getType())
    return constant;
  if (constant.isSplat())
    return constant.resizeSplat(type);
  if (type.getShape() == constant.getType().getShape())
    return constant.reshape(type);
  // Its first element stands for all.
  return DenseElementsAttr::get(type, *constant.getValues<Attribute>().begin());
}

} // namespace

void mapTypes(ModuleOp module, const TypeMap &map) {
  Mapper mapper(module.getContext(), map);
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](Type type) -> std::optional<std::pair<Type, WalkResult>> {
        if (!shapedOf(type))
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
