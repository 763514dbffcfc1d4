//===- EvaluateBoxes.cpp - Blocks of tensors in global memory -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttng.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

using Places = llvm::SmallVector<std::int64_t, 5>;

Places integersOf(Evaluator &evaluator, ValueRange values) {
  Places numbers;
  for (Value value : values)
    numbers.push_back(evaluator.integer(value));
  return numbers;
}

/// The places of the elements of a block: a block of fewer axes is of the last
/// ones.
template <class Fn>
void forElements(const Box &box, ArrayRef<std::int64_t> offsets,
                 ArrayRef<std::int64_t> shape, Fn visit) {
  std::size_t rank = box.sizes.size(), hidden = rank - shape.size();
  for (std::size_t at = 0; at < sizeOf(shape); ++at) {
    Shape place = placeOf(at, shape);
    std::uint64_t address = box.base;
    bool isInside = true;
    for (std::size_t axis = 0; axis < rank; ++axis) {
      std::int64_t coordinate =
          offsets[axis] + (axis < hidden ? 0 : place[axis - hidden]);
      isInside = isInside && coordinate >= 0 && coordinate < box.sizes[axis];
      address += static_cast<std::uint64_t>(coordinate * box.strides[axis]) *
                 bytesOf(box.element);
    }
    visit(at, address, isInside);
  }
}

Box boxOf(Evaluator &evaluator, Value base, ValueRange sizes,
          ValueRange strides, Type element, ArrayRef<std::int64_t> block) {
  Box box;
  box.element = element;
  box.base = evaluator.scalar(base);
  box.sizes = integersOf(evaluator, sizes);
  box.strides = integersOf(evaluator, strides);
  box.block = Shape(block);
  return box;
}

bool runMakeDescriptor(Evaluator &evaluator, tt::MakeTensorDescOp op) {
  auto type = cast<tt::TensorDescType>(op.getType());
  Box box = boxOf(evaluator, op.getBase(), op.getShape(), op.getStrides(),
                  type.getElementType(), type.getShape());
  box.readsNan = op.getPadding() == tt::PaddingOption::Nan;
  evaluator.hasEmptyBoxes |=
      llvm::any_of(box.sizes, [](std::int64_t size) { return size < 1; });
  evaluator.set(op.getResult(), std::make_shared<const Box>(std::move(box)));
  return true;
}

bool runMakeBlockPointer(Evaluator &evaluator, tt::MakeTensorPtrOp op) {
  auto type =
      cast<RankedTensorType>(cast<tt::PointerType>(op.getType()).getPointee());
  Box box = boxOf(evaluator, op.getBase(), op.getShape(), op.getStrides(),
                  type.getElementType(), type.getShape());
  box.offsets = integersOf(evaluator, op.getOffsets());
  evaluator.set(op.getResult(), std::make_shared<const Box>(std::move(box)));
  return true;
}

bool runAdvance(Evaluator &evaluator, tt::AdvanceOp op) {
  Box box = evaluator.box(op.getPtr());
  for (auto [offset, more] :
       llvm::zip(box.offsets, integersOf(evaluator, op.getOffsets())))
    offset += more;
  evaluator.set(op.getResult(), std::make_shared<const Box>(std::move(box)));
  return true;
}

bool runLoad(Evaluator &evaluator, tt::DescriptorLoadOp op) {
  evaluator.set(op.getResult(), loadBox(evaluator, evaluator.box(op.getDesc()),
                                        integersOf(evaluator, op.getIndices()),
                                        Shape(op.getType().getShape())));
  return true;
}

bool runStore(Evaluator &evaluator, tt::DescriptorStoreOp op) {
  storeBox(evaluator, op, evaluator.box(op.getDesc()),
           integersOf(evaluator, op.getIndices()),
           evaluator.tensor(op.getSrc()));
  return true;
}

/// Rows of a matrix, at places of their own; those of a block have one row.
bool runGather(Evaluator &evaluator, tt::DescriptorGatherOp op) {
  const Box &box = evaluator.box(op.getDesc());
  const Tensor &rows = evaluator.tensor(op.getXOffsets());
  Tensor result{box.element, Shape(op.getType().getShape()), {}};
  for (Bits row : rows.elements) {
    Tensor one = loadBox(
        evaluator, box,
        {signedOf(row, rows.element), evaluator.integer(op.getYOffset())},
        Shape({1, result.shape.back()}));
    result.elements.insert(result.elements.end(), one.elements.begin(),
                           one.elements.end());
  }
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

bool runScatter(Evaluator &evaluator, tt::DescriptorScatterOp op) {
  const Box &box = evaluator.box(op.getDesc());
  const Tensor &rows = evaluator.tensor(op.getXOffsets());
  const Tensor &source = evaluator.tensor(op.getSrc());
  std::int64_t width = source.shape.back();
  for (auto [number, row] : llvm::enumerate(rows.elements)) {
    auto first =
        source.elements.begin() + static_cast<std::ptrdiff_t>(number) * width;
    Tensor one{source.element, {1, width}, {first, first + width}};
    storeBox(evaluator, op, box,
             {signedOf(row, rows.element), evaluator.integer(op.getYOffset())},
             one);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// By the copy engine
//===----------------------------------------------------------------------===//

/// The sizes of a map, and its strides in bytes, begin with the last axis,
/// whose stride is not among them. (PTX ISA, tensormap.replace.)
bool runCreateMap(Evaluator &evaluator, ttng::TensormapCreateOp op) {
  Box box;
  auto pointer = cast<tt::PointerType>(op.getGlobalAddress().getType());
  box.element = pointer.getPointee();
  box.base = evaluator.scalar(op.getGlobalAddress());
  box.sizes = integersOf(evaluator, op.getGlobalDim());
  box.strides = {1};
  for (std::int64_t bytes : integersOf(evaluator, op.getGlobalStride()))
    box.strides.push_back(bytes /
                          static_cast<std::int64_t>(bytesOf(box.element)));
  std::ranges::reverse(box.sizes);
  std::ranges::reverse(box.strides);
  box.readsNan = op.getFillMode() != 0;
  evaluator.writtenBoxes[evaluator.scalar(op.getDescPtr())] =
      std::make_shared<const Box>(std::move(box));
  return true;
}

bool runReinterpretMap(Evaluator &evaluator, ttng::ReinterpretTensorDescOp op) {
  auto found = evaluator.writtenBoxes.find(evaluator.scalar(op.getRawDesc()));
  if (found == evaluator.writtenBoxes.end())
    return evaluator.fail(Stop::Kind::Misuse, op,
                          "there is no descriptor at the address");
  Box box = *found->second;
  auto type = cast<tt::TensorDescType>(op.getType());
  box.element = type.getElementType();
  box.block = Shape(type.getShape());
  evaluator.set(op.getResult(), std::make_shared<const Box>(std::move(box)));
  return true;
}

/// What a block of the cluster has of the buffer.
std::uint64_t bytesInBlock(ttg::MemDescType memory, const View &view) {
  std::uint64_t bytes = view.at.size() * bytesOf(view.element);
  if (Result<LinearLayout> layout = ir::linearLayoutOf(memory))
    for (Word base : layout->bases(Dim::Block))
      bytes /= base != 0 ? 2 : 1;
  return bytes;
}

bool runBoxLoad(Evaluator &evaluator, ttng::AsyncTMACopyGlobalToLocalOp op) {
  if (!evaluator.isOn(op.getPred()))
    return true;
  if (!op.getOffsets().empty())
    return evaluator.refuse(op);
  const View &view = evaluator.view(op.getResult());
  return evaluator.check(
      op, evaluator.underWay.startCopy(
              view,
              loadBox(evaluator, evaluator.box(op.getDesc()),
                      integersOf(evaluator, op.getCoord()), view.shape),
              evaluator.view(op.getBarrier()),
              bytesInBlock(op.getResult().getType(), view)));
}

bool runBoxStore(Evaluator &evaluator, ttng::AsyncTMACopyLocalToGlobalOp op) {
  storeBox(evaluator, op, evaluator.box(op.getDesc()),
           integersOf(evaluator, op.getCoord()),
           contentsOf(evaluator.view(op.getSrc())));
  return true;
}

} // namespace

Tensor loadBox(Evaluator &evaluator, const Box &box,
               ArrayRef<std::int64_t> offsets, Shape shape) {
  Tensor result{box.element, std::move(shape), {}};
  Bits outside = box.readsNan ? fromDouble(std::nan(""), box.element) : 0;
  forElements(box, offsets, result.shape,
              [&](std::size_t, std::uint64_t address, bool isInside) {
                result.elements.push_back(
                    isInside ? evaluator.memory.read(address, box.element)
                             : outside);
              });
  return result;
}

void storeBox(Evaluator &evaluator, Operation *op, const Box &box,
              ArrayRef<std::int64_t> offsets, const Tensor &tensor) {
  forElements(box, offsets, tensor.shape,
              [&](std::size_t at, std::uint64_t address, bool isInside) {
                if (isInside)
                  evaluator.memory.write(address, tensor.elements[at],
                                         box.element, op,
                                         evaluator.execution());
              });
}

void addBoxExecutors(ExecutorTable &table) {
  table.add<tt::MakeTensorDescOp>(runMakeDescriptor);
  table.add<tt::MakeTensorPtrOp>(runMakeBlockPointer);
  table.add<tt::AdvanceOp>(runAdvance);
  table.add<tt::DescriptorLoadOp>(runLoad);
  table.add<tt::DescriptorStoreOp>(runStore);
  table.add<tt::DescriptorGatherOp>(runGather);
  table.add<tt::DescriptorScatterOp>(runScatter);
  table.add<ttng::TensormapCreateOp>(runCreateMap);
  table.add<ttng::ReinterpretTensorDescOp>(runReinterpretMap);
  table.add<ttng::AsyncTMACopyGlobalToLocalOp>(runBoxLoad);
  table.add<ttng::AsyncTMACopyLocalToGlobalOp>(runBoxStore);
}

} // namespace heddle::equivalence
