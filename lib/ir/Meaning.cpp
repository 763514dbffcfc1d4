//===- Meaning.cpp - What can be read, but not computed with --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Meaning.h"
#include "TtngVerify.h"
#include "Verify.h"
#include "heddle/encoding/Verify.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"
#include "heddle/ir/Ttng.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::ir {

using namespace mlir;
using mlir::failure;

namespace {

/// What is wrong with types and attributes; each is looked at once.
class TypeChecker {
public:
  TypeChecker() {
    walker.addWalk([this](RankedTensorType type) {
      return type.getEncoding() ? check(type, encodingOf(type))
                                : WalkResult::advance();
    });
    walker.addWalk([this](ttg::MemDescType type) {
      return check(type, encodingOf(type));
    });
    walker.addWalk(
        [this](tt::TensorDescType type) { return checkDescriptor(type); });
    walker.addWalk(
        [this](ttng::Im2ColDescType type) { return checkDescriptor(type); });
    walker.addWalk([this](ttg::LayoutAttr layout) {
      return note(heddle::verify(layout.getEncoding()));
    });
    walker.addWalk([this](ttng::TensorMemoryLayoutAttr layout) {
      return note(heddle::verify(layout.getEncoding()));
    });
  }

  /// What is wrong inside of a type or an attribute.
  template <class T> LogicalResult verify(Operation *op, T what) {
    if (!what || !walker.walk(what).wasInterrupted())
      return success();
    InFlightDiagnostic diagnostic =
        report([&] { return op->emitOpError(); }, error);
    diagnostic.attachNote() << "in " << what;
    return diagnostic;
  }

private:
  WalkResult note(Result<void> checked) {
    if (checked)
      return WalkResult::advance();
    error = std::move(checked.error());
    return WalkResult::interrupt();
  }

  WalkResult check(Type type, const Encoding *encoding) {
    if (encoding == nullptr)
      return WalkResult::advance();
    // Layouts first: what they fit is asked of those that are some.
    if (Result<void> valid = heddle::verify(*encoding); !valid)
      return note(std::move(valid));
    Result<TensorType> known = tensorType(type);
    if (!known) {
      error = std::move(known.error());
      return WalkResult::interrupt();
    }
    return note(heddle::verify(*known));
  }

  /// Blocks that a descriptor moves are of numbers or pointers, in shared
  /// memory.
  template <class Descriptor> WalkResult checkDescriptor(Descriptor type) {
    Attribute layout = type.getLayout();
    if (layout && encodingOf(layout) == nullptr) {
      std::string text;
      llvm::raw_string_ostream(text) << layout;
      return note(heddle::failure(
          concat("expects a layout of shared memory, but got ", text)));
    }
    if (layout)
      return check(type, encodingOf(layout));
    Result<ElementType> element = elementType(type.getElementType());
    if (element)
      return WalkResult::advance();
    error = std::move(element.error());
    return WalkResult::interrupt();
  }

  AttrTypeWalker walker;
  Error error;
};

/// Numbers of threads are powers of two.
LogicalResult verifyThreads(Operation *op) {
  for (llvm::StringRef name :
       {ttg::WarpsAttr, ttg::LanesAttr, ttg::BlocksAttr}) {
    Attribute attribute = op->getDiscardableAttr(name);
    if (!attribute)
      continue;
    auto number = dyn_cast<IntegerAttr>(attribute);
    if (!number || !number.getType().isSignlessInteger())
      return op->emitOpError()
             << "expects a number as '" << name << "', but got " << attribute;
    if (!number.getValue().isStrictlyPositive() ||
        !number.getValue().isPowerOf2() ||
        number.getValue().getActiveBits() > 32)
      return op->emitOpError()
             << "expects a power of two as '" << name << "', but got "
             << llvm::toString(number.getValue(), /*Radix=*/10,
                               /*Signed=*/true);
  }
  return success();
}

LogicalResult verifyTypes(Operation *op, TypeChecker &checker) {
  for (Type type : op->getOperandTypes())
    if (failed(checker.verify(op, type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(checker.verify(op, type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (failed(checker.verify(op, type)))
          return failure();
  return checker.verify(op, Attribute(op->getAttrDictionary()));
}

LogicalResult expectNumbers(Operation *op, llvm::StringRef name,
                            std::optional<ArrayRef<int32_t>> list,
                            size_t expected) {
  if (!list || list->size() == expected)
    return success();
  return op->emitOpError() << "expects " << expected << " numbers as '" << name
                           << "', but got " << list->size();
}

LogicalResult expectIndices(Operation *op, tt::TensorDescType descriptor,
                            size_t indices) {
  if (indices == descriptor.getShape().size())
    return success();
  return op->emitOpError() << "expects " << descriptor.getShape().size()
                           << " indices, but got " << indices;
}

LogicalResult expectArrivals(Operation *op, IntegerAttr count) {
  if (count.getInt() >= 1)
    return success();
  return op->emitOpError() << "expects at least one arrival, but got "
                           << count.getInt();
}

LogicalResult verifyMade(tt::MakeTensorDescOp op) {
  size_t rank = op.getType().getShape().size();
  if (op.getShape().size() != rank || op.getStrides().size() != rank)
    return op.emitOpError()
           << "expects " << rank
           << " sizes and strides, as the block has axes, but got "
           << op.getShape().size() << " and " << op.getStrides().size();
  return expectType(op, "a pointer to", op.getBase().getType().getPointee(),
                    op.getType().blockType().getElementType());
}

LogicalResult verifyConversion(ttg::ConvertLayoutOp op) {
  auto from = cast<RankedTensorType>(op.getSrc().getType());
  auto to = cast<RankedTensorType>(op.getType());
  for (RankedTensorType type : {from, to})
    if (bool(from.getEncoding()) != bool(to.getEncoding()) &&
        !type.getEncoding())
      return op.emitOpError()
             << "expects tensors with layouts, but got " << type;
  return success();
}

LogicalResult verifyReduced(ttng::TMEMLoadOp op) {
  if (!op.getRed())
    return success();
  auto tensor = cast<RankedTensorType>(op.getResult().getType());
  Type reduced = op.getRed().getType();
  if (failed(expectShape(op, "a reduction", reduced,
                         tensor.getShape().drop_back())))
    return failure();
  return expectType(op, "a reduction to elements",
                    getElementTypeOrSelf(reduced), tensor.getElementType());
}

template <class Product> LogicalResult verifyConditions(Product op) {
  if (op.getBarriers().size() == op.getBarrierPreds().size())
    return success();
  return op.emitOpError() << "expects a condition for each of "
                          << op.getBarriers().size() << " barriers, but got "
                          << op.getBarrierPreds().size();
}

/// What ops require beyond what Triton's verifiers do.
LogicalResult verifyUse(Operation *op) {
  if (op->hasTrait<WellFormedTensors>() &&
      failed(expectTensors(op, Meaning::Required)))
    return failure();
  if (op->hasTrait<WellFormedMemory>() &&
      failed(expectMemory(op, Meaning::Required)))
    return failure();
  if (op->hasTrait<SameLayouts>() &&
      failed(verifySameLayouts(op, true, Meaning::Required)))
    return failure();
  if (op->hasTrait<SameOperandLayouts>() &&
      failed(verifySameLayouts(op, false, Meaning::Required)))
    return failure();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<tt::DescriptorLoadOp, tt::DescriptorStoreOp, tt::DescriptorReduceOp,
            amdg::TDMPrefetchOp>([](auto each) {
        return expectIndices(each, each.getDesc().getType(),
                             each.getIndices().size());
      })
      .Case(verifyMade)
      .Case(verifyConversion)
      .Case([](ttg::LocalScatterOp scatter) {
        return expectMutable(scatter, scatter.getDst().getType());
      })
      .Case([](ttg::AsyncCopyGlobalToLocalOp copy) {
        return expectSame(copy, tt::pointee(copy.getSrc().getType()),
                          copy.getResult().getType());
      })
      .Case([](ttg::WarpSpecializeOp specialize) {
        size_t partitions = specialize.getPartitionRegions().size();
        if (failed(expectNumbers(specialize, "requestedRegisters",
                                 specialize.getRequestedRegisters(),
                                 partitions)))
          return failure();
        return expectNumbers(specialize, "actualRegisters",
                             specialize.getActualRegisters(), partitions + 1);
      })
      .Case<ttng::InitBarrierOp, ttng::ArriveBarrierOp, amdg::InitBarrierOp,
            amdg::ArriveBarrierOp>([](auto barrier) {
        return expectArrivals(barrier, barrier.getCountAttr());
      })
      .Case(ttng::expectProductOfTypes)
      .Case(verifyReduced)
      .Case<ttng::TCGen5MMAOp, ttng::TCGen5MMAScaledOp>(
          [](auto product) { return verifyConditions(product); })
      .Case([](amdg::BufferLoadOp load) -> LogicalResult {
        if (load.getOther() && !load.getMask())
          return load.emitOpError(
              "expects a mask beside another value, but got none");
        return success();
      })
      .Default([](Operation *) { return success(); });
}

} // namespace

LogicalResult verifyMeaning(Operation *root) {
  TypeChecker checker;
  WalkResult walked = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (failed(verifyThreads(op)) || failed(verifyTypes(op, checker)) ||
        failed(verifyUse(op)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return success(!walked.wasInterrupted());
}

} // namespace heddle::ir
