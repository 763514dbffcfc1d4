//===- Views.cpp - Views of tensors ---------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ops that rename the elements of a tensor. Each thread holds the same
/// elements on both sides, as verifiers have seen, so that registers get other
/// numbers and nothing more; which ones is read off thread 0.
///
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "HeldElements.h"
#include "Registers.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// An element of one of the operands.
struct Source {
  unsigned operand = 0;
  Element element;
};
using FindSource = llvm::function_ref<Source(Element)>;

/// The registers of a result that has its elements from the operands.
LogicalResult emitRenaming(LoweringContext &context, Operation *op,
                           Value result, FindSource find) {
  const LinearLayout source = context.layoutOf(op->getOperand(0));
  const LinearLayout layout = context.layoutOf(result);
  auto sourceCount = static_cast<std::int32_t>(source.inSize(Dim::Register));
  std::map<Element, std::int32_t> registers = registersOfElements(source);
  RegisterNumbers numbers;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index) {
    Source from = find(elementIn(layout, index));
    auto found = registers.find(from.element);
    if (found == registers.end())
      return refuse(op) << "a thread lacks elements of its result";
    numbers.push_back(static_cast<std::int32_t>(from.operand) * sourceCount +
                      found->second);
  }
  context.set(result, permute(context.builder, op->getLoc(),
                              context.get(op->getOperands()), numbers));
  return success();
}

LogicalResult emitExpandDims(LoweringContext &context, tt::ExpandDimsOp op) {
  return emitRenaming(context, op, op.getResult(), [&](Element element) {
    element.erase(element.begin() + op.getAxis());
    return Source{0, element};
  });
}

LogicalResult emitBroadcast(LoweringContext &context, tt::BroadcastOp op) {
  auto from = cast<RankedTensorType>(op.getSrc().getType());
  return emitRenaming(context, op, op.getResult(), [&](Element element) {
    for (auto [index, size] : llvm::zip(element, from.getShape()))
      index &= static_cast<std::uint64_t>(size - 1);
    return Source{0, element};
  });
}

LogicalResult emitTrans(LoweringContext &context, tt::TransOp op) {
  return emitRenaming(context, op, op.getResult(), [&](Element element) {
    Element source(element.size());
    for (auto [axis, old] : llvm::enumerate(op.getOrder()))
      source[static_cast<std::size_t>(old)] = element[axis];
    return Source{0, source};
  });
}

std::int64_t rowMajor(const Element &element,
                      llvm::ArrayRef<std::int64_t> shape) {
  std::int64_t number = 0;
  for (auto [index, size] : llvm::zip(element, shape))
    number = number * size + static_cast<std::int64_t>(index);
  return number;
}

Element elementAt(std::int64_t number, llvm::ArrayRef<std::int64_t> shape) {
  Element element(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    element[axis] = static_cast<std::uint64_t>(number % shape[axis]);
    number /= shape[axis];
  }
  return element;
}

LogicalResult emitReshape(LoweringContext &context, tt::ReshapeOp op) {
  auto from = cast<RankedTensorType>(op.getSrc().getType());
  auto to = cast<RankedTensorType>(op.getType());
  if (op.getAllowReorder() && context.layoutOf(from).inSize(Dim::Register) ==
                                  context.layoutOf(to).inSize(Dim::Register)) {
    // In any order.
    context.set(op, context.get(op.getSrc()));
    return success();
  }
  return emitRenaming(context, op, op.getResult(), [&](const Element &element) {
    return Source{0,
                  elementAt(rowMajor(element, to.getShape()), from.getShape())};
  });
}

LogicalResult emitJoin(LoweringContext &context, tt::JoinOp op) {
  return emitRenaming(context, op, op.getResult(), [](Element element) {
    auto half = static_cast<unsigned>(element.back());
    element.pop_back();
    return Source{half, element};
  });
}

LogicalResult emitSplit(LoweringContext &context, tt::SplitOp op) {
  for (unsigned half : {0U, 1U}) {
    auto find = [&](Element element) {
      element.push_back(half);
      return Source{0, element};
    };
    if (failed(emitRenaming(context, op, op->getResult(half), find)))
      return failure();
  }
  return success();
}

// Elements may be in any order: each thread keeps its own.
LogicalResult emitCat(LoweringContext &context, tt::CatOp op) {
  std::uint64_t from = context.layoutOf(op.getLhs()).inSize(Dim::Register);
  std::uint64_t to = context.layoutOf(op.getResult()).inSize(Dim::Register);
  if (to != 2 * from)
    return refuse(op) << "threads have unequal shares on both sides";
  context.set(op, permute(context.builder, op.getLoc(),
                          {context.get(op.getLhs()), context.get(op.getRhs())},
                          firstRegisters(static_cast<unsigned>(to))));
  return success();
}

} // namespace

void registerViewEmitters(EmitterTable &table) {
  table.add<tt::ExpandDimsOp>(emitExpandDims);
  table.add<tt::BroadcastOp>(emitBroadcast);
  table.add<tt::ReshapeOp>(emitReshape);
  table.add<tt::TransOp>(emitTrans);
  table.add<tt::JoinOp>(emitJoin);
  table.add<tt::SplitOp>(emitSplit);
  table.add<tt::CatOp>(emitCat);
}

} // namespace heddle
