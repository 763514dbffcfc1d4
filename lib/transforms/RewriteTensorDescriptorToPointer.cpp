//===- RewriteTensorDescriptorToPointer.cpp - Descriptors to pointers -----===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion of types, one to several: descriptors and block pointers become
// their parts (DescriptorPatterns.h), but for descriptors with layouts, which
// the copy engine takes. What cannot be converted is refused before anything is
// changed, so that the patterns cannot fail.
//
//===----------------------------------------------------------------------===//

#include "BlockAddresses.h"
#include "DescriptorPatterns.h"
#include "EngineChoice.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/analysis/RareBranch.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONREWRITETENSORDESCRIPTORTOPOINTER
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// What launchers check of a descriptor that they take apart: its base and its
/// strides but for the last one are multiples of so many bytes.
constexpr int64_t AlignedBytes = 16;
constexpr int64_t PointerBits = 64;

DictionaryAttr divisibleBy(Builder &builder, int64_t number) {
  return builder.getDictionaryAttr(builder.getNamedAttr(
      "tt.divisibility",
      builder.getI32IntegerAttr(static_cast<int32_t>(number))));
}

/// What is promised of the parts of a kernel's argument, one for each part.
llvm::SmallVector<DictionaryAttr> promisesOf(tt::TensorDescType type,
                                             bool isOfKernel) {
  Builder builder(type.getContext());
  size_t rank = type.getShape().size();
  llvm::SmallVector<DictionaryAttr> promises(2 * rank + 2,
                                             builder.getDictionaryAttr({}));
  if (!isOfKernel)
    return promises;
  promises.front() = divisibleBy(builder, AlignedBytes);
  int64_t bits = type.getElementType().isIntOrFloat()
                     ? type.getElementType().getIntOrFloatBitWidth()
                     : PointerBits;
  for (size_t axis = 0; axis + 1 < rank; ++axis)
    promises[1 + rank + axis] =
        divisibleBy(builder, std::max<int64_t>(AlignedBytes * 8 / bits, 1));
  return promises;
}

/// A function's arguments and results as parts, what is promised of the other
/// arguments with them.
class RewriteFunction : public OpConversionPattern<tt::FuncOp> {
public:
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tt::FuncOp function, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const final {
    FunctionType type = function.getFunctionType();
    TypeConverter::SignatureConversion signature(type.getNumInputs());
    llvm::SmallVector<Type> results;
    llvm::SmallVector<DictionaryAttr> promises;
    (void)getTypeConverter()->convertSignatureArgs(type.getInputs(), signature);
    (void)getTypeConverter()->convertTypes(type.getResults(), results);
    for (auto [index, input] : llvm::enumerate(type.getInputs())) {
      auto descriptor = dyn_cast<tt::TensorDescType>(input);
      auto number = static_cast<unsigned>(index);
      if (descriptor && hasParts(input))
        llvm::append_range(promises,
                           promisesOf(descriptor, function.isPublic()));
      else
        promises.append(
            signature.getInputMapping(number)->size,
            hasParts(input)
                ? rewriter.getDictionaryAttr({})
                : DictionaryAttr::get(
                      getContext(),
                      function_interface_impl::getArgAttrs(function, number)));
    }
    if (!function.isDeclaration())
      rewriter.applySignatureConversion(&function.getBody().front(), signature,
                                        getTypeConverter());
    rewriter.modifyOpInPlace(function, [&] {
      function.removeArgAttrsAttr();
      function.setFunctionType(
          rewriter.getFunctionType(signature.getConvertedTypes(), results));
      function.setAllArgAttrs(promises);
    });
    return success();
  }
};

/// The last strides of descriptors that kernels are given.
llvm::SmallVector<BlockArgument> lastStridesOf(tt::FuncOp function,
                                               TypeRange givenTypes) {
  llvm::SmallVector<BlockArgument> strides;
  unsigned next = 0;
  PartTypes types;
  for (Type type : givenTypes) {
    llvm::SmallVector<Type> parts;
    (void)types.convertType(type, parts);
    next += static_cast<unsigned>(parts.size());
    // Behind it is the padding.
    if (isa<tt::TensorDescType>(type) && hasParts(type))
      strides.push_back(function.getArgument(next - 2));
  }
  return strides;
}

/// Makes 1 of the last strides, which launchers check.
void fixLastStrides(tt::FuncOp function, TypeRange givenTypes) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToStart(&function.getBody().front());
  for (BlockArgument stride : lastStridesOf(function, givenTypes)) {
    if (stride.use_empty())
      continue;
    Value one = arith::ConstantOp::create(builder, stride.getLoc(),
                                          builder.getI64IntegerAttr(1));
    stride.replaceAllUsesWith(one);
  }
}

//===----------------------------------------------------------------------===//
// Descriptors for the copy engine
//===----------------------------------------------------------------------===//

bool isDescriptor(Type type) { return isa<tt::TensorDescType>(type); }

/// Who uses the descriptors of a module.
struct DescriptorUses {
  bool isAnywhere = false;
  /// Arguments of functions whose blocks have layouts.
  bool hasLayouts = false;
  /// Copies of the engine, and accesses that are none yet.
  bool hasCopies = false, hasOthers = false;

  explicit DescriptorUses(ModuleOp module);

  /// The copy engine takes all descriptors as they are once their blocks have
  /// layouts in shared memory and all accesses are copies of blocks.
  bool areEngines() const { return (hasLayouts || hasCopies) && !hasOthers; }
};

DescriptorUses::DescriptorUses(ModuleOp module) {
  auto hasLayout = [](Type type) {
    auto descriptor = dyn_cast<tt::TensorDescType>(type);
    return descriptor && descriptor.getLayout();
  };
  module.walk([&](Operation *op) {
    if (auto function = dyn_cast<tt::FuncOp>(op)) {
      ArrayRef<Type> types = function.getArgumentTypes();
      isAnywhere |= llvm::any_of(types, isDescriptor);
      hasLayouts |= llvm::any_of(types, hasLayout);
      return;
    }
    if (llvm::none_of(op->getOperandTypes(), isDescriptor) &&
        llvm::none_of(op->getResultTypes(), isDescriptor))
      return;
    isAnywhere = true;
    StringRef dialect = op->getName().getDialectNamespace();
    hasCopies |= dialect == "ttng";
    hasOthers |= dialect == "tt" && !isa<tt::CallOp, tt::ReturnOp>(op);
  });
}

/// Loads and stores blocks without the axes of one element that a reshape
/// leaves out or adds, so that what is copied is what products multiply.
void leaveOutAxes(ModuleOp module) {
  module.walk([](tt::ReshapeOp reshape) {
    auto load = reshape.getSrc().getDefiningOp<tt::DescriptorLoadOp>();
    if (!load || !load->hasOneUse() || reshape.getType().getEncoding() ||
        !matchAxes(load.getDesc().getType().getShape(),
                   reshape.getType().getShape()))
      return;
    load.getResult().setType(reshape.getType());
    reshape.replaceAllUsesWith(load.getResult());
    reshape.erase();
  });
  module.walk([](tt::DescriptorStoreOp store) {
    Operation *maker = store.getSrc().getDefiningOp();
    while (maker != nullptr && isa<tt::ReshapeOp, tt::ExpandDimsOp>(maker)) {
      Value source = maker->getOperand(0);
      auto type = cast<RankedTensorType>(source.getType());
      if (type.getEncoding() ||
          !matchAxes(store.getDesc().getType().getShape(), type.getShape()))
        return;
      store.getSrcMutable().assign(source);
      maker = source.getDefiningOp();
    }
  });
}

/// Has stores by this descriptor choose between the engine, which writes all of
/// the 16 bytes in which a row ends, and pointers.
void chooseWhereRowsEnd(tt::MakeTensorDescOp make) {
  OpBuilder builder(make->getContext());
  builder.setInsertionPointAfter(make);
  Location loc = make.getLoc();
  tt::TensorDescType type = make.getType();
  Value size = make.getShape().back();
  unsigned inUnit =
      8 * AlignedBytes / type.getElementType().getIntOrFloatBitWidth();
  auto constant = [&](TypedAttr value) -> Value {
    return arith::ConstantOp::create(builder, loc, value);
  };
  auto isEqual = [&](Value a, Value b) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a, b);
  };
  Value rest =
      arith::AndIOp::create(builder, loc, size,
                            constant(builder.getI32IntegerAttr(
                                static_cast<std::int32_t>(inUnit) - 1)));
  Value areEven = isEqual(rest, constant(builder.getI32IntegerAttr(0)));
  // Rows that follow one another begin at multiples of 16 bytes.
  if (OperandRange strides = make.getStrides(); strides.size() > 1) {
    Value wide =
        arith::ExtSIOp::create(builder, loc, strides.back().getType(), size);
    areEven = arith::OrIOp::create(builder, loc, areEven,
                                   isEqual(strides.drop_back().back(), wide));
  }
  auto byPointers = cast<tt::MakeTensorDescOp>(builder.clone(*make));
  byPointers.getResult().setType(tt::TensorDescType::get(
      type.getContext(), type.getShape(), type.getElementType(), Attribute()));
  for (Operation *user : llvm::make_early_inc_range(make->getUsers())) {
    auto store = dyn_cast<tt::DescriptorStoreOp>(user);
    if (!store)
      continue;
    builder.setInsertionPoint(store);
    auto branch = scf::IfOp::create(builder, store.getLoc(), areEven,
                                    /*withElseRegion=*/true);
    branch->setAttr(ElseIsRareAttr, builder.getUnitAttr());
    auto other =
        cast<tt::DescriptorStoreOp>(branch.getElseBodyBuilder().clone(*store));
    other.getDescMutable().assign(byPointers);
    store->moveBefore(branch.thenYield());
  }
}

/// Gives layouts to the descriptors that the copy engine takes, and takes those
/// of the others.
void chooseForEngine(ModuleOp module, bool chooses, unsigned blocks) {
  std::optional<EngineChoice> choice;
  if (chooses)
    choice.emplace(module, blocks);
  auto atTimes = choice ? choice->takesAtTimes()
                        : llvm::SmallVector<tt::MakeTensorDescOp>();
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](tt::TensorDescType type) -> Type {
    Attribute layout;
    if (choice && choice->takes(type))
      layout = engineLayout(type.getShape(), type.getElementType());
    return tt::TensorDescType::get(type.getContext(), type.getShape(),
                                   type.getElementType(), layout);
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  llvm::for_each(atTimes, chooseWhereRowsEnd);
}

class TritonRewriteTensorDescriptorToPointer
    : public impl::TritonRewriteTensorDescriptorToPointerBase<
          TritonRewriteTensorDescriptorToPointer> {
public:
  using Base::Base;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    DescriptorUses uses(module);
    if (uses.areEngines())
      return;
    // What somebody else gave to the engine stays a matter of theirs.
    if (uses.isAnywhere && !uses.hasCopies)
      leaveOutAxes(module);
    if (uses.isAnywhere)
      chooseForEngine(module, hasEngine && !uses.hasCopies,
                      static_cast<unsigned>(blocks));
    WalkResult checked = module.walk([](Operation *op) {
      return failed(checkRewritable(op)) ? WalkResult::interrupt()
                                         : WalkResult::advance();
    });
    if (checked.wasInterrupted())
      return signalPassFailure();
    llvm::MapVector<tt::FuncOp, FunctionType> kernels;
    for (tt::FuncOp function : module.getOps<tt::FuncOp>())
      if (function.isPublic() && !function.isDeclaration())
        kernels[function] = function.getFunctionType();
    if (failed(convert(module)))
      return signalPassFailure();
    for (auto [function, type] : kernels)
      fixLastStrides(function, type.getInputs());
  }

private:
  LogicalResult convert(ModuleOp module) {
    PartTypes types;
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      auto function = dyn_cast<tt::FuncOp>(op);
      return types.isLegal(op) &&
             (!function || types.isSignatureLegal(function.getFunctionType()));
    });
    addDescriptorPatterns(types, patterns);
    patterns.add<RewriteFunction>(types, &getContext());
    scf::populateSCFStructuralTypeConversionsAndLegality(types, patterns,
                                                         target);
    cf::populateCFStructuralTypeConversionsAndLegality(types, patterns, target);
    return applyPartialConversion(module, target, std::move(patterns));
  }
};

} // namespace
} // namespace heddle
