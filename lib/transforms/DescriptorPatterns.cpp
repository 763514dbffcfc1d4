//===- DescriptorPatterns.cpp - Descriptors as their parts ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorPatterns.h"
#include "BlockAddresses.h"
#include "heddle/ir/Refusal.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

llvm::SmallVector<Value> flattened(ArrayRef<ValueRange> values) {
  llvm::SmallVector<Value> all;
  for (ValueRange each : values)
    llvm::append_range(all, each);
  return all;
}

Value constantOf(OpBuilder &builder, Location loc, TypedAttr value) {
  return arith::ConstantOp::create(builder, loc, value);
}

Value nanOf(OpBuilder &builder, Location loc, FloatType type) {
  return constantOf(
      builder, loc,
      FloatAttr::get(type, APFloat::getNaN(type.getFloatSemantics())));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The block of a descriptor that starts there.
BlockAddresses addressBlock(OpBuilder &builder, Location loc,
                            tt::TensorDescType type,
                            const DescriptorParts &parts, ValueRange starts,
                            RankedTensorType values) {
  BlockAddresses block(builder, loc, values);
  AxisList along = *matchAxes(type.getShape(), values.getShape());
  for (auto [axis, start, to] : llvm::zip_equal(parts.axes, starts, along))
    block.addRun(axis, start, to, /*isChecked=*/true);
  return block;
}

/// One row of a descriptor for each of these numbers.
BlockAddresses addressRows(OpBuilder &builder, Location loc,
                           const DescriptorParts &parts, Value rows,
                           Value column, RankedTensorType values) {
  BlockAddresses block(builder, loc, values);
  block.addRows(parts.axes[0], rows, 0);
  block.addRun(parts.axes[1], column, 1, /*isChecked=*/true);
  return block;
}

BlockAddresses addressBlock(OpBuilder &builder, Location loc,
                            const BlockPointerParts &parts,
                            std::optional<ArrayRef<int32_t>> checked,
                            RankedTensorType values) {
  BlockAddresses block(builder, loc, values);
  for (auto [index, axis] : llvm::enumerate(parts.axes))
    block.addRun(axis, parts.offsets[index], static_cast<unsigned>(index),
                 checked && llvm::is_contained(*checked, index));
  return block;
}

/// What is read outside of a descriptor's tensor.
Value paddingOf(BlockAddresses &block, OpBuilder &builder, Location loc,
                Type element, Value isNan) {
  Value zero = constantOf(builder, loc, builder.getZeroAttr(element));
  auto type = dyn_cast<FloatType>(element);
  if (!type)
    return block.splat(zero);
  return block.splat(arith::SelectOp::create(builder, loc, isNan,
                                             nanOf(builder, loc, type), zero));
}

struct LoadHints {
  Attribute policy;
  tt::CacheModifierAttr cache;
  tt::EvictionPolicyAttr evict;
};

/// A load of a descriptor's elements.
void replaceByLoad(ConversionPatternRewriter &rewriter, Operation *op,
                   BlockAddresses &block, const DescriptorParts &from,
                   LoadHints hints = {}) {
  auto values = cast<RankedTensorType>(op->getResult(0).getType());
  Value pointers = block.pointers(from.base);
  Value other = paddingOf(block, rewriter, op->getLoc(),
                          values.getElementType(), from.isNanOutside);
  rewriter.replaceOpWithNewOp<tt::LoadOp>(
      op, values, pointers, block.mask(), other, hints.policy,
      rewriter.getBoolAttr(false), hints.cache, hints.evict,
      DenseI32ArrayAttr(), tt::PaddingOptionAttr());
}

void replaceByStore(ConversionPatternRewriter &rewriter, Operation *op,
                    BlockAddresses &block, Value base, Value source) {
  Value pointers = block.pointers(base);
  rewriter.replaceOpWithNewOp<tt::StoreOp>(
      op, pointers, source, block.mask(), Attribute(), UnitAttr(),
      tt::CacheModifierAttr(), tt::EvictionPolicyAttr(), DenseI32ArrayAttr());
}

/// How values are combined atomically; nothing if pointers cannot.
std::optional<tt::AtomicOp> atomicOf(tt::DescriptorReduceKind kind,
                                     Type element) {
  using enum tt::DescriptorReduceKind;
  bool isFloat = isa<FloatType>(element);
  bool isUnsigned = element.isUnsignedInteger();
  if (isFloat && kind != Add && kind != Min && kind != Max)
    return std::nullopt;
  switch (kind) {
  case Add:
    return isFloat ? tt::AtomicOp::FAdd : tt::AtomicOp::Add;
  case Min:
    return isFloat      ? tt::AtomicOp::FMin
           : isUnsigned ? tt::AtomicOp::UMin
                        : tt::AtomicOp::Min;
  case Max:
    return isFloat      ? tt::AtomicOp::FMax
           : isUnsigned ? tt::AtomicOp::UMax
                        : tt::AtomicOp::Max;
  case And:
    return tt::AtomicOp::And;
  case Or:
    return tt::AtomicOp::Or;
  case Xor:
    return tt::AtomicOp::Xor;
  // Counters are words without a sign.
  case Inc:
    return element.isInteger(32) ? std::optional(tt::AtomicOp::Inc)
                                 : std::nullopt;
  case Dec:
    return element.isInteger(32) ? std::optional(tt::AtomicOp::Dec)
                                 : std::nullopt;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Patterns of descriptors
//===----------------------------------------------------------------------===//

template <class Op> class Rewrite : public OpConversionPattern<Op> {
public:
  using OpConversionPattern<Op>::OpConversionPattern;
  using Parts = OpConversionPattern<Op>::OneToNOpAdaptor;
  using Rewriter = ConversionPatternRewriter;

  LogicalResult matchAndRewrite(Op op, Parts parts,
                                Rewriter &rewriter) const final {
    rewrite(op, parts, rewriter);
    return success();
  }

private:
  void rewrite(Op op, Parts parts, Rewriter &rewriter) const;
};

template <>
void Rewrite<tt::MakeTensorDescOp>::rewrite(tt::MakeTensorDescOp op,
                                            Parts parts,
                                            Rewriter &rewriter) const {
  Location loc = op.getLoc();
  llvm::SmallVector<Value> all = {parts.getBase().front()};
  for (Value size : flattened(parts.getShape()))
    all.push_back(
        arith::ExtSIOp::create(rewriter, loc, rewriter.getI64Type(), size));
  llvm::append_range(all, flattened(parts.getStrides()));
  bool isNan = op.getPadding() == tt::PaddingOption::Nan;
  all.push_back(constantOf(rewriter, loc, rewriter.getBoolAttr(isNan)));
  rewriter.replaceOpWithMultiple(op, {all});
}

template <>
void Rewrite<tt::DescriptorLoadOp>::rewrite(tt::DescriptorLoadOp op,
                                            Parts parts,
                                            Rewriter &rewriter) const {
  DescriptorParts from(parts.getDesc());
  BlockAddresses block = addressBlock(
      rewriter, op.getLoc(), op.getDesc().getType(), from,
      flattened(parts.getIndices()), cast<RankedTensorType>(op.getType()));
  replaceByLoad(
      rewriter, op, block, from,
      {op.getCachePolicyAttr(), op.getCacheAttr(), op.getEvictAttr()});
}

template <>
void Rewrite<tt::DescriptorStoreOp>::rewrite(tt::DescriptorStoreOp op,
                                             Parts parts,
                                             Rewriter &rewriter) const {
  Value source = parts.getSrc().front();
  DescriptorParts to(parts.getDesc());
  BlockAddresses block = addressBlock(
      rewriter, op.getLoc(), op.getDesc().getType(), to,
      flattened(parts.getIndices()), cast<RankedTensorType>(source.getType()));
  replaceByStore(rewriter, op, block, to.base, source);
}

// As the copy engine does it: in any order, seen by the whole GPU.
template <>
void Rewrite<tt::DescriptorReduceOp>::rewrite(tt::DescriptorReduceOp op,
                                              Parts parts,
                                              Rewriter &rewriter) const {
  Value source = parts.getSrc().front();
  DescriptorParts to(parts.getDesc());
  tt::TensorDescType type = op.getDesc().getType();
  BlockAddresses block = addressBlock(rewriter, op.getLoc(), type, to,
                                      flattened(parts.getIndices()),
                                      cast<RankedTensorType>(source.getType()));
  Value pointers = block.pointers(to.base);
  tt::AtomicRMWOp::create(rewriter, op.getLoc(), source.getType(),
                          *atomicOf(op.getKind(), type.getElementType()),
                          pointers, source, block.mask(),
                          tt::MemoryOrder::Relaxed, tt::MemoryScope::Gpu);
  rewriter.eraseOp(op);
}

template <>
void Rewrite<tt::DescriptorGatherOp>::rewrite(tt::DescriptorGatherOp op,
                                              Parts parts,
                                              Rewriter &rewriter) const {
  DescriptorParts from(parts.getDesc());
  BlockAddresses block = addressRows(
      rewriter, op.getLoc(), from, parts.getXOffsets().front(),
      parts.getYOffset().front(), cast<RankedTensorType>(op.getType()));
  replaceByLoad(rewriter, op, block, from);
}

template <>
void Rewrite<tt::DescriptorScatterOp>::rewrite(tt::DescriptorScatterOp op,
                                               Parts parts,
                                               Rewriter &rewriter) const {
  Value source = parts.getSrc().front();
  DescriptorParts to(parts.getDesc());
  BlockAddresses block = addressRows(
      rewriter, op.getLoc(), to, parts.getXOffsets().front(),
      parts.getYOffset().front(), cast<RankedTensorType>(source.getType()));
  replaceByStore(rewriter, op, block, to.base, source);
}

//===----------------------------------------------------------------------===//
// Patterns of block pointers
//===----------------------------------------------------------------------===//

template <>
void Rewrite<tt::MakeTensorPtrOp>::rewrite(tt::MakeTensorPtrOp op, Parts parts,
                                           Rewriter &rewriter) const {
  llvm::SmallVector<Value> all = {parts.getBase().front()};
  llvm::append_range(all, flattened(parts.getShape()));
  llvm::append_range(all, flattened(parts.getStrides()));
  llvm::append_range(all, flattened(parts.getOffsets()));
  rewriter.replaceOpWithMultiple(op, {all});
}

template <>
void Rewrite<tt::AdvanceOp>::rewrite(tt::AdvanceOp op, Parts parts,
                                     Rewriter &rewriter) const {
  llvm::SmallVector<Value> all(parts.getPtr());
  llvm::SmallVector<Value> more = flattened(parts.getOffsets());
  for (auto [offset, by] :
       llvm::zip_equal(llvm::MutableArrayRef(all).take_back(more.size()), more))
    offset = arith::AddIOp::create(rewriter, op.getLoc(), offset, by);
  rewriter.replaceOpWithMultiple(op, {all});
}

template <>
void Rewrite<tt::LoadOp>::rewrite(tt::LoadOp op, Parts parts,
                                  Rewriter &rewriter) const {
  Location loc = op.getLoc();
  BlockPointerParts from(parts.getPtr());
  auto values = cast<RankedTensorType>(op.getType());
  BlockAddresses block =
      addressBlock(rewriter, loc, from, op.getBoundaryCheck(), values);
  Value pointers = block.pointers(from.base);
  Value other;
  if (block.mask() && op.getPadding()) {
    auto type = dyn_cast<FloatType>(values.getElementType());
    bool isNan = type && *op.getPadding() == tt::PaddingOption::Nan;
    other = block.splat(
        isNan ? nanOf(rewriter, loc, type)
              : constantOf(rewriter, loc,
                           rewriter.getZeroAttr(values.getElementType())));
  }
  rewriter.replaceOpWithNewOp<tt::LoadOp>(
      op, values, pointers, block.mask(), other, op.getCachePolicyAttr(),
      op.getIsVolatileAttr(), op.getCacheAttr(), op.getEvictAttr(),
      DenseI32ArrayAttr(), tt::PaddingOptionAttr());
}

template <>
void Rewrite<tt::StoreOp>::rewrite(tt::StoreOp op, Parts parts,
                                   Rewriter &rewriter) const {
  Value source = parts.getValue().front();
  BlockPointerParts to(parts.getPtr());
  BlockAddresses block =
      addressBlock(rewriter, op.getLoc(), to, op.getBoundaryCheck(),
                   cast<RankedTensorType>(source.getType()));
  Value pointers = block.pointers(to.base);
  rewriter.replaceOpWithNewOp<tt::StoreOp>(
      op, pointers, source, block.mask(), op.getCachePolicyAttr(),
      op.getIgnoreCtaAttr(), op.getCacheAttr(), op.getEvictAttr(),
      DenseI32ArrayAttr());
}

//===----------------------------------------------------------------------===//
// Patterns of what passes them on
//===----------------------------------------------------------------------===//

template <>
void Rewrite<arith::SelectOp>::rewrite(arith::SelectOp op, Parts parts,
                                       Rewriter &rewriter) const {
  llvm::SmallVector<Value> all;
  for (auto [yes, no] :
       llvm::zip_equal(parts.getTrueValue(), parts.getFalseValue()))
    all.push_back(yes == no ? yes
                            : arith::SelectOp::create(
                                  rewriter, op.getLoc(),
                                  parts.getCondition().front(), yes, no));
  rewriter.replaceOpWithMultiple(op, {all});
}

template <>
void Rewrite<tt::ReturnOp>::rewrite(tt::ReturnOp op, Parts parts,
                                    Rewriter &rewriter) const {
  rewriter.replaceOpWithNewOp<tt::ReturnOp>(op, flattened(parts.getSrcs()));
}

template <>
void Rewrite<tt::CallOp>::rewrite(tt::CallOp op, Parts parts,
                                  Rewriter &rewriter) const {
  llvm::SmallVector<Type> types;
  llvm::SmallVector<size_t> counts;
  for (Type type : op.getResultTypes()) {
    size_t before = types.size();
    (void)getTypeConverter()->convertType(type, types);
    counts.push_back(types.size() - before);
  }
  auto call = tt::CallOp::create(rewriter, op.getLoc(), types, op.getCallee(),
                                 flattened(parts.getOperands()), ArrayAttr(),
                                 ArrayAttr());
  llvm::SmallVector<ValueRange> results;
  ValueRange left = call.getResults();
  for (size_t count : counts) {
    results.push_back(left.take_front(count));
    left = left.drop_front(count);
  }
  rewriter.replaceOpWithMultiple(op, results);
}

//===----------------------------------------------------------------------===//
// What cannot be done
//===----------------------------------------------------------------------===//

LogicalResult checkBlock(Operation *op, tt::TensorDescType descriptor,
                         Type values) {
  auto tensor = cast<RankedTensorType>(values);
  if (matchAxes(descriptor.getShape(), tensor.getShape()))
    return success();
  return refuse(op) << "expects the shape of the descriptor's block, or that "
                       "without axes of size 1, but got "
                    << tensor << " for " << descriptor;
}

LogicalResult checkReduction(tt::DescriptorReduceOp op) {
  Type element = op.getDesc().getType().getElementType();
  if (atomicOf(op.getKind(), element))
    return checkBlock(op, op.getDesc().getType(), op.getSrc().getType());
  return refuse(op) << "there is no atomic '"
                    << tt::stringifyDescriptorReduceKind(op.getKind())
                    << "' of " << element << " through pointers";
}

/// Of loads and stores.
template <class Op> LogicalResult checkMask(Op op) {
  if (op.getMask())
    return refuse(op) << "a block pointer has no mask; use 'boundaryCheck'";
  return success();
}

/// Nobody could pass such arguments.
LogicalResult checkKernel(tt::FuncOp function) {
  for (Type type : function.getArgumentTypes())
    if (function.isPublic() && pointedBlock(type))
      return refuse(function) << "a launch cannot pass an argument of " << type;
  return success();
}

} // namespace

LogicalResult checkRewritable(Operation *op) {
  if (auto function = dyn_cast<tt::FuncOp>(op))
    return checkKernel(function);
  auto isOf = [](Type type) { return hasParts(type); };
  if (llvm::none_of(op->getOperandTypes(), isOf) &&
      llvm::none_of(op->getResultTypes(), isOf))
    return success();
  using Result = LogicalResult;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](tt::DescriptorLoadOp load) {
        return checkBlock(load, load.getDesc().getType(), load.getType());
      })
      .Case([](tt::DescriptorStoreOp store) {
        return checkBlock(store, store.getDesc().getType(),
                          store.getSrc().getType());
      })
      .Case(
          [](tt::DescriptorReduceOp reduce) { return checkReduction(reduce); })
      .Case([](tt::LoadOp load) { return checkMask(load); })
      .Case([](tt::StoreOp store) { return checkMask(store); })
      .Case<tt::MakeTensorDescOp, tt::DescriptorGatherOp,
            tt::DescriptorScatterOp, tt::MakeTensorPtrOp, tt::AdvanceOp,
            arith::SelectOp, tt::CallOp, tt::ReturnOp>(
          [](auto) { return success(); })
      .Default([](Operation *other) -> Result {
        StringRef dialect = other->getName().getDialectNamespace();
        if (dialect == "scf" || dialect == "cf")
          return success();
        return refuse(other)
               << "it needs the tensor memory accelerator, but other "
                  "descriptors of the module become pointers; compile the "
                  "kernel's TTIR, where all of them do";
      });
}

void addDescriptorPatterns(const PartTypes &types,
                           RewritePatternSet &patterns) {
  patterns
      .add<Rewrite<tt::MakeTensorDescOp>, Rewrite<tt::DescriptorLoadOp>,
           Rewrite<tt::DescriptorStoreOp>, Rewrite<tt::DescriptorReduceOp>,
           Rewrite<tt::DescriptorGatherOp>, Rewrite<tt::DescriptorScatterOp>,
           Rewrite<tt::MakeTensorPtrOp>, Rewrite<tt::AdvanceOp>,
           Rewrite<tt::LoadOp>, Rewrite<tt::StoreOp>, Rewrite<arith::SelectOp>,
           Rewrite<tt::CallOp>, Rewrite<tt::ReturnOp>>(types,
                                                       patterns.getContext());
}

} // namespace heddle
